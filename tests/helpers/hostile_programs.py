"""Programs that do what no player should: each a few lines of Python, and what is said of it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import attrs
import pytest

from tests.helpers.patience import patient

MARK = "ELEUSIS_TEST_MARK"

ASKED = "import os, sys, time, signal\nline = sys.stdin.readline()\n"
"""It reads its first question."""
GREETED = ASKED + """sys.stdout.write('{"type": "ready"}\\n'); sys.stdout.flush()\nline = sys.stdin.readline()\n"""
"""It says that it is ready, and reads its second question."""


@attrs.frozen
class Hostile:
    """What a program does once it has been asked, the code of the error and some of its words."""

    does: str
    code: str
    cause: str
    seconds: float = patient(20)


HOSTILE: dict[str, Hostile] = {
    "an end": Hostile("sys.exit(3)", "player/died", "ended, with exit code 3"),
    "a quiet end": Hostile("sys.exit()", "player/died", "ended, with exit code 0"),
    "an exception": Hostile("1 / 0", "player/died", "exit code 1; its stderr ended: Traceback .*ZeroDivisionError"),
    "a kill": Hostile("os.kill(os.getpid(), 9)", "player/died", r"was ended by SIGKILL \(signal 9\)"),
    "a crash": Hostile("os.abort()", "player/died", r"was ended by SIGABRT"),
    "silence": Hostile("time.sleep(60)", "player/late", "didn't answer within 0.3 s", 0.3),
    "a stop": Hostile("os.kill(os.getpid(), signal.SIGSTOP)", "player/late", "didn't answer within 0.3 s", 0.3),
    "deaf": Hostile(
        "signal.signal(15, signal.SIG_IGN)\nwhile True: time.sleep(60)", "player/late", "didn't answer", 0.3
    ),
    "half a line": Hostile("os.write(1, b'{'); time.sleep(60)", "player/late", "didn't answer", 0.3),
    "two lines": Hostile("os.write(1, b'{}\\n{}\\n'); time.sleep(60)", "player/unasked", "more than one line"),
    "100 MB": Hostile("os.write(1, b'x' * 100_000_000)", "player/too-long", "a line of more than 1,048,576 bytes"),
    "a flood": Hostile("while True: os.write(1, b'y' * 65536)", "player/too-long", "of more than 1,048,576 bytes"),
    "lines for ever": Hostile("while True: os.write(1, b'{}\\n' * 9999)", "player/unasked", "more than one line"),
    "a flood of errors": Hostile("while True: os.write(2, b'z' * 99 + b'\\n')", "player/late", "zzzz", 0.5),
    "a closed stdout": Hostile("os.close(1); time.sleep(60)", "player/died", "closed its stdout"),
    "a zombie": Hostile("os.fork() or os._exit(0)\nsys.exit(4)", "player/died", "exit code 4"),
    "a fork that lives": Hostile("os.fork() or time.sleep(60)\nsys.exit(5)", "player/died", "exit code 5"),
}  # fmt: skip
"""What a program does instead of an answer."""


def command_of(source: str) -> list[str]:
    """The command of a program, which starts as quick as Python can."""
    return [sys.executable, "-I", "-S", "-c", source]


def living() -> Iterator[int]:
    """The processes that have the mark in their environment; zombies have none."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes().split(b"\0") and int(path.parent.name) != os.getpid():
                yield int(path.parent.name)
        except OSError:  # it has ended, or is another's
            continue


def left_behind(seconds: float = 0.0) -> list[int]:
    """The marked processes that are still there after so long at the most."""
    deadline = time.monotonic() + patient(seconds)
    while (left := list(living())) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@contextmanager
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is started in here must be gone at its end."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("there is no /proc to look at")
    monkeypatch.setenv(MARK, uuid4().hex)
    yield
    assert not left_behind(2), "a process was left behind"
