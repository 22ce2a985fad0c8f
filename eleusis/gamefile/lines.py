"""The lines of `moves:`, one move by one seat each: reading and writing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from eleusis.errors import EleusisError, NotationError, Place, did_you_mean, quote
from eleusis.game import moves as mv
from eleusis.game.state import END_REASONS
from eleusis.gamefile.words import Word, seat_word, words
from eleusis.pack import KNOWN, Card, card
from eleusis.values import Compared


@attrs.frozen(eq=False, repr=False)
class ExpectedFact(Compared):
    """One phrase after `=>`, in the form of facts.py, and where it stands."""

    text: str
    place: Place = attrs.field(eq=False)


@attrs.frozen(eq=False, repr=False)
class FileLine(Compared):
    """One line of play: a move, what must follow, and its comment (with the `#`)."""

    move: mv.Move
    expected: tuple[ExpectedFact, ...] = ()
    comment: str = ""
    place: Place = attrs.field(default=Place(), eq=False)

    @property
    def text(self) -> str:
        """The line as a game file has it."""
        text = f"{seat_word(self.move.seat)} {self.move.text}"
        if self.expected:
            text = f"{text:<31} => {'; '.join(one.text for one in self.expected)}"
        return f"{text:<31} {self.comment}" if self.comment else text


def read_line(text: str, players: Sequence[str], place: Place) -> FileLine | None:
    """The line of play in a text that begins at `place`; None for an empty line or one that is all comment.

    Raises NotationError (`notation/…`) at the word that is wrong.
    """
    bare = text.split()
    if len(bare) > 2 and bare[1] == "play" and bare[0].isalnum() and bare[0] in players:
        # Most lines are that simple, with nothing in quotes and nothing expected.
        cards = [KNOWN.get(word) for word in bare[2:]]
        if None not in cards:
            return FileLine(mv.Play(bare[0], tuple(cards)), (), "", place)  # type: ignore[arg-type]  # none is None
    found = words(text, place)
    comment = found.pop().text if found and found[-1].kind == "comment" else ""
    if not found:
        return None
    arrow = next((i for i, word in enumerate(found) if word.kind == "arrow"), len(found))
    stray = next((word for word in found[:arrow] if word.kind == "semicolon"), None)
    if stray is not None:
        message = "a ';' stands between the things after '=>' only; one move to a line"
        raise _error("word", message, place.right(stray.at))
    move = _Words(found[:arrow], players, place, len(text)).move()
    if arrow == len(found):
        return FileLine(move, (), comment, place)
    parts = _split(found[arrow + 1 :])
    expected = [_Words(part, players, place, len(text)).expectation() for part in parts if part]
    if not expected:
        raise _error("nothing-expected", "nothing stands after '=>'", place.right(found[arrow].at))
    return FileLine(move, tuple(expected), comment, place)


def _split(found: list[Word]) -> list[list[Word]]:
    parts: list[list[Word]] = [[]]
    for word in found:
        if word.kind == "semicolon":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _error(code: str, message: str, place: Place) -> EleusisError:
    return NotationError(f"notation/{code}", message, place)


class _Words:
    """Takes the words of a move or an expectation one by one."""

    def __init__(self, found: list[Word], players: Sequence[str], place: Place, end: int) -> None:
        self.rest = found[::-1]
        self.players = players
        self.place = place
        self.end = end

    def next(self, wanted: str) -> Word:
        if not self.rest:
            raise _error("missing", f"here {wanted} is missing", self.place.right(self.end))
        return self.rest.pop()

    def peek(self) -> str:
        return self.rest[-1].text if self.rest and self.rest[-1].kind == "bare" else ""

    def done(self) -> None:
        if self.rest:
            word = self.rest[-1]
            raise _error("word", f"{quote(word.text)} is one word too many here", self.place.right(word.at))

    def seat(self) -> str:
        word = self.next("a seat")
        if word.text not in self.players or word.kind not in ("bare", "quoted"):
            hint = did_you_mean(word.text, self.players)
            raise _error(
                "seat", f"nobody at the table is called {quote(word.text)}{hint}", self.place.right(word.at)
            )
        return word.text

    def card(self) -> Card:
        word = self.next("a card")
        return KNOWN.get(word.text) or card(word.text, self.place.right(word.at))

    def cards(self) -> tuple[Card, ...]:
        found = [self.card()]
        while self.rest:
            found.append(self.card())
        return tuple(found)

    def one_of(self, wanted: Sequence[str], what: str) -> str:
        word = self.next(what)
        if word.text.casefold() not in wanted or word.kind != "bare":
            hint = " (without the quotes)" if word.text in wanted else did_you_mean(word.text, wanted)
            message = f"{quote(word.text)} is not {what}{hint}: {', '.join(wanted)}"
            raise _error("word", message, self.place.right(word.at))
        return word.text.casefold()

    def number(self) -> int:
        word = self.next("a number")
        if not (word.text.isascii() and word.text.isdecimal() and len(word.text) <= 6):
            raise _error("number", f"{quote(word.text)} is not a number of cards", self.place.right(word.at))
        return int(word.text)

    def free_text(self, what: str) -> str:
        word = self.next(f"{what} in double quotes")
        if word.kind != "quoted":
            raise _error(
                "quote", f"{what} stands in double quotes, not as {quote(word.text)}", self.place.right(word.at)
            )
        return word.text

    def verdict(self) -> tuple[bool, Card | None]:
        right = self.one_of(("right", "wrong"), "a verdict") == "right"
        return right, self.card() if self.rest else None

    def move(self) -> mv.Move:
        seat = self.seat()
        made = _VERBS[self.one_of(tuple(_VERBS), "a verb")](seat, self)
        self.done()
        return made

    def expectation(self) -> ExpectedFact:
        place = self.place.right(self.rest[-1].at)
        text = self.phrase()
        self.done()
        return ExpectedFact(text, place)

    def phrase(self) -> str:
        first = self.peek()
        rest = " ".join(word.text for word in reversed(self.rest[:-1]))
        # A player may be called so; what follows the name tells the two apart.
        named = first in self.players
        if first in ("right", "wrong") and not (named and rest):
            return self.next("").text
        if first == "guess" and not (named and rest not in ("right", "wrong")):
            self.next("")
            return f"guess {self.one_of(('right', 'wrong'), 'a verdict')}"
        if first == "ended" and not (named and rest not in END_REASONS):
            return f"ended {self.reason()}"
        if first not in self.players and len(self.rest) == 1:
            word = self.rest[-1]
            hint = did_you_mean(word.text, ("right", "wrong"))
            message = f"{quote(word.text)} is nothing that can follow{hint}: right, wrong, SEAT draws N, …"
            raise _error("word", message, self.place.right(word.at))
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

    def reason(self) -> str:
        place = self.place.right(self.next("").at)
        if not self.rest:
            raise _error("missing", "here a reason is missing", self.place.right(self.end))
        text = " ".join(word.text for word in reversed(self.rest))
        self.rest.clear()
        return ended_reason(text, place)


def ended_reason(text: str, place: Place) -> str:
    """One of the reasons for which a round ends. Raises NotationError (`notation/reason`)."""
    if text not in END_REASONS:
        hint = did_you_mean(text, END_REASONS)
        raise _error("reason", f"{quote(text)} is no reason to end{hint}: {', '.join(END_REASONS)}", place)
    return text


_VERBS: dict[str, Callable[[str, _Words], mv.Move]] = {
    "play": lambda seat, rest: mv.Play(seat, rest.cards()),
    "no-play": lambda seat, rest: mv.NoPlay(seat),
    "declare": lambda seat, rest: mv.Declare(seat),
    "call": lambda seat, rest: mv.Call(seat, *rest.verdict()),
    "judge": lambda seat, rest: mv.Judge(seat, *rest.verdict()),
    "guess": lambda seat, rest: mv.Guess(seat, rest.free_text("a guess")),
    "pass": lambda seat, rest: mv.Pass(seat),
    "hint": lambda seat, rest: mv.Hint(seat, rest.free_text("a hint")),
    "undo": lambda seat, rest: mv.Undo(seat),
}
"""The verb of each kind of move, and how the words after it are read."""
