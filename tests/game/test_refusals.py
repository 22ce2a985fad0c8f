"""What no game file can ask for, since it is malformed there, but a caller from Python can."""

from __future__ import annotations

import copy
import pickle
from typing import Any
from unittest.mock import ANY

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Call, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.ground.cards import card, cards
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError, Place, ScriptError
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

EXPRESS = load_variant("express")


def typed(value: object) -> Any:
    """What a caller may pass who doesn't ask a type checker."""
    return value


class Named(str):
    """A text that is more than one."""


class Silent:
    """What can't even be printed."""

    def __repr__(self) -> str:
        raise ValueError("no words")


def dealt() -> Round:
    return deal(EXPRESS, ["Ann", "Bob", "Cleo"], dealer="Cleo", starter=cards("AH"), seed=1)


class Sneeze(Move, frozen=True):
    """Not a move of this game."""

    verb = "sneeze"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Play("Ann", ()), "move/no-cards"),
        (Play("Zoe", cards("5H")), "move/no-such-seat"),
        (NoPlay("Zoe"), "move/no-such-seat"),
        (Pass(""), "move/no-such-seat"),
        (Hint("Zoe", "look"), "move/no-such-seat"),
        (Guess("Zoe", "red"), "move/no-such-seat"),
        (Sneeze("Ann"), "move/unknown"),
        (Play("Ann", (card("??"),)), "move/needs-card"),
        (Guess("Ann", typed(5)), "move/malformed"),
        (Guess("Ann", typed(None)), "move/malformed"),
        (Guess("Ann", "r" * 5_001), "move/malformed"),
        (Hint("Cleo", "look " * 700_000), "move/malformed"),
        (Hint("Cleo", typed(b"look")), "move/malformed"),
        (Play("Ann", typed("5H")), "move/malformed"),
        (Play("Ann", typed(5)), "move/malformed"),
        (Play("Ann", typed(None)), "move/malformed"),
        (Play("Ann", typed(("5H",))), "move/malformed"),
        (Play("Ann", typed((None, None))), "move/malformed"),
        (Play("Ann", typed(((card("5H"),),))), "move/malformed"),
        (Play(typed(None), cards("5H")), "move/malformed"),
        (Pass(typed(["Ann"])), "move/malformed"),
        (Pass(typed(ANY)), "move/malformed"),
        (Judge(typed(ANY), True), "move/malformed"),
        (NoPlay(Named("Ann")), "move/malformed"),
        (Play(Named("Ann"), cards("5H")), "move/malformed"),
        (Play("Ann", typed(Silent())), "move/malformed"),
        (Play("Ann", typed([[[[]]]])), "move/malformed"),
        (Call("Ann", typed("wrong")), "move/malformed"),
        (Call("Ann", False, typed("5H")), "move/malformed"),
        (Judge("Cleo", typed(1)), "move/malformed"),
        (Judge("Cleo", False, typed("5H")), "move/malformed"),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_a_refused_move_changes_nothing(move: Move, code: str) -> None:
    round_ = dealt()
    before = round_.copy()
    with pytest.raises(IllegalMove) as caught:
        round_.step(move)
    assert caught.value.code == code
    assert str(round_.refusal(move)) == str(caught.value), "asked for before the move, it is the same"
    assert (round_.state, round_.hidden, round_.events) == (before.state, before.hidden, before.events)


def test_what_a_caller_changes_afterwards_does_not_change_the_record() -> None:
    round_ = dealt()
    held = [round_.view("Ann").hand[0]]
    (played,) = round_.step(Play("Ann", typed(held)))
    before = round_.copy()
    held.append(card("5H"))
    assert round_.state == before.state
    assert (played, round_.events) == (round_.events[-1], before.events)
    assert hash(played)
    assert Round.from_events(EXPRESS, round_.events, round_.supply).state == round_.state


def test_hands_of_a_deal_can_be_changed_by_nobody() -> None:
    round_ = dealt()
    kept = round_.view("Bob")
    for events in (round_.events, round_.view("Cleo").events, round_.view("Bob").events):
        began: Any = events[0]
        hands = began.hands
        assert set(hands) == {"Ann", "Bob"}
        for change in (hands.clear, lambda h=hands: h.update(Bob=()), lambda h=hands: h.pop("Bob")):
            with pytest.raises(TypeError):
                change()
        with pytest.raises(TypeError):
            hands["Bob"] = ()
    assert kept == round_.copy().view("Bob")
    assert pickle.loads(pickle.dumps(round_.began)) == round_.began == copy.copy(round_).began


def test_a_shallow_copy_goes_its_own_way() -> None:
    round_ = dealt()
    seen = round_.view("Bob")
    before, twin = round_.copy(), copy.copy(round_)
    twin.step(Play("Ann", (twin.view("Ann").hand[0],)))
    assert len(twin.view("Bob").events) > len(seen.events)
    assert round_.view("Bob") == seen
    assert (round_.state, round_.hidden, round_.events) == (before.state, before.hidden, before.events)


@pytest.mark.parametrize("events", [-1, 1, 100])
def test_the_deal_and_what_never_was_can_not_be_taken_back(events: int) -> None:
    round_ = dealt()
    with pytest.raises(ValueError, match="the deal stays"):
        round_.rewind(events)


def test_a_stranger_sees_nothing() -> None:
    with pytest.raises(IllegalMove) as caught:
        dealt().view("Zoe")
    assert caught.value.code == "move/no-such-seat"


def test_an_empty_seat_at_the_table() -> None:
    with pytest.raises(ScriptError) as caught:
        play_round(dealt(), {})
    assert caught.value.code == "script/no-player"


def test_a_rule_that_cannot_judge_says_so() -> None:
    round_ = dealt()
    driver = Driver(round_, {"Cleo": RuleDealer(Rule("any"), EXPRESS)})
    driver.go([Play("Ann", round_.view("Ann").hand[:1]), Guess("Ann", "it is something about the weather")])
    assert round_.to_act == "Cleo"
    with pytest.raises(ScriptError) as caught:
        driver.to_end()
    assert caught.value.code == "script/no-judgement"


@pytest.mark.parametrize("settings", [["nonsense"], ["=3"], ["eleusis=2"], ["a.b.c.d.e.f.g=1"], ["deal.hand=["]])
def test_an_override_that_is_none(settings: list[str]) -> None:
    with pytest.raises(EleusisError) as caught:
        load_variant("abbott", settings)
    assert caught.value.code == "variant/override"
    assert caught.value.exit_code == 2


def test_an_error_survives_a_pickle() -> None:
    error = NotationError("notation/card", "no card", Place("a", 1, 2))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is NotationError
    assert (str(again), again.code, again.place) == ("a:1:2: no card", "notation/card", error.place)
