"""Bounds of numbers, and whether a value may be missing: what is known of a compiled expression before play.

`rank + 2 * position` is at least 3 and has no upper bound; `abs(last.rank - 7) % 5` lies in 0..4, and may be
missing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from eleusis.secret.compiled.code import Code
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

INFINITE = math.inf
Bounds = tuple[float, float]
"""The least value and the greatest; infinite where there is none."""
_HUGE = 10.0**9
"""From here on a number counts as unbounded."""


def interval(code: Code) -> Bounds:
    """Bounds of a number, perhaps infinite; (0, 0) for what is no number."""
    if code.bounds is None:
        low, high = _interval(code)
        low = -INFINITE if low < -_HUGE else min(low, _HUGE)
        code.bounds = low, INFINITE if high > _HUGE else max(high, -_HUGE)
    return code.bounds


def _interval(code: Code) -> Bounds:
    node = code.node
    if code.type is not Type.NUMBER:
        return 0, 0
    # Numbers that don't depend on others.
    match node:
        case t.Const(value=value):
            return float(value), float(value)
        case t.Feature() | t.Next():
            return 1, 13
        case t.PlaceIn(circle=circle):
            return 1, len(circle)
        case t.Position():
            return 1, INFINITE
        case t.Streak():
            return 0, INFINITE
        case t.Mod(by=by):
            return 0, by - 1
    # And those that follow from the bounds of their parts.
    spans = [interval(part) for part in code.parts]
    match node:
        case t.Neg():
            return negative(spans[0])
        case t.Add():
            return sum(low for low, _ in spans), sum(high for _, high in spans)
        case t.Mul():
            low = high = 1.0
            for span in spans:
                corners = [_times(end, factor) for end in (low, high) for factor in span]
                low, high = min(corners), max(corners)
            return low, high
        case t.If():
            return _union(spans[1:])
        case t.Cycle():
            return _union(spans)
        case t.FunctionCall(name="abs"):
            ((low, high),) = spans
            return max(low, -high, 0.0), max(-low, high)
        case t.FunctionCall(name="min"):
            return min(low for low, _ in spans), min(high for _, high in spans)
        case t.FunctionCall(name="max"):
            return max(low for low, _ in spans), max(high for _, high in spans)
        case t.FunctionCall():  # a divisor is no larger than any number that isn't 0
            nonzero = [max(-low, high) for low, high in spans if low > 0 or high < 0]
            return 0, min(nonzero, default=max(max(-low, high) for low, high in spans))
        case t.Over(how=how, window=window):
            if how == "count":
                return 0, window or INFINITE
            (body,) = code.parts
            low, high = spans[0]
            if not body.slots and not body.vector:
                numbers = [value for value in body.table() if value is not None]
                low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
            if how == "sum":
                if window is None:
                    return -INFINITE if low < 0 else 0, INFINITE if high > 0 else 0
                return window * low, window * high
            return low, high
        case _:
            raise AssertionError(node)


def _times(a: float, b: float) -> float:
    """A product, also of 0 and what is infinite."""
    return 0.0 if a == 0 or b == 0 else a * b


def _union(spans: Iterable[Bounds]) -> Bounds:
    """The bounds of what lies in any of some bounds."""
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)


def may_miss(code: Code) -> bool:
    """Whether a value may be missing: whether it looks at a card that may not be there."""
    match code.node:
        case t.Position() | t.Streak():
            return False
        case t.Feature():
            return bool(code.slots)
        case t.Over(window=None, how="count" | "sum" | "any" | "all"):  # of no cards too
            return any(may_miss(part) for part in code.parts)
        case t.Over() | t.Next() | t.PlaceIn():
            return True
        case _:
            return any(may_miss(part) for part in code.parts)


def is_bounded(bounds: Bounds) -> bool:
    """Whether both ends are finite."""
    return bounds[0] > -INFINITE and bounds[1] < INFINITE


def meet(bounds: Bounds, limits: Bounds) -> Bounds:
    """The part of `bounds` that lies within `limits`; the nearest end of those where they don't meet."""
    low, high = max(bounds[0], limits[0]), min(bounds[1], limits[1])
    if low <= high:
        return low, high
    nearest = limits[0] if bounds[1] < limits[0] else limits[1]
    return nearest, nearest


def negative(bounds: Bounds) -> Bounds:
    """The bounds of a number with its sign turned."""
    return -bounds[1], -bounds[0]
