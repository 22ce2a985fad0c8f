"""The view: all that one seat may see of a round, computed here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NoReturn, TypeVar, overload

from eleusis.game import legality
from eleusis.game.events import Event
from eleusis.game.layout import Layout
from eleusis.game.moves import Move
from eleusis.game.state import Phase, State
from eleusis.pack import UNKNOWN, Card
from eleusis.variant import Variant

T = TypeVar("T")


class _Lazy(Generic[T]):
    """A part of a view, worked out once (without the lock that `cached_property` takes on Python 3.11)."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, view: None, kind: Any = None) -> _Lazy[T]: ...
    @overload
    def __get__(self, view: View, kind: Any = None) -> T: ...
    def __get__(self, view: View | None, kind: Any = None) -> _Lazy[T] | T:
        if view is None:
            return self
        value = view.__dict__[self.name] = self.work(view)
        return value


_FIELDS = (
    "seat", "players", "dealer", "hands", "layout", "stock", "decks", "phase", "to_act", "mover", "pending", "call",
    "named", "guess", "prophet", "declared_at", "right_since", "wrong_since", "expelled", "sudden_death", "ended",
    "options",
)  # fmt: skip


class View:
    """A round as one seat may see it, at the moment of the view; it can't be changed.

    Each part is worked out when it is first asked for: most players look at few of them. Where the round has gone
    on since, that is done on the state of the moment, folded again from the events up to it.
    """

    def __init__(self, state: State, variant: Variant, events: Sequence[Event], seat: str) -> None:
        known = self.__dict__
        known["seat"] = seat
        known["_state"] = state
        known["_variant"] = variant
        known["_events"] = events
        known["_moment"] = len(events)

    seat: str
    _state: State
    _variant: Variant
    _events: Sequence[Event]
    _moment: int

    @property
    def _then(self) -> State:
        """The state at the moment of the view."""
        if len(self._events) != self._moment:
            state = State()
            for event in self._events[: self._moment]:
                event.apply(state)
            self.__dict__.update(_state=state, _events=self._events[: self._moment])
        return self._state

    @_Lazy
    def players(self) -> tuple[str, ...]:
        return self._then.players

    @_Lazy
    def dealer(self) -> str:
        return self._then.dealer

    @_Lazy
    def hand(self) -> tuple[Card, ...]:
        """One's own cards; none for the dealer."""
        return tuple(self._then.hands.get(self.seat, ()))

    @_Lazy
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """Every seat's hand: one's own as it is, in hand order; of the others the cards that everyone has seen
        (a hand shown for a no play) and then `??` for the rest."""
        state = self._then
        return {
            who: tuple(hand) if who == self.seat else public(hand, state.shown.get(who, []))
            for who, hand in state.hands.items()
        }

    @_Lazy
    def layout(self) -> Layout:
        return self._then.layout.copy()

    @_Lazy
    def mainline(self) -> list[Card]:
        """The mainline of the layout alone, for those who need no more: what hangs below it is not copied."""
        return list(self._then.layout.mainline)

    @_Lazy
    def stock(self) -> int:
        """Cards in the stock."""
        return len(self._then.stock)

    @_Lazy
    def decks(self) -> int:
        return self._then.decks

    @_Lazy
    def phase(self) -> Phase:
        return self._then.phase

    @_Lazy
    def to_act(self) -> str | None:
        return legality.to_act(self._then, self._variant)

    @_Lazy
    def mover(self) -> str | None:
        return self._then.mover

    @_Lazy
    def pending(self) -> tuple[Card, ...]:
        return self._then.pending

    @_Lazy
    def call(self) -> bool | None:
        return self._then.call

    @_Lazy
    def named(self) -> Card | None:
        return self._then.named

    @_Lazy
    def guess(self) -> str | None:
        return self._then.guess

    @_Lazy
    def prophet(self) -> str | None:
        return self._then.prophet

    @_Lazy
    def declared_at(self) -> int | None:
        return None if self._then.prophet is None else self._then.declared_at

    @_Lazy
    def right_since(self) -> int | None:
        return None if self._then.prophet is None else self._then.right_since

    @_Lazy
    def wrong_since(self) -> int | None:
        return None if self._then.prophet is None else self._then.wrong_since

    @_Lazy
    def expelled(self) -> tuple[str, ...]:
        return self._then.expelled

    @_Lazy
    def sudden_death(self) -> bool:
        return self._then.sudden_death

    @_Lazy
    def ended(self) -> str | None:
        return self._then.ended

    @_Lazy
    def options(self) -> tuple[Move, ...]:
        """What the seat may do; nothing unless it is to act."""
        return legality.options(self._then, self._variant) if self.to_act == self.seat else ()

    @_Lazy
    def events(self) -> tuple[Event, ...]:
        """What happened up to the moment of the view, as this seat may know it."""
        return tuple(event.seen_by(self.seat) for event in self._events[: self._moment])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a view can't be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in _FIELDS)

    __hash__ = None  # type: ignore[assignment]  # it holds what can't be hashed

    def __repr__(self) -> str:
        fields: dict[str, Any] = {field: getattr(self, field) for field in _FIELDS}
        return f"View({', '.join(f'{field}={value!r}' for field, value in fields.items())})"


def view(state: State, variant: Variant, events: Sequence[Event], seat: str) -> View:
    """What `seat` may see of a round in this state, after these events."""
    return View(state, variant, events, seat)


def public(hand: list[Card], shown: list[Card]) -> tuple[Card, ...]:
    """A hand as everyone knows it: first the cards that were shown, then the rest unknown."""
    return (*shown, *([UNKNOWN] * (len(hand) - len(shown))))
