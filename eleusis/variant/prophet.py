"""The prophet: who may be one, what it costs to be wrong, what it earns to last."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, flag, section, text, whole, word


@frozen(eq=False, repr=False)
class Bonus(Knobs):
    """What the prophet earns at the end for the cards since his declaration."""

    right: int = field(metadata=whole("For each right card [1 in Abbott, Guyton and Matuszek].", 0, 100))
    wrong: int = field(metadata=whole("For each wrong card [2 in Abbott, Guyton and Matuszek].", 0, 100))


@frozen(eq=False, repr=False)
class Prophet(Knobs):
    """A player may call right and wrong for the dealer [Abbott 1977, Guyton 2005, Matuszek adapted]."""

    kind: ClassVar[str] = "prophet"

    title: str = field(
        default="Prophet",
        kw_only=True,
        metadata=text("What he is called [Abbott 1977 prints Forecaster; the others Prophet].", 40),
    )
    once_per_round: bool = field(
        metadata=flag("Never twice in a round [Abbott 1977 and Guyton 2005; not Matuszek adapted].")
    )
    other_players: int = field(
        metadata=whole("Others that must still be in [2 in Abbott 1977; 1 where it is not stated].", 0, 40)
    )
    overthrow_draw: int = field(
        metadata=whole("Cards the overthrown one draws [5 in Abbott, Guyton and Matuszek].", 0, 52)
    )
    no_play_misjudged: str = field(
        metadata=word(
            "The no play that he misjudged [Abbott, Guyton: the dealer resolves it; Matuszek: taken back].",
            "dealer_resolves",
            "taken_back",
        )
    )
    marker: str = field(
        metadata=word(
            "Where the marker is drawn [Abbott: last mainline card; Guyton, Matuszek: last card played].",
            "last_mainline",
            "last_card",
        )
    )
    bonus: Bonus = field(metadata=section("Earned by lasting to the end [Abbott, Guyton, Matuszek].", Bonus))
    marker_every: int | None = field(
        default=None,
        metadata=whole("A marker on every n-th card since, or null [10 in Guyton and Matuszek].", 1, 1000, True),
    )

    @property
    def takes_back(self) -> bool:
        """Whether a misjudged no play is as if it had not been made."""
        return self.no_play_misjudged == "taken_back"

    def allows(self, others: int, been: bool) -> bool:
        """Whether one may declare with `others` still in, who has `been` prophet in this round or not."""
        return others >= self.other_players and not (been and self.once_per_round)

    def points(self, right: int, wrong: int) -> int:
        """The bonus for the cards since the declaration."""
        return self.bonus.right * right + self.bonus.wrong * wrong


@frozen(eq=False, repr=False)
class NoProphet(Knobs):
    """Nobody may declare [Golden 2006 has no prophet]."""

    kind: ClassVar[str] = "none"

    title: ClassVar[str] = "Prophet"
    once_per_round: ClassVar[bool] = False
    other_players: ClassVar[int] = 0
    overthrow_draw: ClassVar[int] = 0
    no_play_misjudged: ClassVar[str] = "dealer_resolves"
    marker: ClassVar[str] = "last_card"
    marker_every: ClassVar[int | None] = None
    bonus: ClassVar[Bonus] = Bonus(0, 0)
    takes_back: ClassVar[bool] = False

    def allows(self, others: int, been: bool) -> bool:
        """Never."""
        return False

    def points(self, right: int, wrong: int) -> int:
        """Nothing."""
        return 0


ProphetPolicy = Prophet | NoProphet
PROPHETS = (Prophet, NoProphet)
