"""The knobs of the table and of a turn: players, stock, deal, who begins, plays, penalties, no play."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, section, whole, word


@frozen(eq=False, repr=False)
class Players(Knobs):
    """How many sit at the table, the dealer among them."""

    min: int = field(
        metadata=whole("Fewest usual [4 in Abbott 1977; 3 in Matuszek adapted and Golden 2006].", 2, 40)
    )
    max: int | None = field(
        metadata=whole("Most usual, or null [8 in Abbott 1977 and Golden 2006; Matuszek: none].", 2, 40, True)
    )


@frozen(eq=False, repr=False)
class Stock(Knobs):
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


@frozen(eq=False, repr=False)
class Deal(Knobs):
    """What is dealt before the first turn."""

    hand: int = field(metadata=whole("Cards for each player [14; 12 in Golden 2006].", 1, 52))
    starters: int = field(
        metadata=whole("Cards turned up to begin the mainline [1; Matuszek adapted: several, or none].", 0, 12)
    )


@frozen(eq=False, repr=False)
class CountStarter(Knobs):
    """The starter's rank is counted out from the dealer's left, the dealer skipped [Abbott 1977]."""

    kind: ClassVar[str] = "count_starter"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """The place of the first to play among `others` seats, 0 being the dealer's left."""
        return 0 if starter_rank is None else (starter_rank - 1) % others


@frozen(eq=False, repr=False)
class LeftOfDealer(Knobs):
    """The dealer's left begins [Guyton 2005, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "left_of_dealer"

    def offset(self, others: int, starter_rank: int | None) -> int:
        """The place of the first to play among `others` seats: always 0, the dealer's left."""
        return 0


FirstPlayer = CountStarter | LeftOfDealer
FIRST_PLAYERS = (CountStarter, LeftOfDealer)


@frozen(eq=False, repr=False)
class Play(Knobs):
    """What may be played in one turn."""

    max_cards: int | None = field(
        metadata=whole("Most cards, or null [4 in Abbott and Guyton; Matuszek: no cap; Golden: 1].", 1, 52, True)
    )


@frozen(eq=False, repr=False)
class PerCard(Knobs):
    """A wrong play draws for each of its cards, whichever of them were wrong [all sources]."""

    kind: ClassVar[str] = "per_card"

    draw_per_card: int = field(
        metadata=whole("Cards drawn for each card of a wrong play [2; 1 in Golden 2006].", 0, 20)
    )

    def draws(self, cards: int) -> int:
        """How many cards a wrong play of `cards` cards draws."""
        return self.draw_per_card * cards


WrongPlay = PerCard
WRONG_PLAYS = (PerCard,)


@frozen(eq=False, repr=False)
class RightNoPlay(Knobs):
    """A no play that was right: the old hand goes under the stock, a smaller one is dealt."""

    fewer: int = field(metadata=whole("How many fewer the new hand has [4; 1 in Golden 2006].", 0, 52))
    out_at: int = field(
        metadata=whole("A hand of so many or fewer is gone: out of cards [4; 1 in Golden 2006].", 0, 52)
    )

    def new_hand(self, held: int) -> int | None:
        """The size of the new hand for one of `held` cards; None: out of cards."""
        if held <= self.out_at or held <= self.fewer:
            return None
        return held - self.fewer


@frozen(eq=False, repr=False)
class WrongNoPlay(Knobs):
    """A no play that was wrong: a right card of the hand is played for the player."""

    draw: int = field(metadata=whole("Cards drawn besides [5; 1 in Golden 2006].", 0, 52))


@frozen(eq=False, repr=False)
class NoPlay(Knobs):
    """What a no play brings."""

    right: RightNoPlay = field(metadata=section("When no card was right [all sources].", RightNoPlay))
    wrong: WrongNoPlay = field(metadata=section("When there was a right card [all sources].", WrongNoPlay))
