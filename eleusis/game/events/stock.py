"""The cards between the stock and the hands."""

from __future__ import annotations

from collections import deque
from typing import Annotated, Literal

from eleusis.game.events.base import Event, Lesson
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, open_to
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import Card

Why = Literal["wrong play", "wrong no play", "overthrown", "refill"]
"""Why a seat draws: its play was wrong, its no play was, it was overthrown as prophet, or its hand is filled up."""


class RoundBegan(Event, frozen=True):
    """The cards were dealt and the starters turned; `set_aside` are cards turned earlier that were not right."""

    teaches = Lesson("the hands were dealt", cards="hands")
    players: tuple[str, ...]
    dealer: str
    hands: Annotated[dict[str, tuple[Card, ...]], open_to(OWNERS)]
    starters: Annotated[tuple[Card, ...], open_to(EVERYONE)]
    stock: Annotated[tuple[Card, ...], open_to(NOBODY)]
    decks: int
    first: str
    set_aside: Annotated[tuple[Card, ...], open_to(EVERYONE)] = ()

    @property
    def laid(self) -> int:
        return len(self.starters)

    def apply(self, state: State, hidden: Hidden) -> None:
        players, dealer = self.players, self.dealer
        ring = players * 2
        for place, seat in enumerate(players):
            others = ring[place + 1 : place + 1 + len(players)]
            state.after[seat] = tuple([other for other in others if other != dealer])
        state.players, state.dealer, state.first = players, dealer, self.first
        state.holders = tuple(self.hands)
        hidden.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        hidden.stock, state.decks = deque(self.stock), self.decks
        state.starters = self.starters
        state.layout.accept(self.starters)
        state.laid = len(self.starters)
        state.set_aside = self.set_aside


class DeckAdded(Event, frozen=True):
    """The stock ran low: a shuffled deck went under it."""

    teaches = None
    cards: Annotated[tuple[Card, ...], open_to(NOBODY)]

    def apply(self, state: State, hidden: Hidden) -> None:
        hidden.stock.extend(self.cards)
        state.decks += 1


class Drew(Event, frozen=True):
    """A seat drew cards from the stock as a penalty or a replacement; `due` may be more than there were."""

    teaches = Lesson("{seat} has drawn cards, and may have seen them", cards="cards")
    seat: str
    cards: Annotated[tuple[Card, ...], open_to("seat")]
    why: Why
    due: int

    def apply(self, state: State, hidden: Hidden) -> None:
        seat, cards = self.seat, self.cards
        for _ in cards:
            hidden.stock.popleft()
        hidden.hands[seat] += cards
        if self.due != len(cards):
            state.short |= {seat}
            if not hidden.hands[seat]:
                state.stranded |= {seat}


class NewHandDealt(Event, frozen=True):
    """A right no play earned a new hand; with no cards the player is out."""

    teaches = Lesson("{seat} has drawn cards, and may have seen them", cards="cards")
    seat: str
    cards: Annotated[tuple[Card, ...], open_to("seat")]

    def apply(self, state: State, hidden: Hidden) -> None:
        for _ in self.cards:
            hidden.stock.popleft()
        hidden.hands[self.seat].extend(self.cards)
