"""The words of a line of play: bare, or in double quotes, each with its column."""

from __future__ import annotations

import re

from eleusis.errors import NotationError, Place, quote
from eleusis.game.moves import in_quotes
from eleusis.values import Value, new

_WORD = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\#.*)
      | (?P<arrow>=>)
      | (?P<semicolon>;)
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<bare>(?:(?!=>)[^\s";])+)""",
    re.VERBOSE,
)
_SPECIAL = re.compile(r'["#;]|=>')
_RUN = re.compile(r"\S+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|.)")
_PLAIN = re.compile(r'(?!.*=>)[^\s";#][^\s";]*')


class Word(Value):
    """One word of a line: `kind` is bare, quoted, arrow (`=>`), semicolon or comment."""

    kind: str
    text: str
    at: int
    """How many characters stand before it in its line."""


def split_words(line: str, place: Place) -> list[Word]:
    """The words of a line that begins at `place`, its comment last.

    A `#` begins a comment at the start of a word. Raises NotationError (`notation/quote`).
    """
    if not _SPECIAL.search(line):
        return [new(Word, ("bare", match.group(), match.start())) for match in _RUN.finditer(line)]
    words = []
    at = 0
    while at < len(line):
        match = _WORD.match(line, at)
        if match is None:
            raise NotationError("notation/quote", f"the quote is not closed: {quote(line[at:])}", place.right(at))
        kind = match.lastgroup
        assert kind is not None
        if kind != "space":
            text = match.group(kind)
            if kind == "quoted" and "\\" in text:
                text = _ESCAPE.sub(_unescape, text)
            words.append(new(Word, (kind, text, at)))
        at = match.end()
    return words


def _unescape(match: re.Match[str]) -> str:
    escape = match.group(1)
    return chr(int(escape[1:], 16)) if len(escape) > 1 else {"n": "\n", "t": "\t"}.get(escape, escape)


def seat_word(seat: str) -> str:
    """A player's name as a line has it: in quotes unless it is one plain word."""
    return seat if _PLAIN.fullmatch(seat) else in_quotes(seat)
