"""A play or a no play, its call and its judgement."""

from __future__ import annotations

from eleusis.game.events.base import Event, Lesson, take
from eleusis.game.sight import EVERYONE
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.values import open_to


class Played(Event):
    """The mover put cards down to be judged."""

    type = "played"
    teaches = None
    seat: str
    cards: tuple[Card, ...] = open_to(EVERYONE)

    def apply(self, state: State, hidden: Hidden) -> None:
        seat, cards = self
        hand = hidden.hands[seat]
        for card in cards:
            if hand[0] is UNKNOWN:
                take(hand, card)
                continue
            try:
                hand.remove(card)
            except ValueError:
                hand.remove(UNKNOWN)
        if state.shown and (shown := state.shown.get(seat)):
            for card in cards:
                if card in shown:
                    shown.remove(card)
        state.mover, state.passed, state.pending, state.card_played = seat, (), cards, True
        state.phase = "judge" if state.prophet is None else "call"


class NoPlayDeclared(Event):
    """The mover declared that no card of the hand is right, and showed the hand."""

    type = "no_play_declared"
    teaches = Lesson("the hand was shown to everyone", cards="hand")
    seat: str
    hand: tuple[Card, ...] = open_to(EVERYONE)

    def apply(self, state: State, hidden: Hidden) -> None:
        state.shown[self.seat] = [card for card in self.hand if card.known]
        state.mover, state.passed, state.pending = self.seat, (), ()
        state.phase = "judge" if state.prophet is None else "call"


class Called(Event):
    """The prophet called the play or no play right or wrong, naming a card for a no play called wrong."""

    type = "called"
    teaches = None
    seat: str
    right: bool
    card: Card | None = open_to(EVERYONE)

    def apply(self, state: State, hidden: Hidden) -> None:
        state.call, state.named, state.phase = self.right, self.card, "judge"


class Accepted(Event):
    """The dealer judged the play right: its cards went to the mainline."""

    type = "accepted"
    teaches = None
    seat: str
    cards: tuple[Card, ...] = open_to(EVERYONE)

    @property
    def laid(self) -> int:
        return len(self.cards)

    def apply(self, state: State, hidden: Hidden) -> None:
        cards = self.cards
        state.layout.accept(cards)
        state.right_since += len(cards)
        state.turn += 1
        state.phase, state.pending, state.call, state.named = "play", (), None, None


class Rejected(Event):
    """The dealer judged the play wrong: its cards went under the last mainline card, as one string."""

    type = "rejected"
    teaches = None
    seat: str
    cards: tuple[Card, ...] = open_to(EVERYONE)

    @property
    def laid(self) -> int:
        return len(self.cards)

    def apply(self, state: State, hidden: Hidden) -> None:
        cards = self.cards
        state.layout.reject(cards)
        state.wrong_since += len(cards)
        state.turn += 1
        state.phase, state.pending, state.call, state.named = "play", (), None, None


class NoPlayUpheld(Event):
    """The no play was right: the old cards went under the stock in hand order."""

    type = "no_play_upheld"
    teaches = None
    seat: str
    cards: tuple[Card, ...] = open_to(EVERYONE)

    def apply(self, state: State, hidden: Hidden) -> None:
        hidden.hands[self.seat].clear()
        state.shown.pop(self.seat, None)
        hidden.stock.extend(self.cards)
        state.turn += 1
        state.settle()


class CardForced(Event):
    """The no play was wrong: a right card of the hand went to the mainline."""

    type = "card_forced"
    teaches = None
    seat: str
    card: Card = open_to(EVERYONE)

    @property
    def laid(self) -> int:
        return 1

    def apply(self, state: State, hidden: Hidden) -> None:
        take(hidden.hands[self.seat], self.card)
        shown = state.shown[self.seat]
        if self.card in shown:
            shown.remove(self.card)
        state.layout.accept((self.card,))
        state.right_since += 1
        state.card_played = True
        state.turn += 1
        state.settle()


class NoPlayTakenBack(Event):
    """The prophet misjudged the no play, and the player took the cards back; `right` says whether it was right."""

    type = "no_play_taken_back"
    teaches = None
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.turn += 1
        state.settle()
