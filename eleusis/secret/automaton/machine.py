"""Rules as a machine: what they remember of a mainline as one state, and how a card changes it.

The machine of several rules remembers what any of them looks at (their slots), no finer than they need: cards that
no part can tell apart are one class (distinctions.py), and counters stop or go round (demands.py). `Machine.finite`
says whether the states are finitely many, `Machine.reason` why not.

A worked example, `if streak(color) % 2 == 0 then color != last.color else rank > back(2).rank`. Its slots are the
last two cards and a streak. A state is `(window, streak)`. Of the last card its colour is asked now, and its rank
one card later, so the window keeps both of it: 26 classes. Of the card before it only the rank counts: 13 classes.
The streak is needed by its remainder, so it goes 1 2 1 2. After 7S 9S the state is `((9S, 7S), 2)`, each card
standing for its class: 9C would give the same one. The next card moves the window along and raises the streak or
begins it anew; the rule reads the state instead of the line.

What holds the machine together: after any line that can be built, the mask of the state is the mask of the line. It
does if each step commutes with forgetting (`rep(rep(n) + 1) == rep(n + 1)` for counters, and classes of cards that
all tables agree on), and if no part looks closer than its analysis has noted. test_nesting.py tries both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress
from typing import Any

from eleusis.ground.cards import Card
from eleusis.secret.automaton.analysis import Analysis, analysis_of
from eleusis.secret.automaton.bounds import INFINITE
from eleusis.secret.automaton.counters import Counter
from eleusis.secret.automaton.distinctions import SlotTables
from eleusis.secret.automaton.steps import MachineState, Window, course_of
from eleusis.secret.automaton.work import Work
from eleusis.secret.compiled.code import classes_of
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import NO_CARD, AtSlot, BackSlot, CountsSlot, PositionSlot, Slot, StreakSlot
from eleusis.secret.compiled.spreads import spread_of

_UNWEIGHED = 8
"""Masks of a rule that don't count as work: most comparisons end before it would pay to weigh the rule."""


class Machine:
    """The joint memory of some rules."""

    def __init__(self, meanings: Sequence[Meaning]) -> None:
        # What any of the rules remembers, as exactly as the one that must know it best.
        analyses = [analysis_of(meaning) for meaning in meanings]
        tables: SlotTables = {}
        self.counters: dict[Slot, Counter] = {}
        for meaning, analysis in zip(meanings, analyses, strict=True):
            for slot in meaning.slots:
                tables.setdefault(slot, []).extend(analysis.tables[slot])
            for slot, counter in analysis.counters.items():
                self.counters.setdefault(slot, Counter()).merge(counter)
        farthest = max([slot.n for slot in tables if isinstance(slot, AtSlot)], default=1)
        if farthest > 1:  # to know when the n-th card comes the machine counts the cards up to there
            tables = {PositionSlot(): [], **tables}
            self.counters.setdefault(PositionSlot(), Counter()).merge(Counter(farthest + 1))
        reasons = [counter.reason for counter in self.counters.values() if counter.limit == INFINITE]
        self.reason: str | None = reasons[0] if reasons else None
        self.finite = self.reason is None

        # The window of last cards, and the other slots behind it.
        told_apart = self._lay_window(tables)
        others = [slot for slot in tables if not isinstance(slot, BackSlot)]
        self._index = {slot: i for i, slot in enumerate(others, start=1)}
        """Where a state has each slot that is not in its window."""
        courses = [
            course_of(slot, tables[slot], self.counters.get(slot, Counter()), self._index.get(PositionSlot()))
            for slot in others
        ]
        self._starts = [course.start for course in courses]
        self._steps = [course.step for course in courses]
        self._keys = [course.key for course in courses]

        self._kinds = [classes_of(course.tells) for course in courses]
        """For each slot, the cards that are one to it."""

        # Cards that are one to everything that is remembered.
        classes = classes_of([*told_apart, *[table for course in courses for table in course.tells]])[:NO_CARD]
        self.classes: list[tuple[int, int]] = list(spread_of(classes).items())
        """Cards that lead to the same state: one that stands for them, and their mask."""

        # What was worked out on the way.
        self._picks: dict[int, tuple[list[int], list[int], list[bool]]] = {}
        """For a mask, the classes in it: a card of each, their cards in it, and which of all classes they are."""
        self._windows: dict[Window, list[Window]] = {}
        """For a window, those after it, class by class."""
        self._rows: list[dict[Any, list[Any]]] = [{} for _ in courses]
        """For each slot and each key of it, its values after one more card, class by class."""

        # How much work it does.
        self.work = 0
        """The work done so far, in the units of work.py: what bounds a comparison."""
        self._growing = [i for i, key in enumerate(self._keys, start=1) if key is None]
        """The slots that hold more and more, by their index in a state."""
        self._step_work = 2 + (2 * len(courses) + self.depth) // 3
        self._look_work = sum(12 + 2 * len(meaning.slots) for meaning in meanings)
        self._views = [self._view(*rule) for rule in zip(meanings, analyses, strict=True)]

    def _lay_window(self, tables: SlotTables) -> list[tuple[Any, ...]]:
        """Lays out the window of last cards; gives the tables that the latest card must be known by."""
        backs = {slot.n: asked for slot, asked in tables.items() if isinstance(slot, BackSlot)}
        streaks = [slot.table for slot in tables if isinstance(slot, StreakSlot)]
        if streaks:  # whether a streak goes on depends on the last card
            backs[1] = [*backs.get(1, []), *streaks]
        self.depth = max(backs, default=0)
        """How many cards the window holds."""
        self._shift: list[tuple[int, ...]] = []
        """For each place in the window, the latest first, the class of a card that comes there."""
        # A card is asked what its place asks, and later what the places behind ask; so the oldest comes first.
        asked_later: list[tuple[Any, ...]] = []
        for n in range(self.depth, 0, -1):
            asked_later = list(dict.fromkeys([*asked_later, *backs.get(n, [])]))
            self._shift.insert(0, classes_of(asked_later))
        return asked_later

    @property
    def memory(self) -> tuple[object, ...]:
        """What it remembers, and how exactly: machines that are equal in this have the same states."""
        return (
            tuple(self._shift),
            tuple(self._index),
            tuple([(slot, counter.limit, counter.modulus) for slot, counter in self.counters.items()]),
            tuple(self._kinds),
        )

    # From state to state

    @property
    def empty(self) -> MachineState:
        """The state of the empty mainline."""
        return ((), *self._starts)

    def step(self, state: MachineState, card: int) -> MachineState:
        """The state after one more card (an index)."""
        depth = self.depth
        window = (card, *state[0][: depth - 1]) if depth else ()
        window = tuple([shift[old] for shift, old in zip(self._shift, window, strict=False)])
        return (window, *[step(old, card, state) for step, old in zip(self._steps, state[1:], strict=True)])

    def starts(self, starters: int) -> dict[MachineState, int]:
        """The states after a starter of a mask, each with cards that lead there."""
        starts: dict[MachineState, int] = {}
        for card, group in self.classes:
            if group & starters:
                starts.setdefault(self.step(self.empty, card), group & starters)
        return starts

    def after(self, line: Sequence[Card]) -> MachineState:
        """The state after a mainline."""
        state = self.empty
        for card in line:
            state = self.step(state, card.index)
        return state

    def successors(self, state: MachineState, mask: int) -> Iterator[tuple[MachineState, int]]:
        """The states after one more card of a mask, each with the cards that lead to it."""
        # A card of each class is enough. Which ones are in a mask is the same for many states.
        picks = self._picks.get(mask)
        if picks is None:
            hits = [(card, mask & group) for card, group in self.classes if mask & group]
            flags = [bool(mask & group) for _, group in self.classes]
            picks = self._picks[mask] = [card for card, _ in hits], [cards for _, cards in hits], flags
        reps, groups, flags = picks
        held = sum([len(state[i]) for i in self._growing])
        self.work += 20 + len(reps) * (self._step_work + 6 * held)

        # The states are built slot by slot: a column has the values of one slot, class by class. First the window.
        window = state[0]
        windows = self._windows.get(window)
        if windows is None:
            tail = tuple([shift[old] for shift, old in zip(self._shift[1:], window, strict=False)])
            first = self._shift[0] if self._shift else None
            windows = [() if first is None else (first[card], *tail) for card, _ in self.classes]
            self._windows[window] = windows
        columns: list[Iterable[Any]] = [compress(windows, flags)]

        # Then the others. What follows on a key is worked out for all classes at once, and kept.
        for i, (step, key) in enumerate(zip(self._steps, self._keys, strict=True), start=1):
            old = state[i]
            if key is None:
                columns.append([step(old, card, state) for card in reps])
                continue
            rows = self._rows[i - 1]
            cause = key(old, state)
            row = rows.get(cause)
            if row is None:
                self.work += 6 * len(self.classes)
                row = rows[cause] = [step(old, card, state) for card, _ in self.classes]
            columns.append(compress(row, flags))
        return zip(zip(*columns, strict=True), groups, strict=True)

    def before(self, state: MachineState) -> MachineState:
        """All that the states after one more card depend on besides the card: less than the state, since the
        oldest card of the window goes."""
        tail = tuple([shift[old] for shift, old in zip(self._shift[1:], state[0], strict=False)])
        keys = zip(self._keys, state[1:], strict=True)
        return (tail, *[old if key is None else key(old, state) for key, old in keys])

    # What the rules say

    def masks(self, state: MachineState) -> list[int]:
        """The right cards in a state, rule by rule."""
        self.work += self._look_work
        return [view(state) for view in self._views]

    def _view(self, meaning: Meaning, analysis: Analysis) -> Callable[[MachineState], int]:
        """How a rule sees a state: the values of its own slots, and no finer than it needs."""
        # A rule that looks at the last card alone has its masks in a table.
        if meaning.table is not None:
            table = meaning.table
            if not meaning.slots:
                return lambda state: table[NO_CARD]
            return lambda state: table[state[0][0]] if state[0] else table[NO_CARD]

        # Any other reads its slots one by one, from the window or from behind it.
        from_window: list[tuple[int, int, tuple[int, ...]]] = []
        from_behind: list[tuple[int, int, Callable[[int], int] | None]] = []
        for i, slot in enumerate(meaning.slots):
            if isinstance(slot, BackSlot):
                from_window.append((i, slot.n - 1, classes_of(analysis.tables[slot])))
            else:
                counter = analysis.counters.get(slot)
                exact = isinstance(slot, CountsSlot) or counter is None or counter.limit == INFINITE
                from_behind.append((i, self._index[slot], None if exact or counter is None else counter.rep))
        size, mask_at = len(meaning.slots), meaning.mask_at
        masks: dict[MachineState, int] = {}
        work: Work | None = None

        def view(state: MachineState) -> int:
            nonlocal work
            values: list[Any] = [NO_CARD] * size
            window = state[0]
            held = len(window)
            for i, place, marks in from_window:
                if place < held:
                    values[i] = marks[window[place]]
            for i, place, rep in from_behind:
                value = state[place]
                values[i] = value if rep is None else rep(value)
            key = tuple(values)
            mask = masks.get(key)
            if mask is None:
                mask = masks[key] = mask_at(key)
                if work is not None:
                    self.work += work.at(key) if work.loops else work.once
                elif len(masks) >= _UNWEIGHED:
                    work = analysis_of(meaning).work
            return mask

        return view
