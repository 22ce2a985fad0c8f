"""The variant: the rules of a way to play, as data. Its attributes are the paths of the file."""

from __future__ import annotations

from attrs import field, frozen

from eleusis.variant.knobs import Knobs, section, text, whole, word
from eleusis.variant.mechanisms.cutoff import Cutoff
from eleusis.variant.mechanisms.expulsion import Expulsion
from eleusis.variant.mechanisms.game_length import GameKnobs
from eleusis.variant.mechanisms.guess import GuessPolicy
from eleusis.variant.mechanisms.hints import BeforePlay, Hints
from eleusis.variant.mechanisms.plays import NoPlayPolicy, PlayKnobs
from eleusis.variant.mechanisms.prophet import ProphetPolicy
from eleusis.variant.mechanisms.refill import NoRefill, Refill
from eleusis.variant.mechanisms.scoring import Scoring
from eleusis.variant.mechanisms.setup import Deal, FirstPlayer, LayoutKnobs, Players, Stock
from eleusis.variant.mechanisms.turn_limit import NoTurnLimit, TurnLimit
from eleusis.variant.mechanisms.wrong_play import WrongPlay


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
    first_player: FirstPlayer = field(metadata=section("Who begins.", FirstPlayer))
    play: PlayKnobs = field(metadata=section("What may be played in a turn.", PlayKnobs))
    wrong_play: WrongPlay = field(
        metadata=section("The price of a wrong play.", WrongPlay, default_kind="per_card")
    )
    no_play: NoPlayPolicy = field(
        metadata=section("Whether a no play may be said, and what it brings.", NoPlayPolicy, default_kind="allowed")
    )
    refill: Refill = field(
        default=NoRefill(),
        kw_only=True,
        metadata=section("Whether the hand is filled up after a turn.", Refill),
    )
    prophet: ProphetPolicy = field(metadata=section("The prophet.", ProphetPolicy))
    expulsion: Expulsion = field(metadata=section("Who is expelled for being wrong.", Expulsion))
    cutoff: Cutoff = field(metadata=section("Whether a number of cards ends a round.", Cutoff))
    turn_limit: TurnLimit = field(
        default=NoTurnLimit(),
        kw_only=True,
        metadata=section("Whether a number of turns ends a round.", TurnLimit),
    )
    guess: GuessPolicy = field(metadata=section("Whether the rule may be guessed.", GuessPolicy))
    scoring: Scoring = field(metadata=section("The points of a round.", Scoring))
    game: GameKnobs = field(metadata=section("The rounds of a game.", GameKnobs))
    hints: Hints = field(
        default=BeforePlay(),
        metadata=section(
            "When the dealer may give hints [Abbott: before play; Matuszek: before the first card; "
            "Golden: any time; Guyton: none stated].",
            Hints,
            bare=True,
        ),
    )
    layout: LayoutKnobs = field(
        default=LayoutKnobs(), metadata=section("What is marked on the layout.", LayoutKnobs)
    )
    title: str = field(default="", metadata=text("The name in full.", 200))
    source: SourceKnobs | None = field(default=None, metadata=section("Where it comes from.", SourceKnobs))
    about: About | None = field(default=None, metadata=section("For choosing a variant.", About))


HEADER = ("name", "title", "source", "about")
"""What a variant says of itself: never inherited, not compared."""
