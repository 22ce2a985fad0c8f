"""A comparison is bounded by counted work: the same verdict, after the same count, on every machine."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.secret.automaton import probing
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.walk import MAX_WORK, decide
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

pytestmark = pytest.mark.long

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


def test_the_issues_example_is_not_decided(snapshot: SnapshotAssertion) -> None:
    text_a, text_b = TOO_MUCH[0]
    verdict = compare(Rule(text_a), Rule(text_b))
    hold_to_budget(verdict)
    assert (verdict.same, verdict.reason) == snapshot
    assert str(verdict) == snapshot


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
