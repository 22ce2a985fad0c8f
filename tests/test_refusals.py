"""What no game file can ask for, since it is malformed there, but a caller from Python can."""

from __future__ import annotations

import pickle

import pytest

from eleusis.driving import Driver, play_round
from eleusis.errors import EleusisError, IllegalMove, NotationError, Place, ScriptError
from eleusis.game.moves import Guess, Hint, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.pack import card, cards
from eleusis.script.deal import deal
from eleusis.script.judging import RuleDealer
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

EXPRESS = load_variant("express")


def dealt() -> Round:
    return deal(EXPRESS, ["Ann", "Bob", "Cleo"], dealer="Cleo", starter=cards("AH"), seed=1)


class Sneeze(Move):
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
    ],
    ids=repr,
)
def test_a_refused_move_changes_nothing(move: Move, code: str) -> None:
    round_ = dealt()
    before = round_.copy()
    with pytest.raises(IllegalMove) as caught:
        round_.step(move)
    assert caught.value.code == code
    assert (round_.state, round_.events) == (before.state, before.events)


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
    one = NotationError("notation/card", "no card", Place("a", 1, 2))
    again = pickle.loads(pickle.dumps(one))
    assert type(again) is NotationError
    assert (str(again), again.code, again.place) == ("a:1:2: no card", "notation/card", one.place)
