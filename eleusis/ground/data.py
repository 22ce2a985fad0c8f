"""Data: values as JSON has them and back, by their types; maps and windows that can't be changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from threading import RLock
from typing import Any, NoReturn, TypeAlias, TypeVar, overload

import msgspec

from eleusis.ground.cards import Card, card

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What the records of this project are as data."""


def to_data(value: object) -> Any:
    """A value as plain data, in the order of its fields: cards as `10D`, windows as what they show."""
    return _list_parts(msgspec.to_builtins(value, enc_hook=_plain))


_first = RLock()
_ready: set[object] = set()
"""The kinds that msgspec has worked out."""


@overload
def from_data(data: object, kind: type[T]) -> T: ...
@overload
def from_data(data: object, kind: Any) -> Any: ...
def from_data(data: object, kind: Any) -> Any:
    """The value of a kind that `to_data` gave, or that came as JSON (keys are texts); for several threads at once.

    Raises msgspec.ValidationError, which says where; NotationError (`notation/card`) for a text that is no card.
    """
    if kind in _ready:
        return msgspec.convert(data, kind, dec_hook=_read, str_keys=True)
    # Of msgspec 0.22: a kind is worked out when it is first met, and two threads that do so at once crash Python.
    with _first:
        try:
            return msgspec.convert(data, kind, dec_hook=_read, str_keys=True)
        finally:
            _ready.add(kind)


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no form as data")


def _list_parts(data: object) -> object:
    """Data with lists in place of tuples, as they come out of JSON."""
    if isinstance(data, dict):
        return {key: _list_parts(part) for key, part in data.items()}
    return [_list_parts(part) for part in data] if isinstance(data, (list, tuple)) else data


def _read(kind: type, value: object) -> object:
    if kind is not Card or not isinstance(value, (str, Card)):
        raise TypeError(f"expected a {kind.__name__.lower()}, not {type(value).__name__}")
    return card(value) if isinstance(value, str) else value


class FrozenMap(dict[K, V]):
    """A dict that can't be changed, equal to any dict with the same items."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this map can't be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (dict(self),)


class ListSoFar(Sequence[T_co]):
    """The first items of a list that only grows, and some ahead of them: a window, which can't change them."""

    __slots__ = ("_ahead", "_shared", "_size")

    def __init__(self, shared: list[T_co], size: int, ahead: tuple[T_co, ...] = ()) -> None:
        self._shared = shared
        self._size = size
        self._ahead = ahead

    def __len__(self) -> int:
        return self._size + len(self._ahead)

    def shares(self, other: ListSoFar[Any]) -> bool:
        """Whether both are windows on the same list: then they differ in nothing but in how far they reach."""
        return self._shared is other._shared

    @overload
    def __getitem__(self, at: int) -> T_co: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(at, slice):
            return tuple([self._at(i) for i in range(*at.indices(len(self)))])
        size = len(self)
        place = at + size if at < 0 else at
        if not 0 <= place < size:
            raise IndexError(f"there is no item {at} of {size}")
        return self._at(place)

    def _at(self, place: int) -> T_co:
        return self._shared[place] if place < self._size else self._ahead[place - self._size]

    def __iter__(self) -> Iterator[T_co]:
        return chain(islice(self._shared, self._size), self._ahead)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (ListSoFar, tuple, list)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # two that are equal may be windows on different lists

    def __repr__(self) -> str:
        return repr(tuple(self))
