"""The scientist alone against a rule, and where a guess has a price: when to speak, what a refusal teaches."""

from __future__ import annotations

from random import Random

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game import events as ev
from eleusis.game.moves import Declare, Guess, Pass, Play
from eleusis.game.round import Round
from eleusis.ground.cards import cards
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

pytest.importorskip("numpy")

import numpy as np

from eleusis.minds.induction.family import Family
from eleusis.minds.induction.likeness import same_from
from eleusis.minds.induction.mind import Mind
from eleusis.minds.players.scientist.player import Scientist
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import judge, number, only, seen, sit

small = scientist_tables.small

SOLO = load_variant("solo")


def alone(rule: str, *settings: str, seed: int = 1) -> Round:
    """Ann against a rule that Dan has in mind."""
    return deal(load_variant("solo", settings), ("Ann", "Dan"), dealer="Dan", seed=seed, rule=Rule(rule))


def after_a_play(rule: str, *settings: str) -> Round:
    """The same when the first card has been judged, and a guess is offered."""
    round_ = alone(rule, *settings)
    round_.step(Play("Ann", round_.view("Ann").hand[:1]))
    judge(round_, Rule(rule))
    return round_


def believe(ann: Scientist, round_: Round, *texts: str) -> None:
    """Let a scientist believe in these rules, each as much as in any other."""
    ann.look(round_.view("Ann"))
    mind, rules = ann.mind, [number(ann.mind.family, Rule(text)) for text in texts]
    only(mind, texts[0])
    mind.posterior.keep(np.array(sorted(rules)))
    mind._few = None
    mind.few.chances[:] = 1 / len(texts)


def test_he_waits_while_the_rule_is_doubtful_and_speaks_when_it_is_not(small: Family) -> None:
    round_ = after_a_play("red")
    ann = sit(SOLO, small)
    assert ann.move(round_.view("Ann")) == Pass("Ann")
    believe(ann, round_, "red")
    assert ann.move(round_.view("Ann")) == Guess("Ann", "red")
    believe(ann, round_, "red", "black", "odd", "even", "prime", "face", "high", "low")
    assert ann.move(round_.view("Ann")) == Pass("Ann")


def test_in_the_last_turn_a_guess_is_worth_a_point_at_most(small: Family) -> None:
    """One point to be had, and two to be lost: two rules alike probable are not worth it; a sure one is."""
    round_ = after_a_play("red", "turn_limit.turns=1")
    ann = sit(round_.variant, small)
    believe(ann, round_, "red", "black")
    assert ann.move(round_.view("Ann")) == Pass("Ann")
    believe(ann, round_, "red")
    assert ann.move(round_.view("Ann")) == Guess("Ann", "red")


def test_where_a_wrong_guess_is_free_he_says_what_is_most_probable(small: Family) -> None:
    round_ = after_a_play("red", "guess.price=0")
    ann = sit(round_.variant, small)
    believe(ann, round_, "red", "black", "odd", "even", "prime", "face", "high", "low")
    assert isinstance(ann.move(round_.view("Ann")), Guess)


def test_rules_that_are_the_same_from_here_are_said_and_refused_together(small: Family) -> None:
    line = cards("7S 4H")
    first = Rule("color == first.color")
    alike = same_from(small.forest, first.mask, line)
    assert alike[number(small, first)]
    assert alike[number(small, Rule("black"))], "the starter is black"
    assert not alike[number(small, Rule("red"))]
    began = ev.RoundBegan(("Ann", "Dan"), "Dan", {"Ann": cards("9H")}, cards("7S"), (), 2, "Ann")
    guess = (ev.GuessMade("Ann", "black"), ev.GuessJudged("Ann", False))
    for mind, both in ((Mind(small), False), (Mind(small, SOLO.guess), True)):
        mind.see(seen(began, *guess))
        assert number(small, Rule("black")) not in mind.few.rules
        assert (number(small, first) not in mind.few.rules) == both


def test_a_card_that_was_set_aside_is_no_starter(small: Family) -> None:
    mind = Mind(small)
    s7, h9 = cards("7S 9H")
    mind.see(seen(ev.RoundBegan(("Ann", "Dan"), "Dan", {"Ann": (h9,)}, (s7,), (), 2, "Ann", (h9,))))
    assert number(small, Rule("red")) not in mind.few.rules
    assert number(small, Rule("black")) in mind.few.rules
    assert number(small, Rule("color != last.color")) not in mind.few.rules, "it allows any starter"


def test_he_finds_easy_rules_alone(small: Family) -> None:
    scores = []
    for seed, text in enumerate(("color != last.color", "if last.odd then black else red", "rank >= last.rank")):
        round_ = alone(text, seed=seed)
        ann = Scientist(SOLO, Random(seed), small)
        play_round(round_, {"Ann": ann, "Dan": RuleDealer(Rule(text), SOLO)}, 200)
        scores.append((round_.scores or {})["Ann"])
    assert min(scores) > 10


@pytest.mark.parametrize(("out", "stays"), [(4, True), (200, False)])
def test_he_stays_as_prophet_where_that_is_worth_more_than_going_out(out: int, stays: bool, small: Family) -> None:
    knobs = ["prophet.going_out={kind: may_stay, overthrow_draw: 8}", f"scoring.out={out}"]
    variant = load_variant("abbott", knobs)
    hands = {"Ann": cards("9S"), "Bob": cards("2H 3H 4H 5H 6H 8H"), "Cleo": cards("2D 3D 4D 5D 6D 8D")}
    players = ("Ann", "Bob", "Cleo", "Dan")
    round_ = deal(variant, players, dealer="Dan", seed=1, starter=cards("7S"), hands=hands)
    round_.step(Play("Ann", cards("9S")))
    judge(round_, Rule("spade"))
    assert round_.state.phase == "stay"
    ann = sit(variant, small)
    ann.look(round_.view("Ann"))
    only(ann.mind, "spade")
    assert ann.move(round_.view("Ann")) == (Declare("Ann") if stays else Pass("Ann"))
