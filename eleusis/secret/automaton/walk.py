"""Same or different, by a breadth-first walk over all that two rules can remember together.

The walk goes from state to state by cards that both take, so a difference is only found where it can be built, and
the first one found stands after a shortest line. It ends undecided after so much work, never after so much time,
since the outcome may decide a game. What can be said then is for probing.py.

A worked example, `red` (A) and `color == last.color` (B), from any starter. The machine remembers the colour of the
last card, so there are two states. After a red starter both take the red cards; after a black one A takes the red
cards and B the black ones. So the rules differ there, after a line of one card, and the walk is over. From a red
starter only it would go on: a red card leads back to the same state, nothing else is left, and the rules are the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.ground.cards import Card, cards_in, mask_of
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


Reached = dict[MachineState, tuple[MachineState | None, int]]
"""For each state that was reached the one before it, and the cards that lead from there to here."""


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
        return Comparison.differing(line, right_a, choose_distinct([right_a ^ right_b], line)[0])
    machine = Machine([a, b])
    limit = max_states or (MAX_STATES if machine.finite else MAX_STATES_OPEN)
    return _Walk(machine, line, starters, limit, max_work).run()


class _Walk:
    """One walk over the states that two rules reach together."""

    def __init__(
        self, machine: Machine, line: Sequence[Card] | None, starters: int, max_states: int, max_work: int
    ) -> None:
        self.machine = machine
        self.line = line or ()
        self.max_states, self.max_work = max_states, max_work
        self.starts = machine.starts(starters) if line is None else {machine.after(line): 0}
        """Where the walk begins, each with the starters that lead there (none from a line)."""
        self.start_length = 1 if line is None else len(line)
        self.reached: Reached = {}

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
            # The start itself may be much: a slot that holds many cards is reckoned for each of them.
            if machine.work > max_work:
                return self.give_up(self.start_length - 1)

        # Level by level: all states after lines of one length, then those after one card more.
        length = self.start_length
        tried: dict[MachineState, int] = {}
        """Where many states go on in the same way: the cards that were put down there."""
        while level:
            next_level: list[tuple[MachineState, int]] = []
            for state, mask in level:
                # The oldest card of the window goes with the next one, so states that differ in it alone lead to
                # the same states by the same cards: what was put down after one need not be after another.
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
                    # Looked at after each state: one with many successors may take more than is left. The work is
                    # counted, not timed, so the same comparison ends at the same place on every machine.
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
        # Any card of a group leads there. Different ones are taken where they can be had, so that the line can be
        # laid with one pack.
        *built, card = choose_distinct([*groups_to(state, self.reached), right_a ^ right_b], self.line)
        return Comparison.differing((*self.line, *built), right_a, card, len(self.reached), self.machine.work)

    def give_up(self, length: int) -> Comparison:
        """Ends where all lines of up to `length` cards were tried."""
        machine, states = self.machine, len(self.reached)
        enough = "too much work beyond" if machine.work > self.max_work else "more than"
        reason = machine.reason or f"{enough} {states:,} states"
        return Comparison(None, bound=length, states=states, reason=reason, work=machine.work)


def groups_to(state: MachineState, reached: Reached) -> list[int]:
    """The cards that lead to a state, one group after the other."""
    groups: list[int] = []
    at: MachineState | None = state
    while at is not None:
        at, cards = reached[at]
        groups += [cards] if cards else []
    return groups[::-1]


def choose_distinct(masks: Sequence[int], used: Sequence[Card] = ()) -> list[Card]:
    """A card of each mask, all of them different where that can be, and none of those that are used."""
    avoid = mask_of(used)
    owners: dict[Card, int] = {}
    """For a card that is taken, the place in `masks` that has it."""

    # A matching by augmenting paths: to take the first free card for each mask would leave a later mask without one
    # although the cards would do, as for `7S or 7H` and then `7S`.
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
