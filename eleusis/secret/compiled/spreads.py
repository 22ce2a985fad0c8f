"""Values for all 52 candidates at once.

A yes/no is a *pair* of masks: the cards for which it is true, and those for which it is false; the rest is missing.
Any other value is a *spread*: a dict from the value to the mask of the cards that have it; cards in none of them
miss it. `rank > last.rank` after a queen is a pair: the four kings, and all other cards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from eleusis.ground.cards import ALL
from eleusis.secret.language.features import RuleValue

Maybe = RuleValue | None
"""A value, or None for missing."""
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


# From one form to the other


def pair_of(value: Maybe) -> Pair:
    """A yes/no that is the same for every candidate."""
    return _PAIRS[value]


def spread_of(values: Iterable[Any]) -> Spread:
    """A value for each card, in the order of the cards: each with the mask of the cards that have it."""
    spread: Spread = {}
    for card, value in enumerate(values):
        spread[value] = spread.get(value, 0) | (1 << card)
    return spread


def pair_of_spread(spread: Spread) -> Pair:
    """A yes/no given as a spread."""
    return spread.get(True, 0), spread.get(False, 0)


def spread_pair(pair: Pair) -> Spread:
    """A yes/no as any other value."""
    return {value: mask for value, mask in ((True, pair[0]), (False, pair[1])) if mask}


# Logic


def negate_value(value: bool | None) -> bool | None:
    """`not` of one value."""
    return None if value is None else not value


def negate_pair(pair: Pair) -> Pair:
    """`not`, by candidate."""
    return pair[1], pair[0]


def all_values(values: Collection[Maybe]) -> bool | None:
    """`and` of one value each: a single no decides, else a missing one leaves it open."""
    return False if False in values else None if None in values else True


def any_values(values: Collection[Maybe]) -> bool | None:
    """`or` of one value each: a single yes decides, else a missing one leaves it open."""
    return True if True in values else None if None in values else False


def all_pairs(pairs: Iterable[Pair]) -> Pair:
    """`and`, by candidate."""
    true, false = ALL, 0
    for yes, no in pairs:
        true &= yes
        false |= no
    return true, false


def any_pairs(pairs: Iterable[Pair]) -> Pair:
    """`or`, by candidate."""
    true, false = 0, ALL
    for yes, no in pairs:
        true |= yes
        false &= no
    return true, false


def choose_value(cond: Pair, then: Any, other: Any) -> Any:
    """`if` of one value each where the condition is missing: the arms count where they agree."""
    return then if then == other else None


def choose_pair(cond: Pair, then: Pair, other: Pair) -> Pair:
    """`if` of yes/nos: where the condition is missing, the arms count where they agree."""
    yes, no = cond
    true = (yes & then[0]) | (no & other[0]) | (then[0] & other[0])
    return true, (yes & then[1]) | (no & other[1]) | (then[1] & other[1])


def choose_spread(cond: Pair, then: Spread, other: Spread) -> Spread:
    """`if` of other values, likewise."""
    yes, no = cond
    chosen: Spread = {}
    for value in {**then, **other}:
        in_then, in_other = then.get(value, 0), other.get(value, 0)
        mask = (yes & in_then) | (no & in_other) | (in_then & in_other)
        if mask:
            chosen[value] = mask
    return chosen


# Functions and comparisons


def map_spread(function: Callable[[Any], Any], spread: Spread) -> Spread:
    """A function of a value; what it gives None for is missing."""
    image: Spread = {}
    for value, mask in spread.items():
        mapped = function(value)
        if mapped is not None:
            image[mapped] = image.get(mapped, 0) | mask
    return image


def join_spreads(function: Callable[[Any, Any], Any], left: Spread, right: Spread) -> Spread:
    """A function of two values."""
    if len(right) == 1:
        ((b, mask_b),) = right.items()
        if mask_b == ALL:
            return map_spread(lambda a: function(a, b), left)
    joined: Spread = {}
    for a, mask_a in left.items():
        for b, mask_b in right.items():
            both = mask_a & mask_b
            if both:
                value = function(a, b)
                joined[value] = joined.get(value, 0) | both
    return joined


def compare_values(op: str, left: Any, right: Any) -> bool | None:
    """A comparison of one value each."""
    return None if left is None or right is None else COMPARE[op](left, right)


def compare_spreads(op: str, left: Spread, right: Spread) -> Pair:
    """A comparison, by candidate."""
    test = COMPARE[op]
    true = false = 0
    for a, mask_a in left.items():
        for b, mask_b in right.items():
            both = mask_a & mask_b
            if both:
                if test(a, b):
                    true |= both
                else:
                    false |= both
    return true, false


class Logic(NamedTuple):
    """What comparisons are made of: of one value each, or for all candidates at once."""

    compare: Callable[[str, Any, Any], Any]
    all_of: Callable[[Collection[Any]], Any]
    any_of: Callable[[Collection[Any]], Any]
    negate: Callable[[Any], Any]


OF_VALUES = Logic(compare_values, all_values, any_values, negate_value)
OF_PAIRS = Logic(compare_spreads, all_pairs, any_pairs, negate_pair)


# Over many cards: each value comes with how many times it does


def fold_values(how: str, values: Sequence[Any], times: Sequence[int] | None = None) -> Maybe:
    """The `count`, `sum`, `min`, `max`, `any` or `all` of one value each, which come once or so many `times`."""
    if how == "any":
        return any_values(values)
    if how == "all":
        return all_values(values)
    if None in values:
        return None
    if how in ("count", "sum"):
        total: int = sum(values if times is None else map(operator.mul, values, times))
        return total
    extreme: Maybe = min(values, default=None) if how == "min" else max(values, default=None)
    return extreme


def count_pairs(items: Iterable[tuple[Pair, int]]) -> Spread:
    """How many times each pair is true, by candidate."""
    counts: Spread = {0: ALL}
    for (true, false), times in items:
        wider: Spread = {}
        for total, mask in counts.items():
            if mask & true:
                wider[total + times] = wider.get(total + times, 0) | (mask & true)
            if mask & false:
                wider[total] = wider.get(total, 0) | (mask & false)
        counts = wider
    return counts


def fold_spreads(how: str, items: Iterable[tuple[Spread, int]]) -> Spread:
    """The `sum`, `min` or `max`, by candidate."""
    if how == "sum":
        total: Spread = {0: ALL}
        for spread, times in items:
            total = join_spreads(operator.add, total, map_spread(times.__mul__, spread))
        return total
    better = min if how == "min" else max
    spreads = [spread for spread, _ in items]
    extreme = spreads[0] if spreads else {}
    for spread in spreads[1:]:
        extreme = join_spreads(better, extreme, spread)
    return extreme
