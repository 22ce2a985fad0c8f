"""`scoring`: what a round is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, Section, section, whole, word
from eleusis.variant.saying import points


class Base(Policy, ABC):
    """What a round is worth before all bonuses."""

    row: ClassVar[str] = "the base score"

    needs_turn_limit: ClassVar[bool] = False
    """Whether it means nothing where turns are not counted down."""

    counts_hands: ClassVar[bool] = True
    """Whether the cards in a hand count."""

    @abstractmethod
    def base(self, sizes: Mapping[str, int], guesser: str | None, turns_left: int | None) -> dict[str, int]:
        """The base score of each player, from the cards in each hand.

        `guesser` is who has guessed the rule, if anyone has; `turns_left` the turns that might have followed.
        """


class HighCount(Base):
    """The largest hand minus your own [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "high_count"

    def base(self, sizes: Mapping[str, int], guesser: str | None, turns_left: int | None) -> dict[str, int]:
        """What each has less than the largest."""
        high = max(sizes.values(), default=0)
        return {seat: high - size for seat, size in sizes.items()}

    def in_words(self) -> str:
        """How it is counted."""
        return "the largest hand minus your own"

    def in_rules(self, others: OtherSections) -> Clauses:
        """How it is counted, and whose hand counts."""
        whose = [
            f"the {others.prophet}'s" if others.prophet else "",
            "those of the expelled" if others.expels else "",
        ]
        also = " and ".join(filter(None, whose))
        count_all = f" (all hands count, {also} too)" if also else ""
        return {
            "score": f"Each player but the dealer: the cards in the largest hand{count_all} minus those in "
            "your own."
        }


@frozen(eq=False, repr=False)
class From(Base):
    """A fixed number minus your own hand; may be negative [12 in Golden 2006]."""

    kind: ClassVar[str] = "from"

    start: int = field(
        metadata=whole("The number of cards to start from [12 in Golden 2006].", 0, 1000, key="from")
    )

    def base(self, sizes: Mapping[str, int], guesser: str | None, turns_left: int | None) -> dict[str, int]:
        """What each has less than that number."""
        return {seat: self.start - size for seat, size in sizes.items()}

    def in_rules(self, others: OtherSections) -> Clauses:
        """How it is counted."""
        return {"score": f"Each player but the dealer: {self.start} minus the cards in your own hand."}

    def in_words(self) -> str:
        """How it is counted."""
        return f"{self.start} minus your own hand"


class ByTurns(Base):
    """The turns not needed: found in turn t of a limit, limit + 1 - t; not found, 0 [Hugging Face 2026]."""

    kind: ClassVar[str] = "by_turns"
    needs_turn_limit: ClassVar[bool] = True
    counts_hands: ClassVar[bool] = False

    def base(self, sizes: Mapping[str, int], guesser: str | None, turns_left: int | None) -> dict[str, int]:
        """One for the turn of the right guess, and one for each that was left; hands count nothing."""
        return {seat: 1 + (turns_left or 0) if seat == guesser else 0 for seat in sizes}

    def in_rules(self, others: OtherSections) -> Clauses:
        """Who is paid."""
        return {
            "score": "Finding the rule: 1 point more than there are turns left. Not finding it: 0. Hands don't "
            "count."
        }

    def in_words(self) -> str:
        """How it is counted."""
        return "1 more than the turns left when the rule is found; nothing if it isn't"


@frozen(eq=False, repr=False)
class Scoring(Section):
    """The points of a round."""

    base: Base = field(
        metadata=section(
            "The base score: `high_count`, {from: N} or `by_turns` [all sources; by_turns: Hugging Face 2026].",
            Base,
            bare=True,
        )
    )
    out: int = field(
        metadata=whole("Points for an empty hand [4 in Abbott, Matuszek; 3 in Golden; else 0].", 0, 1000)
    )
    dealer: str = field(
        default="highest",
        kw_only=True,
        metadata=word(
            "What the dealer gets: the highest score of the players [all sources], or nothing [Hugging Face 2026].",
            "highest",
            "none",
        ),
    )
    dealer_cap_per_card: int | None = field(
        metadata=whole(
            "With a prophet at the end, the dealer gets at most this for each card before the declaration, or null "
            "[2 in Abbott, Guyton and Matuszek].",
            0,
            1000,
            True,
        )
    )

    @property
    def dealer_scores(self) -> bool:
        """Whether the dealer gets the highest score of the players."""
        return self.dealer == "highest"

    def out_bonus(self) -> str:
        """What no cards left bring besides, as the end of a sentence."""
        return points(self.out)

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        cap = self.dealer_cap_per_card
        most = "" if cap is None else f"; with a prophet at the end, at most {cap} for each card before the marker"
        gets = f"the best score of the players{most}" if self.dealer_scores else points(0)
        return {
            **self.base.in_brief(),
            "no cards left": self.out_bonus(),
            "the dealer": gets,
        }

    def in_rules(self, others: OtherSections) -> Clauses:
        """The points of each player, and of the dealer."""
        clauses = self.base.in_rules(others)
        if not others.fills_up:
            stayed = f" (a {others.prophet} who stayed in has not gone out)" if others.may_stay else ""
            clauses["end_out"] = f"out of cards: a player has none left{stayed}"
            if self.out:
                clauses["bonus"] = f"No cards left: +{self.out}."
        most, title = self.dealer_cap_per_card, others.prophet
        if not self.dealer_scores:
            clauses["dealer"] = "The dealer gets nothing."
        elif title and most is not None:
            cap = f"at most {most} for each card that lay on the layout at the declaration"
            clauses["dealer"] = f"The dealer gets the best score of the others; with a {title} at the end, {cap}."
        else:
            clauses["dealer"] = "The dealer gets the best score of the others."
        return clauses
