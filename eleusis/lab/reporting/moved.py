"""Which measures moved most, by a size of effect that doesn't hang on what they are counted in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from eleusis.ground.statistics import Interval, Measure, Outcome, quantile

MOST = 5
"""So many are shown, at most."""
_OF_A_GROUP = 2
"""And so many of one group: all the scores move together."""


def is_of_seat(measure: Measure) -> bool:
    """Whether it is asked of one seat, so that it says more of the bot there than of the variant."""
    return measure.group == "players" or measure.id.startswith(("game.total.", "game.wins."))


def most_moved(outcomes: Sequence[Outcome], limit: int = MOST) -> list[Outcome]:
    """The measures that clearly differ from the first arm, by size of effect; no more than two of a group."""
    sizes = [(effect_size(outcome), outcome) for outcome in outcomes if not is_of_seat(outcome.measure)]
    ranked = sorted((pair for pair in sizes if pair[0] > 0), key=lambda pair: -pair[0])
    of_group: Counter[str] = Counter()
    chosen: list[Outcome] = []
    for _, outcome in ranked:
        of_group[outcome.measure.group] += 1
        if of_group[outcome.measure.group] <= _OF_A_GROUP and len(chosen) < limit:
            chosen.append(outcome)
    return chosen


def effect_size(outcome: Outcome) -> float:
    """The largest clear difference to the first arm, over the standard deviation of a case; 0 if none is clear."""
    first = outcome.arms[0]
    sizes = [0.0]
    for arm, gap, verdict in zip(outcome.arms, outcome.differences, outcome.verdicts, strict=True):
        if verdict not in ("more", "less") or gap is None or first is None or arm is None:
            continue
        spread = math.sqrt((_variance(first, outcome.measure) + _variance(arm, outcome.measure)) / 2)
        sizes.append(abs(gap.value) / spread if spread else math.inf)
    return max(sizes)


def _variance(estimate: Interval, measure: Measure) -> float:
    """How much a case varies around an estimate: of a share by the share itself, else by its interval."""
    if measure.share:
        return estimate.value * (1 - estimate.value)
    if estimate.cases < 2:
        return 0.0
    return estimate.cases * (estimate.half / quantile(estimate.cases - 1)) ** 2
