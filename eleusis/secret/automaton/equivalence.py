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
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.steps import MachineState
from eleusis.secret.compiled.meaning import Meaning

MAX_STATES = 100_000
"""States that a comparison looks at."""
MAX_STATES_OPEN = 20_000
"""States that it looks at where they are not finitely many."""
MAX_WORK = 8_000_000
"""Units of work (work.py) until a comparison ends undecided: about a second where those units were set."""
BY_CHANCE = 8
"""One part in so many of that, in addition, may be used for trying long lines."""
_LINES = 100
_LONG = 40
"""Lines that are tried by chance, and how many cards they have at most."""


Reached = dict[MachineState, tuple[MachineState | None, int]]
"""For each state the one before it, and the cards that lead from there to here."""


def decide(
    a: Meaning,
    b: Meaning,
    line: Sequence[Card] | None,
    starters: int,
    max_states: int | None = None,
    max_work: int = MAX_WORK,
) -> Comparison:
    """Compares two rules from a line, or from the starters of a mask."""
    machine = Machine([a, b])
    limit = max_states or (MAX_STATES if machine.finite else MAX_STATES_OPEN)
    reached: Reached = {}
    starts: dict[MachineState, int] = {}
    if line is not None:
        starts[machine.after(line)] = 0
    else:
        for card, mask in machine.classes:
            if mask & starters:
                starts.setdefault(machine.step(machine.empty, card), mask & starters)
    length = len(line) if line is not None else 1
    level: list[tuple[MachineState, int]] = []
    for state, mask in starts.items():
        reached[state] = (None, mask)
        right_a, right_b = machine.masks(state)
        if right_a != right_b:
            return _difference(machine, reached, state, line or ())
        level.append((state, right_a))
        if machine.work > max_work:
            return _undecided(machine, reached, length - 1, starts, line or (), max_work)
    tried: dict[MachineState, int] = {}
    """Where many states go on in the same way: the cards that were put down there."""
    masks = machine.masks
    while level:
        following: list[tuple[MachineState, int]] = []
        for state, mask in level:
            before = machine.before(state)
            done = tried.get(before, 0)
            if not mask & ~done:
                continue
            tried[before] = done | mask
            for after, cards in machine.successors(state, mask & ~done):
                if after in reached:
                    continue
                reached[after] = (state, cards)
                right_a, right_b = masks(after)
                if right_a != right_b:
                    return _difference(machine, reached, after, line or ())
                following.append((after, right_a))
                if machine.work > max_work:
                    break
            if len(reached) > limit or machine.work > max_work:
                return _undecided(machine, reached, length, starts, line or (), max_work)
        level = following
        length += 1
    return Comparison(True, states=len(reached), work=machine.work)


def _undecided(
    machine: Machine,
    reached: Reached,
    length: int,
    starts: dict[MachineState, int],
    line: Sequence[Card],
    max_work: int,
) -> Comparison:
    """What is said where the walk is given up: all lines of up to `length` cards were tried."""
    difference = _by_chance(machine, list(starts.items()), line, machine.work + max_work // BY_CHANCE)
    if difference is not None:
        return difference
    enough = "too much work beyond" if machine.work > max_work else "more than"
    reason = machine.reason or f"{enough} {len(reached):,} states"
    return Comparison(None, bound=length, states=len(reached), reason=reason, work=machine.work)


def _difference(machine: Machine, reached: Reached, state: MachineState, line: Sequence[Card]) -> Comparison:
    mask, other = machine.masks(state)
    masks = [mask ^ other]
    at: MachineState | None = state
    while at is not None:
        before, step = reached[at]
        if step:
            masks.append(step)
        at = before
    cards = distinct(masks[::-1], [card.index for card in line])
    card = PACK[cards[-1]]
    built = (*line, *[PACK[index] for index in cards[:-1]])
    right_in: Literal["A", "B"] = "A" if mask & card.bit else "B"
    return Comparison(False, built, card, right_in, states=len(reached), work=machine.work)


def _by_chance(
    machine: Machine, starts: Sequence[tuple[MachineState, int]], line: Sequence[Card], max_work: int
) -> Comparison | None:
    """A difference after one of some long lines, or None; ends when the machine has done so much work in all."""
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
            if machine.work > max_work:
                return None
            right_a, right_b = machine.masks(state)
            if right_a != right_b:
                differ = right_a ^ right_b
                card = PACK[_one_of(differ & ~used or differ, chance.random())]
                right_in: Literal["A", "B"] = "A" if right_a & card.bit else "B"
                grown = (*line, *[PACK[index] for index in built])
                return Comparison(False, grown, card, right_in, work=machine.work)
            if not right_a:
                break
            built.append(_one_of(right_a & ~used or right_a, chance.random()))
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


def along(a: Meaning, b: Meaning, line: Sequence[Card]) -> Comparison | None:
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
