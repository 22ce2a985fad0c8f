"""The page of a benchmark: charts of calibration and of what was found when, the figures and every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from eleusis.benchmark import figures
from eleusis.benchmark.entries import Entry
from eleusis.benchmark.scorecard import figure_rows, may_guess, rounds_text
from eleusis.ground.statistics import Interval, Ratio, format_estimate, interval
from eleusis.lab.reporting.charts import COLOURS, MARKERS, Chart, check_matplotlib, draw_chart
from eleusis.lab.reporting.report import write_page_whole
from eleusis.words.page.ink import cut
from eleusis.words.page.templating import render

_ERROR = 100
"""So much of an error stands beside its round."""


def write_calibration_page(
    path: Path, entries: Sequence[Entry], standings: Sequence[figures.Standing], command: str
) -> None:
    """Write the page. Raises LabError (`lab/cannot-write`, `lab/no-charts`)."""
    write_page_whole(path, calibration_page(entries, standings, command))


def calibration_page(entries: Sequence[Entry], standings: Sequence[figures.Standing], command: str) -> str:
    """The page as text. Raises LabError (`lab/no-charts`) without matplotlib."""
    check_matplotlib()
    kinds = figures.kinds_of(entries)
    own = {kind: [entry for entry in entries if entry.player == kind] for kind in kinds}
    drawn = [*(chart_calibration(kind, part) for kind, part in own.items()), chart_found(own)]
    return render(
        "calibration.html",
        title=f"Benchmark: {', '.join(kinds)}",
        played=rounds_text(entries),
        command=command,
        charts=[chart for chart in drawn if chart is not None],
        kinds=kinds,
        figures_of_kinds=[
            [lead.strip(), *texts] for lead, texts in figure_rows([*own.values()], may_guess(entries))
        ],
        ranking=_ranking(standings),
        rounds=list(map(_cells, entries)),
    )


def chart_calibration(kind: str, entries: Sequence[Entry]) -> Chart | None:
    """How often statements of about the same confidence were right; None where nothing was stated."""
    pairs = figures.decided_pairs(entries)
    if not pairs:
        return None
    bins = figures.bins_of(pairs)
    shares = [_share(entries, place) for place in sorted({figures.in_bin(sure) for sure, _ in pairs})]
    largest = max(own.count for own in bins)

    def paint(figure: Any, axes: Any) -> None:
        axes.plot([0, 100], [0, 100], "--", color="#777777", linewidth=1)
        for own, share in zip(bins, shares, strict=True):
            assert share is not None, "a bin that is drawn has statements"
            reach = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
            size = 5 + 5 * (own.count / largest) ** 0.5
            at, value = [100 * own.confidence], [100 * share.value]
            axes.errorbar(at, value, yerr=reach, fmt=MARKERS[0], color=COLOURS[0], markersize=size, linewidth=1.6)
        axes.set_xlim(-3, 103)
        axes.set_ylim(-3, 103)
        axes.grid()
        axes.set_xlabel("how sure, %")
        axes.set_ylabel("how often right, %")

    words = [f"{100 * own.confidence:.0f} % sure: {100 * own.right:.0f} % right, of {own.count}" for own in bins]
    return draw_chart(f"Calibration: {kind}", "; ".join(words), 3.6, paint)


def chart_found(parts: Mapping[str, Sequence[Entry]]) -> Chart | None:
    """The share of rules found by each turn, a line for each kind; None where nothing was found."""
    if not any(entry.solved for entries in parts.values() for entry in entries):
        return None
    longest = max(entry.turns for entries in parts.values() for entry in entries)

    def paint(figure: Any, axes: Any) -> None:
        for colour, (kind, entries) in zip(cycle(COLOURS), parts.items(), strict=False):
            heights = [100 * point.share for point in figures.share_found_by(entries, longest, 1)]
            axes.step(range(1 + longest), [0.0, *heights], where="post", color=colour, label=cut(kind, 40))
        axes.set_ylim(-3, 103)
        axes.grid()
        axes.set_xlabel("turn")
        axes.set_ylabel("rules found, %")
        axes.legend(loc="best")

    words = []
    for kind, entries in parts.items():
        points = figures.share_found_by(entries, longest)
        words.append(f"{kind}: {', '.join(f'{100 * point.share:.0f} % by turn {point.turn}' for point in points)}")
    return draw_chart("Rules found by turn", "; ".join(words), 3.6, paint)


def _share(entries: Sequence[Entry], place: int) -> Interval | None:
    """The share of the statements of a bin that was right; those of a deal are not told apart."""
    deals: list[list[figures.Decided]] = [
        [pair for pair in figures.decided_pairs(deal) if figures.in_bin(pair[0]) == place]
        for deal in figures.by_deal(entries)
    ]
    right = [sum(own for _, own in deal) for deal in deals]
    return interval(Ratio(right, list(map(len, deals)), 1), share=True)


def _ranking(standings: Sequence[figures.Standing]) -> list[list[str]]:
    return [
        [
            f"{place}. {standing.player}",
            format_estimate(standing.score, share=False),
            format_estimate(standing.wins, share=True),
            format_estimate(standing.ahead, share=False, signed=True),
            standing.verdict,
            f"{standing.failed:,} of {standing.entries:,}",
        ]
        for place, standing in zip(figures.places_of(standings), standings, strict=True)
    ]


def _cells(entry: Entry) -> list[str]:
    """A row for an entry; of an error as much as has room: its entry has all of it."""
    error = "" if entry.error is None else f" ({cut(' '.join(entry.error.split()), _ERROR)})"
    return [
        f"{entry.rule}{error}",
        f"{entry.seat}: {entry.player}",
        str(entry.score),
        "yes" if entry.solved else "no",
        str(entry.turns),
        str(entry.wrong_guesses),
        f"{entry.seconds:.2f}",
        "–" if entry.tokens is None else f"{entry.tokens:,}",
    ]
