"""`expulsion`: who is out of the round for being wrong, and the threshold that it shares with the cutoff.

`layout` is the number of cards on the layout; `since` the number put there since the prophet declared, or
None where there is no prophet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import Knobs, Policy, flag, whole
from eleusis.variant.saying import count


@frozen(eq=False, repr=False)
class Thresholds(Knobs):
    """With a prophet only the cards since the marker count [Abbott, Guyton, Matuszek]."""

    layout: int = field(
        metadata=whole(
            "Cards on the layout, without a prophet [expulsion: 40 in Abbott, Matuszek, 30 in the Brazilian book; "
            "cutoff: 30 in Guyton].",
            0,
            10_000,
        )
    )
    since_marker: int = field(
        metadata=whole(
            "Cards since the marker, with a prophet [expulsion: 30 in Abbott, Matuszek, 20 in the Brazilian book; "
            "cutoff: 20 in Guyton].",
            0,
            10_000,
        )
    )

    def is_met(self, layout: int, since: int | None) -> bool:
        """Whether the threshold is met; for expulsion it is counted before the play."""
        return layout >= self.layout if since is None else since >= self.since_marker

    @property
    def span(self) -> int:
        """The cards since the marker that meet it."""
        return self.since_marker

    def cards_left(self, layout: int, since: int | None) -> int:
        """How many more cards meet it; 0 or less where it is met."""
        return self.layout - layout if since is None else self.since_marker - since

    def cards(self) -> str:
        """The threshold in words."""
        return f"{self.layout} or more cards on the layout (with a prophet: {self.since_marker} since the marker)"

    def lying(self, others: OtherSections, lie: str) -> str:
        """The threshold in the rules of an edition, as a clause in the tense of `lie`."""
        since = ""
        if others.prophet:
            since = (
                f" (while somebody is {others.prophet} only those since the marker count, and it takes "
                f"{self.since_marker})"
            )
        return f"{self.layout} or more cards {lie} on the layout{since}"


class Expulsion(Policy, ABC):
    """Who is expelled for being wrong."""

    row: ClassVar[str] = "expulsion"

    @property
    def span(self) -> int | None:
        """The cards since the marker from which on one may be expelled; None: never."""
        return None

    def is_met(self, layout: int, since: int | None) -> bool:
        """Whether its threshold is met, counted before the play."""
        return False

    def begins(self, met: bool, cards_played: bool) -> bool:
        """Whether sudden death begins with this turn."""
        return False

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Whether a mover who was wrong is expelled; the turn that began sudden death counts as begun."""
        return False

    def ahead(self, layout: int, since: int | None, begun: bool) -> str | None:
        """How far off it is, in a few words for the screen; None where nobody is ever expelled."""
        return None

    def beginning(self) -> str | None:
        """Why sudden death has begun, as a sentence; None where it never does."""
        return None

    @abstractmethod
    def whom(self) -> str:
        """Who is expelled, as a sentence without its full stop."""


@frozen(eq=False, repr=False)
class PerPlay(Thresholds, Expulsion):
    """A player who is wrong while the threshold is met is expelled [Abbott 1977]."""

    kind: ClassVar[str] = "per_play"

    on_overthrow: bool = field(
        metadata=flag("Is the mover expelled on an overthrow, too? [not in Abbott 1977; Matuszek adapted does].")
    )

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Where the threshold is met now."""
        return met and (self.on_overthrow or not overthrew)

    def ahead(self, layout: int, since: int | None, begun: bool) -> str | None:
        """How far off it is."""
        left = self.cards_left(layout, since)
        return "a wrong play expels now" if left <= 0 else f"expulsion after {count(left, 'more card')}"

    def whom(self) -> str:
        """Who is expelled."""
        return f"A player who is wrong with {self.cards()} is out of the round"

    def in_words(self) -> str:
        """All of it."""
        return f"a player who is wrong with {self.cards()}, {_falls(self.on_overthrow)}"

    def in_rules(self, others: OtherSections) -> Clauses:
        """Who is expelled, and what that means."""
        text = (
            f"If you were wrong, and before your turn {self.lying(others, 'lay')}, you are expelled: {_EXPELLED}."
        )
        return {"expulsion": text + _on_overthrow(self.on_overthrow, others), **_all_expelled(others)}


@frozen(eq=False, repr=False)
class SuddenDeath(Thresholds, Expulsion):
    """Once cards are played past the threshold, everyone who is wrong is expelled [Matuszek adapted]."""

    kind: ClassVar[str] = "sudden_death"

    on_overthrow: bool = field(
        metadata=flag("Is the mover expelled on an overthrow, too? [Matuszek adapted; not in Abbott 1977].")
    )

    def begins(self, met: bool, cards_played: bool) -> bool:
        """Where the threshold is met; a no play never begins it."""
        return met and cards_played

    def expels(self, met: bool, begun: bool, overthrew: bool) -> bool:
        """Once it has begun, whatever the threshold says by now."""
        return begun and (self.on_overthrow or not overthrew)

    def ahead(self, layout: int, since: int | None, begun: bool) -> str | None:
        """How far off it is."""
        if begun:
            return "sudden death: a wrong play expels"
        left = self.cards_left(layout, since)
        return "a wrong play expels now" if left <= 0 else f"expulsion after {count(left, 'more card')}"

    def beginning(self) -> str | None:
        """Why it has begun."""
        return f"Cards were played with {self.cards()}: from now on, one wrong play and you are out"

    def whom(self) -> str:
        """Who is expelled."""
        return "In sudden death a player who is wrong is out of the round"

    def in_words(self) -> str:
        """All of it."""
        return f"sudden death, begun by cards played with {self.cards()}, {_falls(self.on_overthrow)}"

    def in_rules(self, others: OtherSections) -> Clauses:
        """When sudden death begins, who is expelled, and what that means."""
        no_play = "; a no play never begins it" if others.no_play else ""
        text = (
            "Sudden death begins with a turn in which cards are played, if before it "
            f"{self.lying(others, 'lay')}{no_play}. It covers that turn and lasts to the end of the round. If you "
            f"are wrong in it, you are expelled: {_EXPELLED}."
        )
        return {"expulsion": text + _on_overthrow(self.on_overthrow, others), **_all_expelled(others)}


class NoExpulsion(Expulsion):
    """Nobody is expelled [Guyton 2005, Golden 2006]."""

    kind: ClassVar[str] = "none"

    def whom(self) -> str:
        """Nobody at all."""
        return "Nobody is expelled"

    def in_words(self) -> str:
        """All of it."""
        return "nobody"

    def in_rules(self, others: OtherSections) -> Clauses:
        """That there is none."""
        return {"absent": "expulsion"}


def _falls(on_overthrow: bool) -> str:
    """Whether the turn of an overthrow expels."""
    return f"{'even' if on_overthrow else 'but not'} on the turn of an overthrow"


_EXPELLED = "you keep your hand for the score, and take no further part in this round"


def _on_overthrow(expels: bool, others: OtherSections) -> str:
    """Whether the turn of an overthrow expels, as a sentence; empty where there is nobody to be overthrown."""
    if not others.prophet:
        return ""
    if not expels:
        return " Nobody is expelled on the turn of an overthrow."
    back = ", even if your no play is taken back" if others.no_play and others.takes_back else ""
    return f" That includes the turn of an overthrow{back}."


def _all_expelled(others: OtherSections) -> Clauses:
    """The end of a round in which nobody is left."""
    left = f"nobody is left, or only the {others.prophet}" if others.prophet else "nobody is left"
    return {"end_expelled": f"all expelled: {left}"}
