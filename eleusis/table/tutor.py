"""A tutor's hint: the cards of a hand that would tell most about the rule.

A card is right by some of the rules that fit all that was seen, and wrong by the others. The nearer these are to
each other in what may be believed, the more its verdict tells: a bit where they are even, nothing where all rules
say the same. A tutor goes by what its seat sees, and is told neither the rule nor anybody else's cards.
"""

from __future__ import annotations

import attrs

from eleusis.game.moves import NoPlay
from eleusis.game.view import View
from eleusis.ground.cards import Card, mask_of
from eleusis.minds.induction.clues import Clue, Follower
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.leaves import Flags
from eleusis.minds.induction.posterior import Posterior, any_right
from eleusis.secret.measuring.measure import entropy
from eleusis.variant import Variant

ALMOST = 0.95
"""A card that tells so much of what the best one tells is as good."""
NAMED = 3
"""So many cards are named at most."""
LITTLE = 0.05
"""So few bits are hardly anything."""
_DIGITS = 6
"""To which bits are rounded before they are compared: sums may differ in their last bits by machine."""


@attrs.frozen
class Telling:
    """What a hand can tell of the rule; `fits` says whether any rule fits what was seen."""

    cards: tuple[Card, ...]
    """The cards that tell most, the best first, and those that are as good; none where no card tells anything."""
    bits: float
    """What the best card may be expected to tell."""
    no_play: bool
    """Whether saying no play would tell more than any card."""
    others: int
    """How many different cards of the hand tell less."""
    fits: bool = True

    @property
    def hint(self) -> str:
        """As it is said to the seat."""
        if not self.fits:
            return "no rule that this tutor can think of fits what was seen"
        if not self.cards:
            only_no_play = "no card tells you anything new, but a no play would"
            return only_no_play if self.no_play else "your cards tell you nothing new"
        names = ", ".join(card.pretty for card in self.cards[:NAMED])
        more = len(self.cards) - NAMED
        if self.bits < LITTLE:
            hint = f"your cards tell you hardly anything new; {self.cards[0].pretty} tells you most"
        elif more > 0 and not self.others:
            hint = "your cards all tell you about equally much"
        else:
            hint = f"most telling: {names}" + (f" ({more} more are about as good)" if more > 0 else "")
        return f"{hint}; a no play would tell more" if self.no_play else hint


class Tutor(Follower):
    """Tells what the cards of a seat can tell, round after round: a function of what the seat sees."""

    def __init__(self, family: Family, variant: Variant) -> None:
        """For a table of this variant."""
        self.family = family
        self.variant = variant
        super().__init__(variant.deal.sets_aside)

    def forget(self) -> None:
        """Begin a new round."""
        super().forget()
        self._posterior = Posterior(self.family, self.variant.guess)

    def _take(self, clue: Clue) -> None:
        self._posterior.take(clue)

    def look(self, view: View) -> Telling | None:
        """What the hand of a view can tell; None where no card of it is known."""
        self.see(view.events)
        cards = sorted({card for card in view.hand if card.known}, key=lambda card: card.index)
        if not cards:
            return None
        if not self._posterior.alive:
            return Telling((), 0.0, no_play=False, others=len(cards), fits=False)
        masks = self._posterior.masks(tuple(self.reader.line))
        bits = [self._count_bits(any_right(masks, card.bit)) for card in cards]
        best = max(bits)
        # Where a card is not known, nobody can say how probable it is that none is right.
        whole = all(card.known for card in view.hand) and any(isinstance(move, NoPlay) for move in view.options)
        of_no_play = self._count_bits(any_right(masks, mask_of(cards))) if whole else 0.0
        good = [place for place in range(len(cards)) if 0 < bits[place] >= ALMOST * best]
        good.sort(key=lambda place: -bits[place])
        named = tuple(cards[place] for place in good)
        return Telling(named, best, no_play=of_no_play > best, others=len(cards) - len(named))

    def _count_bits(self, says: Flags) -> float:
        """How open something is that some rules say and the others deny: its entropy in bits."""
        open_ = says.any() and not says.all()  # where it isn't, sums may still differ in their last bits
        return round(entropy(self._posterior.weigh(says)), _DIGITS) if open_ else 0.0
