"""What a player does in a turn: `play`, and `no_play` with what it brings."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Knobs, Policy, Section, section, whole
from eleusis.variant.saying import count, span


@frozen(eq=False, repr=False)
class PlayKnobs(Section):
    """What may be played in one turn."""

    max_cards: int | None = field(
        metadata=whole(
            "The most cards in a play, or null [4 in Abbott and Guyton; Matuszek: no cap; else 1].", 1, 52, True
        )
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"cards in a play": span(1, self.max_cards)}

    def in_rules(self, others: OtherSections) -> Clauses:
        """How many, and how several are judged."""
        if self.max_cards == 1:
            return {"move": "You play one card from your hand"}
        return {
            "move": f"You play {span(1, self.max_cards)} cards from your hand, in order",
            "judgement": "Several cards are right only if each would be right after those before it. If any is "
            "not, the whole play is wrong, and nobody learns which card failed.",
        }


@frozen(eq=False, repr=False)
class RightNoPlay(Knobs):
    """A no play that was right: the old hand goes under the stock, a smaller one is dealt."""

    fewer: int = field(metadata=whole("How many fewer the new hand has [4; 1 in Golden 2006].", 0, 52))
    out_at: int = field(
        metadata=whole("With no more cards than this, the player is out of cards [4; 1 in Golden 2006].", 0, 52)
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

    def smaller(self) -> str:
        """How the new hand compares, as the end of a sentence: `the new hand has …`."""
        return f"{count(self.fewer, 'card')} fewer" if self.fewer else "as many cards as the old one"

    def when_out(self) -> str:
        """When nothing is dealt after a right no play, as the beginning of a sentence."""
        held = f"{self.gone_at} or fewer" if self.gone_at else "no card"
        return f"with {held} in hand"


@frozen(eq=False, repr=False)
class WrongNoPlay(Knobs):
    """A no play that was wrong: a right card of the hand is played for the player."""

    draw: int = field(metadata=whole("Cards that the player then draws [5; 1 in Golden 2006].", 0, 52))

    def costs(self) -> str:
        """What a wrong one costs, as the end of a sentence: `a wrong no play costs …`."""
        return count(self.draw, "card") if self.draw else "nothing"


class NoPlayPolicy(Policy, ABC):
    """Whether a player may say that no card of the hand is right, and what that brings."""

    row: ClassVar[str] = "a no play"

    allowed: ClassVar[bool] = False
    """Whether it may be said."""

    right: RightNoPlay = RightNoPlay(0, 0)
    """What one brings that was right."""

    wrong: WrongNoPlay = WrongNoPlay(0)
    """What one brings that was wrong."""


@frozen(eq=False, repr=False)
class NoPlayAllowed(NoPlayPolicy):
    """A player may say no play [Abbott 1977, Guyton 2005, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "allowed"
    allowed: ClassVar[bool] = True

    right: RightNoPlay = field(metadata=section("When no card was right [all sources].", RightNoPlay))
    wrong: WrongNoPlay = field(metadata=section("When there was a right card [all sources].", WrongNoPlay))

    def in_words(self) -> str:
        """That it may be said."""
        return "may be said"

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        drawn = f", and {self.wrong.costs()} drawn" if self.wrong.draw else ""
        return {
            **super().in_brief(),
            "a right no play": f"a new hand with {self.right.smaller()}; out of cards {self.right.when_out()}",
            "a wrong no play": f"one right card is played{drawn}",
        }

    def in_rules(self, others: OtherSections) -> Clauses:
        """What it is, and what comes of it."""
        old = "Right no play: your hand goes under the stock, and you are dealt a new one"
        size = f" with {self.right.smaller()}" if self.right.fewer else " of the same size"
        gone = self.right.gone_at
        none = f" (none if you held {f'{gone} or fewer' if gone > 1 else 'only 1'})" if gone else ""
        which = f"the one that the {others.prophet} named if that is right, else " if others.prophet else ""
        ends: Clauses = {} if others.fills_up else {"end_no_play": "right no play: it left no cards"}
        return {
            "move": "or say no play: that no card of your hand would be right; you then show everyone your hand",
            "moved": f"{old}{size}{none}. Wrong no play: a right card of your hand goes to the mainline, "
            f"{which}whichever the dealer picks.",
            "penalty": f"For a wrong no play you draw {self.wrong.costs()}.",
            **ends,
        }


class NoPlayBarred(NoPlayPolicy):
    """Nobody may say no play [Hugging Face 2026]."""

    kind: ClassVar[str] = "none"

    def in_words(self) -> str:
        """That it may not be said."""
        return "may not be said"

    def in_rules(self, others: OtherSections) -> Clauses:
        """That there is none."""
        return {"absent": "no play: if you hold no right card, you play a wrong one"}
