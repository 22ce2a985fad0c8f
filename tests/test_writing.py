"""Writing a played round whose dealer has a rule, and did not always follow it."""

from __future__ import annotations

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Step
from eleusis.driving.record import RoundReplay
from eleusis.errors import NOWHERE
from eleusis.game.moves import Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.gamefile.contents import GameFile
from eleusis.gamefile.reading import read_game
from eleusis.gamefile.writing import write_game
from eleusis.pack import card, cards
from eleusis.replaying.replay import replay_game
from eleusis.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

PLAYERS = ("Ann", "Bob", "Cleo")


def test_a_judgement_that_the_rule_would_not_give_is_written() -> None:
    variant, rule = load_variant("express"), Rule("red")
    hands = {"Ann": cards("5H 6H 7S"), "Bob": cards("5D 6D 8S")}
    round_ = deal(variant, PLAYERS, dealer="Cleo", seed=3, starter=cards("AH"), hands=hands)
    moves: tuple[Move, ...] = (
        Play("Ann", cards("5H")),
        Judge("Cleo", True),  # the rule says so too
        Guess("Ann", "it is all about the weather"),
        Judge("Cleo", False),  # nobody but a person can judge prose
        Play("Bob", cards("8S")),
        Judge("Cleo", True),  # against the rule
        Pass("Bob"),
        NoPlay("Ann"),
        Judge("Cleo", False, card("6H")),  # what the rule would choose
        NoPlay("Bob"),
        Judge("Cleo", False, card("6D")),  # right, but not the first right card
    )
    steps: list[Step] = []
    Driver(round_, {}, steps).go(moves)
    script = script_of(RoundReplay(1, round_, steps=steps), rule, full=True)
    game = GameFile("<text>", "express", NOWHERE, PLAYERS, seed=3, rounds=(script,))

    stated = [line.move for line in script.lines if isinstance(line.move, Judge)]
    replayed = replay_game(read_game(write_game(game)))

    assert stated == [moves[3], moves[5], moves[10]]
    assert replayed.rounds[0].round.events == round_.events
    assert [finding.code for finding in replayed.findings] == ["misjudged"]
