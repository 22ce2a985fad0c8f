"""What a rule says after 1,300 fixed mainlines, as one number; and which of the lines can be built under it.

A *sheet* is a number of 64-bit lanes, one for each line; the lower 52 bits of a lane are the cards that are right
after it. The lines stand in groups of 52, and make a tree: those of the first group are the 52 starters alone, and
each line of another group is a line of an earlier group and one more card. So `and`, `or` and `if` of two rules are
a few operations on two numbers, and which lines can be built under a rule follows from its own sheet.

With a pack of 4♥ and 9♠, two lines a group and two groups, the sheet of `black` is four times the set of 9♠:

    group             1       1       2        2
    line              4♥      9♠      4♥ 9♠    9♠ 4♥
    right after it    9♠      9♠      9♠       9♠
    can be built      yes     yes     yes      no

The lines of group 2 go on from those of group 1, and add 9♠ and 4♥. The sheet `9♠ 4♥` of what is added, laid over
the first two lanes of the rule, leaves 9♠ and nothing: the first line can be built under it, the second can't.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import attrs

from eleusis.ground.cards import ALL, PACK, Card, cards_in
from eleusis.ground.chance import stream
from eleusis.secret.compiled.code import as_pair
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import NO_CARD, BackSlot, Slot
from eleusis.secret.compiled.spreads import choose_pair
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Expr, Join

LANES = 52
"""Lines in a group."""
_PARENTS = (0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 17, 18, 20, 21, 22)
"""For each group after the first the group that its lines go on from."""
_GROUPS = 1 + len(_PARENTS)
_GUIDES = (
    "any", "color != last.color", "suit == last.suit", "odd != last.odd", "high != last.high", "rank >= last.rank",
    "suit == next(last.suit, spade, heart, diamond, club)", "color == last.color", "cycle(red, red, black, black)",
    "rank <= last.rank",
)  # fmt: skip
"""What the lines are drawn by, so that some go on for long under rules of many kinds."""


def sheet_of(lanes: Sequence[int]) -> int:
    """Sets of cards, side by side."""
    words = array("Q", lanes)
    if sys.byteorder == "big":
        words.byteswap()
    return int.from_bytes(words.tobytes(), "little")


FULL = sheet_of([ALL] * LANES)
"""Every card, after each line of a group."""
_ALL_FULL = sheet_of([ALL] * (LANES * _GROUPS))
"""Every card, after each line."""
_LOW = sheet_of([(1 << 63) - 1] * LANES)
_TOP = sheet_of([1 << 63] * LANES)


def fill(group: int) -> int:
    """A group of sets: those that hold a card made full, the others empty."""
    marks = (group + _LOW) & _TOP  # the top bit of a lane is set by the carry, if the lane is not 0
    return (marks - (marks >> 63)) & FULL


# The lines


@attrs.frozen
class ProbeLines:
    """The fixed lines: group after group, and how each group goes on from an earlier one."""

    lines: tuple[tuple[Card, ...], ...]
    steps: tuple[tuple[int, int], ...]
    """For each group after the first the number of the one it goes on from, and the cards added, as a sheet."""

    def follow(self, right: int) -> tuple[list[int], list[int]]:
        """Which lines can be built where `right` is the sheet of the right cards, group by group.

        The first list has the lines (every card of a lane, or none), the second what is right after those.
        """
        size = LANES * 8
        text = right.to_bytes(size * _GROUPS, "little")
        groups = [int.from_bytes(text[at : at + size], "little") for at in range(0, len(text), size)]
        reached, held = [FULL], [groups[0]]
        for (parent, added), group in zip(self.steps, groups[1:], strict=True):
            reached.append(fill(held[parent] & added))
            held.append(group & reached[-1])
        return reached, held


@lru_cache(maxsize=1)
def probe_lines() -> ProbeLines:
    """The fixed lines, made on first use: each grows by cards that are right under its guide."""
    guides = [Meaning(parse(text)) for text in _GUIDES]
    lines: list[tuple[Card, ...]] = [(card,) for card in PACK]
    steps: list[tuple[int, int]] = []
    shifts = [0]  # group by group the guide of its first line; the next line has the next guide, and keeps to it
    for n, parent in enumerate(_PARENTS):
        shifts.append(shifts[parent] if parent else 3 * n)
        chance = stream(0, "probe", n)
        added = []
        for lane, line in enumerate(lines[parent * LANES : (parent + 1) * LANES]):
            right = cards_in(guides[(lane + shifts[-1]) % len(guides)].mask(line)) or PACK
            added.append(right[int(chance.random() * len(right))])
            lines.append((*line, added[-1]))
        steps.append((parent, sheet_of([card.bit for card in added])))
    return ProbeLines(tuple(lines), tuple(steps))


# What rules say on them


@attrs.frozen
class Answers:
    """A yes or no on all lines: the sheet of the cards for which it is true, and of those for which it is false.

    Cards in neither miss it, as where it asks for a card that is not there; a missing verdict is right.
    """

    true: int
    false: int
    last_only: bool
    """Whether it looks at no card of the line but the last: then the first group says all there is to say."""

    @property
    def right(self) -> int:
        """The sheet of the right cards, if this is a rule."""
        return _ALL_FULL & ~self.false

    @property
    def after_last(self) -> int:
        """The right cards after each of the 52 cards: the first group."""
        return FULL & ~self.false


def answers_of(tree: Expr) -> Answers:
    """What a yes or no says on all lines."""
    compiler = Compiler()
    run = as_pair(compiler.compile(tree))
    situations, numbers = _situations(tuple(compiler.slots))
    pairs = [run(values, NO_CARD) for values in situations]
    true, false = [sheet_of([pairs[number][side] for number in numbers]) for side in (0, 1)]
    return Answers(true, false, all(slot == BackSlot(1) for slot in compiler.slots))


@lru_cache(maxsize=256)
def _situations(slots: tuple[Slot, ...]) -> tuple[list[tuple[Any, ...]], list[int]]:
    """The values that slots take on the lines, each combination once; and for each line the number of its own."""
    by_line = [tuple([slot.read(line) for slot in slots]) for line in probe_lines().lines]
    numbers = {values: number for number, values in enumerate(dict.fromkeys(by_line))}
    return list(numbers), [numbers[values] for values in by_line]


def join(how: Join, parts: Sequence[Answers]) -> Answers:
    """`if` of a condition and two arms, `and` or `or` of two: three-valued, on all lines at once."""
    last_only = all(part.last_only for part in parts)
    a, b = parts[-2:]
    match how:
        case "and":
            return Answers(a.true & b.true, a.false | b.false, last_only)
        case "or":
            return Answers(a.true | b.true, a.false & b.false, last_only)
        case "if":  # where the condition is missing, the arms count where they agree
            return Answers(*choose_pair(*[(part.true, part.false) for part in parts]), last_only)
