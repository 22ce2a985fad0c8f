"""The machine of a rule says what the rule says; a comparison is exact, and its witness the shortest."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card, cards, cards_in, text_of
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.walk import choose_distinct, decide
from eleusis.secret.library import library, same_as
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare, judge_guess

from .texts import rules

LONG = st.lists(st.sampled_from(PACK[::5]), min_size=0, max_size=30)


@pytest.mark.long
@given(rules(), rules(depth=2), st.lists(LONG, min_size=1, max_size=3))
@settings(max_examples=120, deadline=None)
def test_a_machine_says_what_its_rules_say(text_a: str, text_b: str, lines: list[list[Card]]) -> None:
    pair = [Rule(text_a), Rule(text_b)]
    machine = Machine([rule.meaning for rule in pair])
    for line in lines:
        assert machine.masks(machine.after(line)) == [rule.mask(line) for rule in pair]


@pytest.mark.long
@given(rules(depth=2), rules(depth=2))
@settings(max_examples=80, deadline=None)
def test_a_witness_is_built_and_tells_apart_and_none_is_shorter(text_a: str, text_b: str) -> None:
    a, b = Rule(text_a), Rule(text_b)
    comparison = decide(a.meaning, b.meaning, None, a.starters(), max_states=2_000)
    if comparison.same is False:
        _hold(comparison, a, b)
    limit = 2 if comparison.same is not False else min(2, len(comparison.line) - 1)
    level: list[tuple[Card, ...]] = [(card,) for card in PACK]
    for length in range(1, limit + 1):
        if comparison.same is None and (comparison.bound or 0) < length:
            break
        for line in level:
            assert a.mask(line) == b.mask(line), text_of(line)
        level = [(*line, card) for line in level[::3] for card in cards_in(a.mask(line))[::2]]


def _hold(comparison: Comparison, a: Rule, b: Rule) -> None:
    assert comparison.card is not None
    for n in range(1, len(comparison.line)):
        assert a.accepts(comparison.line[:n], comparison.line[n : n + 1])
        assert b.accepts(comparison.line[:n], comparison.line[n : n + 1])
    judged = {
        "A": a.accepts(comparison.line, (comparison.card,)),
        "B": b.accepts(comparison.line, (comparison.card,)),
    }
    assert judged == {"A": comparison.right_in == "A", "B": comparison.right_in == "B"}


SAME = [
    ("color != last.color", "if last.red then black else red"),
    ("line.sum(rank) % 7 == 3", "(line.sum(rank) - 3) % 7 == 0"),
    ("line.sum(rank) > 100 or red", "not line.sum(rank) <= 100 or color == red"),
    ("cycle(red, black)", "color == cycle(red, black)"),
    ("cycle(red, black)", "if position % 2 == 1 then red else black"),
    ("position > 20 or red", "if position <= 20 then red else any"),
    ("if back(3).red then cycle(red, black, odd, even, high, low) else any",
     "if back(3).black then any else cycle(red, black, odd, even, high, low)"),
    ("rank > back(3).rank or cycle(red, black, odd, even, high, low)",
     "cycle(red, black, odd, even, high, low) or not rank <= back(3).rank"),
    ("streak(color) < 3 or color != last.color",
     "not (last3.count(red) in {0, 3} and color == last.color)"),
    ("rank > line.max(rank) or last.king", "line.all(rank < card.rank) or last.king"),
    ("line.any(suit == card.suit)", "line.count(suit == card.suit) > 0"),
    ("suit == line.latest(red).suit", "suit == line.latest(color == red).suit"),
    ("streak(suit) % 3 == 1", "streak(suit) % 3 in {1}"),
    ("abs(position - 5) > 3", "not position in 2..8"),
    ("min(position, 4) == 4", "position >= 4"),
    ("gcd(position, 6) == 1", "position % 2 == 1 and position % 3 in {1, 2}"),
    ("line.count(red) + line.count(black) > 5", "position > 6"),
    ("if any then red else line.count(red) == line.count(black)",
     "if any then red else line.count(red) == line.count(black)"),
]  # fmt: skip

DIFFERENT = [
    ("red", "color == last.color", 1),
    ("color != last.color", "if line.count(any) >= 4 and last4.all(ace) then any else color != last.color", 4),
    ("position != 30 or red", "any", 29),
    ("rank >= last.rank", "rank >= last.rank or last3.all(king)", 1),  # missing, so right, on one card
    ("rank >= last.rank", "rank >= last.rank or streak(rank) >= 3 and last.king", 3),
    ("line.sum(rank) < 100", "line.sum(rank) < 101", 8),
    ("suit != last.suit or line.any(ace)", "suit != last.suit", 1),
    ("line.count(red) != line.count(black) or red", "any", 2),
]


@pytest.mark.parametrize(("text_a", "text_b"), SAME)
def test_same(text_a: str, text_b: str) -> None:
    """Design: decided exactly for rules with finite memory."""
    assert compare(Rule(text_a), Rule(text_b)).same is True
    assert compare(Rule(text_b), Rule(text_a)).same is True


@pytest.mark.parametrize(("text_a", "text_b", "length"), DIFFERENT)
def test_different(text_a: str, text_b: str, length: int) -> None:
    """Design: with the shortest line of play and card that tell them apart."""
    a, b = Rule(text_a), Rule(text_b)
    comparison = compare(a, b)
    assert (comparison.same, len(comparison.line)) == (False, length)
    _hold(comparison, a, b)
    turned = compare(b, a)
    assert {comparison.right_in, turned.right_in} == {"A", "B"}


def test_everywhere_and_from_here() -> None:
    """Issue 4: "only red" and "same colour as the last", after a line that ends in red."""
    a, b, line = Rule("red"), Rule("color == last.color"), cards("7S 4H")
    assert compare(a, b).same is False
    assert compare(a, b, line).same is True
    assert judge_guess(a, b, line).same is False
    assert judge_guess(a, b, line, line).same is True


def test_only_starters_that_both_allow_count() -> None:
    """Design: from any starter that both allow; for a guess that the secret rule allows."""
    a, b = Rule("color == last.color", starter="red"), Rule("red")
    assert compare(a, b).same is True
    assert judge_guess(a, b, ()).same is True
    assert judge_guess(b, a, ()).same is False
    with pytest.raises(RuleError) as caught:
        compare(a, Rule("red", starter="black"))
    assert caught.value.code == "rule/no-starter"


def test_a_difference_that_no_line_reaches_is_none() -> None:
    """Issue 4: reachability counts."""
    reaches = "if last.black and line.any(red) then none else red"
    assert compare(Rule("red", starter="red"), Rule(reaches)).same is True


def test_what_is_not_finite_is_never_called_the_same() -> None:
    """Design: counts compared with one another are searched to a bound."""
    a = Rule("if line.count(red) > line.count(black) then black else any")
    b = Rule("if line.count(black) < line.count(red) then black else any")
    comparison = compare(a, b)
    assert comparison.same is None
    assert comparison.bound is not None
    assert comparison.bound > 20
    assert not Machine([a.meaning]).finite


@pytest.mark.long
@pytest.mark.parametrize(
    ("text_a", "text_b"),
    [
        ("rank > back(8).rank", "rank < back(8).rank"),
        ("rank != back(5).rank", "suit != back(5).suit"),
        ("suit != back(12).suit", "color != back(12).color"),
    ],
)
def test_a_plain_difference_behind_a_long_window_is_found(text_a: str, text_b: str) -> None:
    """Design, bounds: 12 cards back; the windows are more than can be walked."""
    a, b = Rule(text_a), Rule(text_b)
    comparison = compare(a, b)
    assert comparison.same is False
    assert len(comparison.line) == len(set(comparison.line))
    _hold(comparison, a, b)
    assert compare(Rule(text_a), Rule(text_b)) == comparison, "chance has no part in it"
    line = cards("7S 4H 9D 2C")
    _hold(compare(a, b, line), a, b)
    assert compare(a, b, line).line[:4] == line


@pytest.mark.long
def test_a_guess_is_held_against_the_line_that_lies_there() -> None:
    """Design: no difference found counts as right; so one that everybody sees must be found."""
    secret, guess = Rule("any"), Rule("last12.sum(rank * rank) != 26")
    seldom = cards("2S 2H 3C AS AH AD AC AS AH AD AC AS")
    assert judge_guess(secret, guess, cards("AS 2H")).same is None
    comparison = judge_guess(secret, guess, (*seldom, *cards("7D")))
    assert (comparison.same, comparison.line) == (False, seldom)
    _hold(comparison, secret, guess)
    odd = Rule("any", starter="red")
    assert judge_guess(odd, guess, seldom).same is None, "no such line can be built: 2S is no starter"


def test_cards_of_a_witness_are_distinct_where_they_can_be() -> None:
    assert choose_distinct([0b11, 0b01]) == [PACK[1], PACK[0]]
    assert choose_distinct([0b1, 0b1]) == [PACK[0]] * 2
    assert choose_distinct([0b110], used=[PACK[1]]) == [PACK[2]]


@pytest.mark.long
def test_the_library_has_eighty_rules_and_all_are_different() -> None:
    """Issue 4, the library: all distinct, proved."""
    twins = same_as()
    every = [rule for name, rule in library().items() if name not in twins]
    assert len(every) >= 80
    for i, a in enumerate(every):
        for b in every[:i]:
            assert compare(a, b).same is False, (a, b)
    for name, text_b in twins.items():
        assert compare(library()[name], library()[text_b]).same is True
