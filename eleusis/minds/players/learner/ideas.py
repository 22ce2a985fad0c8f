"""Where ideas of rules come from: parts drawn from the prior (prior.yaml), put together as they come to mind.

An idea is asked in plain integers, part by part: nothing here needs numpy, and only what is said is compiled.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import inf

import attrs

from eleusis.ground.cards import Card, mask_of
from eleusis.ground.chance import choose
from eleusis.ground.errors import RuleError
from eleusis.minds.induction import clues
from eleusis.minds.induction.shares import SHAPES, Shares, deny, prior
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.past import go_on
from eleusis.secret.language.tree import Expr, Join, put_together
from eleusis.secret.language.unparse import unparse
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import Masked, differ_soon


class RulePart:
    """A part of a rule, compiled when it is first asked, and known by who it is."""

    def __init__(self, tree: Expr) -> None:
        self.tree = tree

    @cached_property
    def meaning(self) -> Meaning:
        """It compiled, on first use."""
        return Meaning(self.tree)

    def mask(self, line: Sequence[Card]) -> int:
        """The cards of which it holds after a line; where it can't be told, all."""
        return self.meaning.mask(line)

    @cached_property
    def denial(self) -> RulePart:
        """What holds where this doesn't."""
        return RulePart(deny(self.tree))

    @cached_property
    def bits(self) -> float:
        """How long it is to say."""
        return length(self.tree)


@attrs.frozen
class Conjecture:
    """A rule put together: one part, two joined, or a condition with what holds where it does, and where not."""

    join: Join | None
    parts: tuple[RulePart, ...]

    def mask(self, line: Sequence[Card], /) -> int:
        """The right cards after a line."""
        if self.join is None:
            return self.parts[0].mask(line)
        if self.join == "if":
            condition, then, other = self.parts
            return (condition.mask(line) & then.mask(line)) | (condition.denial.mask(line) & other.mask(line))
        a, b = [part.mask(line) for part in self.parts]
        return a & b if self.join == "and" else a | b

    @property
    def rule(self) -> Rule:
        """It as a rule, to be said or lived by."""
        return _rule(self)

    @property
    def bits(self) -> float:
        """How long it is to say; without end where it says a thing twice."""
        twice = len({*self.parts}) < len(self.parts)
        return inf if twice else sum(part.bits for part in self.parts)


@lru_cache(maxsize=1000)
def _rule(conjecture: Conjecture) -> Rule:
    return Rule(unparse(put_together(conjecture.join, [part.tree for part in conjecture.parts])))


class _Urn:
    """Parts to draw from, each as often as its share says."""

    def __init__(self, shares: Shares) -> None:
        self.parts = [RulePart(tree) for tree in shares]
        self.sums = list(accumulate(shares.values()))

    def draw(self, chance: random.Random) -> RulePart:
        place = bisect(self.sums, chance.random() * self.sums[-1])
        return self.parts[min(place, len(self.parts) - 1)]


@cache
def _urns() -> tuple[_Urn, _Urn]:
    """What may be asked of a card, and what a choice may hang on."""
    return _Urn(prior().plays), _Urn(prior().conditions)


def think_up(chance: random.Random) -> Conjecture:
    """What comes to mind: of two that the prior may give, the shorter one, since people try that first."""
    return min(_draw(chance), _draw(chance), key=lambda conjecture: conjecture.bits)


def _draw(chance: random.Random) -> Conjecture:
    """A conjecture as probable as the prior says."""
    plays, conditions = _urns()
    place = chance.random()
    for shape in SHAPES:
        place -= prior().shapes[shape]
        if place < 0:
            break
    a = plays.draw(chance)
    match shape:
        case "opposite":
            return Conjecture("if", (conditions.draw(chance), a, a.denial))
        case "choice":
            return Conjecture("if", (conditions.draw(chance), a, plays.draw(chance)))
        case "both" | "either":
            return Conjecture("and" if shape == "both" else "or", (a, plays.draw(chance)))
        case _:  # also in place of the library, which it doesn't know
            return Conjecture(None, (a,))


def amend(conjecture: Conjecture, chance: random.Random) -> Conjecture:
    """What was nearly right, with a part of it changed, or something added to it."""
    plays, conditions = _urns()
    join, parts = conjecture.join, list(conjecture.parts)
    place = int(chance.random() * 3)
    if join == "if":
        parts[place] = (plays if place else conditions).draw(chance)
        return Conjecture("if", tuple(parts))
    kept, new = choose(parts, chance), plays.draw(chance)
    if join is not None or place == 0:
        return Conjecture(join or ("and" if chance.random() < 0.5 else "or"), (kept, new))
    return Conjecture("if", (conditions.draw(chance), *((kept, new) if place == 1 else (new, kept))))


def fits(idea: Masked, clue: clues.Clue) -> bool:
    """Whether an idea, or a rule, fits a clue."""
    match clue:
        case clues.Right(line=line, cards=cards):
            return _accepts(idea, line, cards)
        case clues.Wrong(line=line, cards=cards):
            return not _accepts(idea, line, cards)
        case clues.NoneRight(line=line, cards=cards):
            return not idea.mask(line) & mask_of(cards)
        case clues.SomeRight(line=line, cards=cards):
            return bool(idea.mask(line) & mask_of(cards))
        case clues.Starter(card=card, must_be_right=True):
            return bool(idea.mask(()) & card.bit)
        case clues.SetAside(card=card):
            return not idea.mask(()) & card.bit
        case clues.Refused(text=text, line=line):
            refused = _read(text)
            return refused is None or differ_soon(idea, refused, line)
    return True


def _accepts(idea: Masked, line: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Whether all of these cards are right, each after the ones before it."""
    return all(idea.mask(go_on(line, cards[:place])) & card.bit for place, card in enumerate(cards))


@lru_cache(maxsize=1000)
def _read(text: str) -> Rule | None:
    """A guess as a rule; None for what was said in prose."""
    try:
        return Rule(text)
    except RuleError:
        return None
