"""Writing a played round whose dealer has a rule, and did not always follow it."""

from __future__ import annotations

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Step, play_round
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.ground.cards import card, cards
from eleusis.ground.chance import stream
from eleusis.minds.players.registry import make_player
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import replay_game
from eleusis.record.replaying.scripts import script_of
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
    game = GameFile("<text>", "express", PLAYERS, seed=3, rounds=(script,))

    stated = [line.move for line in script.lines if isinstance(line.move, Judge)]
    replayed = replay_game(read_game(write_game(game)))

    assert stated == [moves[3], moves[5], moves[10]]
    assert replayed.rounds[0].round.events == round_.events
    assert [finding.code for finding in replayed.findings] == ["misjudged"]


def test_a_played_round_is_written_with_all_that_it_needs() -> None:
    express, rule = load_variant("express"), Rule("color != last.color")
    players = {seat: make_player("random", seat, express, stream(5, seat)) for seat in ("Ann", "Bob", "Cleo")}
    round_ = deal(
        express, (*players, "Dan"), dealer="Dan", seed=5, starter=cards("7S"), hands={"Ann": cards("5H 6C")}
    )
    steps = play_round(round_, {**players, "Dan": RuleDealer(rule, express)})
    record = RoundReplay(1, round_, rule=rule.text, steps=steps)
    game = GameFile("tonight.yaml", "express", round_.players, rounds=(script_of(record, rule),))

    replayed = replay_game(read_game(write_game(game)))

    assert not replayed.findings
    assert replayed.rounds[0].round.events == round_.events
