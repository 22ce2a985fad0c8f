"""The page of a benchmark: a chart of calibration, the figures and every round; nothing is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eleusis.benchmark.entries import Entry
from eleusis.benchmark.figures import (
    FIGURES,
    Decided,
    Standing,
    bins_of,
    by_deal,
    calibration_error,
    count_failed,
    decided_pairs,
    estimate,
    in_bin,
    kinds_of,
    places_of,
)
from eleusis.benchmark.scorecard import format_figure, rounds_text
from eleusis.ground.statistics import Interval, Ratio, format_estimate, interval
from eleusis.lab.reporting.charts import COLOURS, MARKERS, Chart, draw_chart, prepare_charts
from eleusis.lab.reporting.report import escape, facts_html, figures_html, page_html, write_page_whole
from eleusis.words.page.ink import cut

_ERROR = 100
"""So much of an error stands beside its round."""


def write_calibration_page(
    path: Path, entries: Sequence[Entry], standings: Sequence[Standing], command: str
) -> None:
    """Write the page. Raises LabError (`lab/cannot-write`, `lab/no-charts`)."""
    write_page_whole(path, calibration_page(entries, standings, command))


def calibration_page(entries: Sequence[Entry], standings: Sequence[Standing], command: str) -> str:
    """The page as text. Raises LabError (`lab/no-charts`) without matplotlib."""
    prepare_charts()
    kinds = kinds_of(entries)
    drawn = [chart_calibration(kind, [entry for entry in entries if entry.player == kind]) for kind in kinds]
    facts = {"played": rounds_text(entries), "players": ", ".join(kinds)}
    body = (
        f"{facts_html(facts)}<h2>Command</h2><code>{escape(command)}</code>"
        f"{figures_html([chart for chart in drawn if chart is not None])}"
        f"<h2>Figures</h2>{_figures(entries, kinds)}{_ranking(standings)}"
        f"<h2>Rounds</h2>{_rounds(entries)}"
        '<p class="note">± is half of the 95 % interval. A statement is right if it is the same as the secret '
        "rule on every line that continues the mainline as it was at that moment.</p>"
    )
    return page_html(f"Benchmark: {', '.join(kinds)}", body)


def chart_calibration(kind: str, entries: Sequence[Entry]) -> Chart | None:
    """How often statements of about the same confidence were right; None where nothing was stated."""
    pairs = decided_pairs(entries)
    if not pairs:
        return None
    bins = bins_of(pairs)
    shares = [_share(entries, place) for place in sorted({in_bin(sure) for sure, _ in pairs})]
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


def _share(entries: Sequence[Entry], place: int) -> Interval | None:
    """The share of the statements of a bin that was right; those of a deal are not told apart."""
    deals: list[list[Decided]] = [
        [pair for pair in decided_pairs(deal) if in_bin(pair[0]) == place] for deal in by_deal(entries)
    ]
    right = [sum(own for _, own in deal) for deal in deals]
    return interval(Ratio(right, list(map(len, deals)), 1), share=True)


def _figures(entries: Sequence[Entry], kinds: Sequence[str]) -> str:
    """The figures of each kind, a column for each."""
    own = [[entry for entry in entries if entry.player == kind] for kind in kinds]
    rows = []
    for figure in FIGURES:
        share = figure.measure.share
        texts = [format_figure(figure.measure, estimate(figure, part)) for part in own]
        rows.append([figure.measure.text + " %" * share, *texts])
    errors = [calibration_error(part) for part in own]
    rows.append(["calibration error", *("–" if error is None else f"{error:.3f}" for error in errors)])
    if count_failed(entries):
        rows.append(["failed", *(f"{count_failed(part):,} of {len(part):,}" for part in own)])
    return _table(["", *kinds], rows)


def _ranking(standings: Sequence[Standing]) -> str:
    if not standings:
        return ""
    rows = [
        [
            f"{place}. {standing.player}",
            format_estimate(standing.score, share=False),
            format_estimate(standing.wins, share=True),
            format_estimate(standing.ahead, share=False, signed=True),
            standing.verdict,
            f"{standing.failed:,} of {standing.entries:,}",
        ]
        for place, standing in zip(places_of(standings), standings, strict=True)
    ]
    return "<h2>Ranking</h2>" + _table(["", "score", "most points %", "over the next", "", "failed"], rows)


def _rounds(entries: Sequence[Entry]) -> str:
    """Every entry, a row for each."""
    heads = ["rule", "player", "score", "solved", "turns", "wrong guesses", "seconds", "tokens"]
    rows = [
        [
            entry.rule if entry.error is None else f"{entry.rule} ({_in_a_line(entry.error)})",
            f"{entry.seat}: {entry.player}",
            str(entry.score),
            "yes" if entry.solved else "no",
            str(entry.turns),
            str(entry.wrong_guesses),
            f"{entry.seconds:.2f}",
            "–" if entry.tokens is None else f"{entry.tokens:,}",
        ]
        for entry in entries
    ]
    return _table(heads, rows)


def _in_a_line(text: str) -> str:
    """An error as far as it has room; its entry has all of it."""
    return cut(" ".join(text.split()), _ERROR)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; on a small screen each cell has its heading."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td>{escape(cell)}</td>" if not place else f'<td data-of="{escape(heads[place])}">{escape(cell)}</td>'
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
