"""`eleusis play` at one keyboard: hands that stay hidden, pages, and what is told when a round is over."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.driving.dealing import deal
from eleusis.driving.undo import may_undo
from eleusis.game.moves import Guess, Judge, Pass, Play
from eleusis.ground.errors import NotationError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import find_rule
from eleusis.table.afterwards import belief_lines
from eleusis.table.game_table import resume
from eleusis.variant import load_variant
from eleusis.words.page.ink import Ink
from eleusis.words.page.transcript import page_of
from tests.doors.terminal.test_play import TABLE, Terminal
from tests.helpers.sittings import FakeTerminal, seated, sit_at


@pytest.mark.long
def test_what_a_scientist_believed_is_told_after_the_round_and_not_before(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "g.yaml"
    table = seated(path, "Ann,Bob:scientist(bits=12),Cleo:random")
    plan = Arrangement(dealer="Cleo", given=[find_rule("red")], pace=0)
    desk = FakeTerminal(["beliefs", "beliefs Bob", "guesses", "quit"])
    sit_at(desk, table, plan)
    assert desk.seen.count("! what a bot believed stays secret until the round is over") == 2
    assert "! how a wrong guess differs stays secret until the round is over" in desk.seen
    assert "fitting" not in desk.seen
    assert "the rule was" not in desk.seen
    table, _ = resume(path)
    while table.playing:
        if table.bot_to_act:
            table.step()
            continue
        assert table.now.round.to_act == "Ann"
        may_play = table.now.round.state.phase == "play"
        table.step(table.now.round.options()[0] if may_play else Pass("Ann"))
    for who in ("", "bob"):
        lines = belief_lines(table, who, page_of(table.players, table.variant, 80, Ink(), "Ann"))
        assert lines[0] == "\fBob: the rules that fitted, and the most probable of them"
        turns = [int(line.split()[0]) for line in lines[2:] if re.match(r" {2,5}\d+  ", line)]
        assert turns == list(range(1, turns[-1] + 1))
        assert any(re.search(r"\d  +\d+%  red$", line) for line in lines)
        assert all(len(line) <= 80 for line in lines)
    for who in ("Ann", "Zoe"):
        with pytest.raises(NotationError, match="keeps no record of beliefs"):
            belief_lines(table, who, page_of(table.players, table.variant, 80, Ink(), "Ann"))
    assert table.file is not None
    table.file.close()


def test_what_is_typed_as_a_guess_reaches_no_terminal_raw() -> None:
    round_ = deal(load_variant("express"), ["Ann", "Bob"], dealer="Ann", seed=1)
    bob = round_.hidden.hands["Bob"][0]
    for move in (Play("Bob", (bob,)), Judge("Ann", True), Guess("Bob", "a\x1b[31mX\x1b]0;evil\x07Z")):
        round_.step(move)
    assert what_is_due(round_, "Ann").isprintable()


@pytest.mark.long
def test_one_enter_too_many_opens_no_hand_and_nobody_finds_the_lines_of_another(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    terminal = Terminal(tmp_path, *TABLE, "--rule", "none", "--file", "g.yaml")
    terminal.until("Ann: press Enter")
    terminal.type("\r")
    terminal.until("Ann plays")
    terminal.type("guess zzz\r")
    terminal.until("can guess only")
    terminal.type("1\r\r")
    terminal.until("Bob: press Enter")
    time.sleep(0.7)
    terminal.type("\x1b[A")
    time.sleep(0.3)
    terminal.type("\r")
    terminal.until("Bob plays")
    before = len(terminal.text)
    terminal.type("\x1b[A\x1b[A")
    time.sleep(0.3)
    terminal.type("?\r")
    terminal.until("Bob may now")
    assert "zzz" not in terminal.text[before:]
    terminal.type("\x04")
    terminal.wait()


def test_nothing_is_taken_back_once_the_round_has_been_broken_off() -> None:
    game = """eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    starter: 7S
    hands: {Ann: 2H 3H 4S, Bob: 5H 6S 7D}
    moves: |
      Ann play 2H
      Cleo judge right
"""
    (record,) = replay_game(read_game(game)).rounds
    assert may_undo(record, "Cleo") is None
    record.break_off()
    assert may_undo(record, "Cleo")


def test_the_refusal_of_an_undo_names_no_card_that_the_dealer_alone_knows() -> None:
    """matuszek: of a misjudged no play nobody learns which card was right."""
    game = read_game(
        """eleusis: 1
variant: matuszek
players: [Ann, Bob, Cleo, Dan]
seed: 7
rounds:
  - dealer: Ann
    rule: "if last.red then black else red"
    starter: 10C
    hands: {Bob: 2H 3C 4D, Cleo: 4S 6S 6H, Dan: 7S 8S 9S 7D}
    moves: |
      Bob play 2H
      Bob declare
      Cleo no-play
      Bob call wrong 6H
"""
    )
    (record,) = replay_game(game).rounds
    assert record.steps[-1].move.text == "judge wrong 4S"
    why = may_undo(record, "Ann")
    assert why is not None
    assert "judge wrong" in why
    assert "4S" not in why
