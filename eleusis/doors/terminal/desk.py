"""Where the table meets people: a terminal that is redrawn, or plain lines in a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol, TextIO

import attrs

from eleusis.doors.terminal.editor import LONGEST, MENU, Session
from eleusis.doors.terminal.question import Paint, Question
from eleusis.ground.errors import visible, visible_lines
from eleusis.words.page.ink import Ink, cut, is_screen, page_for

PLAIN_WIDTH = 80
"""The columns of plain lines."""
_LONGEST = 100_000
"""Characters that a line from a pipe may have."""
_TOO_LONG = "! That line is too long and was ignored: {:,} characters at most."


class Desk(Protocol):
    """Shows screens and asks for lines. `live` says whether a person sits at a screen that is redrawn."""

    live: bool
    ink: Ink

    @property
    def scrolls(self) -> bool:
        """Whether keys scroll the layout while a line is being typed."""

    @property
    def attended(self) -> bool:
        """Whether a person types, who may hit a key by mistake; a script means what it says."""

    @property
    def size(self) -> tuple[int, int | None]:
        """The columns, and the lines that a screen may have above a question (None: as many as it likes)."""

    def say(self, lines: Sequence[str]) -> None:
        """Print lines below what is there."""

    def show(self, paint: Paint) -> None:
        """Draw a screen in place of what is there."""

    def ask(self, question: Question) -> str:
        """The line that is typed in answer.

        Raises EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
        """

    def ask_unseen(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line that nobody sees on the screen; Tab completes `words`. Raises as `ask` does."""


class PlainDesk:
    """Plain lines from one stream to another: a pipe, or a terminal of which nothing is known."""

    live = False
    scrolls = False

    def __init__(self, source: TextIO, out: TextIO, ink: Ink | None = None) -> None:
        self.source = source
        self.out = out
        self.ink = ink or Ink()

    @property
    def attended(self) -> bool:
        """Whether a terminal is behind it."""
        return self.source.isatty()

    @property
    def size(self) -> tuple[int, int | None]:
        """Columns as wide as a page, and as many lines as it likes."""
        return PLAIN_WIDTH, None

    def say(self, lines: Sequence[str]) -> None:
        """Write lines."""
        self.out.write("".join(f"{line}\n" for line in lines))
        self.out.flush()

    def show(self, paint: Paint) -> None:
        """Nothing: what happens is said line by line."""

    def ask(self, question: Question) -> str:
        """The next line of the stream; one that nobody has seen being typed is repeated behind its question."""
        if question.paint is not None:
            self.say(["", *question.paint(PLAIN_WIDTH, None)])
        self.out.write(f"{question.prompt} ")
        self.out.flush()
        while (line := self._line()) is None:
            self.out.write(f"\n{_TOO_LONG.format(_LONGEST)}\n{question.prompt} ")
            self.out.flush()
        if not line:
            self.out.write("\n")
            raise EOFError
        if not self.source.isatty():
            self.out.write(cut(line.strip(), 200) + "\n" if line.isprintable() or line[:-1].isprintable() else "\n")
        return line.strip()

    def ask_unseen(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line without an echo where a terminal is behind it, else the next line."""
        if self.source.isatty():
            return _unseen(prompt, self.out)
        self.out.write(f"{prompt} \n")
        while (line := self._line()) is None:
            self.out.write(f"{_TOO_LONG.format(_LONGEST)}\n{prompt} \n")
        if not line:
            raise EOFError
        return line.strip()

    def _line(self) -> str | None:
        """The next line, empty at the end of the input; None for one that is too long: it has been read to its end,
        so that nothing of it answers the next question."""
        line = part = self.source.readline(_LONGEST + 1)
        if not _goes_on(line):
            return line
        while _goes_on(part):
            part = self.source.readline(_LONGEST + 1)
        return None


def _goes_on(part: str) -> bool:
    """Whether a part of a line that was read is not its end."""
    return len(part) > _LONGEST and not part.endswith("\n")


class TerminalDesk:
    """A terminal whose screen is drawn anew, also when its size changes; the line has history and completion."""

    live = True
    attended = True

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self._session: Session | None = None

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

    def show(self, paint: Paint) -> None:
        """Draw a screen in place of what is there, and clear what had scrolled away."""
        size = shutil.get_terminal_size()
        lines = paint(size.columns, size.lines - 1)
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" + "\n".join(lines) + "\n")
        sys.stdout.flush()

    def ask(self, question: Question) -> str:
        """The line that is edited below the screen; without the extra `play`, a plain one."""
        if self._session is None:
            if question.paint is None:  # the first questions need no more, and nothing is imported for them
                return input(f"{visible_lines(question.prompt)} ").strip()
            below = self._show_first(question, question.paint)
            if not has_line_editor():
                return input(f"{visible(below)} ").strip()
            sys.stdout.write(f"{below} ")
            sys.stdout.flush()
            self._session = Session(bool(self.ink.colour))
        return self._edit(self._session, question)

    def _edit(self, session: Session, question: Question) -> str:
        """The line that is edited; asked again where it is too long."""
        asked = question
        while len(typed := session.ask(asked)) >= LONGEST:
            asked = attrs.evolve(question, prompt=f"{_TOO_LONG.format(LONGEST - 1)}\n{question.prompt}")
        return typed.strip()

    def _show_first(self, question: Question, paint: Paint) -> str:
        """Draw the screen of the first question, which stands there while the editor is being imported.

        Returns the last line of the prompt: the screen leaves it to the editor.
        """
        *above, below = question.prompt.split("\n")

        def paint_first(width: int, height: int | None) -> list[str]:
            room = (height or 24) - 1 - len(above) - (MENU - 1 if question.words else 0)
            return [*paint(width, room), "", *above]

        self.show(paint_first)
        return below

    def ask_unseen(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line of which only the length is seen; without the extra `play`, one without an echo."""
        if not has_line_editor():
            return _unseen(prompt)
        if self._session is None:
            self._session = Session(bool(self.ink.colour))
        return self._edit(self._session, Question(prompt, words=words, unseen=True))


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
