"""The laws of the scientist: he sees no more than his seat may, and the same seed is the same game."""

from __future__ import annotations

import pytest

from eleusis.driving.driver import play_round
from eleusis.game.moves import Move
from eleusis.game.round import Round
from eleusis.game.view import View
from tests.laws.tables import VARIANTS, seated, variant_of
from tests.laws.test_random_knobs import on_failure
from tests.laws.test_random_knobs import table as knob_table
from tests.laws.twins import scrambled

pytest.importorskip("numpy")

from eleusis.minds.induction.family import Family
from eleusis.minds.induction.mind import Mind
from eleusis.minds.players.scientist.player import Scientist
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import sit, whole

small = scientist_tables.small


class Watched:
    """A scientist whose every move is asked again of others who may know more, or less, than they should."""

    def __init__(self, inner: Scientist, round_: Round, seed: int) -> None:
        self.inner, self.round, self.seed, self.moves = inner, round_, seed, 0

    def move(self, seen: View) -> Move:
        self.inner.chance.seed(self.moves)
        move = self.inner.move(seen)
        other = sit(self.inner.variant, self.inner.mind.family, self.moves)
        assert other.move(scrambled(self.round, seen.seat, self.seed + self.moves)) == move
        self.moves += 1
        return move


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_a_move_hangs_on_what_the_seat_may_see_and_on_nothing_else(name: str, small: Family) -> None:
    """Nor on the moves that he made before: a game that was broken off goes on as it would have."""
    round_, players = seated(name, 11)
    seat = round_.players[0]
    players[seat] = Watched(sit(variant_of(name), small), round_, 11)
    play_round(round_, players, 60)


@pytest.mark.parametrize("number", range(12))
def test_he_plays_legally_in_random_editions(number: int, small: Family) -> None:
    plays_legally(number, small)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(12, 400))
def test_he_plays_legally_in_many_random_editions(number: int, small: Family) -> None:
    plays_legally(number, small)


def plays_legally(number: int, small: Family) -> None:
    at = knob_table(number, 0)
    if at is not None:
        others = [seat for seat in at.round.players if seat != at.round.dealer]
        for n, seat in enumerate(others):
            if n % 2 == 0:
                at.players[seat] = sit(at.variant, small, number)
        with on_failure(number, 0, at):
            play_round(at.round, at.players, 80)


def test_a_new_round_is_begun_with_an_open_mind(small: Family) -> None:
    mind = Mind(small)
    first = whole("express", "red", 6, small)[0].view("Ann").events
    second = whole("express", "black", 7, small)[0].view("Ann").events
    mind.see(first)
    mind.see(second)
    other = Mind(small)
    other.see(second)
    assert list(mind.beliefs) == list(other.beliefs)
    assert mind.posterior.rules.tolist() == other.posterior.rules.tolist()
