"""The family: every rule of the library, and the rules made from the parts of the generator, none of them twice.

It is made in three steps. Rules with a name, plays (`black`) and conditions (`last.odd`) are compiled as leaves.
What can be put together from them with so many bits are candidates. Two rules are the same to the family if they
let through the same cards after each of some 120 fixed lines: of `if last.odd then black else red` and `if
last.even then red else black` one stays, the shorter or the first; and what lets through next to nothing, or
nearly everything, goes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.chance import stream
from eleusis.induction import family_cache as shelf
from eleusis.induction.candidates import Lengths, combine
from eleusis.induction.forest import Forest
from eleusis.induction.leaves import Leaves, Masks
from eleusis.pack import PACK, Card
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Const, Expr
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import library, library_ids, library_rule
from eleusis.secret.measuring.prior import length
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
        """How many rules it has."""
        return self.forest.size

    def text(self, rule: int) -> str:
        """A rule's text in the rule language."""
        return unparse(self.forest.tree(rule))

    def mark(self, rule: Rule) -> np.uint64:
        """What stands for the meaning of any rule."""
        return mark_of(rule)


def mark_of(rule: Rule) -> np.uint64:
    """What stands for the meaning of a rule in every family: equal marks, equal rules."""
    meaning = Meaning(rule.tree)
    masks = [np.array([meaning.mask(line)], np.uint64) for line in fixed_lines()]
    return np.uint64(_marks(masks, 1)[0])


@lru_cache(maxsize=4)
def family(bits: int, with_library: bool = True) -> Family:
    """The family with made rules of up to so many bits: from the shelf, or made in some seconds.

    Without the library it has those of its rules only that it makes up itself.
    """
    return _weigh(_arrays(bits, with_library), library_ids() if with_library else ())


@lru_cache(maxsize=2)
def family_without(bits: int, missing: frozenset[str]) -> Family:
    """The family with the library but for these of its rules, which it has only where it makes them up itself."""
    full, own = _arrays(bits, True), _arrays(bits, False)
    marks = _library_marks()
    kept_marks = {mark for name, mark in marks.items() if name not in missing}
    lost = sorted({mark for name, mark in marks.items() if name in missing} - kept_marks)
    gone = np.isin(full.marks, np.array(lost, np.uint64))
    lengths = full.lengths.copy()
    for rule in np.flatnonzero(gone).tolist():
        made_up = np.flatnonzero(own.marks == full.marks[rule])
        if len(made_up):
            lengths[rule] = own.lengths[made_up[0]]
            gone[rule] = False
    rules = np.flatnonzero(~gone)
    _, leaves = _compile_parts()
    forest = Forest(leaves, full.alone, full.ands, full.ors, full.ifs).take(rules)
    kept = shelf.Arrays(forest.alone, forest.ands, forest.ors, forest.ifs, lengths[rules], full.marks[rules])
    return _weigh(kept, [name for name in library_ids() if name not in missing])


def _weigh(kept: shelf.Arrays, named: Iterable[str]) -> Family:
    """The family of these arrays, by the lengths of its rules; `named` are those of the library that it has."""
    _, leaves = _compile_parts()
    number = {tree: leaf for leaf, tree in enumerate(leaves.trees)}
    weights = np.exp2(-SHARE_OF_BITS * kept.lengths)
    rules = [library_rule(name) for name in named]
    allowed = {number[rule.tree]: rule.starters() for rule in rules if rule.starter is not None}
    starters = {rule: allowed[leaf] for rule, leaf in enumerate(kept.alone.tolist()) if leaf in allowed}
    forest = Forest(leaves, kept.alone, kept.ands, kept.ors, kept.ifs)
    return Family(forest, weights / weights.sum(), kept.marks, starters)


@lru_cache(maxsize=1)
def _library_marks() -> dict[str, int]:
    """What stands for the meaning of each rule of the library."""
    return {name: int(mark_of(rule)) for name, rule in library().items()}


@lru_cache(maxsize=4)
def _arrays(bits: int, with_library: bool) -> shelf.Arrays:
    """What a family is made of: from the shelf, or made."""
    parts, leaves = _compile_parts()
    number = {tree: leaf for leaf, tree in enumerate(leaves.trees)}
    rules = list(library().values()) if with_library else []
    key = shelf.key(
        bits,
        [LEAST, MOST, LIBRARY_BITS, with_library],
        [unparse(tree) for tree in leaves.trees],
        [leaves.masks(line) for line in fixed_lines()],
    )
    kept = shelf.load(key, len(leaves))
    if kept is None:
        named = sorted({number[tree] for tree in [*(rule.tree for rule in rules), *_SIMPLE]})
        lengths_of_named = [(leaf, _count_bits(leaves.trees[leaf])) for leaf in named]
        play, condition = [[(number[tree], length(tree)) for tree in trees] for trees in parts]
        forest, lengths = combine(leaves, lengths_of_named, play, condition, bits)
        kept = _keep_useful(forest, lengths, len(named))
        shelf.save(key, kept)
    return kept


@lru_cache(maxsize=1)
def _compile_parts() -> tuple[list[list[Expr]], Leaves]:
    """What rules are made of, plays and conditions; and all of it as leaves, behind the rules that have a name."""
    named = [*[rule.tree for rule in library().values()], *_SIMPLE]
    parts = [[*dict.fromkeys(parse(text) for text in texts)] for texts in (plays(), conditions())]
    return parts, Leaves([*dict.fromkeys(named + parts[0] + parts[1])])


def _count_bits(named: Expr) -> int:
    """The length of a named rule, as it counts; `any` and `none` are short, but no dealer's choice."""
    return LIBRARY_BITS if isinstance(named, Const) else min(LIBRARY_BITS, length(named))


def _keep_useful(forest: Forest, lengths: Lengths, named: int) -> shelf.Arrays:
    """The candidates without those that are the same as a shorter one, or let through too little or too much.

    The first ones have names: they stay whatever they let through, and a rule that is the same as one of them goes.
    """
    right = np.zeros(forest.size, np.int32)

    def masks() -> Iterator[Masks]:
        """What the rules let through after each line; how much that is, is added up meanwhile."""
        for line in fixed_lines():
            mask = forest.masks(line)
            np.add(right, np.bitwise_count(mask), out=right)
            yield mask

    marks = _marks(masks(), forest.size)
    share = right / (len(PACK) * len(fixed_lines()))
    useful = (share >= LEAST) & (share <= MOST)
    useful[:named] = True

    # The named come first, then the shorter ones; of equal marks `unique` takes the first.
    order = np.argsort(np.where(np.arange(forest.size) < named, 0, lengths), kind="stable")
    order = order[useful[order]]
    _, first = np.unique(marks[order], return_index=True)
    rules = np.sort(order[first])
    kept = forest.take(rules)
    return shelf.Arrays(kept.alone, kept.ands, kept.ors, kept.ifs, lengths[rules], marks[rules])


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
