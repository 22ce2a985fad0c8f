"""The words of a line of play, bare or in double quotes, each with its column; and how they are read one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from eleusis.ground.cards import CARD_OF_TEXT, Card, card
from eleusis.ground.errors import NotationError, Place, did_you_mean, quote, suggestion
from eleusis.ground.yaml.writer import in_double_quotes

_WORD = r"""(?x) (?P<space>\s+)
      | (?P<comment>\#.*)
      | (?P<arrow>=>)
      | (?P<semicolon>;)
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<bare>(?:(?!=>)[^\s";])+)"""
"""Compiled where a line has more than bare words, which is not in every game."""
_SPECIAL = re.compile(r'["#;]|=>')
_RUN = re.compile(r"\S+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|.)")
_PLAIN = re.compile(r'(?!.*=>)[^\s";#][^\s";]*')


class Word(msgspec.Struct, frozen=True):
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
        return [Word("bare", match.group(), match.start()) for match in _RUN.finditer(line)]
    words = []
    at = 0
    word = re.compile(_WORD)
    while at < len(line):
        match = word.match(line, at)
        if match is None:
            raise NotationError("notation/quote", f"the quote is not closed: {quote(line[at:])}", place.right(at))
        kind = match.lastgroup
        assert kind is not None
        if kind != "space":
            text = match.group(kind)
            if kind == "quoted" and "\\" in text:
                text = _ESCAPE.sub(_unescape, text)
            words.append(Word(kind, text, at))
        at = match.end()
    return words


def _unescape(match: re.Match[str]) -> str:
    escape = match.group(1)
    return chr(int(escape[1:], 16)) if len(escape) > 1 else {"n": "\n", "t": "\t"}.get(escape, escape)


def seat_word(seat: str) -> str:
    """A player's name as a line has it: in quotes unless it is one plain word."""
    return seat if _PLAIN.fullmatch(seat) else in_double_quotes(seat)


class WordReader:
    """Takes the words of a line one by one, each as the kind of thing that it must be there."""

    def __init__(self, words: Sequence[Word], place: Place, end: int) -> None:
        self.rest = list(words[::-1])
        """The words that are left, the next one last."""
        self.place = place
        self.end = end
        """How many characters the line has: where something is missing."""

    # One method for each kind of word; each takes what it reads, and raises NotationError for what it can't read.

    def next(self, wanted: str) -> Word:
        """The next word, whatever it is."""
        if not self.rest:
            raise notation_error("missing", f"{wanted} is missing here", self.place.right(self.end))
        return self.rest.pop()

    def check_end(self) -> None:
        """Raises NotationError where a word is left."""
        if self.rest:
            raise self.error("word", f"{quote(self.rest[-1].text)} is one word too many here", self.rest[-1])

    def error(self, code: str, message: str, word: Word) -> NotationError:
        """The error at a word."""
        return notation_error(code, message, self.place.right(word.at))

    def card(self) -> Card:
        """One card."""
        word = self.next("a card")
        return CARD_OF_TEXT.get(word.text) or card(word.text, self.place.right(word.at))

    def cards(self) -> tuple[Card, ...]:
        """All cards that follow, one at least."""
        cards = [self.card()]
        while self.rest:
            cards.append(self.card())
        return tuple(cards)

    def one_of(self, wanted: Sequence[str], what: str) -> str:
        """One word of a closed list."""
        word = self.next(what)
        if word.text.casefold() not in wanted or word.kind != "bare":
            joined = f"{word.text}-{self.rest[-1].text}".casefold() if self.rest else ""
            if word.text in wanted:
                hint = " (without the quotes)"
            else:  # `no play` is nearer to `no-play` than `no` is to anything
                hint = suggestion(joined) if joined in wanted else did_you_mean(word.text, wanted)
            raise self.error("word", f"{quote(word.text)} is not {what}{hint}: {', '.join(wanted)}", word)
        return word.text.casefold()

    def number(self) -> int:
        """How many cards."""
        word = self.next("a number")
        if not (word.text.isascii() and word.text.isdecimal() and len(word.text) <= 6):
            raise self.error("number", f"{quote(word.text)} is not a number of cards", word)
        return int(word.text)

    def free_text(self, what: str) -> str:
        """A text in double quotes."""
        word = self.next(f"{what} in double quotes")
        if word.kind != "quoted":
            raise self.error("quote", f"{what} must be in double quotes, not {quote(word.text)}", word)
        return word.text

    def verdict(self) -> tuple[bool, Card | None]:
        """Whether it is right or wrong, and the card that a dealer may name with it."""
        right = self.one_of(("right", "wrong"), "a verdict") == "right"
        return right, self.card() if self.rest else None


def notation_error(code: str, message: str, place: Place) -> NotationError:
    """The error of a line that can't be read, as `notation/CODE`."""
    return NotationError(f"notation/{code}", message, place)
