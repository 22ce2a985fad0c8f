"""The kernel, called: rounds of a plan played in C, many at a time, into the columns of their numbers."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from random import Random
from threading import Lock
from typing import Final

from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel.edition_knobs import FIELDS, find_unknown
from eleusis.lab.kernel.machines import MachinesStruct, RuleMachines, Verdicts
from eleusis.lab.kernel.prelude import REASONS
from eleusis.lab.plan import Plan
from eleusis.minds.players.knower import Knower
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.minds.players.registry import make_player
from eleusis.variant import Variant

LONGEST_SEED: Final = 100
"""The digits of a seed that there is room for."""
_KINDS = ("random", "knower")


class KnobsStruct(ctypes.Structure):
    """`Knobs`, as the prelude writes it."""

    _fields_ = [(name, ctypes.c_int32 * size if size > 1 else ctypes.c_int32) for name, (size, _) in FIELDS.items()]


class SeatStruct(ctypes.Structure):
    """`Seat` of kernel.c."""

    _fields_ = (
        ("knows", ctypes.c_int32),
        ("guess", ctypes.c_int32),
        ("rules", ctypes.c_int32),
        ("skill", ctypes.c_double),
        ("strings", ctypes.c_double),
        ("no_plays", ctypes.c_double),
        ("declares", ctypes.c_double),
        ("guesses", ctypes.c_double),
    )


class TableStruct(ctypes.Structure):
    """`Table` of kernel.c."""

    _fields_ = (
        ("seed", ctypes.c_char_p),
        ("names", ctypes.POINTER(ctypes.c_char_p)),
        ("bots", ctypes.POINTER(SeatStruct)),
        ("seats", ctypes.c_int32),
        ("rules", ctypes.c_int32),
        ("game", ctypes.c_int32),
        ("max_turns", ctypes.c_int32),
    )


def refuse_arm(plan: Plan, arm: int) -> str | None:
    """Why all rounds of an arm are declined; None if it can be tried. No kernel is needed to say so."""
    return _refuse_table(plan) or find_unknown(plan.arms[arm].variant)


def _refuse_table(plan: Plan) -> str | None:
    """What the kernel can't do whatever the edition."""
    bot = next((seat.kind for seat in plan.seats if seat.kind not in _KINDS), None)
    if bot is not None:
        return f"the bot {bot}"
    return f"a seed of more than {LONGEST_SEED} digits" if len(str(plan.seed)) > LONGEST_SEED else None


class Kernel:
    """Plays rounds of a plan in C, and says which it declines; several threads may play different rounds.

    Raises what making the bots and reading the rules that they guess raises.
    """

    def __init__(self, plan: Plan, library: ctypes.CDLL) -> None:
        self.plan = plan
        self.declined: Counter[str] = Counter()
        """How many rounds were declined, by the reason."""
        self._lock = Lock()
        self._play = library.play_rounds
        self._play.restype = ctypes.c_int32
        self._refused = [refuse_arm(plan, arm) for arm in range(len(plan.arms))]
        if _refuse_table(plan) is None:
            self._lay_table()

    def refusal(self, arm: int) -> str | None:
        """Why all rounds of an arm are declined; None if it can be tried."""
        return self._refused[arm]

    def play(self, rounds: RoundColumns, first: int, last: int) -> None:
        """Play the rounds from `first` to `last` into their columns; those that are done already are left alone.

        What is declined is still not done then. Raises what goes wrong while rules are worked out; MemoryError.
        """
        refusal = self._refused[rounds.arm]
        if refusal is not None:
            self._note(refusal, rounds.done[first - 1 : last].count(0))
            return
        columns = rounds.numbers.row
        where = (ctypes.c_void_p * len(columns))(*[column.buffer_info()[0] for column in columns])
        done = (ctypes.c_uint8 * len(rounds.done)).from_buffer(rounds.done)
        declined = (ctypes.c_int32 * (1 + len(REASONS)))()
        knobs, machines = self._arms[rounds.arm]
        table = ctypes.byref(self._table), ctypes.byref(knobs), ctypes.byref(machines)
        with self._machines.walk():
            short = self._play(*table, first, last, where, done, declined)
        if self._machines.failure is not None:
            raise self._machines.failure
        if short:
            raise MemoryError
        for reason, count in zip(REASONS.values(), declined[1:], strict=True):
            self._note(reason, count)

    def _note(self, reason: str, count: int) -> None:
        """Note rounds that are declined."""
        if count:
            with self._lock:
                self.declined[reason] += count

    def _lay_table(self) -> None:
        """Lay out what C is given: who sits there, the rules, and the knobs of each arm."""
        plan = self.plan
        guesses = [rule.text for rule in plan.rules]
        bots = (SeatStruct * len(plan.seats))()
        firsts: dict[Sequence[str], int] = {}
        for seat, struct in zip(plan.seats, bots, strict=True):
            variant, rule = plan.arms[0].variant, plan.rules[0]
            bot = make_player(seat.kind, seat.name, variant, Random(0), rule=rule, options=seat.options)
            if isinstance(bot, Knower):
                struct.knows, struct.skill = 1, bot.skill
                bot = bot.ignorant
            assert isinstance(bot, RandomPlayer)
            struct.strings, struct.no_plays = bot.strings, bot.no_plays
            struct.declares, struct.guesses = bot.declares, bot.guesses
            if bot.rules not in firsts:
                firsts[bot.rules] = len(guesses)
                guesses += bot.rules
            struct.guess, struct.rules = firsts[bot.rules], len(bot.rules)
        names = (ctypes.c_char_p * len(plan.seats))(*[name.encode() for name in plan.players])
        sizes = len(plan.seats), len(plan.rules), plan.game or 1, plan.max_turns
        self._table = TableStruct(str(plan.seed).encode(), names, bots, *sizes)
        self._machines = RuleMachines(plan.rules, guesses)
        self._arms: dict[int, tuple[KnobsStruct, MachinesStruct]] = {}
        for number, arm in enumerate(plan.arms):
            if self._refused[number] is None:
                judge = Verdicts(arm.variant, plan.rules, guesses).judge
                self._arms[number] = _read_knobs(arm.variant, len(plan.seats) - 1), self._machines.struct(judge)


def _read_knobs(variant: Variant, players: int) -> KnobsStruct:
    """The knobs of an edition for so many players besides the dealer, as C is given them."""
    knobs = KnobsStruct()
    for name, (size, read) in FIELDS.items():
        value = read(variant, players)
        setattr(knobs, name, value if isinstance(value, int) else (ctypes.c_int32 * size)(*value))
    return knobs
