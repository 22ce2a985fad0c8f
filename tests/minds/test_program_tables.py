"""Programs at tables: dealt with, killed, gone on with, simulated (design.md, "Players from outside")."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main
from eleusis.game.moves import Guess, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.errors import IllegalMove
from eleusis.minds.players.kinds import read_programs
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import read_seats
from eleusis.record.replaying.replay import replay
from eleusis.secret.rule import Rule
from eleusis.table.game_head import game_head
from eleusis.table.game_table import Table, new_table
from eleusis.table.permissions import check_move, take_back
from tests.helpers.pages import DOCS
from tests.helpers.planted import plant_answers

Capture = pytest.CaptureFixture[str]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need a system with POSIX processes")

BOT = """
import json, os, sys
log = open(sys.argv[1], "a")
moves = 0
for line in sys.stdin:
    message = json.loads(line)
    log.write(line)
    log.flush()
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "ready", "name": "first"}), flush=True)
    elif kind == "move":
        moves += 1
        if len(sys.argv) > 2 and moves == int(sys.argv[2]):
            print("about to die", file=sys.stderr, flush=True)
            os.kill(os.getpid(), 9)
        options = message["options"]
        print(json.dumps({"move": "pass" if "pass" in options else options[0]}), flush=True)
"""
"""Plays its first card, passes where it may, writes down what it is sent; dies at a move if it is told which."""


def bot(folder: Path, *words: str) -> str:
    """The command of the bot, whose log is `log` in the folder."""
    (folder / "bot.py").write_text(BOT, "utf-8")
    return shlex.join([sys.executable, "-I", "-S", str(folder / "bot.py"), str(folder / "log"), *words])


def sent(folder: Path) -> list[dict[str, object]]:
    """What the bots of a folder were sent."""
    return [json.loads(line) for line in (folder / "log").read_text("utf-8").splitlines()]


def seat_program(folder: Path, players: str, variant: str = "express") -> Table:
    """A table with programs at it."""
    programs: dict[str, Program] = read_programs([f"mine={bot(folder)}"])
    seats = read_seats(players, programs=programs)
    return new_table(game_head(variant, seats, 3), seats)


def test_a_whole_game_one_process_a_seat_and_the_dealer_hears_the_end(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.yaml"
    players = "Ann:mine,Bob:mine,Cleo:random"
    code = main(
        ["deal", "--variant", "express", "--bot", f"mine={bot(tmp_path)}", "--players", players, "-o", str(file)]
    )
    assert code == exits.FINE
    assert "seats: {Ann: mine, Bob: mine, Cleo: random}" in file.read_text("utf-8")
    assert "bot.py" not in file.read_text("utf-8")  # a command never stands in a file
    [game] = replay(file)
    messages = sent(tmp_path)
    kinds = [message["type"] for message in messages]
    assert kinds.count("hello") == kinds.count("bye") == 2
    ends = [message for message in messages if message["type"] == "end"]
    assert [end["scores"] for end in ends[::2]] == [record.scores for record in game.rounds]
    assert [end["rule"] for end in ends[::2]] == [record.rule for record in game.rounds]
    assert not game.findings


def test_one_that_is_killed_is_named_and_the_file_goes_on_with_another(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.yaml"
    other = f"other={shlex.join([sys.executable, str(DOCS / 'bots/minimal.py')])}"
    game = ["--players", "Ann:mine,Bob:random,Cleo:other,Dan:random", "--dealer", "Dan", "--rounds", "1"]
    code = main(
        ["deal", "--bot", f"mine={bot(tmp_path, '4')}", "--bot", other, *game, "--seed", "5", "-o", str(file)]
    )
    error = capsys.readouterr().err
    assert code == exits.FINDING
    assert "Ann" in error
    assert "mine" in error
    assert "SIGKILL" in error
    assert "about to die" in error
    assert not file.exists()
    part = tmp_path / "game.yaml.part"
    [before] = replay(part)
    played = [step.move.text for step in before.rounds[0].steps]
    assert before.rounds[0].ended is None
    assert sum(step.seat == "Ann" for step in before.rounds[0].steps) == 3

    assert main(["play", "--resume", str(part), "--pace", "0"]) == exits.BAD_INPUT
    assert "--bot" in capsys.readouterr().err
    (command,) = [line for line in error.splitlines() if line.startswith("  eleusis ")]
    words = shlex.split(command)
    assert words == ["eleusis", "play", "--resume", str(part), "--bot", other, "--seat", "Ann=random"]
    code = main([*words[1:], "--pace", "0"])
    assert code == exits.FINE
    [after] = replay(part)
    assert [step.move.text for step in after.rounds[0].steps][: len(played)] == played
    assert after.rounds[0].ended is not None
    assert not after.findings


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--seat", "Ann"], exits.BAD_INPUT, "NAME=KIND"),
        (["--seat", "Nan=random"], exits.BAD_INPUT, "nobody at the table is called 'Nan'"),
        (["--seat", "Ann=rendom"], exits.BAD_INPUT, "did you mean 'random'"),
        (["--bot", "random=true"], exits.BAD_INPUT, "a kind of player has the name"),
    ],
)
def test_what_can_not_be_resumed_so(
    words: list[str], code: int, says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("eleusis: 1\nvariant: express\nplayers: [Ann, Bob, Cleo]\nseed: 1\nrounds:\n", "utf-8")
    assert main(["play", "--resume", str(file), *words]) == code
    assert says in capsys.readouterr().err


def test_what_a_program_has_been_sent_is_not_taken_back(tmp_path: Path) -> None:
    table = seat_program(tmp_path, "Dan:random,Ann,Bob:mine,Cleo")
    with table.crew:
        table.begin_round("Dan", Rule("any"))
        table.step(Play("Ann", table.now.round.view("Ann").hand[:1]))
        table.step(Pass("Ann"))
        take_back(table, "Ann")  # nobody has been sent it yet
        table.step(Pass("Ann"))
        assert table.now.round.to_act == "Bob"
        program = table.crew.player(table.seats["Bob"])
        assert program is not None
        program.answer(table.now.round.view("Bob"), len(table.now.steps) + 1)
        with pytest.raises(IllegalMove, match="Bob is a program") as caught:
            take_back(table, "Ann")
        assert caught.value.code == "move/may-not-undo"


def test_a_round_whose_end_a_program_was_told_is_not_taken_back(tmp_path: Path) -> None:
    table = seat_program(tmp_path, "Dan:mine,Ann,Bob,Cleo")
    with table.crew:
        table.begin_round("Dan", Rule("any"))
        while table.playing:
            view = table.now.round.view(table.now.round.to_act or "")
            table.step(Pass(view.seat) if view.due is Guess else view.options[0])
        last = table.now.steps[-1]
        assert last.by == "seat"
        with pytest.raises(IllegalMove) as caught:
            take_back(table)
        assert caught.value.code == "move/may-not-undo"


@pytest.mark.long
def test_a_simulation_with_a_program_gives_the_same_numbers_in_one_process_and_in_two(
    tmp_path: Path, capsys: Capture
) -> None:
    command = ["simulate", "--variant", "express", "--bot", f"mine={bot(tmp_path)}", "--rounds", "30"]
    pages = []
    for jobs in ("1", "2"):
        assert main([*command, "--players", "Ann:mine,Bob:random,Cleo:mine", "--jobs", jobs]) == exits.FINE
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]
    assert "Ann mine" in pages[0]


def test_at_a_live_table_another_seats_move_lets_no_right_go_by(tmp_path: Path) -> None:
    """design.md, "Players from outside": only `to_act` moves, but for the dealer's hint."""
    table = seat_program(tmp_path, "Dan,Ann,Bob,Cleo")
    table.begin_round("Dan", Rule("any"))
    table.step(Play("Ann", table.now.round.view("Ann").hand[:1]))
    play = Play("Bob", table.now.round.view("Bob").hand[:1])
    for move in (play, Pass("Bob"), NoPlay("Bob")):
        with pytest.raises(IllegalMove) as caught:
            check_move(table, move)
        assert caught.value.code == "move/out-of-turn"
    assert table.now.round.to_act == "Ann"
    table.step(Pass("Ann"))
    check_move(table, play)


def test_what_bots_played_before_an_interruption_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    asked = iter(range(5))

    def answer(view: View) -> object:
        if next(asked, None) is None:
            raise KeyboardInterrupt
        return view.options[0]

    plant_answers(monkeypatch, "stopped", answer)
    file = tmp_path / "game.yaml"
    game = ["--players", "Ann:stopped,Bob:random,Cleo:random,Dan:random", "--dealer", "Dan", "--rounds", "1"]
    assert main(["deal", *game, "-o", str(file)]) == exits.INTERRUPTED
    assert not file.exists()
    part = tmp_path / "game.yaml.part"
    assert f"\n  eleusis play --resume {part}\n" in capsys.readouterr().err, "nobody failed"
    [kept] = replay(part)
    assert sum(step.seat == "Ann" for step in kept.rounds[0].steps) == 5


@pytest.mark.long
@pytest.mark.parametrize("after", ["sys.exit(0)", "print('well', flush=True)"])
def test_what_a_program_does_after_a_game_is_no_fault_of_the_next(
    after: str, tmp_path: Path, capsys: Capture
) -> None:
    """The same scores for any --jobs: whichever round comes next, the program is started anew for it."""
    command = bot(tmp_path)
    lines = f'    elif kind == "end":\n        {after}\n'
    (tmp_path / "bot.py").write_text(BOT + lines, "utf-8")
    suite = ["benchmark", "--generate", "6", "--seed", "7", "--bot", f"mine={command}", "--player", "mine"]
    runs = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        code = main([*suite, "--on-error", "score", "--jobs", jobs, "--out", str(out)])
        assert code == exits.FINE
        entries = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        assert not [entry["error"] for entry in entries if entry["error"]]
        runs.append(sorted((entry["round"], entry["score"], entry["turns"]) for entry in entries))
        assert "started again" in capsys.readouterr().err or jobs == "2"
    assert runs[0] == runs[1]
    assert len(runs[0]) == 6


def test_a_rule_of_a_file_may_be_stated_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("eleusis: 1\nrules: {my-secret: 'rank >= last.rank'}\n", "utf-8")
    (tmp_path / "suite.yaml").write_text(
        "eleusis: 1\nvariant: solo\nplayers: [Dan, Ann]\nseed: 1\nrounds:\n  - {dealer: Dan, rule: my-secret}\n",
        "utf-8",
    )
    command = bot(tmp_path)
    stating = BOT.replace("else options[0]}", 'else options[0], "rule": "my-secret", "confidence": 0.5}')
    (tmp_path / "bot.py").write_text(stating, "utf-8")
    out = tmp_path / "out.jsonl"
    files = ["--rules", str(tmp_path / "rules.yaml"), "--out", str(out), "--jobs", "1"]
    suite = ["benchmark", str(tmp_path / "suite.yaml"), "--bot", f"mine={command}", "--player", "mine"]
    assert main([*suite, *files]) == exits.FINE
    entry = json.loads(out.read_text("utf-8"))
    assert entry["confidences"] == [[0.5, True]] * entry["turns"]
