"""The rounds of a simulation as CSV, for statistics of your own: a line for each round of each variant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from eleusis.game.state import END_REASONS
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.tally import Numbers

_NAMED = ("rule", "dealer", "ended")
"""Numbers that stand for a name."""
_COUNTED = tuple(name for name in Numbers._fields if name not in (*_NAMED, "scores"))


def headings(plan: Plan) -> tuple[str, ...]:
    """The columns: always these in this order, then the points of each seat, clockwise."""
    return ("variant", "round", "game", *_NAMED, *_COUNTED, *(f"score.{name}" for name in plan.players))


def rounds_csv(plan: Plan, arms: Sequence[RoundColumns]) -> str:
    """One line for each round, below a line of headings: the rounds of the first variant, then the next one's."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings(plan))
    for rounds in arms:
        writer.writerows(_lines(plan, rounds))
    return out.getvalue()


def _lines(plan: Plan, rounds: RoundColumns) -> Iterator[list[str | int]]:
    label = plan.arms[rounds.arm].label
    for number, row in enumerate(rounds.rows(1, plan.rounds), start=1):
        numbers = Numbers.from_row(row)
        game = plan.place(number)[0] if plan.game is not None else ""
        rule = plan.rules[numbers.rule]
        names = rule.name or rule.text, plan.players[numbers.dealer], END_REASONS[numbers.ended]
        counted = (getattr(numbers, name) for name in _COUNTED)
        yield [label, number, game, *names, *counted, *numbers.scores]
