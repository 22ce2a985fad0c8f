"""Many mainlines at once: what a rule says on 1,300 fixed lines as one number, and which of them can be built.

A *sheet* is a number of 64-bit lanes, one for each line; the lower 52 bits of a lane are a set of cards. The lines
stand in groups of 52 and make a tree: those of the first group are the 52 starters alone, and each line of any
other group is a line of an earlier one and one more card. So the lines that can be built under a rule follow from
its own sheet, and two rules that differ on them really differ.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from eleusis.chance import stream
from eleusis.pack import ALL, PACK, Card, cards_in
from eleusis.secret.compiled.code import as_pair
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import NO_CARD, BackSlot
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Expr

LANES = 52
"""Lines in a group."""
_BYTES = LANES * 8
_PARENTS = (0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 17, 18, 20, 21, 22)
"""For each group after the first the group that its lines go on from."""
GROUPS = 1 + len(_PARENTS)
_GUIDES = (
    "any", "color != last.color", "suit == last.suit", "odd != last.odd", "high != last.high", "rank >= last.rank",
    "suit == next(last.suit, spade, heart, diamond, club)", "color == last.color", "cycle(red, red, black, black)",
    "rank <= last.rank",
)  # fmt: skip
"""What the lines are drawn by, so that some go on for long under rules of many kinds."""


def sheet(lanes: Sequence[int]) -> int:
    """Sets of cards, side by side."""
    words = array("Q", lanes)
    if sys.byteorder == "big":
        words.byteswap()
    return int.from_bytes(words.tobytes(), "little")


def lanes_of(one: int, groups: int = 1) -> list[int]:
    """The sets of cards of a sheet."""
    words = array("Q", one.to_bytes(groups * LANES * 8, "little"))
    if sys.byteorder == "big":
        words.byteswap()
    return words.tolist()


FULL = sheet([ALL] * LANES)
"""Every card after each starter."""
ALL_FULL = sheet([ALL] * (LANES * GROUPS))
"""Every card after each line."""
_LOW = sheet([(1 << 63) - 1] * LANES)
_TOP = sheet([1 << 63] * LANES)


def nonempty(group: int) -> int:
    """A group of sets, those that hold a card made full."""
    marks = (group + _LOW) & _TOP
    return marks - (marks >> 63) & FULL


class Lines:
    """The fixed lines."""

    def __init__(self) -> None:
        guides = [Meaning(parse(text)) for text in _GUIDES]
        self.lines: list[tuple[Card, ...]] = [(card,) for card in PACK]
        self.picks: list[tuple[int, int]] = []
        """For each later group the group that it goes on from, and the card that each of its lines adds."""
        for n, parent in enumerate(_PARENTS):
            chance = stream(0, "probe", n)
            added = []
            for lane in range(LANES):
                line = self.lines[parent * LANES + lane]
                right = cards_in(guides[(lane + self._branch(n)) % len(guides)].mask(line)) or PACK
                added.append(right[int(chance.random() * len(right))])
                self.lines.append((*line, added[-1]))
            self.picks.append((parent, sheet([card.bit for card in added])))
        self.last = [line[-1].index for line in self.lines]

    def _branch(self, n: int) -> int:
        """Which of the groups of two cards a group goes on from: its lines keep to one guide."""
        while _PARENTS[n] > 0:
            n = _PARENTS[n] - 1
        return n * 3

    def widen(self, narrow: int) -> int:
        """The sheet over all lines of what looks at the last card alone, given for each last card."""
        lanes = lanes_of(narrow)
        return sheet([lanes[card] for card in self.last])

    def built(self, right: bytes) -> tuple[list[int], list[int]]:
        """For a rule's sheet, group by group: the lines that can be built, and what is right after those."""
        held = [int.from_bytes(right[:_BYTES], "little")]
        reach = [FULL]
        at = _BYTES
        for parent, pick in self.picks:
            marks = ((held[parent] & pick) + _LOW) & _TOP
            reached = marks - (marks >> 63)
            reach.append(reached & FULL)
            held.append(int.from_bytes(right[at : at + _BYTES], "little") & reached)
            at += _BYTES
        return reach, held

    def behaviour(self, right: bytes) -> bytes:
        """Sixteen bytes that stand for what is right on the lines that can be built."""
        return digest(b"".join([one.to_bytes(_BYTES, "little") for one in self.built(right)[1]]))


@lru_cache(maxsize=1)
def probe_lines() -> Lines:
    """The fixed lines, made on first use."""
    return Lines()


def data(one: int) -> bytes:
    """A sheet over all lines as bytes."""
    return one.to_bytes(_BYTES * GROUPS, "little")


def digest(some: bytes) -> bytes:
    """Sixteen bytes that stand for many."""
    return blake2b(some, digest_size=16).digest()


Pair = tuple[int, int]
"""Two sheets: where a yes or no is true, and where it is false; elsewhere it is missing."""


def narrow_sheet(tree: Expr) -> int | None:
    """The sheet over the 52 last cards of what looks at no other card; None for the rest."""
    compiler = Compiler()
    code = compiler.compile(tree)
    if any(slot != BackSlot(1) for slot in compiler.slots):
        return None
    run = as_pair(code)
    return sheet([run((card,), NO_CARD)[0] for card in range(LANES)])


def wide_sheets(tree: Expr) -> Pair:
    """The two sheets of a yes or no over all lines."""
    compiler = Compiler()
    run = as_pair(compiler.compile(tree))
    columns = [_column(slot) for slot in compiler.slots]
    known: dict[tuple[object, ...], tuple[int, int]] = {}
    true, false = [], []
    for values in zip(*columns, strict=True) if columns else [()] * (LANES * GROUPS):
        pair = known.get(values)
        if pair is None:
            pair = known[values] = run(values, NO_CARD)
        true.append(pair[0])
        false.append(pair[1])
    return sheet(true), sheet(false)


@lru_cache(maxsize=256)
def _column(slot: object) -> list[object]:
    """The values of a slot on all lines."""
    return [slot.read(line) for line in probe_lines().lines]  # type: ignore[attr-defined]


def last_card_table(rights: int) -> list[int]:
    """The masks by last card of a sheet over the 52 last cards."""
    return lanes_of(rights)
