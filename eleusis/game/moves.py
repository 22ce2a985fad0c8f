"""Moves: what a seat chooses. A seat is named by its player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self, TypeVar

from eleusis.errors import IllegalMove, quote
from eleusis.game.sight import EVENTS, EVERYONE, Sighted, checks
from eleusis.pack import Card, text_of
from eleusis.values import new, open_to

M = TypeVar("M", bound="Move")


class Move(Sighted):
    """What a seat chooses; `verb` is its word in a game file, and `text` the words after the seat."""

    verb: ClassVar[str]
    """Its word in a game file, such as `play`."""
    seat: str
    """Who moves."""

    def seen_by(self, seat: str | None, events: Iterable[Sighted]) -> Self:
        """The move as that seat may know it (None: a spectator), where these are the `events` of its step.

        A card that hangs on the events is told where everyone sees it in one of them: that a seat has drawn a card
        like it doesn't count.
        """
        if not self.secrets:
            return self
        return self.as_seen_by(seat, [card for event in events for card in event.as_seen_by(None).shown_cards()])

    @property
    def text(self) -> str:
        """The move as a game file has it, behind its seat."""
        return self.verb


class Play(Move):
    """Play one card or a string, in this order."""

    verb = "play"
    cards: tuple[Card, ...] = open_to(EVERYONE)

    @property
    def text(self) -> str:
        return f"play {text_of(self.cards)}"


class NoPlay(Move):
    """Declare that no card of the hand is right; the hand is shown to everyone."""

    verb = "no-play"


class Declare(Move):
    """Declare oneself prophet."""

    verb = "declare"


class Call(Move):
    """The prophet calls the mover's play or no play right or wrong.

    Of a no play called wrong, `card` is the one that he says is right.
    """

    verb = "call"
    right: bool
    card: Card | None = open_to(EVERYONE, default=None)

    @property
    def text(self) -> str:
        return _verdict(self.verb, self.right, self.card)


class Judge(Move):
    """The dealer judges the mover's play, no play or guess.

    Of a no play judged wrong, `card` is the one that goes to the mainline; where the prophet had named that
    card he was right, where he had named another he was not.
    """

    verb = "judge"
    right: bool
    card: Card | None = open_to(EVENTS, default=None)

    @property
    def text(self) -> str:
        return _verdict(self.verb, self.right, self.card)


class Guess(Move):
    """Guess the secret rule: its text in the rule language, or prose."""

    verb = "guess"
    rule: str

    @property
    def text(self) -> str:
        return f"guess {in_quotes(self.rule)}"


class Pass(Move):
    """Let a right to guess or to declare go by."""

    verb = "pass"


class Hint(Move):
    """The dealer gives a hint."""

    verb = "hint"
    hint: str

    @property
    def text(self) -> str:
        return f"hint {in_quotes(self.hint)}"


class Undo(Move):
    """Take back one's last move; not a move of the round, but a line of its record (see driving/undo.py)."""

    verb = "undo"


MOVES: tuple[type[Move], ...] = (Play, NoPlay, Declare, Call, Judge, Guess, Pass, Hint)
"""Every kind of move that a round takes."""


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


def in_quotes(text: str) -> str:
    """Free text as a game file has it: in double quotes, on one line, with backslashes where needed."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _verdict(verb: str, right: bool, card: Card | None) -> str:
    return f"{verb} {'right' if right else 'wrong'}" + (f" {card.text}" if card else "")
