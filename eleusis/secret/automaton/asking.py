"""Which cards a rule tells apart: the tables of what it asks of the cards that it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eleusis.secret.compiled.code import Code, each_tables, hashable, outcomes_by_card
from eleusis.secret.compiled.slots import FEATURE_TABLES, AtSlot, BackSlot, LatestSlot, RecencySlot, Slot
from eleusis.secret.language import tree as t

Cards = frozenset[int]
CARD_SLOTS = (BackSlot, AtSlot, LatestSlot)
_DEAD = "no matter"
"""Stands in a table for the cards of which it does not matter what is asked."""


class Asking:
    """Walks a compiled rule and notes, slot by slot, what it asks of cards."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self.tables: dict[Slot, list[tuple[Any, ...]]] = {slot: [] for slot in slots}
        """For each slot that holds cards, what the rule asks of them."""

    def ask(self, code: Code, live: dict[int, Cards]) -> None:
        """Notes the largest parts that depend on one card alone; `live` are the cards for which a part counts."""
        if not code.slots:
            return
        node = code.node
        if len(code.slots) == 1 and not code.each:
            (i,) = code.slots
            if isinstance(self.slots[i], CARD_SLOTS):
                self.note(i, _table(code, i, len(self.slots)), live)
                return
        if isinstance(node, t.Over) or (isinstance(node, t.Feature) and isinstance(node.of, t.Latest)):
            for i in code.own:
                if isinstance(node, t.Feature):
                    self.note(i, FEATURE_TABLES[node.name], live)
                if isinstance(self.slots[i], BackSlot | RecencySlot):
                    for table in each_tables(code.parts[0]):
                        self.note(i, table, live)
        if isinstance(node, t.If):
            cond, then, other = code.parts
            self.ask(cond, live)
            self.ask(then, self.narrow(cond, False, live))
            self.ask(other, self.narrow(cond, True, live))
        elif isinstance(node, t.And | t.Or):
            settled = isinstance(node, t.Or)
            for part in code.parts:
                self.ask(part, live)
                live = self.narrow(part, settled, live)
        else:
            for part in code.parts:
                self.ask(part, live)

    def narrow(self, cond: Code, settled: bool, live: dict[int, Cards]) -> dict[int, Cards]:
        """What is live where a condition on one card is not `settled`."""
        if len(cond.slots) != 1 or cond.vector or cond.each:
            return live
        (i,) = cond.slots
        if not isinstance(self.slots[i], CARD_SLOTS):
            return live
        table = _table(cond, i, len(self.slots))
        cards = frozenset([card for card, value in enumerate(table) if value is not settled])
        return {**live, i: live[i] & cards if i in live else cards}

    def note(self, i: int, table: tuple[Any, ...], live: dict[int, Cards]) -> None:
        if i in live:
            cards = live[i]
            table = tuple([value if card in cards else _DEAD for card, value in enumerate(table)])
        self.tables[self.slots[i]].append(table)


def _table(code: Code, i: int, size: int) -> tuple[Any, ...]:
    """The values of a code that reads one card slot, for each card and for none."""
    run = code.run
    return outcomes_by_card(lambda values, card: hashable(run(values, card)), code.node, i, size)
