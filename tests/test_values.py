"""Values: frozen records, equal by class and fields."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any, ClassVar

import pytest

from eleusis.game.events import Accepted, Drew, Rejected, RoundBegan
from eleusis.game.moves import Call, Declare, Judge, Move, NoPlay, Play
from eleusis.ground.cards import cards
from eleusis.ground.errors import Place
from eleusis.ground.values import Value, new
from eleusis.secret.language.tree import Over


class Point(Value):
    """A value with defaults and something that is no field."""

    kind: ClassVar[str] = "point"
    x: int
    y: int = 2
    z: int = 3


class Named(Point):
    """Fields stand behind those of the base."""

    name: str = "here"


def make(cls: Any, *args: Any, **named: Any) -> Any:
    """Makes a value with whatever arguments, past the type checker."""
    return cls(*args, **named)


def test_fields_defaults_and_keywords() -> None:
    assert (Point(1).x, Point(1).y, Point(1).z) == (1, 2, 3)
    assert Point(1, 5) == Point(1, y=5) == Point(x=1, y=5, z=3)
    assert Point(y=1, x=2, z=9) == Point(2, 1, 9)
    assert Named(1).name == "here"
    assert Named(1, name="there") == Named(1, 2, 3, "there")
    assert new(Point, (1, 2, 3)) == Point(1)
    assert Point.kind == "point"
    assert repr(Named(1)) == "Named(x=1, y=2, z=3, name='here')"
    match Point(4, 5):
        case Point(x, y):
            assert (x, y) == (4, 5)


@pytest.mark.parametrize(
    ("args", "named"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"x": 1}), ((1,), {"w": 1}), ((), {"y": 1}), ((1, 2, 3), {"kind": "a"})],
)
def test_wrong_arguments_are_type_errors(args: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        make(Point, *args, **named)


def test_equality_is_by_class_and_fields() -> None:
    ann = ("Ann",)
    assert Declare("Ann") == Declare("Ann")
    assert Declare("Ann") != NoPlay("Ann")
    assert Declare("Ann") != ann
    assert ann != Declare("Ann")
    assert Call("Ann", True) != Judge("Ann", True)
    assert Accepted("Ann", cards("5H")) != Rejected("Ann", cards("5H"))
    assert Named(1, 2, 3) != Point(1, 2, 3)
    assert len({Declare("Ann"), NoPlay("Ann"), Declare("Ann"), Declare("Bob")}) == 3
    assert hash(Play("Ann", cards("5H"))) == hash(Play("Ann", cards("5H")))


@pytest.mark.parametrize(
    "value",
    [
        Point(1),
        Named(1, name="there"),
        Play("Ann", cards("5H 10D")),
        Call("Ann", False, cards("QS")[0]),
        Drew("Ann", cards("5H"), "wrong play", 2),
        RoundBegan(("A", "B"), "B", {"A": cards("5H")}, cards("6H"), (), 2, "A"),
        Place("a.yaml", 1, 2),
    ],
    ids=repr,
)
def test_pickled_and_copied_it_is_the_same(value: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    moves = pickle.loads(pickle.dumps(Play("Ann", cards("5H")))).cards
    assert moves[0] is cards("5H")[0], "cards are interned, through a pickle too"


def test_nothing_can_be_changed() -> None:
    point: Any = Point(1)
    for change in (
        lambda: setattr(point, "x", 5),
        lambda: setattr(point, "w", 5),
        lambda: delattr(point, "x"),
        lambda: point.__setitem__(0, 5),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    assert point == Point(1)
    other = point.replace(y=9)
    assert (other, point) == (Point(1, 9), Point(1))
    with pytest.raises(TypeError):
        point.replace(w=1)


def test_every_move_and_event_lists_its_seat_first() -> None:
    from eleusis.game.events import EVENTS
    from eleusis.game.moves import MOVES

    for kind in MOVES:
        assert issubclass(kind, Move)
        assert kind._fields[0] == "seat"
    for event in EVENTS:
        assert "seat" not in event._fields[1:]


def test_a_value_says_how_it_is_made() -> None:
    """`help(Play)` and editors ask for this; it is worked out then, not when the class is defined."""
    assert str(inspect.signature(Play)) == "(seat: 'str', cards: 'tuple[Card, ...]')"
    assert str(inspect.signature(Over)) == "(how: 'How', window: 'int | None', body: 'Expr', *, at: 'int' = 0)"
    assert str(inspect.signature(Place)).startswith("(file: 'str | None' = None, line:")
