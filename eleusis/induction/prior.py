"""The prior: how probable each way to put a rule together is before a card is played, read from prior.yaml.

A part (`black`, `last.odd`) has a share of its list: a mixture of the share by its kind and the shares by its length.
A rule has the product of its parts' shares and that of its shape, and, since dealers may let chance draw, some of
the probability that the generator would have drawn it with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import attrs

from eleusis.errors import NotationError, RuleError
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Const, Expr
from eleusis.secret.measuring.prior import length
from eleusis.yaml.nodes import Mapping, YamlNode
from eleusis.yaml.parsing import load
from eleusis.yaml.reader import YamlReader

SHAPES = ("one", "opposite", "choice", "both", "either", "library")
"""What a rule may be put together as."""
_FILE = Path(__file__).with_name("prior.yaml")
_CHOICE = re.compile(r"\[([^\]]*)\]")
_NUMBERS = re.compile(r"(\d+)\.\.(\d+)")
_MOST = 1_000_000

Shares = dict[Expr, float]
"""Parts with their shares, which add up to 1."""


@attrs.frozen
class Prior:
    """What the file of a prior says."""

    shapes: dict[str, float]
    """How probable each of SHAPES is."""
    generated: float
    """How probable it is that a rule was drawn by the generator."""
    plays: Shares
    """What may be asked of the card that is played."""
    conditions: Shares
    """What a choice may hang on: the line, the card, the card beside another one."""


@cache
def prior() -> Prior:
    """The prior that ships. Raises NotationError (`prior/…`) for what is wrong in its file."""
    return read_prior(_FILE)


def read_prior(path: Path) -> Prior:
    """The prior of a file. Raises NotationError (`prior/…`) or RuleError for what is wrong in it."""
    file = _PriorReader()
    root = file.map(load(path), ("eleusis", "shapes", "generator", "parts", "plays", "conditions", "questions"))
    file.yaml.version(root["eleusis"])
    ways = file.map(root["parts"], ("by_kind", "by_length", "by_length_strictly"))
    mixture: list[tuple[float, float | None]] = [
        (file.number(ways[name], "share"), None if name == "by_kind" else file.number(ways[name], "fall"))
        for name in ways
    ]
    plays = {name: file.kinds(node) for name, node in file.map(root["plays"], ("alone", "beside", "turn", "recent")).items()}
    lines = {name: file.kinds(node) for name, node in file.map(root["conditions"], None).items()}
    questions = file.shares(root["questions"], ("line", "alone", "beside"))
    generator = file.map(root["generator"], ("share", "of", "why"))
    shapes = file.shares(root["shapes"], SHAPES)
    generated = file.number(root["generator"], "share") / file.number(root["generator"], "of")
    file.yaml.finish()
    del generator
    of_line = _mix(_add(lines.values()), mixture)
    asked = [
        (questions["line"], of_line),
        *[(questions[name], _mix(_add([_without_any(plays[name])]), mixture)) for name in ("alone", "beside")],
    ]
    return Prior(shapes, generated, _mix(_add(plays.values()), mixture), _add(asked))


def _without_any(kinds: tuple[float, Shares]) -> tuple[float, Shares]:
    """A list without what asks nothing."""
    share, shares = kinds
    return share, {tree: part for tree, part in shares.items() if not isinstance(tree, Const)}


def _add(lists: Iterable[tuple[float, Shares]]) -> Shares:
    """Lists of parts put together, each with its own share; then they add up to 1."""
    parts: Shares = {}
    for share, shares in lists:
        for tree, part in shares.items():
            parts[tree] = parts.get(tree, 0.0) + share * part
    total = sum(parts.values())
    return {tree: share / total for tree, share in parts.items()}


def _mix(by_kind: Shares, mixture: Iterable[tuple[float, float | None]]) -> Shares:
    """The shares of parts as the mixture has them: by kind (None), or falling with the length so fast."""
    lists = []
    for share, fall in mixture:
        if fall is not None:
            weights = {tree: 2 ** (-fall * length(tree)) for tree in by_kind}
            total = sum(weights.values())
            lists.append((share, {tree: weight / total for tree, weight in weights.items()}))
        else:
            lists.append((share, by_kind))
    return _add(lists)


class _PriorReader:
    """Asks the tree of the file; what is wrong there is raised at once."""

    def __init__(self) -> None:
        self.yaml = YamlReader(NotationError, "prior")

    def map(self, node: YamlNode | None, keys: Iterable[str] | None) -> dict[str, YamlNode]:
        """The entries of a map that must have these keys and no others."""
        mapping = self.yaml.mapping(node, keys, "a prior")
        if mapping is not None and keys is not None:
            for key in keys:
                self.yaml.require(mapping, key, "a prior")
        self.yaml.finish()
        assert isinstance(mapping, Mapping)
        return {name: value for name, _, value in mapping.items()}

    def number(self, node: YamlNode, key: str) -> float:
        """A number above 0 under a key."""
        assert isinstance(node, Mapping), node
        text = self.yaml.text(node.get(key), key) or ""
        try:
            number = float(text)
            if not 0 < number <= _MOST:
                raise ValueError
        except ValueError:
            message = f"{key} must be a number above 0"
            raise NotationError("prior/share", message, node.place) from None
        return number

    def shares(self, node: YamlNode, keys: Iterable[str]) -> dict[str, float]:
        """The shares under some keys, put right so that they add up to 1."""
        numbers = {name: self.number(entry, "share") for name, entry in self.map(node, tuple(keys)).items()}
        total = sum(numbers.values())
        return {name: number / total for name, number in numbers.items()}

    def kinds(self, node: YamlNode) -> tuple[float, Shares]:
        """A list of kinds with its share: its parts, beside each of its cards, each kind's share split evenly."""
        entry = self.map(node, None)
        share = self.number(node, "share")
        cards = {"last": 1.0}
        if "cards" in entry:
            cards = {name: float(number.text) for name, _, number in entry["cards"].items()}
        kinds = []
        for kind in self.map(entry["kinds"], None).values():
            fields = self.map(kind, ("share", "of", "why"))
            for card, weight in cards.items():
                texts = [text.replace("last.", f"{card}.") for node in fields["of"] for text in expand(node.text)]
                trees = [*dict.fromkeys(parse(text) for text in texts)]
                each = self.number(kind, "share") * weight / len(trees)
                kinds.append((1.0, dict.fromkeys(trees, each)))
        return share, _add(kinds)


def expand(template: str) -> Iterator[str]:
    """All texts of a template: `rank [<|>] [2..4]` has six."""
    pieces = _CHOICE.split(template)
    choices = [
        [piece] if n % 2 == 0 else _choices(piece) for n, piece in enumerate(pieces)
    ]
    for chosen in product(*choices):
        yield "".join(chosen)


def _choices(piece: str) -> list[str]:
    numbers = _NUMBERS.fullmatch(piece)
    if numbers is None:
        return piece.split("|")
    return [str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
