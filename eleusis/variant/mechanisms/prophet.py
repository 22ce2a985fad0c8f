"""The prophet: who may be one, what it costs to be wrong, what it earns to last."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Knobs, Policy, flag, section, text, whole, word
from eleusis.variant.saying import count, ordinal


@frozen(eq=False, repr=False)
class Bonus(Knobs):
    """What the prophet earns at the end for the cards since the declaration."""

    right: int = field(metadata=whole("Points for each right card [1 in Abbott, Guyton and Matuszek].", 0, 100))
    wrong: int = field(metadata=whole("Points for each wrong card [2 in Abbott, Guyton and Matuszek].", 0, 100))


class GoingOut(Policy, ABC):
    """Whether a player who has played the last card may stay in as prophet."""

    row: ClassVar[str] = "a player who has played the last card"

    may_stay: ClassVar[bool] = False
    """Whether that player is asked before the round ends."""

    overthrow_draw: int = 0
    """The cards that a prophet draws who stayed so, and is overthrown."""

    def draws_instead(self, others: OtherSections) -> str:
        """The same as a sentence in the rules of an edition; empty where nobody stays."""
        return ""


@frozen(eq=False, repr=False)
class MayStay(GoingOut):
    """Instead of going out one may stay as prophet, without a card [an option of Matuszek 1995]."""

    kind: ClassVar[str] = "may_stay"
    may_stay: ClassVar[bool] = True

    overthrow_draw: int = field(
        metadata=whole("Cards that such a prophet draws when overthrown [8 in Matuszek 1995].", 1, 52)
    )

    def in_words(self) -> str:
        """What may be done."""
        return f"may stay as prophet, and draws {count(self.overthrow_draw, 'card')} if overthrown"

    def in_rules(self, others: OtherSections) -> Clauses:
        """The choice, and what it costs to fall."""
        title = others.prophet
        if others.fills_up or not title:
            return {}
        no_play = " A right no play gives no such choice." if others.no_play else ""
        return {
            "stay": f"If you have just played your last card, nobody is {title} and you may become one, you "
            f"choose: go out, or stay in as {title} without a card: that is not going out, and the round goes "
            f"on.{no_play}",
        }

    def draws_instead(self, others: OtherSections) -> str:
        """That number, where one may stay."""
        drawn = count(self.overthrow_draw, "card")
        return "" if others.fills_up else f"One who had stayed in without a card draws {drawn} instead. "


class GoesOut(GoingOut):
    """The round ends with the last card [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        """What happens."""
        return "goes out"


class ProphetPolicy(Policy, ABC):
    """The prophet."""

    row: ClassVar[str] = "a prophet"

    title: str = "Prophet"
    """What a prophet is called."""

    once_per_round: bool = False
    """Whether nobody is prophet twice in a round."""

    overthrow_draw: int = 0
    """The cards that an overthrown one draws."""

    @property
    def takes_back(self) -> bool:
        """Whether a misjudged no play is as if it had not been made."""
        return False

    @property
    def marks_mainline(self) -> bool:
        """Whether the marker lies on the last card of the mainline, and not on the last card played."""
        return False

    marker_every: int | None = None
    """A marker lies on every n-th card since, too; None: on none."""

    bonus: Bonus = Bonus(0, 0)
    """What the cards since the declaration earn."""

    bidding: bool = False
    """Whether after each turn all who may be prophet are asked, and not the mover alone."""

    going_out: GoingOut = GoesOut()
    """Whether a player without cards may stay in as prophet."""

    def allows(self, others: int, been: bool) -> bool:
        """Whether one may declare with `others` still in, who has `been` prophet in this round or not."""
        return False

    def points(self, right: int, wrong: int) -> int:
        """The bonus for the cards since the declaration."""
        return 0


@frozen(eq=False, repr=False)
class Prophet(ProphetPolicy):
    """A player may call right and wrong for the dealer [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "prophet"

    title: str = field(
        default="Prophet",
        kw_only=True,
        metadata=text("What the prophet is called [Abbott 1977 prints Forecaster; the others Prophet].", 40),
    )
    once_per_round: bool = field(
        metadata=flag("Nobody is prophet twice in a round [Abbott 1977 and Guyton 2005; not Matuszek adapted].")
    )
    other_players: int = field(
        metadata=whole("How many others must still be in [2 in Abbott 1977; 1 where it is not stated].", 0, 40)
    )
    overthrow_draw: int = field(
        metadata=whole(
            "Cards that an overthrown prophet draws [5 in Abbott, Guyton and Matuszek; 0 in the Brazilian book].",
            0,
            52,
        )
    )
    no_play_misjudged: str = field(
        metadata=word(
            "What happens to a no play that the prophet misjudged [Abbott, Guyton: the dealer resolves it; "
            "Matuszek: taken back].",
            "dealer_resolves",
            "taken_back",
        )
    )
    marker: str = field(
        metadata=word(
            "Where the marker is drawn [Abbott: last mainline card; the others: last card played].",
            "last_mainline",
            "last_card",
        )
    )
    bonus: Bonus = field(metadata=section("Earned by lasting to the end [Abbott, Guyton, Matuszek].", Bonus))
    marker_every: int | None = field(
        default=None,
        metadata=whole("A marker on every n-th card since, or null [10 in Guyton and Matuszek].", 1, 1000, True),
    )
    bidding: bool = field(
        default=False,
        metadata=flag(
            "After every turn all who may declare are asked, the mover first; the marker is then drawn on the last "
            "card played [an option of Matuszek 1995]."
        ),
    )
    going_out: GoingOut = field(
        default=GoesOut(),
        metadata=section(
            "May a player who has played the last card stay in as prophet? [an option of Matuszek 1995].",
            GoingOut,
        ),
    )

    @property
    def takes_back(self) -> bool:
        """Whether a misjudged no play is as if it had not been made."""
        return self.no_play_misjudged == "taken_back"

    @property
    def marks_mainline(self) -> bool:
        """Whether the marker lies on the mainline: never where it was bid for."""
        return self.marker == "last_mainline" and not self.bidding

    def allows(self, others: int, been: bool) -> bool:
        """Where enough others are in, and it is not too often."""
        return others >= self.other_players and not (been and self.once_per_round)

    def points(self, right: int, wrong: int) -> int:
        """So much for each card."""
        return self.bonus.right * right + self.bonus.wrong * wrong

    def in_words(self) -> str:
        """There is a prophet, and its title."""
        return f"yes, called {self.title}"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        often = "once in a round" if self.once_per_round else "as often as you like"
        others = f"with {count(self.other_players, 'other')} still in" if self.other_players else "with anyone in"
        where = "the last card of the mainline" if self.marks_mainline else "the last card played"
        since = f", and on every {ordinal(self.marker_every)} since" if self.marker_every else ""
        drawn = f"draws {count(self.overthrow_draw, 'card')}" if self.overthrow_draw else "draws nothing"
        when = "after anybody's turn, all being asked in order" if self.bidding else "after your own turn"
        right, wrong = self.bonus.right, self.bonus.wrong
        return {
            **super().in_brief(),
            **self.going_out.in_brief(),
            "who may declare": f"{when}, {others}, {often}",
            "the marker": f"on {where}{since}",
            "an overthrown prophet": f"{drawn}, and plays on",
            "a no play that the prophet misjudged": "is taken back"
            if self.takes_back
            else "the dealer resolves it",
            "a prophet at the end": f"{right} for a right card since, {wrong} for a wrong one",
        }

    def in_rules(self, others: OtherSections) -> Clauses:
        """All of it, step by step; that there can be none where too few play."""
        title = self.title
        if not others.prophet:
            return {"absent": f"a prophet ({title}): too few play"}
        right, wrong = self.bonus.right, self.bonus.wrong
        clauses: Clauses = {
            "call": f"The {title}, if there is one, calls it right or wrong.",
            "overthrow": self._overthrow(others),
            "declare": self._declaring(),
            "bonus": f"The {title} at the end: +{right} for each right card since the declaration, +{wrong} for "
            "each wrong one.",
        }
        if others.no_play:
            clauses["call"] += f" Calling a no play wrong, the {title} names a card of the hand as right."
        if not self.other_players:
            clauses["end_expelled"] = f"nobody can act: only the {title} is left"
        return clauses | self.going_out.in_rules(others)

    def _overthrow(self, others: OtherSections) -> str:
        """What makes a prophet fall, and what follows."""
        title, drawn = self.title, count(self.overthrow_draw, "card") if self.overthrow_draw else "no cards"
        named = ", or the card that was named is wrong" if others.no_play else ""
        text = (
            f"If call and judgement differ{named}, the {title} is overthrown: the marker goes, the {title} draws "
            f"{drawn} and is a player again from the next turn. {self.going_out.draws_instead(others)}You then "
            "draw no penalty."
        )
        if others.no_play and self.takes_back:
            text += " If it was a no play, it is taken back: the hand stays as it was, and no card of it is played."
        return text

    def _declaring(self) -> str:
        """Who may declare and when, what a prophet does, where the marker lies."""
        title = self.title
        goes_on = f"If the round goes on and nobody is {title}"
        if self.bidding:
            asked = (
                f"{goes_on}, players are asked in turn whether to become {title}, the mover first, then "
                "clockwise, until somebody accepts."
            )
            asked += (
                f" Anyone who has been {title} before in this round is not asked." if self.once_per_round else ""
            )
        else:
            unless = f", unless you were {title} before in this round" if self.once_per_round else ""
            asked = f"{goes_on}, you may declare yourself {title}{unless}."
        besides = (
            f" Besides the dealer and the {title}, at least {count(self.other_players, 'other')} must still be in."
            if self.other_players
            else ""
        )
        where = "last card of the mainline" if self.marks_mainline else "card played last"
        since = f", and on every {ordinal(self.marker_every)} card since" if self.marker_every else ""
        return (
            f"{asked}{besides} The {title} doesn't tell the rule, keeps the hand, no longer plays, and calls "
            f"every play from then on. A marker lies on the {where}{since}."
        )


class NoProphet(ProphetPolicy):
    """Nobody may declare [Golden 2006 and Hugging Face 2026 have no prophet]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        """There is none."""
        return "no"

    def in_rules(self, others: OtherSections) -> Clauses:
        """That there is none."""
        return {"absent": "a prophet"}
