"""Records behave as the attrs classes that are written the same way."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import attrs
import pytest

from eleusis import records
from eleusis.values import Compared

MAKERS = (attrs, records)


def refuse_negative(record: object, field: Any, value: int) -> None:
    if value < 0:
        raise ValueError(f"{field.name} is {value} in a {type(record).__name__}")


def ways_of(maker: Any) -> dict[str, type[Any]]:
    """Classes of every shape in use, made by attrs or here."""

    @maker.frozen
    class Plain:
        a: int
        b: tuple[int, ...] = ()
        kind: ClassVar[str] = "plain"

        @property
        def double(self) -> int:
            return 2 * self.a

    @maker.frozen(cache_hash=True)
    class Hashed:
        a: int = 1

    @maker.define
    class Open:
        a: int = maker.field(validator=refuse_negative)
        items: list[int] = maker.field(factory=list)
        done: bool = maker.field(default=False, init=False)

    @maker.frozen(eq=False, repr=False)
    class Aside(Compared):
        a: int
        _b: int = maker.field(default=2, eq=False, repr=False)
        c: str = maker.field(default="c", kw_only=True)
        d: dict[str, int] = maker.field(factory=dict, kw_only=True, metadata={"knob": 1})

    @maker.frozen(slots=False)
    class Late:
        a: int

        @cached_property
        def double(self) -> int:
            return 2 * self.a

    class Base(Compared):
        __slots__ = ()

        def who(self) -> str:
            return "base"

    @maker.frozen(eq=False, repr=False)
    class Below(Base):
        a: int = 3

        def who(self) -> str:
            return f"below {super().who()}"

    @maker.frozen
    class Wider(Plain):
        c: int = 5

        def __repr__(self) -> str:
            return "its own"

    return {cls.__name__: cls for cls in (Plain, Hashed, Open, Aside, Late, Below, Wider)}


ATTRS, OURS = map(ways_of, MAKERS)

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", (1,), {}),
    ("Plain", (1, (2,)), {}),
    ("Plain", (), {"b": (3,), "a": 1}),
    ("Plain", (), {}),
    ("Plain", (1, (), 3), {}),
    ("Plain", (1,), {"c": 3}),
    ("Plain", (1,), {"a": 3}),
    ("Hashed", (), {}),
    ("Open", (1,), {"items": [2]}),
    ("Open", (1,), {"done": True}),
    ("Open", (-1,), {}),
    ("Aside", (1, 3), {"c": "d", "d": {"x": 1}}),
    ("Aside", (1,), {"b": 3}),
    ("Aside", (1,), {"_b": 3}),
    ("Aside", (1, 2, "c"), {}),
    ("Late", (1,), {}),
    ("Late", (), {}),
    ("Below", (), {}),
    ("Wider", (1, (), 7), {}),
    ("Wider", (1,), {"c": 8}),
]


def outcome(call: Callable[[], object]) -> object:
    """What a call gives, in words; an error by its kind."""
    try:
        return repr(call())
    except Exception as error:
        return next(kind for kind in (AttributeError, TypeError, ValueError) if isinstance(error, kind))


@pytest.mark.parametrize(("name", "args", "named"), CALLS)
def test_a_record_is_made_as_attrs_makes_it(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    def call(cls: Any) -> object:
        return outcome(lambda: cls(*args, **named))

    theirs, ours = call(ATTRS[name]), call(OURS[name])
    assert ours == (theirs.replace("ways_of.<locals>.", "") if isinstance(theirs, str) else theirs)


def facts(cls: type[Any], args: tuple[Any, ...]) -> list[object]:
    """What can be asked of a record, and of its class."""
    record, other = cls(*args), cls(*args)
    marked = [(f.name, f.alias, f.init, f.eq, f.repr, f.kw_only, dict(f.metadata)) for f in cls.__attrs_attrs__]
    return [
        record == other,
        record != cls(*(args[0] + 1, *args[1:])),
        record == args,
        outcome(lambda: hash(record) == hash(other)),
        outcome(lambda: {record: 1}[other]),
        outcome(lambda: setattr(record, "a", 9)),
        outcome(lambda: delattr(record, "a")) if cls.__name__ != "Open" else None,
        outcome(lambda: setattr(record, "nobody", 9)),
        hasattr(record, "__dict__"),
        copy.copy(other) == copy.deepcopy(other) == other,
        attrs.evolve(other, a=4).a,
        cls.__match_args__,
        marked,
        list(inspect.signature(cls).parameters),
        [(p.kind, p.default is inspect.Parameter.empty) for p in inspect.signature(cls).parameters.values()],
        (cls.__name__, cls.__doc__, cls.__module__),
    ]


@pytest.mark.parametrize("name", ATTRS)
def test_a_record_is_what_attrs_makes_of_it(name: str) -> None:
    args = (1,)
    theirs = facts(ATTRS[name], args)
    assert facts(OURS[name], args) == theirs
    assert attrs.has(OURS[name])


def test_super_and_defaults_and_evolve() -> None:
    assert OURS["Below"]().who() == "below base"
    assert OURS["Plain"](2).double == 4
    assert OURS["Late"](2).double == 4
    assert OURS["Open"](1).items is not OURS["Open"](1).items
    made = records.evolve(OURS["Aside"](1, 7, c="x"), c="y", b=8)
    assert (made.a, made._b, made.c) == (1, 8, "y")
    assert [field.default is records.NOTHING for field in records.fields(OURS["Plain"])] == [True, False]
    with pytest.raises(TypeError):
        records.evolve(made, nobody=1)


@records.frozen(cache_hash=True)
class Kept:
    """A record that a pickle can find."""

    a: int
    b: str = "b"


def test_a_record_comes_back_from_a_pickle() -> None:
    kept = Kept(1)
    assert hash(kept) == hash(Kept(1))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(kept, protocol))
        assert (again, hash(again)) == (kept, hash(kept))


def test_nothing_is_written_for_a_class_of_which_no_record_is_made() -> None:
    ways = ways_of(records)
    before = ways["Plain"].__dict__["__init__"]
    assert inspect.signature(ways["Plain"]).parameters["b"].default == ()
    assert ways["Plain"].__dict__["__init__"] is before
    ways["Wider"](1)
    assert ways["Plain"].__dict__["__init__"] is before
    ways["Plain"](1)
    assert ways["Plain"].__dict__["__init__"].__qualname__.endswith("Plain.__init__")
