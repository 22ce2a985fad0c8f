"""Plain wrong values at the doors of the Python interface: each is told in one clean sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import Play, Rule, compare, deal, load_variant, simulate
from eleusis.game.moves import MOVES, Move
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, IllegalMove, LabError, ScriptError
from eleusis.ground.values import new
from eleusis.secret.automaton.comparison import Comparison

ABBOTT = load_variant("abbott")


@pytest.mark.parametrize(
    "given", [{"variants": []}, {"jobs": 0}, {"jobs": -1}, {"jobs": 10**6}, {"engine": "kernal"}]
)
def test_what_simulate_does_not_take(given: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(LabError) as raised:
        simulate(**{"rounds": 1, "rules": "red", **given})
    assert raised.value.code == "lab/argument"
    assert str(raised.value) == snapshot


@pytest.mark.parametrize(
    "given", [{"variants": None}, {"rounds": "5"}, {"players": [None]}, {"rules": None}, {"seed": 1.5}], ids=str
)
def test_what_a_type_checker_finds_is_no_simulation(given: dict[str, Any]) -> None:
    with pytest.raises((TypeError, AttributeError)):
        simulate(**{"rounds": 1, "rules": "red", **given})


def test_one_setting_may_stand_alone() -> None:
    alone = simulate(rounds=2, rules="red", settings="deal.hand=9", seed=3)
    assert alone.to_csv() == simulate(rounds=2, rules=["red"], settings=["deal.hand=9"], seed=3).to_csv()


DEALS: list[tuple[dict[str, Any], str, str]] = [
    ({"hands": {None: cards("7S")}}, "no-such-seat", "nobody at the table is called 'None'"),
    ({"players": "AB"}, "players", "players are given as several names, not as the text 'AB'"),
    ({"dealer": 5}, "no-such-seat", "the dealer '5' isn't a player"),
]


@pytest.mark.parametrize(("given", "code", "message"), DEALS, ids=[str(number) for number in range(len(DEALS))])
def test_what_deal_does_not_take(given: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(ScriptError) as raised:
        deal(**{"variant": ABBOTT, "players": ["Ann", "Bob", "Cleo"], "seed": 7, **given})
    assert (raised.value.code, str(raised.value)) == (f"script/{code}", message)


@pytest.mark.parametrize("given", [{"starter": "7S"}, {"stock": "7S"}, {"hands": {"Bob": ["7S"]}}], ids=str)
def test_a_text_is_no_card(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        deal(ABBOTT, ["Ann", "Bob", "Cleo"], seed=7, **given)


@pytest.mark.parametrize("stranger", [[], "Zoe", 3], ids=repr)
def test_a_view_for_nobody(stranger: Any) -> None:
    with pytest.raises(IllegalMove, match="nobody at the table is called") as raised:
        deal(ABBOTT, ["Ann", "Bob"], seed=7).view(stranger)
    assert raised.value.code == "move/no-such-seat"


def test_rules_are_compared_by_their_texts_too() -> None:
    assert compare("red", "not black")
    assert not compare(Rule("red"), "black")
    with pytest.raises(EleusisError) as raised:
        compare("red", "blakc")
    assert raised.value.code == "rule/unknown-name"


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_made_round_its_constructor(kind: type[Move]) -> None:
    round_ = deal(ABBOTT, ["Ann", "Bob"], seed=7)
    for seat in round_.players:
        for size in range(6):
            move = new(kind, (seat, None, None, None, None, None)[:size])
            if size == len(kind._fields):
                continue
            refusal = round_.refusal(move)
            with pytest.raises(IllegalMove) as raised:
                round_.step(move)
            assert refusal is not None
            assert (raised.value.code, str(raised.value)) == ("move/malformed", str(refusal))
            assert len(round_.events) == 1


def _comparison() -> object:
    return Comparison(same=1)  # type: ignore[arg-type]  # that is the case


def _measure() -> object:
    return simulate(rounds=1, rules="red")["turn"]


def _play() -> object:
    return Play("Ann", card=cards("7S"))  # type: ignore[call-arg]  # that is the case


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (_comparison, TypeError, "same is True, False or None, not 1"),
        (_measure, KeyError, "no measure 'turn' (did you mean 'turns'?)"),
        (_play, TypeError, "Play has no field 'card'; it has seat, cards"),
        (lambda: Play("Ann", cards("7S"), seat="Bob"), TypeError, "Play takes seat once, not twice"),  # type: ignore[misc]  # that is the case
    ],
)
def test_what_is_told_of_a_slip(make: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as raised:
        make()
    assert raised.value.args == (message,)
