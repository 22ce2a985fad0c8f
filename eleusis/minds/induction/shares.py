"""The prior: how probable each way to put a rule together is before a card is played, read from prior.yaml.

A part (`black`, `last.odd`) has a share of its list: a mixture of the share by its kind and the shares by its
length. A rule has the product of its parts' shares and that of its shape, and, since dealers may let chance draw,
some of the probability that the generator would have drawn it with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import NoReturn

import attrs

from eleusis.ground.errors import NOWHERE, NotationError, RuleError, quote
from eleusis.ground.yaml import nodes
from eleusis.ground.yaml.parsing import load
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import OPPOSITES, Comparator, Compare, Const, Expr, Feature, Not
from eleusis.secret.measuring.prior import length

SHAPES = ("one", "opposite", "choice", "both", "either", "library")
"""What a rule may be put together as."""
_FILE = Path(__file__).with_name("prior.yaml")
_CHOICE = re.compile(r"\[([^\]]*)\]")
_NUMBERS = re.compile(r"(\d+)\.\.(\d+)")
_MOST = 1_000_000

Shares = Mapping[Expr, float]
"""Parts with their shares, which add up to 1."""
_Way = tuple[float, float | None]
"""How parts are weighed, with its share: by how much a bit of their length counts against them; None: by kind."""


@attrs.frozen
class Prior:
    """What the file of a prior says."""

    shapes: Mapping[str, float]
    """How probable each of SHAPES is."""
    generated: float
    """How probable it is that a rule was drawn by the generator."""
    plays: Shares
    """What may be asked of the card that is played."""
    conditions: Shares
    """What a choice may hang on: the line, the card, the card beside another one."""


@cache
def prior() -> Prior:
    """The prior that ships."""
    return read_prior(_FILE)


def read_prior(path: Path) -> Prior:
    """The prior of a file. Raises NotationError (`notation/prior`) for what is wrong in it, at its place."""
    sections = ("eleusis", "shapes", "generator", "parts", "plays", "conditions", "questions")
    root = _entries(load(path), "a prior", sections)
    if getattr(root["eleusis"], "text", None) != "1":
        _fail(root["eleusis"], "a prior begins with eleusis: 1")
    generator = _entries(root["generator"], "generator", ("share", "of", "why"))
    ways = [_way(name, node) for name, node in _entries(root["parts"], "parts").items()]
    plays = {name: _read_list(name, node) for name, node in _entries(root["plays"], "plays").items()}
    lines = [_read_list(name, node) for name, node in _entries(root["conditions"], "conditions").items()]
    asked = []
    for name, share in _read_shares(root["questions"], "questions").items():
        if name != "line" and name not in plays:
            _fail(root["questions"], f"questions are those of the line or of a list of plays, not {quote(name)}")
        asked.append((share, _mix(_join(lines) if name == "line" else _without_any(plays[name][1]), ways)))
    return Prior(
        _read_shares(root["shapes"], "shapes", SHAPES),
        _number(generator["share"], "share") / _number(generator["of"], "of"),
        _mix(_join(plays.values()), ways),
        _join(asked),
    )


def _join(lists: Iterable[tuple[float, Shares]]) -> Shares:
    """Lists of parts put together, each with its own share; then they add up to 1."""
    parts: dict[Expr, float] = {}
    for share, shares in lists:
        for tree, part in shares.items():
            parts[tree] = parts.get(tree, 0.0) + share * part
    total = sum(parts.values())
    return {tree: share / total for tree, share in parts.items()}


def _without_any(shares: Shares) -> Shares:
    """A list without what asks nothing."""
    return {tree: share for tree, share in shares.items() if not isinstance(tree, Const)}


def _mix(by_kind: Shares, ways: Iterable[_Way]) -> Shares:
    """The shares of parts as a mixture has them."""
    lists: list[tuple[float, Shares]] = []
    lengths = {tree: length(tree) for tree in by_kind}
    for share, fall in ways:
        weights = by_kind if fall is None else {tree: 2 ** (-fall * bits) for tree, bits in lengths.items()}
        lists.append((share, _join([(1.0, weights)])))
    return _join(lists)


def expand(template: str) -> Iterator[str]:
    """All texts of a template: `rank [<|>] [2..4]` has six."""
    pieces = _CHOICE.split(template)
    choices = [[piece] if n % 2 == 0 else _choices(piece) for n, piece in enumerate(pieces)]
    for chosen in product(*choices):
        yield "".join(chosen)


def _choices(piece: str) -> list[str]:
    numbers = _NUMBERS.fullmatch(piece)
    if numbers is None:
        return piece.split("|")
    return [str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]


# Opposites


_TRAITS = {"red": "black", "odd": "even", "face": "number", "high": "low"}
_TRAITS |= {other: name for name, other in _TRAITS.items()}
_MIRRORS: dict[Comparator, Comparator] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def deny(tree: Expr) -> Expr:
    """What holds where a play doesn't: `black` of `red`, `rank < last.rank` of `rank >= last.rank`."""
    match tree:
        case Compare(operands=operands, ops=(op,)):
            return Compare(operands, (OPPOSITES[op],))
        case Const(value=value):
            return parse("none" if value else "any")
        case Not(body=body):
            return body
        case Feature(of=of, name=name) if name in _TRAITS:
            return Feature(of, _TRAITS[name])
        case _:
            return Not(tree)


def mirror(tree: Expr) -> Expr | None:
    """The same order the other way round, which holds of equals where the play does."""
    match tree:
        case Compare(operands=operands, ops=(op,)) if op in _MIRRORS:
            return Compare(operands, (_MIRRORS[op],))
        case _:
            return None


# Reading


def _fail(node: nodes.YamlNode, message: str) -> NoReturn:
    raise NotationError("notation/prior", message, node.place)


def _entries(
    node: nodes.YamlNode | None, what: str, keys: Iterable[str] | None = None
) -> dict[str, nodes.YamlNode]:
    """The entries of a map, which are to be just these, if any are named."""
    if not isinstance(node, nodes.Mapping):
        raise NotationError("notation/prior", f"{what} must be a map (key: value)", node.place if node else NOWHERE)
    entries = {name: value for name, _, value in node.items()}
    wanted = list(entries if keys is None else keys)
    if set(wanted) != set(entries):
        _fail(node, f"{what} must have {', '.join(wanted)}, and nothing else")
    return entries


def _number(node: nodes.YamlNode, what: str) -> float:
    """A number above 0."""
    try:
        number = float(node.text if isinstance(node, nodes.Scalar) else "")
    except ValueError:
        number = 0.0
    if not 0 < number <= _MOST:
        _fail(node, f"{what} must be a number above 0")
    return number


def _read_shares(node: nodes.YamlNode, what: str, keys: Iterable[str] | None = None) -> dict[str, float]:
    """The shares of what is named there, put right so that they add up to 1."""
    shares = {}
    for name, entry in _entries(node, what, keys).items():
        shares[name] = _number(_entries(entry, name, ("share", "why"))["share"], f"the share of {name}")
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def _way(name: str, node: nodes.YamlNode) -> _Way:
    """One way to weigh parts."""
    keys = ("share", "why") if name == "by_kind" else ("share", "fall", "why")
    entry = _entries(node, name, keys)
    fall = _number(entry["fall"], "fall") if "fall" in entry else None
    return _number(entry["share"], "share"), fall


def _read_list(name: str, node: nodes.YamlNode) -> tuple[float, Shares]:
    """A list with its share: its kinds beside each of its cards, what a kind has split evenly among its parts."""
    entry = _entries(node, name, ("share", "why", "cards", "kinds"))
    cards = {card: _number(share, card) for card, share in _entries(entry["cards"], "cards").items()}
    parts = []
    for kind, fields in _entries(entry["kinds"], "kinds").items():
        described = _entries(fields, kind, ("share", "of", "why"))
        share, templates = _number(described["share"], "share"), described["of"]
        if not isinstance(templates, nodes.Sequence):
            _fail(templates, "of must be a list of templates")
        for card, weight in cards.items():
            trees = [*dict.fromkeys(tree for template in templates for tree in _read_parts(template, card))]
            parts.append((share * weight, dict.fromkeys(trees, 1 / len(trees))))
    return _number(entry["share"], "share"), _join(parts)


def _read_parts(template: nodes.YamlNode, card: str) -> Iterator[Expr]:
    """The parts of a template, asked about a card of the line in place of the last one."""
    if not isinstance(template, nodes.Scalar):
        _fail(template, "a template is text")
    for text in expand(template.text):
        try:
            yield parse(text.replace("last.", f"{card}."))
        except RuleError as error:
            _fail(template, f"{quote(text)} isn't a part of a rule: {error.message}")
