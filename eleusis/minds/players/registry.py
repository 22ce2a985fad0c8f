"""The seats of a table, and `Name:kind(option=value)` as it is written on the command line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

import attrs

from eleusis.driving.driver import Player, answer_of
from eleusis.ground.errors import NotationError, did_you_mean, quote
from eleusis.minds.players.kinds import KINDS, PERSON, Kind, find_kind
from eleusis.minds.players.program.command import Program
from eleusis.secret.library import library_ids, library_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant


@attrs.frozen
class Seat:
    """A seat in a list of players: a person or a kind of bot, with its options."""

    name: str
    """Who sits there."""
    kind: str = PERSON
    """`person`, or the kind of bot."""
    options: dict[str, float] = attrs.field(factory=dict)
    """The options of the bot that are not left to their defaults."""
    program: Program | None = None
    """The program that plays, where the kind is one."""

    @property
    def bot(self) -> bool:
        """Whether a bot sits there, not a person."""
        return self.kind != PERSON

    @property
    def how(self) -> str:
        """The kind with its options, as `knower(skill=0.8)`."""
        given = ", ".join(f"{key}={value:g}" for key, value in self.options.items())
        return f"{self.kind}({given})" if given else self.kind


class _Shipped(Mapping[str, Rule]):
    """The library that ships with the program; a rule of it is read when it is asked for."""

    def __getitem__(self, name: str) -> Rule:
        return library_rule(name)

    def __iter__(self) -> Iterator[str]:
        return iter(library_ids())

    def __len__(self) -> int:
        return len(library_ids())


SHIPPED: Mapping[str, Rule] = _Shipped()


def make_player(
    kind: str,
    seat: str,
    variant: Variant,
    chance: random.Random,
    *,
    rule: Rule | None = None,
    options: Mapping[str, float] | None = None,
    library: Mapping[str, Rule] = SHIPPED,
) -> Player:
    """A bot of this kind. `rule` is the secret: only a kind that knows it is handed it.

    - `beginner`, `good`: look for the rule as people do, from what their own seat can see. Options: `memory` (6,
      20), how many verdicts they remember; `ideas` (2, 5), how many rules they have in mind; `tries` (9, 20), how
      many they think of after a verdict; `trust` (3), how many verdicts a rule must foretell to be believed;
      `bits` (22, 32), how long these may be; `slips` (0.1, 0.03), how often they overlook something.
    - `expert`: the `scientist`.
    - `random`: makes legal moves at random. Options, each from 0 to 1: `strings` (0.2), `no_plays` (0.05),
      `declares` (0.1), `guesses` (0.1): how often it does each.
    - `knower`: knows the rule, and acts on it with probability `skill` (1).
    - `scientist`: works out the rule from what its own seat can see. Options: `bits` (60, from 6 to 60), how long
      the rules it makes up may be; `library` (1): with 0 it doesn't know the rules that come with the program.

    `options` are those, by name; what is left out has the default in brackets. `library` is the rules that the bot
    may know.

    Raises NotationError: `notation/player` for no such kind or one that can't play here, `notation/option` for what
    it doesn't take; PlayerError (`player/failed`) where its own code goes wrong.
    """
    described = KINDS.get(kind) or find_kind(kind)
    for name, value in (options or {}).items():
        _check_option(kind, described, name, value)

    def make() -> Player:
        made: Player = import_module(described.home).make(
            seat=seat,
            variant=variant,
            chance=chance,
            rule=rule if described.knows_rule else None,
            library=library,
            options={name: option.default for name, option in described.options.items()} | dict(options or {}),
        )
        if not callable(getattr(made, "move", None)):
            raise TypeError(f"make gave {type(made).__name__}, which can't move")
        return made

    return answer_of(seat, kind, make)


NO_PROGRAMS: Mapping[str, Program] = {}


def read_seat(name: str, how: str, programs: Mapping[str, Program] = NO_PROGRAMS) -> Seat:
    """The seat of a name, and `how` it is played: `kind(option=value, …)`. Raises as `make_player`."""
    kind, options = read_how(how, programs)
    return Seat(name, kind, options, programs.get(kind))


def read_how(text: str, programs: Mapping[str, Program] = NO_PROGRAMS) -> tuple[str, dict[str, float]]:
    """The kind and the options of `kind(option=value, …)`. Raises NotationError as `make_player` does."""
    name, bracket, rest = text.strip().partition("(")
    name = name.strip().casefold()
    if name in ("", PERSON, "human"):
        if bracket:
            raise NotationError("notation/option", "a person takes no options")
        return PERSON, {}
    if name in programs:
        if bracket:
            raise NotationError("notation/option", f"{quote(name)} is a program: its options are in its command")
        return name, {}
    kind = find_kind(name, programs)
    options: dict[str, float] = {}
    if bracket and not rest.rstrip().endswith(")"):
        raise NotationError("notation/option", f"{quote(text)} has no closing bracket")
    for part in rest.rstrip().removesuffix(")").split(",") if bracket else ():
        key, equals, value = part.partition("=")
        if not part.strip():
            continue
        try:
            number = float(value)
        except ValueError:
            message = f"write OPTION=NUMBER in the brackets, such as skill=0.8, not {quote(part.strip())}"
            raise NotationError("notation/option", message) from None
        if not equals:
            raise NotationError("notation/option", f"{quote(part)} has no '='")
        _check_option(name, kind, key.strip(), number)
        options[key.strip()] = number
    return name, options


def read_seats(text: str, default: str = PERSON, programs: Mapping[str, Program] = NO_PROGRAMS) -> tuple[Seat, ...]:
    """The seats of `Ann,Bob:random,Cleo:knower(skill=0.8)`, clockwise; `default` sits where no kind is given.

    A name with a comma or a colon stands in double quotes. `programs` are kinds too, by their names. Raises
    NotationError (`notation/…`).

    >>> [(seat.name, seat.how) for seat in read_seats("Ann:knower(skill=0.8), Bob:random, Cleo")]
    [('Ann', 'knower(skill=0.8)'), ('Bob', 'random'), ('Cleo', 'person')]
    """
    seats = []
    for name, how in _split_seats(text):
        seats.append(Seat(name, default) if how is None else read_seat(name, how, programs))
    return tuple(seats)


_SEAT = re.compile(r"""((?:"[^"]*"|[^",:])*)(?::((?:\([^)]*\)?|[^,(])*))?(,|\Z)""", re.DOTALL)
"""A name, perhaps in quotes; a kind, with what stands in its brackets; and a comma, or the end."""


def _split_seats(text: str) -> Sequence[tuple[str, str | None]]:
    """Name and kind of each seat: split at commas and colons outside of quotes and brackets."""
    seats: list[tuple[str, str | None]] = []
    at, comma = 0, ","
    while comma:
        match = _SEAT.match(text, at)
        if match is None:
            raise NotationError("notation/quote", "the quotes around a name are not closed")
        name, how, comma = match.groups()
        seats.append((name.replace('"', "").strip(), how))
        at = match.end()
    return seats[:-1] if len(seats) > 1 and seats[-1] == ("", None) else seats


def _check_option(name: str, kind: Kind, option: str, value: float) -> None:
    if option not in kind.options:
        takes = ", ".join(kind.options) or "no options"
        hint = did_you_mean(option, kind.options)
        raise NotationError("notation/option", f"{name} does not take {quote(option)}{hint}: {takes}")
    low, high = kind.options[option].low, kind.options[option].high
    if not low <= value <= high:
        raise NotationError("notation/option", f"{option} must be from {low:g} to {high:g}, not {value:g}")
