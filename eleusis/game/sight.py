"""Who may see what: the fields of an event or a move say it where they are defined, and the rest is derived.

    class Drew(Event, frozen=True):
        seat: str
        cards: Annotated[tuple[Card, ...], open_to("seat")]

A field that could hold a card and doesn't say who may see it is an error when the class is defined. So a new
event can't show a card by forgetting: it hides it, or there is no such class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.data import FrozenMap

EVERYONE = "everyone"
NOBODY = "nobody"
OWNERS = "owners"
"""Of a map whose keys are seats, each sees its own value."""
EVENTS = "events"
"""Of a move: its own seat, and all where everyone sees that card in an event of the same step."""

_IN_WORDS = {EVERYONE: "open to all", NOBODY: "seen by nobody", OWNERS: "each seat sees its own"}
_KEY = "open_to"


def open_to(by: str) -> msgspec.Meta:
    """Says in an annotation who may see the field: one of the words above, or the field that names the seat."""
    return msgspec.Meta(description=_IN_WORDS.get(by, f"seen by the seat that {by} names"), extra={_KEY: by})


class Sighted(msgspec.Struct, frozen=True, gc=False):
    """A value of which not every seat may see every field; each field that could hold a card says who may."""

    secrets: ClassVar[dict[str, str]] = {}
    """The fields that not everyone may see, each with the field that names the seat that may, or a word above."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a field that doesn't say who may see it, or says what can't be."""
        kinds = fields_of(cls)
        sights = {field: sight_of(kind) for field, kind in kinds.items()}
        for field, by in sights.items():
            if by is None and not cardless(kinds[field]):
                message = f"{cls.__name__}.{field} can hold cards, and doesn't say who may see them"
                raise TypeError(f"{message}: write {field}: Annotated[…, open_to(…)], see eleusis/game/sight.py")
            if by not in (None, *_IN_WORDS, EVENTS) and (by == field or by not in kinds):
                raise TypeError(f"{cls.__name__}.{field} can't be seen by {by!r}: {cls.__name__} has no such field")
            if by == OWNERS and get_origin(get_args(kinds[field])[0]) is not dict:
                raise TypeError(f"{cls.__name__}.{field} isn't a map, so it can't be split by seat")
        cls.secrets = {field: by for field, by in sights.items() if by not in (None, EVERYONE)}

    def as_seen_by(self, seat: str | None, shown: Iterable[Card] = ()) -> Self:
        """The same value with all hidden that `seat` may not see (None: a spectator).

        `shown` are the cards that the seat sees elsewhere, for the fields that hang on that.
        """
        if not self.secrets:
            return self
        return structs.replace(self, **{field: self._show(field, seat, shown) for field in self.secrets})

    def _show(self, field: str, seat: str | None, shown: Iterable[Card]) -> object:
        """What a seat may know of a field."""
        value, by = getattr(self, field), self.secrets[field]
        if by == OWNERS:
            return FrozenMap({who: part if who == seat else hide(part) for who, part in value.items()})
        if by == EVENTS:
            return value if value in shown or seat == getattr(self, "seat", None) else None
        return value if by != NOBODY and seat is not None and seat == getattr(self, by) else hide(value)

    def to_insiders(self) -> list[tuple[str, Self]]:
        """The seats that may see more of it than a spectator, each with the value as that seat sees it."""
        seats: dict[str, None] = {}
        for field, by in self.secrets.items():
            if by == OWNERS:
                seats |= dict.fromkeys(getattr(self, field))
            elif by not in (NOBODY, EVENTS):
                seats[getattr(self, by)] = None
        return [(seat, self.as_seen_by(seat)) for seat in seats]

    def shown_to_a_seat(self) -> Iterator[Card]:
        """The cards, `??` among them, in the fields that one seat alone may see."""
        for field, by in self.secrets.items():
            value = getattr(self, field)
            if by not in (NOBODY, OWNERS, EVENTS):
                yield from value if isinstance(value, tuple) else (value,)

    def shown_cards(self) -> Iterator[Card]:
        """The cards in it that are known, in all its fields."""
        yield from known_cards(structs.astuple(self))


def fields_of(cls: type) -> dict[str, Any]:
    """The fields of a class, those of its bases first, each with what it holds, as its annotation says it."""
    # While a class is being defined its module doesn't know its name yet: the class is given along.
    hints = get_type_hints(cls, localns={cls.__name__: cls}, include_extras=True)
    return {
        field: kind for field, kind in hints.items() if get_origin(kind) is not ClassVar and kind is not ClassVar
    }


def sight_of(kind: object) -> str | None:
    """Who may see a field of this kind: what `open_to` says in its annotation; None where it says nothing."""
    said = [part.extra[_KEY] for part in getattr(kind, "__metadata__", ()) if _KEY in (part.extra or {})]
    return said[0] if said else None


def hide(value: object) -> object:
    """What one knows of a value that one may not see: of cards how many there are, of all else nothing."""
    if isinstance(value, tuple):
        return tuple([UNKNOWN if isinstance(part, Card) else hide(part) for part in value])
    if isinstance(value, Card):
        return UNKNOWN
    if isinstance(value, dict):
        return FrozenMap({key: hide(part) for key, part in value.items()})
    return None


def known_cards(value: object) -> Iterator[Card]:
    """The known cards of a field, however deep."""
    if isinstance(value, Card):
        if value.known:
            yield value
    elif isinstance(value, (tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from known_cards(part)


def cardless(kind: Any) -> bool:
    """Whether a value of this kind can't hold a card: texts, numbers, flags, and tuples and maps of them."""
    if kind in (str, int, bool, NoneType) or get_origin(kind) is Literal:
        return True
    if get_origin(kind) is Annotated:
        return cardless(get_args(kind)[0])
    if get_origin(kind) in (tuple, dict, Union, UnionType):
        return all(part is Ellipsis or cardless(part) for part in get_args(kind))
    return False
