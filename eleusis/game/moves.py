"""Moves: what a seat chooses. A seat is named by its player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self, TypeVar

from eleusis.game.line_words import WordReader, in_quotes, notation_error, split_words
from eleusis.game.sight import EVENTS, EVERYONE, Sighted, checks
from eleusis.ground.cards import Card, text_of
from eleusis.ground.errors import NOWHERE, IllegalMove, NotationError, Place, quote
from eleusis.ground.values import Json, new, open_to

M = TypeVar("M", bound="Move")


class Move(Sighted):
    """What a seat chooses; `verb` is its word in a game file, and `text` the words after the seat."""

    verb: ClassVar[str]
    """Its word in a game file, such as `play`."""
    seat: str
    """Who moves."""

    def seen_by(self, seat: str | None, events: Iterable[Sighted]) -> Self:
        """The move as that seat may know it (None: a spectator), where these are the `events` of its step.

        A card that depends on the events is shown if everyone sees it in one of them: that a seat has drawn a card
        like it doesn't count.
        """
        if not self.secrets:
            return self
        return self.as_seen_by(seat, [card for event in events for card in event.as_seen_by(None).shown_cards()])

    @property
    def text(self) -> str:
        """The move as in a game file, after its seat."""
        return self.verb

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        """The move of a seat from the words after its verb. Raises NotationError (`notation/…`)."""
        return cls(seat)

    def to_json(self) -> dict[str, Json]:
        """The move as data: its seat, and the move as a line of a game file has it."""
        return {"seat": self.seat, "move": self.text}

    @staticmethod
    def from_json(data: Mapping[str, Json]) -> Move:
        """The move that `to_json` printed; keys that it doesn't know are ignored.

        Raises NotationError: `notation/move` where seat or move is missing or no text, else as `read_move`.
        """
        if not isinstance(data, Mapping):
            raise NotationError("notation/move", f"a move is a map with 'seat' and 'move', not {quote(data)}")
        seat, text = data.get("seat"), data.get("move")
        for key, value in (("seat", seat), ("move", text)):
            if not isinstance(value, str):
                what = f"not {quote(value)}" if key in data else "and it is missing"
                raise NotationError("notation/move", f"the {quote(key)} of a move is a text, {what}")
        return read_move(str(text), str(seat))


class Play(Move):
    """Play one card or a string, in this order."""

    verb = "play"
    cards: tuple[Card, ...] = open_to(EVERYONE)

    @property
    def text(self) -> str:
        return f"play {text_of(self.cards)}"

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.cards())


class NoPlay(Move):
    """Declare that no card of the hand is right; the hand is shown to everyone."""

    verb = "no-play"


class Declare(Move):
    """Declare as prophet."""

    verb = "declare"


class Call(Move):
    """The prophet calls the mover's play or no play right or wrong.

    Of a no play called wrong, `card` is the one that should be right.
    """

    verb = "call"
    right: bool
    card: Card | None = open_to(EVERYONE, default=None)

    @property
    def text(self) -> str:
        return _verdict(self.verb, self.right, self.card)

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, *words.verdict())


class Judge(Move):
    """The dealer judges the mover's play, no play or guess.

    Of a no play judged wrong, `card` is the one that goes to the mainline; where the prophet had named that
    card the prophet was right; a prophet who named another was wrong.
    """

    verb = "judge"
    right: bool
    card: Card | None = open_to(EVENTS, default=None)

    @property
    def text(self) -> str:
        return _verdict(self.verb, self.right, self.card)

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, *words.verdict())


class Guess(Move):
    """Guess the secret rule: its text in the rule language, or prose."""

    verb = "guess"
    rule: str

    @property
    def text(self) -> str:
        return f"guess {in_quotes(self.rule)}"

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.free_text("a guess"))


class Pass(Move):
    """Give up a chance to guess or to declare."""

    verb = "pass"


class Hint(Move):
    """The dealer gives a hint."""

    verb = "hint"
    hint: str

    @property
    def text(self) -> str:
        return f"hint {in_quotes(self.hint)}"

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.free_text("a hint"))


class Undo(Move):
    """Take back one's last move; not a move of the round, but a line of its record (see driving/undo.py)."""

    verb = "undo"


MOVES: tuple[type[Move], ...] = (Play, NoPlay, Declare, Call, Judge, Guess, Pass, Hint)
"""Every kind of move that a round takes."""


_LINES: tuple[type[Move], ...] = (*MOVES, Undo)
VERBS: dict[str, type[Move]] = {kind.verb: kind for kind in _LINES}
"""The verb of each kind of move in a game file."""


def read_words(seat: str, words: WordReader) -> Move:
    """The move of a seat that the words are, its verb first. Raises NotationError (`notation/…`)."""
    move = VERBS[words.one_of(tuple(VERBS), "a verb")].read_rest(seat, words)
    words.check_end()
    return move


def read_move(text: str, seat: str, place: Place = NOWHERE) -> Move:
    """The move that a text is, as a line of a game file has it behind the seat: `play 5H 6H`.

    Raises NotationError (`notation/…`) at the word that is wrong.
    """
    words = split_words(text, place)
    for word in words:
        if word.kind not in ("bare", "quoted"):
            what = "a comment" if word.kind == "comment" else quote(word.text)
            raise notation_error("word", f"{what} has no place in a move", place.right(word.at))
    return read_words(seat, WordReader(words, place, len(text)))


MAX_SAID = 5_000
"""The most characters of a guess or a hint; no rule is longer, and what a round takes, its file must hold."""


def validate(move: M) -> M:
    """The move as a round may keep it: each field of its kind, a list of cards made a tuple.

    Raises IllegalMove (`move/malformed`) for a field of another kind, or a text of more than MAX_SAID characters.
    """
    cls = type(move)
    values = []
    for field, check, value in zip(cls._fields, checks(cls), move, strict=True):
        frozen = tuple(value) if isinstance(value, list) else value
        if not check(frozen):
            message = f"a {cls.verb} can't have {_kind_of_value(frozen)} as its {field}"
            raise IllegalMove("move/malformed", message)
        if isinstance(frozen, str) and len(frozen) > MAX_SAID:
            message = f"the {field} of a {cls.verb} has {len(frozen):,} characters: {MAX_SAID:,} at most"
            raise IllegalMove("move/malformed", message)
        values.append(frozen)
    return new(cls, values)


def _kind_of_value(value: object) -> str:
    """What a value is, without asking it: it may be anything, and a tuple or a list as long as one likes."""
    inner = next((part for part in value if type(part) is not Card), None) if type(value) is tuple else None
    return quote(type(value).__name__) + (f" with {quote(type(inner).__name__)} in it" if inner is not None else "")


def _verdict(verb: str, right: bool, card: Card | None) -> str:
    return f"{verb} {'right' if right else 'wrong'}" + (f" {card.text}" if card else "")
