"""Candidates: every rule of up to so many bits that can be put together from the parts of the generator.

A rule is as long as its parts and the word that joins them: `if last.odd then black else red` has 7 bits for its
condition, 6 for each play and 3 for the `if`, 22 in all. Parts are grouped by length, so that of two groups all
pairs are long enough or none is, and whole arrays of them are made at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from eleusis.induction.forest import Forest
from eleusis.induction.leaves import Indices, Leaves
from eleusis.secret.measuring.prior import YESNO

Lengths = npt.NDArray[np.int32]

SizedLeaf = tuple[int, int]
"""A leaf by its number, and its length in bits."""
ByLength = dict[int, Indices]


def combine(
    leaves: Leaves,
    named: Sequence[SizedLeaf],
    plays: Sequence[SizedLeaf],
    conditions: Sequence[SizedLeaf],
    most: int,
) -> tuple[Forest, Lengths]:
    """The `named` leaves whatever their length, then what plays and conditions make with `most` bits at most.

    With the rules come their lengths.
    """
    play, condition = _by_length(plays), _by_length(conditions)
    short = [(leaf, bits) for bits, group in play.items() if bits <= most for leaf in group.tolist()]
    alone = np.array([*named, *short], np.int32).reshape(-1, 2)
    pairs, pair_lengths = _stack(_pairs(play, most), 2)
    triples, triple_lengths = _stack(_triples(condition, play, most), 3)
    lengths = np.concatenate([alone[:, 1], pair_lengths, pair_lengths, triple_lengths])
    return Forest(leaves, alone[:, 0], pairs, pairs, triples), lengths


def _by_length(parts: Sequence[SizedLeaf]) -> ByLength:
    """The leaves of each length, the shortest first."""
    leaves: dict[int, list[int]] = {}
    for leaf, bits in parts:
        leaves.setdefault(bits, []).append(leaf)
    return {bits: np.array(leaves[bits], np.int32) for bits in sorted(leaves)}


def _pairs(play: ByLength, most: int) -> Iterator[tuple[int, Indices]]:
    """Every two plays once, with the length that they have as `a and b`, and as `a or b`."""
    for (bits_a, leaves_a), (bits_b, leaves_b) in product(play.items(), repeat=2):
        bits = bits_a + bits_b + YESNO["and"]
        if bits_a <= bits_b and bits <= most:
            a, b = _grid(leaves_a, leaves_b)
            yield bits, np.stack([a, b])[:, a < b if bits_a == bits_b else a != b]


def _triples(condition: ByLength, play: ByLength, most: int) -> Iterator[tuple[int, Indices]]:
    """Every condition with every two plays in either order, and the length of `if c then a else b`."""
    for (bits_c, leaves_c), (bits_a, leaves_a), (bits_b, leaves_b) in product(
        condition.items(), play.items(), play.items()
    ):
        bits = bits_c + bits_a + bits_b + YESNO["if"]
        if bits <= most:
            c, a, b = _grid(leaves_c, leaves_a, leaves_b)
            yield bits, np.stack([c, a, b])[:, a != b]


def _grid(*groups: Indices) -> list[Indices]:
    """One leaf of each group in all combinations, as an array for each group."""
    return [axis.ravel() for axis in np.meshgrid(*groups, indexing="ij")]


def _stack(groups: Iterable[tuple[int, Indices]], rows: int) -> tuple[Indices, Lengths]:
    """Groups of rules behind each other, and their lengths."""
    rules, lengths = [np.zeros((rows, 0), np.int32)], [np.zeros(0, np.int32)]
    for bits, group in groups:
        rules.append(group)
        lengths.append(np.full(group.shape[1], bits, np.int32))
    return np.concatenate(rules, axis=1), np.concatenate(lengths)
