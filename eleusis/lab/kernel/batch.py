"""The kernel, called: rounds of a plan played in C, many at a time, into the columns of their numbers."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from threading import Lock
from typing import Any, Final

from eleusis.ground.errors import LabError
from eleusis.lab import QUICK
from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel.machines import RuleMachines, Verdicts
from eleusis.lab.kernel.variant_knobs import FIELDS, find_unknown
from eleusis.lab.plan import Plan
from eleusis.minds.players.knower import Knower
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.minds.players.registry import Seat, make_player
from eleusis.variant import Variant

LONGEST_SEED: Final = 100
"""The digits of a seed that there is room for."""
LEFT_OUT: Final = (
    "no compiled kernel: it was left out when eleusis was installed, for want of a C compiler; "
    "install one (gcc, clang), then eleusis once more"
)
LEFT_OUT_FAR: Final = f"a worker of the cluster has {LEFT_OUT}"

PlayRounds = Callable[..., dict[str, int]]
"""Plays rounds in C: `play_rounds` of compiled.pyi."""


def load_kernel() -> PlayRounds:
    """What plays rounds in C. Raises LabError (`lab/no-kernel`)."""
    try:
        from eleusis.lab.kernel.compiled import play_rounds
    except ImportError:
        raise LabError("lab/no-kernel", LEFT_OUT) from None
    return play_rounds


def refuse_arm(plan: Plan, arm: int) -> str | None:
    """Why all rounds of an arm are declined; None if it can be tried. No kernel is needed to say so."""
    return _refuse_table(plan) or find_unknown(plan.arms[arm].variant)


def _refuse_table(plan: Plan) -> str | None:
    """What the kernel can't do whatever the variant."""
    bot = next((seat.kind for seat in plan.seats if seat.kind not in QUICK), None)
    if bot is not None:
        return f"the bot {bot}"
    return f"a seed of more than {LONGEST_SEED} digits" if len(str(plan.seed)) > LONGEST_SEED else None


class Kernel:
    """Plays rounds of a plan in C, and says which it declines; several threads may play different rounds.

    Raises what making the bots and reading the rules that they guess raises.
    """

    def __init__(self, plan: Plan, play_rounds: PlayRounds) -> None:
        self.plan = plan
        self.declined: Counter[str] = Counter()
        """How many rounds were declined, by the reason."""
        self._lock = Lock()
        self._play = play_rounds
        self._refused = [refuse_arm(plan, arm) for arm in range(len(plan.arms))]
        if _refuse_table(plan) is None:
            self._lay_table()

    def refusal(self, arm: int) -> str | None:
        """Why all rounds of an arm are declined; None if it can be tried."""
        return self._refused[arm]

    def play(self, rounds: RoundColumns, first: int, last: int) -> Mapping[str, int]:
        """Play the rounds from `first` to `last` into their columns; those that are done already are left alone.

        What is declined is still not done then; it gives why, and how many rounds. Raises what goes wrong while
        rules are worked out; MemoryError.
        """
        refusal = self._refused[rounds.arm]
        if refusal is not None:
            declined = {refusal: rounds.done[first - 1 : last].count(0)}
        else:
            with self._machines.walk():
                # C lets go of the GIL for all of it, and takes it only to ask for a new state or a verdict.
                declined = self._play(
                    **self._table,
                    **self._arms[rounds.arm],
                    numbers=rounds.numbers,
                    done=rounds.done,
                    first=first,
                    last=last,
                )
        with self._lock:
            self.declined.update(declined)
        return declined

    def _lay_table(self) -> None:
        """Lay out what C is given: who sits there, the rules, and the knobs of each arm."""
        plan = self.plan
        # A guess is a number to C: first the secret rules, which a knower guesses, then what is guessed at random.
        guesses = [rule.text for rule in plan.rules]
        seats = _describe_seats(plan, guesses)
        self._machines = RuleMachines(plan.rules, guesses)
        self._table: dict[str, Any] = {
            "seed": str(plan.seed),
            "seats": seats,
            "rules": len(plan.rules),
            "game": plan.game or 1,
            "max_turns": plan.max_turns,
            "machines": self._machines,
        }
        self._arms: dict[int, dict[str, Any]] = {
            number: {
                "knobs": _read_knobs(arm.variant, len(plan.seats) - 1),
                "judge": Verdicts(arm.variant, plan.rules, guesses).judge,
            }
            for number, arm in enumerate(plan.arms)
            if self._refused[number] is None
        }


def _describe_seats(plan: Plan, guesses: list[str]) -> tuple[dict[str, str | float], ...]:
    """Who sits there, as C is told; the rules that are guessed at random are added to those that are guessed."""
    firsts: dict[Sequence[str], int] = {}
    seats: list[dict[str, str | float]] = []
    for seat in plan.seats:
        skill, bot = _make_bot(plan, seat)
        if bot.rules not in firsts:
            firsts[bot.rules] = len(guesses)
            guesses += bot.rules
        facts = {name: getattr(bot, name) for name in ("strings", "no_plays", "declares", "guesses")}
        rules = {"guess": firsts[bot.rules], "rules": len(bot.rules)}
        seats.append({"name": seat.name, "knows": skill is not None, "skill": skill or 0, **rules, **facts})
    return tuple(seats)


def _make_bot(plan: Plan, seat: Seat) -> tuple[float | None, RandomPlayer]:
    """The skill of a bot, None of one that doesn't know the rule, and the bot that plays by chance."""
    variant = plan.arms[0].variant
    bot = make_player(seat.kind, seat.name, variant, Random(0), rule=plan.rules[0], options=seat.options)
    skill = None
    if isinstance(bot, Knower):
        skill, bot = bot.skill, bot.ignorant
    assert isinstance(bot, RandomPlayer)
    return skill, bot


def _read_knobs(variant: Variant, players: int) -> dict[str, object]:
    """The knobs of a variant for so many players besides the dealer, as C is given them."""
    knobs = {name: read(variant, players) for name, read in FIELDS.items()}
    return {name: value if isinstance(value, int) else array("i", value) for name, value in knobs.items()}
