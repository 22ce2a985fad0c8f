"""What must be known of a number that grows along the mainline, so that it need not be known forever."""

from __future__ import annotations

import math

import attrs

from eleusis.secret.automaton.bounds import INFINITE
from eleusis.secret.compiled.slots import CountsSlot, PositionSlot, Slot, TallySlot


@attrs.define
class Counter:
    """What must be known of a counter: its value up to a limit, and beyond it only its remainder.

    With limit 5 and modulus 3 a counter goes 0 1 2 3 4 5 6 7 5 6 7 5 … and so takes eight values; with modulus 1 it
    stops: 0 1 2 3 4 5 5 5 …. A number and the one that stands for it go on alike: `rep(rep(n) + 1) == rep(n + 1)`.
    """

    limit: float = 1
    """From here on the value is not known, only that it is this or more; infinite if it must be known forever."""
    modulus: int = 1
    """The remainder by this is known beyond the limit too."""
    reason: str | None = None
    """Why the limit is infinite."""

    def rep(self, value: int) -> int:
        """The value that stands for `value`: itself below limit + modulus, then one of the last `modulus`."""
        size = abs(value)
        if size >= self.limit + self.modulus:
            limit = int(self.limit)
            size = limit + (size - limit) % self.modulus
        return size if value >= 0 else -size

    def merge(self, other: Counter) -> None:
        """Takes on what another must know of the same counter."""
        self.limit = max(self.limit, other.limit)
        self.modulus = math.lcm(self.modulus, other.modulus)
        self.reason = self.reason or other.reason


def within(slot: Slot, low: float, high: float) -> Counter:
    """What must be known of a slot's number if it is needed within bounds, and outside them by its side."""
    limit = max(abs(low), abs(high)) + 1
    if limit == INFINITE:
        return Counter(limit, 1, f"it needs {_in_words(slot)} without a bound")
    if isinstance(slot, TallySlot) and slot.how == "sum":
        numbers = [value for value in slot.table if isinstance(value, int)]
        if min(numbers) < 0 < max(numbers):
            # It may come back from any distance, so it can't stop at a limit.
            return Counter(INFINITE, 1, "it needs a sum that goes up and down without a bound")
    return Counter(limit)


def _in_words(slot: Slot) -> str:
    if isinstance(slot, PositionSlot):
        return "the position"
    if isinstance(slot, TallySlot | CountsSlot):
        return "a count or a sum over the mainline"
    return "the length of a streak"
