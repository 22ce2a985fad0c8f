"""A table that is ended from outside: by a signal, by a terminal that is closed."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from eleusis.doors.terminal.signals import Ended, ended_by_signals
from eleusis.record.gamefile.reading import read_game
from tests.doors.terminal.test_play import COMMAND, PEOPLE, Terminal, run
from tests.helpers.patience import patient

pytestmark = pytest.mark.long

KEYBOARD = ("--players", "Rosa,Karl", "--variant", "express", "--dealer", "Rosa", "--seed", "3", "--file", "g.yaml")


def asked(terminal: Terminal, question: str) -> None:
    """Goes on to one of the questions of a game, each of which is asked in a way of its own."""
    if question == "players":
        terminal.until("players>")
        time.sleep(0.2)  # until it reads: a signal just before that is heard with the next line only
    elif question == "rule":
        terminal.until("rule>")
        time.sleep(0.2)  # until nothing is echoed
    else:
        terminal.until("press Enter to see your hand")
        time.sleep(0.5)  # until the line editor has the terminal
        if question == "move":
            terminal.type("\r")
            terminal.until("Ann plays")


@pytest.mark.parametrize(
    ("number", "question"),
    [
        *((signal.SIGTERM, question) for question in ("players", "rule", "hand", "move")),
        (signal.SIGHUP, "rule"),
        *(
            pytest.param(signal.SIGHUP, question, marks=pytest.mark.soak)
            for question in ("players", "hand", "move")
        ),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was_and_the_game_whole(
    number: signal.Signals, question: str, tmp_path: Path
) -> None:
    args = {"players": ("--file", "g.yaml"), "rule": KEYBOARD}.get(question, (*PEOPLE, "--file", "g.yaml"))
    terminal = Terminal(tmp_path, *args)
    before = termios.tcgetattr(terminal.handle)
    asked(terminal, question)
    os.kill(terminal.pid, number)
    terminal.until(
        "nothing has been dealt yet" if question in ("players", "rule") else "continue with: eleusis play"
    )
    after = termios.tcgetattr(terminal.handle)
    assert terminal.wait() == 128 + number
    assert after == before
    assert after[3] & termios.ECHO
    assert f"nded by {number.name}" in terminal.text
    assert "Traceback" not in terminal.text
    if question in ("hand", "move"):
        assert read_game((tmp_path / "g.yaml").read_text()).rounds
        done = run(tmp_path, "quit\n", "--resume", "g.yaml", "--rule", "red")
        assert (done.returncode, "has been dropped" in done.stderr) == (0, False)


class SignalledWrite(io.FileIO):
    """A file that a signal reaches when it is first written to."""

    reached = False

    def write(self, data: Any) -> int:
        if not self.reached:
            self.reached = True
            signal.raise_signal(signal.SIGTERM)
        return super().write(data)


def test_a_signal_in_the_midst_of_writing_ends_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = pty.openpty()
    screen = io.TextIOWrapper(io.BufferedWriter(SignalledWrite(there, "w", closefd=False)))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdin", open(there, closefd=False))  # noqa: SIM115
    monkeypatch.setattr(sys, "stdout", screen)
    screen.write("Ann plays")
    with ended_by_signals() as ending, pytest.raises(Ended, match="15"):
        screen.flush()
    monkeypatch.undo()
    assert ending.exit_code == 143
    assert b"\x1b[?25h" in os.read(here, 1000)
    screen.detach()
    os.close(here)
    os.close(there)


def test_a_terminal_that_is_closed_ends_the_table(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PEOPLE, "--file", "g.yaml")
    asked(terminal, "move")
    os.close(terminal.handle)  # the kernel sends SIGHUP, and nothing can be written any more
    code = os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1])
    assert code == 128 + signal.SIGHUP
    assert run(tmp_path, "quit\n", "--resume", "g.yaml", "--rule", "red").returncode == 0


def test_a_signal_in_a_pipe_and_one_that_nohup_ignores(tmp_path: Path) -> None:
    args = [*COMMAND, "--players", "Ann,Bob", "--variant", "express", "--rule", "red", "--file", "g.yaml"]
    for ignored in (False, True):
        (tmp_path / "g.yaml").unlink(missing_ok=True)
        child = subprocess.Popen(
            args,
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=(lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) if ignored else None,
        )
        assert child.stdout is not None
        shown = b""
        while b"plays>" not in shown:  # the prompt ends no line
            more = os.read(child.stdout.fileno(), 4096)
            assert more, shown
            shown += more
        time.sleep(0.2)  # until it reads
        child.send_signal(signal.SIGHUP)
        _, err = child.communicate(b"quit\n", timeout=patient(20))
        assert child.returncode == (0 if ignored else 129)
        assert (b"Ended by SIGHUP" in err) is not ignored
