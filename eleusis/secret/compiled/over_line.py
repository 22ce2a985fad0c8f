"""Compiling what looks at many cards: `line.…( )`, `lastN.…( )` and their `latest`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.code import Code, Run, classes_of, columns_of, each_tables
from eleusis.secret.compiled.maker import Maker
from eleusis.secret.compiled.slots import (
    NO_CARD,
    BackSlot,
    CountsSlot,
    LatestSlot,
    RecencySlot,
    Table,
    TallySlot,
    fold,
)
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type


class Lines(Maker):
    """The part of the compiler for `Over` and `Latest`."""

    def cards(
        self, window: int | None, body: Code, recent: bool
    ) -> tuple[Callable[[Sequence[Any]], Any], list[int]]:
        """How to get at the cards of a line, the latest first: pairs of a card and a number, or None if too few."""
        if window is not None:
            indices = [self.slot(BackSlot(n)) for n in range(1, window + 1)]
            deepest = indices[-1]
            return (lambda s: None if s[deepest] == NO_CARD else [(s[i], 1) for i in indices]), indices
        classes = classes_of(each_tables(body))
        if recent:
            i = self.slot(RecencySlot(classes))
            return (lambda s: [(card, 1) for card in s[i]]), [i]
        i = self.slot(CountsSlot(classes))
        return (lambda s: s[i]), [i]

    def over(self, node: t.Over) -> Code:
        body, how = self.bracketed(node.body), node.how
        if node.window is None and not body.slots:
            columns = columns_of(body)
            if all(None not in table[:NO_CARD] for _, table in columns):
                indices = [self.slot(TallySlot(how, table)) for _, table in columns]
                return self._by_candidate(node, body, columns, indices, None)
        items, indices = self.cards(node.window, body, False)
        run = body.run
        if not body.vector:

            def scalar(s: Sequence[Any], e: int) -> Any:
                cards = items(s)
                return None if cards is None else fold(how, [(run(s, card), times) for card, times in cards])

            return self._line(node, body, scalar, indices)
        if how in ("any", "all"):
            join, absent = (v.any_pairs if how == "any" else v.all_pairs), v.MISSING

            def pairs(s: Sequence[Any], e: int) -> Any:
                cards = items(s)
                return absent if cards is None else join([run(s, card) for card, _ in cards])

            return self._line(node, body, pairs, indices)

        def spreads(s: Sequence[Any], e: int) -> Any:
            cards = items(s)
            if cards is None:
                return {}
            many = [(run(s, card), times) for card, times in cards]
            return v.count_pairs(many) if how == "count" else v.fold_spreads(how, many)

        return self._line(node, body, spreads, indices)

    def _by_candidate(
        self,
        node: t.Expr,
        body: Code,
        columns: Sequence[tuple[int, Table]],
        indices: Sequence[int],
        table: Table | None,
    ) -> Code:
        """A code that reads one slot for each group of candidates, and looks it up in a table if there is one."""
        yesno = t.type_of(node) is Type.YESNO
        i = indices[0]
        run: Run
        if len(columns) == 1:
            run = (lambda s, e: s[i]) if table is None else (lambda s, e: table[s[i]])
            return Code(node, yesno, False, frozenset(indices), False, run, (body,), tuple(indices))
        pairs = [(mask, index) for (mask, _), index in zip(columns, indices, strict=True)]

        def spread(s: Sequence[Any], e: int) -> Any:
            found: v.Spread = {}
            for mask, index in pairs:
                value = s[index] if table is None else table[s[index]]
                if value is not None:
                    found[value] = found.get(value, 0) | mask
            return (found.get(True, 0), found.get(False, 0)) if yesno else found

        return Code(node, yesno, True, frozenset(indices), False, spread, (body,), tuple(indices))

    def bracketed(self, body: t.Expr) -> Code:
        self.nested += 1
        code = self.compile(body)
        self.nested -= 1
        return code

    def _line(self, node: t.Expr, body: Code, run: Run, indices: Sequence[int]) -> Code:
        """A code over the line: its body's card is bound here, so that other brackets around it need it once."""
        if self.nested:
            run = _once(run)
        slots = body.slots.union(indices)
        return Code(node, t.type_of(node) is Type.YESNO, body.vector, slots, False, run, (body,), tuple(indices))

    def latest(self, node: t.Feature, window: int | None, where: Code, table: Table) -> Code:
        if window is None and not where.slots:
            columns = columns_of(where)
            slots = [self.slot(LatestSlot(column)) for _, column in columns]
            return self._by_candidate(node, where, columns, slots, table)
        items, indices = self.cards(window, where, True)
        run, yesno = where.run, t.type_of(node) is Type.YESNO
        if not where.vector:

            def scalar(s: Sequence[Any], e: int) -> Any:
                for card, _ in items(s) or ():
                    found = run(s, card)
                    if found is not False:
                        return table[card] if found else None
                return None

            return self._line(node, where, scalar, indices)

        def vector(s: Sequence[Any], e: int) -> Any:
            spread: v.Spread = {}
            left = v.TRUE[0]
            for card, _ in items(s) or ():
                true, false = run(s, card)
                if left & true and table[card] is not None:
                    spread[table[card]] = spread.get(table[card], 0) | (left & true)
                left &= false
            return (spread.get(True, 0), spread.get(False, 0)) if yesno else spread

        return self._line(node, where, vector, indices)


def _once(run: Run) -> Run:
    """The same, reckoned once for the slots at hand."""
    last: list[Any] = [None, None]

    def remembered(s: Sequence[Any], e: int) -> Any:
        if last[0] is not s:
            last[1] = run(s, e)
            last[0] = s
        return last[1]

    return remembered
