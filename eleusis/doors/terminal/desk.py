"""Where the table meets people: a terminal that is redrawn, or plain lines in a pipe."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

import attrs

from eleusis.doors.terminal.question import CLEAR, MENU, Paint, Question
from eleusis.ground.agreement import say
from eleusis.ground.errors import visible_lines
from eleusis.words.page.ink import PLAIN, Ink, cells, cut, is_screen, page_for, wrap_each

if TYPE_CHECKING:
    from eleusis.doors.terminal.editor import Session

PLAIN_WIDTH = 80
"""The columns of plain lines."""
_BELOW = 3
"""Lines that a question takes: the blank one above it, its own, and the cursor's."""
_PATIENCE = 1.0
"""Seconds after which one would like to know what one waits for."""


class Desk:
    """Shows screens and asks for lines; this one in plain lines from one stream to another.

    They are a pipe, or a terminal of which nothing is known.
    """

    live = False
    """Whether a person sits at a screen that is redrawn."""

    def __init__(self, source: TextIO, out: TextIO, ink: Ink = PLAIN) -> None:
        self.source = source
        self.out = out
        self.ink = ink

    @property
    def attended(self) -> bool:
        """Whether a person types at a terminal, who may hit a key by mistake; a script means what it says."""
        return self.source.isatty()

    @property
    def scrolls(self) -> bool:
        """Whether keys scroll the layout while a line is being typed: in an editor that has keys of its own."""
        return self.live and has_line_editor()

    @property
    def size(self) -> tuple[int, int | None]:
        """Columns as wide as a page, and as many lines as it likes."""
        return PLAIN_WIDTH, None

    def say(self, lines: Sequence[str]) -> None:
        """Write lines, below what is there."""
        self.out.write("".join(f"{line}\n" for line in lines))
        self.out.flush()

    def tell(self, *texts: str, lead: str = "", hang: int = 0) -> None:
        """Write texts, each wrapped on lines of its own: the first of them after `lead`, the others `hang` in."""
        self.say(wrap_each(texts, self.size[0], lead, hang))

    def show(self, paint: Paint) -> None:
        """Nothing: what happens is said line by line."""

    def ask(self, question: Question) -> str:
        """The next line of the stream; one from a pipe that isn't secret is repeated behind its question.

        Raises EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
        """
        typed_at = self.source.isatty()
        if question.paint is not None:
            self.say(["", *question.paint(PLAIN_WIDTH, None)])
        if question.unseen and typed_at:
            return _ask_unseen(question.prompt, self.out)
        self.out.write(f"{question.prompt} ")
        self.out.flush()
        line = self.source.readline()
        if not typed_at or not line:
            repeated = not question.unseen and (line.isprintable() or line[:-1].isprintable())
            self.out.write(f"{cut(line.strip(), 200) if repeated else ''}\n")
        if not line:
            raise EOFError
        return line.strip()


class TerminalDesk(Desk):
    """A terminal whose screen is drawn anew, also when its size changes; the line has history and completion."""

    live = True
    attended = True

    @cached_property
    def _session(self) -> Session | None:
        """The line editor, imported while the first question is asked."""
        if not has_line_editor():
            return None
        from eleusis.doors.terminal.editor import Session

        return Session(self.ink.colour)

    @property
    def size(self) -> tuple[int, int | None]:
        """The columns of the terminal, and its lines without those that a question takes."""
        size = shutil.get_terminal_size()
        return size.columns, max(1, size.lines - _BELOW)

    def show(self, paint: Paint) -> None:
        """Draw a screen in place of what is there, and clear what had scrolled away."""
        size = shutil.get_terminal_size()
        self.out.write(CLEAR + "\n".join(paint(size.columns, size.lines - 1)) + "\n")
        self.out.flush()

    def ask(self, question: Question) -> str:
        """The line that is edited below the screen; without the extra `play`, a plain one."""
        if self._session is not None:
            return self._session.ask(question).strip()
        asked, paint = visible_lines(question.prompt), question.paint
        if paint is not None:
            taken = 1 + asked.count("\n") + (MENU - 1 if question.words else 0)
            self.show(lambda width, height: [*paint(width, (height or 24) - taken), ""])
        return super().ask(attrs.evolve(question, prompt=asked, paint=None))


def _ask_unseen(prompt: str, out: TextIO) -> str:
    """A line typed without an echo. Ctrl-Z does nothing meanwhile: the shell would turn the echo on again."""
    from getpass import getpass

    stops = getattr(signal, "SIGTSTP", None)
    before = None if stops is None else signal.signal(stops, signal.SIG_IGN)
    try:
        return getpass(f"{prompt} ", out).strip()
    finally:
        if stops is not None:
            signal.signal(stops, before)


@contextmanager
def thinking(out: TextIO, name: str) -> Iterator[None]:
    """Within the block it is said after a second that `name` is thinking, and taken back when the block ends.

    Nothing is said where no terminal is behind `out`.
    """
    text = f"{say(name, 'are')} thinking …"
    done = threading.Event()

    def tell() -> None:
        if done.wait(_PATIENCE):
            return
        for said in (text, f"\r{' ' * cells(text)}\r"):
            out.write(said)
            out.flush()
            done.wait()

    teller = threading.Thread(target=tell, daemon=True)
    if out.isatty():
        teller.start()
    try:
        yield
    finally:
        done.set()
        if teller.ident is not None:
            teller.join()


def has_line_editor() -> bool:
    """Whether the extra `play` is installed."""
    return find_spec("prompt_toolkit") is not None


def the_desk() -> Desk:
    """The desk for the streams that there are: a terminal if both are one, and plain lines otherwise."""
    if sys.stdin is None:
        raise EOFError
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if not (sys.stdin.isatty() and is_screen(sys.stdout)):
        return Desk(sys.stdin, sys.stdout)
    _, colour = page_for(sys.stdout)
    ascii_ = (sys.stdout.encoding or "").casefold().replace("-", "") not in ("utf8", "utf16")
    return TerminalDesk(sys.stdin, sys.stdout, Ink(colour, ascii_))
