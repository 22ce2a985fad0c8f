"""A simulated round as a game file, so that an odd figure can be looked at as a game."""

from __future__ import annotations

import attrs

from eleusis.errors import quote
from eleusis.lab.errors import LabError
from eleusis.lab.plan import Plan
from eleusis.lab.tally import play
from eleusis.script.record import RoundReplay, Step
from eleusis.script.writing import script_of, write_game
from eleusis.table.dealt import head


def read_id(text: str, plan: Plan) -> tuple[int, int]:
    """The arm and the number of `17`, or of `17/B` for the second arm (`17/50` for a swept value).

    Raises LabError (`lab/no-round`).
    """
    from eleusis.lab.text import names

    raw, slash, where = text.strip().partition("/")
    called = [name.removeprefix("= ").casefold() for name in names(plan)]
    if not raw.isascii() or not raw.isdecimal() or not 1 <= int(raw) <= plan.rounds:
        last = called[-1].upper()
        message = f"{quote(text)} is no round here: write 1 to {plan.rounds}, and /{last} behind it for a variant"
        raise LabError("lab/no-round", message)
    if not slash:
        return 0, int(raw)
    if where.strip().casefold() not in called:
        raise LabError("lab/no-round", f"{quote(where)} is no variant here: {', '.join(called).upper()}")
    return called.index(where.strip().casefold()), int(raw)


def game_of(plan: Plan, arm: int, number: int) -> str:
    """The text of the game file of a round; it replays to the same scores."""
    steps: list[Step] = []
    round_ = play(plan, arm, number, steps)
    seed = plan.round_seed(number)
    rule = plan.rules[plan.rule_index(seed)]
    chosen = plan.arms[arm]
    title = f"Round {number} of {plan.rounds}, seed {plan.seed}, {chosen.label}"
    game = head(chosen.ref, plan.seats, seed, chosen.settings, title=title)
    told = script_of(RoundReplay(1, round_, rule.text, steps=steps), rule)
    return write_game(attrs.evolve(game, rounds=(told,), stopped=round_.ended == "abandoned"))
