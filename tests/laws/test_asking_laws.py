"""Laws of who is asked whether to be prophet: counted here from the record alone, and held against the round.

After a turn the mover is asked; under bidding all who may be prophet, the mover first and then clockwise; who has
just played the last card, where one may stay, and then nobody else. Only who is asked may declare or pass.
"""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.game.events import AnyEvent
from eleusis.game.moves import Declare, Guess, NoPlay, Pass
from eleusis.game.round import Round
from eleusis.variant.mechanisms.prophet import Prophet
from tests.laws.tables import VARIANTS, seated

SEEDS = st.integers(min_value=0, max_value=10_000)
LONGEST = 120


@attrs.define
class Table:
    """What the events say of those who may be prophet, and of the turn."""

    prophet: str | None = None
    been: set[str] = attrs.field(factory=set)
    expelled: set[str] = attrs.field(factory=set)
    mover: str | None = None
    turn: list[AnyEvent] = attrs.field(factory=list)
    """The events of this turn, from the play or no play on."""

    def add(self, event: AnyEvent) -> None:
        """Take note of an event."""
        match event.to_json():
            case {"type": "played" | "no_play_declared", "seat": str(seat)}:
                self.mover, self.turn = seat, []
            case {"type": "prophet_declared", "seat": str(seat)}:
                self.prophet = seat
                self.been.add(seat)
            case {"type": "prophet_overthrown"}:
                self.prophet = None
            case {"type": "expelled", "seat": str(seat)}:
                self.expelled.add(seat)
        self.turn.append(event)

    def types(self) -> set[str]:
        """The types of the events of this turn."""
        return {event.type for event in self.turn}

    def answered(self, right: str) -> set[str]:
        """Who has let this right go by in this turn."""
        passed = [event.to_json() for event in self.turn if event.type == "passed"]
        return {str(event["seat"]) for event in passed if event["right"] == right}

    def guesses(self) -> bool:
        """Whether a guess is offered, and neither made nor passed on."""
        return "guess_offered" in self.types() and "guess_made" not in self.types() and not self.answered("guess")

    def may_be(self, round_: Round, seat: str) -> bool:
        """Whether a seat may be prophet now."""
        knobs = round_.variant.prophet
        others = len(round_.players) - 2 - len(self.expelled)
        if not isinstance(knobs, Prophet) or self.prophet is not None or seat in self.expelled:
            return False
        return others >= knobs.other_players and not (knobs.once_per_round and seat in self.been)

    def asked(self, round_: Round) -> str | None:
        """Who is asked now; None: nobody."""
        mover, knobs = self.mover, round_.variant.prophet
        if (
            mover is None
            or not any(event.settles for event in self.turn)
            or self.guesses()
            or round_.ended is not None
        ):
            return None
        if "guess_made" in self.types() and "guess_judged" not in self.types():
            return None
        at = round_.players.index(mover)
        clockwise = [seat for seat in round_.players[at:] + round_.players[:at] if seat != round_.dealer]
        asked = clockwise if knobs.bidding and round_.hidden.hands[mover] else [mover]
        gone_by = self.answered("declare")
        return next((seat for seat in asked if seat not in gone_by and self.may_be(round_, seat)), None)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_who_is_asked_is_the_first_who_may_be_prophet_and_nobody_else_may_answer(name: str, seed: int) -> None:
    round_, seats = seated(name, seed)
    table = Table()
    for _ in range(LONGEST):
        if round_.to_act is None:
            break
        asked = table.asked(round_)
        if asked is not None:
            assert round_.to_act == asked
            assert round_.options() == (Declare(asked), Pass(asked))
        for seat in round_.players:
            hold_to_it(round_, table, seat, asked)
        before = len(round_.events)
        round_.step(seats[round_.to_act].move(round_.view(round_.to_act)))
        for event in round_.events[before:]:
            table.add(event)
        hold_the_end(round_, table)


def hold_to_it(round_: Round, table: Table, seat: str, asked: str | None) -> None:
    """Only who is asked may declare, or the mover who is offered a guess; and only who is asked that may pass."""
    guesser = table.mover if table.guesses() else None
    declare, passed = round_.refusal(Declare(seat)), round_.refusal(Pass(seat))
    if seat == asked:
        assert declare is passed is None
    elif seat == guesser:
        assert passed is None
    else:
        assert declare is not None
        assert declare.code == "move/may-not-declare"
        assert passed is not None
        assert passed.code == "move/out-of-turn"
    if seat != guesser:
        guess = round_.refusal(Guess(seat, "red"))
        assert guess is not None
        assert guess.code == "move/may-not-guess"
    if asked is not None and seat == round_.state.successor() and round_.variant.no_play.allowed:
        no_play = round_.refusal(NoPlay(seat))
        code = None if no_play is None else no_play.code
        assert code == (None if round_.hidden.hands[table.mover or ""] else "move/round-over")


def hold_the_end(round_: Round, table: Table) -> None:
    """Who has played the last card and may stay is asked before the round ends, and nobody else is."""
    went_out = [event.to_json() for event in table.turn if event.type == "went_out"]
    own = [event["reason"] for event in went_out if event["seat"] == table.mover]
    offered, option = "stay_offered" in table.types(), round_.variant.prophet.going_out.may_stay
    if offered:
        assert own == ["out of cards"]
        assert option
    if round_.ended == "out of cards" and own == ["out of cards"] and option:
        assert offered or not table.may_be(round_, table.mover or "")
