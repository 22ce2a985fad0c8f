"""Many rules at once: leaves that are compiled one by one, and the rules that are put together from them in numpy.

A rule of the forest is a leaf by itself, `a and b`, `a or b`, or `if c then a else b` of leaves. After a mainline
each leaf has a mask of the cards that it does not forbid, and all rules follow from those by a few operations on
whole arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.pack import ALL, Card
from eleusis.secret import tree as t
from eleusis.secret.code import Run, as_pair
from eleusis.secret.compiler import Compiler
from eleusis.secret.slots import NO_CARD, AtSlot, BackSlot, Slot

Masks = npt.NDArray[np.uint64]
"""A set of cards for each rule, or for each leaf."""
Indices = npt.NDArray[np.int32]

FULL = np.uint64(ALL)
_KEPT = 2048
"""How many values a leaf remembers."""


class Leaves:
    """Compiled parts: what each of them makes of a mainline, as a mask where it holds and one where it doesn't."""

    def __init__(self, trees: Sequence[t.Expr]) -> None:
        self.trees = tuple(trees)
        self._slots: dict[Slot, int] = {}
        rows: list[tuple[list[int], list[int]]] = []
        where, of_slot = [], []
        self._others: list[tuple[int, tuple[int, ...], Run, dict[tuple[Any, ...], tuple[int, int]]]] = []
        for leaf, tree in enumerate(self.trees):
            compiler = Compiler()
            run = as_pair(compiler.compile(tree))
            slots = tuple(compiler.slots)
            if len(slots) <= 1 and all(isinstance(slot, BackSlot | AtSlot) for slot in slots):
                pairs = [run((card,), NO_CARD) for card in range(NO_CARD + 1)]
                rows.append(([pair[0] for pair in pairs], [pair[1] for pair in pairs]))
                where.append(leaf)
                of_slot.append(self._slot(slots[0] if slots else BackSlot(1)))
            else:
                self._others.append((leaf, tuple([self._slot(slot) for slot in slots]), run, {}))
        self._where = np.array(where, np.int32)
        self._of_slot = np.array(of_slot, np.int32)
        self._true: Masks = np.array([row[0] for row in rows], np.uint64).reshape(len(rows), NO_CARD + 1)
        self._false: Masks = np.array([row[1] for row in rows], np.uint64).reshape(len(rows), NO_CARD + 1)
        self._rows = np.arange(len(rows))

    def _slot(self, slot: Slot) -> int:
        return self._slots.setdefault(slot, len(self._slots))

    def __len__(self) -> int:
        return len(self.trees)

    def at(self, line: Sequence[Card], wanted: npt.NDArray[np.bool_] | None = None) -> tuple[Masks, Masks]:
        """Where each leaf doesn't forbid a card after a line, and where it doesn't hold for certain (the rest of
        the two is what is missing). Of leaves that are not `wanted` only what is cheap is filled in."""
        values: list[Any] = [slot.read(line) for slot in self._slots]
        open_: Masks = np.zeros(len(self.trees), np.uint64)
        doubtful: Masks = np.zeros(len(self.trees), np.uint64)
        cards = np.array([value if isinstance(value, int) and 0 <= value <= NO_CARD else 0 for value in values])
        if len(self._where):
            columns = cards[self._of_slot]
            open_[self._where] = FULL & ~self._false[self._rows, columns]
            doubtful[self._where] = FULL & ~self._true[self._rows, columns]
        for leaf, slots, run, known in self._others:
            if wanted is not None and not wanted[leaf]:
                continue
            key = tuple([values[slot] for slot in slots])
            pair = known.get(key)
            if pair is None:
                if len(known) >= _KEPT:
                    known.clear()
                pair = known[key] = run(key, NO_CARD)
            open_[leaf] = ALL & ~pair[1]
            doubtful[leaf] = ALL & ~pair[0]
        return open_, doubtful


@attrs.frozen(eq=False)
class Forest:
    """Rules made of leaves, in the order of the four groups: leaves, ands, ors, ifs.

    `alone` are leaves; `ands` and `ors` are pairs of leaves; `ifs` are a condition and two leaves.
    """

    leaves: Leaves
    alone: Indices
    """(n,)"""
    ands: Indices
    """(2, n)"""
    ors: Indices
    """(2, n)"""
    ifs: Indices
    """(3, n)"""
    wanted: npt.NDArray[np.bool_] | None = None

    @property
    def size(self) -> int:
        return int(len(self.alone) + self.ands.shape[1] + self.ors.shape[1] + self.ifs.shape[1])

    def masks(self, line: Sequence[Card]) -> Masks:
        """The right cards after a line, rule by rule."""
        open_, doubtful = self.leaves.at(line, self.wanted)
        found: Masks = np.empty(self.size, np.uint64)
        at = len(self.alone)
        found[:at] = open_[self.alone]
        end = at + self.ands.shape[1]
        np.bitwise_and(open_[self.ands[0]], open_[self.ands[1]], out=found[at:end])
        at, end = end, end + self.ors.shape[1]
        np.bitwise_or(open_[self.ors[0]], open_[self.ors[1]], out=found[at:end])
        cond, one, other = self.ifs
        then, otherwise = open_[one], open_[other]
        both = then | otherwise
        then |= doubtful[cond]  # where the condition is not certain to hold, its first arm forbids nothing,
        otherwise |= open_[cond]  # and where it may hold, neither does its second arm
        both &= then
        np.bitwise_and(both, otherwise, out=found[end:])
        return found

    def take(self, rules: npt.NDArray[np.int64]) -> Forest:
        """The forest of some of its rules, given in rising order."""
        bounds = np.cumsum([0, len(self.alone), self.ands.shape[1], self.ors.shape[1], self.ifs.shape[1]])
        cuts = np.searchsorted(rules, bounds)
        picks = [rules[cuts[n] : cuts[n + 1]] - bounds[n] for n in range(4)]
        some = self.alone[picks[0]], self.ands[:, picks[1]], self.ors[:, picks[2]], self.ifs[:, picks[3]]
        wanted = np.zeros(len(self.leaves), np.bool_)
        for part in some:
            wanted[part.ravel()] = True
        return Forest(self.leaves, *some, wanted)

    def tree(self, rule: int) -> t.Expr:
        """The syntax tree of a rule."""
        for group, how in ((self.alone[None, :], "leaf"), (self.ands, "and"), (self.ors, "or"), (self.ifs, "if")):
            if rule < group.shape[1]:
                parts = tuple([self.leaves.trees[leaf] for leaf in group[:, rule].tolist()])
                if how == "if":
                    return t.If(*parts)
                return t.And(parts) if how == "and" else t.Or(parts) if how == "or" else parts[0]
            rule -= group.shape[1]
        raise IndexError(rule)
