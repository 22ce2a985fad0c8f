"""`wrong_play`: the price of a wrong play, a card or a string."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, whole
from eleusis.variant.saying import count


class WrongPlay(Policy, ABC):
    """The price of a wrong play."""

    row: ClassVar[str] = "a wrong play costs"

    @abstractmethod
    def draws(self, cards: int) -> int:
        """How many cards a wrong play of `cards` cards draws."""

    def in_rules(self, others: OtherSections) -> Clauses:
        """The price, as it is told."""
        drawn = self.draws(1)
        costs = self.in_words() if others.strings else count(drawn, "card") if drawn else "nothing"
        return {"penalty": f"For a wrong play you draw {costs}."}


@frozen(eq=False, repr=False)
class PerCard(WrongPlay):
    """A wrong play draws for each of its cards, whichever of them were wrong [all sources]."""

    kind: ClassVar[str] = "per_card"

    draw_per_card: int = field(
        metadata=whole(
            "Cards drawn for each card of a wrong play [2; 1 in Golden 2006, 0 in Hugging Face 2026].", 0, 20
        )
    )

    def draws(self, cards: int) -> int:
        """As many for one card as for the next."""
        return self.draw_per_card * cards

    def in_words(self) -> str:
        """What it costs."""
        return f"{count(self.draw_per_card, 'card')} for each card played" if self.draw_per_card else "nothing"


@frozen(eq=False, repr=False)
class Capped(WrongPlay):
    """A wrong play draws for each of its cards, but never more than a set number [a house rule]."""

    kind: ClassVar[str] = "capped"

    draw_per_card: int = field(metadata=whole("Cards drawn for each card of a wrong play.", 0, 20))
    most: int = field(metadata=whole("The most cards drawn, however long the string.", 0, 100))

    def draws(self, cards: int) -> int:
        """As many for one card as for the next, up to the cap."""
        return min(self.draw_per_card * cards, self.most)

    def in_words(self) -> str:
        """What it costs."""
        return f"{count(self.draw_per_card, 'card')} for each card played, {self.most} at most"
