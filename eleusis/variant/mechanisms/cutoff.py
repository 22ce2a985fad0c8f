"""`cutoff`: whether a number of cards ends a round.

`layout` is the number of cards on the layout; `since` the number put there since the prophet declared, or
None where there is no prophet.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from attrs import frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy
from eleusis.variant.mechanisms.expulsion import Thresholds
from eleusis.variant.saying import count


class Cutoff(Policy, ABC):
    """Whether a number of cards ends a round."""

    row: ClassVar[str] = "the round is cut off"

    @property
    def span(self) -> int | None:
        """The cards since the marker that end the round; None: none do."""
        return None

    def is_reached(self, layout: int, since: int | None) -> bool:
        """Whether the round is over, counted after the turn."""
        return False

    def ahead(self, layout: int, since: int | None) -> str | None:
        """How far off it is, in a few words for the screen; None where no number of cards ends a round."""
        return None


@frozen(eq=False, repr=False)
class CardsPlayed(Thresholds, Cutoff):
    """The round ends after the turn that reaches a set number of cards [Guyton 2005]."""

    kind: ClassVar[str] = "cards_played"

    def is_reached(self, layout: int, since: int | None) -> bool:
        """Where the threshold is met."""
        return self.is_met(layout, since)

    def ahead(self, layout: int, since: int | None) -> str | None:
        """How far off it is; a turn at least is still played."""
        return f"the round ends after {count(max(self.cards_left(layout, since), 1), 'more card')}"

    def in_words(self) -> str:
        """When it is reached."""
        return f"with {self.cards()}"

    def in_rules(self, others: OtherSections) -> Clauses:
        """The end of a round."""
        return {"end_cutoff": f"cutoff: {self.lying(others, 'lie')}"}


class NoCutoff(Cutoff):
    """No number of cards ends a round [Abbott 1977, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        return "never"
