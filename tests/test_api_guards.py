"""Plain wrong values at the doors of the Python interface: each is told in one clean sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eleusis import Rule, Seat, compare, deal, load_variant, simulate
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, IllegalMove, LabError, ScriptError
from eleusis.secret.automaton.comparison import Comparison

ABBOTT = load_variant("abbott")

ARGUMENTS: list[tuple[dict[str, Any], str]] = [
    ({"variants": []}, "variants takes one variant at least, not none"),
    ({"variants": None}, "variants takes the name of a variant, a Variant, or several of them, not None"),
    (
        {"variants": Path("abbott")},
        "variants takes the name of a variant, a Variant, or several of them, not PosixPath",
    ),
    ({"variants": ["abbott", None]}, "variants takes … or several of them, not list with None"),
    ({"jobs": 0}, "jobs takes a whole number from 1 to 256, not 0"),
    ({"jobs": -1}, "jobs takes a whole number from 1 to 256, not -1"),
    ({"jobs": 10**6}, "jobs takes a whole number from 1 to 256, not 1000000"),
    ({"jobs": "2"}, "jobs takes a whole number from 1 to 256, not '2'"),
    ({"rounds": 2.5}, "rounds takes a whole number, not 2.5"),
    ({"rounds": "5"}, "rounds takes a whole number, not '5'"),
    ({"rounds": True}, "rounds takes a whole number, not True"),
    ({"rounds": None, "games": 1.5}, "games takes a whole number, not 1.5"),
    ({"rounds": None, "games": 1, "stop_after": "x"}, "stop_after takes a whole number, not 'x'"),
    (
        {"players": ["Ann", "Bob"]},
        "players takes a text like 'Ann:random,Bob:knower', or Seats, not list with 'Ann'",
    ),
    ({"players": None}, "players takes a text like 'Ann:random,Bob:knower', or Seats, not None"),
    ({"players": b"Ann,Bob"}, "players takes a text like 'Ann:random,Bob:knower', or Seats, not bytes with 65"),
    ({"players": {"Ann": "random"}}, "players takes … or Seats, not dict with 'Ann'"),
    ({"players": [Seat(1, "random"), Seat("Bob", "random")]}, "the name of a Seat takes a text, not 1"),  # type: ignore[arg-type]  # that is the case
    ({"players": [Seat("Ann", None)]}, "the kind of a Seat takes a text, not None"),  # type: ignore[arg-type]  # that is the case
    ({"rules": None}, "rules takes a text like 'all', a Rule, or several of them, not None"),
    ({"rules": Path("rules.yaml")}, "rules takes a text like 'all', a Rule, or several of them, not PosixPath"),
    ({"rules": ["red", 3]}, "rules takes a text like 'all', a Rule, or several of them, not list with 3"),
    ({"settings": None}, "settings takes texts like 'deal.hand=9', not None"),
    ({"settings": [None]}, "settings takes texts like 'deal.hand=9', not list with None"),
    ({"sweep": 5}, "sweep takes a text like 'deal.hand=6..14:2', not 5"),
    ({"seed": None}, "seed takes a whole number, not None"),
    ({"seed": 1.5}, "seed takes a whole number, not 1.5"),
    ({"seed": float("inf")}, "seed takes a whole number, not inf"),
    ({"seed": []}, "seed takes a whole number, not list"),
    ({"seed": True}, "seed takes a whole number, not True"),
    ({"seed": object()}, "seed takes a whole number, not object"),
    ({"seed": "seven"}, "seed takes a whole number, not 'seven'"),
]


@pytest.mark.parametrize(("given", "message"), ARGUMENTS, ids=[str(number) for number in range(len(ARGUMENTS))])
def test_what_simulate_does_not_take(given: dict[str, Any], message: str) -> None:
    with pytest.raises(LabError) as raised:
        simulate(**{"rounds": 1, "rules": "red", **given})
    assert raised.value.code == "lab/argument"
    begin, _, end = message.partition("…")
    assert str(raised.value).startswith(begin)
    assert str(raised.value).endswith(end)


def test_one_setting_may_stand_alone_and_a_seed_in_digits() -> None:
    alone = simulate(rounds=2, rules="red", settings="deal.hand=9", seed="3")  # type: ignore[arg-type]  # accepted
    assert alone.to_csv() == simulate(rounds=2, rules=["red"], settings=["deal.hand=9"], seed=3).to_csv()


DEALS: list[tuple[dict[str, Any], str, str]] = [
    ({"hands": {"Bob": "7S"}}, "type", "Bob's hand is given as cards(\"7S\"), say, not as the text '7S'"),
    ({"hands": {"Bob": ["7S"]}}, "type", 'Bob\'s hand is given as cards("7S"), say; str is not a card'),
    ({"hands": {"Bob": cards("7S")[0]}}, "type", 'Bob\'s hand is several cards, such as cards("7S"), not Card'),
    ({"hands": [cards("7S")]}, "type", "hands are given as a map from seats to cards, not as list"),
    ({"hands": {None: cards("7S")}}, "no-such-seat", "nobody at the table is called 'None'"),
    ({"starter": "7S"}, "type", "the starter is given as cards(\"7S\"), say, not as the text '7S'"),
    ({"stock": "7S"}, "type", "the top of the stock is given as cards(\"7S\"), say, not as the text '7S'"),
    ({"players": "AB"}, "players", "players are given as several names, not as the text 'AB'"),
    ({"players": [1, 2]}, "players", "a player's name is a text, not 1"),
    ({"dealer": 5}, "no-such-seat", "the dealer '5' isn't a player"),
    ({"seed": 1.5}, "type", "the seed is a whole number, not 1.5"),
    ({"seed": True}, "type", "the seed is a whole number, not True"),
    ({"seed": "seven"}, "type", "the seed is a whole number, not 'seven'"),
    ({"seed": object()}, "type", "the seed is a whole number, not object"),
    ({"rule": "red"}, "type", "the rule is given as Rule(\"red\"), say, not as 'red'"),
]


@pytest.mark.parametrize(("given", "code", "message"), DEALS, ids=[str(number) for number in range(len(DEALS))])
def test_what_deal_does_not_take(given: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(ScriptError) as raised:
        deal(**{"variant": ABBOTT, "players": ["Ann", "Bob", "Cleo"], "seed": 7, **given})
    assert (raised.value.code, str(raised.value)) == (f"script/{code}", message)


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


def _comparison() -> object:
    return Comparison(same=1)  # type: ignore[arg-type]  # that is the case


def _measure() -> object:
    return simulate(rounds=1, rules="red")["turn"]


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (_comparison, TypeError, "same is True, False or None, not 1"),
        (_measure, KeyError, "no measure 'turn' (did you mean 'turns'?)"),
    ],
)
def test_what_is_told_of_a_slip(make: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as raised:
        make()
    assert raised.value.args == (message,)
