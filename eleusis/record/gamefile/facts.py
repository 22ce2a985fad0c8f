"""What may stand after `=>`: the facts of an event, one phrase each, as they are written and as they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from eleusis.game import events as ev
from eleusis.game.line_words import seat_word


def facts(event: ev.AnyEvent) -> tuple[str, ...]:
    """The phrases that an event makes true.

    None for what a line of the file says itself (a play, a guess), and for what is no fact of a game file (a deck
    that is added): docs/game-file.md lists those that may stand after `=>`.
    """
    match event:
        case ev.Accepted() | ev.NoPlayUpheld():
            return ("right",)
        case ev.Rejected():
            return ("wrong",)
        case ev.CardForced():
            return ("wrong", f"{seat_word(event.seat)} plays {event.card.text}")
        case ev.NoPlayTakenBack():
            return ("right" if event.right else "wrong",)
        case ev.Drew():
            return (f"{seat_word(event.seat)} draws {len(event.cards)}",)
        case ev.NewHandDealt():
            return (f"{seat_word(event.seat)} new hand {len(event.cards)}",)
        case ev.WentOut():
            return (f"{seat_word(event.seat)} out",)
        case ev.Expelled():
            return (f"{seat_word(event.seat)} expelled",)
        case ev.ProphetOverthrown():
            return (f"{seat_word(event.seat)} overthrown",)
        case ev.GuessJudged():
            return ("guess right" if event.right else "guess wrong",)
        case ev.RoundEnded():
            return (f"ended {event.reason}",)
        case ev.Played() | ev.NoPlayDeclared() | ev.Called() | ev.GuessMade() | ev.HintGiven():
            return ()
        case ev.RoundBegan() | ev.DeckAdded() | ev.SuddenDeathBegan() | ev.ProphetDeclared():
            return ()
        case ev.GuessOffered() | ev.StayOffered() | ev.Passed():
            return ()
        case _:
            assert_never(event)


def facts_of(events: Iterable[ev.AnyEvent]) -> list[str]:
    """The phrases of several events, in order."""
    return [fact for event in events for fact in facts(event)]
