"""Guessing the rule aloud: who may, how it is judged, what it brings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from attrs import field, frozen

from eleusis.ground.cards import Card
from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Policy, whole, word
from eleusis.variant.saying import points


class GuessPolicy(Policy, ABC):
    """Whether the rule may be guessed."""

    row: ClassVar[str] = "a guess at the rule"

    offered: ClassVar[bool] = False
    """Whether one may ever guess."""

    def offers(self, right: bool) -> bool:
        """Whether the mover may guess now, whose play or no play was `right` or not, and who is not expelled."""
        return False

    price: int = 0
    """Points that a wrong guess costs."""

    bonus: int = 0
    """Points for a right guess."""

    def agrees_from(self, starters: Sequence[Card], mainline: Sequence[Card]) -> Sequence[Card] | None:
        """The line from which on a guess must agree with the rule; None: everywhere.

        `starters` are those of the round, and `mainline` is what lies there now.
        """
        return None

    def gains(self) -> str:
        """What a right guess brings, as the end of a sentence: `the guess is right: …`."""
        return "nothing"

    def costs(self) -> str:
        """What a wrong guess costs, as the end of a sentence: `the guess is wrong, which costs …`."""
        return "nothing"


_FITS = {
    "everywhere": ("everywhere", "after every mainline from any starter that the rule allows"),
    "this_round": (
        "on every line that can be built from this round's starter",
        "after every mainline that can be built from this round's starter",
    ),
    "from_here": ("from here on", "from the present mainline on; what it says of earlier ones doesn't count"),
}
"""Where a guess must fit, in brief and in the rules."""


@frozen(eq=False, repr=False)
class Guessing(GuessPolicy, ABC):
    """The rule may be guessed: what that brings and costs, whenever it is."""

    offered: ClassVar[bool] = True

    bonus: int = field(
        metadata=whole("Points for a right guess [6 in Golden 2006; 0 in Hugging Face 2026].", 0, 1000)
    )
    price: int = field(
        default=0,
        metadata=whole("Points that a wrong guess costs [2 in Hugging Face 2026; else 0].", 0, 1000),
        kw_only=True,
    )
    judged: str = field(
        default="everywhere",
        metadata=word(
            "Must the guess fit every mainline, those from this round's own starter, or only from here on? "
            "[Golden 2006: not stated; Hugging Face 2026: from here on].",
            *_FITS,
        ),
    )

    def agrees_from(self, starters: Sequence[Card], mainline: Sequence[Card]) -> Sequence[Card] | None:
        """The starters of the round, the mainline itself, or everywhere."""
        return {"everywhere": None, "this_round": starters, "from_here": mainline}[self.judged]

    def gains(self) -> str:
        """What a right guess brings."""
        return f"{points(self.bonus)}, and the round ends" if self.bonus else "the round ends"

    def costs(self) -> str:
        """What a wrong guess costs."""
        return points(self.price)

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        fits, _ = _FITS[self.judged]
        return {
            **super().in_brief(),
            "a right guess": f"agrees with the rule {fits}: {self.gains()}",
            "a wrong guess costs": self.costs(),
        }

    @abstractmethod
    def after(self, others: OtherSections) -> str:
        """After which of your own turns you may guess, as the beginning of a sentence."""

    def in_rules(self, others: OtherSections) -> Clauses:
        """When one may guess, what makes a guess right, what it brings and costs."""
        _, lines = _FITS[self.judged]
        right = f"Right guess: +{self.bonus}. " if self.bonus else ""
        return {
            "guess": f"{self.after(others)} you may guess the rule once. A guess is right, however it is worded, "
            f"if it accepts the same cards as the rule {lines}. A right guess ends the round.",
            "end_guess": "right guess",
            "bonus": f"{right}Each wrong guess: {f'−{self.price}' if self.price else '0'}.",
        }


@frozen(eq=False, repr=False)
class AfterRight(Guessing):
    """After a right play or no play the mover may guess the rule [Golden 2006]."""

    kind: ClassVar[str] = "after_right"

    def offers(self, right: bool) -> bool:
        """Where the mover was right."""
        return right

    def in_words(self) -> str:
        """When one may guess."""
        return "right after a right play or no play"

    def after(self, others: OtherSections) -> str:
        """The right ones."""
        return f"After your own right play{' or right no play' if others.no_play else ''}"


@frozen(eq=False, repr=False)
class EveryTurn(Guessing):
    """After each play or no play, right or wrong, the mover may guess the rule [Hugging Face 2026]."""

    kind: ClassVar[str] = "every_turn"

    def offers(self, right: bool) -> bool:
        """Whatever the turn was."""
        return True

    def in_words(self) -> str:
        """When one may guess."""
        return "once a turn, right after the play"

    def after(self, others: OtherSections) -> str:
        """All of them."""
        return f"After each turn of yours, right or wrong{', unless it expelled you,' if others.expels else ','}"


class NoGuess(GuessPolicy):
    """The rule is not guessed aloud [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        return "never"

    def in_rules(self, others: OtherSections) -> Clauses:
        """That there is none."""
        return {"absent": "a guess at the rule"}
