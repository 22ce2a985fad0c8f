"""The numbers of a simulation as columns: one whole number for each round, or for each whole game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from math import gcd, lcm

from eleusis.game.match import Match
from eleusis.game.state import END_REASONS
from eleusis.lab.plan import Plan
from eleusis.lab.stats import Column
from eleusis.lab.tally import FIELDS


def win_parts(plan: Plan) -> int:
    """Into how many equal parts a win is cut, so that any number of seats can share it in whole numbers."""
    return lcm(*range(1, len(plan.seats) + 1))


class RoundColumns:
    """The numbers of all rounds under one arm: a column for each of FIELDS and for each seat's score."""

    def __init__(self, plan: Plan, arm: int = 0) -> None:
        self.plan = plan
        self.arm = arm
        self.names = (*FIELDS, *(f"score:{place}" for place in range(len(plan.seats))))
        self.columns = {name: array("i", bytes(4 * plan.rounds)) for name in self.names}
        self.done = bytearray(plan.rounds)

    @property
    def strata(self) -> int:
        """After how many rounds the same seat deals again."""
        return len(self.plan.seats)

    @cached_property
    def games(self) -> GameColumns:
        """The whole games, once all rounds are there."""
        return GameColumns(self)

    def add(self, number: int, row: Sequence[int]) -> None:
        """Note the numbers of a round."""
        for column, value in zip(self.columns.values(), row, strict=True):
            column[number - 1] = value
        self.done[number - 1] = 1

    def scores(self) -> list[Column]:
        """The scores, by seat and round."""
        return [self.columns[f"score:{place}"] for place in range(len(self.plan.seats))]

    def column(self, name: str, better: Sequence[int] = ()) -> Column:
        """A column, or what is made of some; `better` ranks the places of the seats, for `ahead`."""
        found = self.columns.get(name)
        if found is not None:
            return found
        get = self.columns.__getitem__
        if name == "one":
            return array("i", [1]) * self.plan.rounds
        if name.startswith("ended:"):
            reason = END_REASONS.index(name.removeprefix("ended:"))
            return array("i", [value == reason for value in get("ended")])
        if name.endswith("?"):
            return array("i", [value > 0 for value in get(name[:-1])])
        if name == "others":
            return _less(get("players"), get("true_prophet"))
        if name == "others_score":
            return _less(get("players_score"), get("prophet_score"))
        if name == "dealer_ahead":
            return array(
                "i",
                [
                    d * n - s
                    for d, n, s in zip(get("dealer_score"), get("players"), get("players_score"), strict=True)
                ],
            )
        if name in ("ahead", "pairs"):
            return self._pairs(name, better)
        kind, _, place = name.partition(":")
        return self._seat(kind, int(place))

    def _seat(self, kind: str, place: int) -> Column:
        """Of one seat, in the rounds that it doesn't deal: 1, its score, or its part in being the best."""
        dealers = self.columns["dealer"]
        own = self.columns[f"score:{place}"]
        if kind == "playing":
            return array("i", [dealer != place for dealer in dealers])
        if kind == "points":
            return array("i", [score * (dealer != place) for score, dealer in zip(own, dealers, strict=True)])
        parts = win_parts(self.plan)
        if kind == "playing*":
            return array("q", [parts * (dealer != place) for dealer in dealers])
        wins = array("q")
        for dealer, *row in zip(dealers, *self.scores(), strict=True):
            mine = row[place]
            del row[dealer]
            wins.append(_win(mine, row, parts) if dealer != place else 0)
        return wins

    def _pairs(self, name: str, better: Sequence[int]) -> Column:
        """Of two players of different kinds: 2 where the better one is ahead, 1 where they are even."""
        pairs = _unequal(self.plan, better)
        dealers = self.columns["dealer"]
        made = [[pair for pair in pairs if dealer not in pair] for dealer in range(len(self.plan.seats))]
        if name == "pairs":
            return array("i", [2 * len(made[dealer]) for dealer in dealers])
        return array(
            "i",
            [_ahead(row, made[dealer]) for dealer, *row in zip(dealers, *self.scores(), strict=True)],
        )


class GameColumns:
    """The whole games under one arm, as columns: the totals of the seats, and what is made of them."""

    def __init__(self, rounds: RoundColumns) -> None:
        plan = self.plan = rounds.plan
        assert plan.game is not None, "these rounds stand alone"
        self.size = plan.games
        self.strata = len(plan.seats) // gcd(len(plan.seats), plan.game)
        self.totals: list[tuple[int, ...]] = []
        """The totals of the seats at the end of each game."""
        names = ("turns", "dealt", "bonus", "led", "kept")
        self.columns = {name: array("q") for name in names}
        every = list(zip(*rounds.scores(), strict=True))
        turns, dealers, ended = (rounds.columns[name] for name in ("turns", "dealer", "ended"))
        broken = END_REASONS.index("abandoned")
        for first in range(0, plan.rounds, plan.game):
            match = Match(plan.arms[rounds.arm].variant, plan.players)
            before: list[int] = []
            spent = dealt = 0
            for i in range(first, first + plan.game):
                before = list(match.totals.values())
                match.add(plan.players[dealers[i]], dict(zip(plan.players, every[i], strict=True)))
                spent += turns[i]
                dealt += every[i][dealers[i]]
                if ended[i] == broken:
                    break  # a table that can't finish a round stops there
            match.stopped = True
            totals = tuple(match.totals.values())
            led = before.count(max(before)) == 1
            kept = led and totals[before.index(max(before))] == max(totals)
            numbers = (spent, dealt, sum(totals) - sum(match.sums.values()), int(led), int(kept))
            for column, value in zip(self.columns.values(), numbers, strict=True):
                column.append(value)
            self.totals.append(totals)

    def column(self, name: str, better: Sequence[int] = ()) -> Column:
        """A column, or what is made of the totals; `better` ranks the places of the seats, for `ahead`."""
        found = self.columns.get(name)
        if found is not None:
            return found
        kind, _, place = name.partition(":")
        if kind == "one":
            return [1] * self.size
        if kind == "one*":
            return [win_parts(self.plan)] * self.size
        if kind == "seats":
            return [len(self.plan.seats)] * self.size
        if kind == "pairs":
            return [2 * len(_unequal(self.plan, better))] * self.size
        if kind == "ahead":
            pairs = _unequal(self.plan, better)
            return [_ahead(row, pairs) for row in self.totals]
        if kind == "total":
            return [row[int(place)] for row in self.totals]
        if kind == "wins":
            return [_win(row[int(place)], row, win_parts(self.plan)) for row in self.totals]
        return [_OF_TOTALS[kind](sorted(row, reverse=True)) for row in self.totals]


_OF_TOTALS: dict[str, Callable[[list[int]], int]] = {
    "totals": lambda row: sum(row),
    "winner": lambda row: row[0],
    "lead": lambda row: row[0] - row[1],
    "spread": lambda row: row[0] - row[-1],
    "shared": lambda row: int(row[0] == row[1]),
}
"""What is made of the totals of a game, the highest first."""


def _win(mine: int, row: Sequence[int], parts: int) -> int:
    """The part in being the best of a row, in whole parts of a win."""
    best = max(row)
    return parts // row.count(best) if mine == best else 0


def _unequal(plan: Plan, better: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of seats with bots of different kinds, the better one first."""
    seats = range(len(plan.seats))
    return [
        (a, b) for a in seats for b in seats if plan.seats[a].how != plan.seats[b].how and better[a] > better[b]
    ]


def _ahead(row: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Over the pairs: 2 where the first is ahead, 1 where they are even."""
    return sum([(row[a] > row[b]) + (row[a] >= row[b]) for a, b in pairs])


def _less(a: Column, b: Column) -> Column:
    return array("i", [one - other for one, other in zip(a, b, strict=True)])


__all__ = ["GameColumns", "RoundColumns", "win_parts"]
