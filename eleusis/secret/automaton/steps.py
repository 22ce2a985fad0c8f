"""How the slots of a machine go on from card to card."""

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
        case s.StreakSlot(table=table):
            return Course(0, _streak(table, rep), lambda old, state: (old, state[0][:1]))
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
            numbers = [int(value or 0) for value in table]
            return Course(0, lambda old, card, state: rep(old + numbers[card]), _by_value, [table])
        case s.TallySlot(how=how, table=table):
            step, start = _extreme(how, table)
            return Course(start, step, _by_value, [table])
        case s.CountsSlot(classes=classes):
            return Course((), _counts(classes, rep), None, [classes])
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
            return Course((), _recent(classes, marks), None, [marks])
        case s.BackSlot():
            raise AssertionError("the last cards are the window's")


def _by_value(old: Any, state: MachineState) -> Any:
    """The key of a slot that goes on by itself."""
    return old


def _streak(table: _Table, rep: Callable[[int], int]) -> SlotStep:
    """A streak goes on if the last card has the same value as the next, and else begins anew."""

    def step(old: int, card: int, state: MachineState) -> int:
        window = state[0]
        return rep(old + 1) if window and table[window[0]] == table[card] else rep(1)

    return step


def _extreme(how: str, table: _Table) -> tuple[SlotStep, Any]:
    """How an `any`, `all`, `min` or `max` goes on, and what it starts with."""
    if how == "any":
        return lambda old, card, state: old or table[card], False
    if how == "all":
        return lambda old, card, state: old and table[card], True
    better = min if how == "min" else max
    return lambda old, card, state: table[card] if old is None else better(old, table[card]), None


def _counts(classes: tuple[int, ...], rep: Callable[[int], int]) -> SlotStep:
    """The count of the card's class goes up."""

    def step(old: tuple[tuple[int, int], ...], card: int, state: MachineState) -> tuple[tuple[int, int], ...]:
        counts = dict(old)
        counts[classes[card]] = rep(counts.get(classes[card], 0) + 1)
        return tuple(sorted(counts.items()))

    return step


def _recent(classes: tuple[int, ...], marks: tuple[int, ...]) -> SlotStep:
    """The card comes first, and the one of its class before it goes."""

    def step(old: tuple[int, ...], card: int, state: MachineState) -> tuple[int, ...]:
        return (marks[card], *[other for other in old if classes[other] != classes[card]])

    return step
