"""Values for all 52 candidates at once.

A yes/no is a pair of masks: the cards for which it is true, and those for which it is false; the rest is missing.
Any other value is a dict from the value to the mask of the cards that have it; cards in none of them miss it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from eleusis.pack import ALL
from eleusis.secret.compiled.slots import Maybe

Pair = tuple[int, int]
Spread = dict[Any, int]

TRUE: Pair = (ALL, 0)
FALSE: Pair = (0, ALL)
MISSING: Pair = (0, 0)
_PAIRS: dict[Maybe, Pair] = {True: TRUE, False: FALSE, None: MISSING}

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def pair_of(value: Maybe) -> Pair:
    """A yes/no that is the same for every candidate."""
    return _PAIRS[value]


def spread_of(value: Maybe) -> Spread:
    """A value that is the same for every candidate."""
    return {} if value is None else {value: ALL}


def spread_pair(pair: Pair) -> Spread:
    """A yes/no as any other value."""
    return {value: mask for value, mask in ((True, pair[0]), (False, pair[1])) if mask}


def all_pairs(pairs: Iterable[Pair]) -> Pair:
    true, false = ALL, 0
    for one, other in pairs:
        true &= one
        false |= other
    return true, false


def any_pairs(pairs: Iterable[Pair]) -> Pair:
    true, false = 0, ALL
    for one, other in pairs:
        true |= one
        false &= other
    return true, false


def all_values(values: Iterable[Maybe]) -> Maybe:
    known: Maybe = True
    for value in values:
        if value is False:
            return False
        if value is None:
            known = None
    return known


def any_values(values: Iterable[Maybe]) -> Maybe:
    known: Maybe = False
    for value in values:
        if value:
            return True
        if value is None:
            known = None
    return known


def choose_pair(cond: Pair, then: Pair, other: Pair) -> Pair:
    """`if`: where the condition is missing, the arms count where they agree."""
    yes, no = cond
    true = (yes & then[0]) | (no & other[0]) | (then[0] & other[0])
    return true, (yes & then[1]) | (no & other[1]) | (then[1] & other[1])


def choose_spread(cond: Pair, then: Spread, other: Spread) -> Spread:
    yes, no = cond
    found: Spread = {}
    for value in {**then, **other}:
        a, b = then.get(value, 0), other.get(value, 0)
        mask = (yes & a) | (no & b) | (a & b)
        if mask:
            found[value] = mask
    return found


def map_spread(function: Callable[[Any], Any], spread: Spread) -> Spread:
    """A function of a value; what it gives None for is missing."""
    result: Spread = {}
    for value, mask in spread.items():
        mapped = function(value)
        if mapped is not None:
            result[mapped] = result.get(mapped, 0) | mask
    return result


def join_spreads(function: Callable[[Any, Any], Any], left: Spread, right: Spread) -> Spread:
    """A function of two values."""
    if len(right) == 1:
        ((b, more),) = right.items()
        if more == ALL:
            return map_spread(lambda a: function(a, b), left)
    result: Spread = {}
    for a, mask in left.items():
        for b, more in right.items():
            both = mask & more
            if both:
                value = function(a, b)
                result[value] = result.get(value, 0) | both
    return result


def compare_spreads(op: str, left: Spread, right: Spread) -> Pair:
    test = COMPARE[op]
    true = false = 0
    for a, mask in left.items():
        for b, more in right.items():
            both = mask & more
            if both:
                if test(a, b):
                    true |= both
                else:
                    false |= both
    return true, false


def count_pairs(items: Iterable[tuple[Pair, int]]) -> Spread:
    """How many times each pair is true, by candidate, each of them coming so many times."""
    found: Spread = {0: ALL}
    for (true, false), times in items:
        wider: Spread = {}
        for total, mask in found.items():
            if mask & true:
                wider[total + times] = wider.get(total + times, 0) | (mask & true)
            if mask & false:
                wider[total] = wider.get(total, 0) | (mask & false)
        found = wider
    return found


def fold_spreads(how: str, items: Iterable[tuple[Spread, int]]) -> Spread:
    """The `sum`, `min` or `max` of values, by candidate, each of them coming so many times."""
    if how == "sum":
        found: Spread = {0: ALL}
        for spread, times in items:
            many = map_spread(times.__mul__, spread)
            found = join_spreads(operator.add, found, many)
        return found
    spreads = [spread for spread, _ in items]
    if not spreads:
        return {}
    found = spreads[0]
    for spread in spreads[1:]:
        found = join_spreads(min if how == "min" else max, found, spread)
    return found
