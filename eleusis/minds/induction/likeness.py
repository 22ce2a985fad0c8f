"""Which rules are the same from a line on: only between others can what is still to come tell.

Two rules are the same from a line on where they let through the same cards after every mainline that can be built
on it. That is asked of lines of play: the line itself, all that are one card longer, then walks, each card right by
the rule in question. `red` and `if last.red then red else odd` are the same once a red card lies there.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

import attrs
import numpy as np

from eleusis.ground.cards import Card, cards_in
from eleusis.ground.chance import choose, stream
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Flags, Floats, Indices, Masks
from eleusis.secret.compiled.past import go_on

_WALKS = 3
_STEPS = 7
_ODD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def _agree(forest: Forest, mask: Callable[[Sequence[Card]], int], lines: Iterable[Sequence[Card]]) -> Flags:
    """Which rules let through the same cards as the one with this `mask` after all of these lines."""
    agree = np.ones(forest.size, np.bool_)
    for line in lines if forest.size else ():
        agree &= forest.masks(line) == np.uint64(mask(line))
    return agree


@attrs.frozen(eq=False)
class Alike:
    """Rules of a forest that are the same from a line on."""

    places: Indices
    """Their numbers in the forest, rising."""
    weight: float
    """The sum of their weights."""

    def find_heaviest(self, weights: Floats) -> int:
        """The rule with the most weight of its own; of equals the first."""
        return int(self.places[weights[self.places].argmax()])


def same_from(forest: Forest, mask: Callable[[Sequence[Card]], int], line: Sequence[Card]) -> Flags:
    """The rules that let through the same cards as the one with this `mask`, whenever it is asked.

    Of rules that look at the last card and the first only, as that one does, this is exact once a card lies there;
    of others lines of play tell it.
    """
    alike: Indices = np.flatnonzero(forest.masks(line) == np.uint64(mask(line)))
    longer = [[go_on(line, (card,))] for card in cards_in(mask(line))]
    for lines in [*longer, *_walks(mask, line)] if longer else []:
        alike = alike[_agree(forest.take(alike), mask, lines)]
    if line and longer:  # for these rules a line may be left out on the way to a card that will be the last one
        near = forest.take(alike).near_rules
        agree = _agree(forest.take(alike[near]), mask, _reach(mask, line))
        near[near] = ~agree
        alike = alike[~near]
    flags = np.zeros(forest.size, np.bool_)
    flags[alike] = True
    return flags


def classes(forest: Forest, weights: Floats, line: Sequence[Card]) -> Iterator[Alike]:
    """The classes of rules that are the same from a line on, the heaviest first.

    They are told apart only as far as that takes: who asks for the first few doesn't pay for the others.
    """
    number = count()  # of equal weights what was found first comes first
    heap: list[tuple[float, int, int, Indices]] = []

    def put(places: Indices, words: Masks, asked: int, done: np.uint64 | None = None) -> None:
        """Sort rules by their answers so far, on the line and what is a card longer (1), on walks too (2)."""
        order = np.argsort(words, kind="stable")
        starts = np.flatnonzero(np.concatenate([[True], np.diff(words[order]) != 0]))
        rules = places[order]
        sums = np.add.reduceat(weights[rules], starts).tolist()
        for start, end, weight in zip(starts.tolist(), [*starts[1:].tolist(), len(rules)], sums, strict=True):
            stage = 2 if done is not None and words[order[start]] == done else asked
            heapq.heappush(heap, (-weight, next(number), stage, rules[start:end]))

    if forest.size:
        put(np.arange(forest.size), forest.masks(line), 0)
    while heap:
        negative, _, asked, places = heapq.heappop(heap)
        if asked == 2 or len(places) == 1:
            yield Alike(places, -negative)
            continue
        group = forest.take(places)
        if asked == 0:
            longer = [go_on(line, (card,)) for card in cards_in(group.mask_of_first(line))]
            words = combine_answers(map(group.masks, longer)) if longer else np.zeros(len(places), np.uint64)
            put(places, words, 1 if longer else 2)
            continue
        heaviest = int(weights[places].argmax())
        words = np.zeros(len(places), np.uint64)
        mask = group.take(np.array([heaviest])).mask_of_first
        for walk in [_reach(mask, line)] if line and group.near_rules.all() else _walks(mask, line):
            together = np.ones(len(places), np.bool_)  # who has once differed may not be able to go on like this
            for walked in walk:
                masks = group.masks(walked)
                alike = masks == masks[heaviest]
                words = np.where(together, _mix(words, np.where(alike, np.uint64(0), masks)), words)
                together &= alike
        put(places, words, 1, words[heaviest])


def combine_answers(masks: Iterable[Masks]) -> Masks:
    """A word for each rule from its masks after some lines; the words of different rules differ, all but surely."""
    words = np.array([0], np.uint64)
    for mask in masks:
        words = _mix(words, mask)
    return words


def _mix(words: Masks, mask: Masks) -> Masks:
    words = (words ^ mask) * _ODD
    return words ^ (words >> _SHIFT)


def _reach(mask: Callable[[Sequence[Card]], int], line: Sequence[Card]) -> list[Sequence[Card]]:
    """A line for each card that can ever be the last one; those that can be so at once are left out.

    For rules that look at the last card and the first only, nothing else can make a difference.
    """
    soon = mask(line)
    reached, new = soon, cards_in(soon)
    lines: list[Sequence[Card]] = []
    while new:
        right = 0
        for card in new:
            right |= mask(go_on(line, (card,)))
        new = cards_in(right & ~reached)
        reached |= right
        lines += [go_on(line, (card,)) for card in new]
    return lines


def _walks(mask: Callable[[Sequence[Card]], int], line: Sequence[Card]) -> Iterator[list[Sequence[Card]]]:
    """Lines that go on from a line by cards that are right, walk by walk; the first step of each is left out."""
    for number in range(_WALKS):
        chance = stream(0, "likeness", number)
        walked = line
        walk: list[Sequence[Card]] = []
        for step in range(_STEPS):
            right = mask(walked)
            if not right:
                break
            walked = go_on(walked, (choose(cards_in(right), chance),))
            if step:
                walk.append(walked)
        yield walk
