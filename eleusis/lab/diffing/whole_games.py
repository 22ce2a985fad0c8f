"""The totals of a recorded game on both sides, once each of its rounds has come to an end there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from eleusis.game.match import Match
from eleusis.ground.data import Json
from eleusis.record.gamefile.contents import GameFile
from eleusis.variant import Variant

Totals = Mapping[str, int]
"""The points of the seats, all rounds together."""


@attrs.frozen
class WholeGame:
    """A whole game on both sides."""

    totals_a: dict[str, int]
    """The totals under A."""
    totals_b: dict[str, int]
    """The totals under B."""

    @property
    def winners(self) -> tuple[list[str], list[str]]:
        """Who has the highest total under A, and who under B."""
        return find_winners(self.totals_a), find_winners(self.totals_b)

    def to_json(self) -> dict[str, Json]:
        """The game as `diff --format json` prints it."""
        a, b = self.winners
        return {
            "totals": {"a": dict(self.totals_a), "b": dict(self.totals_b)},
            "winners": {"a": [*a], "b": [*b]},
        }


def find_winners(totals: Totals) -> list[str]:
    """The seats with the highest total; several share a win."""
    best = max(totals.values())
    return [seat for seat, points in totals.items() if points == best]


def total_game(
    game: GameFile, variants: Sequence[Variant], scores: Sequence[Sequence[Totals | None]]
) -> WholeGame | None:
    """The totals on both sides, by the two `variants`; `scores` are those of each round on both.

    None where a round has no end on a side, or where the file doesn't hold a whole game: not all have dealt as the
    variant asks, and it wasn't stopped for good.
    """
    matches = [Match(variant, game.players) for variant in variants]
    for script, sides in zip(game.rounds, scores, strict=True):
        for match, points in zip(matches, sides, strict=True):
            if points is None:
                return None
            match.add(script.dealer or match.next_dealer(), points)
    for match in matches:
        match.stopped = game.stopped
        if not (match.complete or match.stopped):
            return None
    a, b = (match.totals for match in matches)
    return WholeGame(a, b)
