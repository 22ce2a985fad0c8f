"""What a game file expects of a round (`expect:`), read once and held against what came out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import attrs

from eleusis.driving.record import RoundReplay
from eleusis.errors import EleusisError, Place, did_you_mean, quote
from eleusis.game.moves import Move
from eleusis.gamefile.lines import ended_reason
from eleusis.pack import Card, cards
from eleusis.values import Compared
from eleusis.yaml.strict import Mapping, Node, Scalar, YamlReader
from eleusis.yaml.strict import Sequence as YamlSequence

Value: TypeAlias = "bool | int | str | tuple[Value, ...] | None"

_CARD = re.compile(r"[^\s,]+")
"""One card in a text of cards."""


@attrs.frozen(eq=False, repr=False)
class Expected(Compared):
    """One expectation: a key of `expect:`, for some keys a seat, the value, and where it stands."""

    key: str
    value: Value
    place: Place = attrs.field(eq=False)
    seat: str | None = None

    @property
    def what(self) -> str:
        return self.key if self.seat is None else f"{self.key} of {self.seat}"


class ExpectReader:
    """Reads the `expect:` of a round or a game; errors go to `reader`."""

    def __init__(self, reader: YamlReader, players: Sequence[str]) -> None:
        self.reader = reader
        self.players = players

    def round(self, node: Node | None) -> tuple[Expected, ...]:
        return self._all(node, ROUND_KEYS, "expect")

    def game(self, node: Node | None) -> tuple[Expected, ...]:
        return self._all(node, {"totals": ExpectReader.number}, "expect")

    def _all(self, node: Node | None, keys: dict[str, Callable[..., Value]], what: str) -> tuple[Expected, ...]:
        mapping = self.reader.mapping(node, keys, what)
        found: list[Expected] = []
        for key, _, value in mapping.items() if mapping else ():
            if key not in keys:
                continue
            if key in PER_SEAT:
                seats = self.reader.mapping(value, None, key)
                for seat, place, one in seats.items() if seats else ():
                    if self.seat_name(seat, place):
                        found.append(Expected(key, keys[key](self, one, f"{key} of {seat}"), one.place, seat))
            else:
                found.append(Expected(key, keys[key](self, value, key), value.place))
        return tuple(found)

    def seat_name(self, seat: str, place: Place) -> bool:
        if seat in self.players:
            return True
        hint = did_you_mean(seat, self.players)
        self.reader.error("no-such-seat", f"nobody at the table is called {quote(seat)}{hint}", place)
        return False

    # One method for each form of value.

    def number(self, node: Node, what: str) -> Value:
        return self.reader.integer(node, what, -1_000_000, 1_000_000)

    def number_or_none(self, node: Node, what: str) -> Value:
        return None if is_null(node) else self.number(node, what)

    def flag(self, node: Node, what: str) -> Value:
        return self.reader.boolean(node, what)

    def seat_or_none(self, node: Node, what: str) -> Value:
        if is_null(node):
            return None
        seat = self.reader.text(node, what)
        if seat is not None:
            self.seat_name(seat, node.place)
        return seat

    def seats(self, node: Node, what: str) -> Value:
        items = self.reader.sequence(node, what)
        return tuple(sorted(str(self.seat_or_none(one, what)) for one in items)) if items else ()

    def words(self, node: Node, what: str) -> Value:
        items = self.reader.sequence(node, what)
        return tuple(sorted(self.reader.text(one, what) or "" for one in items)) if items else ()

    def reason(self, node: Node, what: str) -> Value:
        if is_null(node):
            return None
        text = self.reader.text(node, what)
        try:
            return text and ended_reason(text, node.place)
        except EleusisError as error:
            self.reader.add(error)
            return None

    def cards(self, node: Node, what: str) -> Value:
        return tuple(card.text for card in read_cards(self.reader, node, what) or ())

    def size_or_cards(self, node: Node, what: str) -> Value:
        if isinstance(node, Scalar) and not node.quoted and node.text.isdecimal():
            return self.number(node, what)
        return self.cards(node, what)

    def plays(self, node: Node, what: str) -> Value:
        items = self.reader.sequence(node, what)
        return tuple(self.cards(one, what) for one in items) if items else ()

    def columns(self, node: Node, what: str) -> Value:
        items = self.reader.sequence(node, what)
        return tuple(self.plays(one, what) for one in items) if items else ()


def is_null(node: Node) -> bool:
    """Whether a node is `null`, `~` or nothing."""
    return isinstance(node, Scalar) and node.null


def read_cards(reader: YamlReader, node: Node | None, what: str) -> tuple[Card, ...] | None:
    """Cards from text, or from a list of texts; None where nothing is there."""
    if node is None or isinstance(node, Mapping):
        reader.text(node, what)
        return None
    found: list[Card] = []
    for one in [node] if isinstance(node, Scalar) else node.items:
        text = "" if is_null(one) and one is node else reader.text(one, what, longest=20_000)
        try:
            found.extend(cards(text or ""))
        except EleusisError as error:
            reader.add(error.at(_place_in(one, text or "", (error.column or 1) - 1)))
    return tuple(found)


def card_place(nodes: Iterable[Node], card: Card | None, nth: int) -> Place | None:
    """Where the `nth` copy of a card (None: the `nth` card of all) stands in texts that `read_cards` has read.

    Counted from 1, or from the end with -1. None where there are not so many.
    """
    spots = [
        (scalar, word.start())
        for node in nodes
        for scalar in ([node] if isinstance(node, Scalar) else node if isinstance(node, YamlSequence) else ())
        if isinstance(scalar, Scalar) and not scalar.null
        for word in _CARD.finditer(scalar.text)
        if card is None or cards(word.group()) == (card,)
    ]
    if not 1 <= abs(nth) <= len(spots):
        return None
    scalar, index = spots[nth - 1 if nth > 0 else nth]
    return _place_in(scalar, scalar.text, index)


def _place_in(node: Node, text: str, index: int) -> Place:
    """Where the index-th character of a node's text stands in the file; worked out for errors only."""
    before = text[:index]
    row = before.count("\n")
    return node.at(row + 1, index - before.rfind("\n")) if isinstance(node, Scalar) else node.place


ROUND_KEYS: dict[str, Callable[..., Value]] = {
    "ended": ExpectReader.reason,
    "hands": ExpectReader.size_or_cards,
    "scores": ExpectReader.number,
    "prophet": ExpectReader.seat_or_none,
    "expelled": ExpectReader.seats,
    "mainline": ExpectReader.cards,
    "sidelines": ExpectReader.columns,
    "before": ExpectReader.plays,
    "layout": ExpectReader.number,
    "since_marker": ExpectReader.number_or_none,
    "stock": ExpectReader.size_or_cards,
    "decks": ExpectReader.number,
    "to_act": ExpectReader.seat_or_none,
    "may": ExpectReader.words,
    "sudden_death": ExpectReader.flag,
}
"""What a round may expect, and how each is read."""

PER_SEAT = ("hands", "scores", "totals")


def _texts(some: Sequence[Card]) -> Value:
    return tuple(card.text for card in some)


def verbs(options: Sequence[Move]) -> list[str]:
    """The different verbs of some moves, sorted."""
    return sorted({move.verb for move in options})


def actual(one: RoundReplay, expected: Expected) -> Value:
    """What the round has where the expectation stands, in the same form."""
    state, hidden = one.round.state, one.round.hidden
    key, seat = expected.key, expected.seat or ""
    if key == "hands":
        hand = hidden.hands.get(seat, [])
        return len(hand) if isinstance(expected.value, int) else _texts(hand)
    if key == "stock":
        if isinstance(expected.value, tuple):
            return _texts(list(hidden.stock)[: len(expected.value)])
        return len(hidden.stock)
    if key == "scores":
        return None if one.scores is None else one.scores[seat]
    plain: dict[str, Value] = {
        "ended": one.ended,
        "prophet": state.prophet,
        "expelled": tuple(sorted(state.expelled)),
        "mainline": _texts(state.layout.mainline),
        "sidelines": tuple(tuple(_texts(play) for play in plays) for plays in state.layout.sidelines),
        "before": tuple(_texts(play) for play in state.layout.before),
        "layout": state.layout.count,
        "since_marker": state.since_marker(),
        "decks": state.decks,
        "to_act": one.round.to_act,
        "may": tuple(verbs(one.round.options())),
        "sudden_death": state.sudden_death,
    }
    return plain[key]


def difference(expected: Expected, found: Value) -> str | None:
    """The sentence that tells an expectation from what was found; None where it holds.

    The cards of a hand may be listed in any order.
    """
    wanted = expected.value
    if wanted == found:
        return None
    hands = expected.key == "hands" and isinstance(wanted, tuple) and isinstance(found, tuple)
    if hands and Counter(wanted) == Counter(found):  # type: ignore[arg-type]  # both are tuples of texts then
        return None
    return f"expected {expected.what}: {shown(wanted)}, but it is {shown(found)}"


def shown(value: Value) -> str:
    """A value as a file has it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        if all(isinstance(one, str) for one in value):
            return " ".join(str(one) for one in value) or "[]"
        return "[" + ", ".join(shown(one) for one in value) + "]"
    return str(value)
