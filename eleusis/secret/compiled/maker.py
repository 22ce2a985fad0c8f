"""What all parts of the compiler share: slots by their numbers, and codes made of parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eleusis.secret.compiled.code import Code, Run
from eleusis.secret.compiled.slots import NO_CARD, Slot
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type


class Maker:
    """Makes codes; `slots` is what they read, in order. The compiler says how an expression is compiled."""

    def __init__(self) -> None:
        self.slots: dict[Slot, int] = {}
        self.nested = 0
        """How many brackets of a line stand around."""

    def slot(self, slot: Slot) -> int:
        return self.slots.setdefault(slot, len(self.slots))

    def make(self, node: t.Expr, parts: Sequence[Code], run: Run, vector: bool, slots: Sequence[int] = ()) -> Code:
        """A code of parts; what depends on nothing is computed now, what depends on a card is tabled."""
        uses = frozenset(slots).union(*[part.slots for part in parts])
        each = any(part.each for part in parts)
        yesno = t.type_of(node) is Type.YESNO
        if not uses and not each:
            value = run((), NO_CARD)
            return Code(node, yesno, vector, uses, each, lambda s, e: value, tuple(parts))
        if not uses:
            table = [run((), card) for card in range(NO_CARD + 1)]
            return Code(node, yesno, vector, uses, each, lambda s, e: table[e], tuple(parts))
        return Code(node, yesno, vector, uses, each, run, tuple(parts), tuple(slots))

    def read(self, node: t.Expr, slot: Slot) -> Code:
        i = self.slot(slot)
        return Code(node, t.type_of(node) is Type.YESNO, False, frozenset((i,)), False, lambda s, e: s[i], (), (i,))

    def lookup(self, node: t.Expr, slot: Slot, table: Sequence[Any], parts: Sequence[Code] = ()) -> Code:
        i = self.slot(slot)
        yesno = t.type_of(node) is Type.YESNO
        return Code(node, yesno, False, frozenset((i,)), False, lambda s, e: table[s[i]], tuple(parts), (i,))

    def compile(self, node: t.Expr) -> Code:
        raise NotImplementedError
