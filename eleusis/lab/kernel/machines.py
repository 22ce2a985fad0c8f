"""The secret rules of a simulation as machines that C walks through; Python works out what is asked for first."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Iterator, Sequence
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

_NO_ROOM = -1
_NO_VERDICT = -1

OPEN_RULE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)
STEP = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_uint64))
JUDGE_GUESS = ctypes.CFUNCTYPE(
    ctypes.c_int32, *[ctypes.c_int32] * 4, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int32
)


class MachinesStruct(ctypes.Structure):
    """`Machines` of machines.h."""

    _fields_ = (
        ("right", ctypes.c_void_p),
        ("after", ctypes.c_void_p),
        ("empty", ctypes.c_void_p),
        ("starters", ctypes.c_void_p),
        ("conditions", ctypes.c_void_p),
        ("open_rule", OPEN_RULE),
        ("step", STEP),
        ("judge_guess", JUDGE_GUESS),
    )


class RuleMachines:
    """The machines of some rules, grown while C walks through them; a state has the same number for all threads.

    What goes wrong in Python while C asks is kept in `failure`: the round is declined, and the caller raises it.
    """

    def __init__(self, rules: Sequence[Rule], guesses: Sequence[str]) -> None:
        self.rules = rules
        """The secret ones; the others that can be asked for are guesses."""
        self.guesses = guesses
        """The texts that are guessed: by number, the first ones being those of the secret rules."""
        self.failure: BaseException | None = None
        """What went wrong since it was last looked at."""
        self._answering = Lock()
        self._walking = 0
        self._changed = Condition()
        self._machines: dict[int, Machine] = {}
        """The rules that have been asked for."""
        self._twins: dict[int, list[int]] = {}
        """For each of them, the cards that lead to the same states as each card."""
        self._numbers: dict[int, dict[Any, int]] = {}
        """For each of them, the numbers of its states."""
        self._states: list[tuple[int, Any]] = [(0, None)]
        """By number, the rule of a state and the state as its machine has it."""
        # Zeroed pages that cost nothing until they are used: what lies in them is UNASKED.
        self._right = (ctypes.c_uint64 * STATES).from_buffer(mmap.mmap(-1, 8 * STATES))
        self._after = (ctypes.c_int32 * (len(PACK) * STATES)).from_buffer(mmap.mmap(-1, 4 * len(PACK) * STATES))
        self._empty = (ctypes.c_int32 * len(guesses))()
        self._starters = (ctypes.c_uint64 * len(rules))(*[rule.starters() for rule in rules])
        self._conditions = (ctypes.c_uint8 * len(rules))(*[rule.starter is not None for rule in rules])
        self._open_rule = OPEN_RULE(self._guard(self._answer_open, _NO_ROOM))
        self._step = STEP(self._guard(self._answer_step, _NO_ROOM))

    @contextmanager
    def walk(self) -> Iterator[None]:
        """While C walks through the machines; where they have grown too large all are begun anew before."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._states) < MANY or not self._walking)
            if len(self._states) >= MANY:
                self._forget()
            self._walking += 1
        try:
            yield
        finally:
            with self._changed:
                self._walking -= 1
                self._changed.notify_all()

    def _forget(self) -> None:
        """Begin all machines anew."""
        ctypes.memset(self._after, 0, ctypes.sizeof(ctypes.c_int32) * len(PACK) * len(self._states))
        ctypes.memset(self._empty, 0, ctypes.sizeof(self._empty))
        for kept in (self._machines, self._twins, self._numbers):
            kept.clear()
        del self._states[1:]

    def struct(self, judge: Callable[[int, int, bool, int, Sequence[int]], int]) -> MachinesStruct:
        """What C is given; `judge` answers for guesses, as `Verdicts` does."""

        def answer(rule: int, guess: int, agrees: int, starters: int, line: Any, length: int) -> int:
            return judge(rule, guess, bool(agrees), starters, line[:length])

        fields = (self._right, self._after, self._empty, self._starters, self._conditions)
        where = [ctypes.addressof(field) for field in fields]
        return MachinesStruct(*where, self._open_rule, self._step, JUDGE_GUESS(self._guard(answer, _NO_VERDICT)))

    def _guard(self, answer: Callable[..., int], otherwise: int) -> Callable[..., int]:
        """An answer to C, which can't be raised through; one at a time, whichever threads ask."""

        def ask(*asked: Any) -> int:
            try:
                with self._answering:
                    return otherwise if self.failure is not None else answer(*asked)
            except BaseException as error:
                self.failure = error
                return otherwise

        return ask

    def _answer_open(self, rule: int) -> int:
        machine = self._machines.get(rule)
        if machine is None:
            self._numbers[rule] = {}
            opened = self.rules[rule] if rule < len(self.rules) else find_rule(self.guesses[rule])
            machine = self._machines[rule] = Machine([opened.meaning])
            twins = [0] * len(PACK)
            for _, mask in machine.classes:
                for card in PACK:
                    if mask & card.bit:
                        twins[card.index] = mask
            self._twins[rule] = twins
        return self._number(rule, machine, machine.empty)

    def _answer_step(self, state: int, card: int, twins: Any) -> int:
        rule, before = self._states[state]
        machine = self._machines[rule]
        twins[0] = self._twins[rule][card]
        return self._number(rule, machine, machine.step(before, card))

    def _number(self, rule: int, machine: Machine, state: Any) -> int:
        """The number of a state, which is given one if it is new."""
        numbers = self._numbers[rule]
        number = numbers.get(state)
        if number is None:
            number = len(self._states)
            if number == STATES:
                return _NO_ROOM
            self._right[number] = machine.masks(state)[0]
            self._states.append((rule, state))
            numbers[state] = number
        return number


class Verdicts:
    """Whether guesses are right under an edition; those that don't hang on the line that lies there are kept."""

    def __init__(self, variant: Variant, rules: Sequence[Rule], guesses: Sequence[str]) -> None:
        self.variant = variant
        self.rules = rules
        self.guesses = guesses
        """The texts that are guessed, by number."""
        self._kept: dict[object, int] = {}

    def judge(self, rule: int, guess: int, agrees: bool, starters: int, line: Sequence[int]) -> int:
        """1 where a guess is right, 0 where not, -1 where the rule can't tell.

        `agrees` says that the two have been looked at as `differ_soon` does; of the cards of `line` the first ones
        are `starters`.
        """
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
                return _NO_VERDICT
            if judged.dear:
                return _NO_VERDICT
            verdict = int(judged.same is not False)
            # What is not decided may be so along the line that lies there.
            if judged.same is not None and agrees_from is not mainline:
                self._kept[key] = verdict
        return verdict
