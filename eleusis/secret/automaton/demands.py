"""How far a rule must count: what it must know of its positions, streaks, counts and sums.

A counter is known well enough by its value up to a limit and its remainder by a modulus (counters.py). They follow
from where the counter is used. There are two demands on a number:

- *within bounds*: its value if it lies in them, and otherwise on which side it lies;
- *by its remainder*: its value modulo m.

Each is handed down the tree to the parts, as far as the operation lets it through. A remainder passes sums,
products and choices: `(x + y) % m` follows from `x % m` and `y % m`. It does not pass what looks at the size of a
number: `abs` needs the sign besides, `min` and `max` need to know which part it is, and a comparison needs values.
What is missing always comes out as missing: cards that aren't there are known exactly.

A worked example, `rank != abs(streak(odd) - 4) % 3`:

    … != …         rank lies in 1..13 and the other side in 0..2, so each must be known within the other (`order`)
    … % 3          is known within any bounds if abs(streak(odd) - 4) is known modulo 3 (`remainder`)
    abs(…)         its part lies in -4..infinity, on both sides of 0, so modulo 3 and, for the sign, within 0..0
    streak - 4     modulo 3: the streak modulo 3; within 0..0: the streak within 4..4
    streak(odd)    limit 5, modulus 3: the streaks 0 1 2 3 4 5 6 7 are known, and 8 is as good as 5, 9 as 6, …

A counter that is needed without a bound has no limit, as those of `line.count(red) > line.count(black)`: the rule's
memory is not finite then.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from eleusis.secret.automaton.bounds import INFINITE, Bounds, interval, is_bounded, may_miss, meet, negative
from eleusis.secret.automaton.counters import Counter, within
from eleusis.secret.automaton.distinctions import CARD_SLOTS
from eleusis.secret.compiled.code import Code
from eleusis.secret.compiled.slots import CountsSlot, Slot, TallySlot
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

_LARGEST_MODULUS = 10**6
_MOST_QUESTIONS = 5_000
"""How many demands are followed up; a rule that has more must know all its counters forever."""


def counters_needed(code: Code, slots: Sequence[Slot]) -> dict[Slot, Counter]:
    """What must be known of the counters among a compiled rule's slots."""
    demands = _Demands(slots)
    demands.truth(code)
    if demands.too_many():
        for i, slot in enumerate(slots):
            if not isinstance(slot, CARD_SLOTS):
                demands.count_within(i, (-INFINITE, INFINITE))
    return demands.counters


class _Demands:
    """Walks a compiled rule and notes what must be known; each method is a demand, handed down to the parts."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self.counters: dict[Slot, Counter] = {}
        self.asked: set[tuple[object, ...]] = set()

    def too_many(self) -> bool:
        """Whether there are more questions than are followed up."""
        return len(self.asked) >= _MOST_QUESTIONS

    def is_new(self, *question: object) -> bool:
        """Whether a question comes up for the first time; never once there are too many."""
        if question in self.asked or self.too_many():
            return False
        self.asked.add(question)
        return True

    # Demands on a slot, by its number

    def count_within(self, i: int, bounds: Bounds) -> None:
        """A counter must be known within bounds, and outside them on which side it lies."""
        slot = self.slots[i]
        self.counters.setdefault(slot, Counter()).merge(within(slot, *bounds))

    def count_remainder(self, i: int, modulus: int) -> None:
        """A counter must be known by its remainder."""
        self.counters.setdefault(self.slots[i], Counter()).merge(Counter(1, modulus))

    # Demands on a yes/no, or on a colour or suit

    def truth(self, code: Code) -> None:
        """A value that is no number must be known."""
        node = code.node
        if not code.slots or not self.is_new(id(code)):
            return
        match node:
            case t.Compare():
                for ((left, *_), *_), right in itertools.pairwise(t.by_operand(node, code.parts)):
                    for member in right:
                        for end in member:
                            self.order(left, end)
            case t.Next():
                self.within(code.parts[0], (1, 13))
            case t.Feature() | t.Over():
                self.brackets_within(code, (0, 0))
            case _:
                if isinstance(node, t.Cycle):
                    self.turn(code)
                for part in code.parts:
                    self.truth(part)

    def order(self, left: Code, right: Code) -> None:
        """It must be known how two values compare."""
        if left.type is not Type.NUMBER:
            self.truth(left)
            self.truth(right)
            return
        if not self.is_new(id(left), id(right), "order"):
            return
        of_left, of_right = interval(left), interval(right)
        if is_bounded(of_left) or is_bounded(of_right):
            # Beyond the other's bounds a value is larger or smaller than it, however far away it lies.
            self.within(left, meet(of_left, of_right))
            self.within(right, meet(of_right, of_left))
        else:
            # Neither has bounds: then it is their difference that must be known, at 0 and on its sides.
            self.sum_within([(1, left), (-1, right)], (0, 0))

    # Demands on a number: within bounds

    def within(self, code: Code, bounds: Bounds) -> None:
        """A value must be known within bounds, and outside them on which side it lies."""
        node = code.node
        if not code.slots or not self.is_new(id(code), bounds):
            return
        if code.type is not Type.NUMBER:
            self.truth(code)
            return
        low, high = bounds = meet(bounds, interval(code))
        match node:
            case t.Position() | t.Streak():
                self.count_within(code.own[0], bounds)
            case t.Over() | t.Feature():
                self.brackets_within(code, bounds)
            case t.Add():
                self.sum_within([(1, part) for part in code.parts], bounds)
            case t.Neg():
                self.within(code.parts[0], negative(bounds))
            case t.Mod(by=by):
                self.remainder(code.parts[0], by)
            case t.FunctionCall(name="abs"):
                self.within(code.parts[0], (-high, high))
            case t.FunctionCall(name="gcd"):
                self.divisor(code)
            case t.If():
                self.choice(code, lambda part: self.within(part, bounds))
            case t.PlaceIn() | t.Next():
                self.within(code.parts[0], (1, 13))
            case _:
                if isinstance(node, t.Cycle):
                    self.turn(code)
                elif isinstance(node, t.Mul):
                    # No factor of a product is larger than it, but for 0, which is known within these bounds too.
                    size = max(abs(low), abs(high))
                    bounds = (-size, size)
                for part in code.parts:
                    self.within(part, bounds)

    def sum_within(self, terms: Sequence[tuple[int, Code]], bounds: Bounds) -> None:
        """A sum must be known within bounds: each term, with its sign, as far as the others leave it open."""
        spans = [interval(code) if sign > 0 else negative(interval(code)) for sign, code in terms]
        for i, (sign, code) in enumerate(terms):
            least = sum(low for j, (low, _) in enumerate(spans) if j != i)
            most = sum(high for j, (_, high) in enumerate(spans) if j != i)
            share = meet((bounds[0] - most, bounds[1] - least), spans[i])
            self.within(code, share if sign > 0 else negative(share))

    # Demands on a number: by its remainder

    def remainder(self, code: Code, modulus: int) -> None:
        """A value must be known by its remainder."""
        node, span = code.node, interval(code)
        if not code.slots or not self.is_new(id(code), modulus):
            return
        if is_bounded(span):
            self.within(code, span)
            return
        match node:
            case t.Position() | t.Streak():
                self.count_remainder(code.own[0], modulus)
            case t.Over():
                self.brackets_remainder(code, modulus)
            case t.FunctionCall(name="abs"):
                low, high = interval(code.parts[0])
                if low < 0 < high:  # -1 % 3 is 2, but abs(-1) % 3 is 1: its sign must be known too
                    self.within(code.parts[0], (0, 0))
                self.remainder(code.parts[0], modulus)
            case t.FunctionCall(name="gcd"):
                self.divisor(code)
            case t.FunctionCall():
                self.extreme_remainder(code, modulus)
            case t.If():
                self.choice(code, lambda part: self.remainder(part, modulus))
            case _:
                if isinstance(node, t.Cycle):
                    self.turn(code)
                for part in code.parts:
                    self.remainder(part, modulus)

    def extreme_remainder(self, code: Code, modulus: int) -> None:
        """The remainder of a `min` or `max` of which some part has no bound."""
        spans = [interval(part) for part in code.parts]
        bounded = [span for span in spans if is_bounded(span)]
        # An unbounded part must be known where it may fall below or rise above those that are bounded. Two of them
        # must be told from one another wherever they are.
        low, high = min([-0.0, *[low for low, _ in bounded]]), max([0.0, *[high for _, high in bounded]])
        alone = len(bounded) >= len(spans) - 1
        for part, span in zip(code.parts, spans, strict=True):
            if is_bounded(span):
                self.within(part, span)
            else:
                self.within(part, (low, high) if alone else span)
                self.remainder(part, modulus)

    # Demands on operations that take both alike

    def divisor(self, code: Code) -> None:
        """`gcd`: the remainder by a bounded part is enough of one without bound."""
        spans = [interval(part) for part in code.parts]
        # For a part that is one number it is that number, for one in 2..4 the least number that all of them divide.
        constants = [int(low) for low, high in spans if low == high and 0 < low < INFINITE]
        multiples = [
            math.lcm(*range(max(1, int(low)), int(high) + 1)) for low, high in spans if 0 < low <= high < 40
        ]
        modulus = min([*constants, *multiples], default=0)
        for part, span in zip(code.parts, spans, strict=True):
            if not is_bounded(span) and 0 < modulus <= _LARGEST_MODULUS:
                self.remainder(part, modulus)
            else:
                self.within(part, span)

    def choice(self, code: Code, demand: Callable[[Code], None]) -> None:
        """`if`: its condition, and of both arms what is demanded of the whole."""
        cond, then, other = code.parts
        self.truth(cond)
        demand(then)
        demand(other)
        if may_miss(cond):  # then the arms count where they agree
            self.order(then, other)

    def turn(self, code: Code) -> None:
        """`cycle`: whose turn it is."""
        self.count_remainder(code.own[0], len(code.parts))

    # Demands on what stands in the brackets of a line

    def brackets_within(self, code: Code, bounds: Bounds) -> None:
        """A value over the line must be known within bounds; a yes/no, or a card's feature, as it is."""
        node = code.node
        if isinstance(node, t.Feature):  # of the latest card that …
            for part in code.parts:
                self.truth(part)
            return
        assert isinstance(node, t.Over)
        (body,), how = code.parts, node.how
        slot = self.slots[code.own[0]]
        size = max(abs(bounds[0]), abs(bounds[1]))

        # A tally is the number itself, for each group of candidates.
        if isinstance(slot, TallySlot):
            if how in ("count", "sum"):
                for i in code.own:
                    self.count_within(i, bounds)
            return

        # Of cards that are counted class by class, no class counts further than the whole.
        if isinstance(slot, CountsSlot):
            low, high = interval(body)
            if how == "sum" and low < 0 < high:  # it may come back from any distance
                size = INFINITE
            enough = size if how in ("count", "sum") else 0  # the others ask only which cards there are
            self.count_within(code.own[0], (-enough, enough))

        # And then what stands in the brackets, for each card.
        if how in ("count", "any", "all"):
            self.truth(body)
        elif how in ("min", "max"):
            self.within(body, bounds)
        elif isinstance(slot, CountsSlot) or not body.each:
            self.within(body, (-size, size))
        else:  # a sum over a window: as far as the other cards leave it open
            assert node.window is not None
            low, high = interval(body)
            others = node.window - 1
            least, most = (others * low, others * high) if others else (0.0, 0.0)
            self.within(body, (bounds[0] - most, bounds[1] - least))

    def brackets_remainder(self, code: Code, modulus: int) -> None:
        """A number over the line must be known by its remainder."""
        node = code.node
        assert isinstance(node, t.Over)
        (body,), how = code.parts, node.how
        slot = self.slots[code.own[0]]
        if isinstance(slot, TallySlot):
            if how in ("count", "sum"):
                for i in code.own:
                    self.count_remainder(i, modulus)
            return
        if isinstance(slot, CountsSlot):
            if how in ("count", "sum"):
                self.count_remainder(code.own[0], modulus)
            else:
                self.count_within(code.own[0], (0, 0))
        if how == "count":
            self.truth(body)
        elif how == "sum" or not body.each:
            # The least of values that are all the same is that value, so its remainder is enough.
            self.remainder(body, modulus)
        else:
            # Which one is least can't be told from remainders: 8 > 5, but 8 % 4 < 5 % 4.
            self.within(body, interval(body))
