"""The mind: how well each rule of the family fits what was seen, and so how probable it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from eleusis.errors import RuleError
from eleusis.game.events import AnyEvent
from eleusis.game.view import Seen
from eleusis.pack import Card, mask_of
from eleusis.players.scientist.clues import Clue, ClueReader, NoneRight, Refused, Right, SomeRight, Starter, Wrong
from eleusis.players.scientist.family import Family, Floats
from eleusis.players.scientist.forest import Forest
from eleusis.players.scientist.leaves import Flags, Masks
from eleusis.secret.library import find_rule

OUTSIDE = 0.03
"""How probable it is at first that the rule is none of the family."""
SLIP = 0.04
"""Where no rule fits all, how often a rule that is nearly right is thought to be wrong in a clue."""
UNSURE = 0.25
"""And how probable it is at least, then, that the rule is none of the family."""
DIGITS = 9
"""To which probabilities are rounded before they are compared: sums may differ in their last bits by machine."""
_NEARLY = 3000
"""How many rules are kept in mind where none fits all."""
_SHOWN = 5
_LINES_KEPT = 6


@attrs.frozen
class Belief:
    """What was believed after a turn."""

    turn: int
    """How many plays and no plays had been judged."""
    rules: tuple[tuple[str, float], ...]
    """The most probable rules, each with its probability."""
    alive: int
    """How many rules fitted all that was seen."""
    outside: float
    """How probable it was that the rule is none of the family."""


@attrs.frozen(eq=False)
class Few:
    """The rules that count now: their forest, their numbers in the family, their probabilities (adding up to 1)."""

    forest: Forest
    rules: npt.NDArray[np.int64]
    chances: Floats

    @property
    def entropy(self) -> float:
        """In bits."""
        some = self.chances[self.chances > 0]
        return float(-(some * np.log2(some)).sum())


class Mind:
    """What one who has seen these events may believe of the rule; it is a function of the events alone."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.forget()

    def forget(self) -> None:
        """Begin a new round."""
        self.reader = ClueReader()
        self.events: Sequence[AnyEvent] = ()
        self.misses: npt.NDArray[np.uint8] = np.zeros(self.family.size, np.uint8)
        self._clues = 0
        self._odds_outside = math.log(OUTSIDE)
        self.right = 1.0
        self.judged = 2.0
        """Cards known to be right, and cards judged, each a little more than there were."""
        self._notes: list[tuple[int, list[int], list[float], int, float]] = []
        self._lines: dict[tuple[Card, ...], Masks] = {}
        self._few: Few | None = None
        self.alive = self.family.size

    def see(self, events: Sequence[AnyEvent]) -> None:
        """Take in the events of a round so far; those that were seen before are known."""
        if not goes_on(events, self.events):
            self.forget()
        for event in events[len(self.events) :]:
            turns = self.reader.turns
            for clue in self.reader.read(event):
                self._take(clue)
            if self.reader.turns != turns:
                self._note()
        self.events = events

    # What follows from clues

    def _take(self, clue: Clue) -> None:
        fits = self._fits(clue)
        if fits is None:
            return
        self._odds_outside += self._outside(clue)
        self._clues += 1
        np.add(self.misses, ~fits, out=self.misses, casting="unsafe", where=self.misses < 250)
        self._few = None

    def _fits(self, clue: Clue) -> Flags | None:
        """Which rules fit a clue; None where it says nothing."""
        match clue:
            case Right(line=line, cards=cards):
                return self._in_turn(line, cards)
            case Wrong(line=line, cards=cards):
                return ~self._in_turn(line, cards)
            case NoneRight(line=line):
                return ~self._hold(line, clue.mask)
            case SomeRight(line=line):
                return self._hold(line, clue.mask)
            case Starter(card=card):
                fits = np.ones(self.family.size, np.bool_)
                fits[[rule for rule, mask in self.family.starters.items() if not mask & card.bit]] = False
                return fits
            case Refused(text=text):
                try:
                    return np.not_equal(self.family.marks, self.family.mark(find_rule(text)))
                except RuleError:
                    return None
        return None

    def _hold(self, line: tuple[Card, ...], mask: int) -> Flags:
        held: Flags = (self.masks(line) & np.uint64(mask)) != 0
        return held

    def _in_turn(self, line: tuple[Card, ...], cards: tuple[Card, ...]) -> Flags:
        """Which rules let through all of these cards in turn; those that refuse one are not asked any further."""
        fits = self._hold(line, cards[0].bit)
        for n, card in enumerate(cards[1:], start=1):
            rules = np.flatnonzero(fits)
            masks = self.family.forest.take(rules).masks((*line, *cards[:n]))
            fits[rules] = (masks & np.uint64(card.bit)) != 0
        return fits

    def masks(self, line: tuple[Card, ...]) -> Masks:
        """The right cards after a line, for every rule of the family."""
        found = self._lines.get(line)
        if found is None:
            if len(self._lines) >= _LINES_KEPT:
                del self._lines[next(iter(self._lines))]
            found = self._lines[line] = self.family.forest.masks(line)
        return found

    @property
    def rate(self) -> float:
        """The share of cards that were right so far."""
        return self.right / self.judged

    def _outside(self, clue: Clue) -> float:
        """The logarithm of the chance of a clue for one who knows nothing but how often a card is right."""
        rate = self.rate
        match clue:
            case Right(cards=cards):
                self.right += len(cards)
                self.judged += len(cards)
                return len(cards) * math.log(rate)
            case Wrong(cards=cards):
                self.judged += 1
                return math.log1p(-(rate ** len(cards)))
            case NoneRight(cards=cards):
                return len(set(cards)) * math.log1p(-rate)
            case SomeRight(cards=cards):
                return math.log1p(-((1 - rate) ** len(set(cards))))
            case _:
                return 0.0

    # What is believed

    @property
    def few(self) -> Few:
        """The rules that fit all that was seen; where there are none, those that fit it nearly."""
        if self._few is None:
            rules = np.flatnonzero(self.misses == 0)
            self.alive = len(rules)
            weights = self.family.weights
            if len(rules):
                scores = weights[rules]
                odds = math.log(float(scores.sum()))
            else:
                slips = np.log(weights) + self.misses * math.log(SLIP / (1 - SLIP))
                count = min(_NEARLY, len(slips))
                rules = np.sort(np.argpartition(-slips, count - 1)[:count])
                best = float(slips[rules].max())
                scores = np.exp(slips[rules] - best)
                odds = best + math.log(float(scores.sum())) + self._clues * math.log(1 - SLIP)
            self._few = Few(self.family.forest.take(rules), rules, scores / scores.sum())
            gap = min(50.0, odds + math.log(1 - OUTSIDE) - self._odds_outside)
            self.outside = max(1 / (1 + math.exp(gap)), 0.0 if self.alive else UNSURE)
        return self._few

    outside: float = OUTSIDE
    """How probable it is that the rule is none of the family; reckoned with `few`."""

    def _note(self) -> None:
        few = self.few
        order = np.argsort(-few.chances, kind="stable")[:_SHOWN]
        top = few.rules[order].tolist()
        self._notes.append((self.reader.turns, top, few.chances[order].tolist(), self.alive, self.outside))

    @property
    def beliefs(self) -> Iterator[Belief]:
        """What was believed after each turn."""
        for turn, rules, chances, alive, outside in self._notes:
            inside = 1 - outside
            shown = [(self.family.text(one), chance * inside) for one, chance in zip(rules, chances, strict=True)]
            yield Belief(turn, tuple(shown), alive, outside)

    @property
    def best(self) -> tuple[int, float]:
        """The most probable rule, and its probability."""
        few = self.few
        top = int(few.chances.argmax())
        return int(few.rules[top]), float(few.chances[top]) * (1 - self.outside)

    def right_cards(self, cards: Sequence[Card]) -> Floats:
        """The probability of each of these cards to be right now."""
        few = self.few
        masks = self.masks(tuple(self.reader.line))[few.rules]
        inside = np.array([few.chances[(masks & np.uint64(card.bit)) != 0].sum() for card in cards])
        chances: Floats = np.round(inside * (1 - self.outside) + self.rate * self.outside, DIGITS)
        return chances

    def in_turn(self, cards: Sequence[Card]) -> float:
        """The probability of a play of these cards, one after the other, to be right."""
        few = self.few
        line = tuple(self.reader.line)
        fits = np.ones(len(few.rules), np.bool_)
        for n, card in enumerate(cards):
            masks = self.masks(line)[few.rules] if not n else few.forest.masks((*line, *cards[:n]))
            fits &= (masks & np.uint64(card.bit)) != 0
        inside = float(few.chances[fits].sum())
        return round(inside * (1 - self.outside) + self.rate ** len(cards) * self.outside, DIGITS)

    def none_right(self, cards: Sequence[Card]) -> float:
        """The probability that none of these cards is right now."""
        few = self.few
        masks = self.masks(tuple(self.reader.line))[few.rules]
        inside = float(few.chances[(masks & np.uint64(mask_of(cards))) == 0].sum())
        return round(inside * (1 - self.outside) + (1 - self.rate) ** len(set(cards)) * self.outside, DIGITS)


def goes_on(events: Sequence[AnyEvent], earlier: Sequence[AnyEvent]) -> bool:
    """Whether a record begins with all of an earlier one."""
    if isinstance(events, Seen):
        return events.goes_on_from(earlier)
    return list(events[: len(earlier)]) == list(earlier)
