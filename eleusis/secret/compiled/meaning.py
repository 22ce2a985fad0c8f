"""What a rule means: for a mainline, the mask of the cards that would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eleusis.ground.cards import ALL, Card
from eleusis.ground.data import ListSoFar
from eleusis.secret.compiled.code import as_pair, outcomes_by_card
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.past import Pasts
from eleusis.secret.compiled.slots import NO_CARD, BackSlot, Slot
from eleusis.secret.language.tree import Expr

_KEPT = 4096
"""How many masks a rule remembers."""


class Meaning:
    """A compiled rule: a function from the values of its slots to a mask. A missing verdict is right."""

    def __init__(self, tree: Expr) -> None:
        compiler = Compiler()
        self.code = compiler.compile(tree)
        self.slots: tuple[Slot, ...] = tuple(compiler.slots)
        self._run = as_pair(self.code)
        self._reads = [slot.read for slot in self.slots]
        self._pasts = Pasts()
        self._masks: dict[tuple[Any, ...], int] = {}
        self.table: list[int] | None = None
        """For a rule that looks at the last card alone: its mask for each last card, and for none."""
        if all(slot == BackSlot(1) for slot in self.slots):
            self.table = [ALL & ~false for _, false in outcomes_by_card(self._run, tree)]

    def mask(self, line: Sequence[Card]) -> int:
        """The right cards after a mainline."""
        if self.table is not None:
            return self.table[line[-1].index if line else NO_CARD]
        if isinstance(line, ListSoFar):
            past = self._pasts.of(line)
            values = tuple([past.read(slot, line) for slot in self.slots])
        else:
            values = tuple([read(line) for read in self._reads])
        mask = self._masks.get(values)
        return self.mask_at(values) if mask is None else mask

    def mask_at(self, values: tuple[Any, ...]) -> int:
        """The right cards for values of the slots."""
        mask = self._masks.get(values)
        if mask is None:
            if len(self._masks) >= _KEPT:
                self._masks.clear()
            mask = self._masks[values] = ALL & ~self._run(values, NO_CARD)[1]
        return mask
