"""Events: what happened, in the past tense, with all that is needed to do it again.

Applying an event is the only thing that changes the state of a round. `seen_by(seat)` is the same event as
that seat may know it, with `??` for every card that is hidden from it.
"""

from __future__ import annotations

from eleusis.game.events.base import Event
from eleusis.game.events.play import (
    Accepted,
    Called,
    CardForced,
    NoPlayDeclared,
    NoPlayTakenBack,
    NoPlayUpheld,
    Played,
    Rejected,
)
from eleusis.game.events.stock import DeckAdded, Drew, NewHandDealt, RoundBegan, Why
from eleusis.game.events.turn import (
    Expelled,
    GuessJudged,
    GuessMade,
    GuessOffered,
    HintGiven,
    Passed,
    ProphetDeclared,
    ProphetOverthrown,
    RoundEnded,
    SuddenDeathBegan,
    WentOut,
)

AnyEvent = (
    RoundBegan | HintGiven | Played | NoPlayDeclared | Called | Accepted | Rejected | NoPlayUpheld | NewHandDealt
    | CardForced | NoPlayTakenBack | ProphetOverthrown | DeckAdded | Drew | SuddenDeathBegan | Expelled | WentOut
    | GuessOffered | GuessMade | GuessJudged | Passed | ProphetDeclared | RoundEnded
)  # fmt: skip
"""An event of any kind: a `match` over it that leaves one out is an error of the type checker."""

EVENTS: tuple[type[Event], ...] = (
    RoundBegan, HintGiven, Played, NoPlayDeclared, Called, Accepted, Rejected, NoPlayUpheld, NewHandDealt,
    CardForced, NoPlayTakenBack, ProphetOverthrown, DeckAdded, Drew, SuddenDeathBegan, Expelled, WentOut,
    GuessOffered, GuessMade, GuessJudged, Passed, ProphetDeclared, RoundEnded,
)  # fmt: skip
"""Every kind of event."""

__all__ = [
    "EVENTS",
    "Accepted",
    "AnyEvent",
    "Called",
    "CardForced",
    "DeckAdded",
    "Drew",
    "Event",
    "Expelled",
    "GuessJudged",
    "GuessMade",
    "GuessOffered",
    "HintGiven",
    "NewHandDealt",
    "NoPlayDeclared",
    "NoPlayTakenBack",
    "NoPlayUpheld",
    "Passed",
    "Played",
    "ProphetDeclared",
    "ProphetOverthrown",
    "Rejected",
    "RoundBegan",
    "RoundEnded",
    "SuddenDeathBegan",
    "WentOut",
    "Why",
]
