"""A game of several rounds: who deals next, the running totals, when it is complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from eleusis.variant import Variant


@attrs.define
class Match:
    """The score sheet of a game: `dealers` in the order of the rounds, `totals` by seat.

    `stopped` says that the game has stopped for good.

    >>> from eleusis import load_variant
    >>> match = Match(load_variant("express"), ("Ann", "Bob", "Cleo"))
    >>> match.add("Ann", {"Ann": 3, "Bob": 5, "Cleo": 0})
    >>> match.next_dealer(), match.totals, match.complete
    ('Bob', {'Ann': 3, 'Bob': 5, 'Cleo': 0}, False)
    """

    variant: Variant
    """The variant."""
    players: tuple[str, ...]
    """Who sits there, clockwise."""
    dealers: list[str] = attrs.field(factory=list)
    """Who has dealt, in the order of the rounds."""
    sums: dict[str, int] = attrs.field(factory=dict)
    """The scores so far by seat, without a bonus."""
    stopped: bool = False
    """Whether the game has ended for good."""

    def next_dealer(self) -> str:
        """The next seat clockwise; the first player listed where nobody has dealt."""
        if not self.dealers:
            return self.players[0]
        place = self.players.index(self.dealers[-1])
        return self.players[(place + 1) % len(self.players)]

    def add(self, dealer: str, scores: Mapping[str, int] | None) -> None:
        """Note a round: its dealer, and its scores if it came to an end."""
        self.dealers.append(dealer)
        for seat, points in (scores or {}).items():
            self.sums[seat] = self.sums.get(seat, 0) + points

    @property
    def complete(self) -> bool:
        """Whether all have dealt as the variant asks: each once, or each the same number of times."""
        counts = Counter(self.dealers)
        return self.variant.game.rounds.complete([counts[seat] for seat in self.players])

    @property
    def totals(self) -> dict[str, int]:
        """The totals so far; once the game has stopped, with the bonus for those who never dealt."""
        bonus = self.variant.game.never_dealt if self.stopped else 0
        return {seat: self.sums.get(seat, 0) + (bonus if seat not in self.dealers else 0) for seat in self.players}
