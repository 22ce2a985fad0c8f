"""`refill`: whether the hand is filled up after a turn."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, whole
from eleusis.variant.saying import count


class Refill(Policy, ABC):
    """Whether the hand is filled up after a turn."""

    row: ClassVar[str] = "after a turn the hand"

    def due(self, held: int) -> int:
        """The cards that the mover draws once the turn is judged and paid for, with `held` in hand."""
        return 0


@frozen(eq=False, repr=False)
class UpTo(Refill):
    """The mover draws up to a set number of cards as soon as the play has been judged [Hugging Face 2026]."""

    kind: ClassVar[str] = "up_to"

    hand: int = field(metadata=whole("The cards that the hand is filled up to [12 in Hugging Face 2026].", 1, 52))

    def due(self, held: int) -> int:
        """What is lacking; nothing where there are more."""
        return max(self.hand - held, 0)

    def in_words(self) -> str:
        """What happens to it."""
        return f"is filled up to {count(self.hand, 'card')}"

    def in_rules(self, others: OtherSections) -> Clauses:
        """When, and up to how many."""
        return {"penalty": f"Right or wrong, you then draw until you hold {count(self.hand, 'card')}."}


class NoRefill(Refill):
    """The hand stays as it is [Abbott 1977, Guyton 2005, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        """What happens to it."""
        return "stays as it is"
