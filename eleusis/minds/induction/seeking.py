"""Seeking: every rule that can be put together and fits what was seen, however improbable it was at first.

Where nothing was seen yet, the most probable of them are the list that a family has. After a dozen verdicts few of
these are left, and of those that were too improbable for the list there may be many more. To look at all of them
by themselves would take hours: there are thousands of millions. But a choice `if c then a else b` fits where `a`
fits the verdicts on which `c` holds, and `b` the others, so for each condition the arms are sought apart, and only
those that fit are put together.

What a leaf says of the verdicts is a row of bits, one for each: after 7H (starter), 4S right, 9S right, 2D wrong,
`black` has the bits 1 1 0 and the verdicts themselves are 1 1 0, so it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from eleusis.ground.cards import Card
from eleusis.minds.induction.candidates import LeafShares, multiply, once, once_apart
from eleusis.minds.induction.clues import Clue, NoneRight, Right, Wrong
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Flags, Indices, Masks
from eleusis.secret.compiled.past import go_on

_WORD = 64
_Verdict = tuple[Sequence[Card], Card, bool]
"""A line, a card, and whether it was right there."""


class Evidence:
    """The verdicts on single cards, and what each leaf says of them, in words of 64 bits."""

    def __init__(self, leaf_shares: LeafShares) -> None:
        self.leaf_shares = leaf_shares
        self.size = 0
        size = len(leaf_shares.leaves)
        self.open: Masks = np.zeros((0, size), np.uint64)
        """Where each leaf doesn't forbid the card."""
        self.doubt: Masks = np.zeros((0, size), np.uint64)
        """Where each leaf doesn't hold for certain."""
        self.right: Masks = np.zeros(0, np.uint64)
        """Where the card was right."""

    def take(self, clue: Clue) -> None:
        """Add what a clue says of single cards; what it says beside is for others."""
        for line, card, right in _verdicts(clue):
            if self.size % _WORD == 0:
                row = np.zeros((1, self.open.shape[1]), np.uint64)
                self.open, self.doubt = np.concatenate([self.open, row]), np.concatenate([self.doubt, row])
                self.right = np.append(self.right, np.uint64(0))
            shift, bit = np.uint64(card.index), np.uint64(self.size % _WORD)
            for words, masks in zip((self.open, self.doubt), self.leaf_shares.leaves.masks(line), strict=True):
                words[-1] |= ((masks >> shift) & np.uint64(1)) << bit
            self.right[-1] |= np.uint64(right) << bit
            self.size += 1

    @property
    def all(self) -> Masks:
        """A bit for each verdict."""
        return np.array(
            [(1 << min(_WORD, self.size - start)) - 1 for start in range(0, self.size, _WORD)], np.uint64
        )


def _verdicts(clue: Clue) -> Iterator[_Verdict]:
    match clue:
        case Right(line=line, cards=cards):
            for n, card in enumerate(cards):
                yield go_on(line, cards[:n]), card, True
        case Wrong(line=line, cards=(card,)):
            yield line, card, False
        case NoneRight(line=line, cards=cards):
            for card in dict.fromkeys(cards):
                yield line, card, False


def seek(evidence: Evidence, least: float) -> Forest:
    """The rules that fit the verdicts and have the weight `least` or more in one of the ways to make or draw them.

    Where a condition is missing on a verdict (`back(2)` after one card) the arms are not held against that verdict:
    who takes the rules must ask them again.
    """
    leaf_shares = evidence.leaf_shares
    plays = leaf_shares.plays
    right = evidence.right[:, None]
    wrong = evidence.all[:, None] & ~right
    open_ = evidence.open[:, plays]
    lets = ((open_ & right) == right).all(axis=0)
    stops = ((open_ & wrong) == 0).all(axis=0)
    alone = plays[lets & stops]
    alone = alone[leaf_shares.weigh_ones(alone) >= least]
    both, either = [
        _pairs(evidence, shape, plays[flags], least) for shape, flags in (("both", lets), ("either", stops))
    ]
    return Forest(leaf_shares.leaves, alone, both, either, _choices(evidence, plays, least))


def _pairs(evidence: Evidence, shape: str, plays: Indices, least: float) -> Indices:
    """Pairs of these plays that fit together: each lets through what was right, or stops what was wrong."""
    leaf_shares = evidence.leaf_shares
    right = evidence.right[:, None]
    wrong = evidence.all[:, None] & ~right
    pairs = []
    for share, _, play in leaf_shares.ways(shape):
        a, b = plays[multiply(play[plays], play[plays], least / (2 * share))]
        a, b = a[a < b], b[a < b]
        if shape == "both":
            fits = ((evidence.open[:, a] & evidence.open[:, b] & wrong) == 0).all(axis=0)
        else:
            fits = (((evidence.open[:, a] | evidence.open[:, b]) & right) == right).all(axis=0)
        pairs.append(np.stack([a[fits], b[fits]]))
    return once(np.concatenate(pairs, axis=1), len(leaf_shares.leaves))


def _choices(evidence: Evidence, plays: Indices, least: float) -> Indices:
    """Choices whose arms fit, each on its own verdicts."""
    leaf_shares = evidence.leaf_shares
    conditions = np.flatnonzero((leaf_shares.made_condition > 0) | (leaf_shares.drawn_condition > 0))
    holds = evidence.open[:, conditions] & ~evidence.doubt[:, conditions]
    fails = evidence.all[:, None] & ~evidence.open[:, conditions]
    then, other = [_fits(evidence, asked, plays) for asked in (holds, fails)]
    triples = [np.zeros((3, 0), np.int64)]
    for share, condition, play in leaf_shares.ways("choice"):
        condition_shares, play_shares = condition[conditions], play[plays]
        best = [(arm * play_shares).max(axis=1) for arm in (then, other)]
        for place in np.flatnonzero(condition_shares * best[0] * best[1] * share >= least).tolist():
            a, b = np.flatnonzero(then[place]), np.flatnonzero(other[place])
            pairs = multiply(play_shares[a], play_shares[b], least / (share * condition_shares[place]))
            arms = np.stack([plays[a[pairs[0]]], plays[b[pairs[1]]]])
            triples.append(np.concatenate([np.full((1, arms.shape[1]), conditions[place], np.int64), arms]))
    for opposites, share in leaf_shares.ways_to_oppose():
        places = np.flatnonzero(opposites[plays] >= 0)
        plain: Indices = plays[places]
        denied: Indices = opposites[plain]
        fits = then[:, places] & _fits(evidence, fails, denied)
        asked, answered = multiply(
            leaf_shares.made_condition[conditions], leaf_shares.made_play[plain], least / share
        )
        asked, answered = asked[fits[asked, answered]], answered[fits[asked, answered]]
        triples.append(np.stack([conditions[asked], plain[answered], denied[answered]]))
    return once_apart(triples, len(leaf_shares.leaves))


def _fits(evidence: Evidence, asked: Masks, plays: Indices) -> Flags:
    """Which plays say the truth wherever it is asked, for each row of verdicts that are asked: (rows, plays)."""
    amiss = np.zeros((asked.shape[1], len(plays)), np.uint64)
    for words, play, right in zip(asked, evidence.open[:, plays], evidence.right, strict=True):
        amiss |= words[:, None] & (play ^ right)[None, :]
    fits: Flags = amiss == 0
    return fits
