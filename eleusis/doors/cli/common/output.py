"""The door through which text leaves the program: for people, as JSON, to streams that can print whatever comes.

Nothing that a stranger wrote (a file's name, an option, a text in a file) reaches a terminal as a control or format
character: it is escaped here, wherever it came from.
"""

from __future__ import annotations

import codecs
import os
import sys

TYPE_CHECKING = False  # as `typing` has it, which takes a fifth of what `--help` may
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

_COLOUR = "(\x1b\\[[0-9;]*m)"
_CODES = "(\x1b\\[(?:[0-9;]*m|H|2J|3J|K)|\r)"
"""What this program itself says to a terminal: colours, clearing the screen, and the line of progress."""


def _lines(text: str) -> str:
    """A text in which nothing is unseen but line ends; most are so, and pay for nothing more (as `--help`)."""
    if text.replace("\n", " ").isprintable():
        return text
    from eleusis.ground.errors import visible_lines

    return visible_lines(text)


def _letters(error: UnicodeError) -> tuple[str, int]:
    """What a stream can't encode, in letters: suits as S H D C, anything else unknown as a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    from eleusis.words.page.ink import ASCII

    part = error.object[error.start : error.end].translate(ASCII)
    return "".join(c if c.isascii() else "?" for c in part), error.end


class Guarded:
    """A stream of text that lets no unseen character through but line ends and, to a terminal, our own codes.

    All that is printed goes through it, also what libraries print (a wrong option is quoted by typer). It has no
    `buffer`, so nothing goes around it; `behind` is the stream for those who must talk to the terminal.
    """

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        """Writes a text, escaped. Returns how many characters it has. Raises TypeError for bytes."""
        if not isinstance(text, str):
            raise TypeError(f"a stream of text can't take {type(text).__name__}")
        self.behind.write(_but(_CODES, text) if self.behind.isatty() else _lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        if name == "buffer":
            raise AttributeError("bytes would go around the guard")
        return getattr(self.behind, name)


def _but(codes: str, text: str) -> str:
    """A text in which nothing is unseen, but for line ends and the codes of this pattern."""
    if "\x1b" not in text and "\r" not in text:
        return _lines(text)
    import re

    parts = re.split(codes, text)  # every second one is a code
    return "".join(part if number % 2 else _lines(part) for number, part in enumerate(parts))


def prepare_streams() -> None:
    """Lets stdout and stderr print any text, and nothing unseen; where an encoding has no suits, letters stand in.

    A stream that was closed (`<&-`) is empty, or swallows what it is given.
    """
    codecs.register_error("eleusis-letters", _letters)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - closed by <&-
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - closed by >&-
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="eleusis-letters")
    sys.stdout, sys.stderr = _guard(sys.stdout), _guard(sys.stderr)


def _guard(stream: TextIO) -> TextIO:
    return stream if isinstance(stream, Guarded) else Guarded(stream)  # type: ignore[return-value]  # answers as it


def silence_stdout() -> None:
    """Nobody reads stdout any more: what is still buffered goes nowhere, so that the exit is quiet."""
    import contextlib

    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def silence() -> None:
    """Nobody reads stdout or stderr any more."""
    import contextlib

    silence_stdout()
    with contextlib.suppress(OSError, ValueError):
        os.dup2(sys.stdout.fileno(), sys.stderr.fileno())


def write(text: str, coloured: bool = False) -> None:
    """One text to stdout, with a line end; a `coloured` one keeps its colours."""
    sys.stdout.write((_but(_COLOUR, text) if coloured else _lines(text)) + "\n")


def write_page(text: Callable[..., str], lead: str = "") -> None:
    """A page to stdout, as wide and as colourful as that can take; `text` is called with `width` and `colour`."""
    from eleusis.words.page.ink import page_for

    width, colour = page_for(sys.stdout)
    write(lead + text(width=width, colour=colour).rstrip("\n"), coloured=colour)


def warn(text: str) -> None:
    """One message to stderr, behind what stdout has been given."""
    sys.stdout.flush()
    print(_lines(text), file=sys.stderr)


def write_json(data: object) -> None:
    """One object to stdout as JSON, on one line."""
    write(json_text(data))


def write_either(format: str, data: object, text: str) -> None:
    """What a command has to say, to stdout: its data as JSON, or its text for people."""
    write(json_text(data) if format == "json" else text)


def json_text(data: object) -> str:
    """An object as JSON on one line; what is unseen stands there as `\\uXXXX`."""
    import json
    import re

    from eleusis.ground.errors import UNSEEN

    text = json.dumps(data, ensure_ascii=False)
    return text if text.isprintable() else re.sub(UNSEEN, lambda unseen: json.dumps(unseen[0])[1:-1], text)


def table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Aligned columns, two blanks apart; the last column is as long as it likes."""
    from eleusis.ground.errors import visible

    lines = [[visible(cell) for cell in row] for row in ([head, *rows] if head else rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
