"""Plain wrong values at the doors of the Python interface: each is told in one clean sentence."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import Rule, compare, deal, load_variant, simulate
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, IllegalMove, LabError, ScriptError

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


DEALS: list[dict[str, Any]] = [{"hands": {None: cards("7S")}}, {"players": "AB"}, {"dealer": 5}]


@pytest.mark.parametrize("given", DEALS, ids=range(len(DEALS)))
def test_what_deal_does_not_take(given: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ScriptError) as raised:
        deal(**{"variant": ABBOTT, "players": ["Ann", "Bob", "Cleo"], "seed": 7, **given})
    assert f"{raised.value}  [{raised.value.code}]" == snapshot


@pytest.mark.parametrize("given", [{"starter": "7S"}, {"stock": "7S"}, {"hands": {"Bob": ["7S"]}}], ids=str)
def test_a_text_is_no_card(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        deal(ABBOTT, ["Ann", "Bob", "Cleo"], seed=7, **given)


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
