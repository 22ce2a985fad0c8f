"""Which rules of a forest are the same as another from a line on, as far as some lines of play tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from eleusis.chance import choose, stream
from eleusis.induction.forest import Forest
from eleusis.induction.leaves import Flags
from eleusis.pack import Card, cards_in

_WALKS = 4
_STEPS = 8


def same_from(forest: Forest, mask: Callable[[Sequence[Card]], int], line: Sequence[Card]) -> Flags:
    """The rules that let through the same cards as the one with this `mask`, whenever it is asked.

    It is asked on lines that go on from `line` as that rule allows; they are the same each time.
    """
    chance = stream(0, "likeness")
    alike = np.ones(forest.size, np.bool_)
    for _ in range(_WALKS):
        walked = tuple(line)
        for _ in range(_STEPS):
            right = mask(walked)
            alike &= forest.masks(walked) == np.uint64(right)
            if not right:
                break
            walked = (*walked, choose(cards_in(right), chance))
    return alike
