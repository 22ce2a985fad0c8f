"""A comparison as a verdict: printed, told with names, asked as a condition."""

from __future__ import annotations

from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.cards import cards
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare, judge_guess


@cache
def different() -> Comparison:
    return compare(Rule("red"), Rule("color == last.color"))


@cache
def same() -> Comparison:
    return compare(Rule("color != last.color"), Rule("if last.red then black else red"))


@cache
def undecided() -> Comparison:
    return compare(
        Rule("if line.count(red) > line.count(black) then black else any"),
        Rule("if line.count(black) < line.count(red) then black else any"),
    )


def test_a_difference_says_where() -> None:
    assert (different().same, different().bound, different().right_in) == (False, None, "B")
    assert different().witness == (*different().line, different().card) == tuple(cards("2S AS"))
    assert str(different()) == different().describe() == "different: after 2♠ B takes A♠, A does not"
    assert different().describe("Dan's", "Ann's") == "different: after 2♠ Ann's takes A♠, Dan's does not"
    assert repr(different()) == "Comparison(same=False, line='2S', card='AS', right_in='B')"


def test_a_difference_at_the_start() -> None:
    assert Comparison(False, (), cards("AH")[0], "B").difference() == "at the start B takes A♥, A does not"


def test_rules_that_are_the_same_have_no_witness(snapshot: SnapshotAssertion) -> None:
    assert (same().same, same().witness, same().bound) == (True, (), None)
    assert str(same()) == snapshot
    assert repr(same()) == "Comparison(same=True)"


def test_what_is_not_decided_says_how_far_it_looked_and_why(snapshot: SnapshotAssertion) -> None:
    assert (undecided().same, undecided().witness) == (None, ())
    assert str(undecided()) == snapshot
    assert repr(undecided()) == f"Comparison(same=None, bound={undecided().bound}, reason={undecided().reason!r})"


def test_as_a_condition_it_is_true_if_the_rules_are_the_same() -> None:
    assert compare(Rule("red"), Rule("not black"))
    assert not different()


def test_as_a_condition_it_is_nothing_where_it_is_not_decided(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        bool(undecided())
    assert str(caught.value) == snapshot


def test_a_guess_that_differs_on_the_line_that_lies_there_is_found_although_a_difference_is_false() -> None:
    aces = cards(" ".join(["AS AH AD AC"] * 3))
    comparison = judge_guess(Rule("any"), Rule("last12.sum(rank) != 12"), aces)
    assert (comparison.same, comparison.line) == (False, tuple(aces))


def test_the_counts_of_what_was_done_are_no_part_of_the_verdict() -> None:
    assert Comparison(True, states=3, work=5) == Comparison(True)


def test_as_data() -> None:
    keys = ("same", "line", "card", "right_in", "bound")
    assert different().to_json() == dict(zip(keys, (False, ["2S"], "AS", "B", None), strict=True))
    assert Comparison(True).to_json() == dict(zip(keys, (True, [], None, None, None), strict=True))
