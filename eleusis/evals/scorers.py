"""What Inspect shows of the rounds: points, rules found, and how well calibrated a model is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState

from eleusis.benchmark.entries import Entry
from eleusis.benchmark.figures import brier, calibration_error, mean_of, places_of, rank, share_found_by

STORE_KEY = "eleusis_entries"
"""Where the entries of a sample stand in its store, each as a line of `eleusis benchmark --out` has it."""

FIGURES: Mapping[str, Callable[[Iterable[Entry]], float | None]] = {
    "brier": brier,
    "calibration_error": calibration_error,
    "caution": partial(mean_of, "caution"),
    "double_down": partial(mean_of, "double_down"),
}
"""The figures that are taken over all rounds at once, as `eleusis benchmark` does."""


def entries_of(scores: Iterable[SampleScore]) -> list[Entry]:
    """The entries of samples that have been scored."""
    return [Entry.from_json(data) for each in scores for data in (each.score.metadata or {}).get("entries", ())]


def take(figure: str, entries: Iterable[Entry]) -> float:
    """A figure of some entries; not a number where they state nothing."""
    value = FIGURES[figure](entries)
    return math.nan if value is None else value


@metric(name="pooled")
def pool_statements(figure: str) -> Metric:
    """A figure over all rounds at once; a mean of the figures of rounds would be another."""

    def compute(scores: list[SampleScore]) -> float:
        return take(figure, entries_of(scores))

    return compute


@metric(name="jackknife")
def jackknife(figure: str) -> Metric:
    """The standard error of such a figure, from leaving out each round in turn."""

    def compute(scores: list[SampleScore]) -> float:
        groups = [entries for each in scores if not math.isnan(take(figure, entries := entries_of([each])))]
        if len(groups) < 2:
            return 0.0
        left_out = [
            take(figure, [entry for other in (*groups[:place], *groups[place + 1 :]) for entry in other])
            for place in range(len(groups))
        ]
        middle = math.fsum(left_out) / len(groups)
        spread = math.fsum((value - middle) ** 2 for value in left_out)
        return math.sqrt((len(groups) - 1) / len(groups) * spread)

    return compute


@metric(name="found")
def pool_found() -> Metric:
    """The share of rules found by turn 5, 10, 15, …, to the end of the longest round."""

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        return {f"by_{point.turn}": point.share for point in share_found_by(entries_of(scores))}

    return compute


@metric
def ranking() -> Metric:
    """The place of each model by its mean score, over the deals of which all rotations have been played.

    Models with the same mean score share the best place of them.
    """

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        entries = entries_of(scores)
        rotations = 1 + max((entry.rotation for entry in entries), default=0)
        standings = rank(entries, rotations)
        places = places_of(standings)
        return {standing.player: float(place) for standing, place in zip(standings, places, strict=True)}

    return compute


@scorer(
    metrics={
        "score": [mean(), stderr()],
        "solved": [mean(), stderr(), pool_found()],
        "turns": [mean(), stderr()],
        "wrong_guesses": [mean(), stderr()],
        "tokens": [mean(), stderr()],
        **{figure: [pool_statements(figure), jackknife(figure)] for figure in FIGURES},
    }
)
def score_round() -> Scorer:
    """Scores the round of one model: its points first, and what it believed on the way."""

    async def score(state: TaskState, target: Target) -> Score:
        entry = read_entries(state)[0]
        return Score(
            value={
                "score": entry.score,
                "solved": int(entry.solved),
                "turns": entry.turns,
                "wrong_guesses": entry.wrong_guesses,
                "tokens": math.nan if entry.tokens is None else entry.tokens,
                **{figure: take(figure, [entry]) for figure in FIGURES},
            },
            answer=entry.stated[-1] if entry.stated else None,
            explanation=tell_entry(entry),
            metadata={"entries": [entry.to_json()]},
        )

    return score


@scorer(name="cost", metrics=[mean(), stderr()])
def score_cost() -> Scorer:
    """Scores what the tokens of a round cost, by the prices that the task was given."""

    async def score(state: TaskState, target: Target) -> Score:
        costs = [entry.cost for entry in read_entries(state) if entry.cost is not None]
        return Score(value=math.fsum(costs) if costs else math.nan)

    return score


@scorer(metrics=[ranking(), {"*": [mean(), stderr()]}])
def score_table() -> Scorer:
    """Scores the round of several models: the mean points of each."""

    async def score(state: TaskState, target: Target) -> Score:
        entries = read_entries(state)
        points: dict[str, list[int]] = {}
        for entry in entries:
            points.setdefault(entry.player, []).append(entry.score)
        models: list[str] = state.metadata["models"]
        return Score(
            value={
                model: sum(points[model]) / len(points[model]) if model in points else math.nan for model in models
            },
            explanation="\n".join(f"{entry.seat} ({entry.player}): {tell_entry(entry)}" for entry in entries),
            metadata={"entries": [entry.to_json() for entry in entries]},
        )

    return score


def read_entries(state: TaskState) -> list[Entry]:
    """The entries that the round of a sample came to."""
    return [Entry.from_json(data) for data in state.store.get(STORE_KEY, [])]


def tell_entry(entry: Entry) -> str:
    """How a round came out for a seat, in a sentence."""
    if entry.error is not None:
        return f"could not go on: {entry.error}"
    outcome = "found the rule" if entry.solved else f"did not find the rule ({entry.rule})"
    return (
        f"{outcome}; {entry.score} points, {entry.turns} turns, {entry.wrong_guesses} wrong guesses; {entry.ended}"
    )
