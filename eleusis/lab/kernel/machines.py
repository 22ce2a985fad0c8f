"""The secret rules of a simulation as machines that C walks through; Python works out what is asked for first."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Lock
from typing import Any, Final

from eleusis.driving.rule_dealer import judge_guessed
from eleusis.ground.cards import PACK, Card
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

STATES: Final = 60_000
"""Room for so many states of all rules together; a round that needs more than there are left is declined."""
MANY: Final = 20_000
"""With so many all are forgotten before the next rounds: some rules have a new one with nearly every card."""

NO_ANSWER: Final = -1
"""What C is told where there is no room for a state, or no verdict."""


class RuleMachines:
    """The machines of some rules, grown while C walks through them; a state has the same number for all threads.

    C reads and fills `right`, `after`, `empty`, `starters` and `conditions`, and asks `open_rule` and `step`.
    """

    def __init__(self, rules: Sequence[Rule], guesses: Sequence[str]) -> None:
        self.rules = rules
        """The secret ones; the others that can be asked for are guesses."""
        self.guesses = guesses
        """The texts that are guessed: by number, the first ones being those of the secret rules."""
        self.starters = array("Q", [rule.starters() for rule in rules])
        self.conditions = bytes(rule.starter is not None for rule in rules)
        self._answering = Lock()
        self._walking = 0
        self._changed = Condition()
        self._begin()

    # C never asks Python what a card does to a state that it has met before: it reads the next state from `after`,
    # a row of 52 numbers for each state, and what is right there from `right`. Only where `after` has a 0 does it
    # take Python's lock and call `step`: a rule costs Python once for each of its states, not once for each card.

    def _begin(self) -> None:
        """Begin all machines anew."""
        self._machines: dict[int, Machine] = {}
        """The rules that have been asked for."""
        self._twins: dict[int, dict[int, int]] = {}
        """For each of them, the cards that lead to the same states as each card."""
        self._numbers: dict[int, dict[Any, int]] = {}
        """For each of them, the numbers of its states."""
        self._states: list[tuple[int, Any]] = [(0, None)]
        """By number, the rule of a state and the state as its machine has it."""
        # Zeroed pages that cost nothing until they are used.
        self.right = memoryview(mmap.mmap(-1, 8 * STATES)).cast("Q")
        self.after = mmap.mmap(-1, 4 * len(PACK) * STATES)
        self.empty = array("i", bytes(4 * len(self.guesses)))

    @contextmanager
    def walk(self) -> Iterator[None]:
        """While C walks through the machines; where they have grown too large all are begun anew before."""
        # Numbers of states lie in the hands of C while it walks, so that all threads must be out before they are
        # given anew; who comes later waits, or the machines would never be found without a walker.
        with self._changed:
            self._changed.wait_for(lambda: len(self._states) < MANY or not self._walking)
            if len(self._states) >= MANY:
                self._begin()
            self._walking += 1
        try:
            yield
        finally:
            with self._changed:
                self._walking -= 1
                self._changed.notify_all()

    def open_rule(self, rule: int) -> int:
        """The state of an empty mainline."""
        with self._answering:
            machine = self._machines.get(rule)
            if machine is None:
                machine = self._open(rule)
            return self._number(rule, machine, machine.empty)

    def step(self, state: int, card: int) -> tuple[int, int]:
        """The state after a card, and the mask of all cards that lead there."""
        with self._answering:
            rule, before = self._states[state]
            machine = self._machines[rule]
            # All cards of a class lead to the same state: C asks for one of them, and fills in the others too.
            return self._number(rule, machine, machine.step(before, card)), self._twins[rule][card]

    def _open(self, rule: int) -> Machine:
        """Work out the machine of a rule."""
        opened = self.rules[rule] if rule < len(self.rules) else find_rule(self.guesses[rule])
        machine = Machine([opened.meaning])
        self._numbers[rule] = {}
        self._twins[rule] = {card.index: mask for _, mask in machine.classes for card in PACK if mask & card.bit}
        self._machines[rule] = machine
        return machine

    def _number(self, rule: int, machine: Machine, state: Any) -> int:
        """The number of a state, which is given one if it is new."""
        numbers = self._numbers[rule]
        number = numbers.get(state)
        if number is None:
            number = len(self._states)
            if number == STATES:  # the pages that C reads can't grow under its feet
                return NO_ANSWER
            self.right[number] = machine.masks(state)[0]
            self._states.append((rule, state))
            numbers[state] = number
        return number


class Verdicts:
    """Whether guesses are right under a variant; those that don't hang on the line that lies there are kept."""

    def __init__(self, variant: Variant, rules: Sequence[Rule], guesses: Sequence[str]) -> None:
        self.variant = variant
        self.rules = rules
        self.guesses = guesses
        """The texts that are guessed, by number."""
        self._kept: dict[object, int] = {}

    def judge(self, rule: int, guess: int, starters: int, line: Sequence[int]) -> int:
        """1 where a guess is right, 0 where not, -1 where the rule can't tell; so many of `line` are starters."""
        mainline = [PACK[card] for card in line]
        starting: Sequence[Card] = mainline[:starters]
        agrees_from = self.variant.guess.agrees_from(starting, mainline)
        key = rule, guess, None if agrees_from is None else tuple(agrees_from)
        verdict = self._kept.get(key)
        if verdict is None:
            try:
                judged = judge_guessed(
                    self.variant, self.rules[rule], find_rule(self.guesses[guess]), starting, mainline
                )
            except RuleError:
                return NO_ANSWER
            if judged.dear:
                return NO_ANSWER
            verdict = int(judged.same is not False)
            # What is not decided may be so along the line that lies there.
            if judged.same is not None and agrees_from is not mainline:
                self._kept[key] = verdict
        return verdict
