"""The points of the seats as columns: who has played, who has the most, who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from eleusis.ground.statistics import Column


class Points:
    """Who deals, and the points of each seat, in rounds or in whole games, which nobody deals."""

    def __init__(self, dealer: Column, scores: Sequence[Column]) -> None:
        self.dealer = dealer
        """The place of the dealer; of a whole game the place behind the last."""
        self.scores = scores
        """The points of each seat."""

    def of(self, place: int) -> list[int]:
        """The points of a seat in each round or game, 0 where it deals."""
        columns = zip(self.dealer, self.scores[place], strict=True)
        return [0 if dealer == place else points for dealer, points in columns]

    def plays(self, place: int, times: int = 1) -> list[int]:
        """1, or this number of times 1, for each round or game in which a seat doesn't deal."""
        return [times * (dealer != place) for dealer in self.dealer]

    def of_dealer(self) -> list[int]:
        """The points of the dealer."""
        return [row[dealer] for dealer, row in zip(self.dealer, self._rows, strict=True)]

    def wins(self, place: int, parts: int) -> list[int]:
        """How many of the parts of each win are a seat's own: none, or what the best ones share."""
        columns = zip(self.dealer, self.scores[place], self._best, strict=True)
        return [
            parts // sharers if dealer != place and points == best else 0
            for dealer, points, (best, sharers) in columns
        ]

    def ahead(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Over the pairs of seats that play: 2 where the first is ahead, 1 where they are even."""
        return [
            sum((row[a] > row[b]) + (row[a] >= row[b]) for a, b in pairs if dealer not in (a, b))
            for dealer, row in zip(self.dealer, self._rows, strict=True)
        ]

    def even(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Over the pairs of seats that play: 2, of which one that is even has the half."""
        return [2 * sum(dealer not in pair for pair in pairs) for dealer in self.dealer]

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        """The points of all seats, a row for each round or game."""
        return list(zip(*self.scores, strict=True))

    @cached_property
    def _best(self) -> list[tuple[int, int]]:
        """The most points of those who play, and how many have them."""
        best = []
        for dealer, row in zip(self.dealer, self._rows, strict=True):
            playing = [points for seat, points in enumerate(row) if seat != dealer]
            best.append((max(playing), playing.count(max(playing))))
        return best
