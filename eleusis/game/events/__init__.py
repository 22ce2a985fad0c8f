"""Events: what happened, in the past tense, with all that is needed to do it again.

Applying an event is the only thing that changes the state of a round. `seen_by(seat)` is the same event as
that seat may know it, with `??` for every card that is hidden from it; it follows from what each class declares of
its fields (game/sight.py). A new class goes into `AnyEvent`: the type checker then names every place that must
know it.
"""

from __future__ import annotations

from typing import get_args

from eleusis.game.events.base import Event, Lesson
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
    StayOffered,
    SuddenDeathBegan,
    WentOut,
)

AnyEvent = (
    RoundBegan
    | HintGiven
    | Played
    | NoPlayDeclared
    | Called
    | Accepted
    | Rejected
    | NoPlayUpheld
    | NewHandDealt
    | CardForced
    | NoPlayTakenBack
    | ProphetOverthrown
    | DeckAdded
    | Drew
    | SuddenDeathBegan
    | Expelled
    | WentOut
    | GuessOffered
    | GuessMade
    | GuessJudged
    | StayOffered
    | Passed
    | ProphetDeclared
    | RoundEnded
)
"""Any of the events: a `match` over it that leaves one out is an error of the type checker."""

EVENTS: tuple[type[AnyEvent], ...] = get_args(AnyEvent)
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
    "Lesson",
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
    "StayOffered",
    "SuddenDeathBegan",
    "WentOut",
    "Why",
]
