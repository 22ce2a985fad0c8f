"""Where the table meets people: a terminal that is redrawn, or plain lines in a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TextIO

from eleusis.doors.terminal.editor import MENU, Session
from eleusis.doors.terminal.question import Paint, Question
from eleusis.doors.terminal.thinking import thinking
from eleusis.ground.errors import visible_lines
from eleusis.words.page.ink import Ink, cut, is_screen, page_for

PLAIN_WIDTH = 80
"""The columns of plain lines."""


class PlainDesk:
    """Plain lines from one stream to another: a pipe, or a terminal of which nothing is known."""

    live = False
    """Whether a person sits at a screen that is redrawn."""
    scrolls = False
    """Whether keys scroll the layout while a line is being typed."""

    def __init__(self, source: TextIO, out: TextIO, ink: Ink | None = None) -> None:
        self.source = source
        self.out = out
        self.ink = ink or Ink()

    @property
    def attended(self) -> bool:
        """Whether a person types at a terminal, who may hit a key by mistake; a script means what it says."""
        return self.source.isatty()

    @property
    def size(self) -> tuple[int, int | None]:
        """Columns as wide as a page, and as many lines as it likes."""
        return PLAIN_WIDTH, None

    def say(self, lines: Sequence[str]) -> None:
        """Write lines."""
        self.out.write("".join(f"{line}\n" for line in lines))
        self.out.flush()

    def thinking(self, name: str) -> AbstractContextManager[None]:
        """Within the block somebody is thinking, which is said after a while."""
        return thinking(self.out, name)

    def show(self, paint: Paint) -> None:
        """Nothing: what happens is said line by line."""

    def ask(self, question: Question) -> str:
        """The next line of the stream; one from a pipe that isn't secret is repeated behind its question.

        Raises EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
        """
        if question.paint is not None:
            self.say(["", *question.paint(PLAIN_WIDTH, None)])
        if question.unseen and self.source.isatty():
            return _unseen(question.prompt, self.out)
        self.out.write(f"{question.prompt} ")
        self.out.flush()
        line = self.source.readline()
        if not line:
            self.out.write("\n")
            raise EOFError
        if question.unseen:
            self.out.write("\n")
        elif not self.source.isatty():
            self.out.write(cut(line.strip(), 200) + "\n" if line.isprintable() or line[:-1].isprintable() else "\n")
        return line.strip()


class TerminalDesk:
    """A terminal whose screen is drawn anew, also when its size changes; the line has history and completion."""

    live = True
    attended = True

    def __init__(self, ink: Ink) -> None:
        self.ink = ink

    @cached_property
    def _session(self) -> Session | None:
        return Session(bool(self.ink.colour)) if has_line_editor() else None

    @cached_property
    def scrolls(self) -> bool:
        """Whether the line is typed in an editor that has keys of its own."""
        return has_line_editor()

    @property
    def size(self) -> tuple[int, int | None]:
        """The columns of the terminal, and its lines without those that a question takes."""
        size = shutil.get_terminal_size()
        return size.columns, max(1, size.lines - _BELOW)

    def say(self, lines: Sequence[str]) -> None:
        """Print lines below what is there."""
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def thinking(self, name: str) -> AbstractContextManager[None]:
        """Within the block somebody is thinking, which is said after a while."""
        return thinking(sys.stdout, name)

    def show(self, paint: Paint) -> None:
        """Draw a screen in place of what is there, and clear what had scrolled away."""
        size = shutil.get_terminal_size()
        lines = paint(size.columns, size.lines - 1)
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" + "\n".join(lines) + "\n")
        sys.stdout.flush()

    def ask(self, question: Question) -> str:
        """The line that is edited below the screen; without the extra `play`, a plain one."""
        if self._session is not None:
            return self._session.ask(question).strip()
        asked, paint = visible_lines(question.prompt), question.paint
        if paint is not None:
            taken = 1 + asked.count("\n") + (MENU - 1 if question.words else 0)
            self.show(lambda width, height: [*paint(width, (height or 24) - taken), ""])
        return _unseen(asked) if question.unseen else input(f"{asked} ").strip()


Desk = PlainDesk | TerminalDesk
"""Shows screens and asks for lines."""


def _unseen(prompt: str, out: TextIO | None = None) -> str:
    """A line typed without an echo. Ctrl-Z does nothing meanwhile: the shell would turn the echo on again."""
    import signal
    from getpass import getpass

    stops = getattr(signal, "SIGTSTP", None)
    before = None if stops is None else signal.signal(stops, signal.SIG_IGN)
    try:
        return getpass(f"{prompt} ", out).strip()
    finally:
        if stops is not None:
            signal.signal(stops, before)


_BELOW = 3
"""Lines that a question takes: the blank one above it, its own, and the cursor's."""


def has_line_editor() -> bool:
    """Whether the extra `play` is installed."""
    from importlib.util import find_spec

    return find_spec("prompt_toolkit") is not None


def the_desk() -> Desk:
    """The desk for the streams that there are: a terminal if both are one, and plain lines otherwise."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if sys.stdin is None:
        raise EOFError
    if reconfigure is not None:
        reconfigure(errors="replace")
    if not (sys.stdin.isatty() and is_screen(sys.stdout)):
        return PlainDesk(sys.stdin, sys.stdout)
    _, colour = page_for(sys.stdout)
    ascii_ = (sys.stdout.encoding or "").casefold().replace("-", "") not in ("utf8", "utf16")
    return TerminalDesk(Ink(colour, ascii_))
