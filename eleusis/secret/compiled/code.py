"""A compiled expression: a function of the slots, with what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from eleusis.ground.cards import ALL
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD, FeatureTable
from eleusis.secret.compiled.spreads import Maybe, Spread, pair_of, spread_pair
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

Run = Callable[[Sequence[Any], int], Any]
"""The values of the slots, and the card of the line that stands for each inside brackets → a value for all
candidates at once (spreads.py), or, where it is the same for all of them, the value itself or None."""


@attrs.define(eq=False)
class Code:
    """A compiled expression, with what it depends on."""

    node: t.Expr
    type: Type
    run: Run
    vector: bool
    """Whether its value differs from candidate to candidate."""
    slots: frozenset[int]
    """The slots that it reads, itself or through its parts."""
    each: bool
    """Whether it depends on the card of the line that stands for each."""
    parts: tuple[Code, ...] = ()
    own: tuple[int, ...] = ()
    """The slots that it reads itself."""
    bounds: tuple[float, float] | None = None
    """The bounds of a number, once automaton/bounds.py has worked them out."""

    @property
    def yesno(self) -> bool:
        """Whether it is a yes or no."""
        return self.type is Type.YESNO

    def table(self) -> tuple[Any, ...]:
        """Its value for each card of the line (and for no card); it must depend on no slot."""
        return tuple([hashable(self.run((), card)) for card in range(NO_CARD + 1)])


def make_code(
    node: t.Expr,
    run: Run,
    parts: Sequence[Code] = (),
    vector: bool = False,
    own: Sequence[int] = (),
    brackets: bool = False,
) -> Code:
    """A code of parts; what depends on nothing is reckoned now, what depends on each card of the line is tabled.

    `own` are the slots that it reads besides its parts. With `brackets` it goes through the cards of the line
    itself, and so doesn't depend on which card of the line is at hand around it.
    """
    slots = frozenset(own).union(*[part.slots for part in parts])
    each = not brackets and any(part.each for part in parts)
    if slots:
        return Code(node, t.type_of(node), run, vector, slots, each, tuple(parts), tuple(own))
    if each:
        table = [run((), card) for card in range(NO_CARD + 1)]
        return Code(node, t.type_of(node), lambda values, card: table[card], vector, slots, each, tuple(parts))
    value = run((), NO_CARD)
    return Code(node, t.type_of(node), lambda values, card: value, vector, slots, each, tuple(parts))


def hashable(value: Any) -> Any:
    """A value as one that can be compared and be a key: a spread as its items in order."""
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


def as_pair(code: Code) -> Run:
    """A yes/no code as one that gives a pair of masks."""
    run = code.run
    return run if code.vector else lambda values, card: pair_of(run(values, card))


def as_spread(code: Code) -> Run:
    """Any code as one that gives a spread."""
    run = code.run
    if not code.vector:
        return lambda values, card: {} if (value := run(values, card)) is None else {value: ALL}
    if code.yesno:
        return lambda values, card: spread_pair(run(values, card))
    return run


# Cards that are as good as others


def classes_of(tables: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
    """For each card the first one on which all tables agree with it; no card stands for itself."""
    first: dict[tuple[Any, ...], int] = {}
    rows = zip(range(NO_CARD), *tables, strict=False)
    return (*[first.setdefault(row[1:], row[0]) for row in rows], NO_CARD)


def classes_asked(node: t.Expr) -> tuple[int, ...]:
    """For each card the first one that agrees with it in all that `node` asks, of the candidate apart."""
    features = [part for part in t.walk(node) if isinstance(part, t.Feature)]
    asked = {feature.name for feature in features if not isinstance(feature.of, t.Candidate)}
    return classes_of([FEATURE_TABLES[name] for name in asked])


def outcomes_by_card(run: Run, node: t.Expr, number: int = 0, width: int = 1) -> tuple[Any, ...]:
    """What a code gives for each card in the one slot that it reads, and for none.

    `number` is that slot's, and `width` the number of slots in all. Only one card is tried of those that agree in
    all that `node` asks.
    """
    classes = classes_asked(node)
    values: list[Any] = [NO_CARD] * width
    outcomes: dict[int, Any] = {}
    for card in set(classes):
        values[number] = card
        outcomes[card] = run(tuple(values), NO_CARD)
    return tuple([outcomes[card] for card in classes])


def each_tables(code: Code) -> list[tuple[Any, ...]]:
    """The tables of the largest parts of a body that depend on the card of the line alone."""
    if not code.each:
        return []
    if not code.slots:
        return [code.table()]
    return [table for part in code.parts for table in each_tables(part)]


def columns_of(body: Code) -> list[tuple[int, FeatureTable]]:
    """The table of a body for each group of candidates that see the same one: the group's mask, and the table.

    `suit == card.suit` has four: all spades among the candidates see the table in which the spades are right. A
    body that doesn't ask about the candidate has one. The body must depend on no slot.
    """
    if not body.vector:
        return [(ALL, body.table())]
    rows: list[Spread] = [spread_pair(row) if body.yesno else dict(row) for row in body.table()[:NO_CARD]]
    # Card by card of the line, each group is split by what its candidates see there.
    groups: list[tuple[int, tuple[Maybe, ...]]] = [(ALL, ())]
    for row in rows:
        split = []
        for group, column in groups:
            left = group
            for value, mask in row.items():
                if group & mask:
                    split.append((group & mask, (*column, value)))
                    left &= ~mask
            if left:
                split.append((left, (*column, None)))
        groups = split
    return [(group, (*column, None)) for group, column in groups]
