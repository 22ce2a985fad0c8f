"""While somebody waits at a terminal: who is thinking, and a table that is put aside with Ctrl-Z."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.doors.terminal.test_play import COMMAND, Terminal
from tests.helpers.called import run_here

pytestmark = pytest.mark.long

SLOW = """\
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        while not os.path.exists(sys.argv[1]):
            time.sleep(0.02)
        print(json.dumps({"move": message["options"][-1]}), flush=True)
"""
"""A bot that thinks until there is a file."""
TABLE = ("--variant", "express", "--seed", "2", "--dealer", "Dan", "--rule", "red")


@pytest.fixture
def slow(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "slow.py").write_text(SLOW)
    return "--bot", f"slow={shlex.join([sys.executable, 'slow.py', str(tmp_path / 'answer')])}"


def test_who_is_thinking_is_said_until_the_answer_comes(tmp_path: Path, slow: tuple[str, str]) -> None:
    terminal = Terminal(tmp_path, *TABLE, *slow, "--players", "Dan:random,Bob:slow,Ann", "--pace", "0")
    terminal.until("Bob is thinking …")
    (tmp_path / "answer").touch()
    terminal.until("Ann plays")
    assert "Bob is thinking …\r                 \r" in terminal.text
    terminal.type("quit\r")
    assert terminal.wait() == 0


def test_who_watches_bots_is_told_too_but_not_through_a_pipe(tmp_path: Path, slow: tuple[str, str]) -> None:
    game = (*TABLE, *slow, "--players", "Dan:random,Bob:slow,Ann:random", "--rounds", "1", "-o", "g.yaml")
    terminal = Terminal(tmp_path, *game, command=(sys.executable, "-m", "eleusis", "deal"))
    terminal.until("Bob is thinking …")
    (tmp_path / "answer").touch()
    assert terminal.wait() == 0
    watched = (tmp_path / "g.yaml").read_bytes()
    done = run_here(tmp_path, "deal", *game, "--force")
    assert (done.returncode, "thinking" in done.stderr) == (0, False)
    assert (tmp_path / "g.yaml").read_bytes() == watched


def test_ctrl_z_puts_the_table_aside_and_fg_brings_it_back(tmp_path: Path) -> None:
    shell = Terminal(tmp_path, command=("/bin/bash", "--norc", "-i"), PS1="$ ")
    shell.until("$ ")
    words = [*COMMAND, *TABLE, "--players", "Dan:random,Bob:random,Ann", "--pace", "0"]
    shell.type(f"{' '.join(words)}\r")
    shell.until("Ann plays")
    shell.type("\x1a")
    shell.until("Stopped")
    shell.type("fg\r")
    shell.until("Ann plays")
    assert re.search(r"Eleusis Express", shell.text[shell.text.index("Stopped") :]), "the whole screen again"
    shell.type("quit\r")
    shell.until("continue with")
    shell.type("exit\r")
    shell.wait()
