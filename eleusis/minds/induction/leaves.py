"""Leaves: the parts that many rules are made of, each compiled once, and what it says of all cards at once.

After a mainline a leaf has two sets of cards, each a mask: *open*, where it doesn't forbid a card, and *doubtful*,
where it doesn't hold for certain. After 7H 9S:

    last.red                   open: no card      doubtful: every card     9S is not red
    black                      open: ♠ ♣          doubtful: ♥ ♦
    rank > back(2).rank        open: 8 … K        doubtful: A … 7
    rank > back(3).rank        open: every card   doubtful: every card     there is no such card: who knows?

Some thousand leaves are asked after every line, so two things are spared. A leaf that looks at one card of the line
has a table, one row of masks for each of the 52 cards that may stand there; `rank > back(2).rank` and
`rank > first.rank` share that of `rank > last.rank`. The others, which look at more, are compiled, and grouped by
what they look at (`Group`): where that reads as it did before, so does their answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.ground.cards import ALL, Card
from eleusis.secret.compiled.code import Run, as_pair, outcomes_by_card
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.past import Pasts
from eleusis.secret.compiled.slots import NO_CARD, AtSlot, BackSlot, Slot
from eleusis.secret.language import tree as t

Masks = npt.NDArray[np.uint64]
"""A set of cards for each leaf, or for each rule."""
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

Selection = Sequence[tuple[int, Indices]]
"""Groups by their numbers, each with the places in it of the leaves that are asked for; −1 for the tables."""

_FULL = np.uint64(ALL)
_READINGS_KEPT = 2048
"""For how many readings of its slots a group remembers its answers."""


class Tables:
    """The leaves that look at one card of the line at most."""

    def __init__(self, leaves: Sequence[tuple[t.Expr, BackSlot | AtSlot]]) -> None:
        """Each leaf comes as a question about the last card, with the card that it asks that about."""
        asked = [tree for tree, _ in leaves]
        of_tree = {tree: outcomes_by_card(as_pair(Compiler().compile(tree)), tree) for tree in dict.fromkeys(asked)}
        masks = np.array([of_tree[tree] for tree in asked], np.uint64).reshape(len(leaves), NO_CARD + 1, 2)
        self.open: Masks = _FULL & ~masks[:, :, 1]
        self.doubtful: Masks = _FULL & ~masks[:, :, 0]
        self.slots = tuple(dict.fromkeys(slot for _, slot in leaves))
        self.slot_of = np.array([self.slots.index(slot) for _, slot in leaves], np.int64)

    def masks(self, line: Sequence[Card], places: Indices) -> tuple[Masks, Masks]:
        """The open and the doubtful cards after a line of the leaves at these places."""
        cards = np.array([slot.read(line) for slot in self.slots])[self.slot_of[places]]
        return self.open[places, cards], self.doubtful[places, cards]


@attrs.define(eq=False)
class Group:
    """Leaves that look at the same slots, and what they answered for each reading of those that has come up."""

    slots: tuple[Slot, ...]
    leaves: Indices
    runs: list[Run]
    answers: dict[tuple[object, ...], tuple[Masks, Flags]] = attrs.field(factory=dict)
    """By reading: the open and the doubtful cards of each leaf (2, n), and which leaves have been asked."""

    def masks(self, reading: tuple[object, ...], places: Indices) -> Masks:
        """The open and the doubtful cards of each leaf (2, n); only at `places` have all of them been asked."""
        if reading not in self.answers:
            if len(self.answers) >= _READINGS_KEPT:
                self.answers.clear()
            size = len(self.runs)
            self.answers[reading] = np.zeros((2, size), np.uint64), np.zeros(size, np.bool_)
        masks, asked = self.answers[reading]
        for place in places[~asked[places]].tolist():
            true, false = self.runs[place](reading, NO_CARD)
            masks[:, place] = ALL & ~false, ALL & ~true
            asked[place] = True
        return masks


class Leaves:
    """Many leaves, and what each of them says after a line."""

    def __init__(self, trees: Sequence[t.Expr]) -> None:
        self.trees = tuple(trees)
        tabled: list[int] = []
        about: list[tuple[t.Expr, BackSlot | AtSlot]] = []
        compiled: dict[tuple[Slot, ...], list[tuple[int, Run]]] = {}
        slots: dict[Slot, Slot] = {}  # equal ones are to be the same: they are looked up after every line
        for leaf, tree in enumerate(self.trees):
            of_one_card = _as_of_the_last(tree)
            if of_one_card is not None:
                tabled.append(leaf)
                about.append(of_one_card)
                continue
            compiler = Compiler()
            run = as_pair(compiler.compile(tree))
            looked_at = tuple([slots.setdefault(slot, slot) for slot in compiler.slots])
            compiled.setdefault(looked_at, []).append((leaf, run))
        self.tables = Tables(about)
        self.near = np.zeros(len(self.trees), np.bool_)
        """Which leaves look at no card of the line but the last one and the first."""
        self.near[tabled] = [slot in _NEAR for _, slot in about]
        self.groups = [
            Group(looked_at, np.array([leaf for leaf, _ in members], np.int64), [run for _, run in members])
            for looked_at, members in compiled.items()
        ]
        self._tabled = np.array(tabled, np.int64)
        self._order = np.concatenate([self._tabled, *[group.leaves for group in self.groups]])
        """Every leaf: first those with a table, then group by group."""
        self._starts = np.cumsum([0, len(tabled), *[len(group.runs) for group in self.groups]])
        """Where each of these begins there, and where the last one ends."""
        self._all = self.select(np.ones(len(self.trees), np.bool_))
        self._pasts = Pasts()

    def __len__(self) -> int:
        return len(self.trees)

    def select(self, flags: Flags) -> Selection:
        """The leaves that are flagged, as `masks` takes them."""
        flagged = np.flatnonzero(flags[self._order])
        cuts = np.searchsorted(flagged, self._starts)
        return [
            (number - 1, flagged[cuts[number] : cuts[number + 1]] - self._starts[number])
            for number in np.flatnonzero(np.diff(cuts)).tolist()
        ]

    def masks(self, line: Sequence[Card], selection: Selection | None = None) -> tuple[Masks, Masks]:
        """The open and the doubtful cards of each leaf after a line.

        What is filled in for leaves that are not selected means nothing.
        """
        masks: Masks = np.zeros((2, len(self.trees)), np.uint64)
        values: dict[Slot, object] = {}
        read = self._pasts.reader_of(line)
        for number, places in self._all if selection is None else selection:
            if number < 0:
                masks[:, self._tabled[places]] = self.tables.masks(line, places)
                continue
            group = self.groups[number]
            for slot in group.slots:
                if slot not in values:
                    values[slot] = read(slot)
            reading = tuple([values[slot] for slot in group.slots])
            masks[:, group.leaves] = group.masks(reading, places)
        open_, doubtful = masks
        return open_, doubtful


_NEAR = (BackSlot(1), AtSlot(1))
_OF_THE_LINE = (t.Position, t.Streak, t.Over, t.Latest, t.Cycle)


def is_near(tree: t.Expr) -> bool:
    """Whether a rule looks at no card of the line but the last one, or the first."""
    about = _as_of_the_last(tree)
    return about is not None and about[1] in _NEAR


def _as_of_the_last(tree: t.Expr) -> tuple[t.Expr, BackSlot | AtSlot] | None:
    """The same question about the last card, and the card that it is asked about; None where it looks at more.

    `rank > first.rank` is `rank > last.rank` asked about the first card.
    """
    nodes = list(t.walk(tree))
    cards = {node for node in nodes if isinstance(node, t.Back | t.At)}
    if len(cards) > 1 or any(isinstance(node, _OF_THE_LINE) for node in nodes):
        return None
    slot = next((BackSlot(card.n) if isinstance(card, t.Back) else AtSlot(card.n) for card in cards), BackSlot(1))
    # Most ask about the last card already; to build their trees anew would take as long as all the rest.
    return tree if slot == BackSlot(1) else cast(t.Expr, _with_last(tree)), slot


def _with_last(part: object) -> object:
    """A tree, or a field of a node, with the last card in place of every card of the line."""
    if isinstance(part, t.Back | t.At):
        return t.Back(1)
    if isinstance(part, t.Node):
        return t.with_fields(part, **{name: _with_last(field) for name, field in t.fields_of(part).items()})
    return tuple([_with_last(element) for element in part]) if isinstance(part, tuple) else part
