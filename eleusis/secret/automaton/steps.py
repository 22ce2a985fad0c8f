"""How the slots of a machine go on from card to card: as in play (`Carried`), but no finer than its rules need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from eleusis.secret.automaton.counters import Counter
from eleusis.secret.compiled import slots as s
from eleusis.secret.compiled.code import classes_of

MachineState = tuple[Any, ...]
"""The window of last cards, the latest first; then the values of the other slots."""
Window = tuple[int, ...]
"""The last cards, each standing for its class."""
SlotStep = Callable[[Any, int, MachineState], Any]
"""The old value of a slot, the card that is put down, the old state → the new value."""
SlotKey = Callable[[Any, MachineState], Any]
"""The old value of a slot, the old state → all that its new value depends on besides the card."""

_Table = tuple[Any, ...]


class Course(NamedTuple):
    """How one slot goes on."""

    start: Any
    """Its value on the empty mainline."""
    step: SlotStep
    key: SlotKey | None
    """None where what the next value depends on is seldom the same twice."""
    tells: Sequence[_Table] = ()
    """Tables of what it remembers of a card: cards that agree on them are one to it."""


def course_of(slot: s.Slot, tables: Sequence[_Table], counter: Counter, position: int | None) -> Course:
    """How a slot goes on; `tables` are what is asked of the cards in it, and `counter` how far it must count.

    `position` is where the state has the position, if it does.
    """
    rep = counter.rep
    match slot:
        case s.PositionSlot():
            following = cache(lambda old: rep(old + 1))
            return Course(rep(1), lambda old, card, state: following(old), _by_value)
        case s.StreakSlot():
            # Whether it goes on hangs on the last card too, which the window has.
            return Course(
                0,
                lambda old, card, state: rep(slot.carry(old, card, state[0][0] if state[0] else s.NO_CARD)),
                lambda old, state: (old, state[0][:1]),
            )
        case s.AtSlot(n=1):
            marks = classes_of(tables)
            return Course(
                s.NO_CARD, lambda old, card, state: marks[card] if old == s.NO_CARD else old, _by_value, tables
            )
        case s.AtSlot(n=n):
            assert position is not None
            marks, i = classes_of(tables), position
            return Course(
                s.NO_CARD,
                lambda old, card, state: marks[card] if state[i] == n else old,
                lambda old, state: (old, state[i]),
                tables,
            )
        case s.TallySlot(how="count" | "sum", table=table):
            return Course(
                0, lambda old, card, state: rep(int(slot.carry(old, card, card) or 0)), _by_value, [table]
            )
        case s.TallySlot(table=table, start=start):
            # No card came before where there is no least or greatest yet.
            first = s.NO_CARD
            return Course(
                start,
                lambda old, card, state: slot.carry(old, card, first if old is None else card),
                _by_value,
                [table],
            )
        case s.CountsSlot(classes=classes):
            return Course((), lambda old, card, state: slot.carry(old, card, card, rep), None, [classes])
        case s.LatestSlot(table=table):
            # What each card leaves here: its class if it is such a card, none if that is missing, else what was
            # there.
            marks = classes_of(tables)
            left = tuple(
                [None if yes is False else marks[card] if yes else s.NO_CARD for card, yes in enumerate(table)]
            )
            return Course(
                s.NO_CARD, lambda old, card, state: old if left[card] is None else left[card], _by_value, [left]
            )
        case s.RecencySlot(classes=classes):
            marks = classes_of([classes, *tables])
            return Course((), lambda old, card, state: slot.carry(old, marks[card], card), None, [marks])
        case s.BackSlot():
            raise AssertionError("the last cards are the window's")


def _by_value(old: Any, state: MachineState) -> Any:
    """The key of a slot that goes on by itself."""
    return old
