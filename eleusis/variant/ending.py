"""What takes players out of a round or ends it: expulsion, the cutoff, the guess.

`layout` is the number of cards on the layout; `since` the number put there since the prophet declared, or
None where there is no prophet.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, flag, whole, word


@frozen(eq=False, repr=False)
class _Thresholds(Knobs):
    """With a prophet only the cards since his marker count [Abbott, Guyton, Matuszek]."""

    layout: int = field(
        metadata=whole(
            "On the layout, without a prophet [expulsion: 40 in Abbott, Matuszek; cutoff: 30 in Guyton].",
            0,
            10_000,
        )
    )
    since_marker: int = field(
        metadata=whole(
            "Since the marker, with a prophet [expulsion: 30 in Abbott, Matuszek; cutoff: 20 in Guyton].",
            0,
            10_000,
        )
    )

    def met(self, layout: int, since: int | None) -> bool:
        """Whether the threshold is met; for expulsion it is counted before the play."""
        return layout >= self.layout if since is None else since >= self.since_marker


@frozen(eq=False, repr=False)
class PerPlay(_Thresholds):
    """Whoever is wrong while the threshold is met is expelled [Abbott 1977]."""

    kind: ClassVar[str] = "per_play"

    on_overthrow: bool = field(
        metadata=flag("Also the mover on the turn of an overthrow [not in Abbott 1977; Matuszek adapted does].")
    )

    def begins(self, met: bool, cards_played: bool) -> bool:
        """Never: each play is looked at by itself."""
        return False

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Whether a mover who was wrong is expelled."""
        return met and (self.on_overthrow or not overthrew)


@frozen(eq=False, repr=False)
class SuddenDeath(_Thresholds):
    """From the first cards played past the threshold on, whoever is wrong is expelled [Matuszek adapted]."""

    kind: ClassVar[str] = "sudden_death"

    on_overthrow: bool = field(
        metadata=flag("Also the mover on the turn of an overthrow [Matuszek adapted; not in Abbott 1977].")
    )

    def begins(self, met: bool, cards_played: bool) -> bool:
        """Whether sudden death begins with this turn; a no play never begins it."""
        return met and cards_played

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Whether a mover who was wrong is expelled; the turn that began it counts as begun."""
        return begun and (self.on_overthrow or not overthrew)


@frozen(eq=False, repr=False)
class NoExpulsion(Knobs):
    """Nobody is expelled [Guyton 2005, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def met(self, layout: int, since: int | None) -> bool:
        """Never."""
        return False

    def begins(self, met: bool, cards_played: bool) -> bool:
        """Never."""
        return False

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Never."""
        return False


Expulsion = PerPlay | SuddenDeath | NoExpulsion
EXPULSIONS = (PerPlay, SuddenDeath, NoExpulsion)


@frozen(eq=False, repr=False)
class CardsPlayed(_Thresholds):
    """The round ends after the turn that brings so many cards [Guyton 2005]."""

    kind: ClassVar[str] = "cards_played"

    def reached(self, layout: int, since: int | None) -> bool:
        """Whether the round is over, counted after the turn."""
        return self.met(layout, since)


@frozen(eq=False, repr=False)
class NoCutoff(Knobs):
    """No number of cards ends a round [Abbott 1977, Matuszek adapted, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def reached(self, layout: int, since: int | None) -> bool:
        """Never."""
        return False


Cutoff = CardsPlayed | NoCutoff
CUTOFFS = (CardsPlayed, NoCutoff)


@frozen(eq=False, repr=False)
class NoGuess(Knobs):
    """The rule is not guessed aloud [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "none"

    offered: ClassVar[bool] = False
    bonus: ClassVar[int] = 0
    judged: ClassVar[str] = "everywhere"


@frozen(eq=False, repr=False)
class AfterRight(Knobs):
    """After a right play or no play the mover may guess the rule [Golden 2006]."""

    kind: ClassVar[str] = "after_right"

    offered: ClassVar[bool] = True
    bonus: int = field(metadata=whole("Points for a right guess [6 in Golden 2006].", 0, 1000))
    judged: str = field(
        default="everywhere",
        metadata=word(
            "Must the guess fit every mainline, or only from here on? [Golden 2006: not stated].",
            "everywhere",
            "from_here",
        ),
    )


Guess = NoGuess | AfterRight
GUESSES = (AfterRight, NoGuess)
