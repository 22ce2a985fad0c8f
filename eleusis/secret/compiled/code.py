"""A compiled expression: a closure over slots, with what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from eleusis.pack import ALL
from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.slots import NO_CARD, Maybe, Table
from eleusis.secret.language import tree as t

Run = Callable[[Sequence[Any], int], Any]
"""Slot values, and the card of the line inside its brackets, → a value (values.py) or, if scalar, a `Maybe`."""


@attrs.define(eq=False)
class Code:
    """A compiled expression, with what it depends on."""

    node: t.Node
    yesno: bool
    vector: bool
    """Whether its value differs from candidate to candidate."""
    slots: frozenset[int]
    each: bool
    """Whether it depends on the card of the line that stands for each."""
    run: Run
    parts: tuple[Code, ...] = ()
    own: tuple[int, ...] = ()
    """The slots that it reads itself, not through its parts."""
    bounds: tuple[float, float] | None = None
    """Kept by demands.py."""

    def table(self) -> tuple[Any, ...]:
        """Its value for each card of the line (and for no card); it must depend on no slot."""
        return tuple([_frozen(self.run((), e)) for e in range(NO_CARD + 1)])


def _frozen(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


def classes_of(tables: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
    """For each card the first one on which all tables agree with it; no card stands for itself."""
    first: dict[tuple[Any, ...], int] = {}
    keys = zip(range(NO_CARD), *tables, strict=False)
    return (*[first.setdefault(key[1:], key[0]) for key in keys], NO_CARD)


def each_tables(code: Code) -> list[tuple[Any, ...]]:
    """The tables of the largest parts of a body that depend on the card of the line alone."""
    if not code.each:
        return []
    if not code.slots:
        return [code.table()]
    return [table for part in code.parts for table in each_tables(part)]


def columns_of(body: Code) -> list[tuple[int, Table]]:
    """The table of a body for each group of candidates that see the same one: the group's mask, and the table."""
    if not body.vector:
        return [(ALL, body.table())]
    rows = [v.spread_pair(row) if body.yesno else dict(row) for row in body.table()[:NO_CARD]]
    groups: list[tuple[int, tuple[Maybe, ...]]] = [(ALL, ())]
    for row in rows:
        split = []
        for mask, column in groups:
            left = mask
            for value, more in row.items():
                if mask & more:
                    split.append((mask & more, (*column, value)))
                    left &= ~more
            if left:
                split.append((left, (*column, None)))
        groups = split
    return [(mask, (*column, None)) for mask, column in groups]


def as_pair(code: Code) -> Run:
    """A yes/no code as one that gives a pair of masks."""
    if code.vector:
        return code.run
    run, pair_of = code.run, v.pair_of
    return lambda s, e: pair_of(run(s, e))


def as_spread(code: Code) -> Run:
    """Any code as one that gives a spread."""
    run = code.run
    if not code.vector:
        return lambda s, e: {} if (value := run(s, e)) is None else {value: ALL}
    if code.yesno:
        return lambda s, e: v.spread_pair(run(s, e))
    return run
