"""Intervals for ratios of sums over rounds, by strata (the dealers), and for paired differences of such ratios.

Every measure is a ratio R = Σy / Σx of whole numbers y and x of each round; a mean per round has x = 1. Its
variance is that of the residuals y − R x (the delta method), taken within the strata, since all deal in turn. The
sums are exact, so that no order of the rounds changes a digit.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import compress
from operator import mul

import attrs

Z = 1.9599639845400536
"""The 97.5 % point of the normal distribution: `statistics.NormalDist().inv_cdf(0.975)`, which loads much."""
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


@attrs.frozen(slots=False)
class Ratio:
    """The sum of `y` over that of `x`, of every round; `strata` is how many strata take turns."""

    y: Column
    x: Column
    strata: int

    @property
    def value(self) -> Fraction | None:
        """Σy / Σx; None where there is nothing to divide by."""
        over, below = self.sums
        return Fraction(over, below) if below else None

    @cached_property
    def cases(self) -> int:
        """The rounds that have a part in it."""
        return sum(x.cases for _, x in self._parts)

    @cached_property
    def sums(self) -> tuple[int, int]:
        """Σy and Σx."""
        return sum(y.total for y, _ in self._parts), sum(x.total for _, x in self._parts)

    @cached_property
    def _parts(self) -> list[tuple[_Part, _Part]]:
        """y and x within each stratum; all is one stratum where there would be one with a round alone."""
        strata = 1 if len(self.y) < 2 * self.strata else self.strata
        return [(_Part(self.y[first::strata]), _Part(self.x[first::strata])) for first in range(strata)]

    @cached_property
    def _residuals(self) -> list[tuple[int, int]]:
        """Within each stratum, the sum of the whole numbers Σx · y − Σy · x, and that of their squares."""
        over, below = self.sums
        return [
            (
                below * y.total - over * x.total,
                below * below * y.times(y) - 2 * below * over * y.times(x) + over * over * x.times(x),
            )
            for y, x in self._parts
        ]


class _Part:
    """A column within one stratum, of which sums are asked; many have one number everywhere, or only 0 and 1."""

    def __init__(self, values: Column) -> None:
        column = values if isinstance(values, list | array) else list(values)
        self.values = column
        self.size = size = len(column)
        self.same = column[0] if size and column == column[:1] * size else None
        """The number that stands in each place, if all are the same."""
        self.total = sum(column) if self.same is None else self.same * size
        self.marks = self.same is None and set(column) <= {0, 1}

    @property
    def cases(self) -> int:
        """How many of its numbers are not 0."""
        if self.same is not None:
            return self.size if self.same else 0
        return self.total if self.marks else self.size - self.values.count(0)

    def times(self, other: _Part) -> int:
        """The sum of the products of two columns."""
        if self.same is not None:
            return self.same * other.total
        if other.same is not None:
            return other.same * self.total
        if self.marks:
            return self.total if self is other else sum(compress(other.values, self.values))
        if other.marks:
            return sum(compress(self.values, other.values))
        return sum(map(mul, self.values, other.values))


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
    variance = _variance(ratio)
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
    variance = _paired_variance(a, b) if paired else _variance(a) + _variance(b)
    cases = min(a.cases, b.cases)
    return _around(float(value_b - value_a), variance, cases)


def _around(value: float, variance: float, cases: int) -> Interval:
    """A value with its interval; of one case nothing is known of how it varies."""
    half = quantile(cases - 1) * math.sqrt(variance) if cases > 1 else math.inf
    return Interval(value, value - half, value + half, cases)


def _variance(ratio: Ratio) -> float:
    """The variance of a ratio: its residual in a round is (y − R x) / Σx, which is (Σx · y − Σy · x) / (Σx)²."""
    return _add_strata(ratio, ratio._residuals, ratio.sums[1] ** 2)


def _paired_variance(a: Ratio, b: Ratio) -> float:
    """The variance of the difference of two ratios over the same rounds."""
    (over_a, below_a), (over_b, below_b) = a.sums, b.sums
    # the residuals of both, over the same denominator
    by_a, by_b = below_b * below_b, below_a * below_a
    residuals = []
    for (y_a, x_a), (y_b, x_b), (sum_a, squares_a), (sum_b, squares_b) in zip(
        a._parts, b._parts, a._residuals, b._residuals, strict=True
    ):
        products = below_a * (below_b * y_a.times(y_b) - over_b * y_a.times(x_b)) - over_a * (
            below_b * x_a.times(y_b) - over_b * x_a.times(x_b)
        )
        squares = by_b * by_b * squares_b - 2 * by_a * by_b * products + by_a * by_a * squares_a
        residuals.append((by_b * sum_b - by_a * sum_a, squares))
    return _add_strata(a, residuals, by_a * by_b)


def _add_strata(ratio: Ratio, residuals: Sequence[tuple[int, int]], below: int) -> float:
    """The variance of what has these residuals within the strata of a ratio, their sums and those of their squares.

    Both are whole numbers: the residuals are these over `below`.
    """
    total = Fraction(0)
    for (y, _), (residual, squares) in zip(ratio._parts, residuals, strict=True):
        if y.size < 2:
            return 0.0
        total += Fraction(y.size * squares - residual * residual, y.size - 1)
    return max(0.0, float(total / below**2))
