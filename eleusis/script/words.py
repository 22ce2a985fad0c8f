"""The words of a line of play: bare, or in double quotes, each with its column."""

from __future__ import annotations

import re

import attrs

from eleusis.errors import NotationError, Place, quote
from eleusis.game.moves import in_quotes
from eleusis.values import Value

_WORD = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\#.*)
      | (?P<arrow>=>)
      | (?P<semicolon>;)
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<bare>(?:(?!=>)[^\s";])+)""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|.)")
_PLAIN = re.compile(r'(?!.*=>)[^\s";#][^\s";]*')


class Word(Value):
    """One word of a line: `kind` is bare, quoted, arrow (`=>`), semicolon or comment."""

    kind: str
    text: str
    place: Place


def words(line: str, place: Place) -> list[Word]:
    """The words of a line that begins at `place`, its comment last.

    A `#` begins a comment at the start of a word. Raises NotationError (`notation/quote`).
    """
    found = []
    at, column = 0, place.column or 1
    while at < len(line):
        match = _WORD.match(line, at)
        if match is None:
            where = attrs.evolve(place, column=column + at)
            raise NotationError("notation/quote", f"the quote is not closed: {quote(line[at:])}", where)
        kind = match.lastgroup
        assert kind is not None
        if kind != "space":
            text = match.group(kind)
            if kind == "quoted":
                text = _ESCAPE.sub(_unescape, text)
            found.append(Word(kind, text, attrs.evolve(place, column=column + at)))
        at = match.end()
    return found


def _unescape(match: re.Match[str]) -> str:
    what = match.group(1)
    return chr(int(what[1:], 16)) if len(what) > 1 else {"n": "\n", "t": "\t"}.get(what, what)


def seat_word(seat: str) -> str:
    """A player's name as a line has it: in quotes unless it is one plain word."""
    return seat if _PLAIN.fullmatch(seat) else in_quotes(seat)
