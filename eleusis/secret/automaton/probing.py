"""Two rules held against each other by what they say, line by line, where the walk could not decide.

The walk looks at all that two rules remember together, so a rule that remembers much, or is long to reckon, uses up
its work: a guess could be padded until nobody can tell it from the rule. Here lines are built by the first rule
alone, and the second is only asked which cards it takes after them. How many lines there are, and which, doesn't
depend on the second rule; only how many of them can be looked at does, and `Probe.whole` says whether all were.

Every line begins where the comparison does and is built by the first rule. If the masks differ after one, the rules
differ: there, or after an earlier card of the same line, which the second rule would not have taken.

The lines, in this order: the one that lies on the table; the shortest one to each mask that the first rule has (so
a rule that bites late is asked there); some by chance; lines that lean to one kind of card, which fill counts,
streaks and sums; two long ones; and some that go where the two rules have seldom said what they say there.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

import attrs

from eleusis.ground.cards import Card, cards_in, mask_of
from eleusis.ground.chance import stream
from eleusis.secret.automaton.analysis import analysis_of
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.steps import MachineState
from eleusis.secret.automaton.walk import Reached, groups_to
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import NO_CARD
from eleusis.secret.compiled.spreads import spread_of
from eleusis.secret.language.features import TABLES

MAX_WORK = 10_000_000
"""Units of work (work.py) for asking two rules what they say after lines."""
_WITNESS_WORK = 5_000_000
"""Units besides, for the first card of a line at which they differ."""
_MASKS, _MASK_STATES, _MASK_WORK = 64, 20_000, 1_000_000
"""Masks of the first rule that a line leads to; states, and units of work, to look for them."""
_PLACES = 12
"""Places of a line, its end one of them, after which both rules are asked."""
_BEYOND = 4
"""Cards by chance after a line to a mask."""
_CHANCES, _LONG, _LONGEST = 20, 40, 150
"""Lines by chance; cards of a line, and of the two long ones."""
_RARE, _TRIED = 6, 3
"""Lines that look for what is rare, and how many cards each tries at a place."""
_DEARER, _CHEAP = 3, 50
"""How many times the work of the secret rule a guess may be to reckon; units that are nothing for either."""


@attrs.frozen
class Probe:
    """What came of holding two rules against each other: a difference if one was found."""

    difference: Comparison | None
    """The difference; its line and card are left out where it would be too much work to find the first."""
    whole: bool
    """Whether all lines were looked at."""
    work: int
    """The work done, in the units of work.py."""


def probe(
    a: Meaning, b: Meaning, line: Sequence[Card] | None, starters: int, played: Sequence[Card] = (), laid: int = 0
) -> Probe:
    """Holds a rule against another on lines that the first builds, from a line or from the starters of a mask.

    `played` is a line that was played, of which the first `laid` cards are not asked about; empty: there is none.
    """
    probing = _Probing(a, b, line, starters)
    difference = probing.look_along(played, laid) if played else None
    if difference is None:
        difference = probing.look_for_difference()
    return Probe(difference, not probing.tired, probing.work)


def is_dearer(guess: Meaning, secret: Meaning) -> bool:
    """Whether a guess is why a comparison is not decided: with it more must be remembered than for the secret rule
    alone, or it is far more work to reckon."""
    if Machine([secret]).memory != Machine([secret, guess]).memory:
        return True
    own, least = (analysis_of(meaning).work.at_most(NO_CARD) for meaning in (guess, secret))
    return own > _DEARER * (least + _CHEAP)


class _Probing:
    """One such look, and the work that is left for it."""

    def __init__(self, a: Meaning, b: Meaning, line: Sequence[Card] | None, starters: int) -> None:
        self.a, self.b = a, b
        self.line = tuple(line or ())
        self.starters = starters if line is None else 0
        self.first = 1 if line is None else len(line)
        """How many cards lie where the comparison begins."""
        self.chance: Random = stream(0, "lines")
        self.work, self.max_work = 0, MAX_WORK
        self.tired = False
        """Whether some line was not looked at."""
        self.seen: Counter[tuple[int, int]] = Counter()
        """How often the two have said what they say."""

    # Asking

    def ask(self, line: Sequence[Card]) -> tuple[int, int] | None:
        """What both say after a line; None where that would be too much work."""
        if self.work > self.max_work:
            self.tired = True
            return None
        return self.mask(self.a, line), self.mask(self.b, line)

    def mask(self, meaning: Meaning, line: Sequence[Card]) -> int:
        """What a rule says after a line; the work is counted."""
        # Reckoned for the longest way through the rule, though many masks are remembered: what a line costs must
        # not hang on which lines were asked before.
        self.work += 30 + len(line) * len(meaning.slots) + analysis_of(meaning).work.at_most(len(line))
        return meaning.mask(line)

    def look_along(self, line: Sequence[Card], laid: int) -> Comparison | None:
        """The first difference along a line once `laid` cards lie there, as far as both let it be built."""
        for i in range(laid, len(line) + 1):
            masks = self.ask(line[:i])
            if masks is None:
                return None
            right_a, right_b = masks
            if right_a != right_b:
                return Comparison.differing(line[:i], right_a, self.pick(right_a ^ right_b, mask_of(line[:i])))
            # The two agree so far, so neither would have let the line go on like this: nothing behind it counts.
            if i < len(line) and not right_a & line[i].bit:
                return None
        return None

    def look_for_difference(self) -> Comparison | None:
        """A difference after some place of a line."""
        for line, sizes in self.lines():
            for size in sizes:
                masks = self.ask(line[:size])
                if masks is None:
                    return None
                if masks[0] != masks[1]:
                    return self.first_difference(line[:size])
        return self.look_where_rare()

    def first_difference(self, line: Sequence[Card]) -> Comparison:
        """The first place of a line that the first rule builds, at whose end the two differ at the latest."""
        # That they differ is certain by now; only the place to show for it may still cost too much.
        self.max_work = self.work + _WITNESS_WORK
        first = self.look_along(line, self.first)
        return Comparison(False) if first is None else first

    # Lines

    def lines(self) -> Iterator[tuple[list[Card], Iterable[int]]]:
        """The lines that don't depend on the second rule, each as long as the first rule lets it grow, and after
        how many cards of it both are asked."""
        for line in self._lines_to_masks():
            longer = self.grow(line, _BEYOND)
            yield longer, range(len(line), len(longer) + 1)
        sizes = [*[(_LONG, 0)] * _CHANCES, *[(_LONG, leaning) for leaning in _leanings()], *[(_LONGEST, 0)] * 2]
        for size, leaning in sizes:
            line = self.grow(self.begin(), size, leaning)
            # From the end backwards: a rule that counts, or waits, says something else late in a line.
            step = max(1, (len(line) - self.first) // (_PLACES - 1))
            yield line, range(len(line), self.first - 1, -step)

    def begin(self) -> list[Card]:
        """The line from which on the rules are compared: the given one, or a starter by chance."""
        return [*self.line, *([self.pick(self.starters, 0)] if self.starters else [])]

    def pick(self, mask: int, used: int) -> Card:
        """One of the cards of a mask by chance, one that is not used if there is one."""
        cards = cards_in(mask & ~used or mask)
        return cards[int(self.chance.random() * len(cards))]

    def grow(self, line: list[Card], size: int, leaning: int = 0) -> list[Card]:
        """A line with so many cards more that the first rule takes, of those that it leans to where it can."""
        line = list(line)
        used = mask_of(line)
        for _ in range(size):
            right = self.mask(self.a, line)
            if not right or self.work > self.max_work:
                break
            line.append(self.pick(right & leaning or right, used))
            used |= line[-1].bit
        return line

    def _lines_to_masks(self) -> Iterator[list[Card]]:
        """A shortest line to each mask of the first rule, as far as little work finds them."""
        machine = Machine([self.a])
        starts = machine.starts(self.starters) if self.starters else {machine.after(self.line): 0}
        reached: Reached = {state: (None, cards) for state, cards in starts.items()}
        masks: dict[int, MachineState] = {}  # the first state found has the shortest line
        queue = deque(reached)
        while queue and len(masks) < _MASKS and len(reached) < _MASK_STATES and machine.work < _MASK_WORK:
            state = queue.popleft()
            mask = machine.masks(state)[0]
            masks.setdefault(mask, state)
            for after, cards in machine.successors(state, mask):
                if after not in reached:
                    reached[after] = state, cards
                    queue.append(after)
        for end in masks.values():
            line, used = list(self.line), mask_of(self.line)
            for group in groups_to(end, reached):
                line.append(self.pick(group, used))
                used |= line[-1].bit
            yield line

    def look_where_rare(self) -> Comparison | None:
        """A difference along lines that go where the two rules have seldom said what they say there."""
        for _ in range(_RARE):
            line = self.begin()
            for _ in range(_LONG):
                right = self.mask(self.a, line)
                if not right:
                    break
                # Of a few cards the one after which the two have said the rarest pair of things: a guess that was
                # padded to be wrong in one corner is asked its way into that corner.
                counts: dict[Card, int] = {}
                for card in {self.pick(right, 0): None for _ in range(_TRIED)}:
                    masks = self.ask([*line, card])
                    if masks is None:
                        return None
                    if masks[0] != masks[1]:
                        return self.first_difference([*line, card])
                    self.seen[masks] += 1
                    counts[card] = self.seen[masks]
                line.append(min(counts, key=counts.__getitem__))
        return None


@cache
def _leanings() -> list[int]:
    """The kinds of cards that lines lean to, as masks: each value of each feature, the fewest cards first."""
    spreads = [spread_of(table) for table in TABLES.values()]
    masks = {mask for spread in spreads for value, mask in spread.items() if value is not False}
    return sorted(masks, key=lambda mask: (mask.bit_count(), mask))
