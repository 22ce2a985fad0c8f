"""Events: what happened, in the past tense, with all that is needed to do it again.

Applying an event is the only thing that changes the state of a round. `seen_by(seat)` is the same event as
that seat may know it, with `??` for every card that is hidden from it.
"""

from __future__ import annotations

from collections import deque
from typing import ClassVar, Literal

from eleusis.game.state import State
from eleusis.pack import UNKNOWN, Card
from eleusis.values import Value

Why = Literal["wrong play", "wrong no play", "overthrown"]


def hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many unknown cards."""
    return (UNKNOWN,) * len(cards)


def take(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand: the first of its kind, or one that nobody wrote down."""
    try:
        hand.remove(card)
    except ValueError:
        hand.remove(UNKNOWN)


class Event(Value):
    """What happened; `type` is its word in a record."""

    type: ClassVar[str]

    def apply(self, state: State) -> None:
        raise NotImplementedError

    def seen_by(self, seat: str) -> Event:
        return self


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


class HintGiven(Event):
    """The dealer gave a hint."""

    type = "hint_given"
    seat: str
    hint: str

    def apply(self, state: State) -> None:
        pass


class Played(Event):
    """The mover put cards down to be judged."""

    type = "played"
    seat: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        seat, cards = self
        hand = state.hands[seat]
        for card in cards:
            try:
                hand.remove(card)
            except ValueError:
                hand.remove(UNKNOWN)
        if shown := state.shown.get(seat):
            for card in cards:
                if card in shown:
                    shown.remove(card)
        state.mover, state.passed, state.pending, state.card_played = seat, False, cards, True
        state.phase = "judge" if state.prophet is None else "call"


class NoPlayDeclared(Event):
    """The mover declared that he has no right card, and showed his hand."""

    type = "no_play_declared"
    seat: str
    hand: tuple[Card, ...]

    def apply(self, state: State) -> None:
        state.shown[self.seat] = [card for card in self.hand if card.known]
        state.mover, state.passed, state.pending = self.seat, False, ()
        state.phase = "judge" if state.prophet is None else "call"


class Called(Event):
    """The prophet called the play or no play right or wrong; of a no play, he named a card."""

    type = "called"
    seat: str
    right: bool
    card: Card | None

    def apply(self, state: State) -> None:
        state.call, state.named, state.phase = self.right, self.card, "judge"


def _judged(state: State) -> None:
    state.phase, state.pending, state.call, state.named = "play", (), None, None


class Accepted(Event):
    """The dealer judged the play right: its cards went to the mainline."""

    type = "accepted"
    seat: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        cards = self.cards
        state.layout.accept(cards)
        state.right_since += len(cards)
        state.phase, state.pending, state.call, state.named = "play", (), None, None


class Rejected(Event):
    """The dealer judged the play wrong: its cards went under the last mainline card, as one string."""

    type = "rejected"
    seat: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        cards = self.cards
        state.layout.reject(cards)
        state.wrong_since += len(cards)
        state.phase, state.pending, state.call, state.named = "play", (), None, None


class NoPlayUpheld(Event):
    """The no play was right: the old cards went under the stock in hand order."""

    type = "no_play_upheld"
    seat: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> None:
        state.hands[self.seat].clear()
        state.shown.pop(self.seat, None)
        state.stock.extend(self.cards)
        _judged(state)


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


class CardForced(Event):
    """The no play was wrong: a right card of the hand went to the mainline."""

    type = "card_forced"
    seat: str
    card: Card

    def apply(self, state: State) -> None:
        take(state.hands[self.seat], self.card)
        shown = state.shown[self.seat]
        if self.card in shown:
            shown.remove(self.card)
        state.layout.accept((self.card,))
        state.right_since += 1
        state.card_played = True
        _judged(state)


class NoPlayTakenBack(Event):
    """The prophet misjudged the no play, and the player took his cards back; `right` is what it truly was."""

    type = "no_play_taken_back"
    seat: str
    right: bool

    def apply(self, state: State) -> None:
        _judged(state)


class ProphetOverthrown(Event):
    """The prophet was wrong: his marker went, and he is a player again."""

    type = "prophet_overthrown"
    seat: str

    def apply(self, state: State) -> None:
        state.prophet = None


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


class SuddenDeathBegan(Event):
    """From this turn to the end of the round, whoever is wrong is out of it."""

    type = "sudden_death_began"

    def apply(self, state: State) -> None:
        state.sudden_death = True


class Expelled(Event):
    """A player was expelled; he keeps his hand for scoring."""

    type = "expelled"
    seat: str

    def apply(self, state: State) -> None:
        state.expelled += (self.seat,)


class WentOut(Event):
    """A player has no cards left; `reason` is the one that this gives the round to end."""

    type = "went_out"
    seat: str
    reason: Literal["out of cards", "right no play"]

    def apply(self, state: State) -> None:
        state.out[self.seat] = self.reason


class GuessOffered(Event):
    """The mover was right, and may guess the rule."""

    type = "guess_offered"
    seat: str

    def apply(self, state: State) -> None:
        state.phase = "guess"


class GuessMade(Event):
    """A player said what he believes the rule to be."""

    type = "guess_made"
    seat: str
    rule: str

    def apply(self, state: State) -> None:
        state.phase, state.guess = "judge guess", self.rule


class GuessJudged(Event):
    """The dealer said whether the guess is right."""

    type = "guess_judged"
    seat: str
    right: bool

    def apply(self, state: State) -> None:
        state.phase = "play"
        if self.right:
            state.guesser = self.seat


class Passed(Event):
    """The mover let a right go by."""

    type = "passed"
    seat: str
    right: Literal["guess", "declare"]

    def apply(self, state: State) -> None:
        state.phase = "play"
        state.passed = self.right == "declare"


class ProphetDeclared(Event):
    """The mover declared himself prophet, and his marker went on the layout."""

    type = "prophet_declared"
    seat: str

    def apply(self, state: State) -> None:
        state.prophet = self.seat
        state.declared_at = state.layout.count
        state.right_since = state.wrong_since = 0
        state.been_prophet |= {self.seat}


class RoundEnded(Event):
    """The round ended."""

    type = "round_ended"
    reason: str

    def apply(self, state: State) -> None:
        state.ended, state.phase = self.reason, "over"


EVENTS: tuple[type[Event], ...] = (
    RoundBegan, HintGiven, Played, NoPlayDeclared, Called, Accepted, Rejected, NoPlayUpheld, NewHandDealt,
    CardForced, NoPlayTakenBack, ProphetOverthrown, DeckAdded, Drew, SuddenDeathBegan, Expelled, WentOut,
    GuessOffered, GuessMade, GuessJudged, Passed, ProphetDeclared, RoundEnded,
)  # fmt: skip
"""Every kind of event."""
