"""Many rules at once: leaves that are compiled one by one, and the rules that are put together from them in numpy.

A rule of the forest is a leaf by itself, `a and b`, `a or b`, or `if c then a else b` of leaves. After a mainline
each leaf has a mask of the cards that it does not forbid, and all rules follow from those by a few operations on
whole arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.pack import ALL, Card
from eleusis.secret.compiled.code import Run, as_pair
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.slots import NO_CARD, AtSlot, BackSlot, Slot
from eleusis.secret.language import tree as t
from eleusis.values import new

Masks = npt.NDArray[np.uint64]
"""A set of cards for each rule, or for each leaf."""
Indices = npt.NDArray[np.int32]

FULL = np.uint64(ALL)
_KEPT = 2048
"""For how many readings of its slots a group of leaves remembers its values."""

Wanted = Sequence[tuple[int, npt.NDArray[np.int64]]]
"""Groups of leaves by number, each with the places in it of the leaves that are asked for."""


@attrs.define(eq=False)
class Group:
    """Leaves that look at the same slots, and their values for each reading of those that has come up."""

    slots: tuple[int, ...]
    leaves: Indices
    runs: list[Run]
    known: dict[tuple[object, ...], tuple[Masks, npt.NDArray[np.bool_]]] = attrs.field(factory=dict)
    """Where each leaf doesn't forbid a card and where it doesn't hold for certain, and which have been asked."""

    def at(self, read: tuple[object, ...], some: npt.NDArray[np.int64]) -> Masks:
        """The two masks of each leaf (2, n); those that are not among `some` may not have been asked yet."""
        found = self.known.get(read)
        if found is None:
            if len(self.known) >= _KEPT:
                self.known.clear()
            found = self.known[read] = (
                np.zeros((2, len(self.runs)), np.uint64),
                np.zeros(len(self.runs), np.bool_),
            )
        masks, asked = found
        for n in some[~asked[some]].tolist():
            true, false = self.runs[n](read, NO_CARD)
            masks[:, n] = ALL & ~false, ALL & ~true
            asked[n] = True
        return masks


class Leaves:
    """Compiled parts: what each of them makes of a mainline, as a mask where it holds and one where it doesn't.

    What looks at one card of the line has a table; the others are asked in groups, and remember their answers.
    """

    def __init__(self, trees: Sequence[t.Expr]) -> None:
        self.trees = tuple(trees)
        asked: dict[Slot, int] = {}
        tables: dict[t.Expr, tuple[list[int], list[int]]] = {}
        rows, where, of_card = [], [], []
        seen: dict[BackSlot | AtSlot, int] = {}
        others: dict[tuple[int, ...], list[tuple[int, Run]]] = {}
        for leaf, tree in enumerate(self.trees):
            single = _of_one_card(tree)
            if single is None:
                compiler = Compiler()
                run = as_pair(compiler.compile(tree))
                slots = tuple([asked.setdefault(slot, len(asked)) for slot in compiler.slots])
                others.setdefault(slots, []).append((leaf, run))
                continue
            same, slot = single
            if same not in tables:
                run = as_pair(Compiler().compile(same))
                pairs = [run((card,), NO_CARD) for card in range(NO_CARD + 1)]
                tables[same] = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            rows.append(tables[same])
            where.append(leaf)
            of_card.append(seen.setdefault(slot, len(seen)))
        self.groups = [
            Group(slots, np.array([leaf for leaf, _ in some], np.int32), [run for _, run in some])
            for slots, some in others.items()
        ]
        self._slots = tuple(asked)
        self._cards = tuple(seen)
        self._of_card = np.array(of_card, np.int32)
        self._rows = np.arange(len(rows))
        table = np.array(rows, np.uint64).reshape(len(rows), 2, NO_CARD + 1)
        self._open: Masks = FULL & ~table[:, 1]
        self._doubtful: Masks = FULL & ~table[:, 0]
        order = np.concatenate([np.array(where, np.int32), *[group.leaves for group in self.groups]])
        self._place = np.argsort(order)
        """Where each leaf stands among those with a table, then group by group."""
        self._starts = np.cumsum([len(where), *[len(group.runs) for group in self.groups]]).tolist()
        self._all = self.wanted(np.ones(len(self.trees), np.bool_))

    def __len__(self) -> int:
        return len(self.trees)

    def wanted(self, flags: npt.NDArray[np.bool_]) -> Wanted:
        """Where to find the leaves that are flagged, but for those that are cheap."""
        places = [np.flatnonzero(flags[group.leaves]) for group in self.groups]
        return [(n, some) for n, some in enumerate(places) if len(some)]

    def at(self, line: Sequence[Card], wanted: Wanted | None = None) -> tuple[Masks, Masks]:
        """Where each leaf doesn't forbid a card after a line, and where it doesn't hold for certain (the rest of
        the two is what is missing). What is filled in for leaves that are not `wanted` means nothing."""
        found: Masks = np.zeros((2, len(self.trees)), np.uint64)
        values: dict[int, object] = {}
        if len(self._rows):
            columns = np.array([slot.read(line) for slot in self._cards])[self._of_card]
            found[0, : len(columns)] = self._open[self._rows, columns]
            found[1, : len(columns)] = self._doubtful[self._rows, columns]
        for n, some in self._all if wanted is None else wanted:
            group = self.groups[n]
            for slot in group.slots:
                if slot not in values:
                    values[slot] = self._slots[slot].read(line)
            start = self._starts[n]
            found[:, start : start + len(group.runs)] = group.at(
                tuple([values[slot] for slot in group.slots]), some
            )
        open_, doubtful = found[:, self._place]
        return open_, doubtful


_OF_THE_LINE = (t.Position, t.Streak, t.Over, t.Latest, t.Cycle)


def _of_one_card(tree: t.Expr) -> tuple[t.Expr, BackSlot | AtSlot] | None:
    """Where a tree looks at one card of the line at most: the same asked of the last card, and which card it is.

    So `rank > back(2).rank` and `rank > first.rank` share the table of `rank > last.rank`.
    """
    nodes = list(t.walk(tree))
    cards = {node for node in nodes if isinstance(node, t.Back | t.At)}
    if len(cards) > 1 or any(isinstance(node, _OF_THE_LINE) for node in nodes):
        return None
    slot = next((BackSlot(card.n) if isinstance(card, t.Back) else AtSlot(card.n) for card in cards), BackSlot(1))
    return (tree if slot == BackSlot(1) else cast(t.Expr, _of_the_last(tree))), slot


def _of_the_last(node: t.Node) -> t.Node:
    """A tree with the last card in place of every card of the line."""
    if isinstance(node, t.Back | t.At):
        return t.Back(1)
    return new(type(node), [_moved(field) for field in node])


def _moved(field: object) -> object:
    if isinstance(field, t.Node):
        return _of_the_last(field)
    return tuple([_moved(one) for one in field]) if isinstance(field, tuple) else field


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
    wanted: Wanted = attrs.field(init=False)

    @wanted.default
    def _wanted(self) -> Wanted:
        flags = np.zeros(len(self.leaves), np.bool_)
        for part in (self.alone, self.ands, self.ors, self.ifs):
            flags[part.ravel()] = True
        return self.leaves.wanted(flags)

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
        return Forest(self.leaves, *some)

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
