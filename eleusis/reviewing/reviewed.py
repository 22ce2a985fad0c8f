"""What a review says: of a round, of each of its turns and of each player, as objects to print, draw and plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import attrs

from eleusis.game.state import EndReason
from eleusis.ground.cards import Card
from eleusis.ground.data import Json
from eleusis.variant.saying import count

Verdict: TypeAlias = Literal["right", "wrong"]
"""How a play or a no play was judged."""
Figures: TypeAlias = "Json | float | Mapping[str, Figures] | Sequence[Figures]"
"""What a review is as data: as all records, and numbers with a fraction."""


class InFigures:
    """A part of a review that can be printed as data."""

    __slots__ = ()

    def to_json(self, *besides: str) -> dict[str, Figures]:
        """What `review --format json` prints of it, and the fields of these names, in it and in its parts."""
        chosen = attrs.filters.include(*_PRINTED, attrs.fields(TopRule).chance, *besides)
        return attrs.asdict(cast("attrs.AttrsInstance", self), filter=chosen, value_serializer=_as_data)


def _as_data(part: object, field: object, value: object) -> object:
    """A card as text, several things as a list, all else as it is."""
    if isinstance(value, tuple):
        return list(value)
    return value.text if isinstance(value, Card) else value


_PRINTED = (
    *("dealer", "rule", "rule_in_family", "known_at", "turns", "players"),
    *("n", "seat", "move", "verdict", "alive", "bits_left", "rule_chance", "best", "top"),
    *("bits_gained", "bits_besides", "bits_expected", "bits_best", "efficiency"),
)
"""The fields that are printed of a round, of its turns and its players."""


@attrs.frozen
class TopRule:
    """Rules that nothing still to come could have told apart, and how probable they were together."""

    rule: str
    """The most probable of them."""
    chance: float
    """The probability that the rule was one of them."""
    true: bool = False
    """Whether the dealer's rule was one of them."""


@attrs.frozen
class BestMove:
    """The move of a hand that could be expected to teach most."""

    move: str
    """The move, as a game file has it behind its seat."""
    bits_expected: float
    """What it could be expected to teach, in bits."""


@attrs.frozen
class SpokenGuess:
    """A guess at the rule that was judged in a turn."""

    seat: str
    """Who guessed."""
    rule: str
    """The guess, as it was said."""
    right: bool
    """How it was judged."""
    chance: float | None
    """How probable it was before; None for prose, and where no rule was left."""


@attrs.frozen
class TurnReview(InFigures):
    """One turn: a play or a no play that was judged, with what it taught and what it might have taught."""

    number: int
    """Which turn of the round it was, from 1."""
    n: int
    """The step of the record in which the move was made."""
    seat: str
    """Whose move it was."""
    move: str
    """The move, as a game file has it behind its seat."""
    cards: tuple[Card, ...]
    """The cards that were played; none for a no play."""
    verdict: Verdict
    """How it was judged."""
    chance: float | None
    """How probable it was to be judged right; None where no rule was left, or a hand was not written down."""
    alive: int
    """How many rules fit when the turn was over."""
    bits_left: float
    """The entropy of what could be believed then."""
    bits_gained: float | None
    """The surprise of the judgement; None from the verdict on that leaves no rule."""
    bits_besides: float | None
    """The surprise of a forced card, of a card named in vain and of a refused guess; None as above."""
    bits_expected: float | None
    """What the move could be expected to teach; None where no rule was left, or a hand was not written down."""
    best: BestMove | None
    """The best that the hand could have asked; None where no rule was left, or no card of the hand is known."""
    rule_chance: float | None
    """How probable the dealer's rule was when the turn was over; None where it is not in the family."""
    top: tuple[TopRule, ...]
    """The most probable rules when the turn was over."""
    certain: bool
    """Whether the verdict was certain before."""
    bold: bool
    """Whether it was played against the odds, and could teach something."""
    line: tuple[Card, ...]
    """The mainline before the move."""
    forced: Card | None = None
    """The right card that the dealer put on the mainline for a wrong no play."""
    guesses: tuple[SpokenGuess, ...] = ()
    """The guesses of this turn."""
    after: tuple[str, ...] = ()
    """What else followed, in a few words each: `Cleo is overthrown`."""
    comments: tuple[str, ...] = ()
    """What there is to say of it in a few words each, such as `a good experiment`; often nothing."""
    turning: tuple[str, ...] = ()
    """What makes it a turning point, such as `from here the rule could be known`."""


@attrs.frozen
class PlayerReview(InFigures):
    """What a player made of the chances that the cards gave."""

    turns: int
    """How many of the round's turns were this player's."""
    bits_gained: float
    """What the judgements of them taught."""
    bits_expected: float
    """What they could be expected to teach."""
    bits_best: float
    """What the best moves of the same hands could be expected to teach."""
    efficiency: float | None
    """`bits_expected` / `bits_best`; None where there was nothing to learn, or a hand is not known."""
    saying: str
    """A line that a friend would read out."""


@attrs.frozen
class RoundReview(InFigures):
    """A look back on a round, by a perfect reasoner who saw what the table saw."""

    number: int
    """Which round of its game it is, from 1."""
    dealer: str
    """Who dealt."""
    rule: str | None
    """The dealer's rule as the file has it; None where the file has only judgements."""
    rule_in_family: bool | None
    """Whether the rule is one of those that were looked at; None where it is not given."""
    known_at: int | None
    """The `n` of the first turn from which the dealer's rule keeps 90 %; None where there is none."""
    starters: tuple[Card, ...]
    """The card or cards that the mainline began with."""
    turns: tuple[TurnReview, ...]
    """The turns, in their order."""
    players: Mapping[str, PlayerReview]
    """Each seat but the dealer's, in the order in which they were dealt."""
    alive_at_start: int
    """How many rules fitted the starter."""
    bits_at_start: float
    """The entropy of what could be believed when the starter lay there."""
    chance_at_start: float | None
    """How probable the dealer's rule was then; None where it is not in the family."""
    top_at_start: tuple[TopRule, ...]
    """The most probable rules then."""
    family_size: int
    """How many rules were looked at."""
    unknown: tuple[str, ...]
    """What can't be known of this round, each as a sentence."""
    edition: str
    """The title of the edition."""
    prophet: str
    """What a prophet is called there."""
    ended: EndReason | None
    """Why the round ended; None for a position."""
    rule_text: str | None = None
    """The dealer's rule in the rule language, where the file names one of a library; None as for `rule`."""
    outside: str = "is longer than anything looked at"
    """What there is to say of the rule where it is not in the family."""
    story: tuple[str, ...] = ()
    """What happened, in a few sentences."""

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    def __repr__(self) -> str:
        since = "" if self.known_at is None else f", known at {self.known_at}"
        return f"<RoundReview: round {self.number}, {self.dealer} deals, {count(len(self.turns), 'turn')}{since}>"

    @property
    def curve(self) -> list[tuple[int, float]]:
        """Points to plot: (0, the bits at the start), then the `n` of each turn and the bits left after it."""
        return [(0, self.bits_at_start), *((turn.n, turn.bits_left) for turn in self.turns)]

    @property
    def top(self) -> tuple[TopRule, ...]:
        """The rules that were still open at the end, the most probable first."""
        return self.turns[-1].top if self.turns else self.top_at_start

    @property
    def alive(self) -> int:
        """How many rules fit everything that was seen."""
        return self.turns[-1].alive if self.turns else self.alive_at_start

    @property
    def bits_left(self) -> float:
        """The entropy of what could be believed at the end."""
        return self.turns[-1].bits_left if self.turns else self.bits_at_start

    @property
    def turn_of_knowledge(self) -> TurnReview | None:
        """The turn of `known_at`."""
        return next((turn for turn in self.turns if turn.n == self.known_at), None)
