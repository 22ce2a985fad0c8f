"""`turn_limit`: whether a number of turns ends a round."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, whole


class TurnLimit(Policy, ABC):
    """Whether a number of turns ends a round; a turn is a play or a no play that was judged."""

    row: ClassVar[str] = "turns in a round"

    def count_left(self, turn: int) -> int | None:
        """The turns that are left once `turn` have been judged, never below 0; None where there is no limit."""
        return None


@frozen(eq=False, repr=False)
class Turns(TurnLimit):
    """The round ends after a set number of turns, the guess of the last one included [Hugging Face 2026]."""

    kind: ClassVar[str] = "turns"

    turns: int = field(metadata=whole("The turns of all players together [30 in Hugging Face 2026].", 1, 10_000))

    def count_left(self, turn: int) -> int | None:
        """The limit less those that were."""
        return max(self.turns - turn, 0)

    def in_words(self) -> str:
        """How many."""
        return f"{self.turns} at most"

    def in_rules(self, others: OtherSections) -> Clauses:
        """The end of a round."""
        together = "" if others.players == 2 else ", those of all players together"
        return {"end_turns": f"turns played: {self.turns}{together}"}


class NoTurnLimit(TurnLimit):
    """No number of turns ends a round [Abbott 1977, Guyton 2005, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        """How many."""
        return "as many as it takes"
