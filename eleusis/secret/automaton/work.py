"""How much work it is to reckon a rule once: counted from its code, never measured, so the same on every machine.

A unit is what a tenth of a microsecond did where the weights below were set. Most of a rule costs the same each
time; what stands in the brackets of a line is reckoned once for each card, or class of cards, that is remembered.
`red and line.any(rank < last.rank)`, for example, costs so much for the `and`, and so much for the comparison times
as many ranks as the line holds at that point: `Work(once, ((slot, for each card),))`.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import attrs

from eleusis.ground.remembering import remember
from eleusis.secret.automaton.bounds import interval, is_bounded
from eleusis.secret.compiled.code import Code, classes_of
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD, CountsSlot, RecencySlot, Slot
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

_UNIT = 0.4
"""The weights below add up to more than is done: not all arms and all values are reckoned each time."""


@attrs.frozen
class Work:
    """Units of work that reckoning a rule once takes."""

    once: int
    loops: tuple[tuple[int, int], ...] = ()
    """For each slot that holds many cards its number, and the units for each card that it holds."""

    def at(self, values: Sequence[Any]) -> int:
        """The units for values of the slots."""
        units = self.once
        for i, each in self.loops:
            units += each * len(values[i])
        return units

    def at_most(self, cards: int) -> int:
        """The units after a line of so many cards, or more: a slot holds a card of each kind at most."""
        return self.once + sum(each for _, each in self.loops) * min(cards, NO_CARD)


def work_of(code: Code, slots: Sequence[Slot]) -> Work:
    """The work of a compiled rule."""
    part = _Weighing(slots).weigh(code)
    loops = [(i, math.ceil(_UNIT * each)) for i, each in part.loops.items()]
    return Work(math.ceil(10 + _UNIT * (part.run + part.shared)), tuple(loops))


@attrs.define
class _Part:
    """The work of a part of a rule."""

    run: float = 1
    """Units each time that it is reckoned: inside brackets, for each card."""
    shared: float = 0
    """Units once for all cards: the brackets inside it, of which the outcome is kept."""
    loops: dict[int, float] = attrs.field(factory=dict)
    """Units for each card that a slot holds, once for all cards around it."""


class _Weighing:
    """Adds up the work of the parts of a rule."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self.features_of = cache(self._features_of)
        """The features of the candidate that a code asks for."""
        self.width = cache(self._width)
        """How many values a code may have at once, for different candidates."""

    def weigh(self, code: Code) -> _Part:
        """The work of a code with its parts."""
        if not code.slots:  # reckoned when it was compiled
            return _Part()
        parts = [self.weigh(part) for part in code.parts]
        node = code.node
        if isinstance(node, t.Over):
            return self.weigh_brackets(code, node.window, parts[0])
        if isinstance(node, t.Feature) and isinstance(node.of, t.Latest):
            return self.weigh_brackets(code, node.of.window, parts[0])
        if isinstance(node, t.Cycle) or (isinstance(node, t.If) and not code.parts[0].vector):
            # Only one of the arms is reckoned: that of most work, part by part, is enough.
            always, arms = ([], parts) if isinstance(node, t.Cycle) else (parts[:1], parts[1:])
            parts = [*always, _combine(max, 1, arms)]
        own = self.weigh_vector(code) if code.vector else self.weigh_scalar(node, len(code.parts))
        return _combine(operator.add, own, parts)

    def _width(self, code: Code) -> int:
        if not code.vector or code.yesno:
            return 1
        # No more than its parts allow, or its bounds, or what it asks of the candidate can tell apart.
        kinds = _kinds(self.features_of(code))
        node = code.node
        if code.type is Type.NUMBER:
            low, high = interval(code)
            if is_bounded((low, high)):
                kinds = min(kinds, int(high - low) + 1)
        parts = [self.width(part) for part in code.parts]
        match node:
            case t.If():
                return min(kinds, parts[1] + parts[2])
            case t.Cycle():
                return max(parts)
            case t.Over() | t.Feature():
                return kinds
            case _:
                return min(kinds, math.prod(parts))

    def _features_of(self, code: Code) -> frozenset[str]:
        node = code.node
        if isinstance(node, t.Feature) and isinstance(node.of, t.Candidate):
            return frozenset((node.name,))
        return frozenset().union(*[self.features_of(part) for part in code.parts])

    def weigh_scalar(self, node: t.Expr, many: int) -> float:
        """The units of a node whose value is the same for all candidates, without its parts (so many)."""
        match node:
            case t.Compare():
                return 15 + 9 * many
            case t.Add() | t.Mul() | t.FunctionCall():
                return 12 + 4 * many
            case t.And() | t.Or():
                return 6 + 2 * many
            case _:
                return 3

    def weigh_vector(self, code: Code) -> float:
        """The units of a node whose value differs from candidate to candidate, without its parts."""
        node, many, widths = code.node, len(code.parts), [self.width(part) for part in code.parts]
        match node:
            case t.Compare():
                if many == 2 and not any(part.slots and part.vector for part in code.parts):
                    return 6  # the outcome for each value is kept
                chain = itertools.pairwise(t.by_operand(node, widths))
                pairs = sum(left * wide for ((left, *_), *_), right in chain for member in right for wide in member)
                return 20 + 14 * many + 1.1 * pairs
            case t.And() | t.Or():
                return 8 + 5 * many
            case t.If():
                return 8 if code.yesno else 8 + 5 * (widths[1] + widths[2])
            case t.Add() | t.Mul() | t.FunctionCall() if many > 1:
                # Part by part: each value so far is joined with each of the next part.
                kinds, units = 1, 15.0
                for width in widths:
                    units += 6 + 1.1 * kinds * width
                    kinds = min(kinds * width, NO_CARD)
                return units + 3 * kinds
            case t.Cycle() | t.Not():
                return 4
            case _:
                return 5 + 3 * max(widths, default=1)

    def weigh_brackets(self, code: Code, window: int | None, body: _Part) -> _Part:
        """The work of what looks at many cards."""
        node = code.node
        if window is None and not isinstance(self.slots[code.own[0]], CountsSlot | RecencySlot):
            return _Part(3 + 4 * len(code.own))  # a slot holds the outcome
        # For each card: the body, and joining its value to those before.
        each = body.run + 6
        if code.parts[0].vector:
            each += 6
            if isinstance(node, t.Over) and not code.yesno:
                wide, width = self.width(code.parts[0]), self.width(code)
                each += 4 * width if node.how == "count" else 8 + 5 * wide + 1.1 * wide * width
        # For all cards, only known in play where a slot holds them.
        shared, loops = body.shared + 20, dict(body.loops)
        if window is None:
            loops[code.own[0]] = loops.get(code.own[0], 0) + each
        else:
            shared += window * each
        return _Part(2, shared, loops)


def _combine(join: Callable[[float, float], float], run: float, parts: Sequence[_Part]) -> _Part:
    """The work of parts and of what joins them: added up, or that of most work."""
    whole = _Part(run)
    for part in parts:
        whole.run = join(whole.run, part.run)
        whole.shared = join(whole.shared, part.shared)
        for i, each in part.loops.items():
            whole.loops[i] = join(whole.loops.get(i, 0), each)
    return whole


@remember(1024)
def _kinds(features: frozenset[str]) -> int:
    """How many kinds of candidates some features tell apart."""
    return len(set(classes_of([FEATURE_TABLES[name] for name in features]))) - 1
