"""The numbers of a simulation as columns: one whole number for each round, or for each whole game."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from math import gcd

import attrs

from eleusis.game.match import Match
from eleusis.game.state import END_REASONS
from eleusis.lab.plan import Plan
from eleusis.lab.tally import Numbers

Task = tuple[int, int, int]
"""An arm, the first of its rounds and the last."""


@attrs.define
class PlayedBy:
    """Who has played the rounds of a simulation; the numbers are the same whoever it was."""

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
        self.totals: list[tuple[int, ...]] = []
        """The totals of the seats at the end of each game."""
        self.turns: list[int] = []
        self.dealt: list[int] = []
        """The points that the dealers had for their dealing."""
        self.bonus: list[int] = []
        """The points for never having dealt."""
        self.led: list[int] = []
        """1 where somebody led alone before the last round."""
        self.kept: list[int] = []
        """1 where that seat has won, alone or not."""
        for first in range(0, plan.rounds, plan.game):
            self._add_game(rounds, range(first, first + plan.game))
        self.dealer = [len(plan.seats)] * len(self.totals)
        """A whole game is dealt by all in turn: here stands the place behind the last, where nobody sits."""
        self.scores = list(zip(*self.totals, strict=True))
        """The same totals, a column for each seat."""

    def _add_game(self, rounds: RoundColumns, places: range) -> None:
        """Play through the game whose rounds stand at these places, and note what it comes to."""
        plan, numbers = rounds.plan, rounds.numbers
        match = Match(plan.arms[rounds.arm].variant, plan.players)
        before: list[int] = []
        turns = dealt = 0
        for at in places:
            before = list(match.totals.values())
            dealer, scores = numbers.dealer[at], [column[at] for column in numbers.scores]
            match.add(plan.players[dealer], dict(zip(plan.players, scores, strict=True)))
            turns += numbers.turns[at]
            dealt += scores[dealer]
            if numbers.ended[at] == _ABANDONED:
                break  # a table that can't finish a round stops there
        match.stopped = True
        totals = tuple(match.totals.values())
        led = before.count(max(before)) == 1
        self.totals.append(totals)
        self.turns.append(turns)
        self.dealt.append(dealt)
        self.bonus.append(sum(totals) - sum(match.sums.values()))
        self.led.append(int(led))
        self.kept.append(int(led and totals[before.index(max(before))] == max(totals)))


_ABANDONED = END_REASONS.index("abandoned")
