"""Being ended from outside: SIGTERM and SIGHUP leave the table as Ctrl-C does, and the terminal as it was."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from eleusis.words.page.ink import is_screen

_AGAIN = 2.0
"""Seconds in which a second signal belongs to the first: a closed window sends several."""


class Ended(KeyboardInterrupt):
    """A signal ended the program: as after Ctrl-C all is closed, but nobody is asked if it is meant."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def signal(self) -> str:
        """Its name, as SIGTERM."""
        return signal.Signals(self.number).name


class Ending:
    """Whether a signal has come: its number, or None; and how the terminal was before."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._since = 0.0
        self._before: list[Any] | None = None
        with contextlib.suppress(ImportError, OSError, ValueError):  # Windows, or no file behind it (a test)
            import termios

            if sys.stdin.isatty():
                self._before = termios.tcgetattr(sys.stdin.fileno())

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The handler. Raises Ended, once for signals that come together."""
        if self.number is not None and time.monotonic() - self._since < _AGAIN:
            return
        self.number, self._since = number, time.monotonic()
        self.restore()
        raise Ended(number)

    def restore(self) -> None:
        """The terminal as it was: a line editor that is ended while it begins does not do it."""
        if self._before is None:
            return
        import termios

        with contextlib.suppress(OSError, ValueError, termios.error):  # it may be gone
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._before)
            out = getattr(sys.stdout, "behind", sys.stdout)
            if is_screen(out):
                # Not through `out`: a signal that comes while it writes finds it locked against a second writer.
                os.write(
                    out.fileno(), b"\x1b[?2004l\x1b[?25h\x1b[0m"
                )  # pasting plainly, the cursor seen, no colour

    @property
    def exit_code(self) -> int | None:
        """128 and the signal's number, as a shell has it; None where none has come."""
        return None if self.number is None else 128 + self.number


@contextmanager
def ended_by_signals() -> Iterator[Ending]:
    """Within the block SIGTERM and SIGHUP raise Ended; one that is ignored (`nohup`) stays so."""
    ending = Ending()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, ending)
    try:
        yield ending
    finally:
        if ending.number is not None:
            ending.restore()
        for number, handler in before.items():
            signal.signal(number, handler)
