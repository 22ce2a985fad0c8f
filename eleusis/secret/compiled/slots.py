"""What a rule looks at besides the candidate: a few values read off the mainline, each with a name of its own.

A rule's meaning is a function of its slots. In play their values are read from the mainline (`read`), or carried on
card by card where it is long (`Carried`, see past.py); the machine (automaton/machine.py) carries them along as its
state, no finer than its rules need. A card is its index here, and 52 where it is not there or not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from eleusis.ground.cards import Card
from eleusis.secret.compiled.spreads import Maybe, fold_values
from eleusis.secret.language.features import TABLES

NO_CARD = 52
"""The index for a card that is not there."""

FeatureTable = tuple[Maybe, ...]
"""A value for each card by its index, the 53rd for no card."""

FEATURE_TABLES: dict[str, FeatureTable] = {name: (*values, None) for name, values in TABLES.items()}
"""The value of each feature for each card."""


@attrs.frozen(cache_hash=True)
class BackSlot:
    """The n-th card from the end."""

    n: int

    def read(self, line: Sequence[Card]) -> int:
        """The card's index."""
        return line[-self.n].index if len(line) >= self.n else NO_CARD


@attrs.frozen(cache_hash=True)
class AtSlot:
    """The n-th card from the start."""

    n: int

    def read(self, line: Sequence[Card]) -> int:
        """The card's index."""
        return line[self.n - 1].index if len(line) >= self.n else NO_CARD


@attrs.frozen(cache_hash=True)
class PositionSlot:
    """The place that the candidate would take."""

    def read(self, line: Sequence[Card]) -> int:
        """The place, from 1."""
        return len(line) + 1


class Carried:
    """The base of slots whose value hangs on every card of the line: each card carries it on."""

    __slots__ = ()

    @property
    def start(self) -> Any:
        """The value on the empty mainline."""
        raise NotImplementedError

    def carry(self, value: Any, card: int, last: int) -> Any:
        """The value after one more card, whose index is `card`; `last` is that of the card before it."""
        raise NotImplementedError

    def read(self, line: Sequence[Card]) -> Any:
        """The value after a whole line."""
        raise NotImplementedError


@attrs.frozen(cache_hash=True)
class StreakSlot(Carried):
    """How many cards at the end share a value of `table`."""

    table: FeatureTable

    start: ClassVar[int] = 0

    def carry(self, value: int, card: int, last: int) -> int:
        return value + 1 if value and self.table[last] == self.table[card] else 1

    def read(self, line: Sequence[Card]) -> int:
        """The number of cards; 0 on an empty mainline."""
        if not line:
            return 0
        value = self.table[line[-1].index]
        length = 0
        for card in reversed(line):
            if self.table[card.index] != value:
                break
            length += 1
        return length


@attrs.frozen(cache_hash=True)
class TallySlot(Carried):
    """A `count`, `sum`, `min`, `max`, `any` or `all` over the line of a value that each card has by itself."""

    how: str
    table: FeatureTable

    @property
    def start(self) -> Maybe:
        return fold_values(self.how, ())

    def carry(self, value: Any, card: int, last: int) -> Maybe:
        new = self.table[card]
        if last == NO_CARD and self.how in ("min", "max"):
            return new
        return fold_values(self.how, (value, new))

    def read(self, line: Sequence[Card]) -> Maybe:
        """The outcome so far; None for the least and the greatest of no cards."""
        table = self.table
        return fold_values(self.how, [table[card.index] for card in line])


@attrs.frozen(cache_hash=True)
class CountsSlot(Carried):
    """How many cards of each class the line holds: pairs of the class and the number, in order of the class."""

    classes: tuple[int, ...]
    """For each card the card that stands for its class."""

    start: ClassVar[tuple[tuple[int, int], ...]] = ()

    def carry(
        self, value: tuple[tuple[int, int], ...], card: int, last: int, rep: Callable[[int], int] = int
    ) -> tuple[tuple[int, int], ...]:
        """The pairs after one more card; `rep` is what stands for a number."""
        counts, kind = dict(value), self.classes[card]
        counts[kind] = rep(counts.get(kind, 0) + 1)
        return tuple(sorted(counts.items()))

    def read(self, line: Sequence[Card]) -> tuple[tuple[int, int], ...]:
        """The pairs; a class that the line doesn't hold has none."""
        return tuple(sorted(Counter([self.classes[card.index] for card in line]).items()))


@attrs.frozen(cache_hash=True)
class LatestSlot(Carried):
    """The most recent card for which `table` holds."""

    table: FeatureTable

    start: ClassVar[int] = NO_CARD

    def carry(self, value: int, card: int, last: int) -> int:
        holds = self.table[card]
        return value if holds is False else card if holds else NO_CARD

    def read(self, line: Sequence[Card]) -> int:
        """The card's index; none where the table is missing for a later card, which might be the one."""
        for card in reversed(line):
            if self.table[card.index] is not False:
                return card.index if self.table[card.index] else NO_CARD
        return NO_CARD


@attrs.frozen(cache_hash=True)
class RecencySlot(Carried):
    """The most recent card of each class, the latest one first."""

    classes: tuple[int, ...]

    start: ClassVar[tuple[int, ...]] = ()

    def carry(self, value: tuple[int, ...], card: int, last: int) -> tuple[int, ...]:
        classes, own = self.classes, self.classes[card]
        return (card, *[other for other in value if classes[other] != own])

    def read(self, line: Sequence[Card]) -> tuple[int, ...]:
        """The cards' indices."""
        latest: dict[int, int] = {}
        for card in reversed(line):
            latest.setdefault(self.classes[card.index], card.index)
        return tuple(latest.values())


Slot = BackSlot | AtSlot | PositionSlot | StreakSlot | TallySlot | CountsSlot | LatestSlot | RecencySlot


class SlotNumbers(dict[Slot, int]):
    """The slots that a rule reads, numbered in the order in which they are first asked for."""

    def __missing__(self, slot: Slot) -> int:
        self[slot] = number = len(self)
        return number
