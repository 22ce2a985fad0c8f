"""A guess that is judged by this round: between everywhere and from here, and the same as trying every line."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card, cards_in
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess

from .texts import made_up, rules

STARTERS = st.lists(st.sampled_from(PACK), max_size=2)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Rule, Rule]:
    """A secret rule and a guess that is often near it: one of its arms, or the rule with another beside it."""
    chance = Random(draw(st.integers(0, 10**9)))
    secret = draw(rules(depth=2)) if draw(st.integers(0, 3)) == 0 else made_up(chance)
    near = draw(st.sampled_from(("other", "arm", "beside", "later")))
    if near == "other":
        return Rule(secret), Rule(made_up(chance))
    play = made_up(chance)
    if near == "later":
        return Rule(secret), Rule(f"if position <= 2 then ({play}) else ({secret})")
    trait = draw(st.sampled_from(("red", "odd", "face", "high", "spade")))
    whole = Rule(f"if first.{trait} then ({secret}) else ({play})")
    return (whole, Rule(secret)) if near == "arm" else (Rule(secret), whole)


def line_from(rule: Rule, starters: Sequence[Card], chance: Random, most: int = 4) -> list[Card]:
    """A mainline that can be built from the starters."""
    line = list(starters)
    for _ in range(chance.randint(0, most)):
        right = rule.right(line)
        if not right:
            break
        line.append(chance.choice(right))
    return line


@given(pairs(), st.sampled_from(PACK), st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_right_everywhere_is_right_this_round_and_that_is_right_from_here(
    both: tuple[Rule, Rule], starter: Card, seed: int
) -> None:
    secret, guess = both
    line = line_from(secret, [starter], Random(seed))
    everywhere, this_round, from_here = (
        judge_guess(secret, guess, line, start).same for start in (None, [starter], line)
    )
    if everywhere:
        assert this_round is not False
    if this_round:
        assert from_here is not False
    if from_here is False:
        assert this_round is False
    if this_round is False:
        assert everywhere is not True


def first_difference(secret: Rule, guess: Rule, starters: Sequence[Card], more: int) -> int | None:
    """How many cards lie behind the starters where two rules first differ, by trying every line of up to `more`."""
    level: list[list[Card]] = [list(starters)]
    for length in range(more + 1):
        if any(secret.mask(line) != guess.mask(line) for line in level):
            return length
        level = [[*line, card] for line in level for card in secret.right(line)]
    return None


@given(pairs(), STARTERS)
@settings(max_examples=25, deadline=None)
def test_this_round_is_as_trying_every_line_from_the_starters(
    both: tuple[Rule, Rule], starters: list[Card]
) -> None:
    secret, guess = both
    verdict = judge_guess(secret, guess, starters, starters)
    assume(verdict.same is not None)
    tried = first_difference(secret, guess, starters, 2)
    if verdict.same:
        assert tried is None
        return
    line, card = verdict.line, verdict.card
    assert card is not None
    assert list(line[: len(starters)]) == starters
    assert tried is None or len(line) == len(starters) + tried, "a shortest line"
    for place in range(len(starters), len(line)):
        assert line[place] in secret.right(line[:place])
        assert line[place] in guess.right(line[:place])
    assert (card in secret.right(line)) != (card in guess.right(line))
    assert (verdict.right_in == "A") == (card in secret.right(line))


@pytest.mark.parametrize("red", [True, False])
def test_the_condition_on_the_starter_is_no_part_of_it(red: bool) -> None:
    """`color == first.color` is `red` from a red starter on, whatever starters the secret rule allows."""
    starter = next(card for card in PACK if (card in cards_in(Rule("red").mask(()))) is red)
    for condition in (None, "red", "black"):
        secret = Rule("color == first.color", starter=condition)
        assert judge_guess(secret, Rule("red"), [starter], [starter]).same is red


@pytest.mark.long
def test_what_is_not_decided_is_held_against_the_line_that_lies() -> None:
    """The walk gives up long before 250 red cards lie there; where they do, the mainline tells."""
    secret, guess = Rule("line.count(red) * 2 != line.count(black) + 500 or red"), Rule("any")
    reds = cards_in(Rule("red").mask(()))
    line = [reds[place % 26] for place in range(260)]
    verdict = judge_guess(secret, guess, line, line[:1])
    assert (verdict.same, len(verdict.line), verdict.right_in) == (False, 250, "B")
    assert judge_guess(secret, guess, line[:240], line[:1]).same is None
