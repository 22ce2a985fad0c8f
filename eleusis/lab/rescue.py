"""What a file of results still holds that is sound: rows with their checksums, read past what is damaged."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import cast

from eleusis.game.state import END_REASONS
from eleusis.lab.plan import MAX_ROUNDS, Plan
from eleusis.lab.tally import Numbers

BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises: what SQLite says of it needn't be UTF-8."""
_FROM = "SELECT * FROM rounds WHERE arm = ? AND number >= ?"
_SHOWN = 10
"""Rounds, or rows of them, that are named one by one."""


def work_sum(work: str) -> int:
    """The checksum of the work that rows are of, as text."""
    return zlib.crc32(work.encode())


def row_sum(start: int, numbers: Sequence[int]) -> int:
    """The checksum of a row (arm, number and all its numbers, 64 bits at most); `start` is that of its work.

    Raises struct.error for what is no such number.
    """
    return zlib.crc32(_packing(len(numbers)).pack(*numbers), start)


@cache
def _packing(count: int) -> struct.Struct:
    return struct.Struct(f"<{count}q")


def head_sum(meta: dict[str, str]) -> str:
    """The checksum of what the table `meta` says, besides the checksum itself."""
    text = "\0".join(f"{key}\0{value}" for key, value in sorted(meta.items()) if key != "sum")
    return f"{zlib.crc32(text.encode()):08x}"


class Rescue:
    """Reads the rows of a file of results once, and keeps the sound ones apart from the damaged ones.

    `start` is the checksum of the plan's work.
    """

    def __init__(self, base: sqlite3.Connection, plan: Plan, start: int) -> None:
        self.base = base
        self.plan = plan
        self.start = start
        self.damaged: set[tuple[object, object]] = set()
        """The arm and the number of each damaged row, as it has them."""
        self.torn = False
        """Whether a part can't be read, so that what stood there is not known."""
        self._width = len(Numbers.names(len(plan.seats))) + 3
        self._rules: dict[int, int] = {}

    def rows(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """The sound rows: arm, number, the other numbers; what is damaged is noted."""
        for raw in self._raw():
            sound = self._sound(raw)
            if sound is None:
                self.damaged.add((raw[0], raw[1]))
            else:
                yield sound

    def _sound(self, raw: tuple[object, ...]) -> tuple[int, int, tuple[int, ...]] | None:
        """A row whose checksum is right and that says nothing which this plan can't have."""
        if len(raw) != self._width or set(map(type, raw)) != {int}:
            return None
        arm, number, *rest, total = cast("tuple[int, ...]", raw)
        try:
            sound = row_sum(self.start, (arm, number, *rest)) == total
        except struct.error:
            return None
        if not sound or not 0 <= arm < len(self.plan.arms) or not 1 <= number <= MAX_ROUNDS:
            return None
        if min(rest) < -(2**31) or max(rest) >= 2**31:
            return None
        numbers = Numbers.from_row(rest)
        if numbers.dealer != self.plan.dealer(number) or numbers.rule != self._rule_index(number):
            return None
        if not 0 <= numbers.ended < len(END_REASONS):
            return None
        return arm, number, tuple(rest)

    def _rule_index(self, number: int) -> int:
        """That of the plan, the same under every arm."""
        index = self._rules.get(number)
        if index is None:
            index = self._rules[number] = self.plan.rule_index(number)
        return index

    def _raw(self) -> Iterator[tuple[object, ...]]:
        """All rows that can be read, some perhaps twice: in one go, or where that breaks off piece by piece."""
        try:
            yield from self.base.execute("SELECT * FROM rounds")
            return
        except BROKEN:
            self.torn = True
        for arm in range(len(self.plan.arms)):
            following: int | None = 1
            while following is not None:
                reached = following
                try:
                    for raw in self.base.execute(f"{_FROM} ORDER BY number", (arm, following)):
                        if type(raw[1]) is int and raw[1] >= reached:
                            reached = raw[1] + 1
                        yield raw
                    following = None
                except BROKEN:
                    following = self._sound_after(arm, reached)

    def _sound_after(self, arm: int, number: int) -> int | None:
        """The number of an arm from which reading goes on after one that can't be read; None if there is none.

        It is looked for at growing distances, then more closely: what lies between two damaged parts may be missed.
        """
        step = 1
        while number + step <= MAX_ROUNDS and not self._can_be_read(arm, number + step):
            step *= 2
        bad, good = number + step // 2, number + step
        if good > MAX_ROUNDS:
            return None
        return bisect_left(range(good), True, bad + 1, good, key=lambda place: self._can_be_read(arm, place))

    def _can_be_read(self, arm: int, number: int) -> bool:
        try:
            self.base.execute(f"{_FROM} ORDER BY number LIMIT 1", (arm, number)).fetchall()
        except BROKEN:
            return False
        return True

    def describe(self, labels: Sequence[str]) -> str:
        """The damage as a sentence; "" where there is none."""
        several = len(labels) > 1
        parts = []
        for arm, label in enumerate(labels):
            numbers = sorted(n for a, n in self.damaged if a == arm and type(n) is int and 1 <= n <= MAX_ROUNDS)
            if numbers:
                parts.append(f"{label}: {_runs(numbers)}" if several else _runs(numbers))
        count = len(self.damaged)
        said = f"{count} damaged round{'s' if count > 1 else ''}" if count else ""
        if parts:
            said += f" ({'; '.join(parts[:_SHOWN])})"
        if self.torn:
            said += (" and " if said else "") + "a part that can't be read"
        return said


def _runs(numbers: Sequence[int]) -> str:
    """`5, 17–20` for these numbers, which rise."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    names = [str(low) if low == high else f"{low}–{high}" for low, high in runs[:_SHOWN]]
    return ", ".join(names) + (f" and {len(runs) - _SHOWN} more" if len(runs) > _SHOWN else "")
