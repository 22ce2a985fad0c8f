"""Same or different, by a breadth-first walk over all that two rules can remember together.

The walk goes from state to state by cards that both take, so a difference is only found where it can be built, and
the first one found stands after a shortest line.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from eleusis.pack import PACK, Card
from eleusis.secret.judging import Comparison
from eleusis.secret.machine import Machine, State
from eleusis.secret.rule import Rule

MAX_STATES = 100_000
"""States that a comparison looks at."""
MAX_STATES_OPEN = 20_000
"""States that it looks at where they are not finitely many."""
MAX_STEPS = 2_000_000
MAX_SECONDS = 4.0
"""A last resort on slow machines; the other bounds come first."""


Reached = dict[State, tuple[State | None, int]]
"""For each state the one before it, and the cards that lead from there to here."""


def decide(
    a: Rule, b: Rule, line: Sequence[Card] | None, starters: int, max_states: int | None = None
) -> Comparison:
    """Compares two rules from a line, or from the starters of a mask."""
    machine = Machine([a.meaning, b.meaning])
    limit = max_states or (MAX_STATES if machine.finite else MAX_STATES_OPEN)
    reached: Reached = {}
    starts: dict[State, int] = {}
    if line is not None:
        starts[machine.after(line)] = 0
    else:
        for card, mask in machine.classes:
            if mask & starters:
                starts.setdefault(machine.step(machine.empty, card), mask & starters)
    length = len(line) if line is not None else 1
    steps = 0
    stop = time.monotonic() + MAX_SECONDS
    level: list[tuple[State, int]] = []
    for state, mask in starts.items():
        reached[state] = (None, mask)
        one, other = machine.masks(state)
        if one != other:
            return _difference(machine, reached, state, line or ())
        level.append((state, one))
    tried: dict[State, int] = {}
    """Where many states go on in the same way: the cards that were put down there."""
    while level:
        following: list[tuple[State, int]] = []
        for state, mask in level:
            before = machine.before(state)
            done = tried.get(before, 0)
            if not mask & ~done:
                continue
            tried[before] = done | mask
            for after, cards in machine.successors(state, mask & ~done):
                if after not in reached:
                    reached[after] = (state, cards)
                    one, other = machine.masks(after)
                    if one != other:
                        return _difference(machine, reached, after, line or ())
                    following.append((after, one))
            steps += len(machine.classes)
            if len(reached) > limit or steps > MAX_STEPS or time.monotonic() > stop:
                reason = machine.reason or f"more than {len(reached):,} states"
                return Comparison(None, bound=length, states=len(reached), reason=reason)
        level = following
        length += 1
    return Comparison(True, states=len(reached))


def _difference(machine: Machine, reached: Reached, state: State, line: Sequence[Card]) -> Comparison:
    mask, other = machine.masks(state)
    masks = [mask ^ other]
    at: State | None = state
    while at is not None:
        before, step = reached[at]
        if step:
            masks.append(step)
        at = before
    cards = distinct(masks[::-1], [card.index for card in line])
    card = PACK[cards[-1]]
    built = (*line, *[PACK[index] for index in cards[:-1]])
    right_in: Literal["A", "B"] = "A" if mask & card.bit else "B"
    return Comparison(False, built, card, right_in, states=len(reached))


def distinct(masks: Sequence[int], used: Sequence[int] = ()) -> list[int]:
    """A card of each mask, all of them different where that can be, and none of those that are used."""
    avoid = 0
    for index in used:
        avoid |= 1 << index
    chosen: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        mask = masks[i] & ~avoid
        for index in range(52):
            if mask >> index & 1 and index not in tried:
                tried.add(index)
                if index not in chosen or place(chosen[index], tried):
                    chosen[index] = i
                    return True
        return False

    for i in range(len(masks)):
        place(i, set())
    cards = {i: index for index, i in chosen.items()}
    return [cards.get(i, (mask & -mask).bit_length() - 1) for i, mask in enumerate(masks)]
