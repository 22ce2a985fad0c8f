"""What is decided about an evening before its cards are dealt; it is kept beside the game file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from eleusis.ground.data import Json
from eleusis.ground.errors import NotationError, quote
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import to_draw
from eleusis.variant import Variant, load_variant

MAX_SEATS = 40
"""The most people at a table in the browser: a class, and its teacher."""
MAX_OWN = 8
"""The most seats that a browser may hold, except a real table's score-keeper, who holds all."""
MAX_PACE, MAX_CLOCK, MAX_ROUNDS = 60.0, 3600.0, 1000
"""The most seconds that a bot waits, that a turn may take, and the most rounds."""


@attrs.frozen
class EveningPlan:
    """How the game is to be played."""

    variant: str = "express"
    """The edition, by its name or path."""
    settings: tuple[str, ...] = ()
    """Knobs that are set, as `expulsion.layout=50`."""
    dealer: str | None = None
    """Who deals first; None: as the table finds best."""
    rules: tuple[str, ...] = ()
    """The secret rules that are dealt in turn, by ids or texts; without any the dealer chooses."""
    difficulty: int | None = None
    """How hard the rules are that bots draw."""
    rounds: int | None = None
    """After how many rounds the game ends; None: as the edition says."""
    open_hands: bool = False
    """Whether everyone may see all hands."""
    code: str | None = None
    """What must be known to sit down; None: nothing."""
    free: bool = True
    """Whether new names may sit down, and bots' seats be taken over."""
    clock: float | None = None
    """Seconds that a turn may take; None: as long as one likes."""
    pace: float = 1.0
    """Seconds before a bot moves."""
    by_hand: bool = False
    """Whether real cards are played, and the score is kept here."""

    @property
    def edition(self) -> Variant:
        """The edition itself. Raises VariantError."""
        return load_variant(self.variant, self.settings)

    def to_json(self) -> dict[str, Json]:
        """The plan as data."""
        return {
            field: list(value) if isinstance(value, tuple) else value for field, value in attrs.asdict(self).items()
        }

    def change(self, changes: Mapping[str, object], rules: Mapping[str, Rule]) -> EveningPlan:
        """The plan with some of it changed, all of it checked.

        Raises NotationError (`notation/option`), VariantError and RuleError for what can't be.
        """
        values = {name: read_planned(name, value) for name, value in changes.items()}
        plan = EveningPlan(**{**attrs.asdict(self), **values})
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
    match name, value:
        case "variant", str() if value:
            return value
        case (("settings" | "rules"), [*texts]) if (
            all(isinstance(text, str) for text in texts) and len(texts) <= 100
        ):
            return tuple(texts)
        case "dealer", str() | None:
            return value
        case "code", str() | None:
            if value is not None and not (value.strip() and value.isprintable() and len(value) <= 40):
                raise NotationError("notation/option", "a code has 1 to 40 visible characters, or is null")
            return value and value.strip()
        case (("open_hands" | "free" | "by_hand"), bool()):
            return value
        case (("difficulty" | "rounds"), None):
            return None
        case "difficulty", int() if not isinstance(value, bool):
            return value
        case "rounds", int() if not isinstance(value, bool) and 1 <= value <= MAX_ROUNDS:
            return value
        case "clock", None:
            return None
        case "clock", int() | float() if not isinstance(value, bool) and 5 <= value <= MAX_CLOCK:
            return float(value)
        case "pace", int() | float() if not isinstance(value, bool) and 0 <= value <= MAX_PACE:
            return float(value)
    raise NotationError("notation/option", f"{name} can't be {quote(value)}")


PLANNED = tuple(field.name for field in attrs.fields(EveningPlan))
"""What a plan holds, by name."""


def read_players(value: object, programs: Mapping[str, Program] = NO_PROGRAMS) -> tuple[Seat, ...]:
    """The seats of a request: a text as on the command line, a map from names to kinds, or a list of texts
    and of `{"seat", "kind"}`.

    Raises NotationError for what can't be read.
    """
    if isinstance(value, str):
        return read_seats(value, programs=programs)
    if isinstance(value, Mapping):
        value = [{"seat": name, "kind": kind} for name, kind in value.items()]
    seats: list[Seat] = []
    if not isinstance(value, Sequence):
        raise NotationError("notation/player", f"players are a list of names and kinds, not {quote(value)}")
    for entry in value:
        match entry:
            case str():
                seats += read_seats(entry, programs=programs)
            case {"seat": str(name)} | {"name": str(name)}:
                kind = entry.get("kind") or ""
                if not isinstance(kind, str):
                    raise NotationError(
                        "notation/player", f"the kind of {quote(name)} is a text, not {quote(kind)}"
                    )
                seats.append(read_seat(name, kind, programs))
            case _:
                raise NotationError("notation/player", f"a player has a seat and a kind, and isn't {quote(entry)}")
    return tuple(seats)
