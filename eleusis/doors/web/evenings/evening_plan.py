"""What is decided about an evening before its cards are dealt; it is kept beside the game file."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import starmap
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import fields, replace

from eleusis.ground.data import Json, from_data
from eleusis.ground.errors import NotationError, quote
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import to_draw
from eleusis.variant import Variant, load_variant

MAX_SEATS = 40
"""The most people at a table in the browser: a class, and its teacher."""
MAX_BOTS_IN_ROOM = 8
"""The most bots at a table of a room, where others wait while they think."""
MAX_OWN = 8
"""The most seats that a browser may hold, except a real table's score-keeper, who holds all."""
MAX_PACE, MAX_CLOCK, MAX_ROUNDS = 60.0, 3600.0, 1000
"""The most seconds that a bot waits, that a turn may take, and the most rounds."""
Name = Annotated[str, Meta(description="A seat by its name.", extra_json_schema={"minLength": 1, "maxLength": 60})]
Texts = Annotated[tuple[str, ...], Meta(max_length=100)]
Hardness = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 5})]
Rounds = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
Clock = Annotated[float, Meta(ge=5, le=MAX_CLOCK)]
Pace = Annotated[float, Meta(ge=0, le=MAX_PACE)]


class EveningPlan(msgspec.Struct, frozen=True):
    """How the game is to be played."""

    variant: Annotated[str, Meta(description="The edition, by its name.", min_length=1)] = "express"
    settings: Annotated[Texts, Meta(description="Settings that are changed: expulsion.layout=50.")] = ()
    dealer: Annotated[str | None, Meta(description="Who deals first; null: as the table finds best.")] = None
    rules: Annotated[Texts, Meta(description="The secret rules that are dealt in turn, by ids or texts.")] = ()
    difficulty: Annotated[Hardness | None, Meta(description="How hard the rules are that bots draw.")] = None
    rounds: Annotated[Rounds | None, Meta(description="After how many rounds the game ends.")] = None
    open_hands: Annotated[bool, Meta(description="Whether everyone may see all hands.")] = False
    code: Annotated[str | None, Meta(description="What must be known to sit down.")] = None
    free: Annotated[bool, Meta(description="Whether new names may sit down, and bots' seats be taken over.")] = True
    clock: Annotated[
        Clock | None, Meta(description="Seconds that a turn may take; a guess may take twice as many.")
    ] = None
    pace: Annotated[Pace, Meta(description="Seconds before a bot moves.")] = 1.0
    by_hand: Annotated[bool, Meta(description="Whether real cards are played; the score is kept here.")] = False

    @property
    def edition(self) -> Variant:
        """The edition itself. Raises VariantError."""
        return load_variant(self.variant, self.settings)

    def to_json(self) -> dict[str, Json]:
        """The plan as data."""
        return dict(msgspec.to_builtins(self))

    def change(self, changes: Mapping[str, object], rules: Mapping[str, Rule]) -> EveningPlan:
        """The plan with some of it changed, all of it checked.

        Raises NotationError (`notation/option`), VariantError and RuleError for what can't be.
        """
        plan = replace(self, **{name: read_planned(name, value) for name, value in changes.items()})
        if plan.rules and "difficulty" not in changes:
            plan = replace(plan, difficulty=None)
        load_variant(plan.variant, plan.settings)
        for text in plan.rules:
            find_rule(text, rules)
        if plan.difficulty is not None:
            to_draw(rules, plan.difficulty)
            if plan.rules:
                raise NotationError(
                    "notation/option", "rules are either given or picked by difficulty: use one or the other"
                )
        if plan.by_hand and plan.open_hands:
            raise NotationError(
                "notation/option", "at a real table nobody's hand is known, so none can be laid open"
            )
        return plan


def read_planned(name: str, value: object) -> Any:
    """A value of a plan, by its name, as it came in a request. Raises NotationError (`notation/option`)."""
    if name not in _TYPES:
        raise NotationError("notation/option", f"there is nothing called {quote(name)} to set")
    if name == "code" and isinstance(value, str):
        if not (value.strip() and value.isprintable() and len(value) <= 40):
            raise NotationError("notation/option", "a code has 1 to 40 visible characters, or is null")
        return value.strip()
    try:
        return from_data(value, _TYPES[name])
    except msgspec.ValidationError:
        raise NotationError("notation/option", f"{name} can't be {quote(value)}") from None


_TYPES = {field.name: field.type for field in fields(EveningPlan)}
PLANNED = tuple(_TYPES)
"""What a plan holds, by name."""


class PlayerWanted(msgspec.Struct, frozen=True):
    """A player."""

    seat: Name
    kind: Annotated[str, Meta(description="The kind of a player: person, or a bot's.")] = "person"


Players = list[str | PlayerWanted] | dict[str, str] | str
"""A text as on the command line, a map from names to kinds, or a list of texts and of `{"seat", "kind"}`."""


def read_players(value: object, programs: Mapping[str, Program] = NO_PROGRAMS) -> tuple[Seat, ...]:
    """The seats of a request. Raises NotationError for what can't be read."""
    try:
        players: Players = from_data(value, Players)
    except msgspec.ValidationError as error:
        raise NotationError("notation/player", f"players are a list of names and kinds: {error}") from None
    if isinstance(players, str):
        return read_seats(players, programs=programs)
    seats: list[Seat] = []
    for player in players if isinstance(players, list) else starmap(PlayerWanted, players.items()):
        if isinstance(player, str):
            seats += read_seats(player, programs=programs)
        else:
            seats.append(read_seat(player.seat, player.kind, programs))
    return tuple(seats)
