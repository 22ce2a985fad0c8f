"""`scoring`: what a round is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Policy, Section, section, whole
from eleusis.variant.saying import points


class Base(Policy, ABC):
    """What the cards in a hand are worth."""

    __slots__ = ()

    row: ClassVar[str] = "the base score"

    @abstractmethod
    def base(self, sizes: Sequence[int]) -> list[int]:
        """The base score of each hand size, in order."""


class HighCount(Base):
    """The largest hand less one's own [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    __slots__ = ()

    kind: ClassVar[str] = "high_count"

    def base(self, sizes: Sequence[int]) -> list[int]:
        """What each has less than the largest."""
        high = max(sizes, default=0)
        return [high - size for size in sizes]

    def in_words(self) -> str:
        """How it is counted."""
        return "the largest hand less one's own"


@frozen(eq=False, repr=False)
class From(Base):
    """A fixed number less one's own hand; may be negative [12 in Golden 2006]."""

    kind: ClassVar[str] = "from"

    start: int = field(
        metadata=whole("The number of cards to start from [12 in Golden 2006].", 0, 1000, key="from")
    )

    def base(self, sizes: Sequence[int]) -> list[int]:
        """What each has less than that number."""
        return [self.start - size for size in sizes]

    def in_words(self) -> str:
        """How it is counted."""
        return f"{self.start} less one's own hand"


BASES = Base.close(HighCount, From)


@frozen(eq=False, repr=False)
class Scoring(Section):
    """The points of a round."""

    base: Base = field(
        metadata=section("The base score: `high_count`, or {from: N} [all sources].", *BASES, bare=True)
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

    def out_bonus(self) -> str:
        """What no cards left bring besides, as the end of a sentence."""
        return points(self.out)

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        cap = self.dealer_cap_per_card
        most = "" if cap is None else f"; with a prophet at the end, at most {cap} for each card before the marker"
        return {
            **self.base.in_brief(),
            "no cards left": self.out_bonus(),
            "the dealer": f"the best score of the players{most}",
        }
