"""Same or different, by a breadth-first walk over all that two rules can remember together.

The walk goes from state to state by cards that both take, so a difference is only found where it can be built, and
the first one found stands after a shortest line. Where there are too many states for that, some long lines drawn by
chance are tried too: always the same ones, since the outcome may decide a game. For the same reason the walk ends
after so much work, never after so much time.

A worked example, `red` (A) and `color == last.color` (B), from any starter. The machine remembers the colour of the
last card, so there are two states. After a red starter both take the red cards; after a black one A takes the red
cards and B the black ones. So the rules differ there, after a line of one card, and the walk is over. From a red
starter only it would go on: a red card leads back to the same state, nothing else is left, and the rules are the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.chance import stream
from eleusis.pack import Card, cards_in, mask_of
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


def decide(
    a: Meaning,
    b: Meaning,
    line: Sequence[Card] | None,
    starters: int,
    max_states: int | None = None,
    max_work: int = MAX_WORK,
) -> Comparison:
    """Compares two rules from a line, or from the starters of a mask."""
    if line is not None and (right_a := a.mask(line)) != (right_b := b.mask(line)):
        # Most rules differ at once, and a machine for that takes a hundred times as long.
        return _difference(line, right_a, choose_distinct([right_a ^ right_b], line)[0])
    machine = Machine([a, b])
    limit = max_states or (MAX_STATES if machine.finite else MAX_STATES_OPEN)
    return _Walk(machine, line, starters, limit, max_work).run()


def compare_along(a: Meaning, b: Meaning, line: Sequence[Card], start: int) -> Comparison | None:
    """The first difference of two rules along a mainline once `start` cards lie there, as far as both let it be
    built; or None."""
    for i in range(start, len(line) + 1):
        right_a, right_b = a.mask(line[:i]), b.mask(line[:i])
        if right_a != right_b:
            return _difference(line[:i], right_a, cards_in(right_a ^ right_b)[0])
        if i < len(line) and not right_a & line[i].bit:
            break
    return None


def _difference(line: Sequence[Card], right_a: int, card: Card, states: int = 0, work: int = 0) -> Comparison:
    """Two rules that differ about a card after a line; `right_a` is what A takes there."""
    return Comparison(False, tuple(line), card, "A" if right_a & card.bit else "B", states=states, work=work)


class _Walk:
    """One walk over the states that two rules reach together."""

    def __init__(
        self, machine: Machine, line: Sequence[Card] | None, starters: int, max_states: int, max_work: int
    ) -> None:
        self.machine = machine
        self.line = line or ()
        self.max_states, self.max_work = max_states, max_work
        self.starts: dict[MachineState, int] = {}
        """Where the walk begins, each with the starters that lead there (none from a line)."""
        if line is not None:
            self.starts[machine.after(line)] = 0
        else:
            for card, group in machine.classes:
                if group & starters:
                    self.starts.setdefault(machine.step(machine.empty, card), group & starters)
        self.start_length = 1 if line is None else len(line)
        self.reached: dict[MachineState, tuple[MachineState | None, int]] = {}
        """For each state the one before it, and the cards that lead from there to here."""

    def run(self) -> Comparison:
        """Walks until a difference is found, nothing is left, or it was enough."""
        machine, reached, max_work = self.machine, self.reached, self.max_work
        masks = machine.masks
        level: list[tuple[MachineState, int]] = []
        for state, cards in self.starts.items():
            reached[state] = (None, cards)
            right_a, right_b = masks(state)
            if right_a != right_b:
                return self.difference_at(state)
            level.append((state, right_a))
            if machine.work > max_work:
                return self.give_up(self.start_length - 1)

        # Level by level: all states after lines of one length, then those after one card more.
        length = self.start_length
        tried: dict[MachineState, int] = {}
        """Where many states go on in the same way: the cards that were put down there."""
        while level:
            next_level: list[tuple[MachineState, int]] = []
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
                        return self.difference_at(after)
                    next_level.append((after, right_a))
                    if machine.work > max_work:
                        break
                if len(reached) > self.max_states or machine.work > max_work:
                    return self.give_up(length)
            level = next_level
            length += 1
        return Comparison(True, states=len(reached), work=machine.work)

    def difference_at(self, state: MachineState) -> Comparison:
        """The witness of rules that differ in a state: a line that leads there, and a card."""
        right_a, right_b = self.machine.masks(state)
        masks = [right_a ^ right_b]
        at: MachineState | None = state
        while at is not None:
            at, cards = self.reached[at]
            if cards:
                masks.append(cards)
        *built, card = choose_distinct(masks[::-1], self.line)
        return _difference((*self.line, *built), right_a, card, len(self.reached), self.machine.work)

    def give_up(self, length: int) -> Comparison:
        """Ends where all lines of up to `length` cards were tried; some longer ones are tried by chance."""
        machine, states = self.machine, len(self.reached)
        difference = self.try_long_lines(machine.work + self.max_work // BY_CHANCE)
        if difference is not None:
            return difference
        enough = "too much work beyond" if machine.work > self.max_work else "more than"
        reason = machine.reason or f"{enough} {states:,} states"
        return Comparison(None, bound=length, states=states, reason=reason, work=machine.work)

    def try_long_lines(self, max_work: int) -> Comparison | None:
        """A difference after one of some long lines, or None; ends when the machine has done so much work."""
        machine, chance, starts = self.machine, stream(0, "lines"), list(self.starts.items())
        for _ in range(_LINES):
            state, cards = starts[int(chance.random() * len(starts))]
            line, used = list(self.line), mask_of(self.line)
            if cards:
                line.append(_pick(cards, chance.random()))
                used |= line[-1].bit
            for _ in range(_LONG):
                if machine.work > max_work:
                    return None
                right_a, right_b = machine.masks(state)
                if right_a != right_b:
                    differing = right_a ^ right_b
                    card = _pick(differing & ~used or differing, chance.random())
                    return _difference(line, right_a, card, work=machine.work)
                if not right_a:
                    break
                line.append(_pick(right_a & ~used or right_a, chance.random()))
                used |= line[-1].bit
                state = machine.step(state, line[-1].index)
        return None


def _pick(mask: int, chance: float) -> Card:
    """One of the cards of a mask; `chance` (0 to 1) says which."""
    cards = cards_in(mask)
    return cards[int(chance * len(cards))]


def choose_distinct(masks: Sequence[int], used: Sequence[Card] = ()) -> list[Card]:
    """A card of each mask, all of them different where that can be, and none of those that are used."""
    avoid = mask_of(used)
    owners: dict[Card, int] = {}
    """For a card that is taken, the place in `masks` that has it."""

    def place(i: int, tried: set[Card]) -> bool:
        """Finds a card for a mask; another one gives way if it can find a card elsewhere."""
        for card in cards_in(masks[i] & ~avoid):
            if card not in tried:
                tried.add(card)
                if card not in owners or place(owners[card], tried):
                    owners[card] = i
                    return True
        return False

    for i in range(len(masks)):
        place(i, set())
    chosen = {i: card for card, i in owners.items()}
    return [chosen.get(i) or cards_in(mask)[0] for i, mask in enumerate(masks)]
