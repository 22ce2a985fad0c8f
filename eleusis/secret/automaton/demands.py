"""How exactly a rule must know what it remembers: which cards it tells apart, and how far it counts.

A counter (a position, a streak, a count or a sum) is known well enough by its value up to a limit and its remainder
by a modulus (counters.py). They follow from where the counter is used. There are two demands on a number:

- *within bounds* (`exactly`): its value if it lies in them, and otherwise on which side it lies;
- *by its remainder* (`modulo`): its value modulo m.

Each is handed down the tree to the parts, as far as the operation lets it through. A remainder passes sums,
products and choices: `(x + y) % m` follows from `x % m` and `y % m`. It does not pass what looks at the size of a
number: `abs` needs the sign besides, `min` and `max` need to know which part it is, and a comparison needs values.
What is missing always comes out as missing: cards that aren't there are known exactly.

A worked example, `rank != abs(streak(odd) - 4) % 3`:

    … != …         rank lies in 1..13 and the other side in 0..2, so that must be known within 1..2 (`versus`)
    … % 3          is known within any bounds if abs(streak(odd) - 4) is known modulo 3 (`modulo`)
    abs(…)         its part lies in -4..infinity, on both sides of 0, so modulo 3 and, for the sign, within 0..0
    streak - 4     modulo 3: the streak modulo 3; within 0..0: the streak within 4..4
    streak(odd)    limit 5, modulus 3: the streaks 0 1 2 3 4 5 6 7 are known, and 8 is as good as 5, 9 as 6, …

A counter that is needed without a bound has no limit, as those of `line.count(red) > line.count(black)`: the rule's
memory is not finite then.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from eleusis.secret.automaton.asking import CARD_SLOTS, Asking
from eleusis.secret.automaton.bounds import INFINITE, Bounds, interval, may_miss, meet, negative
from eleusis.secret.automaton.counters import Counter, within
from eleusis.secret.compiled.code import Code
from eleusis.secret.compiled.slots import CountsSlot, Slot, TallySlot
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

_LARGEST_MODULUS = 10**6
_MAX_DEMANDS = 5_000


class Demands(Asking):
    """Walks a compiled rule and notes, slot by slot, what must be known of it."""

    def __init__(self, code: Code, slots: Sequence[Slot], table: Sequence[int] | None) -> None:
        super().__init__(slots)
        self.counters: dict[Slot, Counter] = {}
        self.seen: set[tuple[Any, ...]] = set()
        if table is not None:
            for slot in slots:
                self.tables[slot].append(tuple(table))
        else:
            self.ask(code, {})
        self.boolean(code)
        if len(self.seen) >= _MAX_DEMANDS:
            for i, slot in enumerate(slots):
                if not isinstance(slot, CARD_SLOTS):
                    self.counter(i, -INFINITE, INFINITE)

    def again(self, *demand: Any) -> bool:
        """Whether this was asked before; also once there were too many questions."""
        if len(self.seen) >= _MAX_DEMANDS:
            return True
        before = len(self.seen)
        self.seen.add(demand)
        return len(self.seen) == before

    # How far is counted

    def counter(self, i: int, low: float, high: float) -> None:
        """A counter must be known within bounds, and outside them on which side it lies."""
        slot = self.slots[i]
        self.counters.setdefault(slot, Counter()).merge(within(slot, low, high))

    def remainder(self, i: int, by: int) -> None:
        """A counter must be known by its remainder."""
        self.counters.setdefault(self.slots[i], Counter()).merge(Counter(1, by))

    def boolean(self, code: Code) -> None:
        """The truth of a yes/no, or a colour or suit, must be known."""
        node = code.node
        if not code.slots or self.again(id(code)):
            return
        match node:
            case t.Compare():
                self.compare(node, code.parts)
            case t.If():
                for part in code.parts:
                    self.boolean(part)
            case t.Cycle():
                self.turn(code)
                for part in code.parts:
                    self.boolean(part)
            case t.Next():
                self.exactly(code.parts[0], (1, 13))
            case t.Feature() | t.Over():
                self.over_within(code, (0, 0))
            case _:
                for part in code.parts:
                    self.boolean(part)

    def compare(self, node: t.Compare, parts: Sequence[Code]) -> None:
        for ((left, *_), *_), right in itertools.pairwise(t.by_operand(node, parts)):
            for member in right:
                for end in member:
                    self.versus(left, end)

    def versus(self, left: Code, right: Code) -> None:
        """Two values are compared."""
        if left.type is not Type.NUMBER:
            self.boolean(left)
            self.boolean(right)
            return
        if self.again(id(left), id(right), "versus"):
            return
        one, other = interval(left), interval(right)
        if INFINITE not in (-other[0], other[1]) or INFINITE not in (-one[0], one[1]):
            self.exactly(left, meet(one, other))
            self.exactly(right, meet(other, one))
        else:
            self.add([(1, left), (-1, right)], (0, 0))

    def exactly(self, code: Code, bounds: Bounds) -> None:
        """A value must be known within bounds, and outside them on which side it lies."""
        node = code.node
        if not code.slots or self.again(id(code), bounds):
            return
        if code.type is not Type.NUMBER:
            self.boolean(code)
            return
        low, high = bounds = meet(bounds, interval(code))
        size = max(abs(low), abs(high))
        match node:
            case t.Position() | t.Streak():
                self.counter(code.own[0], low, high)
            case t.Over() | t.Feature():
                self.over_within(code, bounds)
            case t.Add():
                self.add([(1, part) for part in code.parts], bounds)
            case t.Neg():
                self.exactly(code.parts[0], (-high, -low))
            case t.Mul():
                for part in code.parts:
                    self.exactly(part, (-size, size))
            case t.Mod(by=by):
                self.modulo(code.parts[0], by)
            case t.FunctionCall(name="abs"):
                self.exactly(code.parts[0], (-high, high))
            case t.FunctionCall(name="gcd"):
                self.divisor(code)
            case t.If():
                self.choose(code, lambda part: self.exactly(part, bounds))
            case t.Cycle():
                self.turn(code)
                for part in code.parts:
                    self.exactly(part, bounds)
            case t.PlaceIn() | t.Next():
                self.exactly(code.parts[0], (1, 13))
            case _:
                for part in code.parts:
                    self.exactly(part, bounds)

    def add(self, terms: Sequence[tuple[int, Code]], bounds: Bounds) -> None:
        """A sum within bounds: each term as far as the others leave it open."""
        spans = [interval(code) if sign > 0 else negative(interval(code)) for sign, code in terms]
        for i, (sign, code) in enumerate(terms):
            least = sum(low for j, (low, _) in enumerate(spans) if j != i)
            most = sum(high for j, (_, high) in enumerate(spans) if j != i)
            wanted = meet((bounds[0] - most, bounds[1] - least), spans[i])
            self.exactly(code, wanted if sign > 0 else negative(wanted))

    def modulo(self, code: Code, by: int) -> None:
        """A value must be known by its remainder."""
        node, span = code.node, interval(code)
        if not code.slots or self.again(id(code), by):
            return
        if INFINITE not in (-span[0], span[1]):
            self.exactly(code, span)
            return
        match node:
            case t.Position() | t.Streak():
                self.remainder(code.own[0], by)
            case t.Over():
                self.over_modulo(code, by)
            case t.FunctionCall(name="abs"):
                low, high = interval(code.parts[0])
                if low < 0 < high:  # -1 % 3 is 2, but abs(-1) % 3 is 1: its sign must be known too
                    self.exactly(code.parts[0], (0, 0))
                self.modulo(code.parts[0], by)
            case t.FunctionCall(name="gcd"):
                self.divisor(code)
            case t.FunctionCall():
                self.extreme(code, by)
            case t.If():
                self.choose(code, lambda part: self.modulo(part, by))
            case t.Cycle():
                self.turn(code)
                for part in code.parts:
                    self.modulo(part, by)
            case _:
                for part in code.parts:
                    self.modulo(part, by)

    def extreme(self, code: Code, by: int) -> None:
        """The remainder of a `min` or `max` of which one part has no bound."""
        spans = [interval(part) for part in code.parts]
        bounded = [span for span in spans if INFINITE not in (-span[0], span[1])]
        low, high = min([-0.0, *[a for a, _ in bounded]]), max([0.0, *[b for _, b in bounded]])
        alone = len(bounded) >= len(spans) - 1
        for part, span in zip(code.parts, spans, strict=True):
            if INFINITE in (-span[0], span[1]):
                self.exactly(part, (low, high) if alone else span)
                self.modulo(part, by)
            else:
                self.exactly(part, span)

    def divisor(self, code: Code) -> None:
        """`gcd`: the remainder by a bounded part is enough of one without bound."""
        spans = [interval(part) for part in code.parts]
        sizes = [
            math.lcm(*range(max(1, int(low)), int(high) + 1))
            for low, high in spans
            if 0 < low <= high < 40 or (low == high and 0 < low < INFINITE)
        ]
        exact = [int(low) for low, high in spans if low == high and 0 < low < INFINITE]
        by = min([*exact, *sizes], default=0)
        for part, span in zip(code.parts, spans, strict=True):
            if INFINITE in (-span[0], span[1]) and 0 < by <= _LARGEST_MODULUS:
                self.modulo(part, by)
            else:
                self.exactly(part, span)

    def choose(self, code: Code, need: Any) -> None:
        cond, then, other = code.parts
        self.boolean(cond)
        need(then)
        need(other)
        if may_miss(cond):
            self.versus(then, other)

    def turn(self, code: Code) -> None:
        """`cycle`: whose turn it is."""
        self.remainder(code.own[0], len(code.parts))

    # What stands in the brackets of a line

    def over_within(self, code: Code, bounds: Bounds) -> None:
        """A value over the line must be known within bounds; a yes/no, or a card's feature, as it is."""
        node = code.node
        if isinstance(node, t.Feature):  # of the latest card that …
            for part in code.parts:
                self.boolean(part)
            return
        assert isinstance(node, t.Over)
        (body,), how = code.parts, node.how
        low, high = bounds
        size = max(abs(low), abs(high))
        slot = self.slots[code.own[0]]
        if isinstance(slot, TallySlot):
            if how in ("count", "sum"):
                for i in code.own:
                    self.counter(i, low, high)
            return
        if isinstance(slot, CountsSlot):
            span = interval(body)
            if how == "sum" and span[0] < 0 < span[1]:
                low, high, size = -INFINITE, INFINITE, INFINITE
            enough = size if how in ("count", "sum") else 0  # the others ask only which cards there are
            self.counter(code.own[0], -enough, enough)
        if how in ("count", "any", "all"):
            self.boolean(body)
        elif how in ("min", "max"):
            self.exactly(body, bounds)
        elif isinstance(slot, CountsSlot) or not body.each:
            self.exactly(body, (-size, size))
        else:
            assert node.window is not None
            low, high = interval(body)
            others = node.window - 1
            least, most = (others * low, others * high) if others else (0.0, 0.0)
            self.exactly(body, (bounds[0] - most, bounds[1] - least))

    def over_modulo(self, code: Code, by: int) -> None:
        """A number over the line must be known by its remainder."""
        node = code.node
        assert isinstance(node, t.Over)
        (body,), how = code.parts, node.how
        slot = self.slots[code.own[0]]
        if isinstance(slot, TallySlot):
            if how in ("count", "sum"):
                for i in code.own:
                    self.remainder(i, by)
            return
        if isinstance(slot, CountsSlot):
            if how in ("count", "sum"):
                self.remainder(code.own[0], by)
            else:
                self.counter(code.own[0], 0, 0)
        if how == "count":
            self.boolean(body)
        elif how == "sum" or not body.each:
            # The least of values that are all the same is that value, so its remainder is enough.
            self.modulo(body, by)
        else:
            # Which one is least can't be told from remainders: 8 > 5, but 8 % 4 < 5 % 4.
            self.exactly(body, interval(body))
