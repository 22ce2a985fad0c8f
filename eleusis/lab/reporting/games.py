"""A simulated round, or the whole game it is of, as a game file: an odd figure can be looked at as a game."""

from __future__ import annotations

import attrs

from eleusis.driving.driver import Step
from eleusis.driving.replayed import RoundReplay
from eleusis.game.match import Match
from eleusis.ground.errors import LabError, quote
from eleusis.lab.plan import Plan
from eleusis.lab.tally import play
from eleusis.record.gamefile.contents import RoundScript
from eleusis.record.gamefile.writing import write_checked
from eleusis.record.replaying.scripts import script_of
from eleusis.table.game_head import game_head


def read_id(text: str, plan: Plan) -> tuple[int, int]:
    """The arm and the number of `17`, or of `17/B` for the second arm (`17/50` for a swept value).

    Raises LabError (`lab/no-round`).
    """
    from eleusis.lab.reporting.naming import arm_names

    raw, slash, where = text.strip().partition("/")
    called = [name.removeprefix("= ").casefold() for name in arm_names(plan)]
    if not raw.isascii() or not raw.isdecimal() or not 1 <= int(raw) <= plan.rounds:
        last = called[-1].upper()
        message = f"{quote(text)} isn't a round here: write 1 to {plan.rounds}, and /{last} after it for a variant"
        raise LabError("lab/no-round", message)
    if not slash:
        return 0, int(raw)
    if where.strip().casefold() not in called:
        raise LabError("lab/no-round", f"{quote(where)} isn't a variant here: {', '.join(called).upper()}")
    return called.index(where.strip().casefold()), int(raw)


def game_of(plan: Plan, arm: int, number: int) -> str:
    """The text of the game file of a round, or of its whole game; it replays to the same scores."""
    chosen = plan.arms[arm]
    game, _ = plan.place(number)
    what = f"Game {game} of {plan.games}" if plan.game else f"Round {number} of {plan.rounds}"
    # the label of a swept arm is a bare value: in a file by itself it needs its knob
    label = chosen.label if plan.knob is None else " ".join((chosen.variant.name, *chosen.settings))
    title = f"{what}, seed {plan.seed}, {label}"
    match = Match(chosen.variant, plan.players)
    scripts: list[RoundScript] = []
    length = plan.game or 1
    for turn in range(1, length + 1):
        steps: list[Step] = []
        now = (game - 1) * length + turn
        round_ = play(plan, arm, now, steps)
        rule = plan.rules[plan.rule_index(now)]
        scripts.append(script_of(RoundReplay(turn, round_, rule.text, steps=steps), rule, full=False))
        match.add(round_.state.dealer, round_.scores)
        if round_.ended == "abandoned":
            match.stopped = True
            break
    stopped = match.stopped or (plan.game is not None and not match.complete)
    whole = game_head(chosen.ref, plan.seats, plan.game_seed(game), chosen.settings, title=title)
    return write_checked(attrs.evolve(whole, rounds=tuple(scripts), stopped=stopped))
