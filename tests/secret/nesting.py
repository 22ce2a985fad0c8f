"""Random rules that nest counters in arithmetic, freely, and lines on which counters grow.

The texts of texts.py have every part of the language, but seldom a counter under a remainder under a maximum. Here
most numbers are counters or made of counters, and the lines hold a few cards again and again: streaks get long,
counts and sums pass every limit that the machine has, and remainders go round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from eleusis.ground.cards import PACK, Card, cards_in
from eleusis.ground.errors import RuleError
from eleusis.secret.rule import Rule

from .rewriting import Wild
from .texts import YES_NO

_STREAKS = ("rank", "suit", "color", "odd", "red", "high", "face")
_ASKED = ("odd", "red", "ace", "spade", "high", "face", "any", "rank > 4", "rank % 3 == 1", "suit == last.suit",
          "rank < last.rank", "color == card.color", "rank == card.rank")  # fmt: skip


class Nester(Wild):
    """A rule about counters; everything else is as in `Wild`."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self._numbers: tuple[Callable[[int], str], ...] = (
            self._counter, self._counter, self._remainder, self._remainder, self._extreme, self._absolute,
            self._sum, self._sum, self._product, self._over, self._over, self._turn, self._chosen, super().number,
        )  # fmt: skip

    def rule(self) -> str:
        """A rule of two to five levels."""
        return self.yes(self.number_from(2, 5))

    def yes(self, depth: int) -> str:
        kind = self.number_from(0, 11)
        if depth <= 0 or kind > 9:
            return super().yes(min(depth, 2))
        if kind > 7:
            word = self.pick(" and ", " or ")
            return word.join(f"({self.yes(depth - 1)})" for _ in range(2))
        if kind == 7:
            over = f"{self.line()}.{self.pick('any', 'all')}"
            return f"{over}({self.in_brackets('yes', depth - 1)})"
        if kind == 6:
            low = self.number_from(0, 6)
            members = self.pick(f"{{{low}, {low + 3}}}", f"{low}..{low + self.number_from(0, 9)}")
            return f"({self.number(depth)}) {self.pick('in', 'not in')} {members}"
        left, right = (
            self.number(depth),
            self.pick("rank", "last.rank", self.number_from(0, 13), self.number(depth - 1)),
        )
        return f"({left}) {self.pick('==', '!=', '<', '<=', '>', '>=')} ({right})"

    def number(self, depth: int) -> str:
        return self._counter(0) if depth <= 0 else self.chance.choice(self._numbers)(depth)

    def _counter(self, depth: int) -> str:
        asked = self.pick(*_ASKED, *YES_NO[:3])
        return self.pick(
            "position", f"streak({self.pick(*_STREAKS)})", f"streak({self.pick(*_STREAKS)})",
            f"line.count({asked})", f"line.count({asked})", "line.sum(rank)",
            f"line.sum(rank - {self.number_from(0, 7)})", "rank", "last.rank",
            f"last{self.number_from(1, 3)}.count({asked})", str(self.number_from(0, 9)),
        )  # fmt: skip

    def _remainder(self, depth: int) -> str:
        return f"({self.number(depth - 1)}) % {self.number_from(1, 6)}"

    def _extreme(self, depth: int) -> str:
        parts = [self.number(depth - 1) for _ in range(self.number_from(2, 3))]
        return f"{self.pick('min', 'max', 'gcd')}({', '.join(parts)})"

    def _absolute(self, depth: int) -> str:
        return f"abs({self.number(depth - 1)} {self.pick('-', '+')} {self.number_from(0, 7)})"

    def _sum(self, depth: int) -> str:
        return f"({self.number(depth - 1)}) {self.pick('+', '-')} ({self.number(depth - 1)})"

    def _product(self, depth: int) -> str:
        return f"({self.number(depth - 1)}) * ({self.number(depth - 1)})"

    def _over(self, depth: int) -> str:
        how = self.pick("min", "max", "min", "max", "sum", "count")
        body = self.in_brackets("yes" if how == "count" else "number", depth - 1)
        return f"{self.pick('line', 'last1', 'last2', 'last3', 'last4')}.{how}({body})"

    def _turn(self, depth: int) -> str:
        return f"cycle({', '.join(self.number(depth - 1) for _ in range(self.number_from(2, 4)))})"

    def _chosen(self, depth: int) -> str:
        return f"(if {self.yes(depth - 1)} then {self.number(depth - 1)} else {self.number(depth - 1)})"


def nested(chance: Random) -> Rule:
    """A random rule of nested counters that the language takes."""
    while True:
        try:
            return Rule(Nester(chance).rule())
        except RuleError:  # too long or too deep
            continue


def sticky(chance: Random, length: int) -> list[Card]:
    """A line of a few cards that come again and again, most often in runs."""
    few = chance.sample(PACK, chance.randint(1, 5))
    line = [chance.choice(few)]
    stays = chance.random()
    while len(line) < length:
        line.append(line[-1] if chance.random() < stays else chance.choice(few))
    return line


def grown(chance: Random, rules: Sequence[Rule], length: int) -> list[Card]:
    """A line that can be built under all the rules, by a few cards again and again where they are right."""
    few = sum(card.bit for card in chance.sample(PACK, chance.randint(1, 6)))
    stays = chance.random()
    line = [chance.choice(cards_in(few))]
    while len(line) < length:
        mask = (1 << 52) - 1
        for rule in rules:
            mask &= rule.mask(line)
        if not mask:
            break
        again = mask & line[-1].bit if chance.random() < stays else 0
        line.append(chance.choice(cards_in(again or mask & few or mask)))
    return line
