"""Chance: streams of numbers that one integer seed decides, the same on every Python and machine.

Python promises that `Random(text).random()` gives the same numbers for ever; it does not promise that of
`shuffle`, so the shuffle is written here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def stream(seed: int, *names: object) -> random.Random:
    """The stream of chance that belongs to `seed` and a path of names, such as (7, "round", 2, "deck", 3)."""
    return random.Random("/".join(["eleusis", str(seed), *map(str, names)]))


def shuffled(things: Iterable[T], chance: random.Random) -> list[T]:
    """The things in an order drawn from `chance` (Fisher and Yates, from the last place down)."""
    order = list(things)
    number = chance.random
    for i in range(len(order) - 1, 0, -1):
        j = int(number() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order
