"""Chance: streams of numbers that one integer seed decides, the same on every Python and machine.

Python promises that `Random(text).random()` gives the same numbers forever; it does not promise that of
`shuffle`, `sample` and `choice`. So the shuffle is written here, and so is what the other two gave when the first
seeds were dealt: they take whole bits from the generator, which is the Mersenne Twister on every Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random

T = TypeVar("T")


LARGEST_SEED = 10**17
"""A game's seed lies between this and its opposite."""


def draw_seed() -> int:
    """A seed for a game in which none was given: a small one could be found by trying, from one's own hand."""
    import secrets  # late: few commands draw one

    return secrets.randbelow(LARGEST_SEED)


def stream(seed: int, *names: object) -> random.Random:
    """The stream of chance that belongs to `seed` and a path of names, such as (7, "round", 2, "deck", 3)."""
    from random import Random  # late: a recorded game has no chance in it

    return Random("/".join(["eleusis", str(seed), *map(str, names)]))


def shuffle(items: Iterable[T], chance: random.Random) -> list[T]:
    """The items in an order drawn from `chance` (Fisher and Yates, from the last place down)."""
    order = list(items)
    number = chance.random
    for i in range(len(order) - 1, 0, -1):
        j = int(number() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def below(limit: int, chance: random.Random) -> int:
    """A number from 0 up to, and without, `limit`, each as probable as the others.

    Raises ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError(f"there is no number below {limit}")
    bits = limit.bit_length()
    number = chance.getrandbits(bits)
    while number >= limit:
        number = chance.getrandbits(bits)
    return number


def choose(items: Sequence[T], chance: random.Random) -> T:
    """One of the items (ValueError if there are none); as `random.choice` of Python 3.11 to 3.13 chooses it."""
    return items[below(len(items), chance)]


def sample(items: Sequence[T], size: int, chance: random.Random) -> list[T]:
    """`size` of the items in an order of their own; as `random.sample` of Python 3.11 to 3.13 draws them.

    Of a few items those that are left are drawn from, of many what was drawn before is passed over: the two ways
    give other items, and so the bound between them is part of what is promised. Raises ValueError for more than
    there are.
    """
    many = len(items)
    if not 0 <= size <= many:
        raise ValueError(f"{size} of {many} can't be drawn")
    if many <= 21 + (4 ** ceil(log(size * 3, 4)) if size > 5 else 0):
        left, drawn = list(items), []
        for last in range(many - 1, many - 1 - size, -1):
            at = below(last + 1, chance)
            drawn.append(left[at])
            left[at] = left[last]
        return drawn
    places: dict[int, None] = {}
    while len(places) < size:
        places[below(many, chance)] = None
    return [items[place] for place in places]
