"""Candidates: what can be put together from parts, each way with its prior probability, the most probable ones.

`if last.odd then black else red` is a choice of the condition `last.odd` and the plays `black` and `red`, and as
`red` is the opposite of `black` it is one by opposites too; the generator may have drawn it as well. So its weight
is the sum of three products of shares (shares.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Floats, Indices, Leaves
from eleusis.minds.induction.shares import Prior
from eleusis.secret.measuring.prior import YESNO

GENERATED = {"one": 0.3, "choice": 0.5, "both": 0.1, "either": 0.1}
"""How often the generator draws each shape (generator.py)."""
EXACT = 0.8
"""How often the opposite of an order is the exact one (`<=` and `>`), and not its mirror (`<=` and `>=`)."""


@attrs.frozen(eq=False)
class LeafShares:
    """What rules are made of: leaves with their shares as plays and as conditions, and the opposites of plays.

    The arrays have a number for each leaf; `made` are a dealer's shares, `drawn` the generator's.
    """

    leaves: Leaves
    prior: Prior
    made_play: Floats
    made_condition: Floats
    drawn_play: Floats
    drawn_condition: Floats
    opposites: Indices
    """For each leaf its opposite, and its mirror; -1 where there is none: (2, n)."""
    lengths: Indices
    """Of each leaf, in bits."""

    @property
    def numbers(self) -> list[float]:
        """All that the weights hang on, as numbers."""
        shares = [self.made_play, self.made_condition, self.drawn_play, self.drawn_condition]
        return [EXACT, self.prior.generated, *self.prior.shapes.values(), *np.concatenate(shares).tolist()]

    @property
    def plays(self) -> Indices:
        """The leaves that may be asked of a card."""
        return np.flatnonzero((self.made_play > 0) | (self.drawn_play > 0))

    def ways(self, shape: str) -> list[tuple[float, Floats, Floats]]:
        """How a rule of a shape comes about, made or drawn: how often, and the shares of conditions and plays."""
        generated = self.prior.generated
        return [
            (self.prior.shapes[shape] * (1 - generated), self.made_condition, self.made_play),
            (GENERATED[shape] * generated, self.drawn_condition, self.drawn_play),
        ]

    def ways_to_oppose(self) -> list[tuple[Indices, float]]:
        """The opposites of leaves, exact and mirrored, with how often a rule is a choice by these."""
        share = self.prior.shapes["opposite"] * (1 - self.prior.generated)
        exact, mirrored = self.opposites
        return [(exact, share * EXACT), (mirrored, share * (1 - EXACT))]

    def weigh_ones(self, a: Indices) -> Floats:
        """The prior of single plays."""
        made: Floats = self.prior.shapes["one"] * self.made_play[a]
        return self._mix(made, GENERATED["one"] * self.drawn_play[a])

    def weigh_pairs(self, shape: str, a: Indices, b: Indices) -> Floats:
        """The prior of `a and b` (`both`) or `a or b` (`either`), which order doesn't matter to."""
        made = 2 * self.prior.shapes[shape] * self.made_play[a] * self.made_play[b]
        return self._mix(made, 2 * GENERATED[shape] * self.drawn_play[a] * self.drawn_play[b])

    def weigh_choices(self, c: Indices, a: Indices, b: Indices) -> Floats:
        """The prior of `if c then a else b`."""
        by_opposites = EXACT * (self.opposites[0, a] == b) + (1 - EXACT) * (self.opposites[1, a] == b)
        arms = self.prior.shapes["choice"] * self.made_play[a] * self.made_play[b]
        arms += self.prior.shapes["opposite"] * self.made_play[a] * by_opposites
        drawn = GENERATED["choice"] * self.drawn_condition[c] * self.drawn_play[a] * self.drawn_play[b]
        return self._mix(self.made_condition[c] * arms, drawn)

    def _mix(self, made: Floats, drawn: Floats) -> Floats:
        weights: Floats = (1 - self.prior.generated) * made + self.prior.generated * drawn
        return weights

    def count_bits(self, forest: Forest) -> Indices:
        """How long the rules of a forest are, in bits of the measure of a rule."""
        bits = [self.lengths[forest.alone]]
        for group, word in ((forest.ands, "and"), (forest.ors, "or"), (forest.ifs, "if")):
            bits.append(self.lengths[group].sum(axis=0) + YESNO[word])
        return np.concatenate(bits)

    def weigh(self, forest: Forest) -> Floats:
        """The prior of each rule of a forest."""
        return np.concatenate(
            [
                self.weigh_ones(forest.alone),
                self.weigh_pairs("both", *forest.ands),
                self.weigh_pairs("either", *forest.ors),
                self.weigh_choices(*forest.ifs),
            ]
        )


def multiply(left: Floats, right: Floats, least: float) -> Indices:
    """All pairs of places whose numbers have a product of `least` or more: (2, n)."""
    order = np.argsort(-right, kind="stable")
    falling = -right[order]
    a = np.flatnonzero(left > 0)
    many = np.searchsorted(falling, -least / left[a], side="right")
    starts = np.repeat(np.cumsum(many) - many, many)
    return np.stack([np.repeat(a, many), order[np.arange(many.sum()) - starts]])


def once_apart(triples: Sequence[Indices], leaves: int) -> Indices:
    """Choices whose condition and arms are three different leaves, each once."""
    rules = np.concatenate(triples, axis=1)
    condition, then, other = rules
    return once(rules[:, (then != other) & (condition != then) & (condition != other)], leaves)


def once(rules: Indices, leaves: int) -> Indices:
    """Rules without those that come twice."""
    code = rules[0]
    for row in rules[1:]:
        code = code * leaves + row
    _, first = np.unique(code, return_index=True)
    return rules[:, np.sort(first)]
