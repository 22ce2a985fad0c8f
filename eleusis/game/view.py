"""The view: all that one seat may see of a round, computed here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from eleusis.game import legality
from eleusis.game.events import Event
from eleusis.game.layout import Layout
from eleusis.game.moves import Move
from eleusis.game.state import Phase
from eleusis.pack import UNKNOWN, Card

if TYPE_CHECKING:
    from eleusis.game.round import Round


@attrs.frozen
class View:
    """A round as one seat may see it.

    `hands` has every seat's hand: one's own as it is, in hand order; of the others the cards that everyone
    has seen (a hand shown for a no play) and then `??` for the rest. `options` is empty unless the seat is
    to act.
    """

    seat: str
    players: tuple[str, ...]
    dealer: str
    hands: dict[str, tuple[Card, ...]]
    layout: Layout
    stock: int
    """Cards in the stock."""
    decks: int
    phase: Phase
    to_act: str | None
    mover: str | None
    pending: tuple[Card, ...]
    call: bool | None
    named: Card | None
    guess: str | None
    prophet: str | None
    declared_at: int | None
    right_since: int | None
    wrong_since: int | None
    expelled: tuple[str, ...]
    sudden_death: bool
    ended: str | None
    options: tuple[Move, ...]
    _history: Callable[[], tuple[Event, ...]] = attrs.field(eq=False, repr=False)

    @property
    def hand(self) -> tuple[Card, ...]:
        """One's own cards; none for the dealer."""
        return self.hands.get(self.seat, ())

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened up to the moment of the view, as this seat may know it."""
        return self._history()


def view(round_: Round, seat: str) -> View:
    """What `seat` may see of the round."""
    state, variant = round_.state, round_.variant
    actor = legality.to_act(state, variant)
    prophet = state.prophet
    events, moment = round_.events, len(round_.events)
    return View(
        seat=seat,
        players=state.players,
        dealer=state.dealer,
        hands={
            who: tuple(hand) if who == seat else public(hand, state.shown.get(who, []))
            for who, hand in state.hands.items()
        },
        layout=state.layout.copy(),
        stock=len(state.stock),
        decks=state.decks,
        phase=state.phase,
        to_act=actor,
        mover=state.mover,
        pending=state.pending,
        call=state.call,
        named=state.named,
        guess=state.guess,
        prophet=prophet,
        declared_at=None if prophet is None else state.declared_at,
        right_since=None if prophet is None else state.right_since,
        wrong_since=None if prophet is None else state.wrong_since,
        expelled=state.expelled,
        sudden_death=state.sudden_death,
        ended=state.ended,
        options=legality.options(state, variant) if actor == seat else (),
        history=lambda: tuple(event.seen_by(seat) for event in events[:moment]),
    )


def public(hand: list[Card], shown: list[Card]) -> tuple[Card, ...]:
    """A hand as everyone knows it: first the cards that were shown, then the rest unknown."""
    return (*shown, *([UNKNOWN] * (len(hand) - len(shown))))
