"""A play or a no play, its call and its judgement."""

from __future__ import annotations

from typing import Annotated

from eleusis.game.events.base import Event, Lesson, take
from eleusis.game.sight import EVERYONE, open_to
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import Card


class Played(Event, frozen=True):
    """The mover put cards down to be judged."""

    teaches = None
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        shown = state.shown.get(self.seat, [])
        for card in self.cards:
            take(hidden.hands[self.seat], card)
            if card in shown:
                shown.remove(card)
        state.mover, state.passed, state.pending, state.card_played = self.seat, (), self.cards, True
        state.phase = "judge" if state.prophet is None else "call"


class NoPlayDeclared(Event, frozen=True):
    """The mover declared that no card of the hand is right, and showed the hand."""

    teaches = Lesson("the hand was shown to everyone", cards="hand")
    seat: str
    hand: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.shown[self.seat] = [card for card in self.hand if card.known]
        state.mover, state.passed, state.pending = self.seat, (), ()
        state.phase = "judge" if state.prophet is None else "call"


class Called(Event, frozen=True):
    """The prophet called the play or no play right or wrong, naming a card for a no play called wrong."""

    teaches = None
    seat: str
    right: bool
    card: Annotated[Card | None, open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.call, state.named, state.phase = self.right, self.card, "judge"


class Accepted(Event, frozen=True):
    """The dealer judged the play right: its cards went to the mainline."""

    teaches = None
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    @property
    def laid(self) -> int:
        return len(self.cards)

    def apply(self, state: State, hidden: Hidden) -> None:
        state.layout.accept(self.cards)
        state.laid += len(self.cards)
        state.right_since += len(self.cards)
        state.settle()


class Rejected(Event, frozen=True):
    """The dealer judged the play wrong: its cards went under the last mainline card, as one string."""

    teaches = None
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    @property
    def laid(self) -> int:
        return len(self.cards)

    def apply(self, state: State, hidden: Hidden) -> None:
        state.layout.reject(self.cards)
        state.laid += len(self.cards)
        state.wrong_since += len(self.cards)
        state.settle()


class NoPlayUpheld(Event, frozen=True):
    """The no play was right: the old cards went under the stock in hand order."""

    teaches = None
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        hidden.hands[self.seat].clear()
        state.shown.pop(self.seat, None)
        hidden.stock.extend(self.cards)
        state.settle()


class CardForced(Event, frozen=True):
    """The no play was wrong: a right card of the hand went to the mainline."""

    teaches = None
    seat: str
    card: Annotated[Card, open_to(EVERYONE)]

    @property
    def laid(self) -> int:
        return 1

    def apply(self, state: State, hidden: Hidden) -> None:
        take(hidden.hands[self.seat], self.card)
        shown = state.shown[self.seat]
        if self.card in shown:
            shown.remove(self.card)
        state.layout.accept((self.card,))
        state.laid += 1
        state.right_since += 1
        state.card_played = True
        state.settle()


class NoPlayTakenBack(Event, frozen=True):
    """The prophet misjudged the no play, and the player took the cards back; `right` says whether it was right."""

    teaches = None
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.settle()
