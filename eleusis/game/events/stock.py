"""The cards between the stock and the hands."""

from __future__ import annotations

from collections import deque
from typing import Literal

from eleusis.game.events.base import Event, hidden
from eleusis.game.state import State
from eleusis.pack import Card

Why = Literal["wrong play", "wrong no play", "overthrown"]


class RoundBegan(Event):
    """The cards were dealt and the starters turned."""

    type = "round_began"
    players: tuple[str, ...]
    dealer: str
    hands: dict[str, tuple[Card, ...]]
    starters: tuple[Card, ...]
    stock: tuple[Card, ...]
    decks: int
    first: str

    def apply(self, state: State) -> None:
        state.players, state.dealer, state.first = self.players, self.dealer, self.first
        ring = self.players * 2
        for place, seat in enumerate(self.players):
            others = ring[place + 1 : place + 1 + len(self.players)]
            state.after[seat] = tuple(other for other in others if other != self.dealer)
        state.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        state.stock, state.decks = deque(self.stock), self.decks
        state.layout.accept(self.starters)

    def seen_by(self, seat: str) -> Event:
        hands = {who: cards if who == seat else hidden(cards) for who, cards in self.hands.items()}
        return self.replace(hands=hands, stock=hidden(self.stock))


class DeckAdded(Event):
    """The stock ran low: a shuffled deck went under it."""

    type = "deck_added"
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        state.stock.extend(self.cards)
        state.decks += 1

    def seen_by(self, seat: str) -> Event:
        return DeckAdded(hidden(self.cards))


class Drew(Event):
    """A seat drew cards from the stock as a penalty or a replacement; `due` may be more than there were."""

    type = "drew"
    seat: str
    cards: tuple[Card, ...]
    why: Why
    due: int

    def apply(self, state: State) -> None:
        seat, cards, _, due = self
        popleft = state.stock.popleft
        for _ in cards:
            popleft()
        state.hands[seat] += cards
        if due != len(cards):
            state.short |= {seat}

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else self.replace(cards=hidden(self.cards))


class NewHandDealt(Event):
    """A right no play earned a new hand; with no cards the player is out."""

    type = "new_hand_dealt"
    seat: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        for _ in self.cards:
            state.stock.popleft()
        state.hands[self.seat].extend(self.cards)

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else self.replace(cards=hidden(self.cards))
