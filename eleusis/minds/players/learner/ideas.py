"""Where ideas of rules come from: the prior (prior.yaml), drawn from as often as something comes to mind.

An idea is asked in plain integers, so nothing here needs numpy.
"""

from __future__ import annotations

import random
from bisect import bisect
from functools import cache, lru_cache
from itertools import accumulate

from eleusis.ground.cards import mask_of
from eleusis.ground.errors import RuleError
from eleusis.minds.induction import clues
from eleusis.minds.induction.shares import SHAPES, Shares, deny, prior
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import And, Expr, If, Or
from eleusis.secret.language.unparse import unparse
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import differ_soon

_KEPT = 5000
"""So many ideas stay compiled."""


class _Urn:
    """Things to draw from, each as often as its share says."""

    def __init__(self, shares: Shares) -> None:
        self.trees = list(shares)
        self.sums = list(accumulate(shares.values()))

    def draw(self, chance: random.Random) -> Expr:
        place = bisect(self.sums, chance.random() * self.sums[-1])
        return self.trees[min(place, len(self.trees) - 1)]


@cache
def _urns() -> tuple[_Urn, _Urn]:
    """What may be asked of a card, and what a choice may hang on."""
    return _Urn(prior().plays), _Urn(prior().conditions)


_length = lru_cache(maxsize=_KEPT)(length)


@lru_cache(maxsize=_KEPT)
def _rule(tree: Expr) -> Rule:
    return Rule(unparse(tree))


def think_up(chance: random.Random) -> Rule:
    """A rule that comes to mind: of two that the prior may give, the shorter one, since people try that first."""
    return _rule(min(_draw(chance), _draw(chance), key=_length))


def _draw(chance: random.Random) -> Expr:
    """A rule as probable as the prior says."""
    plays, conditions = _urns()
    place = chance.random()
    for shape in SHAPES:
        place -= prior().shapes[shape]
        if place < 0:
            break
    a = plays.draw(chance)
    match shape:
        case "opposite":
            return If(conditions.draw(chance), a, deny(a))
        case "choice":
            return If(conditions.draw(chance), a, plays.draw(chance))
        case "both":
            return And((a, plays.draw(chance)))
        case "either":
            return Or((a, plays.draw(chance)))
        case _:  # also in place of the library, which it doesn't know
            return a


def fits(rule: Rule, clue: clues.Clue) -> bool:
    """Whether a rule fits a clue."""
    match clue:
        case clues.Right(line=line, cards=cards):
            return rule.accepts(line, cards)
        case clues.Wrong(line=line, cards=cards):
            return not rule.accepts(line, cards)
        case clues.NoneRight(line=line, cards=cards):
            return not rule.mask(line) & mask_of(cards)
        case clues.SomeRight(line=line, cards=cards):
            return bool(rule.mask(line) & mask_of(cards))
        case clues.Starter(card=card, must_be_right=True):
            return rule.fits_starter(card) and bool(rule.mask(()) & card.bit)
        case clues.SetAside(card=card):
            return not rule.mask(()) & card.bit
        case clues.Refused(text=text, line=line):
            refused = _read(text)
            return refused is None or differ_soon(rule, refused, line)
    return True


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> Rule | None:
    """A guess as a rule; None for what was said in prose."""
    try:
        return _rule(parse(text))
    except RuleError:
        return None
