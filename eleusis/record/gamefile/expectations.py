"""What a game file expects (`expect:`), read as data; replaying/expecting.py holds it against what came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import attrs

from eleusis.ground.errors import EleusisError, Place, did_you_mean, quote
from eleusis.ground.yaml.parsing import Scalar, YamlNode, YamlReader
from eleusis.record.gamefile.given_cards import is_null, read_cards
from eleusis.record.gamefile.lines import read_reason

ExpectedValue: TypeAlias = "bool | int | str | tuple[ExpectedValue, ...] | None"


@attrs.frozen
class Expected:
    """One expectation: a key of `expect:`, for some keys a seat, the value, and where it stands."""

    key: str
    value: ExpectedValue
    place: Place = attrs.field(eq=False)
    seat: str | None = None

    @property
    def what(self) -> str:
        """What is expected, in the words of a message: `layout`, `hands of Ann`."""
        return self.key if self.seat is None else f"{self.key} of {self.seat}"


class ExpectReader:
    """Reads the `expect:` of a round or a game; errors go to `reader`."""

    def __init__(self, reader: YamlReader, players: Sequence[str]) -> None:
        self.reader = reader
        self.players = players

    def round(self, node: YamlNode | None) -> tuple[Expected, ...]:
        """What is expected of a round."""
        return self._all(node, {key: form for key, (form, _) in ROUND_KEYS.items()})

    def game(self, node: YamlNode | None) -> tuple[Expected, ...]:
        """What is expected of a whole game: its totals."""
        return self._all(node, {"totals": ExpectReader.number})

    def _all(self, node: YamlNode | None, forms: dict[str, Callable[..., ExpectedValue]]) -> tuple[Expected, ...]:
        entries = self.reader.mapping(node, forms, "expect")
        expected: list[Expected] = []
        for key, _, value in entries.items() if entries else ():
            if key not in forms:
                continue
            if key not in PER_SEAT:
                expected.append(Expected(key, forms[key](self, value, key), value.place))
                continue
            seats = self.reader.mapping(value, None, key)
            for seat, place, own in seats.items() if seats else ():
                if self._is_seat(seat, place):
                    expected.append(Expected(key, forms[key](self, own, f"{key} of {seat}"), own.place, seat))
        return tuple(expected)

    def _is_seat(self, seat: str, place: Place) -> bool:
        if seat in self.players:
            return True
        hint = did_you_mean(seat, self.players)
        self.reader.error("no-such-seat", f"nobody at the table is called {quote(seat)}{hint}", place)
        return False

    # One method for each form of value; schema/game_schema.py has the schema of each.

    def number(self, node: YamlNode, what: str) -> ExpectedValue:
        """Points or a number of cards."""
        return self.reader.integer(node, what, -1_000_000, 1_000_000)

    def number_or_none(self, node: YamlNode, what: str) -> ExpectedValue:
        """A number, or null."""
        return None if is_null(node) else self.number(node, what)

    def flag(self, node: YamlNode, what: str) -> ExpectedValue:
        """Yes or no, written `true` or `false`."""
        return self.reader.boolean(node, what)

    def seat_or_none(self, node: YamlNode, what: str) -> ExpectedValue:
        """The name of a player, or null."""
        if is_null(node):
            return None
        seat = self.reader.text(node, what)
        if seat is not None:
            self._is_seat(seat, node.place)
        return seat

    def seats(self, node: YamlNode, what: str) -> ExpectedValue:
        """A list of players; their order means nothing."""
        return tuple(sorted(str(self.seat_or_none(seat, what)) for seat in self.reader.sequence(node, what) or ()))

    def words(self, node: YamlNode, what: str) -> ExpectedValue:
        """A list of words; their order means nothing."""
        return tuple(sorted(self.reader.text(word, what) or "" for word in self.reader.sequence(node, what) or ()))

    def reason(self, node: YamlNode, what: str) -> ExpectedValue:
        """Why the round ends, or null."""
        if is_null(node):
            return None
        text = self.reader.text(node, what)
        try:
            return text and read_reason(text, node.place)
        except EleusisError as error:
            self.reader.add(error)
            return None

    def cards(self, node: YamlNode, what: str) -> ExpectedValue:
        """Cards, each as its text."""
        return tuple(card.text for card in read_cards(self.reader, node, what) or ())

    def size_or_cards(self, node: YamlNode, what: str) -> ExpectedValue:
        """How many cards there are, or the cards."""
        if isinstance(node, Scalar) and not node.quoted and node.text.isdecimal():
            return self.number(node, what)
        return self.cards(node, what)

    def plays(self, node: YamlNode, what: str) -> ExpectedValue:
        """A list of plays, each of them cards."""
        return tuple(self.cards(play, what) for play in self.reader.sequence(node, what) or ())

    def columns(self, node: YamlNode, what: str) -> ExpectedValue:
        """A list of sidelines, each of them plays."""
        return tuple(self.plays(column, what) for column in self.reader.sequence(node, what) or ())


ROUND_KEYS: dict[str, tuple[Callable[..., ExpectedValue], str]] = {
    "ended": (ExpectReader.reason, "Why the round ended; null: it is not over."),
    "hands": (ExpectReader.size_or_cards, "For each seat the number of cards in hand, or the cards."),
    "scores": (ExpectReader.number, "For each seat the points of the round."),
    "prophet": (ExpectReader.seat_or_none, "Who is prophet at the end; null: nobody."),
    "expelled": (ExpectReader.seats, "Who has been expelled."),
    "mainline": (ExpectReader.cards, "The mainline, in order."),
    "sidelines": (
        ExpectReader.columns,
        "For each card of the mainline the wrong plays under it, each as its cards.",
    ),
    "before": (ExpectReader.plays, "The wrong plays made while the mainline was empty."),
    "layout": (ExpectReader.number, "The number of cards on the layout."),
    "since_marker": (ExpectReader.number_or_none, "The cards since the prophet's marker; null: there is none."),
    "stock": (ExpectReader.size_or_cards, "The number of cards in the stock, or the top ones in order."),
    "decks": (ExpectReader.number, "The decks in play."),
    "to_act": (ExpectReader.seat_or_none, "Who is to act; null: nobody."),
    "may": (ExpectReader.words, "The verbs open to the seat that is to act."),
    "sudden_death": (ExpectReader.flag, "Whether sudden death has begun."),
    "set_aside": (
        ExpectReader.size_or_cards,
        "The number of cards turned as starters that were not right, or the cards in order.",
    ),
    "turn": (ExpectReader.number, "How many plays and no plays have been judged."),
}
"""What a round may expect: how each is read, and what it is."""

PER_SEAT = ("hands", "scores", "totals")
"""Those that are a map of seats."""
