"""Moves: what a seat chooses. A seat is named by its player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Annotated, ClassVar, Self

from eleusis.game.line_words import WordReader, notation_error, split_words
from eleusis.game.sight import EVENTS, EVERYONE, Sighted, open_to
from eleusis.ground.cards import Card, text_of
from eleusis.ground.data import Json
from eleusis.ground.errors import NOWHERE, NotationError, Place, quote
from eleusis.ground.yaml.writer import in_double_quotes

MAX_SAID = 5_000
"""The most characters of a guess or a hint; no rule is longer, and what a round takes, its file must hold."""


class Move(Sighted, frozen=True):
    """What a seat chooses; `verb` is its word in a game file, and `text` the words after the seat.

    >>> Move.from_json({"seat": "Ann", "move": "play 7H 8H"})
    Play(seat='Ann', cards=(Card(7H), Card(8H)))
    """

    verb: ClassVar[str]
    """Its word in a game file, such as `play`."""
    seat: str
    """Who moves."""

    def seen_by(self, seat: str | None, events: Iterable[Sighted]) -> Self:
        """The move as that seat may know it (None: a spectator), where these are the `events` of its step.

        A card that depends on the events is shown if everyone sees it in one of them: that a seat has drawn a card
        like it doesn't count.
        """
        return self.as_seen_by(seat, [card for event in events for card in event.as_seen_by(None).shown_cards()])

    @property
    def text(self) -> str:
        """The move as in a game file, after its seat."""
        return self.verb

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        """The move of a seat from the words after its verb. Raises NotationError (`notation/…`)."""
        return cls(seat)

    @property
    def well_formed(self) -> bool:
        """Whether its fields are of their kinds: who makes it may put in anything."""
        return type(self.seat) is str

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


class Play(Move, frozen=True):
    """Play one card or a string, in this order.

    >>> from eleusis import cards
    >>> Play("Ann", cards("5H 6H")).text
    'play 5H 6H'
    """

    verb = "play"
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    @property
    def text(self) -> str:
        return f"play {text_of(self.cards)}"

    @property
    def well_formed(self) -> bool:
        is_list = isinstance(self.cards, (tuple, list)) and all(isinstance(card, Card) for card in self.cards)
        return is_list and type(self.seat) is str

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.cards())


class NoPlay(Move, frozen=True):
    """Declare that no card of the hand is right; the hand is shown to everyone.

    >>> NoPlay("Ann").to_json()
    {'seat': 'Ann', 'move': 'no-play'}
    """

    verb = "no-play"


class Declare(Move, frozen=True):
    """Declare as prophet.

    >>> Declare("Ann").text
    'declare'
    """

    verb = "declare"


class Verdict(Move, frozen=True):
    """The base of calls and judgements: that something is right or wrong and, of a no play, which card is right."""

    right: bool
    card: Annotated[Card | None, open_to(EVERYONE)] = None

    @property
    def text(self) -> str:
        named = f" {self.card.text}" if self.card else ""
        return f"{self.verb} {'right' if self.right else 'wrong'}{named}"

    @property
    def well_formed(self) -> bool:
        return type(self.right) is bool and isinstance(self.card, (Card, NoneType)) and type(self.seat) is str

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, *words.verdict())


class Call(Verdict, frozen=True):
    """The prophet calls the mover's play or no play right or wrong.

    Of a no play called wrong, `card` is the one that should be right.

    >>> from eleusis import card
    >>> Call("Bob", right=False, card=card("9C")).text
    'call wrong 9C'
    """

    verb = "call"


class Judge(Verdict, frozen=True):
    """The dealer judges the mover's play, no play or guess.

    Of a no play judged wrong, `card` is the one that goes to the mainline; where the prophet had named that
    card the prophet was right; a prophet who named another was wrong.

    >>> Judge("Dan", right=True).text
    'judge right'
    """

    verb = "judge"
    card: Annotated[Card | None, open_to(EVENTS)] = None


class Guess(Move, frozen=True):
    """Guess the secret rule: its text in the rule language, or prose.

    >>> print(Guess("Ann", "if last.odd then black else red").text)
    guess "if last.odd then black else red"
    """

    verb = "guess"
    rule: str

    @property
    def text(self) -> str:
        return f"guess {in_double_quotes(self.rule)}"

    @property
    def well_formed(self) -> bool:
        return type(self.rule) is str and len(self.rule) <= MAX_SAID and type(self.seat) is str

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.free_text("a guess"))


class Pass(Move, frozen=True):
    """Give up a chance to guess or to declare.

    >>> Pass("Ann").text
    'pass'
    """

    verb = "pass"


class Hint(Move, frozen=True):
    """The dealer gives a hint.

    >>> print(Hint("Dan", "suits don't matter").text)
    hint "suits don't matter"
    """

    verb = "hint"
    hint: str

    @property
    def text(self) -> str:
        return f"hint {in_double_quotes(self.hint)}"

    @property
    def well_formed(self) -> bool:
        return type(self.hint) is str and len(self.hint) <= MAX_SAID and type(self.seat) is str

    @classmethod
    def read_rest(cls, seat: str, words: WordReader) -> Self:
        return cls(seat, words.free_text("a hint"))


class Undo(Move, frozen=True):
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

    >>> read_move("judge wrong", "Dan")
    Judge(seat='Dan', right=False, card=None)
    """
    words = split_words(text, place)
    for word in words:
        if word.kind not in ("bare", "quoted"):
            what = "a comment" if word.kind == "comment" else quote(word.text)
            raise notation_error("word", f"{what} has no place in a move", place.right(word.at))
    return read_words(seat, WordReader(words, place, len(text)))
