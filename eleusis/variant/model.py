"""The variant: the rules of a way to play, as data. Its attributes are the paths of the file."""

from __future__ import annotations

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, section, text, whole, word
from eleusis.variant.mechanisms.cutoff import CUTOFFS, Cutoff
from eleusis.variant.mechanisms.expulsion import EXPULSIONS, Expulsion
from eleusis.variant.mechanisms.game_length import GameKnobs
from eleusis.variant.mechanisms.guess import GUESSES, GuessPolicy
from eleusis.variant.mechanisms.hints import HINTS, BeforePlay, Hints
from eleusis.variant.mechanisms.plays import NO_PLAYS, NoPlayPolicy, PlayKnobs
from eleusis.variant.mechanisms.prophet import PROPHETS, ProphetPolicy
from eleusis.variant.mechanisms.refill import REFILLS, NoRefill, Refill
from eleusis.variant.mechanisms.scoring import Scoring
from eleusis.variant.mechanisms.setup import FIRST_PLAYERS, Deal, FirstPlayer, LayoutKnobs, Players, Stock
from eleusis.variant.mechanisms.turn_limit import TURN_LIMITS, NoTurnLimit, TurnLimit
from eleusis.variant.mechanisms.wrong_play import WRONG_PLAYS, WrongPlay


@frozen(eq=False, repr=False)
class SourceKnobs(Knobs):
    """Where a variant comes from."""

    author: str | None = field(default=None, metadata=text("Who wrote it.", 200))
    work: str | None = field(default=None, metadata=text("The text, with its year.", 300))
    note: str | None = field(default=None, metadata=text("Anything else you should know.", 1000))


@frozen(eq=False, repr=False)
class About(Knobs):
    """What helps to choose a variant; estimates, without effect on play."""

    ideal_players: int | None = field(
        default=None, metadata=whole("The best number of players, dealer included.", 2, 40)
    )
    minutes: int | None = field(default=None, metadata=whole("About how long a round takes.", 1, 600))
    what: str | None = field(
        default=None,
        metadata=text("What differs from others: in two or three words, then a colon and a sentence.", 200),
    )
    level: str | None = field(
        default=None, metadata=word("How hard it is to learn and play.", "easy", "medium", "hard")
    )


@frozen(eq=False, repr=False)
class Variant(Knobs):
    """One variant, complete; frozen and comparable."""

    name: str = field(metadata=text("What it is called on the command line.", 40))
    players: Players = field(metadata=section("How many play.", Players))
    stock: Stock = field(metadata=section("The cards to draw from.", Stock))
    deal: Deal = field(metadata=section("Before the first turn.", Deal))
    first_player: FirstPlayer = field(metadata=section("Who begins.", *FIRST_PLAYERS))
    play: PlayKnobs = field(metadata=section("What may be played in a turn.", PlayKnobs))
    wrong_play: WrongPlay = field(
        metadata=section("The price of a wrong play.", *WRONG_PLAYS, default_kind="per_card")
    )
    no_play: NoPlayPolicy = field(
        metadata=section("Whether a no play may be said, and what it brings.", *NO_PLAYS, default_kind="allowed")
    )
    refill: Refill = field(
        default=NoRefill(),
        kw_only=True,
        metadata=section("Whether the hand is filled up after a turn.", *REFILLS),
    )
    prophet: ProphetPolicy = field(metadata=section("The prophet.", *PROPHETS))
    expulsion: Expulsion = field(metadata=section("Who is expelled for being wrong.", *EXPULSIONS))
    cutoff: Cutoff = field(metadata=section("Whether a number of cards ends a round.", *CUTOFFS))
    turn_limit: TurnLimit = field(
        default=NoTurnLimit(),
        kw_only=True,
        metadata=section("Whether a number of turns ends a round.", *TURN_LIMITS),
    )
    guess: GuessPolicy = field(metadata=section("Whether the rule may be guessed.", *GUESSES))
    scoring: Scoring = field(metadata=section("The points of a round.", Scoring))
    game: GameKnobs = field(metadata=section("The rounds of a game.", GameKnobs))
    hints: Hints = field(
        default=BeforePlay(),
        metadata=section(
            "When the dealer may give hints [Abbott: before play; Matuszek: before the first card; "
            "Golden: any time; Guyton: none stated].",
            *HINTS,
            bare=True,
        ),
    )
    layout: LayoutKnobs = field(
        default=LayoutKnobs(), metadata=section("What is marked on the layout.", LayoutKnobs)
    )
    title: str = field(default="", metadata=text("The name in full.", 200))
    source: SourceKnobs | None = field(default=None, metadata=section("Where it comes from.", SourceKnobs))
    about: About | None = field(default=None, metadata=section("For choosing a variant.", About))

    def __repr__(self) -> str:
        return f"<variant {self.name}>"


HEADER = ("name", "title", "source", "about")
"""What a variant says of itself: never inherited, not compared."""
