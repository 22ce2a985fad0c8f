"""The round: a machine that turns moves into events by the rules of one variant.

It never knows the secret. A judgement is the dealer's move like any other, so a person, a record and a
compiled rule are the same thing to it. The order in a turn is that of rules.md, "One turn, in this order".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import structs

from eleusis.game import events as ev
from eleusis.game import legality, refusals
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round_scores import scores
from eleusis.game.state import EndReason, Hidden, State
from eleusis.game.view import View, Watch, take_view
from eleusis.ground.cards import Card
from eleusis.ground.data import FrozenMap
from eleusis.ground.errors import IllegalMove
from eleusis.variant import Variant

Supply = Callable[[int], Sequence[Card]]
"""The order of a deck that is added: the n-th deck of the round, counted from 1 with those at the start."""


class Round:
    """One round under one variant, from the deal to its end.

    `step(move)` is the only way to go on. The record is `events`; the first one is the deal.

    >>> from eleusis import cards, deal, load_variant
    >>> round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3)
    >>> round_
    <Round: express, Ann deals, 1 events, Bob to act>
    >>> [event.type for event in round_.step(Play("Bob", cards("KH")))]
    ['played']
    >>> [event.type for event in round_.step(Judge("Ann", right=False))]
    ['rejected', 'drew']
    >>> round_.to_act
    'Cleo'
    """

    __slots__ = ("_watch", "events", "hidden", "state", "supply", "variant")

    def __init__(self, variant: Variant, began: ev.RoundBegan, supply: Supply) -> None:
        self.variant: Variant = variant
        """The variant."""
        self.supply = supply
        self.state, self.hidden = State(), Hidden()
        self.events: list[ev.AnyEvent] = []
        """All that has happened, with every card: what a seat may know of it, its view has."""
        self._watch = Watch()
        self._emit(structs.replace(began, hands=FrozenMap(began.hands)))

    @classmethod
    def from_events(cls, variant: Variant, events: Iterable[ev.AnyEvent], supply: Supply) -> Round:
        """The round that these events make: folding a record gives the same round again."""
        rest = iter(events)
        began = next(rest)
        assert isinstance(began, ev.RoundBegan)
        again = cls(variant, began, supply)
        for event in rest:
            again._emit(event)
        return again

    def copy(self) -> Round:
        """The same round at the same moment, to try things on."""
        twin = Round.__new__(Round)
        twin.variant, twin.supply = self.variant, self.supply
        twin.state, twin.hidden = self.state.copy(), self.hidden.copy()
        twin.events, twin._watch = list(self.events), self._watch.copy()
        return twin

    __copy__ = copy

    def rewind(self, events: int) -> None:
        """Take back the last `events` events, as if they had not happened.

        Raises ValueError for fewer than none, or for the deal and all.
        """
        if not 0 <= events < len(self.events):
            raise ValueError(f"{events} of {len(self.events)} events can't be taken back: the deal stays")
        again = Round.from_events(self.variant, self.events[: len(self.events) - events], self.supply)
        self.events, self.state, self.hidden, self._watch = again.events, again.state, again.hidden, Watch()

    def at_deal(self) -> Round:
        """The same deal, before its first move."""
        return Round(self.variant, self.began, self.supply)

    def ends_with(self, events: Sequence[ev.AnyEvent]) -> bool:
        """Whether these events are the last that happened."""
        return self.events[len(self.events) - len(events) :] == list(events)

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    def __repr__(self) -> str:
        at = self.state.ended or f"{self.to_act} to act"
        return f"<Round: {self.variant.name}, {self.dealer} deals, {len(self.events)} events, {at}>"

    @property
    def began(self) -> ev.RoundBegan:
        """The deal, with which everything began."""
        began = self.events[0]
        assert isinstance(began, ev.RoundBegan)
        return began

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, clockwise, the dealer among them."""
        return self.state.players

    @property
    def dealer(self) -> str:
        """Who deals this round."""
        return self.state.dealer

    @property
    def ended(self) -> EndReason | None:
        """Why the round ended; None while it goes on."""
        return self.state.ended

    @property
    def to_act(self) -> str | None:
        """The seat that acts next; None when the round is over.

        A seat that may guess or declare is the one to act until it does so or passes, but a move by the next
        seat is taken for its pass.
        """
        return legality.to_act(self.state, self.variant)

    def options(self) -> tuple[Move, ...]:
        """What the seat to act may do: single cards only (strings are built), a guess with its text empty."""
        seat = self.to_act
        return () if seat is None else legality.options(self.state, self.variant, seat, self.hidden.hands)

    @property
    def scores(self) -> dict[str, int] | None:
        """The score of each seat, the dealer included; None while the round goes on."""
        return None if self.state.ended is None else scores(self.variant, self.state, self.hidden.hands)

    def view(self, seat: str | None) -> View:
        """What this seat may see (None: a spectator). Raises IllegalMove (`move/no-such-seat`) for a stranger."""
        state, watch = self.state, self._watch
        if seat not in state.players:
            if seat is not None:
                refusals.check_seat(state, seat)
            seat = ""
        watch.catch_up(self.events)
        return take_view(watch, state, self.hidden, self.variant, seat)

    def step(self, move: Move) -> list[ev.AnyEvent]:
        """Make a move, and return the new events.

        Raises IllegalMove (`move/…`) if the rules forbid it; then nothing has changed.
        """
        start = len(self.events)
        refusals.check(self.state, self.variant, self.hidden.hands, move)
        _HANDLERS[type(move)](self, move)
        return self.events[start:]

    def refusal(self, move: Move) -> IllegalMove | None:
        """Why a move is not allowed now: the error that `step` would raise; None if it is. Nothing changes.

        >>> from eleusis import cards, deal, load_variant
        >>> round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3)
        >>> print(round_.refusal(Play("Cleo", cards("KH"))).code)
        move/out-of-turn
        """
        try:
            refusals.check(self.state, self.variant, self.hidden.hands, move)
        except IllegalMove as error:
            return error
        return None

    def abandon(self) -> list[ev.AnyEvent]:
        """Break the round off for good: it is scored as it stands. Does nothing to a round that is over."""
        start = len(self.events)
        if self.state.ended is None:
            self._emit(ev.RoundEnded("abandoned"))
        return self.events[start:]

    # What each move does, once it is known to be allowed.

    def _play(self, move: Play) -> None:
        if self.state.phase == "guess":
            self._pass_guess_by()
        self._emit(ev.Played(move.seat, tuple(move.cards)))

    def _no_play(self, move: NoPlay) -> None:
        if self.state.phase == "guess":
            self._pass_guess_by()
        self._emit(ev.NoPlayDeclared(move.seat, tuple(self.hidden.hands[move.seat])))

    def _pass_guess_by(self) -> None:
        """The guess that is offered is let go by: by a pass, a turn or a declaration."""
        assert self.state.mover is not None
        self._emit(ev.Passed(self.state.mover, "guess"))

    def _call(self, move: Call) -> None:
        self._emit(ev.Called(move.seat, move.right, move.card))

    def _judge(self, move: Judge) -> None:
        state = self.state
        if state.phase == "judge guess":
            assert state.mover is not None
            self._emit(ev.GuessJudged(state.mover, move.right))
            self._end_turn()
        elif state.pending:
            self._judge_cards(move.right)
        else:
            self._judge_no_play(move)

    def _judge_cards(self, right: bool) -> None:
        """Steps 3 to 9 for cards that were played."""
        state = self.state
        seat, cards = state.mover, state.pending
        assert seat is not None
        laid, since, prophet = state.laid, state.since_marker(), state.prophet
        overthrew = prophet is not None and state.call != right
        self._emit(ev.Accepted(seat, cards) if right else ev.Rejected(seat, cards))
        if overthrew and prophet is not None:
            self._overthrow(prophet)
        if not right and not overthrew:
            self._draw(seat, self.variant.wrong_play.draws(len(cards)), "wrong play")
        self._fill_up(seat)
        if (met := self.variant.expulsion.is_met(laid, since)) or state.sudden_death:
            self._expel(seat, right, overthrew, met, cards_played=True)
        self._close_turn(seat, right)

    def _judge_no_play(self, move: Judge) -> None:
        """Steps 3 to 9 for a no play."""
        state, no_play = self.state, self.variant.no_play
        seat, prophet, right = state.mover, state.prophet, move.right
        assert seat is not None
        laid, since = state.laid, state.since_marker()
        misjudged = prophet is not None and legality.prophet_errs(state, move)
        emptied = False
        if misjudged and self.variant.prophet.takes_back:
            self._emit(ev.NoPlayTakenBack(seat, right))
        elif right:
            emptied = self._new_hand(seat)
        else:
            assert move.card is not None
            self._emit(ev.CardForced(seat, move.card))
        if misjudged and prophet is not None:
            self._overthrow(prophet)
        if not right and not misjudged:
            self._draw(seat, no_play.wrong.draw, "wrong no play")
        self._fill_up(seat)
        if (met := self.variant.expulsion.is_met(laid, since)) or state.sudden_death:
            self._expel(seat, right, misjudged, met, cards_played=False)
        self._close_turn(seat, right, emptied)

    def _new_hand(self, seat: str) -> bool:
        """The reward for a right no play; True if it left the player without cards."""
        old = tuple(self.hidden.hands[seat])
        self._emit(ev.NoPlayUpheld(seat, old))
        size = self.variant.no_play.right.new_hand(len(old)) or 0
        self._emit(ev.NewHandDealt(seat, self._from_stock(size)))
        return size == 0

    def _overthrow(self, prophet: str) -> None:
        knobs = self.variant.prophet
        stayed = not self.hidden.hands[prophet]  # a prophet makes no moves: without a card one was from the start
        self._emit(ev.ProphetOverthrown(prophet))
        self._draw(prophet, knobs.going_out.overthrow_draw if stayed else knobs.overthrow_draw, "overthrown")

    def _fill_up(self, seat: str) -> None:
        """The end of step 6: where hands are filled up, the mover draws what the hand lacks."""
        due = self.variant.refill.due(len(self.hidden.hands[seat]))
        if due:
            self._draw(seat, due, "refill")

    def _expel(self, seat: str, right: bool, overthrew: bool, met: bool, *, cards_played: bool) -> None:
        """Step 7, where the threshold was met before the play, or sudden death has begun."""
        state, expulsion = self.state, self.variant.expulsion
        if not state.sudden_death and expulsion.begins(met, cards_played):
            self._emit(ev.SuddenDeathBegan())
        if not right and expulsion.expels(met, state.sudden_death, overthrew):
            self._emit(ev.Expelled(seat))

    def _close_turn(self, seat: str, right: bool, emptied: bool = False) -> None:
        """Steps 8 and 9; `emptied` says that a right no play left the hand empty."""
        state, variant = self.state, self.variant
        if not self.hidden.hands[seat] and seat not in state.stranded:
            self._emit(ev.WentOut(seat, "right no play" if emptied else "out of cards"))
        if variant.guess.offers(right) and seat not in state.expelled:
            self._emit(ev.GuessOffered(seat))
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """The end of step 8, and step 9: the guess is over, or was let go by."""
        state = self.state
        if legality.may_stay(state, self.variant):
            assert state.mover is not None
            self._emit(ev.StayOffered(state.mover))
        else:
            self._check_end()

    def _check_end(self) -> None:
        """Step 9: does the round end, and why?"""
        reason = legality.end_reason(self.state, self.variant)
        if reason is not None:
            self._emit(ev.RoundEnded(reason))

    def _guess(self, move: Guess) -> None:
        self._emit(ev.GuessMade(move.seat, move.rule))

    def _pass(self, move: Pass) -> None:
        if self.state.phase == "guess":
            self._pass_guess_by()
            self._end_turn()
        else:
            self._emit(ev.Passed(move.seat, "declare"))
            self._check_end()

    def _declare(self, move: Declare) -> None:
        if self.state.phase == "guess":
            self._pass_guess_by()
            if legality.may_stay(self.state, self.variant):
                self._emit(ev.StayOffered(move.seat))
        self._emit(ev.ProphetDeclared(move.seat))
        self._check_end()

    def _hint(self, move: Hint) -> None:
        self._emit(ev.HintGiven(move.seat, move.hint))

    # Cards from the stock

    def _draw(self, seat: str, due: int, why: ev.Why) -> None:
        """Draw penalty cards: as many as are due, or as there are where the stock is not refilled."""
        if due:
            self._emit(ev.Drew(seat, self._from_stock(due), why, due))

    def _from_stock(self, due: int) -> tuple[Card, ...]:
        """The cards that the next draws will give, decks being added first where the draws would make it due.

        The threshold is looked at after every single draw; since an added deck goes under the stock, adding
        it before the draws, until enough are left after the last of them, gives the same cards.
        """
        stock, knobs = self.hidden.stock, self.variant.stock
        left = len(stock) - due
        while left <= knobs.refill_at and knobs.refills and due:
            left += self._add_deck()
        return tuple(islice(stock, due))

    def _add_deck(self) -> int:
        cards = tuple(self.supply(self.state.decks + 1))
        if not cards:
            raise ValueError("the supply gave a deck without a card")
        self._emit(ev.DeckAdded(cards))
        return len(cards)

    def _emit(self, event: ev.AnyEvent) -> None:
        self.events.append(event)
        event.apply(self.state, self.hidden)
        self.state.moment += 1


_HANDLERS: dict[type[Move], Callable[..., None]] = {
    Play: Round._play,
    NoPlay: Round._no_play,
    Call: Round._call,
    Judge: Round._judge,
    Guess: Round._guess,
    Pass: Round._pass,
    Declare: Round._declare,
    Hint: Round._hint,
}
"""What each kind of move does; a handler takes exactly the kind that it stands under."""
