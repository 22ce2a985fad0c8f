"""The lines that are answered without typer: help, the version, completion, and whatever is plainly understood."""

from __future__ import annotations

import os
import sys

from eleusis import exits
from eleusis.cli.front.kept import PROGRAM, fetch, help_page

WIDE = 80
"""From so many columns on help looks the same: typer makes no wider pages."""


def answer(line: list[str]) -> int | None:
    """Answers a line and returns its exit code; None where typer must answer it.

    A command may leave by SystemExit, as it does when typer calls it.
    """
    instruction = os.environ.get(f"_{PROGRAM.upper()}_COMPLETE")
    if instruction:
        return _complete(instruction)
    if line == ["--version"]:
        return _say_version()
    if not line or line[-1] == "--help" or len(line) == 1:
        code = _help(line)
        if code is not None:
            return code
    return _call(line)


def _help(line: list[str]) -> int | None:
    """Prints the page of help that a line asks for."""
    kept = help_page(line)
    if kept is None or _columns() < WIDE:
        return None
    page, called_bare = kept
    stream = sys.stderr if called_bare else sys.stdout
    stream.write(page)
    stream.flush()
    return exits.BAD_INPUT if called_bare else exits.FINE


def _columns() -> int:
    """The width of the terminal, as `shutil.get_terminal_size` says it, whose import takes longer than help may."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]  # caught
        except (AttributeError, ValueError, OSError):
            columns = WIDE
    return columns or WIDE


def _say_version() -> int:
    """Prints the version."""
    from eleusis.cli.common.given import version_line

    sys.stdout.write(version_line() + "\n")
    sys.stdout.flush()
    return exits.FINE


def _complete(instruction: str) -> int | None:
    """Prints what a shell asks for."""
    from eleusis.cli.front.completing import complete

    answered = complete(instruction)
    if answered is None:
        return None
    text, code = answered
    sys.stdout.write(text)
    sys.stdout.flush()
    return code


def _call(line: list[str]) -> int | None:
    """Calls the command of a line that is plainly understood."""
    if os.name == "nt":  # where typer also fills in the names of files
        return None
    from eleusis.cli.front.plain_line import read_line

    read = read_line(line)
    if read is None:
        return None
    call, given = read
    fetch(call)(**given)
    return exits.FINE
