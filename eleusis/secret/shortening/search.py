"""The search for a shorter rule: a trait, a likeness, what is left of the rule itself once the starter lies.

`if first.red then black else even` takes 24 bits to describe (prior.py). From a red starter on it is `black`, with
6: a guesser needs far less luck than the dealer meant. What is tried: the simple plays that generated rules are
made from (parts.py), and the rule itself, folded, and pruned (folding.py) as long as that leaves it the same.
A rule counts only if it is proved to be the same. Each candidate is first held against the rule along some lines
that can be built under it; nearly all others fail there at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache

from eleusis.ground.cards import PACK, Card
from eleusis.ground.chance import stream
from eleusis.ground.errors import RuleError
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.generating.parts import simple_plays
from eleusis.secret.language import tree as t
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare_quickly
from eleusis.secret.shortening.folding import fold, prunings

MUCH = 8
"""A rule that is shorter by this many bits is worth telling its dealer about."""
_LINES, _LONG = 6, 10
"""Lines that a candidate is held against first, and how many cards they have at most behind the starter."""
_SHORTEST = 6
"""No rule takes fewer bits."""
_MAX_WORK = 800_000
"""Units of work for all comparisons of one search: about a tenth of a second."""


class Shortener:
    """Looks for rules that are the same as a secret rule, and shorter."""

    def __init__(self, secret: Rule) -> None:
        self.secret = secret
        self.bits = length(secret.tree)
        """How long the rule is to describe."""
        self._shorter: list[Rule] = []
        """What was found after one starter or another: it may do after the next one too."""
        self.work_left = 0
        """The work that is left for the search that is going on."""

    @cached_property
    def everywhere(self) -> Rule:
        """The shortest rule that is the same from all starters that the secret allows; itself, where none is."""
        self.work_left = _MAX_WORK
        starters = [card for card in PACK if self.secret.fits_starter(card)]
        if not starters:
            return self.secret
        chance = stream(0, "shorter", "starters")
        sample = [starters[int(chance.random() * len(starters))] for _ in range(2 * _LINES)]
        probes = list(self._probes([(card,) for card in sample]))
        return self._search(self.secret.tree, probes, None, self.bits - 1) or self.secret

    @property
    def everywhere_shorter(self) -> Rule | None:
        """That rule, if it is shorter by much."""
        return self.everywhere if length(self.everywhere.tree) <= self.bits - MUCH else None

    def after(self, starters: Sequence[Card]) -> Rule | None:
        """A rule that is the same from these starters on, and shorter by much than what is the same everywhere."""
        most = length(self.everywhere.tree) - MUCH
        if most < _SHORTEST:
            return None
        self.work_left = _MAX_WORK
        probes = list(self._probes([starters] * _LINES))
        for rule in self._shorter:
            if length(rule.tree) <= most and _agrees(rule.meaning, probes) and self._is_same(rule, starters):
                return rule
        shorter = self._search(fold(self.secret.tree, starters), probes, starters, most)
        if shorter is not None:
            self._shorter.append(shorter)
        return shorter

    def _probes(self, beginnings: Iterable[Sequence[Card]]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Lines that can be built under the rule, each with what is right after it; the shortest ones first."""
        lines = [tuple(line) for line in beginnings]
        chance = stream(0, "shorter", "lines")
        for _ in range(_LONG):
            grown = []
            for line in dict.fromkeys(lines):
                yield line, self.secret.mask(line)
            for line in lines:
                right = self.secret.right(line)
                if right:
                    grown.append((*line, right[int(chance.random() * len(right))]))
            lines = grown

    def _search(
        self, tree: t.Expr, probes: list[tuple[tuple[Card, ...], int]], starters: Sequence[Card] | None, most: int
    ) -> Rule | None:
        """The shortest rule of at most this many bits that is the same from the starters on (None: everywhere).

        `tree` is the secret rule as far as it is known to be folded.
        """
        best = self._first(short_plays(), probes, starters, most)
        if best is not None:
            most = length(best.tree) - 1
        # What of the rule can go, step by step, each of which must leave it the same.
        pruned = self._first([(length(tree), tree)], probes, starters, self.bits) or self.secret
        while True:
            bits = length(pruned.tree)
            sizes = {candidate: length(candidate) for candidate in prunings(pruned.tree)}
            smaller = sorted(
                (size, unparse(candidate), candidate) for candidate, size in sizes.items() if size < bits
            )
            again = self._first([(size, candidate) for size, _, candidate in smaller], probes, starters, bits - 1)
            if again is None:
                return pruned if bits <= most else best
            pruned = again

    def _first(
        self,
        candidates: Iterable[tuple[int, t.Expr]],
        probes: list[tuple[tuple[Card, ...], int]],
        starters: Sequence[Card] | None,
        most: int,
    ) -> Rule | None:
        """The first of some candidates, the shortest of which come first, that is the same rule."""
        for bits, tree in candidates:
            if bits > most:
                return None
            if not _agrees(_meaning(tree), probes):
                continue
            try:
                rule = Rule(unparse(tree))
            except RuleError:  # what is left over is no rule that one could say
                continue
            if self._is_same(rule, starters):
                return rule
        return None

    def _is_same(self, rule: Rule, starters: Sequence[Card] | None) -> bool:
        """Whether a rule is proved to be the same, with the work that is left."""
        if self.work_left <= 0:
            return False
        comparison = compare_quickly(self.secret, rule, starters, self.work_left)
        self.work_left -= comparison.work
        return comparison.same is True


@lru_cache(maxsize=8)
def shortener_of(rule: Rule) -> Shortener:
    """The search for rules that are shorter than this one; what it has found is kept for a while."""
    return Shortener(rule)


@cache
def short_plays() -> list[tuple[int, t.Expr]]:
    """The simple plays, and `none`, each with its length, the shortest first."""
    trees = [parse(text) for text in (*simple_plays(), "none")]
    return sorted(((length(tree), tree) for tree in trees), key=lambda sized: sized[0])


@lru_cache(maxsize=4096)
def _meaning(tree: t.Expr) -> Meaning:
    return Meaning(tree)


def _agrees(meaning: Meaning, probes: Iterable[tuple[tuple[Card, ...], int]]) -> bool:
    """Whether a rule lets through the same cards after all these lines."""
    return all(meaning.mask(line) == right for line, right in probes)
