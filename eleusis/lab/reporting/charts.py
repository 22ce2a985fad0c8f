"""The charts of a report, each as SVG with its title and what it shows in words (matplotlib, extra `report`).

Colours are those of Okabe and Ito, which the colour-blind can tell apart; each arm has its own marker too.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from eleusis.errors import LabError
from eleusis.lab.columns import RoundColumns
from eleusis.lab.measures import Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.tables import names
from eleusis.lab.stats import Interval
from eleusis.page.ink import cut

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_WIDE = 4.5
"""Inches of 72 points: a chart is as wide as a small phone, and its letters are not scaled down there."""
_TICKS = 8
"""So many values of a swept knob are written below a chart, at most."""
_LETTER = 0.025
"""The width of a letter below a chart, as a part of the axis, and a little more, so that labels keep apart."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11.0,
    "axes.titlesize": 11.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "legend.fontsize": 11.0,
}


@attrs.frozen
class Chart:
    """One chart; `told` is what a reader who can't see it is told."""

    title: str
    told: str
    svg: str


def charts(plan: Plan, arms: Sequence[RoundColumns], found: Sequence[Outcome]) -> list[Chart]:
    """The charts for a comparison, or for a sweep. Raises LabError (`lab/no-charts`) without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise LabError("lab/no-charts", "--report needs matplotlib: pip install 'eleusis[report]'") from None
    matplotlib.use("svg")
    painter = _Painter(plan, arms, {one.measure.id: one for one in found})
    made = painter.swept() if plan.knob is not None else painter.compared()
    return [chart for chart in made if chart is not None]


class _Painter:
    def __init__(self, plan: Plan, arms: Sequence[RoundColumns], found: dict[str, Outcome]) -> None:
        self.plan = plan
        self.arms = arms
        self.found = found
        self.called = names(plan)

    def compared(self) -> list[Chart | None]:
        endings = [key for key in self.found if key.startswith("ended.")]
        scores = [
            key for key in self.found if key.startswith("score.") and self.found[key].measure.group == "scores"
        ]
        seats = [f"score.{name}" for name in self.plan.players if f"score.{name}" in self.found]
        totals = [f"game.total.{name}" for name in self.plan.players if f"game.total.{name}" in self.found]
        kinds = {seat.name: seat.how for seat in self.plan.seats}
        return [
            self.forest() if len(self.plan.arms) == 2 else None,
            self.dots("How rounds end", "per cent of the rounds", endings),
            self.lengths(),
            self.dots("Scores by role", "points", scores),
            self.dots("Scores by seat", "points", seats, kinds),
            self.dots("Totals of whole games", "points", totals, kinds),
        ]

    def swept(self) -> list[Chart | None]:
        wanted = (
            "turns", "layout", "ended.all_expelled", "ended.cutoff", "expelled", "prophet", "prophet.true", "right",
            "score.player", "score.dealer", "score.dealer_ahead", "spread", "lead", "skill", "decks", "no_plays",
            "game.winner", "game.lead", "game.kept", "game.skill",
        )  # fmt: skip
        return [self.line(self.found[key]) for key in wanted if key in self.found and self.moves(self.found[key])]

    def moves(self, one: Outcome) -> bool:
        return any(verdict != "identical" for verdict in one.verdicts[1:])

    def forest(self) -> Chart | None:
        """The differences of all measures, in per cent of what they are under A."""
        rows = []
        for one in self.found.values():
            gap, base = one.differences[1], one.arms[0]
            of_a_seat = one.measure.group == "players" or one.measure.id.startswith(("game.total.", "game.wins."))
            if gap is None or base is None or not base.value or of_a_seat:
                continue
            if one.verdicts[1] in ("more", "less", "unclear"):
                scale = 100 / abs(base.value)
                rows.append((one, gap.value * scale, gap.low * scale, gap.high * scale))
        if not rows:
            return None
        rows.sort(key=lambda row: row[1])
        clear = [_named(one) for one, *_ in rows if one.verdicts[1] != "unclear"]

        def paint(figure: Any, axes: Any) -> None:
            reach = min(100.0, 1.05 * max(abs(edge) for _, _, low, high in rows for edge in (low, high)))
            for place, (one, value, low, high) in enumerate(rows):
                colour = "#777777" if one.verdicts[1] == "unclear" else COLOURS[0 if value > 0 else 1]
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
            axes.set_yticks(range(len(rows)), [_named(one) for one, *_ in rows])
            axes.grid(axis="x")
            axes.set_xlabel("difference in % of A")

        told = f"clearly different: {', '.join(clear) or 'nothing'}; grey: not distinguishable"
        return self.drawn("What changes from A to B", told, 0.23 * len(rows) + 0.7, paint)

    def dots(self, title: str, unit: str, keys: Sequence[str], notes: dict[str, str] | None = None) -> Chart | None:
        """Some measures of all arms, one below the other, with their intervals."""
        rows = [self.found[key] for key in keys]
        if not rows:
            return None
        scale = 100 if rows[0].measure.share else 1
        labels = [one.measure.text.removeprefix("score, ").removeprefix("total, ") for one in rows]
        if notes:
            labels = [f"{label}\n{notes[label]}" for label in labels]
        count = len(self.plan.arms)

        def paint(figure: Any, axes: Any) -> None:
            for arm in range(count):
                shift = (arm - (count - 1) / 2) * min(0.22, 0.7 / count)
                points = [(one.arms[arm], place + shift) for place, one in enumerate(rows)]
                there = [(found, place) for found, place in points if found is not None]
                axes.errorbar(
                    [found.value * scale for found, _ in there],
                    [place for _, place in there],
                    xerr=_bars([found for found, _ in there], scale),
                    fmt=MARKERS[arm % 7],
                    color=COLOURS[arm % 7],
                    markersize=5,
                    linewidth=1.6,
                    label=self.label(arm),
                )
            axes.set_yticks(range(len(rows)), labels)
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.grid(axis="x")
            axes.set_xlabel(unit)
            self.legend(figure, axes)

        told = "; ".join(
            f"{label}: " + ", ".join(_said(one.arms[arm], scale) for arm in range(count))
            for label, one in zip(labels, rows, strict=True)
        )
        high = (0.34 + 0.13 * count) * len(rows) + 0.8 + 0.22 * (count if count > 1 else 0)
        return self.drawn(title, told.replace("\n", " "), high, paint)

    def lengths(self) -> Chart:
        """How long the rounds are: for each arm the share of rounds with more cards on the layout."""

        count = len(self.plan.arms)
        high = 3.0 + 0.22 * (count if count > 1 else 0)  # the legend takes a line for each

        def paint(figure: Any, axes: Any) -> None:
            for arm, rounds in enumerate(self.arms):
                values = sorted(rounds.numbers.layout)
                size = len(values)
                last = values[min(size - 1, int(0.99 * size))]
                x = list(range(last + 1))
                y, at = [], 0
                for edge in x:
                    while at < size and values[at] <= edge:
                        at += 1
                    y.append(100 * (size - at) / size)
                style = ("-", "--", ":", "-.")[arm % 4]
                axes.plot(x, y, style, color=COLOURS[arm % 7], linewidth=2, label=self.label(arm))
            axes.set_ylim(0, 100)
            axes.set_xlim(left=0)
            axes.grid()
            axes.set_xlabel("cards on the layout at the end")
            axes.set_ylabel("% of rounds with more")
            self.legend(figure, axes)

        return self.drawn("How long rounds are", "the share of rounds with more cards than so many", high, paint)

    def line(self, one: Outcome) -> Chart:
        """A measure against the swept knob."""
        scale = 100 if one.measure.share else 1
        values = [arm.label for arm in self.plan.arms]
        title = _named(one)[0].upper() + _named(one)[1:]
        told = ", ".join(f"{value}: {_said(own, scale)}" for value, own in zip(values, one.arms, strict=True))
        if not all(_NUMBER.fullmatch(value) for value in values):
            return self.categories(title, told, one)
        x = [float(value) for value in values]
        there = [(at, own) for at, own in zip(x, one.arms, strict=True) if own is not None]

        def paint(figure: Any, axes: Any) -> None:
            edges, own = [at for at, _ in there], [own for _, own in there]
            below, above = _bars(own, scale)
            axes.fill_between(
                edges, [it.value * scale - down for it, down in zip(own, below, strict=True)],
                [it.value * scale + up for it, up in zip(own, above, strict=True)],
                color=COLOURS[4], alpha=0.4, linewidth=0,
            )  # fmt: skip
            axes.plot(edges, [it.value * scale for it in own], "o-", color=COLOURS[0], markersize=5)
            axes.set_xticks(x, labelled(values))
            axes.grid(axis="y")
            axes.set_xlabel(self.plan.knob)
            if one.measure.share:
                axes.set_ylabel("%")

        return self.drawn(title, told, 2.4, paint)

    def categories(self, title: str, told: str, one: Outcome) -> Chart:
        """A measure for each value of a knob that is no number: names have no order, so that nothing joins them."""
        scale = 100 if one.measure.share else 1
        values = [cut(arm.label, 24) for arm in self.plan.arms]
        there = [(own, place) for place, own in enumerate(one.arms) if own is not None]

        def paint(figure: Any, axes: Any) -> None:
            axes.errorbar(
                [own.value * scale for own, _ in there], [place for _, place in there],
                xerr=_bars([own for own, _ in there], scale),
                fmt="o", color=COLOURS[0], markersize=5, linewidth=1.6,
            )  # fmt: skip
            axes.set_yticks(range(len(values)), values)
            axes.set_ylim(len(values) - 0.5, -0.5)
            axes.grid(axis="x")
            axes.set_title(self.plan.knob, loc="left")
            if one.measure.share:
                axes.set_xlabel("%")

        return self.drawn(title, told, 0.34 * len(values) + 0.9, paint)

    def label(self, arm: int) -> str:
        text = self.called[arm] + (f" {self.plan.arms[arm].label}" if len(self.plan.arms) > 1 else "")
        return text if len(text) <= 46 else text[:45] + "…"

    def legend(self, figure: Any, axes: Any) -> None:
        if len(self.plan.arms) > 1:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=1, borderpad=0)

    def drawn(self, title: str, told: str, high: float, paint: Callable[[Any, Any], None]) -> Chart:
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        style: Any = {**_STYLE, "svg.hashsalt": title}
        with rc_context(style):
            figure = Figure(figsize=(_WIDE, high), layout="constrained")
            axes = figure.add_subplot()
            paint(figure, axes)
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
        svg = out.getvalue()
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
        svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
        return Chart(title, told, svg)


def labelled(values: Sequence[str]) -> list[str]:
    """The numbers below an axis, with "" for those that there is no room for."""
    places = [float(value) for value in values]
    low, span = min(places), (max(places) - min(places)) or 1.0
    step = -(-len(values) // _TICKS)
    shown, free = [], -1.0
    for number, (value, place) in enumerate(zip(values, places, strict=True)):
        half = _LETTER * len(value) / 2
        middle = (place - low) / span
        fits = number % step == 0 and middle - half >= free
        shown.append(value if fits else "")
        if fits:
            free = middle + half + _LETTER / 2
    return shown


def _bars(found: Sequence[Interval], scale: float) -> tuple[list[float], list[float]]:
    """How far the intervals reach below and above their values: never less than nothing, nor without end."""
    below = [max(0.0, one.value - one.low) * scale if math.isfinite(one.low) else 0.0 for one in found]
    above = [max(0.0, one.high - one.value) * scale if math.isfinite(one.high) else 0.0 for one in found]
    return below, above


def _named(one: Outcome) -> str:
    """What a measure is called where no heading says whether it is of rounds or of whole games."""
    return f"{one.measure.text} (game)" if one.measure.whole else one.measure.text


def _said(found: Interval | None, scale: float) -> str:
    return "–" if found is None else f"{found.value * scale:.3g}"
