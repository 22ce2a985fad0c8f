"""Many rules at once, put together from leaves in numpy.

A rule of the forest is a leaf by itself, `a and b`, `a or b`, or `if c then a else b` of leaves. After a line all
leaves have their open and doubtful cards (leaves.py), and from these all rules follow in a few steps, each of them
on an array of some hundred thousand masks. `if last.red then black else rank > back(2).rank` after 7H 9S:

    the first arm, unless c may fail      black or doubtful(last.red)              every card
    the second arm, unless c may hold     rank > back(2).rank or open(last.red)    8 … K
    in any case one of the two arms       black or rank > back(2).rank             ♠ ♣ and 8 … K

What is in all three is right: 8 … K.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.ground.cards import Card
from eleusis.minds.induction.leaves import Flags, Indices, Leaves, Masks, Selection
from eleusis.secret.language import tree as t


@attrs.frozen(eq=False)
class Forest:
    """Rules made of leaves, in four groups one behind the other; a rule's number is its place in them."""

    leaves: Leaves
    alone: Indices
    """Rules of one leaf: (n,)."""
    ands: Indices
    """Two leaves: (2, n)."""
    ors: Indices
    """Two leaves: (2, n)."""
    ifs: Indices
    """The condition, and a leaf for each arm: (3, n)."""
    _selection: Selection = attrs.field(init=False)
    """The leaves that occur in a rule."""

    @_selection.default
    def _select(self) -> Selection:
        flags = np.zeros(len(self.leaves), np.bool_)
        for group in (self.alone, self.ands, self.ors, self.ifs):
            flags[group.ravel()] = True
        return self.leaves.select(flags)

    @property
    def near_rules(self) -> Flags:
        """Which rules look at no card of the line but the last one and the first.

        Once a card lies there, only what may be the last card makes a difference to them.
        """
        near = self.leaves.near
        groups = (self.ands, self.ors, self.ifs)
        return np.concatenate([near[self.alone], *[near[group].all(axis=0) for group in groups]])

    @property
    def bounds(self) -> list[int]:
        """Where the four groups begin, and where the last one ends."""
        sizes = [group.shape[-1] for group in (self.alone, self.ands, self.ors, self.ifs)]
        return [sum(sizes[:n]) for n in range(5)]

    @property
    def size(self) -> int:
        """How many rules there are."""
        return self.bounds[-1]

    def masks(self, line: Sequence[Card]) -> Masks:
        """The right cards after a line, rule by rule."""
        open_, doubtful = self.leaves.masks(line, self._selection)
        _, ands, ors, ifs, end = self.bounds
        masks: Masks = np.empty(end, np.uint64)
        masks[:ands] = open_[self.alone]
        np.bitwise_and(open_[self.ands[0]], open_[self.ands[1]], out=masks[ands:ors])
        np.bitwise_or(open_[self.ors[0]], open_[self.ors[1]], out=masks[ors:ifs])
        # As in the table above, in place: these arrays are the largest.
        condition, first, second = self.ifs
        first_arm, second_arm = open_[first], open_[second]
        right = first_arm | second_arm
        first_arm |= doubtful[condition]
        second_arm |= open_[condition]
        right &= first_arm
        np.bitwise_and(right, second_arm, out=masks[ifs:])
        return masks

    def count_right(self, lines: Sequence[Sequence[Card]]) -> npt.NDArray[np.float64]:
        """How many cards each rule lets through, on average over some lines."""
        right = np.zeros(self.size)
        for line in lines:
            right += np.bitwise_count(self.masks(line))
        return right / len(lines)

    def mask_of_first(self, line: Sequence[Card]) -> int:
        """The right cards after a line by the first rule."""
        return int(self.masks(line)[0])

    def take(self, rules: Indices) -> Forest:
        """The forest of these rules alone; their numbers must rise."""
        bounds = self.bounds
        cuts = np.searchsorted(rules, bounds)
        alone, ands, ors, ifs = [rules[cuts[n] : cuts[n + 1]] - bounds[n] for n in range(4)]
        return Forest(self.leaves, self.alone[alone], self.ands[:, ands], self.ors[:, ors], self.ifs[:, ifs])

    def tree(self, rule: int) -> t.Expr:
        """The syntax tree of a rule. Raises IndexError where there is none of this number."""
        groups: dict[t.Join | None, Indices] = {
            None: self.alone[None, :], "and": self.ands, "or": self.ors, "if": self.ifs,
        }  # fmt: skip
        place = rule
        for how, group in groups.items():
            if place < group.shape[1]:
                return t.put_together(how, [self.leaves.trees[leaf] for leaf in group[:, place].tolist()])
            place -= group.shape[1]
        raise IndexError(rule)
