"""`game`: how many rounds make a game, and what is owed to those who never dealt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, Section, section, whole
from eleusis.variant.saying import points


class GameLength(Policy, ABC):
    """How many rounds make a game."""

    row: ClassVar[str] = "rounds in a game"

    goes_on: ClassVar[bool] = False
    """Whether a game that is complete may go on, to be complete again."""

    @abstractmethod
    def complete(self, deals: Collection[int]) -> bool:
        """Whether a game is complete in which each player has dealt so often."""

    def count(self, players: int) -> int:
        """How many rounds it takes at least, where so many players deal in turn."""
        deals = [0] * players
        while not self.complete(deals):
            deals[sum(deals) % players] += 1
        return sum(deals)

    def in_rules(self, others: OtherSections) -> Clauses:
        """How many, as they are told."""
        return {"game": f"Rounds in a game: {self.in_words()}."}


class OnePerPlayer(GameLength):
    """Every player deals once [Abbott 1977, Guyton 2005, Golden 2006]."""

    kind: ClassVar[str] = "one_per_player"

    def complete(self, deals: Collection[int]) -> bool:
        """When all have dealt."""
        return 0 not in deals

    def in_words(self) -> str:
        """How many."""
        return "one for each player to deal"


class EqualDeals(GameLength):
    """All deal equally often [Matuszek adapted]."""

    kind: ClassVar[str] = "equal_deals"
    goes_on: ClassVar[bool] = True

    def complete(self, deals: Collection[int]) -> bool:
        """When all have dealt, and equally often."""
        return len(set(deals)) == 1 and 0 not in deals

    def in_words(self) -> str:
        """How many."""
        return "as many as you like, all dealing equally often"


@frozen(eq=False, repr=False)
class SetNumber(GameLength):
    """A fixed number of rounds, no matter who deals them [1 in Hugging Face 2026]."""

    kind: ClassVar[str] = "set_number"
    as_number: ClassVar[bool] = True

    number: int = field(metadata=whole("The number of rounds.", 1, 1000))

    def complete(self, deals: Collection[int]) -> bool:
        """When this many have been dealt."""
        return sum(deals) >= self.number

    def in_words(self) -> str:
        """How many."""
        return str(self.number)


@frozen(eq=False, repr=False)
class GameKnobs(Section):
    """How many rounds, and what is owed to those who never dealt."""

    rounds: GameLength = field(
        metadata=section(
            "Every player deals once, all equally often [Matuszek adapted], or a number of rounds [1 in Hugging "
            "Face 2026].",
            GameLength,
            bare=True,
        )
    )
    never_dealt: int = field(
        metadata=whole(
            "Points for players who never dealt, when a game stops early [10 in Abbott, Guyton; else 0].", 0, 1000
        )
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {**self.rounds.in_brief(), "never dealt when a game stops early": points(self.never_dealt)}

    def in_rules(self, others: OtherSections) -> Clauses:
        """The rounds, and what is owed."""
        clauses = self.rounds.in_rules(others)
        if self.never_dealt:
            clauses["game"] += f" If it stops early, those who have not dealt get {points(self.never_dealt)}."
        return clauses
