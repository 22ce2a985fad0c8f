"""A comparison is bounded by counted work: the same verdict, after the same count, on every machine."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest

from eleusis.ground.errors import RuleError
from eleusis.secret.automaton import probing
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.walk import MAX_WORK, decide
from eleusis.secret.automaton.work import work_of
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

from .nesting import nested
from .rewriting import rewritten

ONE_STEP = 2_000_000
"""Units that a search may take over its budget: the last masks that it asks for, of rules as long as can be."""

SUM = "last12.sum(rank * card.rank + place(card.suit, spade, heart, club, diamond))"
TOO_MUCH = [
    ("line.any((at(2).rank <= rank != 20 > 4) or last2.all(card.heart) or jack)", "any"),
    ("line.any((at(2).rank <= rank != 20 > 4) or last2.all(card.heart) or jack)",
     "line.any(at(2).rank <= rank or last2.all(card.heart) or jack)"),
    ("line.any((at(2).rank <= rank != 20 > 4) or last2.all(card.heart) or jack)",
     "line.any(jack or last2.all(card.heart) or (at(2).rank <= rank != 20 > 4))"),
    ("line.count(suit == last.suit) >= rank", "line.count(last.suit == suit) - rank >= 0"),
    (" and ".join(f"{SUM} != {n}" for n in range(23)), " and ".join(f"{SUM} != {22 - n}" for n in range(23))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text_a", "text_b"),
    [*(pytest.param(*pair, marks=pytest.mark.soak) for pair in TOO_MUCH[1:3]), *TOO_MUCH[3:]],
)
def test_what_takes_too_much_is_not_decided(text_a: str, text_b: str) -> None:
    """Issue 11, list 2: bounded by work, and then reported as not decided, with its bound."""
    hold_to_budget(compare(Rule(text_a), Rule(text_b)))


def hold_to_budget(verdict: Comparison) -> None:
    if verdict.same is None:
        assert verdict.work > MAX_WORK
        assert verdict.bound is not None
        assert verdict.reason
    assert verdict.work <= MAX_WORK + probing.MAX_WORK + 2 * ONE_STEP


def test_the_issues_example_is_not_decided() -> None:
    text_a, text_b = TOO_MUCH[0]
    verdict = compare(Rule(text_a), Rule(text_b))
    hold_to_budget(verdict)
    assert (verdict.same, verdict.reason) == (None, f"too much work beyond {verdict.states:,} states")
    assert str(verdict).startswith(f"not decided: no difference found on mainlines of up to {verdict.bound} cards")


def test_the_budget_is_what_ends_a_search() -> None:
    """A tenth of the work sees less than all of it, and decides nothing; as much as is needed decides."""
    a, b = (
        Rule("rank != back(2).rank or line.count(red) % 3 == 1"),
        Rule("rank != back(2).rank or line.count(red) % 3 in {1}"),
    )
    verdict = decide(a.meaning, b.meaning, None, a.starters())
    assert verdict.same is True
    tenth = decide(a.meaning, b.meaning, None, a.starters(), max_work=verdict.work // 10)
    assert (tenth.same, tenth.states < verdict.states // 4) == (None, True)
    assert tenth.work <= verdict.work // 10 + 10_000
    assert decide(a.meaning, b.meaning, None, a.starters(), max_work=verdict.work).same is True


def test_the_count_is_the_same_for_rules_that_were_compared_before() -> None:
    """What is kept from an earlier comparison makes it faster, and never changes where it ends."""
    for n in range(12):
        a, b = _pair(Random(f"again {n}"))
        first = decide(a.meaning, b.meaning, None, a.starters(), max_work=100_000)
        for again in (decide(a.meaning, b.meaning, None, a.starters(), max_work=100_000), _fresh(a, b)):
            assert (again, again.states, again.work) == (first, first.states, first.work)


def _fresh(a: Rule, b: Rule) -> Comparison:
    return decide(Rule(a.text).meaning, Rule(b.text).meaning, None, a.starters(), max_work=100_000)


def _pair(chance: Random) -> tuple[Rule, Rule]:
    """A rule of nested counters and a rewriting of it."""
    while True:
        a = nested(chance)
        text = rewritten(a.text, chance)
        try:
            return a, Rule(text or "any")
        except RuleError:  # too long or too deep
            continue


def test_what_is_counted_is_what_is_done() -> None:
    """No clock: the calls that a comparison really makes stay below the units that it counts."""
    counted = 0
    for n in range(12):
        a, b = _pair(Random(f"calls {n}"))
        calls, verdict = _calls(a, b, 80_000)
        assert calls < verdict.work + 20_000, (a.text, b.text)
        counted += verdict.work > 80_000
    assert counted > 3, "most must come to the budget's end"


def _calls(a: Rule, b: Rule, max_work: int) -> tuple[int, Comparison]:
    """How many functions are called on the way from two compiled rules to a verdict."""
    _ = a.meaning, b.meaning
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        verdict = decide(a.meaning, b.meaning, None, a.starters(), max_work=max_work)
    finally:
        sys.setprofile(before)
    return calls, verdict


def test_work_grows_with_the_cards_that_a_line_holds() -> None:
    """A worked example of the weights: brackets count once for each class of cards in them."""
    meaning = Rule("red and line.any(rank < last.rank)").meaning
    work = work_of(meaning.code, meaning.slots)
    ((slot, each),) = work.loops
    values: list[object] = [0] * len(meaning.slots)
    values[slot] = ((0, 1),)
    alone = work.at(values)
    values[slot] = ((0, 1), (5, 2), (7, 1))
    assert work.at(values) == alone + 2 * each
