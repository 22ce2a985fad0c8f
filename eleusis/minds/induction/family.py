"""The family: every rule of the library, and the most probable rules that parts make, none of them twice.

It is made in three steps. Rules with a name, plays (`black`) and conditions (`last.odd`) are compiled as leaves.
What can be put together from them and is probable enough (shares.py) are candidates. Two rules are the same to the
family if they let through the same cards after each of some 120 fixed lines: of `if last.odd then black else red`
and `if last.even then red else black` one stays, with the weights of both; and what lets through next to nothing,
or nearly everything, goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import attrs
import numpy as np

from eleusis.ground.cards import PACK, Card
from eleusis.ground.chance import stream
from eleusis.minds.induction import BITS
from eleusis.minds.induction.candidates import LeafShares
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Floats, Indices, Leaves, Masks
from eleusis.minds.induction.likeness import combine_answers
from eleusis.minds.induction.seeking import Evidence, seek
from eleusis.minds.induction.shares import deny, mirror, prior
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Const, Expr
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import library, library_ids, library_rule
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule

LEAST_WEIGHT = 2.0**-22.5
"""Rules that are less probable than this, in each way to make them, are not held from the start."""
LEAST, MOST = 0.04, 0.92
"""What share of the pack the rules let through that are kept."""
RARE = 2.0**-14
"""How probable `any` and `none` are: no dealer's choice, but possible."""
_SIMPLE = (parse("any"), parse("none"))
_SPARSE = 5
"""A fifth of the fixed lines tells how much a rule lets through, well enough."""
_LINES = 70
"""Lines of more than a card that rules are told apart by."""


@attrs.frozen(eq=False)
class LibraryLeaves:
    """What a family knows of the library: rules by the number of their leaf, with what each has for being there."""

    leaves: Indices
    shares: Floats
    allowed: dict[int, int]
    """For leaves with a condition on the starter, the mask of those that it allows."""


@attrs.frozen(eq=False, slots=False)
class Family:
    """Rules with their weights before anything was seen."""

    forest: Forest
    weights: Floats
    """The prior of each rule; of a family that was not widened they add up to 1."""
    leaf_shares: LeafShares
    """What its rules are made of."""
    library_leaves: LibraryLeaves
    scale: float
    """What the prior of a rule that is made up is multiplied with, to be its weight."""
    bits: int
    """How long the rules may be that are made up."""

    @property
    def size(self) -> int:
        """How many rules it has."""
        return self.forest.size

    @cached_property
    def starters(self) -> dict[int, int]:
        """For rules with a condition on the starter, the mask of those that it allows."""
        allowed = self.library_leaves.allowed
        return {rule: allowed[leaf] for rule, leaf in enumerate(self.forest.alone.tolist()) if leaf in allowed}

    @cached_property
    def marks(self) -> Masks:
        """What stands for the meaning of each rule: equal marks, equal rules."""
        return combine_answers(map(self.forest.masks, fixed_lines()))

    def text(self, rule: int) -> str:
        """A rule's text in the rule language."""
        return unparse(self.forest.tree(rule))

    def mark(self, rule: Rule) -> np.uint64:
        """What stands for the meaning of any rule."""
        return mark_of(rule)

    def widen(self, rules: Forest) -> Family:
        """These rules in place of its own, of the same prior, and the library as it was."""
        shares = rules.count_right(fixed_lines()[::_SPARSE]) / len(PACK)
        short = self.leaf_shares.count_bits(rules) <= self.bits
        useful = rules.take(np.flatnonzero(short & (shares >= LEAST) & (shares <= MOST)))
        alone = np.concatenate([self.library_leaves.leaves, useful.alone])
        forest = Forest(rules.leaves, alone, useful.ands, useful.ors, useful.ifs)
        made = self.leaf_shares.weigh(useful) * self.scale
        return attrs.evolve(self, forest=forest, weights=np.concatenate([self.library_leaves.shares, made]))


def mark_of(rule: Rule) -> np.uint64:
    """What stands for the meaning of a rule in every family: equal marks, equal rules."""
    meaning = Meaning(rule.tree)
    masks = [np.array([meaning.mask(line)], np.uint64) for line in fixed_lines()]
    return np.uint64(combine_answers(masks)[0])


@lru_cache(maxsize=4)
def family(bits: int = BITS, with_library: bool = True, missing: frozenset[str] = frozenset()) -> Family:
    """The family with made rules of up to this many bits, which takes a second or two to make.

    Without the library, or where some of its rules are `missing`, it has of these only what it makes up itself.
    """
    return _weigh(bits, [name for name in library_ids() if with_library and name not in missing])


def _weigh(bits: int, named: Iterable[str]) -> Family:
    """The family of what may be made up; `named` are the rules of the library that are known."""
    kept = _keep_useful(bits)
    leaf_shares = weigh_leaves()
    number = {tree: leaf for leaf, tree in enumerate(leaf_shares.leaves.trees)}
    rules = {name: library_rule(name) for name in named}
    marks = _library_marks()
    once = {marks[name]: rule for name, rule in reversed(rules.items())}  # the first of those that are the same
    share = leaf_shares.prior.shapes["library"]
    weights = (1 - share) * kept.weights
    places = np.flatnonzero(np.isin(kept.marks, np.array(sorted(once), np.uint64)))
    if once:
        weights[places] += share / len(once)
    alive = np.flatnonzero(weights > 0)
    forest = kept.forest.take(alive)
    total = float(weights.sum())
    library_leaves = LibraryLeaves(
        np.array([number[rule.tree] for rule in once.values()], np.int64),
        np.full(len(once), share / max(1, len(once)) / total),
        {number[rule.tree]: rule.starters() for rule in rules.values() if rule.starter is not None},
    )
    family = Family(forest, weights[alive] / total, leaf_shares, library_leaves, (1 - share) / total, bits)
    family.__dict__["marks"] = kept.marks[alive]  # as they were reckoned when the rules were put together
    return family


@lru_cache(maxsize=1)
def _library_marks() -> dict[str, int]:
    """What stands for the meaning of each rule of the library."""
    return {name: int(mark_of(rule)) for name, rule in library().items()}


@lru_cache(maxsize=1)
def weigh_leaves() -> LeafShares:
    """What rules are made of, by the prior that ships, the generator and the library."""
    ahead = prior()
    made = [ahead.plays, ahead.conditions]
    drawn = [
        {tree: 2.0 ** (-length(tree) / 2) for tree in map(parse, dict.fromkeys(texts))}
        for texts in (plays(), conditions())
    ]
    named = [*[rule.tree for rule in library().values()], *_SIMPLE]
    denials = {tree: deny(tree) for tree in ahead.plays if not isinstance(tree, Const)}
    trees = [*dict.fromkeys([*named, *made[0], *made[1], *drawn[0], *drawn[1], *denials.values()])]
    leaves = Leaves(trees)
    number = {tree: leaf for leaf, tree in enumerate(leaves.trees)}
    opposites = np.full((2, len(trees)), -1, np.int64)
    for tree, denial in denials.items():
        opposites[0, number[tree]] = number[denial]
        mirrored = mirror(tree)
        opposites[1, number[tree]] = -1 if mirrored is None else number.get(mirrored, -1)

    def spread(shares: Mapping[Expr, float]) -> Floats:
        array = np.zeros(len(leaves))
        for tree, share in shares.items():
            array[number[tree]] = share
        spread_out: Floats = array / array.sum()
        return spread_out

    lengths = np.array([length(tree) for tree in leaves.trees], np.int64)
    made_play, made_condition, drawn_play, drawn_condition = map(spread, (*made, *drawn))
    return LeafShares(leaves, ahead, made_play, made_condition, drawn_play, drawn_condition, opposites, lengths)


class UsefulRules(NamedTuple):
    """The rules of a family, with the weights and the marks of each, before it is settled what is known by name."""

    forest: Forest
    weights: Floats
    marks: Masks


@lru_cache(maxsize=4)
def _keep_useful(bits: int) -> UsefulRules:
    """The candidates and the library, each rule once; what lets through too little or too much goes.

    Of rules that are the same everywhere the most probable one stays, with the weights of all.
    """
    leaf_shares = weigh_leaves()
    number = {tree: leaf for leaf, tree in enumerate(leaf_shares.leaves.trees)}
    named = np.array(sorted({number[tree] for tree in [*[rule.tree for rule in library().values()], *_SIMPLE]}))
    candidates = seek(Evidence(leaf_shares), LEAST_WEIGHT)
    short = leaf_shares.count_bits(candidates) <= bits
    candidates = candidates.take(np.flatnonzero(short))
    alone = np.unique(np.concatenate([named, candidates.alone]))
    forest = Forest(leaf_shares.leaves, alone, candidates.ands, candidates.ors, candidates.ifs)
    weights = leaf_shares.weigh(forest)
    weights[: len(alone)][leaf_shares.lengths[alone] > bits] = 0.0
    simple = [number[tree] for tree in _SIMPLE]
    weights[: len(alone)][np.isin(alone, simple)] = RARE
    right = np.zeros(forest.size, np.int32)

    def masks() -> Iterator[Masks]:
        """What the rules let through after each line; how much that is, is added up meanwhile."""
        for line in fixed_lines():
            mask = forest.masks(line)
            np.add(right, np.bitwise_count(mask), out=right)
            yield mask

    marks = combine_answers(masks())
    share = right / (len(PACK) * len(fixed_lines()))
    useful = (share >= LEAST) & (share <= MOST)
    useful[: len(alone)] |= np.isin(alone, named)
    order = np.argsort(-weights, kind="stable")  # of equal marks `unique` takes the first
    order = order[useful[order]]
    _, first, same = np.unique(marks[order], return_index=True, return_inverse=True)
    together = np.zeros(len(first))
    np.add.at(together, same, weights[order])
    rising = np.argsort(order[first])
    rules = order[first][rising]
    return UsefulRules(forest.take(rules), together[rising], marks[rules])


_HABITS = (
    lambda last, card: True,
    lambda last, card: last.red == card.red,
    lambda last, card: last.suit == card.suit,
    lambda last, card: last.rank % 2 == card.rank % 2,
    lambda last, card: (last.rank > 7) == (card.rank > 7),
    lambda last, card: last.red != card.red,
    lambda last, card: last.rank <= card.rank,
)


@lru_cache(maxsize=1)
def fixed_lines() -> tuple[tuple[Card, ...], ...]:
    """Each single card, and lines of up to ten cards, many of which keep to a habit for a while."""
    chance = stream(0, "family")
    lines: list[tuple[Card, ...]] = [(card,) for card in PACK]
    for n in range(_LINES):
        habit = _HABITS[n % len(_HABITS)]
        line = [PACK[int(chance.random() * 52)]]
        for _ in range(1 + n % 9):
            fit = [card for card in PACK if habit(line[-1], card)] if chance.random() < 0.8 else PACK
            line.append(fit[int(chance.random() * len(fit))])
        lines.append(tuple(line))
    return tuple(lines)
