"""A round survives pickling and deep copying: it is equal to the first, and goes on as that does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from eleusis.driving.dealing import DeckSupply, deal
from eleusis.driving.driver import Player
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.round import Round
from eleusis.ground.chance import stream
from eleusis.lab.simulation import simulate
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


def test_decks_are_added_to_a_pickled_round_in_the_same_order() -> None:
    twin = pickled(deal(load_variant("abbott"), PLAYERS, seed=7, number=3))
    assert twin.supply == DeckSupply(7, 3)
    assert twin.supply(3) == DeckSupply(7, 3)(3)
    assert sorted(twin.supply(3), key=lambda card: card.index) != twin.supply(3)
    assert {card.text for card in DeckSupply(None, 1)(2)} == {"??"}


@pytest.mark.parametrize("games", [None, 2])
def test_the_results_of_a_simulation_survive_pickling(games: int | None) -> None:
    results = simulate(
        rounds=None if games else 30,
        games=games,
        rules="red",
        settings=["deal.hand=9"],
        players="Ann:knower,Bob:random",
    )
    again = pickle.loads(pickle.dumps(results))
    assert (again.plan, again.outcomes) == (results.plan, results.outcomes)
    assert (str(again), again.to_json(), again.to_csv()) == (str(results), results.to_json(), results.to_csv())
    outcome = results["turns"]
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert again["score.Ann"] == copy.deepcopy(results)["score.Ann"]
