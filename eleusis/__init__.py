"""The engine, the command line and the laboratory for Eleusis, the card game of the dealer's secret rule.

    round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3)    # a round, with the cards dealt
    steps = play_round(round_, players)                     # played to its end by bots, or players of your own
    print(compare(Rule("red"), Rule("not black")))          # whether two secret rules are the same
    for game in replay("games/"): print(game.totals)        # game files, every move and judgement checked
    print(simulate("abbott", settings=["deal.hand=9"]))     # what a rule change does to a thousand rounds

Every name that another program may rely on is exported here; docs/policy.md says what that promises. A name is
imported from its home when it is first asked for, so that `import eleusis` costs next to nothing.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` has the same, but its import takes a fifth of what `--help` may

if TYPE_CHECKING:  # the table below once more, for type checkers and editors; a test holds the two equal
    from collections.abc import Callable

    from eleusis.benchmark.entries import Entry as Entry
    from eleusis.benchmark.evaluating import Evaluation as Evaluation
    from eleusis.benchmark.evaluating import evaluate as evaluate
    from eleusis.benchmark.figures import Gap as Gap
    from eleusis.benchmark.figures import Pairing as Pairing
    from eleusis.benchmark.figures import Standing as Standing
    from eleusis.driving.dealing import deal as deal
    from eleusis.driving.driver import By as By
    from eleusis.driving.driver import ByRule as ByRule
    from eleusis.driving.driver import Driver as Driver
    from eleusis.driving.driver import Player as Player
    from eleusis.driving.driver import Remote as Remote
    from eleusis.driving.driver import Statement as Statement
    from eleusis.driving.driver import Step as Step
    from eleusis.driving.driver import Undecided as Undecided
    from eleusis.driving.driver import belief_of as belief_of
    from eleusis.driving.driver import play_round as play_round
    from eleusis.driving.replayed import Finding as Finding
    from eleusis.driving.replayed import GameReplay as GameReplay
    from eleusis.driving.replayed import RoundReplay as RoundReplay
    from eleusis.driving.replayed import WrongGuess as WrongGuess
    from eleusis.driving.rule_dealer import RuleDealer as RuleDealer
    from eleusis.game.events import Accepted as Accepted
    from eleusis.game.events import AnyEvent as AnyEvent
    from eleusis.game.events import Called as Called
    from eleusis.game.events import CardForced as CardForced
    from eleusis.game.events import DeckAdded as DeckAdded
    from eleusis.game.events import Drew as Drew
    from eleusis.game.events import Event as Event
    from eleusis.game.events import Expelled as Expelled
    from eleusis.game.events import GuessJudged as GuessJudged
    from eleusis.game.events import GuessMade as GuessMade
    from eleusis.game.events import GuessOffered as GuessOffered
    from eleusis.game.events import HintGiven as HintGiven
    from eleusis.game.events import NewHandDealt as NewHandDealt
    from eleusis.game.events import NoPlayDeclared as NoPlayDeclared
    from eleusis.game.events import NoPlayTakenBack as NoPlayTakenBack
    from eleusis.game.events import NoPlayUpheld as NoPlayUpheld
    from eleusis.game.events import Passed as Passed
    from eleusis.game.events import Played as Played
    from eleusis.game.events import ProphetDeclared as ProphetDeclared
    from eleusis.game.events import ProphetOverthrown as ProphetOverthrown
    from eleusis.game.events import Rejected as Rejected
    from eleusis.game.events import RoundBegan as RoundBegan
    from eleusis.game.events import RoundEnded as RoundEnded
    from eleusis.game.events import StayOffered as StayOffered
    from eleusis.game.events import SuddenDeathBegan as SuddenDeathBegan
    from eleusis.game.events import WentOut as WentOut
    from eleusis.game.events.stock import Why as Why
    from eleusis.game.layout import Layout as Layout
    from eleusis.game.match import Match as Match
    from eleusis.game.moves import Call as Call
    from eleusis.game.moves import Declare as Declare
    from eleusis.game.moves import Guess as Guess
    from eleusis.game.moves import Hint as Hint
    from eleusis.game.moves import Judge as Judge
    from eleusis.game.moves import Move as Move
    from eleusis.game.moves import NoPlay as NoPlay
    from eleusis.game.moves import Pass as Pass
    from eleusis.game.moves import Play as Play
    from eleusis.game.round import Round as Round
    from eleusis.game.state import EndReason as EndReason
    from eleusis.game.state import Phase as Phase
    from eleusis.game.view import View as View
    from eleusis.ground.cards import PACK as PACK
    from eleusis.ground.cards import UNKNOWN as UNKNOWN
    from eleusis.ground.cards import Card as Card
    from eleusis.ground.cards import Suit as Suit
    from eleusis.ground.cards import card as card
    from eleusis.ground.cards import cards as cards
    from eleusis.ground.errors import EleusisError as EleusisError
    from eleusis.ground.errors import IllegalMove as IllegalMove
    from eleusis.ground.errors import LabError as LabError
    from eleusis.ground.errors import ManyErrors as ManyErrors
    from eleusis.ground.errors import NotationError as NotationError
    from eleusis.ground.errors import Place as Place
    from eleusis.ground.errors import PlayerError as PlayerError
    from eleusis.ground.errors import RuleError as RuleError
    from eleusis.ground.errors import ScriptError as ScriptError
    from eleusis.ground.errors import VariantError as VariantError
    from eleusis.ground.errors import YamlError as YamlError
    from eleusis.lab.columns import PlayedBy as PlayedBy
    from eleusis.lab.intervals import Interval as Interval
    from eleusis.lab.measures import Measure as Measure
    from eleusis.lab.measures import Outcome as Outcome
    from eleusis.lab.simulation import Results as Results
    from eleusis.lab.simulation import simulate as simulate
    from eleusis.minds.players.kinds import Kind as Kind
    from eleusis.minds.players.kinds import Option as Option
    from eleusis.minds.players.program.command import Program as Program
    from eleusis.minds.players.registry import Seat as Seat
    from eleusis.minds.players.registry import make_player as make_player
    from eleusis.minds.players.registry import read_seats as read_seats
    from eleusis.record.gamefile.contents import GameFile as GameFile
    from eleusis.record.gamefile.contents import RoundScript as RoundScript
    from eleusis.record.gamefile.reading import load_game as load_game
    from eleusis.record.gamefile.reading import read_game as read_game
    from eleusis.record.gamefile.writing import write_game as write_game
    from eleusis.record.replaying.replay import replay as replay
    from eleusis.record.replaying.replay import replay_game as replay_game
    from eleusis.record.replaying.scripts import script_of as script_of
    from eleusis.reviewing.review import Review as Review
    from eleusis.reviewing.review import review as review
    from eleusis.reviewing.review import review_round as review_round
    from eleusis.reviewing.reviewed import BestMove as BestMove
    from eleusis.reviewing.reviewed import PlayerReview as PlayerReview
    from eleusis.reviewing.reviewed import RoundReview as RoundReview
    from eleusis.reviewing.reviewed import SpokenGuess as SpokenGuess
    from eleusis.reviewing.reviewed import TopRule as TopRule
    from eleusis.reviewing.reviewed import TurnReview as TurnReview
    from eleusis.secret.automaton.comparison import Comparison as Comparison
    from eleusis.secret.english.explaining import explain as explain
    from eleusis.secret.library import find_rule as find_rule
    from eleusis.secret.library import library as library
    from eleusis.secret.library import load_rules as load_rules
    from eleusis.secret.measuring.measure import Measures as Measures
    from eleusis.secret.measuring.measure import measure as measure
    from eleusis.secret.rule import Example as Example
    from eleusis.secret.rule import Rule as Rule
    from eleusis.secret.rule import Source as Source
    from eleusis.secret.sameness import compare as compare
    from eleusis.secret.sameness import judge_guess as judge_guess
    from eleusis.variant import Difference as Difference
    from eleusis.variant import Variant as Variant
    from eleusis.variant import differences as differences
    from eleusis.variant import load_variant as load_variant
    from eleusis.variant import variant_names as variant_names
    from eleusis.words.page.transcript import transcript as transcript

    __version__: str

_HOMES = {
    "eleusis.benchmark.entries": "Entry",
    "eleusis.benchmark.evaluating": "Evaluation evaluate",
    "eleusis.benchmark.figures": "Gap Pairing Standing",
    "eleusis.driving.dealing": "deal",
    "eleusis.driving.driver": "By ByRule Driver Player Remote Statement Step Undecided belief_of play_round",
    "eleusis.driving.replayed": "Finding GameReplay RoundReplay WrongGuess",
    "eleusis.driving.rule_dealer": "RuleDealer",
    "eleusis.ground.errors": "EleusisError IllegalMove LabError ManyErrors NotationError Place PlayerError"
    " RuleError ScriptError VariantError YamlError",
    "eleusis.game.events": "Accepted AnyEvent Called CardForced DeckAdded Drew Event Expelled GuessJudged GuessMade"
    " GuessOffered HintGiven NewHandDealt NoPlayDeclared NoPlayTakenBack NoPlayUpheld Passed Played ProphetDeclared"
    " ProphetOverthrown Rejected RoundBegan RoundEnded StayOffered SuddenDeathBegan"
    " WentOut",
    "eleusis.game.events.stock": "Why",
    "eleusis.game.layout": "Layout",
    "eleusis.game.match": "Match",
    "eleusis.game.moves": "Call Declare Guess Hint Judge Move NoPlay Pass Play",
    "eleusis.game.round": "Round",
    "eleusis.game.state": "EndReason Phase",
    "eleusis.game.view": "View",
    "eleusis.record.gamefile.contents": "GameFile RoundScript",
    "eleusis.record.gamefile.reading": "load_game read_game",
    "eleusis.record.gamefile.writing": "write_game",
    "eleusis.lab.columns": "PlayedBy",
    "eleusis.lab.measures": "Measure Outcome",
    "eleusis.lab.simulation": "Results simulate",
    "eleusis.lab.intervals": "Interval",
    "eleusis.ground.cards": "Card PACK Suit UNKNOWN card cards",
    "eleusis.words.page.transcript": "transcript",
    "eleusis.minds.players.kinds": "Kind Option",
    "eleusis.minds.players.program.command": "Program",
    "eleusis.minds.players.registry": "Seat make_player read_seats",
    "eleusis.record.replaying.replay": "replay replay_game",
    "eleusis.record.replaying.scripts": "script_of",
    "eleusis.reviewing.review": "Review review_round review",
    "eleusis.reviewing.reviewed": "BestMove PlayerReview RoundReview SpokenGuess TopRule TurnReview",
    "eleusis.secret.automaton.comparison": "Comparison",
    "eleusis.secret.english.explaining": "explain",
    "eleusis.secret.library": "find_rule library load_rules",
    "eleusis.secret.measuring.measure": "Measures measure",
    "eleusis.secret.rule": "Example Rule Source",
    "eleusis.secret.sameness": "compare judge_guess",
    "eleusis.variant": "Difference Variant differences load_variant variant_names",
}
"""Where each exported name comes from."""

_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

_IN_NOTEBOOKS = {
    "eleusis.game.layout": ("Layout", "_repr_svg_", "eleusis.words.page.notebook", "layout_svg"),
    "eleusis.game.round": ("Round", "_repr_html_", "eleusis.words.page.notebook", "round_html"),
    "eleusis.game.view": ("View", "_repr_html_", "eleusis.words.page.notebook", "view_html"),
    "eleusis.reviewing.reviewed": ("RoundReview", "_repr_html_", "eleusis.reviewing.review_page", "show_rounds"),
    "eleusis.secret.rule": ("Rule", "_repr_html_", "eleusis.words.page.notebook", "rule_html"),
}
"""What shows itself in a notebook: the class, the method that is asked for, and the function that draws.

The modules of these classes stand below those that draw, so they can't name them; here they are given the method.
"""


if not TYPE_CHECKING:  # a type checker can't read the list, and would take any name, also a misspelt one
    __all__ = sorted(_HOME)

    def __getattr__(name: str) -> object:
        """Import a name from its home when it is first asked for: start-up is part of the product."""
        if name in _HOME:
            from importlib import import_module

            value = getattr(import_module(_HOME[name]), name)
            _show_in_notebooks()
        elif name == "__version__":
            value = _version()
        else:
            raise AttributeError(f"module 'eleusis' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*sorted(_HOME), "__version__"]


def _show_in_notebooks() -> None:
    """Give the classes that have been imported by now the method that notebooks ask for."""
    for home, (name, method, *drawing) in _IN_NOTEBOOKS.items():
        if home in sys.modules and not hasattr(cls := getattr(sys.modules[home], name), method):
            setattr(cls, method, _make_method(*drawing))


def _make_method(home: str, drawing: str) -> Callable[[object], str]:
    """A method that imports what it draws with when it is called."""

    def show(self: object) -> str:
        from importlib import import_module

        picture: str = getattr(import_module(home), drawing)(self)
        return picture

    return show


def _version() -> str:
    """The version as it was installed; `0+unknown` where eleusis runs from a folder that was not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("eleusis")
    except PackageNotFoundError:
        return "0+unknown"
