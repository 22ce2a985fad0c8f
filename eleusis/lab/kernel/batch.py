"""The kernel, called: rounds of a plan played in C, many at a time, into the columns of their numbers."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel.edition_knobs import FIELDS, find_unknown
from eleusis.lab.kernel.machines import MachinesStruct, RuleMachines, Verdicts
from eleusis.lab.plan import Plan
from eleusis.players.knower import Knower
from eleusis.players.random_player import RandomPlayer
from eleusis.players.registry import make_player
from eleusis.variant import Variant

REASONS: Final = (
    "",
    "a hand of too many cards",
    "too many cards in the stock",
    "too long a mainline",
    "rules with too many states",
    "a guess that can't be judged",
    "a deal that can't be made",
    "nobody who can move",
)
"""Why a round is declined, by the number that the kernel has for it; 0 is a round that was played."""

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


class Kernel:
    """Plays rounds of a plan in C, and says which it declines; several threads may play different rounds."""

    def __init__(self, plan: Plan, library: ctypes.CDLL) -> None:
        self.plan = plan
        self.declined: Counter[str] = Counter()
        """How many rounds were declined, by the reason."""
        self._play = library.play_rounds
        self._play.restype = ctypes.c_int32
        self._refused = [self._find_refusal(arm.variant) for arm in plan.arms]
        self._guesses: list[str] = [rule.text for rule in plan.rules]
        self._machines = RuleMachines(plan.rules)
        self._table: TableStruct | None = None
        self._arms: dict[int, tuple[KnobsStruct, MachinesStruct]] = {}

    def refusal(self, arm: int) -> str | None:
        """Why all rounds of an arm are declined; None if it can be tried."""
        return self._refused[arm]

    def play(self, rounds: RoundColumns, first: int, last: int) -> None:
        """Play the rounds from `first` to `last` into their columns; those that are done already are left alone.

        What is declined is still not done then. Raises what goes wrong in the working out of rules.
        """
        if self._refused[rounds.arm] is not None:
            self.declined[self._refused[rounds.arm] or ""] += rounds.done[first - 1 : last].count(0)
            return
        knobs, machines = self._arm(rounds.arm)
        assert self._table is not None
        columns = rounds.numbers.row
        where = (ctypes.c_void_p * len(columns))(*[column.buffer_info()[0] for column in columns])
        done = (ctypes.c_uint8 * len(rounds.done)).from_buffer(rounds.done)
        declined = (ctypes.c_int32 * len(REASONS))()
        short = self._play(
            ctypes.byref(self._table),
            ctypes.byref(knobs),
            ctypes.byref(machines),
            first,
            last,
            where,
            done,
            declined,
        )
        failure = self._machines.failure
        if failure is not None:
            self._machines.failure = None
            raise failure
        if short:
            raise MemoryError
        self.declined.update({why: count for why, count in zip(REASONS[1:], declined[1:], strict=True) if count})

    def _find_refusal(self, variant: Variant) -> str | None:
        for seat in self.plan.seats:
            if seat.kind not in _KINDS:
                return f"the bot {seat.kind}"
        return find_unknown(variant)

    def _arm(self, arm: int) -> tuple[KnobsStruct, MachinesStruct]:
        """What C is given of an arm."""
        parts = self._arms.get(arm)
        if parts is None:
            variant = self.plan.arms[arm].variant
            if self._table is None:
                self._table = self._lay_table(variant)
            knobs = KnobsStruct()
            for name, (size, read) in FIELDS.items():
                value = read(variant, len(self.plan.seats) - 1)
                setattr(knobs, name, value if isinstance(value, int) else (ctypes.c_int32 * size)(*value))
            verdicts = Verdicts(variant, self.plan.rules, self._guesses)
            parts = self._arms[arm] = knobs, self._machines.struct(verdicts.judge)
        return parts

    def _lay_table(self, variant: Variant) -> TableStruct:
        """Who sits there, as C is given it."""
        plan = self.plan
        bots = (SeatStruct * len(plan.seats))()
        firsts: dict[Sequence[str], int] = {}
        for seat, struct in zip(plan.seats, bots, strict=True):
            bot = make_player(seat.kind, seat.name, variant, Random(0), rule=plan.rules[0], options=seat.options)
            if isinstance(bot, Knower):
                struct.knows, struct.skill = 1, bot.skill
                bot = bot.ignorant
            assert isinstance(bot, RandomPlayer)
            struct.strings, struct.no_plays = bot.strings, bot.no_plays
            struct.declares, struct.guesses = bot.declares, bot.guesses
            if bot.rules not in firsts:
                firsts[bot.rules] = len(self._guesses)
                self._guesses += bot.rules
            struct.guess, struct.rules = firsts[bot.rules], len(bot.rules)
        names = (ctypes.c_char_p * len(plan.seats))(*[name.encode() for name in plan.players])
        game = plan.game or 1
        return TableStruct(
            str(plan.seed).encode(), names, bots, len(plan.seats), len(plan.rules), game, plan.max_turns
        )
