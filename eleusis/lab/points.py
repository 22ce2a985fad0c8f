"""The points of the seats as columns: who has played, who has the most, who is ahead of whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import add, mul

from eleusis.ground.statistics import Column


class Points:
    """Who deals, and the points of each seat, in rounds or in whole games, which nobody deals.

    All deal in turn, so what follows each other at the distance of the seats has one dealer.
    """

    def __init__(self, dealer: Column, scores: Sequence[Column]) -> None:
        self.dealer = dealer
        """The place of the dealer; of a whole game the place behind the last."""
        self.scores = scores
        """The points of each seat."""
        self._wins: dict[int, list[list[int]]] = {}

    def of(self, place: int) -> list[int]:
        """The points of a seat in each round or game, 0 where it deals."""
        column = list(self.scores[place])
        for places, dealer in self._turns():
            if dealer == place:
                column[places] = [0] * len(column[places])
        return column

    def plays(self, place: int, times: int = 1) -> list[int]:
        """1, or this number of times 1, for each round or game in which a seat doesn't deal."""
        return self._by_dealer(lambda dealer: times * (dealer != place))

    def of_dealer(self) -> list[int]:
        """The points of the dealer."""
        column = [0] * len(self.dealer)
        for places, dealer in self._turns():
            column[places] = self.scores[dealer][places]
        return column

    def wins(self, place: int, parts: int) -> list[int]:
        """How many of the parts of each win are a seat's own: none, or what the best ones share."""
        if parts not in self._wins:
            self._wins[parts] = self._share_wins(parts)
        return self._wins[parts][place]

    def _share_wins(self, parts: int) -> list[list[int]]:
        """The parts of each seat."""
        wins = [[0] * len(self.dealer) for _ in self.scores]
        shares = [0, *(parts // sharers for sharers in range(1, len(self.scores) + 1))]
        for places, dealer in self._turns():
            playing = {seat: scores[places] for seat, scores in enumerate(self.scores) if seat != dealer}
            best = reduce(_take_higher, playing.values())
            marks = {
                seat: [own == most for own, most in zip(scores, best, strict=True)]
                for seat, scores in playing.items()
            }
            sharers: Column = reduce(_add, marks.values())
            share = [shares[count] for count in sharers]
            for seat, mark in marks.items():
                wins[seat][places] = map(mul, mark, share)
        return wins

    def ahead(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Over the pairs of seats that play: 2 where the first is ahead, 1 where they are even."""
        column = [0] * len(self.dealer)
        for places, dealer in self._turns():
            for first, second in pairs:
                if dealer not in (first, second):
                    a, b = self.scores[first][places], self.scores[second][places]
                    halves = [2 if x > y else x == y for x, y in zip(a, b, strict=True)]
                    column[places] = map(add, column[places], halves)
        return column

    def even(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Over the pairs of seats that play: 2, of which one that is even has the half."""
        return self._by_dealer(lambda dealer: 2 * sum(dealer not in pair for pair in pairs))

    def _by_dealer(self, number: Callable[[int], int]) -> list[int]:
        """A number that hangs on the dealer alone, for each round or game."""
        column = [0] * len(self.dealer)
        for places, dealer in self._turns():
            column[places] = [number(dealer)] * len(column[places])
        return column

    def _turns(self) -> Iterator[tuple[slice, int]]:
        """The places of the rounds that each of the seats deals, and the dealer."""
        seats = len(self.scores)
        for first, dealer in enumerate(self.dealer[:seats]):
            yield slice(first, None, seats), dealer


def _take_higher(column: Column, other: Column) -> list[int]:
    """The higher of two numbers in each place."""
    return [x if x > y else y for x, y in zip(column, other, strict=True)]


def _add(column: Column, other: Column) -> list[int]:
    return list(map(add, column, other))
