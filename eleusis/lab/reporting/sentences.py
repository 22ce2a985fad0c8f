"""What the sentences of a verdict share: how many lines they take, how variants are named, how lists are put."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from eleusis.lab.intervals import Interval
from eleusis.lab.plan import Plan
from eleusis.words.page.ink import wrap

LINES: Final = 5
"""A comparison of two is told in so many lines, at most."""
WIDTH: Final = 80
NAMED: Final = 44
"""A variant is named in a sentence if it takes no more columns."""


def count_lines(sentences: Sequence[str]) -> int:
    """How many lines they take, each on lines of its own."""
    return sum(len(wrap([text], WIDTH)) for text in sentences)


def run_on(sentences: list[str]) -> list[str]:
    """The same sentences in few enough lines: two stand on a line, or in a paragraph, where that saves one."""
    while len(sentences) > 1 and count_lines(sentences) > LINES:
        pairs = [f"{first} {second}" for first, second in pairwise(sentences)]
        saves = [
            count_lines(sentences[place : place + 2]) - count_lines([pairs[place]]) for place in range(len(pairs))
        ]
        place = saves.index(max(saves))
        sentences = [*sentences[:place], pairs[place], *sentences[place + 2 :]]
    return sentences


def count_rounds(plan: Plan) -> str:
    """How many rounds were played under each variant, or how many whole games."""
    number, noun = (plan.rounds, "round") if plan.game is None else (plan.games, "game")
    return f"{number:,} {noun}{'s' * (number != 1)}"


def name_arm(plan: Plan, arm: int) -> str:
    """A variant in a sentence: its name with its settings, or the knob and the value of a sweep."""
    own = plan.arms[arm]
    return own.label if plan.knob is None else f"{own.variant.name} with {plan.knob}={own.label}"


def value_of(estimate: Interval | None) -> float:
    """What is estimated; 0 where nothing says anything about it."""
    return 0.0 if estimate is None or math.isnan(estimate.value) else estimate.value
