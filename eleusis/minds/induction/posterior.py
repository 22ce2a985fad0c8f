"""The posterior: which rules of a family fit the clues so far, and how much of the prior stands behind them.

Each rule begins with its weight. A clue strikes out the rules that it contradicts, for good, and those that are
left share what is to be believed: of `red`, `black` and `prime` with weights 4, 2 and 1, a refused 9H leaves
`black` with 2/3 and `prime` with 1/3. What a clue taught is the surprise in it: −log2 of the share of the weights
that it left, here log2(7/3) bits.

No doubt is held here that the rule may be none of the family: that is the business of those who must act (mind.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from eleusis.ground.cards import PACK, Card, mask_of
from eleusis.ground.errors import RuleError
from eleusis.minds.induction import clues
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Flags, Floats, Indices, Masks, is_near
from eleusis.minds.induction.likeness import same_from
from eleusis.secret.compiled.past import go_on, key_of
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.variant.mechanisms.guess import GuessPolicy

CHOSEN = 0.5
"""How often a starter that must be right was chosen among the right cards, where none is seen set aside."""
_LINES_KEPT = 6


class Posterior:
    """The rules of a family that fit every clue so far."""

    def __init__(self, family: Family, guess: GuessPolicy | None = None, *, exact: bool = False) -> None:
        """With `guess`, rules that are the same from where a guess must agree are struck out with a refused one.

        Whether they are is told by some lines of play, or exactly, which takes up to a second.
        """
        self.family = family
        self.guess = guess
        self.exact = exact
        self._prior = family.weights
        self.keep(np.arange(family.size))

    def keep(self, rules: Indices) -> None:
        """Strike out all but these, by their numbers in the family, which must rise."""
        self.rules = rules
        """The rules that fit, by their numbers in the family, rising."""
        self.forest: Forest = self.family.forest.take(rules)
        self.weights: Floats = self._prior[rules]
        """Their prior weights, as the family has them: together they are the mass that is alive."""
        self.masks = remember_masks(self.forest)
        """The right cards after a line (a tuple), rule by rule."""

    @property
    def alive(self) -> int:
        """How many rules fit."""
        return len(self.rules)

    @property
    def mass(self) -> float:
        """What share of the prior is alive."""
        return math.fsum(self.weights.tolist())

    @property
    def chances(self) -> Floats:
        """The probability of each rule that fits; they add up to 1."""
        chances: Floats = self.weights / self.weights.sum()
        return chances

    @property
    def bits_left(self) -> float:
        """The entropy of what may still be believed, in bits; 0 where nothing fits."""
        chances = self.chances
        return max(0.0, -float((chances * np.log2(chances)).sum())) if len(chances) else 0.0

    def take(self, clue: clues.Clue) -> float | None:
        """Strike out what a clue contradicts; how probable it was before, None where it says nothing.

        Where nothing was left, nobody knows: then it is a half.
        """
        fits = self.fits(clue)
        if fits is None:
            return None
        share = self.weigh(fits) if self.alive else 0.5
        if isinstance(clue, clues.Starter) and clue.first:
            self._weigh_starter()
        if not fits.all():
            self.keep(self.rules[fits])
        return share

    def _weigh_starter(self) -> None:
        """Reckon with how few cards could have been the starter.

        Nobody can see whether the starter was the first card of the stock, or was looked for among those that are
        right and handed to the table: then a rule that lets through few of them explains it better.
        """
        right = np.maximum(1, np.bitwise_count(self.masks(())))
        self._prior = self._prior.copy()
        self._prior[self.rules] *= (1 - CHOSEN) + CHOSEN * len(PACK) / right
        self.keep(self.rules)

    def share(self, cards: Sequence[Card], line: Sequence[Card]) -> float:
        """How probable it is that these cards are right in turn after a line."""
        return self.weigh(let_through(self.forest, self.masks(line), line, cards)) if self.alive else 0.0

    def weigh(self, says: Flags) -> float:
        """How probable it is what some of the rules say; there must be rules left."""
        return float(self.weights[says].sum() / self.weights.sum())

    def fits(self, clue: clues.Clue) -> Flags | None:
        """Which of the rules that are left fit a clue; None where it says nothing."""
        match clue:
            case clues.Right(line=line, cards=cards):
                return let_through(self.forest, self.masks(line), line, cards)
            case clues.Wrong(line=line, cards=cards):
                return ~let_through(self.forest, self.masks(line), line, cards)
            case clues.NoneRight(line=line, cards=cards):
                return ~any_right(self.masks(line), mask_of(cards))
            case clues.SomeRight(line=line, cards=cards):
                return any_right(self.masks(line), mask_of(cards))
            case clues.Starter(card=card, must_be_right=True):
                return self._starts(card, any_right(self.masks(()), card.bit))
            case clues.Starter(card=card):
                return self._starts(card, np.ones(self.alive, np.bool_))
            case clues.SetAside(card=card):
                return ~self._starts(card, any_right(self.masks(()), card.bit))
            case clues.Refused():
                return self._differ(clue)
        return None

    def _starts(self, card: Card, fits: Flags) -> Flags:
        """Which rules allow a starter, where `fits` says it of those without a condition of their own."""
        for rule, mask in self.family.starters.items():
            place = int(np.searchsorted(self.rules, rule))
            if place < self.alive and self.rules[place] == rule:
                fits[place] = bool(mask & card.bit)
        return fits

    def _differ(self, clue: clues.Refused) -> Flags | None:
        """Which rules are not the refused one, nor the same from where a guess must agree."""
        try:
            refused = find_rule(clue.text)
        except RuleError:
            return None
        line = None if self.guess is None else self.guess.agrees_from(clue.starters, clue.line)
        if line is not None:
            struck = same_from(self.forest, refused.mask, line)
            if self.exact:
                unsure = struck & ~self.forest.near_rules if line and is_near(refused.tree) else struck
                for place in np.flatnonzero(unsure).tolist():
                    rule = Rule(unparse(self.forest.tree(place)))
                    struck[place] = compare(rule, refused, line).same is not False
            return ~struck
        fits: Flags = np.not_equal(self.family.marks[self.rules], self.family.mark(refused))
        return fits


def remember_masks(forest: Forest) -> Callable[[Sequence[Card]], Masks]:
    """The right cards after a line, rule by rule, kept for the lines that were asked about last."""
    kept: dict[Hashable, tuple[Sequence[Card], Masks]] = {}

    def ask(line: Sequence[Card]) -> Masks:
        key = key_of(line)
        entry = kept.pop(key, None)
        if entry is None:
            if len(kept) >= _LINES_KEPT:
                del kept[next(iter(kept))]
            entry = line, forest.masks(line)
        kept[key] = entry
        return entry[1]

    return ask


def let_through(forest: Forest, masks: Masks, line: Sequence[Card], cards: Sequence[Card]) -> Flags:
    """Which rules let through all of these cards in turn after a line; `masks` are what they let through there."""
    fits = any_right(masks, cards[0].bit)
    for n, card in enumerate(cards[1:], start=1):
        rules = np.flatnonzero(fits)  # those that refuse one are not asked any further
        fits[rules] = any_right(forest.take(rules).masks(go_on(line, cards[:n])), card.bit)
    return fits


def any_right(masks: Masks, cards: int) -> Flags:
    """For each mask of right cards, whether some of these are among them."""
    flags: Flags = (masks & np.uint64(cards)) != 0
    return flags
