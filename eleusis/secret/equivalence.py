"""Same or different, by a breadth-first walk over all that two rules can remember together.

The walk goes from state to state by cards that both take, so a difference is only found where it can be built, and
the first one found stands after a shortest line. Where there are too many states for that, some long lines drawn by
chance are tried too: always the same ones, since the outcome may decide a game. For the same reason the walk ends
after so much work, never after so much time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from eleusis.chance import stream
from eleusis.pack import PACK, Card
from eleusis.secret.judging import Comparison
from eleusis.secret.machine import Machine, State
from eleusis.secret.rule import Rule
from eleusis.secret.tree import walk

MAX_STATES = 100_000
"""States that a comparison looks at."""
MAX_STATES_OPEN = 20_000
"""States that it looks at where they are not finitely many."""
MAX_STEPS = 6_000_000
"""Steps from a state to those after it."""
MAX_WORK = 3_000_000
"""Operations of the rules that are worked out, one state after the other; some microseconds each."""
_LINES = 100
_LONG = 40
"""Lines that are tried by chance, and how many cards they have at most."""
_WORK_BY_CHANCE = 300_000


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
    size = sum(1 for rule in (a, b) for _ in walk(rule.tree))
    limit = min(limit, max(1, MAX_WORK // size))
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
            if len(reached) > limit or steps > MAX_STEPS:
                found = _by_chance(machine, list(starts.items()), line or (), _WORK_BY_CHANCE // size)
                if found is not None:
                    return found
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


def _by_chance(
    machine: Machine, starts: Sequence[tuple[State, int]], line: Sequence[Card], states: int
) -> Comparison | None:
    """A difference after one of some long lines, or None; at most so many states are looked at."""
    chance = stream(0, "lines")
    for _ in range(_LINES):
        at = int(chance.random() * len(starts))
        state, cards = starts[at]
        used = sum({card.bit for card in line})
        built: list[int] = []
        if cards:
            built.append(_one_of(cards, chance.random()))
            used |= 1 << built[-1]
        for _ in range(_LONG):
            states -= 1
            if states < 0:
                return None
            one, other = machine.masks(state)
            if one != other:
                card = PACK[_one_of((one ^ other) & ~used or one ^ other, chance.random())]
                right_in: Literal["A", "B"] = "A" if one & card.bit else "B"
                return Comparison(False, (*line, *[PACK[index] for index in built]), card, right_in)
            if not one:
                break
            built.append(_one_of(one & ~used or one, chance.random()))
            used |= 1 << built[-1]
            state = machine.step(state, built[-1])
    return None


def _one_of(mask: int, chance: float) -> int:
    """The index of one of the cards of a mask; `chance` (0 to 1) says which."""
    cards = list(_cards(mask))
    return cards[int(chance * len(cards))]


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def along(a: Rule, b: Rule, line: Sequence[Card]) -> Comparison | None:
    """The first difference of two rules along a mainline, as far as both let it be built; or None."""
    for i in range(1, len(line) + 1):
        one, other = a.mask(line[:i]), b.mask(line[:i])
        if one != other:
            card = PACK[next(_cards(one ^ other))]
            return Comparison(False, tuple(line[:i]), card, "A" if one & card.bit else "B")
        if i < len(line) and not one & line[i].bit:
            break
    return None


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
