"""A round survives pickling and deep copying: it is equal to the first, and goes on as that does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.round import Round
from eleusis.ground.chance import stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant, variant_names

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


def pickled(round_: Round) -> Round:
    again = pickle.loads(pickle.dumps(round_))
    assert isinstance(again, Round)
    return again


def finished(round_: Round, variant: str, turns: int) -> Round:
    """The round gone on with for so many moves, by bots whose chance begins anew."""
    edition = load_variant(variant)
    seats: dict[str, Player] = {seat: RandomPlayer(edition, stream(5, seat)) for seat in PLAYERS}
    seats["Dan"] = RuleDealer(Rule("if last.odd then black else red"), edition)
    for _ in range(turns):
        if round_.to_act is None:
            break
        round_.step(seats[round_.to_act].move(round_.view(round_.to_act)))
    return round_


def same(first: Round, second: Round) -> bool:
    parts = [
        (round_.variant, round_.events, round_.state, round_.hidden, round_.supply) for round_ in (first, second)
    ]
    return parts[0] == parts[1]


@pytest.mark.parametrize("twin_of", [pickled, copy.deepcopy], ids=["pickled", "deep copy"])
@pytest.mark.parametrize("variant", variant_names())
@pytest.mark.parametrize("turns", [0, 1, 30])
def test_a_round_is_the_same_afterwards_and_goes_on_the_same(
    twin_of: Callable[[Round], Round], variant: str, turns: int
) -> None:
    round_ = finished(deal(load_variant(variant), PLAYERS, dealer="Dan", seed=7), variant, turns)
    twin = twin_of(round_)
    assert same(twin, round_)
    before = list(round_.events)
    finished(twin, variant, 400)
    assert round_.events == before, "what the twin does is its own"
    finished(round_, variant, 400)
    assert same(twin, round_)
    assert len(round_.events) > len(before)
