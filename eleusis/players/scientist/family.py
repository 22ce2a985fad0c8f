"""The family: every rule of the library, and the rules made from the parts of the generator, none of them twice.

Two rules are the same to the family if they let through the same cards after each of some 120 fixed lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.chance import stream
from eleusis.pack import PACK, Card
from eleusis.players.scientist import shelf
from eleusis.players.scientist.forest import Forest
from eleusis.players.scientist.leaves import Indices, Leaves, Masks
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Const, Expr
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import library
from eleusis.secret.measuring.prior import YESNO, length
from eleusis.secret.rule import Rule

SHARE_OF_BITS = 0.5
"""How much of a rule's length counts against it: dealers like rules of 20 bits as well as those of 10."""
LIBRARY_BITS = 20
"""A rule of the library counts as no longer than this: dealers have played it."""
LEAST, MOST = 0.04, 0.92
"""What share of the pack the rules let through that are kept."""
_SIMPLE = (parse("any"), parse("none"))
_LINES = 70
"""Lines of more than a card that rules are told apart by."""

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]


@attrs.frozen(eq=False)
class Family:
    """Rules with their weights before anything was seen; `weights` add up to 1."""

    forest: Forest
    weights: Floats
    marks: Words
    """What stands for the rule's meaning: equal marks, equal rules."""
    starters: dict[int, int]
    """For rules with a condition on the starter, the mask of those that it allows."""

    @property
    def size(self) -> int:
        return self.forest.size

    def text(self, rule: int) -> str:
        """A rule's text in the rule language."""
        return unparse(self.forest.tree(rule))

    def mark(self, rule: Rule) -> np.uint64:
        """What stands for the meaning of any rule."""
        meaning = Meaning(rule.tree)
        masks = [np.array([meaning.mask(line)], np.uint64) for line in fixed_lines()]
        return np.uint64(_marks(masks, 1)[0])


@lru_cache(maxsize=4)
def family(bits: int, with_library: bool = True) -> Family:
    """The family with made rules of up to so many bits: from the shelf, or made in some seconds.

    Without the library it has those of its rules only that it makes up itself.
    """
    known = library() if with_library else {}
    parts, leaves = _leaves()
    named = [*[rule.tree for rule in known.values()], *_SIMPLE]
    trees = leaves.trees
    number = {tree: n for n, tree in enumerate(trees)}
    lines = [leaves.masks(line) for line in fixed_lines()]
    key = shelf.key(bits, [LEAST, MOST, LIBRARY_BITS, with_library], [unparse(tree) for tree in trees], lines)
    arrays = shelf.load(key, len(trees))
    if arrays is None:
        groups, lengths = _candidates([[(number[tree], length(tree)) for tree in some] for some in parts], bits)
        first = np.array(sorted({number[tree] for tree in named}), np.int32)
        groups[0] = np.concatenate([first, groups[0]])
        lengths = np.concatenate([[_bits(trees[leaf]) for leaf in first], lengths])
        alone, ands, ors, ifs = groups
        arrays = _distinct(Forest(leaves, alone, ands, ors, ifs), lengths.astype(np.int32), len(first))
        shelf.save(key, arrays)
    alone, ands, ors, ifs, lengths, marks = arrays
    weights = np.exp2(-SHARE_OF_BITS * lengths)
    conditioned = {number[r.tree]: r.starters() for r in known.values() if r.starter is not None}
    starters = {n: conditioned[leaf] for n, leaf in enumerate(alone.tolist()) if leaf in conditioned}
    return Family(Forest(leaves, alone, ands, ors, ifs), weights / weights.sum(), marks, starters)


@lru_cache(maxsize=1)
def _leaves() -> tuple[list[list[Expr]], Leaves]:
    """What rules are made of, plays and conditions; and all of it compiled, with the rules that have a name."""
    named = [*[rule.tree for rule in library().values()], *_SIMPLE]
    parts = [[*dict.fromkeys(parse(text) for text in texts)] for texts in (plays(), conditions())]
    return parts, Leaves([*dict.fromkeys(named + parts[0] + parts[1])])


def _bits(named: Expr) -> int:
    """The length of a named rule, as it counts; `any` and `none` are short, but no dealer's choice."""
    return LIBRARY_BITS if isinstance(named, Const) else min(LIBRARY_BITS, length(named))


def _candidates(parts: list[list[tuple[int, int]]], most: int) -> tuple[list[Indices], npt.NDArray[np.int32]]:
    """All rules of up to `most` bits in their four groups, and their lengths; parts come with leaf and length."""
    some, asked = [_by_length(part) for part in parts]
    alone = [leaf for bits, leaves in some.items() if bits <= most for leaf in leaves.tolist()]
    lengths = [np.full(len(leaves), bits) for bits, leaves in some.items() if bits <= most]
    pairs: list[Indices] = []
    pair_lengths = []
    for (one, first), (other, second) in product(some.items(), repeat=2):
        bits = one + other + YESNO["and"]
        if one <= other and bits <= most:
            a, b = [grid.ravel() for grid in np.meshgrid(first, second, indexing="ij")]
            keep = a < b if one == other else a != b
            pairs.append(np.stack([a, b])[:, keep])
            pair_lengths.append(np.full(keep.sum(), bits))
    triples: list[Indices] = []
    triple_lengths = []
    for (cond, conds), (one, first), (other, second) in product(asked.items(), some.items(), some.items()):
        bits = cond + one + other + YESNO["if"]
        if bits <= most:
            c, a, b = [grid.ravel() for grid in np.meshgrid(conds, first, second, indexing="ij")]
            triples.append(np.stack([c, a, b])[:, a != b])
            triple_lengths.append(np.full(triples[-1].shape[1], bits))
    both = _joined(pairs, 2)
    groups = [np.array(alone, np.int32), both, both, _joined(triples, 3)]
    return groups, np.concatenate([*lengths, *pair_lengths, *pair_lengths, *triple_lengths])


def _by_length(part: list[tuple[int, int]]) -> dict[int, Indices]:
    found: dict[int, list[int]] = {}
    for leaf, bits in part:
        found.setdefault(bits, []).append(leaf)
    return {bits: np.array(leaves, np.int32) for bits, leaves in sorted(found.items())}


def _joined(parts: list[Indices], rows: int) -> Indices:
    return np.concatenate(parts, axis=1) if parts else np.zeros((rows, 0), np.int32)


def _distinct(forest: Forest, lengths: npt.NDArray[np.int32], first: int) -> shelf.Arrays:
    """The rules without those that are the same as another one, shorter or named; and without the useless ones
    behind the `first` ones."""
    right = np.zeros(forest.size, np.int32)

    def masks() -> Iterator[Masks]:
        for line in fixed_lines():
            mask = forest.masks(line)
            np.add(right, np.bitwise_count(mask), out=right)
            yield mask

    marks = _marks(masks(), forest.size)
    share = right / (52 * len(fixed_lines()))
    useful = (share >= LEAST) & (share <= MOST)
    useful[:first] = True
    order = np.argsort(np.where(np.arange(len(lengths)) < first, 0, lengths), kind="stable")
    order = order[useful[order]]
    _, at = np.unique(marks[order], return_index=True)
    kept = np.sort(order[at])
    few = forest.take(kept)
    return few.alone, few.ands, few.ors, few.ifs, lengths[kept], marks[kept]


def _marks(masks: Iterable[Masks], size: int) -> Words:
    """A word for each rule from its masks on the fixed lines; the words of different rules differ."""
    chance = stream(0, "marks")
    marks: Words = np.zeros(size, np.uint64)
    for mask in masks:
        word = mask * np.uint64(chance.getrandbits(63) * 2 + 1)
        word ^= word >> np.uint64(29)
        word *= np.uint64(chance.getrandbits(63) * 2 + 1)
        word ^= word >> np.uint64(32)
        marks += word
    return marks


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
