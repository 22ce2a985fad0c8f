"""The state of a round: plain data that only events change.

It has two parts. `State` is what lies open: everyone at the table may know all of it, and views look at it.
`Hidden` is the rest, the hands and the stock; only the round holds it.
"""

from __future__ import annotations

from collections import deque
from typing import Literal, get_args

import attrs

from eleusis.game.layout import GrowingLayout
from eleusis.ground.cards import Card

Phase = Literal["play", "call", "judge", "guess", "judge guess", "stay", "over"]
"""What the round waits for: a move or a declaration; the prophet's call; the dealer's judgement; a guess or
a pass; the dealer's judgement of a guess; whether who has gone out stays as prophet; nothing more."""

JUDGING: frozenset[Phase] = frozenset({"judge", "judge guess"})
"""What it waits for where the dealer is due."""


EndReason = Literal[
    "out of cards",
    "right no play",
    "cutoff",
    "all expelled",
    "right guess",
    "stock out",
    "turns played",
    "nobody can act",
    "abandoned",
]
"""Why a round ends: the words of `ended`."""

END_REASONS: tuple[EndReason, ...] = get_args(EndReason)


@attrs.define
class State:
    """What everyone at the table knows of a round. A card that somebody may not see never goes in here.

    `after[seat]` lists the seats that play, clockwise from the one at the left of `seat` round to itself.
    `shown[seat]` lists the cards of a hand that everyone has seen and that are still in it.
    """

    players: tuple[str, ...] = ()
    dealer: str = ""
    after: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    holders: tuple[str, ...] = ()
    """Who holds a hand: all but the dealer, in the order in which they were dealt."""
    first: str = ""
    shown: dict[str, list[Card]] = attrs.field(factory=dict)
    decks: int = 0
    starters: tuple[Card, ...] = ()
    """The card or cards that the mainline began with."""
    layout: GrowingLayout = attrs.field(factory=GrowingLayout)
    laid: int = 0
    """The cards on the layout, starters included."""
    phase: Phase = "play"
    mover: str | None = None
    """The seat whose turn it is, or was last; None before the first turn."""
    passed: tuple[str, ...] = ()
    """Who has let go by the right to declare that this turn gave."""
    pending: tuple[Card, ...] = ()
    """The cards played that still wait for their judgement; none where a no play waits."""
    call: bool | None = None
    named: Card | None = None
    prophet: str | None = None
    declared_at: int = 0
    """Cards on the layout when the prophet declared."""
    right_since: int = 0
    wrong_since: int = 0
    been_prophet: frozenset[str] = frozenset()
    expelled: tuple[str, ...] = ()
    sudden_death: bool = False
    card_played: bool = False
    out: dict[str, EndReason] = attrs.field(factory=dict)
    """Who got rid of all cards, and the reason that this is for the round to end."""
    short: frozenset[str] = frozenset()
    """Who was owed cards that the stock could not give."""
    stranded: frozenset[str] = frozenset()
    """Who was left without a card by that."""
    guess: str | None = None
    """The last guess that was made."""
    guesser: str | None = None
    """Who guessed the rule."""
    wrong_guesses: dict[str, int] = attrs.field(factory=dict)
    """How often each seat has guessed wrong, for those that have."""
    turn: int = 0
    """How many plays and no plays have been judged."""
    set_aside: tuple[Card, ...] = ()
    """The cards that were turned as starters and were not right; out of play."""
    ended: EndReason | None = None
    moment: int = 0
    """How many events have led here."""

    def accept(self, cards: tuple[Card, ...]) -> None:
        """Right cards go to the mainline."""
        self.layout.accept(cards)
        self.laid += len(cards)
        self.right_since += len(cards)

    def reject(self, cards: tuple[Card, ...]) -> None:
        """A wrong play goes below the last card of the mainline."""
        self.layout.reject(cards)
        self.laid += len(cards)
        self.wrong_since += len(cards)

    def settle(self) -> None:
        """A play or a no play is judged: nothing is pending."""
        self.turn += 1
        self.phase, self.pending, self.call, self.named = "play", (), None, None

    def since_marker(self) -> int | None:
        """Cards put on the layout after the declaration; None without a prophet."""
        return None if self.prophet is None else self.laid - self.declared_at

    def successor(self) -> str | None:
        """The seat whose turn comes next: neither dealer, prophet nor expelled; None if there is none."""
        if self.mover is None:
            return self.first
        for seat in self.after[self.mover]:
            if seat != self.prophet and seat not in self.expelled:
                return seat
        return None

    def copy(self) -> State:
        """The same state, sharing nothing that can change."""
        return attrs.evolve(
            self,
            shown={seat: list(hand) for seat, hand in self.shown.items()},
            layout=self.layout.copy(),
            out=dict(self.out),
            wrong_guesses=dict(self.wrong_guesses),
        )


@attrs.define
class Hidden:
    """The cards that not everyone may see: `hands` in hand order, by seat, and the stock, its top first."""

    hands: dict[str, list[Card]] = attrs.field(factory=dict)
    stock: deque[Card] = attrs.field(factory=deque)

    def copy(self) -> Hidden:
        """The same cards in lists of their own."""
        return Hidden({seat: list(hand) for seat, hand in self.hands.items()}, self.stock.copy())
