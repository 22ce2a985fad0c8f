"""A shorter rule that is the same from a starter on: found where one is, never claimed where none is."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card, cards
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.secret.shortening.folding import fold
from eleusis.secret.shortening.search import MUCH, Shortener

from .test_this_round import first_difference
from .texts import made_up, rules


@pytest.mark.parametrize(
    ("rule", "starters", "shorter"),
    [
        ("if first.red then black else even", "AH", "black"),
        ("if first.red then black else even", "KS", "even"),
        ("if not first.prime then jack else black", "4S", "jack"),
        ("suit == next(first.suit, spade, heart, diamond, club)", "4S", "heart"),
        ("cycle(red, black)", "AH", "color != last.color"),
        ("cycle(red, black)", "AS", None),  # black comes third, after a red one: that is no alternation
        ("if line.any(king) then red else rank > last.rank", "KS", "red"),
        ("if line.any(king) then red else rank > last.rank", "2S", None),
        ("if last.club then odd else red", "2H", "red"),
        ("if at(2).red then black else even", "2S 3H", "black"),
        ("if at(2).red then black else even", "2H 3S", "even"),
        ("color != last.color", "AH", None),
        ("red", "AH", None),
        ("color == first.color", "AH", None),  # red is shorter, but by 4 bits only than color == last.color
        ("if last.red then black else red", "AH", None),  # color != last.color is the same from any starter
        ("heart or diamond", "AH", None),
        ("any", "AH", None),
        ("none", "AH", None),
    ],
)  # fmt: skip
def test_what_is_left_of_a_rule(rule: str, starters: str, shorter: str | None) -> None:
    left = Shortener(Rule(rule)).after(cards(starters))
    assert (left and left.text) == shorter


@pytest.mark.parametrize(
    ("rule", "shorter"),
    [
        ("if last.red then black else red", "color != last.color"),
        ("heart or diamond", "red"),
        ("not (not red)", "red"),
        ("if position > 1 and (first.red or last.red) then red else black", "if first.red then red else black"),
        ("color != last.color", "color != last.color"),
    ],
)
def test_what_is_the_same_from_any_starter(rule: str, shorter: str) -> None:
    everywhere = Shortener(Rule(rule)).everywhere
    assert compare(Rule(rule), everywhere)
    assert length(everywhere.tree) <= length(parse(shorter))


def test_a_condition_on_the_starter_leaves_the_others_out() -> None:
    """With red starters only, the first arm is all there is: nothing is lost by any starter that is allowed."""
    shortener = Shortener(Rule("if first.red then black else even", starter="red"))
    assert shortener.everywhere.text == "black"
    assert shortener.after(cards("AH")) is None
    assert Shortener(Rule("red", starter="none")).after(cards("AH")) is None


@pytest.mark.parametrize(
    ("rule", "starters", "folded"),
    [
        ("first.red", "AH", "any"),
        ("if first.red then black else even", "AH", "black"),
        ("color == first.color", "AS", "black"),
        ("suit != first.suit", "AS", "not spade"),
        ("first.color != color", "AS", "red"),
        ("rank > first.rank + 1", "4S", "rank > 5"),
        ("abs(first.rank - 9) > 3 and even", "4S", "even"),
        ("place(first.suit, club, diamond, heart, spade) == 4", "4S", "any"),
        ("first.rank in {4, 6..8} or red", "7S", "any"),
        ("red == first.red", "AS", "black"),
        ("odd != first.odd", "AS", "even"),
        ("not (first.red or low)", "AS", "high"),
        ("if last.red then any else first.red", "AS", "last.red"),
        ("if last.red then none else even", "AS", "last.black and even"),
        ("last.rank > back(2).rank", "AS", "last.rank > back(2).rank"),
        ("at(2).red", "AS", "at(2).red"),
        ("at(2).red", "AS AH", "any"),
        ("rank > 0 - first.rank", "AS", "rank > 0 - 1"),
    ],
)
def test_what_a_starter_settles(rule: str, starters: str, folded: str) -> None:
    assert unparse(fold(parse(rule), cards(starters))) == folded


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A rule that may look at the starter."""
    if draw(st.integers(0, 3)) == 0:
        return draw(rules(depth=3))
    chance = Random(draw(st.integers(0, 10**9)))
    trait = draw(st.sampled_from(("first.red", "first.odd", "position > 3", "line.any(face)", "last.red")))
    return f"if {trait} then ({made_up(chance)}) else ({made_up(chance)})"


@given(texts(), st.lists(st.sampled_from(PACK), max_size=2))
@settings(max_examples=20, deadline=None)
def test_what_is_left_is_the_same_and_much_shorter(text: str, starters: list[Card]) -> None:
    secret = Rule(text)
    shortener = Shortener(secret)
    for rule in (shortener.everywhere, shortener.after(starters)):
        if rule is None:
            continue
        assert Rule(rule.text).tree == rule.tree
        assert length(rule.tree) <= length(secret.tree)
        if rule is shortener.everywhere:
            assert rule is secret or compare(secret, rule)
        else:
            assert length(rule.tree) <= length(shortener.everywhere.tree) - MUCH
            assert compare(secret, rule, starters)
            assert first_difference(secret, rule, starters, 1) is None
