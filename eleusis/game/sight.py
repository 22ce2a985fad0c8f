"""Who may see what: the fields of an event or a move say it where they are defined, and the rest is derived.

    class Drew(Event):
        seat: str
        cards: tuple[Card, ...] = open_to("seat")

A field that could hold a card and doesn't say who may see it is an error when the class is defined. So a new
event can't show a card by forgetting: it hides it, or there is no such class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin

from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.values import FrozenMap, Value, new, read_annotations

EVERYONE = "everyone"
NOBODY = "nobody"
OWNERS = "owners"
"""Of a map whose keys are seats, each sees its own value."""
EVENTS = "events"
"""Of a move: its own seat, and all where everyone sees that card in an event of the same step."""

_NOBODY = -1
_EACH_ITS_OWN = -2
_BY_EVENTS = -3
_CODES = {NOBODY: _NOBODY, OWNERS: _EACH_ITS_OWN, EVENTS: _BY_EVENTS}


class Sighted(Value):
    """A value of which not every seat may see every field; each field that could hold a card says who may."""

    secrets: ClassVar[tuple[tuple[int, int], ...]] = ()
    """The places of the fields that not everyone may see, each with the place of the field that names the seat
    that may, or one of the codes above."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a field that doesn't say who may see it, or says what can't be."""
        secrets = []
        for place, field in enumerate(cls._fields):
            by = cls._sights.get(field)
            if by is None and not cardless(kind_of(cls, field)):
                message = f"{cls.__name__}.{field} can hold cards, and doesn't say who may see them"
                raise TypeError(f"{message}: write {field}: … = open_to(…), see eleusis/game/sight.py")
            if by is None or by == EVERYONE:
                continue
            if by not in _CODES and (by == field or by not in cls._fields):
                raise TypeError(f"{cls.__name__}.{field} can't be seen by {by!r}: {cls.__name__} has no such field")
            if by == OWNERS and get_origin(kind_of(cls, field)) is not dict:
                raise TypeError(f"{cls.__name__}.{field} isn't a map, so it can't be split by seat")
            secrets.append((place, _CODES[by] if by in _CODES else cls._fields.index(by)))
        cls.secrets = tuple(secrets)

    def as_seen_by(self, seat: str | None, shown: Iterable[Card] = ()) -> Self:
        """The same value with all hidden that `seat` may not see (None: a spectator).

        `shown` are the cards that the seat sees elsewhere, for the fields that hang on that.
        """
        values: list[Any] | None = None
        for place, owner in self.secrets:
            value = self[place]
            if owner >= 0:
                if seat is not None and self[owner] == seat:
                    continue
                value = hide(value)
            elif owner == _EACH_ITS_OWN:
                value = FrozenMap({who: part if who == seat else hide(part) for who, part in value.items()})
            elif owner == _BY_EVENTS:
                if value in shown or (seat is not None and self[0] == seat):
                    continue
                value = None
            else:
                value = hide(value)
            if values is None:
                values = list(self)
            values[place] = value
        return self if values is None else new(self.__class__, values)

    def to_insiders(self) -> list[tuple[str, Self]]:
        """The seats that may see more of it than a spectator, each with the value as that seat sees it."""
        if (
            len(self.secrets) == 1 and (owner := self.secrets[0][1]) >= 0
        ):  # the usual case, and nothing is left to hide
            return [(self[owner], self)]
        seats: dict[str, None] = {}
        for place, owner in self.secrets:
            if owner >= 0:
                seats[self[owner]] = None
            elif owner == _EACH_ITS_OWN:
                seats.update(dict.fromkeys(self[place]))
        return [(seat, self.as_seen_by(seat)) for seat in seats]

    def shown_to_a_seat(self) -> Iterator[Card]:
        """The cards, `??` among them, in the fields that one seat alone may see."""
        for place, owner in self.secrets:
            if owner >= 0:
                yield from self[place] if isinstance(self[place], tuple) else (self[place],)

    def shown_cards(self) -> Iterator[Card]:
        """The cards in it that are known, in all its fields."""
        for value in self:
            yield from known_cards(value)


def hide(value: object) -> object:
    """What one knows of a value that one may not see: of cards how many there are, of all else nothing."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], Card):
            return (UNKNOWN,) * len(value)
        return tuple([hide(part) for part in value])
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


@cache
def kind_of(cls: type[Value], field: str) -> Any:
    """What a field holds, as its annotation says it; `object` where that can't be told."""
    for base in cls.__mro__:
        annotation = read_annotations(base).get(field)
        if annotation is not None:
            try:
                return eval(annotation, vars(sys.modules[base.__module__]))
            except NameError:  # a name of a function's own, or one that only a type checker imports
                return object
    return object


@cache
def checks(cls: type[Value]) -> tuple[Callable[[Any], bool], ...]:
    """For each field whether a value is of the kind that its annotation says, and of no class derived from it."""
    return tuple([_check(kind_of(cls, field)) for field in cls._fields])


def _check(kind: Any) -> Callable[[Any], bool]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple:
        each = _check(parts[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    classes = frozenset(parts if origin in (Union, UnionType) else (kind,))
    assert all(isinstance(part, type) for part in classes), f"nothing checks {kind} yet"
    return lambda value: value.__class__ in classes


def cardless(kind: Any) -> bool:
    """Whether a value of this kind can't hold a card: texts, numbers, flags, and tuples and maps of them."""
    if kind in (str, int, bool, NoneType) or get_origin(kind) is Literal:
        return True
    if get_origin(kind) in (tuple, dict, Union, UnionType):
        return all(part is Ellipsis or cardless(part) for part in get_args(kind))
    return False
