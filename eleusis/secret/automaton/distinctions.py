"""Which cards a rule tells apart: the tables of what it asks of the cards that it remembers.

A worked example, `if last.face then last.red else rank > last.rank`, which remembers the last card. Its largest
parts that depend on that card alone have three tables:

    last.face           yes for 12 cards, no for 40
    last.red            matters only where the card is a face
    rank > last.rank    matters only where it is none, and is another set of candidates for each rank

Cards on which all three agree are one to this rule: the red faces, the black ones, and each rank from A to 10, so
12 classes in place of 52.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eleusis.secret.compiled.code import Code, each_tables, hashable, outcomes_by_card
from eleusis.secret.compiled.slots import FEATURE_TABLES, AtSlot, BackSlot, LatestSlot, RecencySlot, Slot
from eleusis.secret.language import tree as t

CARD_SLOTS = (BackSlot, AtSlot, LatestSlot)
"""The slots that hold one card."""

SlotTables = dict[Slot, list[tuple[Any, ...]]]
"""For each slot, what is asked of the cards in it: tables of an answer for each card."""

_Live = dict[int, frozenset[int]]
"""The cards for which a part of a rule counts, by the number of their slot; all cards of a slot not given here."""
_DEAD = "no matter"
"""Stands in a table for the cards of which it does not matter what is asked."""


def tables_asked(code: Code, slots: Sequence[Slot]) -> SlotTables:
    """What a compiled rule asks of the cards in its slots."""
    asking = _Asking(slots)
    asking.walk(code, {})
    return asking.tables


class _Asking:
    """Walks a compiled rule and notes, slot by slot, what it asks of cards."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self.tables: SlotTables = {slot: [] for slot in slots}

    def walk(self, code: Code, live: _Live) -> None:
        """Notes what a part asks, where it counts for the cards in `live`."""
        if not code.slots:
            return
        # A part that looks at one card alone is asked as a whole.
        i = self.card_slot(code)
        if i is not None:
            self.note(i, self.table(code, i), live)
            return
        node = code.node
        if isinstance(node, t.Over) or (isinstance(node, t.Feature) and isinstance(node.of, t.Latest)):
            self.walk_brackets(code, live)
        # Of arms and of `and` and `or`, a part counts only for the cards that the parts before it leave open.
        if isinstance(node, t.If):
            cond, then, other = code.parts
            self.walk(cond, live)
            self.walk(then, self.narrow(live, cond, False))
            self.walk(other, self.narrow(live, cond, True))
        else:
            for part in code.parts:
                self.walk(part, live)
                if isinstance(node, t.And | t.Or):
                    live = self.narrow(live, part, isinstance(node, t.Or))

    def walk_brackets(self, code: Code, live: _Live) -> None:
        """Notes what is asked of the cards that brackets go through, apart from their parts."""
        for i in code.own:
            if isinstance(code.node, t.Feature):
                self.note(i, FEATURE_TABLES[code.node.name], live)
            if isinstance(self.slots[i], BackSlot | RecencySlot):
                for table in each_tables(code.parts[0]):
                    self.note(i, table, live)

    def card_slot(self, code: Code) -> int | None:
        """The one slot that a code reads, if it reads no other and that one holds a card."""
        if len(code.slots) != 1 or code.each:
            return None
        (i,) = code.slots
        return i if isinstance(self.slots[i], CARD_SLOTS) else None

    def narrow(self, live: _Live, cond: Code, decisive: bool) -> _Live:
        """What is live behind a condition, which leaves nothing open where its answer is `decisive`."""
        i = None if cond.vector else self.card_slot(cond)
        if i is None:
            return live
        cards = frozenset([card for card, answer in enumerate(self.table(cond, i)) if answer is not decisive])
        return {**live, i: live[i] & cards if i in live else cards}

    def table(self, code: Code, i: int) -> tuple[Any, ...]:
        """The values of a code that reads one card slot, for each card and for none."""
        run = code.run
        return outcomes_by_card(lambda values, card: hashable(run(values, card)), code.node, i, len(self.slots))

    def note(self, i: int, table: tuple[Any, ...], live: _Live) -> None:
        """A table is asked of the card in a slot."""
        if i in live:
            cards = live[i]
            table = tuple([value if card in cards else _DEAD for card, value in enumerate(table)])
        self.tables[self.slots[i]].append(table)
