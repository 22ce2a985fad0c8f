"""Writing to people and to pipes: tables, JSON, streams that can print whatever comes."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence

_LETTERS = str.maketrans("♠♥♦♣–—…×·→←─│•▲▼", "SHDC--~x.><-|*^v") | dict.fromkeys(map(ord, "└├┌┐┘┤┬┴┼"), "+")


def _letters(error: UnicodeError) -> tuple[str, int]:
    """What a stream can't encode, in letters: suits as S H D C, anything else unknown as a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    part = error.object[error.start : error.end].translate(_LETTERS)
    return "".join(c if c.isascii() else "?" for c in part), error.end


def prepare_streams() -> None:
    """Lets stdout and stderr print any text: where an encoding has no suits, letters stand in for them.

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


def silence_stdout() -> None:
    """Nobody reads stdout any more: what is still buffered goes nowhere, so that the exit is quiet."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


def write(text: str) -> None:
    """One text to stdout, with a line end."""
    sys.stdout.write(text + "\n")


def warn(text: str) -> None:
    """One message to stderr, behind what stdout has been given."""
    sys.stdout.flush()
    print(text, file=sys.stderr)


def write_json(data: object) -> None:
    """One object to stdout as JSON, on one line."""
    import json

    write(json.dumps(data, ensure_ascii=False))


def table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Aligned columns, two blanks apart; the last column is as long as it likes."""
    every = [list(head), *map(list, rows)] if head else [list(row) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*every, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in every
    ]
    return "\n".join(lines)
