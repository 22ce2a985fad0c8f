"""Rules as a machine: what they remember of a mainline as one state, and how a card changes it.

The machine of several rules remembers what any of them looks at (their slots), no finer than they need: cards that
no part can tell apart are one class, and counters stop or go round (demands.py). `Machine.finite` says whether the
states are finitely many, `Machine.reason` why not.

A worked example, `if streak(color) % 2 == 0 then color != last.color else rank > back(2).rank`. Its slots are the
last two cards and a streak. A state is `(window, streak)`. Of the last card its colour is asked now, and its rank
one card later, so the window keeps both of it: 26 classes. Of the card before it only the rank counts: 13 classes.
The streak is needed by its remainder, so it goes 1 2 1 2. After 7S 9S the state is `((9S, 7S), 2)`, each card
standing for its class: 9C would give the same one. The next card moves the window along and raises the streak or
begins it anew; the rule reads the state instead of the line.

What holds the machine together: after any line that can be built, the mask of the state is the mask of the line. It
does if each step commutes with forgetting (`rep(rep(n) + 1) == rep(n + 1)` for counters, and classes of cards that
all tables agree on), and if no part looks closer than demands.py has noted. test_nesting.py tries both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from typing import Any

from eleusis.pack import Card
from eleusis.secret.automaton.analysis import analysis_of
from eleusis.secret.automaton.bounds import INFINITE
from eleusis.secret.automaton.counters import Counter
from eleusis.secret.automaton.demands import Demands
from eleusis.secret.automaton.steps import (
    Following,
    MachineState,
    SlotKey,
    SlotStep,
    Window,
    counting,
    recent,
    running,
)
from eleusis.secret.automaton.work import Work
from eleusis.secret.compiled.code import classes_of
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import (
    NO_CARD,
    AtSlot,
    BackSlot,
    CountsSlot,
    LatestSlot,
    PositionSlot,
    RecencySlot,
    Slot,
    StreakSlot,
    TallySlot,
)

_UNWEIGHED = 8
"""Masks of a rule that don't count as work: most comparisons end before it would pay to weigh the rule."""


class Machine:
    """The joint memory of some rules."""

    def __init__(self, meanings: Sequence[Meaning]) -> None:
        demands = [analysis_of(meaning).demands for meaning in meanings]
        slots: dict[Slot, None] = {}
        tables: dict[Slot, list[tuple[Any, ...]]] = {}
        self.counters: dict[Slot, Counter] = {}
        for meaning, demand in zip(meanings, demands, strict=True):
            for slot in meaning.slots:
                slots[slot] = None
                tables.setdefault(slot, []).extend(demand.tables[slot])
            for slot, counter in demand.counters.items():
                self.counters.setdefault(slot, Counter()).merge(counter)
        self._tell: list[tuple[Any, ...]] = []
        """Tables of all that is ever remembered of a card."""
        self._window(slots, tables)
        self._others(slots, tables)
        classes = classes_of(self._tell)[:NO_CARD]
        masks: dict[int, int] = {}
        for card, rep in enumerate(classes):
            masks[rep] = masks.get(rep, 0) | (1 << card)
        self.classes: list[tuple[int, int]] = list(masks.items())
        """Cards that lead to the same state: one that stands for them, and their mask."""
        reasons = [c.reason for c in self.counters.values() if c.limit == INFINITE]
        self.reason: str | None = reasons[0] if reasons else None
        self.finite = self.reason is None
        self._chosen: dict[int, tuple[list[int], list[int], list[bool]]] = {}
        """For a mask, the classes in it: a card of each, their cards in it, and which of all classes they are."""
        self._windows: dict[Window, list[Window]] = {}
        """For a window, those after it, class by class."""
        self._rows: list[dict[Any, list[Any]]] = [{} for _ in self._steps]
        """For each slot, its values after one more card, class by class."""
        self.work = 0
        """The work done so far, in the units of work.py: what bounds a comparison."""
        self._growing = [i for i, key in enumerate(self._keys, start=1) if key is None]
        """The slots that hold more and more, by their index in a state."""
        self._step_work = 2 + (2 * len(self._steps) + self.depth) // 3
        self._look_work = sum(12 + 2 * len(meaning.slots) for meaning in meanings)
        self._views = [self._view(m, d) for m, d in zip(meanings, demands, strict=True)]

    # What is remembered

    def _window(self, slots: dict[Slot, None], tables: dict[Slot, list[tuple[Any, ...]]]) -> None:
        backs = {slot.n: tables[slot] for slot in slots if isinstance(slot, BackSlot)}
        streaks = [slot.table for slot in slots if isinstance(slot, StreakSlot)]
        if streaks:
            backs[1] = [*backs.get(1, []), *streaks]
        self.depth = max(backs, default=0)
        self._shift: list[tuple[int, ...]] = []
        """For each place in the window, counted from the end, the class of a card that comes there."""
        known: list[tuple[Any, ...]] = []
        for n in range(self.depth, 0, -1):
            known = list(dict.fromkeys([*known, *backs.get(n, [])]))
            self._shift.insert(0, classes_of(known))
        self._tell.extend(known)

    def _others(self, slots: dict[Slot, None], tables: dict[Slot, list[tuple[Any, ...]]]) -> None:
        self._index: dict[Slot, int] = {}
        self._steps: list[SlotStep] = []
        self._empty: list[Any] = []
        self._keys: list[SlotKey | None] = []
        latest = max([slot.n for slot in slots if isinstance(slot, AtSlot)], default=1)
        if latest > 1:
            self.counters.setdefault(PositionSlot(), Counter()).merge(Counter(latest + 1))
            slots = {PositionSlot(): None, **slots}
        for slot in slots:
            if not isinstance(slot, BackSlot):
                self._index[slot] = 1 + len(self._steps)
                step, empty = self._step(slot, tables.get(slot, []))
                self._steps.append(step)
                self._empty.append(empty)
                self._keys.append(self._key(slot))

    def _step(self, slot: Slot, tables: list[tuple[Any, ...]]) -> tuple[SlotStep, Any]:
        """How a slot goes on from card to card, and what it starts with."""
        rep = self.counters.get(slot, Counter()).rep
        match slot:
            case PositionSlot():
                following = Following(rep)
                return lambda old, card, state: following[old], rep(1)
            case StreakSlot(table=table):
                return self._streak(table, rep), 0
            case AtSlot(n=n):
                self._tell.extend(tables)
                return self._at(n, classes_of(tables)), NO_CARD
            case TallySlot(how="count" | "sum", table=table):
                self._tell.append(table)
                numbers = [int(value or 0) for value in table]
                return lambda old, card, state: rep(old + numbers[card]), 0
            case TallySlot(how=how, table=table):
                self._tell.append(table)
                return running(how, table)
            case CountsSlot(classes=classes):
                self._tell.append(classes)
                return counting(classes, rep), ()
            case LatestSlot(table=table):
                marks = classes_of(tables)
                kept = tuple(
                    [None if yes is False else marks[i] if yes else NO_CARD for i, yes in enumerate(table)]
                )
                self._tell.append(kept)
                return lambda old, card, state: old if kept[card] is None else kept[card], NO_CARD
            case RecencySlot(classes=classes):
                marks = classes_of([classes, *tables])
                self._tell.append(marks)
                return recent(classes, marks), ()
        raise AssertionError(slot)

    def _key(self, slot: Slot) -> SlotKey | None:
        """What the next value of a slot depends on; None where that is seldom the same twice."""
        match slot:
            case StreakSlot():
                return lambda old, state: (old, state[0][:1])
            case AtSlot(n=n) if n > 1:
                i = self._index[PositionSlot()]
                return lambda old, state: (old, state[i])
            case CountsSlot() | RecencySlot():
                return None
            case _:
                return lambda old, state: old

    def _streak(self, table: tuple[Any, ...], rep: Callable[[int], int]) -> SlotStep:
        def step(old: int, card: int, state: MachineState) -> int:
            window = state[0]
            return rep(old + 1) if window and table[window[0]] == table[card] else rep(1)

        return step

    def _at(self, n: int, marks: tuple[int, ...]) -> SlotStep:
        if n == 1:
            return lambda old, card, state: marks[card] if old == NO_CARD else old
        i = self._index[PositionSlot()]
        return lambda old, card, state: marks[card] if state[i] == n else old

    # The states

    @property
    def empty(self) -> MachineState:
        """The state of the empty mainline."""
        return ((), *self._empty)

    def step(self, state: MachineState, card: int) -> MachineState:
        """The state after one more card (an index)."""
        depth = self.depth
        window = (card, *state[0][: depth - 1]) if depth else ()
        window = tuple([shift[old] for shift, old in zip(self._shift, window, strict=False)])
        steps = self._steps
        if not steps:
            return (window,)
        return (window, *[step(old, card, state) for step, old in zip(steps, state[1:], strict=True)])

    def successors(self, state: MachineState, mask: int) -> Iterator[tuple[MachineState, int]]:
        """The states after one more card of a mask, each with the cards that lead to it."""
        chosen = self._chosen.get(mask)
        if chosen is None:
            hit = [(card, mask & group) for card, group in self.classes if mask & group]
            which = [bool(mask & group) for _, group in self.classes]
            chosen = self._chosen[mask] = [card for card, _ in hit], [cards for _, cards in hit], which
        reps, groups, which = chosen
        held = sum([len(state[i]) for i in self._growing])
        self.work += 20 + len(reps) * (self._step_work + 6 * held)
        window = state[0]
        rows = self._windows.get(window)
        if rows is None:
            tail = tuple([shift[old] for shift, old in zip(self._shift[1:], window, strict=False)])
            first = self._shift[0] if self._shift else None
            rows = [() if first is None else (first[card], *tail) for card, _ in self.classes]
            self._windows[window] = rows
        columns = [compress(rows, which)]
        for i, (step, key) in enumerate(zip(self._steps, self._keys, strict=True), start=1):
            old = state[i]
            if key is None:
                columns.append([step(old, card, state) for card in reps])  # type: ignore[arg-type]
                continue
            known = self._rows[i - 1]
            seen = key(old, state)
            row = known.get(seen)
            if row is None:
                self.work += 6 * len(self.classes)
                row = known[seen] = [step(old, card, state) for card, _ in self.classes]
            columns.append(compress(row, which))
        return zip(zip(*columns, strict=True), groups, strict=True)

    def before(self, state: MachineState) -> MachineState:
        """All that the states after one more card depend on besides the card: less than the state, since the
        oldest card of the window goes."""
        tail = tuple([shift[old] for shift, old in zip(self._shift[1:], state[0], strict=False)])
        keys = zip(self._keys, state[1:], strict=True)
        return (tail, *[old if key is None else key(old, state) for key, old in keys])

    def after(self, line: Sequence[Card]) -> MachineState:
        """The state after a mainline."""
        state = self.empty
        for card in line:
            state = self.step(state, card.index)
        return state

    def masks(self, state: MachineState) -> list[int]:
        """The right cards in a state, rule by rule."""
        self.work += self._look_work
        if len(self._views) == 2:  # as in a comparison: this is called for each state
            first, second = self._views
            return [first(state), second(state)]
        return [view(state) for view in self._views]

    def _view(self, meaning: Meaning, demand: Demands) -> Callable[[MachineState], int]:
        """How a rule sees a state: the values of its own slots, and no finer than it needs."""
        if meaning.table is not None:
            table = meaning.table
            if not meaning.slots:
                return lambda state: table[NO_CARD]
            return lambda state: table[state[0][0]] if state[0] else table[NO_CARD]
        backs: list[tuple[int, int, tuple[int, ...]]] = []
        picks: list[tuple[int, int, Callable[[int], int] | None]] = []
        for i, slot in enumerate(meaning.slots):
            if isinstance(slot, BackSlot):
                backs.append((i, slot.n - 1, classes_of(demand.tables[slot])))
            else:
                own = demand.counters.get(slot)
                exact = isinstance(slot, CountsSlot) or own is None or own.limit == INFINITE
                picks.append((i, self._index[slot], None if exact or own is None else own.rep))
        size, mask_at = len(meaning.slots), meaning.mask_at
        known: dict[MachineState, int] = {}
        work: Work | None = None

        def view(state: MachineState) -> int:
            nonlocal work
            values: list[Any] = [NO_CARD] * size
            window = state[0]
            held = len(window)
            for i, n, marks in backs:
                if n < held:
                    values[i] = marks[window[n]]
            for i, n, own_rep in picks:
                value = state[n]
                values[i] = value if own_rep is None else own_rep(value)
            key = tuple(values)
            mask = known.get(key)
            if mask is None:
                mask = known[key] = mask_at(key)
                if work is not None:
                    self.work += work.at(key) if work.loops else work.once
                elif len(known) >= _UNWEIGHED:
                    work = analysis_of(meaning).work
            return mask

        return view
