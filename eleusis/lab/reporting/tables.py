"""The results of a simulation as a table for a terminal, and as data: JSON and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from eleusis.lab.measures import Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.stats import Interval
from eleusis.page.ink import Ink, cells, cut, fill, wrap

MARKS = {"more": "▲", "less": "▼", "unclear": " ", "identical": "=", "too few": "?"}
"""What stands for a verdict where there is no room for the word."""
_NAME = 27
_ARM = 15
"""The columns of an arm's estimate with its mark, at least."""
_GAP = 15
_VERDICT = 10


def number(found: Interval | None, share: bool, signed: bool = False) -> str:
    """An estimate with half of its interval, in as many places as that half makes sense of."""
    if found is None:
        return "–"
    scale = 100 if share else 1
    value, half = found.value * scale, found.half * scale
    if not math.isfinite(half):
        return f"{value:{'+' if signed else ''}.3g} ±?"
    places = 0 if half >= 10 else min(3, max(0, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    if share:
        places = min(places, 2)
    sign = "+" if signed else ""
    return f"{value:{sign}.{places}f} ±{half:.{places}f}".replace("-", "−")


def names(plan: Plan) -> list[str]:
    """What each arm is called in a heading: its letter, or the value of a swept knob."""
    if plan.knob is not None:
        return [f"= {arm.label}" for arm in plan.arms]
    return (
        ["A"]
        if len(plan.arms) == 1
        else [chr(ord("A") + i) if i < 26 else f"#{i + 1}" for i in range(len(plan.arms))]
    )


def played(plan: Plan) -> str:
    """How much is played: so many rounds, or games of so many."""
    if plan.game is None:
        return f"{plan.rounds:,} round{'s' * (plan.rounds != 1)}"
    of = f"{plan.game} round{'s' * (plan.game != 1)}"
    return f"{plan.games:,} game{'s' * (plan.games != 1)} of {of}"


def compared(plan: Plan) -> str:
    """What is played, and that all variants get the same deals, where there are several."""
    several = f" under each of {len(plan.arms)} variants, the same deals" if len(plan.arms) > 1 else ""
    return played(plan) + several


def chances(found: Sequence[Outcome]) -> str:
    """How many measures differ, and how many would by chance alone."""
    clear = sum(any(verdict in ("more", "less") for verdict in one.verdicts) for one in found)
    chance = 0.05 * len(found)
    return (
        f"{clear} of {len(found)} measures differ. Where nothing changed, about {chance:.0f} would seem to in each "
        "comparison."
    )


def results_text(plan: Plan, found: Sequence[Outcome], *, width: int = 80, colour: bool = False) -> str:
    """The results as a text with no line over `width` columns (60 at least)."""
    ink, width = Ink(colour), max(60, width)
    lines = _heading(plan, ink, width)
    if len(plan.arms) == 2:
        lines += ["", *_pair(plan, found, ink, width)]
    else:
        size = _size(plan, found, width)
        fit = max(1, (width - _NAME) // size)
        for first in range(0, len(plan.arms), fit):
            arms = range(first, min(first + fit, len(plan.arms)))
            lines += ["", *_table(plan, found, arms, size, ink)]
    lines += ["", *_foot(plan, found, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _heading(plan: Plan, ink: Ink, width: int) -> list[str]:
    lines = [ink.bold(line) for line in wrap([compared(plan)], width)]
    lines += wrap([f"{seat.name} {seat.how}" for seat in plan.seats], width, "  ", 4)
    rules = f"the rule {ink.safe(plan.rules[0].text, 300)}" if len(plan.rules) == 1 else f"{len(plan.rules)} rules"
    lines += wrap([rules, f"seed {plan.seed}"], width, "  ", 4)
    if plan.knob is None:
        for name, arm in zip(names(plan), plan.arms, strict=True):
            lines += wrap([ink.safe(arm.label, 300)], width, f"  {name}  ", 5)
    else:
        first, last = plan.arms[0], plan.arms[-1]
        moved = f"{first.variant.name}, {ink.safe(plan.knob, 100)} from {first.label} to {last.label}"
        lines += wrap([moved], width, "  ", 4)
    return lines


def _size(plan: Plan, found: Sequence[Outcome], width: int) -> int:
    """The columns of one arm: as many as the longest value of a swept knob asks for, as far as there is room."""
    heads = max(cells(name) + 1 for name in names(plan))
    shown = max(
        (cells(_estimate(one, arm)) + 1 for one in found for arm in range(len(plan.arms))),
        default=0,
    )
    return max(_ARM, shown, min(heads, width - _NAME))


def _table(plan: Plan, found: Sequence[Outcome], arms: Sequence[int], size: int, ink: Ink) -> list[str]:
    """One arm, or several with marks for how they differ from the first."""
    called = names(plan)
    head = "".join(fill(cut(ink.safe(called[arm], 100), size - 1), size, right=True) for arm in arms)
    lines = [ink.bold(fill("", _NAME) + head)]
    for group, several in groupby(found, key=lambda one: one.measure.group):
        lines.append(ink.bold(group))
        lines += [
            _lead(one) + "".join(fill(_estimate(one, arm), size, right=True) for arm in arms) for one in several
        ]
    return lines


def _pair(plan: Plan, found: Sequence[Outcome], ink: Ink, width: int) -> list[str]:
    """Two arms with their difference behind them; below them where the page is narrow."""
    called = [ink.safe(name, 100) for name in names(plan)]
    size = max([_ARM - 1, *(cells(number(own, one.measure.share)) for one in found for own in one.arms)])
    wide = max([_GAP, *(cells(number(one.differences[1], one.measure.share, True)) for one in found)])
    narrow = width < _NAME + 2 * size + wide + _VERDICT
    between = f"{called[1]} less {called[0]}" if plan.knob is None else "difference"
    head = fill("", _NAME) + "".join(fill(cut(name, size - 1), size, right=True) for name in called)
    if narrow:
        lines = [ink.bold(head), ink.bold(fill("", _NAME + 2 * size - wide) + fill(between, wide, right=True))]
    else:
        lines = [ink.bold(head + fill(between, wide, right=True))]
    for group, several in groupby(found, key=lambda one: one.measure.group):
        lines.append(ink.bold(group))
        for one in several:
            share = one.measure.share
            line = _lead(one) + "".join(fill(number(own, share), size, right=True) for own in one.arms)
            gap, verdict = number(one.differences[1], share, True), one.verdicts[1]
            if narrow:
                lines.append(line)
                line = fill("", _NAME) + fill(verdict, 2 * size - wide, right=True) + fill(gap, wide, right=True)
            else:
                line += fill(gap, wide, right=True) + f" {verdict}"
            lines.append(line)
    return lines


def _lead(one: Outcome) -> str:
    """What is measured, in the first column."""
    lead = f"  {one.measure.text}" + (" %" if one.measure.share else "")
    return fill(cut(lead, _NAME - 1), _NAME)


def _estimate(one: Outcome, arm: int) -> str:
    """One arm's estimate, with the mark of how it differs from the first."""
    mark = "" if one.arms[arm] is None else MARKS.get(one.verdicts[arm], "")
    return number(one.arms[arm], one.measure.share) + mark


def _foot(plan: Plan, found: Sequence[Outcome], width: int) -> list[str]:
    """How to read it."""
    lines = wrap(["± half of the 95 % interval.".replace(" %", "\xa0%")], width)
    if len(plan.arms) == 1:
        return [line.replace("\xa0", " ") for line in lines]
    words = ["± is half of the 95 % interval; the differences are paired, deal by deal."]
    if len(plan.arms) == 2:
        words.append("more, less: the interval leaves out 0. unclear: it doesn't, so no difference is shown.")
    else:
        words.append(
            f"Against {names(plan)[0]}: ▲ more, ▼ less, = identical in every round, ? too few cases; no mark: "
            "not distinguishable."
        )
    words.append(chances(found))
    return [line for text in words for line in wrap([text], width)]


def results_json(plan: Plan, found: Sequence[Outcome], command: str) -> dict[str, object]:
    """The results as `simulate --format json` prints them."""
    return {
        "eleusis": 1,
        "command": command,
        "seed": plan.seed,
        "rounds": plan.rounds,
        "games": None if plan.game is None else plan.games,
        "players": [{"name": seat.name, "bot": seat.how} for seat in plan.seats],
        "rules": [rule.name or rule.text for rule in plan.rules],
        "knob": plan.knob,
        "arms": [
            {"label": arm.label, "variant": arm.variant.name, "settings": list(arm.settings)} for arm in plan.arms
        ],
        "measures": [
            {
                "id": one.measure.id,
                "text": one.measure.text,
                "group": one.measure.group,
                "share": one.measure.share,
                "of": "games" if one.measure.whole else "rounds",
                "arms": [_interval(interval) for interval in one.arms],
                "differences": [
                    None if gap is None else {**_plain(gap), "verdict": verdict}
                    for gap, verdict in zip(one.differences, one.verdicts, strict=True)
                ],
            }
            for one in found
        ],
    }


def _interval(found: Interval | None) -> Any:
    return None if found is None else _plain(found)


def _plain(found: Interval) -> dict[str, Any]:
    low, high = (str(edge) if math.isinf(edge) else None for edge in (found.low, found.high))
    return {"value": found.value, "low": low or found.low, "high": high or found.high, "rounds": found.cases}


def results_csv(plan: Plan, found: Sequence[Outcome]) -> str:
    """One line for each measure and arm."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            "measure",
            "arm",
            "value",
            "low",
            "high",
            "rounds",
            "difference",
            "difference_low",
            "difference_high",
            "verdict",
        ]
    )
    for one in found:
        for arm, own, gap, verdict in zip(plan.arms, one.arms, one.differences, one.verdicts, strict=True):
            cells_ = ["", "", "", 0] if own is None else [own.value, own.low, own.high, own.cases]
            gaps = ["", "", ""] if gap is None else [gap.value, gap.low, gap.high]
            writer.writerow([one.measure.id, arm.label, *cells_, *gaps, verdict])
    return out.getvalue()
