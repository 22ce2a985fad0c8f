"""What every event is: a record that can be applied, shown to a seat, printed as data and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, ClassVar, Literal, Self, TypeAlias, Union, get_args, get_origin

from eleusis.game.sight import EVENTS, EVERYONE, NOBODY, Sighted, kind_of, known_cards
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import UNKNOWN, Card, card
from eleusis.ground.errors import NotationError, quote
from eleusis.ground.values import FrozenMap, Json, Value, new


def take(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand: the first of its kind, or one that nobody wrote down."""
    if hand[0] is UNKNOWN and card not in hand:  # a hand of which nothing is written down: the usual case
        del hand[0]
        return
    try:
        hand.remove(card)
    except ValueError:
        hand.remove(UNKNOWN)


class Lesson(Value):
    """What somebody learns from an event and can't unlearn, as a sentence; so it can't be undone.

    `{seat}` and other fields may stand in it. With `cards`, the name of a field, there is something to learn only
    where that field holds a card that is known: at a real table the record shows nobody a card.
    """

    sentence: str
    cards: str | None = None


EventClass: TypeAlias = "type[Event]"


class Event(Sighted):
    """What happened; `type` is its word in a record.

    A class must say its `type`, how it is applied, what it `teaches` (None: nothing that an undo could not take
    back) and, of each field that could hold a card, who may see it; it can't be defined otherwise.
    """

    type: ClassVar[str]
    """Its word in a record and in JSON, such as `played`."""
    teaches: ClassVar[Lesson | None]
    by_type: ClassVar[dict[str, EventClass]] = {}
    """Every class of event by its `type`."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a class that leaves out what an event has to say."""
        super().__init_subclass__()
        own, name = cls.__dict__, cls.__name__
        word = own.get("type")
        if not isinstance(word, str):
            raise TypeError(f"{name} has no type: the word for it in a record, such as type = 'played'")
        if "apply" not in own:
            raise TypeError(f"{name} doesn't say what it changes: define apply(self, state, hidden)")
        if "teaches" not in own:
            message = f"{name} doesn't say what it teaches that can't be unlearnt: write teaches = None or a Lesson"
            raise TypeError(message)
        lesson = own["teaches"]
        if lesson is not None and lesson.cards is not None and lesson.cards not in cls._fields:
            raise TypeError(f"{name}.teaches names the field {lesson.cards!r}, and {name} has none")
        secret = next((field for field, by in cls._sights.items() if by == EVENTS), None)
        if secret is not None:
            raise TypeError(f"{name}.{secret} can't be seen by {EVENTS!r}: that is for moves")
        private = [field for field, by in cls._sights.items() if by not in (EVERYONE, NOBODY)]
        if lesson is not None and private and lesson.cards not in private:
            raise TypeError(f"{name}.teaches must name the field whose cards are seen: cards={private[0]!r}")
        if lesson is None and private:
            raise TypeError(f"{name} shows a card to a seat: it must teach a Lesson, since that can't be undone")
        if word in cls.by_type:
            raise TypeError(f"{name}.type is {word!r}, and that is {cls.by_type[word].__name__}'s")
        cls.by_type[word] = cls

    def apply(self, state: State, hidden: Hidden) -> None:
        """Change the round as this says: what lies open in `state`, cards that not everyone sees in `hidden`."""
        raise NotImplementedError

    def seen_by(self, seat: str | None) -> Self:
        """The same event as that seat may know it (None: a spectator), with `??` for each card hidden from it."""
        return self.as_seen_by(seat) if self.secrets else self

    @property
    def laid(self) -> int:
        """How many cards it puts on the layout."""
        return 0

    @property
    def lesson(self) -> str | None:
        """What somebody has learnt from it that can't be unlearnt, as a sentence; None if nothing."""
        taught = self.teaches
        if taught is None:
            return None
        fields = dict(zip(self._fields, self, strict=True))
        if taught.cards is not None and not any(known_cards(fields[taught.cards])):
            return None
        return taught.sentence.format(**fields)

    def to_json(self) -> dict[str, Json]:
        """The event as data: its type and its fields, cards as `10D`.

        A field with a default is left out where it holds that: it came later, and older games print as they did.
        """
        fields: dict[str, Json] = {"type": self.type}
        for field, value in zip(self._fields, self, strict=True):
            if field not in self._defaults or value != self._defaults[field]:
                fields[field] = _to_json(value)
        return fields

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Event:
        """The event that `to_json` printed; keys that it doesn't know are ignored.

        Raises NotationError: `notation/event` for a type that there is not, or a field that is missing or of
        another kind; `notation/card` for what is no card.
        """
        word = data.get("type") if isinstance(data, Mapping) else None
        kind = cls.by_type.get(word) if isinstance(word, str) else None
        if kind is None:
            raise NotationError("notation/event", f"this version has no event of the type {quote(word)}")
        values = []
        for field in kind._fields:
            if field not in data and field in kind._defaults:
                values.append(kind._defaults[field])
                continue
            if field not in data:
                raise NotationError("notation/event", f"the event {kind.type} needs its field {quote(field)}")
            try:
                values.append(_from_json(kind_of(kind, field), data[field]))
            except TypeError:
                message = f"the event {kind.type} can't have {quote(data[field])} as its field {quote(field)}"
                raise NotationError("notation/event", message) from None
        return new(kind, values)


def fold(events: Iterable[Event], state: State, hidden: Hidden) -> None:
    """Apply events in their order, each of which counts as a moment."""
    for event in events:
        event.apply(state, hidden)
        state.moment += 1


def _to_json(value: object) -> Json:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Card):
        return value.text
    if isinstance(value, dict):
        return {str(key): _to_json(part) for key, part in value.items()}
    assert isinstance(value, (tuple, list)), value
    return [_to_json(part) for part in value]


def _from_json(kind: Any, value: Json) -> object:
    """A field of this kind from its data. Raises TypeError for data of another kind, NotationError for no card."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        if value is None and type(None) in parts:
            return None
        return _from_json(next(part for part in parts if part is not type(None)), value)
    if origin is Literal and value in parts:
        return value
    if origin is tuple and isinstance(value, list):
        return tuple([_from_json(parts[0], part) for part in value])
    if origin is dict and isinstance(value, dict):
        return FrozenMap({key: _from_json(parts[1], part) for key, part in value.items()})
    if kind is Card and isinstance(value, str):
        return card(value)
    if origin is None and kind is not Card and type(value) is kind:
        return value
    raise TypeError
