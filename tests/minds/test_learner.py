"""The learner: a beginner and a good player reason from what they see and remember, and say what they believe."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from statistics import median

import pytest

from bench.strengths import find_rule, named_rules
from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.events import GuessMade
from eleusis.game.moves import Declare, Guess, Pass, Play
from eleusis.game.round import Round
from eleusis.ground.cards import cards
from eleusis.minds.induction import clues
from eleusis.minds.players.kinds import STRENGTHS, find_kind
from eleusis.minds.players.learner.acting import SURE, Learner
from eleusis.minds.players.learner.ideas import fits
from eleusis.minds.players.learner.thoughts import Capacity
from eleusis.minds.players.registry import make_player
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant
from tests.helpers.places import ROOT
from tests.helpers.sittings import seated

LINE = cards("7S 4H")
PERFECT = Capacity(memory=200, ideas=5, tries=60, trust=2, bits=100, slips=0)


@pytest.mark.parametrize(
    ("clue", "fitting", "other"),
    [
        (clues.Right(LINE, cards("9H JD")), "red", "if last.red then black else red"),
        (clues.Wrong(LINE, cards("9H JS")), "red", "rank > last.rank"),
        (clues.NoneRight(LINE, cards("2S KC")), "red", "black"),
        (clues.SomeRight(LINE, cards("2H KC")), "rank < last.rank", "diamond"),
        (clues.Starter(cards("7S")[0], must_be_right=True), "odd", "even"),
        (clues.SetAside(cards("8D")[0]), "black", "red"),
        (clues.Refused("not black", cards("7S"), LINE), "odd", "red"),
    ],
)
def test_an_idea_fits_a_clue_or_not(clue: clues.Clue, fitting: str, other: str) -> None:
    assert fits(Rule(fitting), clue)
    assert not fits(Rule(other), clue)


def learner(variant: str, capacity: Capacity = PERFECT) -> Learner:
    return Learner("Ann", load_variant(variant), Random(1), capacity)


def played(ann: Learner, rule: str, seed: int) -> Round:
    """A round of Ann and a bot at random, under a rule that Dan has."""
    variant = ann.variant
    round_ = deal(variant, ("Ann", "Bob", "Dan"), dealer="Dan", seed=seed, rule=Rule(rule))
    bob = make_player("random", "Bob", variant, Random(2))
    play_round(round_, {"Ann": ann, "Bob": bob, "Dan": RuleDealer(Rule(rule), variant)}, 150)
    return round_


def test_who_forgets_nothing_and_never_slips_has_only_ideas_that_fit() -> None:
    for seed in range(4):
        ann = learner("express")
        round_ = played(ann, "color != last.color", seed)
        ann.look(round_.view("Ann"))
        reader = clues.ClueReader()
        seen = [clue for event in round_.view("Ann").events for clue in reader.read(event)]
        assert len(seen) > 2
        assert all(fits(idea.conjecture, clue) for idea in ann.thoughts.ideas for clue in seen)


def test_who_forgets_may_hold_what_an_old_turn_contradicts() -> None:
    contradicted = 0
    for seed in range(4):
        ann = learner("abbott", Capacity(memory=1, ideas=2, tries=9, trust=2, bits=100, slips=0))
        round_ = played(ann, "if last.odd then black else red", seed)
        ann.look(round_.view("Ann"))
        reader = clues.ClueReader()
        seen = [clue for event in round_.view("Ann").events for clue in reader.read(event)]
        contradicted += any(not fits(idea.conjecture, clue) for idea in ann.thoughts.ideas for clue in seen)
    assert contradicted


@pytest.mark.parametrize(("variant", "times"), [("express", 1), ("solo", SURE)])
def test_it_guesses_what_it_believes_and_where_a_wrong_guess_has_a_price_what_it_is_sure_of(
    variant: str, times: int
) -> None:
    """rules.md, the four editions and solo: a wrong guess costs nothing in Express, 2 points in solo."""
    made = 0
    for seed in range(8):
        ann, variant_ = learner(variant), load_variant(variant)
        round_ = deal(variant_, ("Ann", "Dan"), dealer="Dan", seed=seed, rule=Rule("suit == last.suit"))
        dealer = RuleDealer(Rule("suit == last.suit"), variant_)
        while round_.to_act is not None and round_.state.turn < 25:
            view = round_.view(round_.to_act)
            move = dealer.move(view) if view.seat == "Dan" else ann.move(view)
            if view.due is Guess:
                idea = ann.thoughts.favourite
                foretold = 0 if idea is None else idea.foretold
                assert isinstance(move, Guess) is (foretold >= times * PERFECT.trust)
                made += isinstance(move, Guess)
            round_.step(move)
    assert made


def test_a_refused_guess_is_not_made_again() -> None:
    for seed in range(6):
        guesses = [
            event.rule for event in played(learner("express"), "rank >= last.rank", seed).events
            if isinstance(event, GuessMade) and event.seat == "Ann"
        ]  # fmt: skip
        assert len(guesses) == len(set(guesses))


def test_it_tests_its_idea_by_cards_that_the_next_one_forbids() -> None:
    tested = 0
    for seed in range(6):
        ann = learner("express")
        round_ = deal(ann.variant, ("Ann", "Dan"), dealer="Dan", seed=seed, rule=Rule("red"))
        view = round_.view("Ann")
        ann.look(view)
        if len(ann.thoughts.ideas) < 2:
            continue
        first, second = [idea.conjecture.mask(view.mainline) for idea in ann.thoughts.ideas[:2]]
        telling = [card for card in view.hand if card.bit & first & ~second]
        move = ann.move(view)
        if telling:
            tested += 1
            assert isinstance(move, Play)
            assert move.cards[0] in telling
    assert tested


def test_who_sits_down_late_thinks_what_who_sat_there_did() -> None:
    """A game that was broken off goes on as it would have."""
    ann = learner("express")
    round_ = played(ann, "odd != last.odd", 3)
    ann.look(round_.view("Ann"))
    late = learner("express")
    late.look(round_.view("Ann"))
    assert late.beliefs
    assert [belief.rules for belief in late.beliefs] == [belief.rules for belief in ann.beliefs]


def test_what_it_thought_adds_up() -> None:
    ann = learner("express")
    ann.look(played(ann, "red", 2).view("Ann"))
    for belief in ann.beliefs:
        chances = [chance for _, chance in belief.rules]
        assert len(chances) == belief.alive
        assert sum(chances) + belief.outside == pytest.approx(1)


def play_game() -> str:
    """The events of a round of two learners, told line by line."""
    variant, rule = load_variant("express"), Rule("if last.red then even else odd")
    round_ = deal(variant, ("Ann", "Bob", "Dan"), dealer="Dan", seed=3, rule=rule)
    kinds = {"Ann": "beginner", "Bob": "good"}
    bots = {name: make_player(kind, name, variant, Random(7)) for name, kind in kinds.items()}
    play_round(round_, {**bots, "Dan": RuleDealer(rule, variant)}, 100)
    return "\n".join(map(str, round_.events))


@pytest.mark.long
def test_a_game_is_the_same_in_every_process_and_needs_no_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import tests.minds.test_learner as t; print(t.play_game())"
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == play_game()
    assert "GuessMade" in done.stdout


def test_the_stronger_kind_finds_easy_rules_sooner() -> None:
    """docs/bots.md has the whole table; these are its first rounds."""
    turns = {
        kind: median(find_rule(kind, rule, 1000 + n) for n, rule in enumerate(named_rules(24)))
        for kind in STRENGTHS
        if find_kind(kind).home != "eleusis.minds.players.scientist"
    }
    assert 6 <= turns["good"] <= 10
    assert 9 <= turns["beginner"] <= 16


# At a table with people


@pytest.mark.parametrize("kind", ["knower", "knower(skill=0.6)"])
def test_who_knows_the_rule_keeps_it_to_itself_where_people_play(kind: str) -> None:
    """Neither guesses nor declares: in Express and in Abbott's edition."""
    for variant in ("express", "abbott"):
        table = seated(None, f"Rosa,Ann:{kind},Bob:{kind},Cleo:random", variant)
        table.begin_round("Cleo", Rule("color != last.color"))
        asked = 0
        while table.playing and table.now.round.state.turn < 40:
            view = table.now.round.view(table.now.round.to_act or "")
            said = Pass("Rosa") if view.due in (Guess, Declare) else view.options[0]
            steps = table.step(said if view.seat == "Rosa" else None)
            if view.seat in ("Ann", "Bob") and view.due in (Guess, Declare):
                asked += 1
                assert isinstance(steps[0].move, Pass)
        assert asked


def test_bots_alone_may_say_what_they_know() -> None:
    table = seated(None, "Rosa:random(guesses=0),Ann:knower,Bob:knower,Cleo:random", "express")
    table.begin_round("Cleo", Rule("color != last.color"))
    table.drive()
    assert table.now.ended == "right guess"
