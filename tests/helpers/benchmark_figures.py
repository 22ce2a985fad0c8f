"""The figures of a benchmark, worked out again from its entries.

`python -m tests.helpers.benchmark_figures R.jsonl …` prints them.
It shares no code with the program: it reads the lines of `--out` (or the object of `--format json`) as JSON and
reckons with fractions, so that nothing is rounded before the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

Entry = Mapping[str, Any]


def entries_of(text: str) -> list[Entry]:
    """The entries of a file: one a line, or the `rounds` of an object."""
    objects = [json.loads(line) for line in text.splitlines() if line.strip()]
    if len(objects) == 1 and "rounds" in objects[0]:
        rounds: list[Entry] = objects[0]["rounds"]
        return rounds
    return objects


def figures(entries: Sequence[Entry]) -> dict[str, float | int | None]:
    """Every figure that stands beside the rounds."""
    pairs = [
        (Fraction(str(sure)), right)
        for entry in entries
        for sure, right in entry["confidences"]
        if right is not None
    ]
    scores = [Fraction(entry["score"]) for entry in entries]
    turns = sum(entry["turns"] for entry in entries)
    wrong = [(guess, entry["guesses"]) for entry in entries for guess in entry["guesses"] if not guess["right"]]
    return {
        "mean_score": mean(scores),
        "mean_floored": mean([max(score, Fraction(0)) for score in scores]),
        "solved": mean([Fraction(int(entry["solved"])) for entry in entries]),
        "wrong_guesses": sum(entry["wrong_guesses"] for entry in entries),
        "calibration_error": calibration_error(pairs),
        "brier": mean([(sure - int(right)) ** 2 for sure, right in pairs]),
        "seconds_per_turn": float(sum(Fraction(str(entry["seconds"])) for entry in entries) / turns)
        if turns
        else None,
        "caution": mean([Fraction(entry["waited"]) for entry in entries if entry["waited"] is not None]),
        "double_down": mean([Fraction(int(guess["repeated"] or guess["refuted"])) for guess, _ in wrong]),
        "guesses_next_turn": mean(
            [Fraction(int(any(other["turn"] == guess["turn"] + 1 for other in own))) for guess, own in wrong]
        ),
        "cost": sum(costs)
        if (costs := [entry["cost"] for entry in entries if entry["cost"] is not None])
        else None,
    }


def found_by(entries: Sequence[Entry], turn: int) -> float | None:
    """The share of the rules that were found in so many turns."""
    return mean([Fraction(int(entry["solved"] and entry["turns"] <= turn)) for entry in entries])


def calibration_error(pairs: Sequence[tuple[Fraction, bool]]) -> float | None:
    """Ten bins [0, .1) … [.9, 1]; of each its share of all, times how far confidence is from what was right."""
    if not pairs:
        return None
    total = Fraction(0)
    for number in range(10):
        low, high = Fraction(number, 10), Fraction(number + 1, 10)
        own = [(sure, right) for sure, right in pairs if low <= sure < high or (number == 9 and sure == 1)]
        if own:
            confidence = sum((sure for sure, _ in own), Fraction(0)) / len(own)
            share = Fraction(sum(int(right) for _, right in own), len(own))
            total += Fraction(len(own), len(pairs)) * abs(confidence - share)
    return float(total)


def mean(values: Sequence[Fraction]) -> float | None:
    """The mean; None of nothing."""
    return float(sum(values, Fraction(0)) / len(values)) if values else None


def main(files: Sequence[str]) -> int:
    """Print the figures of each file."""
    for file in files:
        own = figures(entries_of(Path(file).read_text(encoding="utf-8")))
        print(f"{file}: {json.dumps(own)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
