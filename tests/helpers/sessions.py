"""Sessions at a terminal as texts: commands, what is typed at them, and what they show.

# is a title, below which one begins in an empty folder. $ is a command of eleusis, `cat` of a file or into one,
`cp` of one of the tests' games, or `ls`. A size before it, as 80x24, is that of a screen which is redrawn;
without one the command is in a pipe. > is a line typed, in which a control character stands as in Python, and
{x*9} for nine of them; * is one that isn't repeated on the screen, ^C is Ctrl-C. What is shown stands below, two
columns in; where it is ..., it is passed over. Lines that stood on the table before are only counted, three in a
row and more; but for those of a hand, unless nothing has changed. [2] is an exit code that isn't 0.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from unittest.mock import patch

import attrs

from eleusis.doors.cli import main
from eleusis.doors.terminal import desk as desks
from eleusis.doors.terminal.question import Question
from eleusis.words.page.ink import cells
from tests.helpers.called import Pipe
from tests.helpers.places import GAMES, ROOT
from tests.helpers.sittings import FakeTerminal

SIZE = re.compile(r"(\d+)x(\d+)$")
HAND = re.compile(r" +\d+:\S")
REPEATED = re.compile(r"\{([^{}*]+)\*(\d+)\}")
RULED = re.compile(r" +─{20}")
UNASKED = "(nobody asked)"


def fold(lines: Sequence[str], before: set[str]) -> Iterator[str]:
    """Lines, of which three in a row and more that stood on the table before are counted only; hands never are."""
    tables = [number - 1 for number, line in enumerate(lines) if RULED.match(line)]
    for start, end in pairwise([0, *tables, len(lines)]):
        table = lines[start:end]
        kept = {line for line in table if line in before and (before.issuperset(table) or not HAND.match(line))}
        for stood_there, group in groupby(table, kept.__contains__):
            row = [*group]
            yield from [f"  ⋮ {len(row)}"] if stood_there and len(row) > 2 else row
        if table and start in tables:
            before.clear()
            before.update(table)


@attrs.define
class Session:
    """A command, the lines that are typed at it, as they are written, and after which of them nothing is shown."""

    command: str
    lines: list[str] = attrs.field(factory=list)
    passed_over: set[int] = attrs.field(factory=set)

    @property
    def typed(self) -> list[str | None]:
        """The lines as they are typed; None is Ctrl-C."""
        lines = [REPEATED.sub(lambda part: part[1] * int(part[2]), line) for line in self.lines]
        read = [line.encode("latin-1", "backslashreplace").decode("unicode_escape") for line in lines]
        return [None if line == "^C" else line for line in read]

    def show(self, blocks: Sequence[str], code: int) -> Iterator[str]:
        """What is typed, and between it what was shown."""
        before: set[str] = set()
        for number, block in enumerate(blocks):
            if number:
                echo, _, block = block.partition("\n")
                yield self._mark(number - 1, echo)
            lines = [f"  {line}".rstrip() for line in block.removesuffix("\n").split("\n") if block]
            shown = [*fold(lines[:-2], before), *lines[-2:]]
            yield from ["..."] if number in self.passed_over else shown
        for number in range(len(blocks) - 1, len(self.lines)):
            yield f"{self._mark(number, self.typed[number] or '')}\n{UNASKED}"
        if code:
            yield f"[{code}]"

    def _mark(self, number: int, echo: str) -> str:
        text, typed = self.lines[number], self.typed[number]
        if typed is None:
            return text
        mark = f"{'>' if echo or not typed.strip() else '*'} {text}".rstrip()
        return mark if echo in ("", typed.strip()) else f"{mark}\n  {echo}"


def read_sessions(text: str) -> list[str | Session]:
    """The titles and sessions of a text."""
    parts: list[str | Session] = []
    session = Session("")
    for line in text.splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "#":
            parts.append(line)
        elif mark == "$":
            session = Session(rest)
            parts.append(session)
        elif mark in (">", "*"):
            session.lines.append(rest)
        elif line == "^C":
            session.lines.append(line)
        elif line == "...":
            session.passed_over.add(len(session.lines))
    return parts


class Paper(Pipe):
    """An end of a pipe on which all that is printed is seen once."""

    seen = 0

    def news(self) -> str:
        """What was printed since it was last seen."""
        text = self.text
        start, self.seen = self.seen, len(text)
        return text[start:]


class Typist(Pipe):
    """An end of a pipe into which somebody types who sees what is printed."""

    def __init__(self, session: Session, out: Paper) -> None:
        super().__init__()
        self.left, self.out, self.blocks = session.typed, out, [""]

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as its base has it
        self.look()
        self.blocks.append("")
        return f"{self.left.pop(0)}\n" if self.left else ""

    def look(self) -> None:
        """Sees what is new."""
        self.blocks[-1] += self.out.news()


class Screen(FakeTerminal):
    """A screen and all that is printed; somebody types who sees it whenever something is asked."""

    def __init__(self, session: Session, out: Paper, size: tuple[int, int]) -> None:
        super().__init__(session.typed, size)
        self.out, self.printed, self.blocks = out, out, [""]

    def ask(self, question: Question) -> str:
        echo = "" if question.unseen or not self.typed else self.typed[0] or ""
        try:
            return super().ask(question)
        finally:
            self.look()
            self.blocks.append(f"{echo.strip()}\n")

    def look(self) -> None:
        """Sees what is new, and the last screen."""
        for screen in self.screens:
            assert len(screen) <= self._size[1]
            assert all(cells(line) <= self._size[0] for line in screen[:-2])  # without the question
        self.blocks[-1] += self.printed.news() + "".join(
            f"{line}\n" for screen in self.screens[-1:] for line in screen
        )
        self.screens.clear()


def run(session: Session, folder: Path) -> str:
    """What a session is like now."""
    words = shlex.split(session.command)
    if words[0] == "cp":
        shutil.copy(GAMES / words[1], folder / words[2])
        return f"$ {session.command}"
    if words[0] == "ls":
        return "\n".join([f"$ {session.command}", *sorted(f"  {path.name}" for path in folder.iterdir())])
    if words[0] == "cat":
        path = folder / words[1].removeprefix(">")
        if words[1] == path.name:
            return "\n".join([f"$ {session.command}", *session.show([path.read_text()], 0)])
        path.write_text("".join(f"{line}\n" for line in session.lines))
        return "\n".join([f"$ {session.command}", *(f"> {line}" for line in session.lines)])
    out = Paper()
    desk: Screen | Typist = Typist(session, out)
    with contextlib.chdir(folder), patch.multiple("sys", stdin=desk, stdout=out, stderr=out):
        if (size := SIZE.match(words[0])) is None:
            code = main(words[1:])
        else:
            desk = Screen(session, out, (int(size[1]), int(size[2])))
            with patch.object(desks, "the_desk", lambda: desk):
                code = main([*words[2:], "--pace", "0"])
    desk.look()
    *blocks, end = desk.blocks
    if len(blocks) > len(session.lines):
        blocks[-1] += end
    else:
        blocks.append(end)
    shown = [block.replace(str(ROOT), "ROOT") for block in blocks]
    return "\n".join([f"$ {session.command}", *session.show(shown, code)])


def replay_sessions(text: str, folder: Path) -> str:
    """A text of sessions, with what is shown now."""
    lines = []
    for number, part in enumerate(read_sessions(text)):
        if isinstance(part, str):
            here = folder / str(number)
            here.mkdir()
            lines.append(f"\n{part}")
        else:
            lines.append(run(part, here))
    return "\n".join(lines).lstrip() + "\n"
