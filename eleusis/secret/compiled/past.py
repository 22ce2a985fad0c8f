"""Mainlines that go on: what slots read of one is carried on with its cards, and no card is looked at twice.

Asked after each card of a line of a thousand, a slot that counts its aces would look at half a million cards. But a
mainline only grows, and so does a window on it (`ListSoFar`): the count after 1,000 cards is the one after 999 and
what the last card adds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from eleusis.ground.cards import Card
from eleusis.ground.data import ListSoFar
from eleusis.secret.compiled.slots import NO_CARD, Carried, Slot

_KEPT = 8
"""How many lines are remembered at once: several players may each have their own."""


class Line(ListSoFar[Card]):
    """A mainline so far, and cards thought on after it: a window, to have and to go on with at no cost."""

    __slots__ = ()

    @property
    def ahead(self) -> tuple[Card, ...]:
        """The cards that are thought on."""
        return self._ahead

    @property
    def lying(self) -> int:
        """How many cards lie there, without those."""
        return self._size

    @property
    def key(self) -> Hashable:
        """Something to know it by as long as it lives, at less cost than by its cards."""
        return id(self._shared), self._size, self._ahead

    def plus(self, cards: Sequence[Card]) -> Line:
        """The line with these cards after it."""
        return Line(self._shared, self._size, (*self._ahead, *cards))


def go_on(line: Sequence[Card], cards: Sequence[Card]) -> Sequence[Card]:
    """A line with these cards after it."""
    return line.plus(cards) if isinstance(line, Line) else (*line, *cards)


def key_of(line: Sequence[Card]) -> Hashable:
    """What a line may be known by in a memory that holds on to it."""
    return line.key if isinstance(line, Line) else tuple(line)


class Past:
    """What slots have read of a line that grows."""

    def __init__(self, line: ListSoFar[Card]) -> None:
        self.line = line
        self._values: dict[Carried, tuple[int, Any]] = {}
        """For each slot how far it has read, and what."""

    def read(self, slot: Slot, line: ListSoFar[Card]) -> Any:
        """The value of a slot after a line, a window on the same list."""
        if not isinstance(slot, Carried):
            return slot.read(line)
        ahead = line.ahead if isinstance(line, Line) else ()
        size = len(line) - len(ahead)
        at, value = self._values.get(slot) or (0, slot.start)
        if at != size:
            # Read whole at first, and where someone looks back: what follows goes on from there.
            again = at == 0 or at > size
            value = slot.read(line[:size]) if again else self._carry(slot, value, line[at - 1], line[at:size])
            self._values[slot] = size, value
        return self._carry(slot, value, line[size - 1] if size else None, ahead) if ahead else value

    @staticmethod
    def _carry(slot: Carried, value: Any, before: Card | None, cards: Sequence[Card]) -> Any:
        last = NO_CARD if before is None else before.index
        for card in cards:
            value = slot.carry(value, card.index, last)
            last = card.index
        return value


class Pasts:
    """The lines that were read last, each with what was read of it."""

    def __init__(self) -> None:
        self._kept: list[Past] = []

    def reader_of(self, line: Sequence[Card]) -> Callable[[Slot], Any]:
        """What reads slots off a line."""
        if isinstance(line, ListSoFar):
            return partial(self.of(line).read, line=line)
        return lambda slot: slot.read(line)

    def of(self, line: ListSoFar[Card]) -> Past:
        """What is remembered of a line that grows."""
        for past in self._kept:
            if past.line.shares(line):
                return past
        del self._kept[_KEPT - 1 :]
        self._kept.insert(0, Past(line))
        return self._kept[0]
