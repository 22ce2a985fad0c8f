"""Plain wrong values at the doors of the Python interface: each is told in one clean sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import Rule, Seat, compare, deal, load_variant, simulate
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, IllegalMove, LabError, ScriptError

ABBOTT = load_variant("abbott")

ARGUMENTS: list[dict[str, Any]] = [
    {"variants": []},
    {"variants": None},
    {"variants": Path("abbott")},
    {"variants": ["abbott", None]},
    {"jobs": 0},
    {"jobs": -1},
    {"jobs": 10**6},
    {"jobs": "2"},
    {"rounds": 2.5},
    {"rounds": "5"},
    {"rounds": True},
    {"rounds": None, "games": 1.5},
    {"rounds": None, "games": 1, "stop_after": "x"},
    {"players": ["Ann", "Bob"]},
    {"players": None},
    {"players": b"Ann,Bob"},
    {"players": {"Ann": "random"}},
    {"players": [Seat(1, "random"), Seat("Bob", "random")]},  # type: ignore[arg-type]  # that is the case
    {"players": [Seat("Ann", None)]},  # type: ignore[arg-type]  # that is the case
    {"rules": None},
    {"rules": Path("rules.yaml")},
    {"rules": ["red", 3]},
    {"settings": None},
    {"settings": [None]},
    {"sweep": 5},
    {"seed": None},
    {"seed": 1.5},
    {"seed": float("inf")},
    {"seed": []},
    {"seed": True},
    {"seed": object()},
    {"seed": "seven"},
]


@pytest.mark.parametrize("given", ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_what_simulate_does_not_take(given: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(LabError) as raised:
        simulate(**{"rounds": 1, "rules": "red", **given})
    assert raised.value.code == "lab/argument"
    assert str(raised.value) == snapshot


def test_one_setting_may_stand_alone_and_a_seed_in_digits() -> None:
    alone = simulate(rounds=2, rules="red", settings="deal.hand=9", seed="3")  # type: ignore[arg-type]  # accepted
    assert alone.to_csv() == simulate(rounds=2, rules=["red"], settings=["deal.hand=9"], seed=3).to_csv()


DEALS: list[dict[str, Any]] = [
    {"hands": {"Bob": "7S"}},
    {"hands": {"Bob": ["7S"]}},
    {"hands": {"Bob": cards("7S")[0]}},
    {"hands": [cards("7S")]},
    {"hands": {None: cards("7S")}},
    {"starter": "7S"},
    {"stock": "7S"},
    {"players": "AB"},
    {"players": [1, 2]},
    {"dealer": 5},
    {"seed": 1.5},
    {"seed": True},
    {"seed": "seven"},
    {"seed": object()},
    {"rule": "red"},
]


@pytest.mark.parametrize("given", DEALS, ids=range(len(DEALS)))
def test_what_deal_does_not_take(given: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ScriptError) as raised:
        deal(**{"variant": ABBOTT, "players": ["Ann", "Bob", "Cleo"], "seed": 7, **given})
    assert f"{raised.value}  [{raised.value.code}]" == snapshot


@pytest.mark.parametrize("stranger", [[], "Zoe", 3], ids=repr)
def test_a_view_for_nobody(stranger: Any) -> None:
    with pytest.raises(IllegalMove) as raised:
        deal(ABBOTT, ["Ann", "Bob"], seed=7).view(stranger)
    assert raised.value.code == "move/no-such-seat"


def test_rules_are_compared_by_their_texts_too() -> None:
    assert compare("red", "not black")
    assert not compare(Rule("red"), "black")
    with pytest.raises(EleusisError) as raised:
        compare("red", "blakc")
    assert raised.value.code == "rule/unknown-name"
