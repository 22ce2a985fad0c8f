"""When the dealer may give hints."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy


class Hints(Policy, ABC):
    """When the dealer may give hints."""

    row: ClassVar[str] = "hints by the dealer"

    ever: ClassVar[bool] = True
    """Whether there are any."""

    def allows(self, begun: bool, card_played: bool) -> bool:
        """Whether one may be given now: has a turn begun, and has a card been played in this round?"""
        return False

    def in_rules(self, others: OtherSections) -> Clauses:
        """When, as it is told."""
        return {"hints": f"The dealer may give hints {self.in_words()}."}


class BeforePlay(Hints):
    """Before the first turn [Abbott 1977]."""

    kind: ClassVar[str] = "before_play"

    def allows(self, begun: bool, card_played: bool) -> bool:
        """Until somebody has made a move."""
        return not begun

    def in_words(self) -> str:
        return "before play"


class BeforeFirstCard(Hints):
    """Before the first card has been played [Matuszek adapted]."""

    kind: ClassVar[str] = "before_first_card"

    def allows(self, begun: bool, card_played: bool) -> bool:
        """Until a card has been played."""
        return not card_played

    def in_words(self) -> str:
        return "before the first card is played"


class AnyTime(Hints):
    """At any time [Golden 2006]."""

    kind: ClassVar[str] = "any_time"

    def allows(self, begun: bool, card_played: bool) -> bool:
        """It always does."""
        return True

    def in_words(self) -> str:
        return "at any time"


class NoHints(Hints):
    """Never [Guyton 2005 states none]."""

    kind: ClassVar[str] = "none"
    ever: ClassVar[bool] = False

    def in_words(self) -> str:
        return "never"

    def in_rules(self, others: OtherSections) -> Clauses:
        """That there are none."""
        return {"absent": "hints"}
