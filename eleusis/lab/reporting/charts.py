"""The charts of a report, each as SVG with its title and what it shows in words (matplotlib, extra `report`).

Colours are those of Okabe and Ito, which the colour-blind can tell apart; each arm has its own marker too.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from bisect import bisect_right
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import attrs

from eleusis.ground.errors import LabError
from eleusis.ground.statistics import Interval, Outcome
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.moved import is_of_seat
from eleusis.lab.reporting.naming import arm_names, measure_title
from eleusis.words.page.ink import wrap

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_WIDE = 4.5
"""Inches of 72 points: a chart is as wide as a small phone, and its letters are not scaled down there."""
_SIZE = 11.0
"""The size of the letters."""
_LEGEND = 40
"""How wide a line of a legend is, in columns; what is longer is wrapped, never cut."""
_VALUE = 22
"""And a line beside a chart, of a seat or of the value of a swept knob."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": _SIZE,
    "axes.titlesize": _SIZE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "legend.fontsize": _SIZE,
    "text.parse_math": False,
}


@attrs.frozen
class Chart:
    """One chart."""

    title: str
    description: str
    """What a reader who can't see it is told."""
    svg: str


def charts(plan: Plan, arms: Sequence[RoundColumns], outcomes: Sequence[Outcome]) -> list[Chart]:
    """The charts for a comparison, or for a sweep. Raises LabError (`lab/no-charts`) without matplotlib."""
    check_matplotlib()
    painter = _Painter(plan, arms, {outcome.measure.id: outcome for outcome in outcomes})
    drawn = painter.chart_sweep() if plan.knob is not None else painter.chart_comparison()
    return [chart for chart in drawn if chart is not None]


def check_matplotlib() -> None:
    """Raises LabError (`lab/no-charts`) without matplotlib, which draws charts."""
    if find_spec("matplotlib") is None:
        raise LabError("lab/no-charts", "--report needs matplotlib: pip install 'eleusis[report]'")


def draw_chart(title: str, description: str, high: float, paint: Callable[[Any, Any], None]) -> Chart:
    """A chart of so many inches; `paint` is called with its figure and its axes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    style: Any = {**_STYLE, "svg.hashsalt": title}
    with rc_context(style):
        figure = Figure(figsize=(_WIDE, high), layout="constrained")
        axes = figure.add_subplot()
        paint(figure, axes)
        out = io.StringIO()
        with warnings.catch_warnings():
            # the letters are the browser's: it doesn't matter which of them matplotlib's own font has
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
            figure.savefig(out, format="svg", metadata=nothing, transparent=True)
    _, tag, rest = out.getvalue().partition("<svg")
    rest = re.sub(r' (?:width|height)="[^"]*"', "", rest, count=2)  # it is as wide as its place on the page
    return Chart(title, description, f'{tag} class="chart"{rest}')


class _Painter:
    def __init__(self, plan: Plan, arms: Sequence[RoundColumns], outcomes: dict[str, Outcome]) -> None:
        self.plan = plan
        self.arms = arms
        self.outcomes = outcomes
        self.called = arm_names(plan)

    def chart_comparison(self) -> list[Chart | None]:
        endings = [key for key in self.outcomes if key.startswith("ended.")]
        scores = [key for key, outcome in self.outcomes.items() if outcome.measure.group == "scores"]
        scores = [key for key in scores if key.startswith("score.")]
        seats = [f"score.{name}" for name in self.plan.players]
        totals = [f"game.total.{name}" for name in self.plan.players]
        kinds = {seat.name: seat.how for seat in self.plan.seats}
        return [
            self.forest() if len(self.plan.arms) == 2 else None,
            self.dots("How rounds end", "per cent of the rounds", endings),
            self.lengths(),
            self.dots("Scores by role", "points", scores),
            self.dots("Scores by seat", "points", seats, kinds),
            self.dots("Totals of whole games", "points", totals, kinds),
        ]

    def chart_sweep(self) -> list[Chart | None]:
        wanted = (
            "turns", "layout", "ended.all_expelled", "ended.cutoff", "expelled", "prophet", "prophet.true", "right",
            "score.player", "score.dealer", "score.dealer_ahead", "spread", "lead", "skill", "decks", "no_plays",
            "game.winner", "game.lead", "game.kept", "game.skill",
        )  # fmt: skip
        outcomes = [self.outcomes[key] for key in wanted if key in self.outcomes]
        return [self.line(outcome) for outcome in outcomes if set(outcome.verdicts[1:]) - {"identical"}]

    def forest(self) -> Chart | None:
        """The differences of all measures, in per cent of what they are under A."""
        rows = []
        for outcome in self.outcomes.values():
            gap, base = outcome.differences[1], outcome.arms[0]
            if gap is None or base is None or not base.value or is_of_seat(outcome.measure):
                continue
            if outcome.verdicts[1] in ("more", "less", "unclear"):
                scale = 100 / abs(base.value)
                rows.append((outcome, gap.value * scale, gap.low * scale, gap.high * scale))
        if not rows:
            return None
        rows.sort(key=lambda row: row[1])
        clear = [measure_title(outcome.measure) for outcome, *_ in rows if outcome.verdicts[1] != "unclear"]

        def paint(figure: Any, axes: Any) -> None:
            reach = min(100.0, 1.05 * max(abs(edge) for _, _, low, high in rows for edge in (low, high)))
            for place, (outcome, value, low, high) in enumerate(rows):
                colour = "#777777" if outcome.verdicts[1] == "unclear" else COLOURS[0 if value > 0 else 1]
                ends = [min(reach, max(-reach, edge)) for edge in (low, high)]
                axes.plot(ends, [place, place], color=colour, linewidth=2.2, solid_capstyle="butt")
                for sign, arrow, beyond in ((-1, "<", low < -reach), (1, ">", high > reach)):
                    if beyond:  # it goes on beyond the edge
                        axes.plot(sign * reach, place, arrow, color=colour, markersize=6, clip_on=False)
                if abs(value) <= reach:
                    axes.plot(value, place, MARKERS[0 if value > 0 else 1], color=colour, markersize=5)
                    continue
                # off the chart: written on the other side of 0, where its bar isn't (or is covered by the number)
                at, side = (-0.04 * reach, "right") if value > 0 else (0.04 * reach, "left")
                number = f"{value:+.0f} %".replace("-", "−")
                white = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 1}
                axes.text(at, place, number, ha=side, va="center", color=colour, bbox=white)
            axes.axvline(0, color="#000000", linewidth=0.8)
            axes.set_xlim(-reach, reach)
            axes.set_ylim(-0.7, len(rows) - 0.3)
            axes.set_yticks(range(len(rows)), [measure_title(outcome.measure) for outcome, *_ in rows])
            axes.grid(axis="x")
            axes.set_xlabel("difference in % of A")

        description = f"clearly different: {', '.join(clear) or 'nothing'}; grey: not distinguishable"
        return draw_chart("What changes from A to B", description, 0.23 * len(rows) + 0.7, paint)

    def dots(self, title: str, unit: str, keys: Sequence[str], notes: dict[str, str] | None = None) -> Chart | None:
        """Some measures of all arms, one below the other, with their intervals."""
        rows = [self.outcomes[key] for key in keys if key in self.outcomes]
        if not rows:
            return None
        scale = 100 if rows[0].measure.share else 1
        labels = [outcome.measure.text.removeprefix("score, ").removeprefix("total, ") for outcome in rows]
        lines = [wrap([label], _VALUE) + (wrap([notes[label]], _VALUE) if notes else []) for label in labels]
        tall = sum(max(0, len(label) - 2) for label in lines)
        count = len(self.plan.arms)

        def paint(figure: Any, axes: Any) -> None:
            for arm in range(count):
                shift = (arm - (count - 1) / 2) * min(0.22, 0.7 / count)
                estimates = [outcome.arms[arm] for outcome in rows]
                _draw_bars(axes, estimates, scale, MARKERS[arm % 7], COLOURS[arm % 7], shift, self.label(arm))
            _name_rows(axes, lines)
            axes.set_xlabel(unit)
            self.legend(figure, axes)

        description = "; ".join(
            f"{label}: " + ", ".join(_value(outcome.arms[arm], scale) for arm in range(count))
            for label, outcome in zip(map(" ".join, lines), rows, strict=True)
        )
        high = (0.34 + 0.13 * count) * len(rows) + 0.18 * tall + 0.8 + self.legend_height()
        return draw_chart(title, description, high, paint)

    def lengths(self) -> Chart:
        """How long the rounds are: for each arm the share of rounds with more cards on the layout."""

        high = 3.0 + self.legend_height()

        def paint(figure: Any, axes: Any) -> None:
            for arm, rounds in enumerate(self.arms):
                values = sorted(rounds.numbers.layout)
                size = len(values)
                x = range(values[int(0.99 * size)] + 1)
                y = [100 * (size - bisect_right(values, edge)) / size for edge in x]
                style = ("-", "--", ":", "-.")[arm % 4]
                axes.plot(x, y, style, color=COLOURS[arm % 7], linewidth=2, label=self.label(arm))
            axes.set_ylim(0, 100)
            axes.set_xlim(left=0)
            axes.grid()
            axes.set_xlabel("cards on the layout at the end")
            axes.set_ylabel("% of rounds with more")
            self.legend(figure, axes)

        return draw_chart("How long rounds are", "the share of rounds with more cards than this", high, paint)

    def line(self, outcome: Outcome) -> Chart:
        """A measure against the swept knob."""
        scale = 100 if outcome.measure.share else 1
        values = [arm.label for arm in self.plan.arms]
        title = measure_title(outcome.measure)[0].upper() + measure_title(outcome.measure)[1:]
        estimates = list(zip(values, outcome.arms, strict=True))
        description = ", ".join(f"{value}: {_value(own, scale)}" for value, own in estimates)
        if not all(_NUMBER.fullmatch(value) for value in values):
            return self.categories(title, description, outcome)
        x = [float(value) for value in values]
        points = [(at, own) for at, own in zip(x, outcome.arms, strict=True) if own is not None]

        def paint(figure: Any, axes: Any) -> None:
            knob, own = [at for at, _ in points], [own for _, own in points]
            below, above = _reaches(own, scale)
            axes.fill_between(
                knob, [interval.value * scale - down for interval, down in zip(own, below, strict=True)],
                [interval.value * scale + up for interval, up in zip(own, above, strict=True)],
                color=COLOURS[4], alpha=0.4, linewidth=0,
            )  # fmt: skip
            axes.plot(knob, [interval.value * scale for interval in own], "o-", color=COLOURS[0], markersize=5)
            axes.locator_params(axis="x", integer=True)
            axes.grid(axis="y")
            axes.set_xlabel(self.plan.knob)
            if outcome.measure.share:
                axes.set_ylabel("%")

        return draw_chart(title, description, 2.4, paint)

    def categories(self, title: str, description: str, outcome: Outcome) -> Chart:
        """A measure for each value of a knob that is no number: names have no order, so that nothing joins them."""
        scale = 100 if outcome.measure.share else 1
        values = [wrap([arm.label], _VALUE) for arm in self.plan.arms]
        more = sum(len(value) - 1 for value in values)

        def paint(figure: Any, axes: Any) -> None:
            _draw_bars(axes, outcome.arms, scale, "o", COLOURS[0])
            _name_rows(axes, values)
            axes.set_title(self.plan.knob, loc="left")
            if outcome.measure.share:
                axes.set_xlabel("%")

        return draw_chart(title, description, 0.34 * len(values) + 0.18 * more + 0.9, paint)

    def label(self, arm: int) -> str:
        """A variant in a legend, on as many lines as it takes."""
        return "\n".join(wrap([f"{self.called[arm]} {self.plan.arms[arm].label}"], _LEGEND))

    def legend_height(self) -> float:
        """The inches that the legend takes; no more than one variant needs none."""
        count = len(self.plan.arms)
        return 0.22 * sum(self.label(arm).count("\n") + 1 for arm in range(count)) if count > 1 else 0

    def legend(self, figure: Any, axes: Any) -> None:
        if len(self.plan.arms) > 1:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=1, borderpad=0)


def _name_rows(axes: Any, labels: Sequence[Sequence[str]]) -> None:
    """The rows of a chart from the top down, each with the lines of its label."""
    axes.set_yticks(range(len(labels)), map("\n".join, labels))
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(axis="x")


def _draw_bars(
    axes: Any,
    estimates: Sequence[Interval | None],
    scale: float,
    marker: str,
    colour: str,
    shift: float = 0,
    label: str | None = None,
) -> None:
    """Estimates one below the other, each with its interval as a bar; those that there are none of are left out."""
    drawn = [(estimate, place + shift) for place, estimate in enumerate(estimates) if estimate is not None]
    axes.errorbar(
        [estimate.value * scale for estimate, _ in drawn], [place for _, place in drawn],
        xerr=_reaches([estimate for estimate, _ in drawn], scale),
        fmt=marker, color=colour, markersize=5, linewidth=1.6, label=label,
    )  # fmt: skip


def _reaches(estimates: Sequence[Interval], scale: float) -> tuple[list[float], list[float]]:
    """How far the intervals reach below and above their values: never less than nothing, nor without end."""

    def reach(distance: float) -> float:
        return max(0.0, distance) * scale if math.isfinite(distance) else 0.0

    below = [reach(estimate.value - estimate.low) for estimate in estimates]
    return below, [reach(estimate.high - estimate.value) for estimate in estimates]


def _value(estimate: Interval | None, scale: float) -> str:
    return "–" if estimate is None else f"{estimate.value * scale:.3g}"
