"""The kept texts: the help of each command, and its words: options, arguments, what they take.

`help.txt` has the pages as they are at 80 columns, each under the lines that print it. `words.txt` has for each
command a line with its function and its short help, and below it a line for each option and argument.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as `typing` has it, whose import would cost more than all that is done here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

PROGRAM = "eleusis"
BARE = "  (exit 2, to stderr)"
"""Stands in `help.txt` behind a line that prints its page because something is missing."""
_HEAD = "\n$ "


class Word:
    """An option or an argument of a command.

    `options` are its names (none for an argument), `name` the parameter of the function, `kind` what it takes:
    `text`, `flag`, `int`, `float` (with their bounds), `choice` (with all of them) or `other`. `traits` says more:
    `many`, `required`, `checked` (by a function, when it is given), `own` (typer's; the function never sees it),
    `default=30.0` (what the function gets in place of its own default).
    """

    __slots__ = ("completer", "help", "kind", "name", "options", "traits")

    def __init__(self, line: str) -> None:
        options, self.name, kind, traits, self.completer, self.help = line.split("\t")
        self.options, self.kind, self.traits = (
            options.split(" ") if options else [],
            kind.split(" "),
            traits.split(" "),
        )


class Entry:
    """A command or a group: its function as `module:name` (empty where typer must call it), and its words."""

    __slots__ = ("_lines", "call", "short")

    def __init__(self, call: str, short: str, lines: list[str]) -> None:
        self.call = call
        self.short = short
        self._lines = lines

    def words(self) -> list[Word]:
        """Its options and arguments, in their order."""
        return [Word(line) for line in self._lines]


def _read(name: str) -> str:
    """A text of this folder."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:  # noqa: PTH118, PTH120, PTH123
        return file.read()


def help_page(line: list[str]) -> tuple[str, bool] | None:
    """The page that a line prints at 80 columns, and whether it does so because something is missing.

    None for a line that prints no help.
    """
    text, words = _read("help.txt"), " ".join([PROGRAM, *line])
    called_bare = line[-1:] != ["--help"]
    _, head, rest = text.partition(_HEAD + words + (BARE if called_bare else "") + "\n")
    if not head:
        return None
    while rest.startswith("$ "):  # another line that prints the same
        rest = rest.partition("\n")[2]
    return rest.partition(_HEAD)[0].rstrip("\n") + "\n", called_bare


def entries() -> Iterator[tuple[list[str], Entry]]:
    """All commands, each with the words that call it: none for the program itself, two for one in a group."""
    for section in _read("words.txt").split(_HEAD)[1:]:
        first, *lines = section.rstrip("\n").split("\n")
        path, call, short = first.split("\t")
        yield path.split(" ")[1:], Entry(call, short, lines)


def fetch(call: str) -> Callable[..., Any]:
    """A function by its place, `module:name`."""
    from importlib import import_module

    module, _, name = call.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function
