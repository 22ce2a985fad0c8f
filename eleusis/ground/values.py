"""Values: small frozen records that are cheap to define and cheap to make.

Moves, events and the nodes of a syntax tree are many classes, and events are made by the hundred thousand. A
class here costs 0.01 ms at start-up where a generated one costs 0.5 ms, and an instance less than a frozen
generated one; since an instance is a tuple underneath, it can't be changed at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeAlias, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from inspect import Signature

K = TypeVar("K")
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What the records of this project are as data."""

new = tuple.__new__
"""`new(Class, (all its fields in order))`, unchecked: for the few places where that counts."""


def _getter(index: int) -> Any:
    """Reads one item of a tuple: by the reader that named tuples use, where there is one."""
    try:
        from _collections import _tuplegetter  # type: ignore[import-not-found]  # CPython's own, untyped
    except ImportError:  # pragma: no cover - another Python
        return property(itemgetter(index))
    return _tuplegetter(index, f"Field {index}.")


_NONE: Any = object()
"""No default."""


class _Aside:
    """What `aside` leaves in a class body."""

    def __init__(self, default: object) -> None:
        self.default = default


class _Seen:
    """What `open_to` leaves in a class body."""

    def __init__(self, by: str, default: object) -> None:
        self.by = by
        self.default = default


def aside(*, default: Any, kw_only: bool = True) -> Any:
    """A field that is no part of the value: given by name only, not compared, not printed."""
    return _Aside(default)


def open_to(by: str, *, default: Any = _NONE) -> Any:
    """A field that says who may see it; what may stand for `by` is up to the class (see game/sight.py)."""
    return _Seen(by, default)


@dataclass_transform(frozen_default=True, field_specifiers=(aside, open_to))
class _ValueMeta(type):
    """Turns the annotations of a class body into fields, behind those of its base."""

    _fields: tuple[str, ...]
    _defaults: dict[str, Any]
    _compared: int

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _ValueMeta:
        fields: dict[str, None] = {}
        asides: dict[str, None] = {}
        defaults: dict[str, Any] = {}
        sights: dict[str, str] = {}
        for base in bases:
            parted = getattr(base, "_compared", 0)
            fields.update(dict.fromkeys(getattr(base, "_fields", ())[:parted]))
            asides.update(dict.fromkeys(getattr(base, "_fields", ())[parted:]))
            defaults.update(getattr(base, "_defaults", {}))
            sights.update(getattr(base, "_sights", {}))
        for field, kind in body.get("__annotations__", {}).items():
            if kind.startswith("ClassVar"):
                continue
            default = body.get(field, _Aside)
            if isinstance(default, _Aside):
                asides[field], defaults[field] = None, default.default
                continue
            fields[field] = None
            if isinstance(default, _Seen):
                sights[field] = default.by
                default = _Aside if default.default is _NONE else default.default
            if default is not _Aside:
                defaults[field] = default
        body["_compared"], body["_sights"] = len(fields), sights
        fields.update(asides)
        for index, field in enumerate(fields):
            body[field] = _getter(index)
        body["_fields"] = body["__match_args__"] = tuple(fields)
        body["_defaults"], body["_size"], body["__slots__"] = defaults, len(fields), ()
        last = max((i for i, field in enumerate(fields, 1) if field not in defaults), default=0)
        body["_tail"] = tuple(defaults[field] for field in list(fields)[last:])
        return super().__new__(cls, name, bases, body)

    @property
    def __signature__(cls) -> Signature:
        """How a value is made, as `help` says it; worked out when that is asked for."""
        from inspect import Parameter, Signature, get_annotations

        kinds = {field: kind for base in reversed(cls.__mro__) for field, kind in get_annotations(base).items()}
        ways = [Parameter.POSITIONAL_OR_KEYWORD] * cls._compared + [Parameter.KEYWORD_ONLY] * len(cls._fields)
        parameters = [
            Parameter(field, way, default=cls._defaults.get(field, Parameter.empty), annotation=kinds[field])
            for field, way in zip(cls._fields, ways, strict=False)
        ]
        return Signature(parameters)


class Value(tuple[Any, ...], metaclass=_ValueMeta):
    """The base of all values: two are equal if they are of the same class and all their fields are.

    A subclass lists its fields as annotations, with defaults where it has them; its module must have
    `from __future__ import annotations`.
    """

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, Any]]
    _size: ClassVar[int]
    _compared: ClassVar[int]
    _sights: ClassVar[dict[str, str]]
    """Who may see a field, for those that say it."""
    _tail: ClassVar[tuple[Any, ...]]

    if not TYPE_CHECKING:  # what a type checker knows of it, it takes from the fields

        def __new__(cls, *args: Any, **named: Any) -> Self:
            if not named:
                lacking = cls._size - len(args)
                if lacking == 0:
                    return new(cls, args)
                if 0 < lacking <= len(cls._tail):
                    return new(cls, args + cls._tail[-lacking:])
            return new(cls, cls._in_order(args, named))

    @classmethod
    def _in_order(cls, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """The values of all fields. Raises TypeError for one too many, one missing, or one of another name."""
        values = dict(zip(cls._fields, args, strict=False))
        for field, value in named.items():
            if field not in cls._fields:
                fields = ", ".join(cls._fields) or "none"
                raise TypeError(f"{cls.__name__} has no field {field!r}; it has {fields}")
            if field in values:
                raise TypeError(f"{cls.__name__} takes {field} once, not twice")
            values[field] = value
        lacking = [f for f in cls._fields if f not in values and f not in cls._defaults]
        if lacking or len(args) > cls._compared:
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields) or 'nothing'}")
        return [values[field] if field in values else cls._defaults[field] for field in cls._fields]

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return False
        parted = self._compared
        if parted == self._size:
            return tuple.__eq__(self, other)
        return self[:parted] == other[:parted]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.__class__.__name__, self[: self._compared]))

    def __repr__(self) -> str:
        fields = ", ".join(f"{self._fields[i]}={self[i]!r}" for i in range(self._compared))
        return f"{self.__class__.__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return new, (self.__class__, tuple(self))

    def replace(self, **named: Any) -> Self:
        """The same value with some fields changed."""
        return self.__class__(**{**dict(zip(self._fields, self, strict=True)), **named})


class FrozenMap(dict[K, V]):
    """A dict that can't be changed, equal to any dict with the same items."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this map can't be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (dict(self),)


class Beginning(Sequence[T_co]):
    """The first items of a list that only grows: a window on it that can't change what is there."""

    __slots__ = ("_shared", "_size")

    def __init__(self, shared: list[T_co], size: int) -> None:
        self._shared = shared
        self._size = size

    def __len__(self) -> int:
        return self._size

    def shares(self, other: Beginning[Any]) -> bool:
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
        return self._shared[place]

    def __iter__(self) -> Iterator[T_co]:
        return islice(self._shared, self._size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Beginning, tuple, list)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # two that are equal may be windows on different lists

    def __repr__(self) -> str:
        return repr(tuple(self))


def read_annotations(cls: type) -> dict[str, str]:
    """The annotations that a class itself has, as they are written: its module must have them as texts."""
    own: dict[str, str] = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - to import inspect takes as long as Python's start
    return own


class Compared:
    """Comparison and printing for attrs classes, which then do without their own (`eq=False, repr=False`).

    Generating them for each class is half of what a class costs at start-up. Fields with `eq=False` don't count.
    """

    __slots__ = ()
    __attrs_attrs__: ClassVar[Any]  # what attrs calls the fields of a class

    def _values(self) -> list[Any]:
        return [getattr(self, field.name) for field in self.__attrs_attrs__ if field.eq]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.__class__.__name__, *self._values()))

    def __repr__(self) -> str:
        fields = [f"{field.name}={getattr(self, field.name)!r}" for field in self.__attrs_attrs__ if field.repr]
        return f"{self.__class__.__name__}({', '.join(fields)})"
