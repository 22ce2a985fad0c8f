"""What a player does in a turn: `play`, and `no_play` with what it brings."""

from __future__ import annotations

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, Section, section, whole
from eleusis.variant.saying import count, span


@frozen(eq=False, repr=False)
class PlayKnobs(Section):
    """What may be played in one turn."""

    max_cards: int | None = field(
        metadata=whole("Most cards, or null [4 in Abbott and Guyton; Matuszek: no cap; Golden: 1].", 1, 52, True)
    )

    def in_brief(self) -> dict[str, str]:
        """What a player should know of it."""
        return {"cards in a play": span(1, self.max_cards)}


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

    def when_out(self) -> str:
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
            "a right no play": f"a new hand with {self.smaller()}; out of cards {self.when_out()}",
            "a wrong no play": f"one right card is played{drawn}",
        }
