"""A round that one side can't follow to its end: both sides are counted as they stand before that move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.game.round import Round
from eleusis.ground.data import Json
from eleusis.ground.statistics import Outcome, Ratio, compare_ratios, estimate_json, format_estimate
from eleusis.lab.measures import MEASURES
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.replaying.replay import replay_round
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

_SCORES = {measure.id: measure for measure, _ in MEASURES if measure.id in ("score.player", "score.dealer")}
"""What is measured of both sides, as `simulate` measures it of its rounds."""


@attrs.frozen
class SideEnd:
    """How a round came out on one side."""

    by: Literal["recorded", "counted"]
    """Whether its end was recorded, or it was counted where it stood."""
    ended: str
    """Why it ended."""
    scores: dict[str, int]
    """The points of the seats."""
    dealer: str

    def to_json(self) -> dict[str, Json]:
        """The end as `diff --format json` prints it."""
        return attrs.asdict(self)


SideEnds = tuple[SideEnd, SideEnd]
"""The ends of a round under A and under B."""


def count_round(
    game: GameFile,
    script: RoundScript,
    number: int,
    sides: Sequence[tuple[Variant, RoundReplay, Finding | None]],
    rules: Mapping[str, Rule],
) -> SideEnds:
    """A round on both sides, counted in the last state to which both can follow the recorded moves.

    A side whose round is over by then keeps its points. `sides` have what stopped them, if anything did.
    """
    # Once its round is over, recorded moves are of no account.
    stops = [stop for _, record, stop in sides if stop is not None and record.ended is None]
    cut = min((_line_of(script, stop) for stop in stops), default=None)
    # A game that was broken off: where only one side was still open by then, that one is counted.
    also_open = None if all(record.ended == "abandoned" for _, record, _ in sides) else "abandoned"
    shorter = attrs.evolve(script, lines=script.lines[:cut])
    ends = []
    for variant, record, _ in sides:
        if cut is not None or record.ended in (None, also_open):
            record = replay_round(game, shorter, number, variant, record.dealer, rules, implied=False)
        ends.append(_count_side(record.round))
    a, b = ends
    return a, b


def _line_of(script: RoundScript, finding: Finding) -> int:
    """Which line of a round a finding is about; the first where that isn't known."""
    return next((at for at, line in enumerate(script.lines) if line.place == finding.place), 0)


def _count_side(round_: Round) -> SideEnd:
    by: Literal["recorded", "counted"] = "recorded" if round_.ended else "counted"
    round_.abandon()
    return SideEnd(by, str(round_.ended), dict(round_.scores or {}), round_.state.dealer)


def measure_ends(pairs: Sequence[SideEnds]) -> list[Outcome]:
    """The mean points of a player and of the dealer, on both sides."""
    players, dealers = [], []
    for ends in zip(*pairs, strict=True):
        own = [end.scores[end.dealer] for end in ends]
        others = [sum(end.scores.values()) - points for end, points in zip(ends, own, strict=True)]
        players.append(Ratio(others, [len(end.scores) - 1 for end in ends]))
        dealers.append(Ratio(own, [1] * len(ends)))
    ratios = {"score.player": players, "score.dealer": dealers}
    return [
        compare_ratios(_SCORES[name], sides) for name, sides in ratios.items() if any(any(own.y) for own in sides)
    ]


def tell_ends(pairs: Sequence[SideEnds]) -> list[str]:
    """The measures of both sides, each as `dealer's score 15.6 → 14.1 (−1.5 ±1.3)`."""
    texts = []
    for outcome in measure_ends(pairs):
        a, b = (f"{arm.value:.1f}" for arm in outcome.arms if arm is not None)
        gap = format_estimate(outcome.differences[1], share=False, signed=True)
        texts.append(f"{outcome.measure.text} {a} → {b}" + (f" ({gap})" if a != b else ""))
    return [text.replace("-", "−") for text in texts]


def ends_json(pairs: Sequence[SideEnds], verdict: Sequence[str]) -> dict[str, object]:
    """What `diff --format json` has of the ends of all rounds."""
    measures = {}
    for outcome in measure_ends(pairs):
        a, b, gap = map(estimate_json, (*outcome.arms, outcome.differences[1]))
        measures[outcome.measure.id] = {"a": a, "b": b, "difference": gap}
    counted = sum("counted" in (a.by, b.by) for a, b in pairs)
    return {"how": "count", "verdict": verdict, "rounds": len(pairs), "counted": counted, "measures": measures}
