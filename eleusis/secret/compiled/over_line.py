"""Compiling what looks at many cards: `line.…( )`, `lastN.…( )` and their `latest`.

What stands in the brackets, the *body*, is compiled before it comes here. Four ways lead to the cards:

- `line.sum(rank)` asks each card by itself, so one slot carries the sum along, and is read.
- `line.any(suit == card.suit)` asks each card and the candidate: likewise, with a slot for each group of candidates
  that see the same cards alike, so one for spades, one for hearts, …
- `line.count(rank < last.rank)` asks something else besides, which any later card may change. So a slot counts the
  cards that lie there by what is asked of them (13 ranks), and the body is reckoned anew for each rank among them.
- `last3.count(…)` looks at the last three cards, a slot each, and the body is reckoned for each.

`latest( )` has the same: a slot that holds the latest card for which the body holds, one for each group of
candidates, or the most recent card of each kind, or the last N cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from eleusis.secret.compiled import slots as s
from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.code import Code, Run, classes_of, columns_of, each_tables, make_code
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

_Cards = Callable[[Sequence[Any]], Any]
"""The values of the slots → the cards to go through, each with the times that it comes; None for too few."""


def over(node: t.Over, body: Code, slots: s.SlotNumbers, nested: bool) -> Code:
    """A `count`, `sum`, `min`, `max`, `any` or `all`; `nested` if it stands in brackets of a line itself."""
    how = node.how
    if node.window is None and not body.slots:
        columns = columns_of(body)
        if all(None not in table[:NO_CARD] for _, table in columns):
            own = [slots[s.TallySlot(how, table)] for _, table in columns]
            return _read_by_candidate(node, body, columns, own, None)
    if node.window is None:
        own = [slots[s.CountsSlot(classes_of(each_tables(body)))]]
        cards: _Cards = itemgetter(own[0])  # one card of each class that lies there, with how many do
    else:
        cards, own = _cards_of_window(node.window, slots)
    run = body.run

    def fold_values(values: Sequence[Any], card: int) -> v.Maybe:
        items = cards(values)
        if items is None:
            return None
        return v.fold_values(how, [run(values, each) for each, _ in items], [times for _, times in items])

    def fold_pairs(values: Sequence[Any], card: int) -> v.Pair:
        items = cards(values)
        return v.MISSING if items is None else join([run(values, each) for each, _ in items])

    def fold_spreads(values: Sequence[Any], card: int) -> v.Spread:
        items = cards(values)
        if items is None:
            return {}
        operands = [(run(values, each), times) for each, times in items]
        return v.count_pairs(operands) if how == "count" else v.fold_spreads(how, operands)

    if not body.vector:
        return _in_brackets(node, fold_values, body, own, nested)
    if how in ("any", "all"):
        join = v.any_pairs if how == "any" else v.all_pairs
        return _in_brackets(node, fold_pairs, body, own, nested)
    return _in_brackets(node, fold_spreads, body, own, nested)


def latest(node: t.Feature, window: int | None, where: Code, slots: s.SlotNumbers, nested: bool) -> Code:
    """A feature of the latest card for which `where` holds."""
    table = FEATURE_TABLES[node.name]
    if window is None and not where.slots:
        columns = columns_of(where)
        own = [slots[s.LatestSlot(column)] for _, column in columns]
        return _read_by_candidate(node, where, columns, own, table)
    if window is None:
        own = [slots[s.RecencySlot(classes_of(each_tables(where)))]]
        cards = _cards_by_recency(own[0])
    else:
        cards, own = _cards_of_window(window, slots)
    run = where.run

    def find_value(values: Sequence[Any], card: int) -> v.Maybe:
        for each, _ in cards(values) or ():
            answer = run(values, each)
            if answer is not False:
                return table[each] if answer else None
        return None

    def find_spread(values: Sequence[Any], card: int) -> v.Spread:
        spread: v.Spread = {}
        left = v.TRUE[0]
        for each, _ in cards(values) or ():
            true, false = run(values, each)
            if left & true and table[each] is not None:
                spread[table[each]] = spread.get(table[each], 0) | (left & true)
            left &= false
        return spread

    return _in_brackets(node, _as_typed(node, find_spread) if where.vector else find_value, where, own, nested)


# The cards to go through, the latest first


def _cards_of_window(window: int, slots: s.SlotNumbers) -> tuple[_Cards, list[int]]:
    """The last cards, if there are that many; and their slots."""
    own = [slots[s.BackSlot(n)] for n in range(1, window + 1)]
    deepest = own[-1]
    return (lambda values: None if values[deepest] == NO_CARD else [(values[i], 1) for i in own]), own


def _cards_by_recency(recency: int) -> _Cards:
    """The most recent card of each class that lies there."""
    return lambda values: [(card, 1) for card in values[recency]]


# Codes


def _read_by_candidate(
    node: t.Expr,
    body: Code,
    columns: Sequence[tuple[int, s.FeatureTable]],
    own: Sequence[int],
    table: s.FeatureTable | None,
) -> Code:
    """A code that reads one slot for each group of candidates, and looks it up in a table if there is one."""
    if len(own) == 1:
        (only,) = own
        run: Run = (
            (lambda values, card: values[only]) if table is None else (lambda values, card: table[values[only]])
        )
        return make_code(node, run, (body,), False, own, brackets=True)
    groups = [(group, i) for (group, _), i in zip(columns, own, strict=True)]

    def read_spread(values: Sequence[Any], card: int) -> v.Spread:
        spread: v.Spread = {}
        for group, i in groups:
            value = values[i] if table is None else table[values[i]]
            if value is not None:
                spread[value] = spread.get(value, 0) | group
        return spread

    return make_code(node, _as_typed(node, read_spread), (body,), True, own, brackets=True)


def _as_typed(node: t.Expr, run: Run) -> Run:
    """What gives spreads, as one that gives pairs of masks for a yes or no."""
    return (lambda values, card: v.pair_of_spread(run(values, card))) if t.type_of(node) is Type.YESNO else run


def _in_brackets(node: t.Expr, run: Run, body: Code, own: Sequence[int], nested: bool) -> Code:
    """A code that goes through the cards of a line; inside other brackets it does so once for all their cards."""
    return make_code(node, _once(run) if nested else run, (body,), body.vector, own, brackets=True)


def _once(run: Run) -> Run:
    """The same, reckoned once for the slots at hand."""
    last: list[Any] = [None, None]

    def run_once(values: Sequence[Any], card: int) -> Any:
        if last[0] is not values:
            last[1] = run(values, card)
            last[0] = values
        return last[1]

    return run_once
