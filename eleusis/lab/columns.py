"""The numbers of a simulation as columns: one whole number for each round, or for each whole game."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby
from math import gcd

import attrs

from eleusis.game.state import END_REASONS
from eleusis.lab.plan import Plan
from eleusis.lab.points import Points
from eleusis.lab.tally import Numbers

Task = tuple[int, int, int]
"""An arm, the first of its rounds and the last."""


@attrs.define
class PlayedBy:
    """What played the rounds of a simulation, the kernel or the engine; the numbers are the same."""

    kept: int = 0
    """Rounds that were in the file of results already."""
    kernel: int = 0
    """Rounds that the compiled kernel played."""
    engine: int = 0
    """Rounds that the engine played."""
    why: tuple[str, ...] = ()
    """Why the kernel declined those, the most frequent reason first; empty where it wasn't asked."""
    missing: str = ""
    """Why there was no kernel, where there was work for it."""


class RoundColumns:
    """The numbers of all rounds under one arm: `numbers.turns[n - 1]` are the turns of round n."""

    def __init__(self, plan: Plan, arm: int = 0) -> None:
        self.plan = plan
        self.arm = arm
        names = Numbers.names(len(plan.seats))
        self.numbers = Numbers.from_row([array("i", bytes(4 * plan.rounds)) for _ in names])
        self.done = bytearray(plan.rounds)
        """1 for each round whose numbers are there."""
        self._row = self.numbers.row

    @property
    def strata(self) -> int:
        """After how many rounds the same seat deals again."""
        return len(self.plan.seats)

    @cached_property
    def points(self) -> Points:
        """The points of the seats, once all rounds are there."""
        return Points(self.numbers.dealer, self.numbers.scores)

    @cached_property
    def games(self) -> GameColumns:
        """The whole games, once all rounds are there."""
        return GameColumns(self)

    def stretches(self, first: int, last: int) -> Iterator[tuple[bool, int, int]]:
        """The rounds from `first` to `last` in stretches: whether they are done, the first, the last."""
        number = first
        for done, members in groupby(self.done[first - 1 : last]):
            following = number + len(list(members))
            yield bool(done), number, following - 1
            number = following

    def rows(self, first: int, last: int) -> list[tuple[int, ...]]:
        """The numbers of rounds, a row for each."""
        return list(zip(*[column[first - 1 : last] for column in self._row], strict=True))

    def add(self, number: int, row: Sequence[int]) -> None:
        """Note the numbers of a round, `Numbers.row`."""
        for column, value in zip(self._row, row, strict=True):
            column[number - 1] = value
        self.done[number - 1] = 1


class GameColumns:
    """The whole games under one arm: what each comes to when all its rounds are played."""

    def __init__(self, rounds: RoundColumns) -> None:
        plan = rounds.plan
        assert plan.game is not None, "these rounds stand alone"
        self.strata = len(plan.seats) // gcd(len(plan.seats), plan.game)
        """After how many games the same seat deals first again."""
        games = _bounds_of_games(rounds.numbers.ended, plan.game)
        self.turns = _sum_up(rounds.numbers.turns, games)
        self.dealt = _sum_up(rounds.points.of_dealer(), games)
        """The points that the dealers had for their dealing."""
        never_dealt = plan.arms[rounds.arm].variant.game.never_dealt
        seats = len(plan.seats)
        self.bonus = [never_dealt * max(0, seats - (end - first)) for first, end in games]
        """The points for never having dealt."""
        scores = []
        for place, column in enumerate(rounds.numbers.scores):
            sums = _sum_up(column, games)
            if any(self.bonus):
                # all deal in turn, from the seat that deals the first round
                sums = [
                    total + never_dealt * ((place - first) % seats >= end - first)
                    for total, (first, end) in zip(sums, games, strict=True)
                ]
            scores.append(sums)
        self.points = Points([seats] * len(games), scores)
        """The totals of the seats at the end of each game; nobody deals it."""
        self.totals = list(zip(*scores, strict=True))
        """The same, a row for each game."""
        earlier = [(first, end - 1) for first, end in games]
        before = zip(*(_sum_up(column, earlier) for column in rounds.numbers.scores), strict=True)
        leaders = [row.index(max(row)) if row.count(max(row)) == 1 else None for row in before]
        self.led = [leader is not None for leader in leaders]
        """1 where somebody led alone before the last round."""
        self.kept = [
            leader is not None and row[leader] == max(row) for leader, row in zip(leaders, self.totals, strict=True)
        ]
        """1 where that seat has won, alone or not."""


_ABANDONED = END_REASONS.index("abandoned")


def _bounds_of_games(ended: Sequence[int], length: int) -> list[tuple[int, int]]:
    """Where each game begins, and the place behind its end: a table that can't finish a round stops there."""
    bounds = []
    for first in range(0, len(ended), length):
        reasons = list(ended[first : first + length])
        broken = _ABANDONED in reasons
        bounds.append((first, first + (reasons.index(_ABANDONED) + 1 if broken else length)))
    return bounds


def _sum_up(column: Sequence[int], games: Sequence[tuple[int, int]]) -> list[int]:
    """The sum of a column over each of the games."""
    sums = list(accumulate(column, initial=0))
    return [sums[end] - sums[first] for first, end in games]
