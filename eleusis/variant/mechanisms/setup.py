"""What stands before the first turn: `players`, `stock`, `deal`, `first_player`; and how the `layout` is marked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, Section, whole, word
from eleusis.variant.saying import capital, count, ordinal, span


@frozen(eq=False, repr=False)
class Players(Section):
    """How many sit at the table, the dealer among them."""

    min: int = field(
        metadata=whole(
            "The usual minimum [4 in Abbott 1977; 3 in Matuszek adapted and Golden 2006; 2 in Hugging Face 2026].",
            2,
            40,
        )
    )
    max: int | None = field(
        metadata=whole(
            "The usual maximum, or null [8 in Abbott 1977 and Golden 2006; Matuszek: none].", 2, 40, True
        )
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"players, the dealer included": span(self.min, self.max)}

    def in_rules(self, others: OtherSections) -> Clauses:
        """How many."""
        many = span(self.min, self.max) if others.players is None else str(others.players)
        clockwise = "" if others.players == 2 else "; turns go clockwise"
        return {"players": f"{many} players, the dealer included{clockwise}."}


@frozen(eq=False, repr=False)
class Stock(Section):
    """The cards to draw from."""

    decks: int = field(
        metadata=whole("Decks at the start [2 in Abbott 1977 and Golden 2006, 1 in Matuszek adapted].", 1, 20)
    )
    refill_at: int = field(
        metadata=whole("A deck is added when no more cards than this are left [4 in Abbott 1977; else 0].", 0, 51)
    )
    empty: str = field(
        default="refill",
        metadata=word(
            "Low stock: add a deck, end the round at a draw that can't be made [Golden 2006 has both], or play "
            "on with fewer cards [Hugging Face 2026].",
            "refill",
            "end_round",
            "play_on",
        ),
    )

    @property
    def refills(self) -> bool:
        """Whether a deck is added when the stock runs low."""
        return self.empty == "refill"

    @property
    def plays_on(self) -> bool:
        """Whether a seat that can't draw all that is due plays on, as long as it has a card."""
        return self.empty == "play_on"

    def when_low(self) -> str:
        """What happens when the stock runs low, as part of a sentence."""
        if self.plays_on:
            return (
                "no deck is added: a player who can't draw plays on with fewer cards, "
                "and the round ends if that leaves none"
            )
        if not self.refills:
            return "the round ends at a draw that can't be made"
        left = f"{self.refill_at} or fewer cards are" if self.refill_at else "no card is"
        return f"a deck is added when {left} left"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"decks at the start": str(self.decks), "when the stock runs low": self.when_low()}

    def in_rules(self, others: OtherSections) -> Clauses:
        """The cards, and what happens when the stock runs low."""
        clauses: Clauses = {"cards": f"{count(self.decks, 'deck')} of 52 cards; {self.when_low()}."}
        empty = "" if others.fills_up else " (a hand that is empty only for want of stock is not “out of cards”)"
        if self.plays_on:
            clauses["end_stock"] = f"stock out: a player is left without a card, and none can be drawn{empty}"
        elif not self.refills:
            clauses["end_stock"] = f"stock out: a draw that is due can't be made in full{empty}"
        return clauses


@frozen(eq=False, repr=False)
class Deal(Section):
    """What is dealt before the first turn."""

    hand: int = field(metadata=whole("Cards for each player [14; 12 in Golden 2006 and Hugging Face 2026].", 1, 52))
    starters: int = field(
        metadata=whole("Cards turned up to begin the mainline [1; Matuszek adapted: several, or none].", 0, 12)
    )
    starter: str = field(
        default="any",
        metadata=word(
            "What may be the starter: any card [Abbott, Guyton, Matuszek, Golden], or only one that is right on "
            "an empty mainline, others being set aside [the Brazilian book, Hugging Face 2026].",
            "any",
            "right",
        ),
    )

    @property
    def sets_aside(self) -> bool:
        """Whether a starter must be right, and one that is not is set aside."""
        return self.starter == "right"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        right = ", turned until it is right; any that is not is set aside" if self.sets_aside else ""
        return {"a hand": count(self.hand, "card"), "the starter": count(self.starters, "card") + right}

    def in_rules(self, others: OtherSections) -> Clauses:
        """The hands, and how the mainline begins."""
        return {"deal": f"Each player is dealt {count(self.hand, 'card')}.", "starter": self._starter()}

    def _starter(self) -> str:
        """How the mainline begins."""
        if not self.starters:
            return "The mainline begins empty."
        if self.sets_aside:
            until = "one is" if self.starters == 1 else f"{self.starters} are"
            where = "on an empty mainline" if self.starters == 1 else "where it lies"
            return (
                f"Then cards are turned up as the starter until {until} right {where}, or as the rule's condition "
                "on the starter asks; those that are not are set aside, in sight and out of play."
            )
        if self.starters > 1:
            return f"Then {self.starters} cards are turned up as the starters, whatever they are."
        return "Then one card is turned up as the starter: any will do, unless the rule has a condition on it."


class FirstPlayer(Policy, ABC):
    """Who begins."""

    row: ClassVar[str] = "first to play"

    @abstractmethod
    def offset(self, others: int, starter_rank: int | None) -> int:
        """The place of the first to play among `others` seats, 0 being the dealer's left."""

    def in_rules(self, others: OtherSections) -> Clauses:
        """Who it is, where there are several."""
        return {} if others.players == 2 else {"first": f"{capital(self.in_words())} begins."}


class CountStarter(FirstPlayer):
    """The starter's rank is counted out from the dealer's left, the dealer skipped [Abbott 1977]."""

    kind: ClassVar[str] = "count_starter"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """Round the table as often as the rank says."""
        return 0 if starter_rank is None else (starter_rank - 1) % others

    def in_words(self) -> str:
        """Who it is."""
        return "counted out from the dealer's left by the rank of the starter"

    def in_rules(self, others: OtherSections) -> Clauses:
        """How it is counted, where there are several."""
        if others.players == 2:
            return {}
        counted = "Count seats from the dealer's left, leaving out the dealer, up to the rank of the last starter"
        return {"first": f"{counted}: that player begins (the dealer's left if there is no starter)."}


class LeftOfDealer(FirstPlayer):
    """The dealer's left begins [Guyton 2005, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "left_of_dealer"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """Always 0."""
        return 0

    def in_words(self) -> str:
        """Who it is."""
        return "the dealer's left"


@frozen(eq=False, repr=False)
class LayoutKnobs(Section):
    """What is shown on the layout without an effect on play."""

    mark_every: int | None = field(
        default=None,
        metadata=whole("Every n-th card of the layout is marked, or null [10 in Guyton, Matuszek].", 1, 1000, True),
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"marked on the layout": f"every {ordinal(self.mark_every)} card" if self.mark_every else "nothing"}

    def in_rules(self, others: OtherSections) -> Clauses:
        """What is marked."""
        if not self.mark_every:
            return {}
        return {"marks": f"Every {ordinal(self.mark_every)} card of the layout is marked, for counting only."}
