"""The scientist: what he has in mind, what he learns from a round, and what he does with it."""

from __future__ import annotations

from random import Random

import pytest

from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game import events as ev
from eleusis.game.moves import Call, Declare, Guess, NoPlay, Pass, Play
from eleusis.ground.cards import UNKNOWN, cards
from eleusis.ground.errors import NotationError
from eleusis.minds.players.registry import make_player
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant
from tests.laws.tables import VARIANTS, seated

pytest.importorskip("numpy")


from eleusis.minds.induction.clues import ClueReader, NoneRight, Refused, Right, SomeRight, Starter, Wrong
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.mind import Mind
from eleusis.minds.players import scientist
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import judge, number, only, seen, sit, table, whole

small = scientist_tables.small


# Clues


def read(*events: ev.AnyEvent) -> list[object]:
    reader = ClueReader()
    return [clue for event in events for clue in reader.read(event)]


def test_what_each_event_says() -> None:
    s7, c8, h9, d10 = cards("7S 8C 9H 10D")
    began = ev.RoundBegan(("A", "B"), "B", {"A": (c8, h9)}, (s7,), (), 2, "A")
    assert read(began) == [Starter(s7)]
    line = (s7,)
    string, ten = ev.Played("A", (c8, h9)), ev.Played("A", (d10,))
    assert read(began, string, ev.Accepted("A", (c8, h9)))[1:] == [Right(line, (c8, h9))]
    assert read(began, string, ev.Rejected("A", (c8, h9)))[1:] == [Wrong(line, (c8, h9))]
    shown = ev.NoPlayDeclared("A", (c8, h9, d10))
    upheld = ev.NoPlayUpheld("A", (c8, h9, d10))
    assert read(began, shown, upheld)[1:] == [NoneRight(line, (c8, h9, d10))]
    forced, named = ev.CardForced("A", c8), ev.Called("P", False, h9)
    assert read(began, shown, forced, ten, ev.Accepted("A", (d10,)))[1:] == [
        Right(line, (c8,)),
        Right((s7, c8), (d10,)),
    ]
    assert read(began, shown, named, forced)[1:] == [Right(line, (c8,)), Wrong(line, (h9,))]
    assert read(began, shown, ev.Called("P", False, c8), forced)[1:] == [Right(line, (c8,))]
    assert read(began, shown, ev.NoPlayTakenBack("A", True))[1:] == [NoneRight(line, (c8, h9, d10))]
    right = SomeRight(line, (c8, h9, d10))
    assert read(began, shown, named, ev.NoPlayTakenBack("A", False))[1:] == [right, Wrong(line, (h9,))]
    partly = ev.NoPlayDeclared("A", (c8, UNKNOWN))
    assert read(began, partly, named, ev.NoPlayTakenBack("A", False))[1:] == [Wrong(line, (h9,))]
    assert read(began, partly, upheld)[1:] == [NoneRight(line, (c8,))]
    guess = ev.GuessMade("A", "red")
    assert read(began, guess, ev.GuessJudged("A", False))[1:] == [Refused("red", line, line)]
    assert read(began, guess, ev.GuessJudged("A", True))[1:] == []


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_the_rule_that_is_played_by_fits_all_that_is_seen(name: str, small: Family) -> None:
    for seed in range(3):
        round_, players = seated(name, seed)
        play_round(round_, players, 150)
        mind = Mind(small)
        mind.see(round_.view(round_.players[0]).events)
        dealer = players[round_.dealer]
        assert isinstance(dealer, RuleDealer)
        assert number(small, dealer.rule) in mind.posterior.rules


def test_rules_that_do_not_fit_are_gone(small: Family) -> None:
    mind = Mind(small)
    s7, h9 = cards("7S 9H")
    mind.see(seen(ev.RoundBegan(("A", "B"), "B", {"A": (h9,)}, (s7,), (), 2, "A")))
    before = mind.few
    mind.see(seen(*mind.events, ev.Played("A", (h9,)), ev.Rejected("A", (h9,))))
    after = mind.few
    assert 0 < len(after.rules) < len(before.rules) <= small.size
    assert all(not int(mask) & h9.bit for mask in after.forest.masks((s7,)))
    assert abs(float(after.chances.sum()) - 1) < 1e-9
    colors = number(small, Rule("color != last.color"))
    assert colors not in after.rules
    assert number(small, Rule("color == last.color")) in after.rules


def test_a_refused_guess_takes_its_like_with_it(small: Family) -> None:
    mind = Mind(small)
    began = ev.RoundBegan(("A", "B"), "B", {"A": cards("9H")}, cards("7S"), (), 2, "A")
    mind.see(seen(began, ev.GuessMade("A", "not last.red == red"), ev.GuessJudged("A", False)))
    assert number(small, Rule("color != last.color")) not in mind.few.rules
    mind.see(seen(*mind.events, ev.GuessMade("A", "it's about love"), ev.GuessJudged("A", False)))
    assert len(mind.few.rules) > 100


def test_a_starter_counts_against_rules_that_would_not_have_it(small: Family) -> None:
    mind = Mind(small)
    mind.see(seen(ev.RoundBegan(("A", "B"), "B", {"A": cards("9H")}, cards("7S"), (), 2, "A")))
    assert number(small, library()["exp-e3"]) not in mind.few.rules


# Moves


def test_he_plays_a_string_when_he_is_sure(small: Family) -> None:
    round_, rule = table("abbott", "color != last.color", "9H 9S 3D 3C 5D 5C QS QD")
    ann = sit(round_.variant, small)
    ann.look(round_.view("Ann"))
    only(ann.mind, "color != last.color")
    move = ann.move(round_.view("Ann"))
    assert isinstance(move, Play)
    assert len(move.cards) == 4
    assert rule.accepts(round_.state.layout.mainline, move.cards)


def test_he_says_no_play_when_no_card_is_right(small: Family) -> None:
    round_, _ = table("abbott", "spade", "9H 9D 3D 3C")
    ann = sit(round_.variant, small)
    ann.look(round_.view("Ann"))
    only(ann.mind, "spade")
    assert ann.move(round_.view("Ann")) == NoPlay("Ann")


def test_he_declares_when_he_knows_the_rule_and_not_before(small: Family) -> None:
    round_, rule = table("abbott", "spade", "9H 9D 3D 3C QS 2S 4D 5D 6D 8D", bob="2H 3H 4H 5H 6H 8H AH")
    ann = sit(round_.variant, small)
    round_.step(Play("Ann", cards("9H")))
    judge(round_, rule)
    assert ann.move(round_.view("Ann")) == Pass("Ann")
    only(ann.mind, "spade")
    assert ann.move(round_.view("Ann")) == Declare("Ann")


def test_as_prophet_he_calls_what_is_most_probable(small: Family) -> None:
    round_, rule = table("abbott", "spade", "9H 9D 3D", bob="2H KS 4H")
    ann = sit(round_.variant, small)
    round_.step(Play("Ann", cards("9H")))
    judge(round_, rule)
    round_.step(Declare("Ann"))
    ann.look(round_.view("Ann"))
    only(ann.mind, "spade")
    twin = round_.copy()
    twin.step(Play("Bob", cards("2H KS")))
    assert ann.move(twin.view("Ann")) == Call("Ann", False)
    twin = round_.copy()
    twin.step(Play("Bob", cards("KS")))
    ann.look(twin.view("Ann"))
    only(ann.mind, "spade")
    assert ann.move(twin.view("Ann")) == Call("Ann", True)
    round_.step(NoPlay("Bob"))
    ann.look(round_.view("Ann"))
    only(ann.mind, "spade")
    assert ann.move(round_.view("Ann")) == Call("Ann", False, cards("KS")[0])
    only(ann.mind, "club")
    assert ann.move(round_.view("Ann")) == Call("Ann", True)


def test_he_names_the_rule(small: Family) -> None:
    round_, rule = table("express", "color != last.color", "9H 9D 3D", starter="7S")
    ann = sit(round_.variant, small)
    round_.step(Play("Ann", cards("9H")))
    judge(round_, rule)
    assert isinstance(ann.move(round_.view("Ann")), Guess | Pass)
    only(ann.mind, "color != last.color")
    guess = ann.move(round_.view("Ann"))
    assert isinstance(guess, Guess)
    assert Rule(guess.rule) == rule


def test_he_names_easy_rules_in_whole_rounds_and_tells_what_he_believed(small: Family) -> None:
    named = 0
    for seed, text in enumerate(("color != last.color", "if last.odd then black else red", "rank >= last.rank")):
        round_, ann = whole("express", text, seed, small)
        named += round_.state.guesser == "Ann"
        ann.look(round_.view("Ann"))
        beliefs = ann.beliefs
        assert [belief.turn for belief in beliefs] == list(range(1, len(beliefs) + 1))
        assert beliefs[0].alive >= beliefs[-1].alive
        for belief in beliefs:
            assert 0 <= belief.outside <= 1
            assert sum(chance for _, chance in belief.rules) <= 1.000001
            assert list(belief.rules) == sorted(belief.rules, key=lambda pair: -pair[1])
    assert named >= 2


@pytest.mark.parametrize("text", ["gcd(rank, position) == 1", "(rank * last.rank) % 5 in {1, 2}", "any", "none"])
def test_he_plays_on_under_a_rule_that_he_has_not_thought_of(text: str, small: Family) -> None:
    for edition in ("express", "matuszek"):
        round_, ann = whole(edition, text, 4, small)
        assert round_.ended is not None
        ann.look(round_.view("Ann"))
        assert all(belief.outside <= 1 for belief in ann.beliefs)


def test_he_plays_on_when_the_dealer_contradicts_himself(small: Family) -> None:
    mind = Mind(small)
    h9 = cards("9H")
    began = ev.RoundBegan(("A", "B"), "B", {"A": h9}, cards("7S"), (), 2, "A")
    mind.see(seen(began, ev.Played("A", h9), *[ev.Rejected("A", h9)] * 6, ev.Accepted("A", h9)))
    assert len(mind.few.rules) > 0
    assert mind.few.alive == 0
    chance = float(mind.right_cards(h9)[0])
    assert 0 < chance < 1
    assert list(mind.beliefs)[-1].outside >= 0.25


def test_without_numpy_he_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scientist, "lack_of_numpy", "{} needs numpy: eleusis[bots]".format)
    with pytest.raises(NotationError) as caught:
        make_player("scientist", "Ann", load_variant("express"), Random(1))
    assert caught.value.code == "notation/player"
    assert "eleusis[bots]" in str(caught.value)
