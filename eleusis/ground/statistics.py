"""Estimates with 95 % intervals: ratios of sums over rounds, by strata (the dealers), and their paired differences.

Every measure is a ratio R = Σy / Σx of whole numbers y and x of each round; a mean per round has x = 1. Its
variance is that of the residuals y − R x (the delta method), taken within the strata, since all deal in turn. The
sums are exact, so that no order of the rounds changes a digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul

import attrs

Z = 1.9599639845400536
"""The 97.5 % point of the normal distribution: `statistics.NormalDist().inv_cdf(0.975)`, which loads much."""
FEW = 10
"""With fewer cases nothing is said about a difference."""
Column = Sequence[int]


@attrs.frozen
class Measure:
    """One question about rounds, or about whole games."""

    id: str
    """Its name, as `results["turns"]` takes it."""
    text: str
    """What it is, as the table has it."""
    group: str
    """The heading under which the table has it."""
    share: bool = False
    """Whether it is a share of cases, shown in per cent."""
    parts: int = 1
    """Into how many parts a case is cut, so that several seats can share it in whole numbers."""
    whole: bool = False
    """Whether it is asked of whole games."""


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
class Outcome:
    """The result of a measure: each arm's interval, and its difference from the first (None for the first)."""

    measure: Measure
    """What was measured."""
    arms: tuple[Interval | None, ...]
    """The value under each variant, in order; None where no round says anything."""
    differences: tuple[Interval | None, ...]
    """How much each variant is above the first; None for the first itself."""
    verdicts: tuple[str, ...]
    """Of each arm against the first: more, less, unclear, identical, too few; empty for the first."""


@attrs.frozen(slots=False)
class Ratio:
    """The sum of `y` over that of `x`, of every round; `strata` is how many strata take turns."""

    y: Column
    x: Column
    strata: int = 1

    @property
    def value(self) -> Fraction | None:
        """Σy / Σx; None where there is nothing to divide by."""
        over, below = self.sums
        return Fraction(over, below) if below else None

    @cached_property
    def cases(self) -> int:
        """The rounds that have a part in it."""
        return sum(map(bool, self.x))

    @cached_property
    def sums(self) -> tuple[int, int]:
        """Σy and Σx."""
        return sum(self.y), sum(self.x)

    @cached_property
    def residuals(self) -> list[int]:
        """The whole numbers Σx · y − Σy · x of each round."""
        over, below = self.sums
        return [below * y - over * x for y, x in zip(self.y, self.x, strict=True)]


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
    variance = variance_of(ratio)
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
    variance = paired_variance(a, b) if paired else variance_of(a) + variance_of(b)
    cases = min(a.cases, b.cases)
    return _around(float(value_b - value_a), variance, cases)


def compare_ratios(measure: Measure, ratios: Sequence[Ratio], paired: bool = True) -> Outcome:
    """What a measure comes to under each arm, and how each arm differs from the first."""
    first, *others = ratios
    gaps = [difference(first, ratio, paired) for ratio in others]
    verdicts = [_judge(measure, first, ratio, gap) for ratio, gap in zip(others, gaps, strict=True)]
    intervals = tuple(interval(ratio, measure.share) for ratio in ratios)
    return Outcome(measure, intervals, (None, *gaps), ("", *verdicts))


def _judge(measure: Measure, a: Ratio, b: Ratio, gap: Interval | None) -> str:
    """What can be said about the difference of a measure under two arms."""
    if a.y == b.y and a.x == b.x:
        return "identical"
    if gap is None or gap.cases < FEW:
        return "too few"
    if measure.share:
        hits, cases = (sum(both) for both in zip(a.sums, b.sums, strict=True))
        if min(hits, cases - hits) < FEW * measure.parts:
            return "too few"
    if gap.low <= 0 <= gap.high:
        return "unclear"
    return "more" if gap.value > 0 else "less"


def _around(value: float, variance: float, cases: int) -> Interval:
    """A value with its interval; of one case nothing is known of how it varies."""
    half = quantile(cases - 1) * math.sqrt(variance) if cases > 1 else math.inf
    return Interval(value, value - half, value + half, cases)


def variance_of(ratio: Ratio) -> float:
    """The variance of a ratio: its residual in a round is (y − R x) / Σx, which is (Σx · y − Σy · x) / (Σx)²."""
    return _add_strata(ratio.residuals, ratio.strata, ratio.sums[1] ** 2)


def paired_variance(a: Ratio, b: Ratio) -> float:
    """The variance of the difference of two ratios over the same rounds."""
    by_a, by_b = b.sums[1] ** 2, a.sums[1] ** 2  # the residuals of both, over the same denominator
    residuals = [by_b * own - by_a * other for own, other in zip(b.residuals, a.residuals, strict=True)]
    return _add_strata(residuals, a.strata, by_a * by_b)


def _add_strata(residuals: Sequence[int], strata: int, below: int) -> float:
    """The variance of what has these residuals, which are whole numbers over `below`.

    All is one stratum where there would be one with a round alone.
    """
    if len(residuals) < 2:
        return 0.0
    strata = strata if len(residuals) >= 2 * strata else 1
    total = Fraction(0)
    for first in range(strata):
        own = residuals[first::strata]
        total += Fraction(len(own) * sum(map(mul, own, own)) - sum(own) ** 2, len(own) - 1)
    return float(total / below**2)


def format_estimate(estimate: Interval | None, share: bool, signed: bool = False) -> str:
    """An estimate with half of its interval, in as many places as that half makes sense of: `4.20 ±0.31`."""
    if estimate is None:
        return "–"
    scale, sign = 100 if share else 1, "+" if signed else ""
    value, half = estimate.value * scale, estimate.half * scale
    if not math.isfinite(half):
        return f"{value:{sign}.3g} ±?"
    places = 0 if half >= 10 else min(3, max(0, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    if share:
        places = min(places, 2)
    return f"{value:{sign}.{places}f} ±{half:.{places}f}".replace("-", "−")


def estimate_json(estimate: Interval | None) -> dict[str, object] | None:
    """An interval as data; an edge without end is a word, since JSON has no number for it."""
    if estimate is None:
        return None
    low, high = (str(edge) if math.isinf(edge) else edge for edge in (estimate.low, estimate.high))
    return {"value": estimate.value, "low": low, "high": high, "rounds": estimate.cases}
