"""Random pairs of rules, a third rewritings, a third mutants, a third any two: verdicts against a brute force.

The brute force shares only the syntax tree with the program (naive.py): it builds every line of a small pack, card
by card, and asks both rules about every card. On the rules held to that pack (`in the pack and …`) it must agree
with the exact verdict in both directions, up to its depth; on the whole pack it must find nothing that the verdict
does not know. `ELEUSIS_PAIRS=2000` runs as many pairs as the bench promises.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random

import attrs
import pytest

from eleusis.ground.cards import PACK, Card, cards_in
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.language import tree as t
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

from . import naive
from .rewriting import mutant, rewritten, source_of_rules

pytestmark = pytest.mark.long

PAIRS = int(os.environ.get("ELEUSIS_PAIRS", "48"))
PARTS = 4
KINDS = ("rewriting", "mutant", "any two")
MOST_LINES = 500
"""Lines that the brute force looks at."""
SUITS = ("spade", "heart", "diamond", "club")


@attrs.frozen
class Pair:
    kind: str
    a: str
    b: str
    ranks: tuple[int, ...]
    suits: tuple[str, ...]

    @property
    def pack(self) -> tuple[Card, ...]:
        return tuple(
            [card for card in PACK if card.rank in self.ranks and naive.feature(card, "suit") in self.suits]
        )

    def held(self, text: str) -> Rule:
        """The rule for those who play with the small pack only."""
        inside = f"rank in {{{', '.join(map(str, self.ranks))}}} and suit in {{{', '.join(self.suits)}}}"
        return Rule(f"{inside} and ({text})", starter=inside)


def pairs(seed: int, count: int) -> list[Pair]:
    chance, texts = Random(f"pairs {seed}"), source_of_rules(seed, wild=True)
    drawn: list[Pair] = []
    while len(drawn) < count:
        kind, text, other = KINDS[len(drawn) % 3], next(texts), next(texts)
        new = {"rewriting": rewritten(text, chance, other), "mutant": mutant(text, chance), "any two": other}[kind]
        if new is None:
            continue
        shape = chance.choice(((3, 2), (2, 4), (4, 2)))
        ranks = tuple(sorted(chance.sample(range(1, 14), shape[0])))
        suits = tuple(chance.sample(SUITS, shape[1]))
        try:
            Rule(f"red and ({new}) or ({text})")
        except RuleError:  # too long or too deep
            continue
        drawn.append(Pair(kind, text, new, ranks, suits))
    return drawn


@pytest.mark.parametrize("part", range(PARTS))
def test_a_brute_force_on_small_packs_agrees_with_every_verdict(part: int) -> None:
    """Issue 4: it agrees with every exact verdict; every witness tells the rules apart, and none is shorter."""
    seen: dict[tuple[str, bool | None], int] = {}
    for pair in pairs(part, PAIRS // PARTS):
        verdict = compare(Rule(pair.a), Rule(pair.b))
        seen[pair.kind, verdict.same] = seen.get((pair.kind, verdict.same), 0) + 1
        a, b = Rule(pair.a), Rule(pair.b)
        if pair.kind == "rewriting":
            assert verdict.same is not False, pair
        if verdict.same is False:
            hold(verdict, a, b)
        brute = difference(a.tree, b.tree, pair.pack)
        if brute.length is not None:
            assert not shows_none_at(verdict, brute.length), pair
        if verdict.same is not False or len(verdict.line) > 1:
            assert difference(a.tree, b.tree, PACK, most=1, every=True).length is None, pair
        if verdict.same is True:
            assert sampled(a, b, Random(part), 20, 20) is None, pair
        small = compare(pair.held(pair.a), pair.held(pair.b))
        if small.same is False:
            hold(small, pair.held(pair.a), pair.held(pair.b))
        agree(small, brute, pair)
    if PAIRS >= 40:
        assert {kind for kind, _ in seen} == set(KINDS)
        assert all(seen.get((kind, same)) for kind, same in (("rewriting", True), ("any two", False)))
    print(seen)


@attrs.frozen
class Brute:
    """The length of the shortest line before a difference, if any, and up to which length there is none."""

    length: int | None
    bound: int


def difference(a: t.Expr, b: t.Expr, pack: Sequence[Card], most: int = 6, every: bool = False) -> Brute:
    """Builds every line of the pack, shortest first, by a plain reading of both rules."""
    level: list[tuple[Card, ...]] = [(card,) for card in pack]
    left = MOST_LINES
    for length in range(1, most + 1):
        if (len(level) > left and not every) or not level:
            return Brute(None, most if not level else length - 1)
        left -= len(level)
        following = []
        for line in level:
            for card in pack:
                right = naive.verdict(a, line, card)
                if right is not naive.verdict(b, line, card):
                    return Brute(length, length - 1)
                if right:
                    following.append((*line, card))
        level = following
    return Brute(None, most)


def agree(small: Comparison, brute: Brute, pair: Pair) -> None:
    """On the small pack both say the same, as far as both have looked."""
    if brute.length is not None:
        assert not shows_none_at(small, brute.length), pair
        assert small.same is None or len(small.line) == brute.length, pair
    elif small.same is False:
        assert len(small.line) > brute.bound, pair


def shows_none_at(verdict: Comparison, length: int) -> bool:
    """Whether a verdict says that no line of that length tells the rules apart."""
    if verdict.same is None:
        return (verdict.bound or 0) >= length
    return verdict.same or len(verdict.line) > length


def hold(verdict: Comparison, a: Rule, b: Rule) -> None:
    """The witness is built from an allowed starter, and tells the rules apart, also by the plain reading."""
    line, card = verdict.line, verdict.card
    assert card is not None
    assert a.fits_starter(line[0])
    assert b.fits_starter(line[0])
    for n in range(1, len(line)):
        assert a.mask(line[:n]) & b.mask(line[:n]) & line[n].bit
    right = {"A": bool(a.mask(line) & card.bit), "B": bool(b.mask(line) & card.bit)}
    assert right == {"A": verdict.right_in == "A", "B": verdict.right_in == "B"}
    assert [naive.verdict(rule.tree, line, card) for rule in (a, b)] == list(right.values())


def sampled(a: Rule, b: Rule, chance: Random, lines: int, plays: int) -> list[Card] | None:
    """A line on which a sampled judge finds a difference."""
    for _ in range(lines):
        line = [chance.choice(PACK)]
        for _ in range(plays):
            mask = a.mask(line)
            if mask != b.mask(line):
                return line
            if not mask:
                break
            line.append(chance.choice(cards_in(mask)))
    return None
