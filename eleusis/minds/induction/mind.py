"""The mind: how well each rule of the family fits what was seen, and so how probable it is.

Each rule begins with its weight, and fits or misses every clue. The rules that have missed none are the `few` that
count, each as probable as its weight among theirs: of `red`, `black` and `prime` with weights 4, 2 and 1, a refused
9H leaves `black` with 2/3 and `prime` with 1/3. Where none is left, the dealer must have erred: then the few are
those that miss least, and each miss costs a factor.

And the rule may be none of the family, `outside`. One who believes that (`Outsider`) is of two minds: either it
knows only how often a card is right, and so finds a clue as probable as that; or it thinks that the family is right
but for exceptions, one verdict in ten. The sum of the weights that are left stands against the product of those
chances: where the family foretells well, doubt that it is all wrong goes soon, and doubt that there is an exception
somewhere goes slowly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.ground.cards import Card, mask_of
from eleusis.minds.induction import BITS, clues
from eleusis.minds.induction.beliefs import Belief
from eleusis.minds.induction.family import LEAST_WEIGHT, Family
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Floats, Indices, Masks
from eleusis.minds.induction.posterior import Posterior, any_right, let_through, remember_masks
from eleusis.minds.induction.seeking import Evidence, seek
from eleusis.secret.compiled.past import Line
from eleusis.variant.mechanisms.guess import GuessPolicy

OUTSIDE = 0.05
"""How probable it is at first that the rule is none of the family."""
NEARLY = 0.1
"""How probable it is at first that the rule is one of the family but for exceptions that nobody thought of."""
EXCEPTIONS = 0.1
"""How often such a rule is thought to say something else than the family."""
SLIP = 0.04
"""Where no rule fits all, how often a rule that is nearly right is thought to be wrong in a clue."""
UNSURE = 0.25
"""And how probable it is at least, then, that the rule is none of the family."""
DIGITS = 9
"""To which probabilities are rounded before they are compared: sums may differ in their last bits by machine."""
_NEARLY = 3000
"""How many rules are kept in mind where none fits all."""
_MOST_MISSES = 250
"""Misses are counted up to here, in a byte."""
_SHOWN = 5
_ENOUGH = 1500
"""Where fewer rules fit than these, more are sought,"""
_FULL = 15_000
"""about so many,"""
_MOST = 30_000
"""and no more than so many are kept,"""
_LEAST_EVER = 2.0**-40
"""and none that was less probable than this."""

Chance = TypeVar("Chance", float, Floats)


@attrs.frozen(eq=False)
class LikelyRules:
    """The rules that count now."""

    family: Family
    """What they are rules of."""
    forest: Forest
    rules: Indices
    """Their numbers in that family."""
    chances: Floats
    """Their probabilities, if the rule is one of the family: they add up to 1."""
    alive: int
    """How many rules fit all that was seen; where it is 0, these are those that fit it nearly."""
    outside: float
    """How probable it is that the rule is none of the family."""
    masks: Callable[[Sequence[Card]], Masks]
    """The right cards after a line, rule by rule."""

    def text(self, place: int) -> str:
        """The text of one of them."""
        return self.family.text(int(self.rules[place]))

    def mix(self, inside: Chance, outside: Chance | float) -> Chance:
        """A probability, of what it is if the rule is one of the family, and if it is none."""
        return inside * (1 - self.outside) + outside * self.outside


class Outsider:
    """One who believes that the rule is none of the family: it may be anything, or be like the family nearly."""

    def __init__(self) -> None:
        self._log_blind = math.log(OUTSIDE)
        self._log_near = math.log(NEARLY)
        # Cards known to be right, and cards judged: each a little more than there were.
        self.right = 1.0
        self.judged = 2.0

    @property
    def rate(self) -> float:
        """The share of cards that were right so far."""
        return self.right / self.judged

    @property
    def log_chance(self) -> float:
        """The logarithm of the probability of all clues so far, as it sees them, times that of being right."""
        return float(np.logaddexp(self._log_blind, self._log_near))

    def dismiss(self) -> None:
        """Let nobody think that the rule is none of the family any more."""
        self._log_blind = self._log_near = -1000.0

    def take(self, clue: clues.Clue, share: float) -> None:
        """Reckon with a clue that the family foretold with the probability `share`."""
        self._log_near += math.log((1 - EXCEPTIONS) * share + EXCEPTIONS * (1 - share))
        rate = self.rate
        match clue:
            case clues.Right(cards=cards):
                self._log_blind += len(cards) * math.log(rate)
                self.right += len(cards)
                self.judged += len(cards)
            case clues.Wrong(cards=cards):
                self._log_blind += math.log1p(-(rate ** len(cards)))
                self.judged += 1
            case clues.NoneRight(cards=cards):
                self._log_blind += len(set(cards)) * math.log1p(-rate)
            case clues.SomeRight(cards=cards):
                self._log_blind += math.log1p(-((1 - rate) ** len(set(cards))))


class Mind(clues.Follower):
    """What one who has seen these events may believe of the rule; it is a function of the events alone."""

    def __init__(self, family: Family, guess: GuessPolicy | None = None, right_starters: bool = False) -> None:
        """With `guess`, rules that are the same from where a guess must agree are refused with the one that was."""
        self.family = family
        self.guess = guess
        super().__init__(right_starters)

    def forget(self) -> None:
        """Begin a new round."""
        super().forget()
        self.posterior = Posterior(self.family, self.guess)
        self.outsider = Outsider()
        self._clues: list[clues.Clue] = []
        self._misses: npt.NDArray[np.uint8] = np.zeros(self.family.size, np.uint8)
        self._evidence = Evidence(self.family.leaf_shares)
        self._gathered = 0
        """So many clues are in the evidence: it is gathered only where rules are sought."""
        self._least = LEAST_WEIGHT
        self._counted = 0
        """So many clues are in the misses: they are counted only where no rule fits all."""
        self.beliefs: list[Belief] = []
        """What was believed after each turn."""
        self._few: LikelyRules | None = None
        self.likeliest: tuple[LikelyRules, Hashable, tuple[int, float]] | None = None
        """What was last thought most probable from a line on, of which few rules: it is asked more than once."""

    # What follows from clues

    def _take(self, clue: clues.Clue) -> None:
        share = self.posterior.take(clue)
        if share is None:
            return
        self.outsider.take(clue, share)
        self._clues.append(clue)
        if self.posterior.alive < _ENOUGH and self.family.bits >= BITS:
            self._seek()
        self._few = None

    def _seek(self) -> None:
        """Look for more rules that fit all, among those that were too improbable to be kept in mind."""
        least = max(_LEAST_EVER, self._least * max(1, self.posterior.alive) / _FULL)
        if least >= self._least:
            return
        for clue in self._clues[self._gathered :]:
            self._evidence.take(clue)
        self._gathered = len(self._clues)
        rules = seek(self._evidence, least)
        if rules.size > _MOST:
            weights = self.family.leaf_shares.weigh(rules)
            heaviest = np.argpartition(-weights, _MOST)[:_MOST]
            least = max(least, float(weights[heaviest].min()))
            rules = rules.take(np.sort(heaviest))
        self._least = least
        self.posterior = Posterior(self.family.widen(rules), self.guess)
        for clue in self._clues:
            self.posterior.take(clue)

    def _count_misses(self) -> npt.NDArray[np.uint8]:
        """How many clues each rule of the family has missed; only those that are new are asked about."""
        whole = Posterior(self.family, self.guess)
        for clue in self._clues[self._counted :]:
            fits = whole.fits(clue)
            if fits is not None:
                np.add(self._misses, ~fits, out=self._misses, casting="unsafe", where=self._misses < _MOST_MISSES)
        self._counted = len(self._clues)
        return self._misses

    # What is believed

    @property
    def few(self) -> LikelyRules:
        """The rules that fit all that was seen; where there are none, those that fit it nearly."""
        if self._few is None:
            self._few = self._choose_few()
        return self._few

    def _choose_few(self) -> LikelyRules:
        left = self.posterior
        if left.alive:
            family, forest, rules, scores = left.family, left.forest, left.rules, left.weights
            masks = left.masks
            log_chance = math.log(float(scores.sum()))
        else:
            log_scores = np.log(self.family.weights) + self._count_misses() * math.log(SLIP / (1 - SLIP))
            count = min(_NEARLY, len(log_scores))
            rules = np.sort(np.argpartition(-log_scores, count - 1)[:count])
            best = float(log_scores[rules].max())
            family, forest, scores = self.family, self.family.forest.take(rules), np.exp(log_scores[rules] - best)
            masks = remember_masks(forest)
            log_chance = best + math.log(float(scores.sum())) + len(self._clues) * math.log(1 - SLIP)
        # By how much the family explains the clues better than the outsider does.
        lead = min(50.0, log_chance + math.log(1 - OUTSIDE - NEARLY) - self.outsider.log_chance)
        outside = max(1 / (1 + math.exp(lead)), 0.0 if left.alive else UNSURE)
        return LikelyRules(family, forest, rules, scores / scores.sum(), left.alive, outside, masks)

    def _note(self) -> None:
        few = self.few
        best = np.argsort(-few.chances, kind="stable")[:_SHOWN]
        rules, chances = few.rules[best].tolist(), few.chances[best].tolist()
        self.beliefs.append(Belief(self.reader.turns, few.alive, few.outside, few.family.text, rules, chances))

    @property
    def best(self) -> tuple[int, float]:
        """The most probable of the few rules, and its probability."""
        few = self.few
        place = int(few.chances.argmax())
        return place, float(few.chances[place]) * (1 - few.outside)

    @property
    def line(self) -> Line:
        """The mainline."""
        return self.reader.line

    def right_cards(self, cards: Sequence[Card]) -> Floats:
        """The probability of each of these cards to be right now."""
        few = self.few
        masks = few.masks(self.line)
        inside = np.array([few.chances[any_right(masks, card.bit)].sum() for card in cards])
        return np.round(few.mix(inside, self.outsider.rate), DIGITS)

    def in_turn(self, cards: Sequence[Card]) -> float:
        """The probability of a play of these cards, one after the other, to be right."""
        few = self.few
        fits = let_through(few.forest, few.masks(self.line), self.line, cards)
        return round(few.mix(float(few.chances[fits].sum()), self.outsider.rate ** len(cards)), DIGITS)

    def none_right(self, cards: Sequence[Card]) -> float:
        """The probability that none of these cards is right now."""
        few = self.few
        none = ~any_right(few.masks(self.line), mask_of(cards))
        outside = (1 - self.outsider.rate) ** len(set(cards))
        return round(few.mix(float(few.chances[none].sum()), outside), DIGITS)
