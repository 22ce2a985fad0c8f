"""The command that starts a program, as `--bot NAME=COMMAND` names it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

import attrs

from eleusis.ground.errors import NotationError, quote

MOVE_TIME = 30.0
"""Seconds that a program has for a move, where nothing else is said."""

_SCRIPTS = (".py", ".sh", ".js", ".rb", ".pl", ".jar")


@attrs.frozen
class Program:
    """A program that plays: a kind of player of its own, by the name that the command line gives it."""

    name: str
    """The kind that seats and game files call it by."""
    argv: tuple[str, ...]
    """The program and its arguments; no shell looks at them."""
    move_time: float = MOVE_TIME
    """Seconds that it has for a move."""


def read_program(text: str, move_time: float = MOVE_TIME) -> Program:
    """The program of `NAME=COMMAND`, the command split as a shell would. Raises NotationError (`notation/bot`)."""
    name, equals, command = text.partition("=")
    name = name.strip().casefold()
    if not equals or not name.replace("-", "").replace("_", "").isalnum():
        message = f"write --bot NAME=COMMAND, such as --bot mine='python3 mybot.py', not {quote(text)}"
        raise NotationError("notation/bot", message)
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        message = f"the command of {quote(name)} can't be split: {str(error).lower()} in {quote(command)}"
        raise NotationError("notation/bot", message) from None
    if not argv or not argv[0] or any("\0" in word for word in argv):
        raise NotationError("notation/bot", f"the bot {quote(name)} has no command: write --bot {name}=COMMAND")
    return Program(name, argv, move_time)


def missing_script(argv: Sequence[str]) -> str | None:
    """The first word of a command that is the name of a script, but of no file here; None if there is none."""
    words = [word for word in argv[1:] if word.endswith(_SCRIPTS) and not word.startswith("-") and " " not in word]
    return next((word for word in words if not os.path.exists(word)), None)  # noqa: PTH110  # any text


def find_files(argv: Sequence[str]) -> list[str]:
    """The words of a command for a program that runs elsewhere: what leads somewhere from here is a whole path.

    A word is a path where it names a file, or has a slash in it and names a folder. The program itself is one where
    it has a slash in it; otherwise the system looks for it in PATH. Raises OSError where this folder is no more.
    """
    program, *words = argv
    whole = [os.path.join(os.getcwd(), program) if "/" in program else program]  # noqa: PTH109, PTH118  # no pathlib
    for word in words:
        is_path = os.path.isfile(word) or ("/" in word and os.path.isdir(word))  # noqa: PTH112, PTH113  # any text
        whole.append(os.path.join(os.getcwd(), word) if is_path else word)  # noqa: PTH109, PTH118
    return whole
