"""A guess is right when it is the rule, and never because the judge grew tired.

Wrong guesses that are padded until they are dear to compare, and right ones that are said at great length, under
rules whose bite comes late (padding.py). `make soak` tries two thousand of each.
"""

from __future__ import annotations

import pytest

from eleusis import cards
from eleusis.secret.automaton import probing
from eleusis.secret.automaton.walk import MAX_WORK
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess

from .padding import right_guess, wrong_guess

pytestmark = pytest.mark.long

PARTS = 2
TRIED = 12
"""Guesses of each kind in `make test`, part by part."""
MANY_PARTS = 20
SOAKED = 100
"""Guesses of each kind in `make soak`, part by part: 2,000."""
MOST_WORK = MAX_WORK + probing.MAX_WORK + 8_000_000
"""Units of work that judging may take: two budgets, the first difference of a line, and the last step of each. How
many seconds that is, `python -m tests.secret.padding` tells."""


def test_the_issues_padded_guess_is_wrong() -> None:
    secret = Rule("line.count(face) < 6 or number")
    padding = " and ".join(f"last16.sum(max(rank, card.rank) * {n % 9 + 1}) != {n % 7 + 10}" for n in range(90))
    assert judge_guess(secret, Rule("any"), cards("7S")).same is False
    assert judge_guess(secret, Rule(f"any and {padding}"), cards("7S")).same is False


@pytest.mark.parametrize("part", range(PARTS))
def test_no_padded_guess_is_right(part: int) -> None:
    for n in range(part * TRIED, (part + 1) * TRIED):
        _try_wrong(n)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_rule_said_at_length_is_right(part: int) -> None:
    refused = sum(_try_right(n) for n in range(part * TRIED, (part + 1) * TRIED))
    assert refused == 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(MANY_PARTS))
def test_none_of_many_padded_guesses_is_right(part: int) -> None:
    for n in range(part * SOAKED, (part + 1) * SOAKED):
        _try_wrong(n)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(MANY_PARTS))
def test_nearly_all_of_many_rules_said_at_length_are_right(part: int) -> None:
    refused = sum(_try_right(n) for n in range(part * SOAKED, (part + 1) * SOAKED))
    assert refused <= SOAKED // 100


def _try_wrong(n: int) -> None:
    """Judges a padded guess; it is wrong, or refused since it is too dear."""
    trial = wrong_guess(n)
    verdict = judge_guess(trial.secret, trial.guess, trial.line, trial.agrees_from)
    assert verdict.same is False or (verdict.same is None and verdict.dear), trial
    assert verdict.work <= MOST_WORK, trial
    if verdict.card is not None:  # the witness tells them apart, and both rules build its line
        laid = 1 if trial.agrees_from is None else len(trial.agrees_from)
        for i in range(laid, len(verdict.line)):
            assert trial.secret.mask(verdict.line[:i]) & trial.guess.mask(verdict.line[:i]) & verdict.line[i].bit
        assert (trial.secret.mask(verdict.line) ^ trial.guess.mask(verdict.line)) & verdict.card.bit


def _try_right(n: int) -> bool:
    """Judges a rule said at length; whether it is refused. It is never wrong."""
    trial = right_guess(n)
    verdict = judge_guess(trial.secret, trial.guess, trial.line, trial.agrees_from)
    assert verdict.same is not False, (trial, str(verdict))
    assert verdict.work <= MOST_WORK, trial
    return verdict.same is None and verdict.dear
