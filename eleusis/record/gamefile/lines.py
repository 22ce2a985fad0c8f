"""The lines of `moves:`, one move by one seat each: reading and writing them.

Bob play 7H 8H                  => right; Bob out   # at last
seat, verb, rest                   facts            comment
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import attrs

from eleusis.game import moves as mv
from eleusis.game.line_words import Word, WordReader, notation_error, seat_word, split_words
from eleusis.game.state import END_REASONS
from eleusis.ground.errors import NOWHERE, EleusisError, Place, did_you_mean, quote


@attrs.frozen
class ExpectedFact:
    """One fact after `=>`, a phrase in the form of facts.py, and where it stands."""

    text: str
    place: Place = attrs.field(eq=False)


@attrs.frozen
class FileLine:
    """One line of play: a move, what must follow, and its comment (with the `#`)."""

    move: mv.Move
    """The move that is made."""
    expected: tuple[ExpectedFact, ...] = ()
    """What must follow from it."""
    comment: str = ""
    """What stands behind the line for people."""
    place: Place = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)
    """Where the line stands."""

    @property
    def made(self) -> str:
        """Who makes which move, without what is expected of it and without the comment."""
        return f"{seat_word(self.move.seat)} {self.move.text}"

    @property
    def text(self) -> str:
        """The line as a game file has it."""
        text = self.made
        if self.expected:
            text = f"{text:<31} => {'; '.join(fact.text for fact in self.expected)}"
        return f"{text:<31} {self.comment}" if self.comment else text


def lines_that_count(lines: Sequence[FileLine]) -> list[FileLine]:
    """The lines of play without those that were taken back, and without the `undo` lines."""
    left: list[FileLine] = []
    for line in lines:
        if not isinstance(line.move, mv.Undo):
            left.append(line)
        elif left:
            left.pop()
    return left


def read_lines(
    rows: Iterable[tuple[str, Place]], players: tuple[str, ...], note: Callable[[EleusisError], None]
) -> tuple[FileLine, ...]:
    """The lines of play of a table, each with the place where it begins; `note` is given what is wrong with one."""
    lines = []
    for text, place in rows:
        try:
            line = read_line(text, players, place)
        except EleusisError as error:
            note(error)
        else:
            if line is not None:
                lines.append(line)
    return tuple(lines)


def read_line(text: str, players: Sequence[str], place: Place) -> FileLine | None:
    """The line of play in a text that begins at `place`; None for an empty line or one that is all comment.

    Raises NotationError (`notation/…`) at the word that is wrong.
    """
    line = split_words(text, place)
    comment = line.pop().text if line and line[-1].kind == "comment" else ""
    if not line:
        return None
    arrow = next((at for at, word in enumerate(line) if word.kind == "arrow"), len(line))
    stray = next((word for word in line[:arrow] if word.kind == "semicolon"), None)
    if stray is not None:
        message = "use ';' only between the things after '=>'; write one move to a line"
        raise notation_error("word", message, place.right(stray.at))
    move = _LineReader(line[:arrow], players, place, len(text)).move()
    if arrow == len(line):
        return FileLine(move, comment=comment, place=place)
    phrases = groupby(line[arrow + 1 :], lambda word: word.kind == "semicolon")
    expected = tuple(
        [_LineReader(list(words), players, place, len(text)).fact() for is_end, words in phrases if not is_end]
    )
    if not expected:
        raise notation_error("nothing-expected", "there is nothing after '=>'", place.right(line[arrow].at))
    return FileLine(move, expected, comment, place=place)


class _LineReader(WordReader):
    """Takes the words of a line, or of one fact after `=>`, one by one."""

    def __init__(self, words: list[Word], players: Sequence[str], place: Place, end: int) -> None:
        super().__init__(words, place, end)
        self.players = players

    def move(self) -> mv.Move:
        """The move that the words are."""
        return mv.read_words(self.seat(), self)

    def fact(self) -> ExpectedFact:
        """The fact that the words are, in the form of facts.py."""
        place = self.place.right(self.rest[-1].at)
        text = self._phrase()
        self.check_end()
        return ExpectedFact(text, place)

    def _phrase(self) -> str:
        first = self.rest[-1].text if self.rest[-1].kind == "bare" else ""
        rest = " ".join(word.text for word in reversed(self.rest[:-1]))
        # A player may be called `right`, `guess` or `ended`; what follows the name tells the two apart.
        is_seat = first in self.players
        if first in ("right", "wrong") and not (is_seat and rest):
            return self.next("").text
        if first == "guess" and not (is_seat and rest not in ("right", "wrong")):
            self.next("")
            return f"guess {self.one_of(('right', 'wrong'), 'a verdict')}"
        if first == "ended" and not (is_seat and rest not in END_REASONS):
            return f"ended {self.reason()}"
        if not is_seat and len(self.rest) == 1:
            word = self.rest[-1]
            hint = did_you_mean(word.text, ("right", "wrong"))
            message = f"{quote(word.text)} can't come after '=>'{hint}: right, wrong, SEAT draws N, …"
            raise self.error("word", message, word)
        seat = seat_word(self.seat())
        what = self.one_of(("draws", "new", "plays", "out", "expelled", "overthrown"), "what can follow")
        if what == "draws":
            return f"{seat} draws {self.number()}"
        if what == "plays":
            return f"{seat} plays {self.card().text}"
        if what == "new":
            self.one_of(("hand",), "the rest of 'new hand'")
            return f"{seat} new hand {self.number()}"
        return f"{seat} {what}"

    def seat(self) -> str:
        """The name of a player."""
        word = self.next("a seat")
        if word.text not in self.players or word.kind not in ("bare", "quoted"):
            hint = did_you_mean(word.text, self.players)
            raise self.error("seat", f"nobody at the table is called {quote(word.text)}{hint}", word)
        return word.text

    def reason(self) -> str:
        """Why the round ends: all words after `ended`."""
        place = self.place.right(self.next("").at)
        if not self.rest:
            raise notation_error("missing", "a reason is missing here", self.place.right(self.end))
        text = " ".join(word.text for word in reversed(self.rest))
        self.rest.clear()
        return read_reason(text, place)


def read_reason(text: str, place: Place) -> str:
    """One of the reasons for which a round ends. Raises NotationError (`notation/reason`)."""
    if text not in END_REASONS:
        hint = did_you_mean(text, END_REASONS)
        raise notation_error(
            "reason", f"{quote(text)} isn't a reason to end{hint}: {', '.join(END_REASONS)}", place
        )
    return text
