"""The knobs of the table and of a turn: players, stock, deal, who begins, plays, penalties, no play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, Policy, Section, section, whole, word
from eleusis.variant.saying import count


@frozen(eq=False, repr=False)
class Players(Section):
    """How many sit at the table, the dealer among them."""

    min: int = field(
        metadata=whole("Fewest usual [4 in Abbott 1977; 3 in Matuszek adapted and Golden 2006].", 2, 40)
    )
    max: int | None = field(
        metadata=whole("Most usual, or null [8 in Abbott 1977 and Golden 2006; Matuszek: none].", 2, 40, True)
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"players, the dealer included": _range(self.min, self.max)}


@frozen(eq=False, repr=False)
class Stock(Section):
    """The cards to draw from."""

    decks: int = field(
        metadata=whole("Decks at the start [2 in Abbott 1977 and Golden 2006, 1 in Matuszek adapted].", 1, 20)
    )
    refill_at: int = field(
        metadata=whole("A deck is added as soon as so few are left [4 in Abbott 1977; else 0].", 0, 51)
    )
    empty: str = field(
        default="refill",
        metadata=word(
            "Low stock: add a deck, or end the round at a draw that can't be made [Golden 2006 has both].",
            "refill",
            "end_round",
        ),
    )

    @property
    def refills(self) -> bool:
        """Whether a deck is added when the stock runs low."""
        return self.empty == "refill"

    def when_low(self) -> str:
        """What happens when the stock runs low, as part of a sentence."""
        if not self.refills:
            return "the round ends at a draw that can't be made"
        left = f"{self.refill_at} or fewer cards are" if self.refill_at else "no card is"
        return f"a deck is added when {left} left"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"decks at the start": str(self.decks), "when the stock runs low": self.when_low()}


@frozen(eq=False, repr=False)
class Deal(Section):
    """What is dealt before the first turn."""

    hand: int = field(metadata=whole("Cards for each player [14; 12 in Golden 2006].", 1, 52))
    starters: int = field(
        metadata=whole("Cards turned up to begin the mainline [1; Matuszek adapted: several, or none].", 0, 12)
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"a hand": count(self.hand, "card"), "the starter": count(self.starters, "card")}


class FirstPlayer(Policy, ABC):
    """Who begins."""

    __slots__ = ()

    @abstractmethod
    def offset(self, others: int, starter_rank: int | None) -> int:
        """The place of the first to play among `others` seats, 0 being the dealer's left."""

    @abstractmethod
    def how(self) -> str:
        """Who it is, as the end of a sentence: `… begins`."""

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"first to play": self.how()}


class CountStarter(FirstPlayer):
    """The starter's rank is counted out from the dealer's left, the dealer skipped [Abbott 1977]."""

    __slots__ = ()

    kind: ClassVar[str] = "count_starter"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """Round the table as often as the rank says."""
        return 0 if starter_rank is None else (starter_rank - 1) % others

    def how(self) -> str:
        """Who it is."""
        return "counted out from the dealer's left by the rank of the starter"


class LeftOfDealer(FirstPlayer):
    """The dealer's left begins [Guyton 2005, Matuszek adapted, Golden 2006]."""

    __slots__ = ()

    kind: ClassVar[str] = "left_of_dealer"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """Always 0."""
        return 0

    def how(self) -> str:
        """Who it is."""
        return "the dealer's left"


FIRST_PLAYERS = FirstPlayer.closed(CountStarter, LeftOfDealer)


@frozen(eq=False, repr=False)
class PlayKnobs(Section):
    """What may be played in one turn."""

    max_cards: int | None = field(
        metadata=whole("Most cards, or null [4 in Abbott and Guyton; Matuszek: no cap; Golden: 1].", 1, 52, True)
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"cards in a play": _range(1, self.max_cards)}


class WrongPlay(Policy, ABC):
    """The price of a wrong play."""

    __slots__ = ()

    @abstractmethod
    def draws(self, cards: int) -> int:
        """How many cards a wrong play of `cards` cards draws."""

    @abstractmethod
    def costs(self) -> str:
        """What it costs whatever was played, as the end of a sentence: `a wrong play costs …`."""

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"a wrong play costs": self.costs()}


@frozen(eq=False, repr=False)
class PerCard(WrongPlay):
    """A wrong play draws for each of its cards, whichever of them were wrong [all sources]."""

    kind: ClassVar[str] = "per_card"

    draw_per_card: int = field(
        metadata=whole("Cards drawn for each card of a wrong play [2; 1 in Golden 2006].", 0, 20)
    )

    def draws(self, cards: int) -> int:
        """As many for one card as for the next."""
        return self.draw_per_card * cards

    def costs(self) -> str:
        """What it costs."""
        return f"{count(self.draw_per_card, 'card')} for each card played" if self.draw_per_card else "nothing"


@frozen(eq=False, repr=False)
class Capped(WrongPlay):
    """A wrong play draws for each of its cards, but never more than so many [a house rule]."""

    kind: ClassVar[str] = "capped"

    draw_per_card: int = field(metadata=whole("Cards drawn for each card of a wrong play.", 0, 20))
    most: int = field(metadata=whole("Most cards drawn, however long the string.", 0, 100))

    def draws(self, cards: int) -> int:
        """As many for one card as for the next, up to the cap."""
        return min(self.draw_per_card * cards, self.most)

    def costs(self) -> str:
        """What it costs."""
        return f"{count(self.draw_per_card, 'card')} for each card played, {self.most} at most"


WRONG_PLAYS = WrongPlay.closed(PerCard, Capped)


@frozen(eq=False, repr=False)
class RightNoPlay(Knobs):
    """A no play that was right: the old hand goes under the stock, a smaller one is dealt."""

    fewer: int = field(metadata=whole("How many fewer the new hand has [4; 1 in Golden 2006].", 0, 52))
    out_at: int = field(
        metadata=whole("A hand of so many or fewer is gone: out of cards [4; 1 in Golden 2006].", 0, 52)
    )

    def new_hand(self, held: int) -> int | None:
        """The size of the new hand for one of `held` cards; None: out of cards."""
        if held <= self.gone_at:
            return None
        return held - self.fewer

    @property
    def gone_at(self) -> int:
        """The largest hand that leaves nothing to be dealt."""
        return max(self.out_at, self.fewer)


@frozen(eq=False, repr=False)
class WrongNoPlay(Knobs):
    """A no play that was wrong: a right card of the hand is played for the player."""

    draw: int = field(metadata=whole("Cards drawn besides [5; 1 in Golden 2006].", 0, 52))


@frozen(eq=False, repr=False)
class NoPlayKnobs(Section):
    """What a no play brings."""

    right: RightNoPlay = field(metadata=section("When no card was right [all sources].", RightNoPlay))
    wrong: WrongNoPlay = field(metadata=section("When there was a right card [all sources].", WrongNoPlay))

    def smaller(self) -> str:
        """How the new hand compares, as the end of a sentence: `the new hand has …`."""
        return f"{count(self.right.fewer, 'card')} fewer" if self.right.fewer else "as many cards as the old one"

    def emptied(self) -> str:
        """When nothing is dealt after a right no play, as the beginning of a sentence."""
        held = f"{self.right.gone_at} or fewer" if self.right.gone_at else "no card"
        return f"with {held} in hand"

    def costs(self) -> str:
        """What a wrong one costs, as the end of a sentence: `a wrong no play costs …`."""
        return count(self.wrong.draw, "card") if self.wrong.draw else "nothing"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        drawn = f", and {self.costs()} drawn" if self.wrong.draw else ""
        return {
            "a right no play": f"a new hand with {self.smaller()}; out of cards {self.emptied()}",
            "a wrong no play": f"one right card is played{drawn}",
        }


def _range(low: int, high: int | None) -> str:
    """So many to so many: `4–8`, `1`, `3 or more`."""
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low}–{high}"
