"""What every event is: a record that can be applied, and be shown to a seat."""

from __future__ import annotations

from typing import ClassVar

from eleusis.game.state import State
from eleusis.pack import UNKNOWN, Card
from eleusis.values import Value


def hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many unknown cards."""
    return (UNKNOWN,) * len(cards)


def take(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand: the first of its kind, or one that nobody wrote down."""
    try:
        hand.remove(card)
    except ValueError:
        hand.remove(UNKNOWN)


def judged(state: State) -> None:
    """The judgement is over: nothing is pending."""
    state.phase, state.pending, state.call, state.named = "play", (), None, None


class Event(Value):
    """What happened; `type` is its word in a record."""

    type: ClassVar[str]

    def apply(self, state: State) -> None:
        raise NotImplementedError

    def seen_by(self, seat: str) -> Event:
        return self
