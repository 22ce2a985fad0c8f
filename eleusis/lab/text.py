"""The results of a simulation as a table for a terminal, and as data: JSON and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from eleusis.lab.measures import Found
from eleusis.lab.plan import Plan
from eleusis.lab.stats import Interval
from eleusis.script.ink import Ink, cells, fill, wrap

_NAME = 27
_SIZE = 13


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


def results_text(plan: Plan, found: Sequence[Found], *, width: int = 80, colour: bool = False) -> str:
    """The results as a text with no line over `width` columns (60 at least)."""
    ink, width = Ink(colour), max(60, width)
    lines = _heading(plan, ink, width)
    blocks = _blocks(plan, width)
    for arms in blocks:
        lines += ["", *_table(plan, found, arms, ink)]
    lines += ["", *_foot(plan, found, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _heading(plan: Plan, ink: Ink, width: int) -> list[str]:
    what = played(plan) + (f" under each of {len(plan.arms)} variants" if len(plan.arms) > 1 else "")
    lines = [ink.bold(line) for line in wrap([f"{what}, the same deals" if len(plan.arms) > 1 else what], width)]
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


def _blocks(plan: Plan, width: int) -> list[list[int]]:
    """Which arms stand in a table together: two with their difference, or as many as fit."""
    if len(plan.arms) <= 2:
        return [list(range(len(plan.arms)))]
    fit = max(2, (width - _NAME) // (_SIZE + 2))
    return [list(range(i, min(i + fit, len(plan.arms)))) for i in range(0, len(plan.arms), fit)]


def _table(plan: Plan, found: Sequence[Found], arms: Sequence[int], ink: Ink) -> list[str]:
    pair = len(plan.arms) == 2
    size = _SIZE + 1 if pair else _SIZE + 2
    called = names(plan)
    head = fill("", _NAME) + "".join(fill(called[arm], size, right=True) for arm in arms)
    if pair:
        head += fill(f"{called[1]} less {called[0]}" if plan.knob is None else "difference", 15, right=True)
    lines = [ink.bold(head)]
    for group, several in groupby(found, key=lambda one: one.measure.group):
        lines.append(ink.bold(group))
        for one in several:
            share = one.measure.share
            name = one.measure.text + (" %" if share else "")
            lead = f"  {name}"
            if cells(lead) > _NAME - 1:
                lead = lead[: _NAME - 2] + "…"
            line = fill(lead, _NAME)
            for arm in arms:
                mark = "" if pair or one.arms[arm] is None else _MARK.get(one.verdicts[arm], "")
                line += fill(number(one.arms[arm], share) + mark, size, right=True)
            if pair:
                line += fill(number(one.differences[1], share, True), 15, right=True) + f" {one.verdicts[1]}"
            lines.append(line)
    return lines


_MARK = {"more": "▲", "less": "▼", "unclear": " ", "identical": "=", "too few": "?"}


def _foot(plan: Plan, found: Sequence[Found], width: int) -> list[str]:
    """How to read it."""
    lines = wrap(["± half of the 95 % interval.".replace(" %", "\xa0%")], width)
    if len(plan.arms) == 1:
        return [line.replace("\xa0", " ") for line in lines]
    words = [
        "± is half of the 95 % interval; the differences are paired, deal by deal.",
    ]
    if len(plan.arms) == 2:
        words.append("more, less: the interval leaves out 0. unclear: it doesn't, so no difference is shown.")
    else:
        words.append(
            f"Against {names(plan)[0]}: ▲ more, ▼ less, = identical in every round, ? too few cases; no mark: "
            "not distinguishable."
        )
    clear = sum(any(verdict in ("more", "less") for verdict in one.verdicts) for one in found)
    chance = 0.05 * len(found)
    words.append(
        f"{clear} of {len(found)} measures differ. Where nothing changed, about {chance:.0f} would seem to in each "
        "comparison."
    )
    return [line for text in words for line in wrap([text], width)]


def results_json(plan: Plan, found: Sequence[Found], command: str) -> dict[str, Any]:
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


def results_csv(plan: Plan, found: Sequence[Found]) -> str:
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
