"""Intervals for ratios of sums over rounds, by strata (the dealers), and for paired differences of such ratios.

Every measure is a ratio R = Σy / Σx of whole numbers y and x of each round; a mean per round has x = 1. Its
variance is that of the residuals y − R x (the delta method), taken within the strata, since all deal in turn. The
sums are exact, so that no order of the rounds changes a digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from statistics import NormalDist

import attrs

Z = NormalDist().inv_cdf(0.975)
Column = Sequence[int]


@attrs.frozen
class Interval:
    """An estimate with its 95 % interval; `cases` are the rounds that tell anything about it."""

    value: float
    """The estimate."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end."""
    cases: int
    """How many rounds tell anything about it."""

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


@attrs.frozen
class Ratio:
    """The sum of `y` over that of `x`, of every round; `strata` is how many strata take turns."""

    y: Column
    x: Column
    strata: int

    @property
    def value(self) -> Fraction | None:
        """Σy / Σx; None where there is nothing to divide by."""
        below = sum(self.x)
        return Fraction(sum(self.y), below) if below else None

    @property
    def cases(self) -> int:
        """The rounds that have a part in it."""
        return len(self.x) - list(self.x).count(0)


def quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t, to about a thousandth from 5 degrees of freedom on (Cornish and Fisher)."""
    v, z = max(2, freedom), Z
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def interval(ratio: Ratio, share: bool = False) -> Interval | None:
    """The ratio with its interval; a share of cases has Wilson's, which stays within 0 and 1."""
    value, cases = ratio.value, ratio.cases
    if value is None:
        return None
    variance = _variance([(ratio, value, 1)])
    if share:
        t = quantile(cases - 1)
        p = float(value)
        n = p * (1 - p) / variance if variance > 0 and 0 < p < 1 else float(cases)
        middle, root = p + t * t / (2 * n), t * math.sqrt(p * (1 - p) / n + t * t / (4 * n * n))
        low, high = (middle - root) / (1 + t * t / n), (middle + root) / (1 + t * t / n)
        # the two roots are only rounded: without this an interval could end a hair before its own value
        low = 0.0 if value == 0 else min(p, max(0.0, low))
        high = 1.0 if value == 1 else max(p, min(1.0, high))
        return Interval(p, low, high, cases)
    return _around(float(value), variance, cases)


def difference(a: Ratio, b: Ratio, paired: bool = True) -> Interval | None:
    """How much `b` is above `a`; paired if the rounds of both are the same deals, in the same order."""
    value_a, value_b = a.value, b.value
    if value_a is None or value_b is None:
        return None
    if paired:
        variance = _variance([(b, value_b, 1), (a, value_a, -1)])
    else:
        variance = _variance([(a, value_a, 1)]) + _variance([(b, value_b, 1)])
    cases = min(a.cases, b.cases)
    return _around(float(value_b - value_a), variance, cases)


def _around(value: float, variance: float, cases: int) -> Interval:
    """A value with its interval; of one case nothing is known of how it varies."""
    half = quantile(cases - 1) * math.sqrt(variance) if cases > 1 else math.inf
    return Interval(value, value - half, value + half, cases)


def _variance(parts: Sequence[tuple[Ratio, Fraction, int]]) -> float:
    """The variance of a sum of ratios, each times its sign, over the same rounds."""
    # The residual of a round is a sum over columns, each with its weight: of y/x that is y/Σx − R x/Σx.
    columns: list[Column] = []
    weights: list[Fraction] = []
    for ratio, value, sign in parts:
        below = sum(ratio.x)
        columns += [ratio.y, ratio.x]
        weights += [Fraction(sign, below), -sign * value / below]
    size, strata = len(columns[0]), parts[0][0].strata
    if size < 2 * strata:
        strata = 1
    total = Fraction(0)
    for first in range(strata):
        stratum = [column[first::strata] for column in columns]
        n = len(stratum[0])
        if n < 2:
            return 0.0
        residuals = sum((w * sum(column) for w, column in zip(weights, stratum, strict=True)), Fraction(0))
        # The sum of their squares, multiplied out: so only whole numbers are added up over the rounds.
        squares = Fraction(0)
        for i, column in enumerate(stratum):
            squares += weights[i] ** 2 * sum(map(mul, column, column))
            for j in range(i):
                squares += 2 * weights[i] * weights[j] * sum(map(mul, column, stratum[j]))
        total += (squares - residuals * residuals / n) * Fraction(n, n - 1)
    return max(0.0, float(total))
