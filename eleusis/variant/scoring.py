"""What a round is worth, and how many rounds make a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, section, whole, word


@frozen(eq=False, repr=False)
class HighCount(Knobs):
    """The largest hand less one's own [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "high_count"

    def base(self, sizes: Sequence[int]) -> list[int]:
        """The base score of each hand size, in order."""
        high = max(sizes, default=0)
        return [high - size for size in sizes]


@frozen(eq=False, repr=False)
class From(Knobs):
    """A fixed number less one's own hand; may be negative [12 in Golden 2006]."""

    kind: ClassVar[str] = "from"

    start: int = field(
        metadata=whole("The number of cards to start from [12 in Golden 2006].", 0, 1000, key="from")
    )

    def base(self, sizes: Sequence[int]) -> list[int]:
        """The base score of each hand size, in order."""
        return [self.start - size for size in sizes]


Base = HighCount | From


@frozen(eq=False, repr=False)
class Scoring(Knobs):
    """The points of a round."""

    base: Base = field(
        metadata=section(
            "The base score: `high_count`, or {from: N} [all sources].", HighCount, From, word="high_count"
        )
    )
    out: int = field(
        metadata=whole("For no cards left [4 in Abbott, Matuszek; 3 in Golden; 0 in Guyton].", 0, 1000)
    )
    dealer_cap_per_card: int | None = field(
        metadata=whole(
            "With a prophet at the end the dealer gets at most this for each card before him, or null "
            "[2 in Abbott, Guyton and Matuszek].",
            0,
            1000,
            True,
        )
    )


@frozen(eq=False, repr=False)
class Game(Knobs):
    """How many rounds, and what is owed to those who never dealt."""

    rounds: str = field(
        metadata=word(
            "Every player deals once, or all equally often [Matuszek adapted: equally often].",
            "one_per_player",
            "equal_deals",
        )
    )
    never_dealt: int = field(
        metadata=whole("For who never dealt when a game stops early [10 in Abbott, Guyton; else 0].", 0, 1000)
    )
