"""The results of a simulation as a table for a terminal, and as data: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby, zip_longest

from eleusis.ground.statistics import Outcome, estimate_json, format_estimate
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, changes_of, describe_arms, legend, measure_title
from eleusis.lab.reporting.verdict import find_verdict
from eleusis.lab.store import own_version
from eleusis.words.page.ink import Ink, cells, fill, wrap

MARKS = {"more": "▲", "less": "▼", "unclear": " ", "identical": "=", "too few": "?"}
"""What stands for a verdict where there is no room for the word."""
_NAME = 27
_ARM = 15
"""The columns of an arm's estimate with its mark, at least."""
_GAP = 15
_VERDICT = 10


def amount_played(plan: Plan) -> str:
    """How much is played under each arm: so many rounds, or games of so many."""
    if plan.game is None:
        return f"{plan.rounds:,} round{'s' * (plan.rounds != 1)}"
    of = f"{plan.game} round{'s' * (plan.game != 1)}"
    return f"{plan.games:,} game{'s' * (plan.games != 1)} of {of}"


def count_differing(outcomes: Sequence[Outcome]) -> str:
    """How many measures differ, and how many would by chance alone."""
    clear = sum(any(verdict in ("more", "less") for verdict in outcome.verdicts) for outcome in outcomes)
    chance = f"by chance alone, about {0.05 * len(outcomes):.0f} would seem to in each comparison"
    return f"{clear} of {len(outcomes)} measures differ; {chance}."


def by_group(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """The outcomes of each group of measures, with its name."""
    for group, members in groupby(outcomes, key=lambda outcome: outcome.measure.group):
        yield group, list(members)


def results_text(plan: Plan, outcomes: Sequence[Outcome], *, width: int = 80, colour: bool = False) -> str:
    """The results as a text with no line over `width` columns (60 at least)."""
    ink, width = Ink(colour), max(60, width)
    lines = [*_verdict(plan, outcomes, ink, width), "", *_heading(plan, ink, width)]
    if moved := most_moved(outcomes):
        lines += _tables(plan, [(MOVED, moved)], ink, width)
    lines += _tables(plan, list(by_group(outcomes)), ink, width)
    for title, changes in changes_of(plan, width - 2):
        lines += ["", ink.bold(title)]
        for line in (f"  {change}" for change in changes):
            lines += [line] if cells(line) <= width else wrap([line.strip()], width, "  ", 6)
    lines += ["", *_foot(plan, outcomes, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def name_maker() -> str:
    """Which eleusis makes this, and on what day: what a page that is passed on should say of itself."""
    today = date.today()
    return f"eleusis {own_version()}, {today.day} {today:%B %Y}"


def results_in_short(plan: Plan, outcomes: Sequence[Outcome], *, width: int = 80, colour: bool = False) -> str:
    """The verdict alone, for those before whose eyes the results have run past."""
    return "In short:\n" + "".join(f"{line}\n" for line in _verdict(plan, outcomes, Ink(colour), max(60, width)))


def _verdict(plan: Plan, outcomes: Sequence[Outcome], ink: Ink, width: int) -> list[str]:
    """The sentences of the verdict, each on lines of its own."""
    sentences = [_all_of(ink, sentence) for sentence in find_verdict(plan, outcomes)]
    return [ink.bold(line) for sentence in sentences for line in wrap([sentence], width)]


MOVED = "what moved most"
"""The heading above the few measures that a reader should look at first."""


def _all_of(ink: Ink, text: str) -> str:
    """All of a stranger's text, made safe: what has no room is wrapped, never cut."""
    return ink.safe(text, 10 * len(text) + 1)  # an escaped character takes ten columns at most


def _tables(plan: Plan, groups: Sequence[tuple[str, Sequence[Outcome]]], ink: Ink, width: int) -> list[str]:
    """Groups of measures as a table, or as several where the variants have no room side by side."""
    outcomes = [outcome for _, members in groups for outcome in members]
    if len(plan.arms) == 2:
        return ["", *_pair(plan, groups, ink, width)]
    size = _size(plan, outcomes, width)
    fit = max(1, (width - _NAME) // size)
    lines = []
    for first in range(0, len(plan.arms), fit):
        arms = range(first, min(first + fit, len(plan.arms)))
        lines += ["", *_table(plan, groups, arms, size, ink)]
    return lines


def _heading(plan: Plan, ink: Ink, width: int) -> list[str]:
    several = f" under each of {len(plan.arms)} variants, the same deals" if len(plan.arms) > 1 else ""
    lines = [ink.bold(line) for line in wrap([amount_played(plan) + several], width)]
    lines += wrap([f"{seat.name} {seat.how}" for seat in plan.seats], width, "  ", 4)
    rules = f"the rule {_all_of(ink, plan.rules[0].text)}" if len(plan.rules) == 1 else f"{len(plan.rules)} rules"
    lines += wrap([rules, f"seed {plan.seed}"], width, "  ", 4)
    if plan.knob is not None:
        first, last = plan.arms[0], plan.arms[-1]
        ends = f" from {first.label} to {last.label}" if len(plan.arms) > 1 else ""
        lines += wrap([_all_of(ink, f"{first.variant.name}, {plan.knob}{ends}")], width, "  ", 4)
    for name, words, exact in legend(plan):
        lead = f"{_all_of(ink, name)}  "
        hang = min(cells(lead) + 2, 12)
        lines += wrap([f"{lead}{_all_of(ink, words)}"], width, "  ", hang)
        lines += wrap([_all_of(ink, exact)], width, " " * hang, hang + 2) if exact else []
    return lines


def _size(plan: Plan, outcomes: Sequence[Outcome], width: int) -> int:
    """The columns of one arm: as many as the longest value of a swept knob asks for, as far as there is room."""
    heads = max(cells(name) + 1 for name in arm_names(plan))
    arms = range(len(plan.arms))
    estimates = max((cells(_estimate(outcome, arm)) + 1 for outcome in outcomes for arm in arms), default=0)
    return max(_ARM, estimates, min(heads, width - _NAME))


def _table(
    plan: Plan, groups: Sequence[tuple[str, Sequence[Outcome]]], arms: Sequence[int], size: int, ink: Ink
) -> list[str]:
    """One arm, or several with marks for how they differ from the first."""

    def lay_out(lead: str, texts: Iterable[str]) -> str:
        return fill(lead, _NAME) + "".join(fill(text, size, right=True) for text in texts)

    called = [_all_of(ink, name) for name in arm_names(plan)]
    heads = zip_longest(*(wrap([called[arm]], size - 1) for arm in arms), fillvalue="")
    lines = [ink.bold(lay_out("", texts)) for texts in heads]
    for group, members in groups:
        lines.append(ink.bold(group))
        for outcome in members:
            first, *others = _lead(outcome, group, ink)
            lines += [lay_out(first, (_estimate(outcome, arm) for arm in arms)), *others]
    return lines


def _pair(plan: Plan, groups: Sequence[tuple[str, Sequence[Outcome]]], ink: Ink, width: int) -> list[str]:
    """Two arms with their difference behind them; below them where the page is narrow."""
    called = [_all_of(ink, name) for name in arm_names(plan)]
    own, gaps = {}, {}
    for outcome in (outcome for _, members in groups for outcome in members):
        name, share = outcome.measure.id, outcome.measure.share
        own[name] = [format_estimate(estimate, share) for estimate in outcome.arms]
        gaps[name] = format_estimate(outcome.differences[1], share, signed=True)
    size = max([_ARM - 1, *(cells(estimate) for estimates in own.values() for estimate in estimates)])
    wide = max([_GAP, *map(cells, gaps.values())])
    narrow = width < _NAME + 2 * size + wide + _VERDICT

    def lay_out(lead: Sequence[str], texts: Sequence[str], gap: str, verdict: str) -> list[str]:
        """A row, or two where the page is narrow; more where its name is long."""
        first, *others = lead
        line = fill(first, _NAME) + "".join(fill(text, size, right=True) for text in texts)
        gap = fill(gap, wide, right=True)
        if narrow:
            below = others[0] if others else ""
            return [line, fill(below, _NAME) + fill(verdict, 2 * size - wide, right=True) + gap, *others[1:]]
        return [line + gap + (f" {verdict}" if verdict else ""), *others]

    heads = list(zip_longest(*(wrap([name], size - 1) for name in called), fillvalue=""))
    lines = [lay_out([""], texts, "", "")[0] for texts in heads[:-1]]
    lines = [ink.bold(line) for line in (*lines, *lay_out([""], heads[-1], gap_name(plan), ""))]
    for group, members in groups:
        lines.append(ink.bold(group))
        for outcome in members:
            name = outcome.measure.id
            lines += lay_out(_lead(outcome, group, ink), own[name], gaps[name], outcome.verdicts[1])
    return lines


def gap_name(plan: Plan) -> str:
    """What the difference of two arms is called in a heading."""
    return "B − A" if plan.knob is None else "difference"


def _lead(outcome: Outcome, group: str, ink: Ink) -> list[str]:
    """What is measured, in the first column: several lines where the name of a seat is long."""
    title = measure_title(outcome.measure) if group == MOVED else outcome.measure.text
    text = title + (" %" if outcome.measure.share else "")
    return wrap([_all_of(ink, text)], _NAME - 1, "  ", 4)


def _estimate(outcome: Outcome, arm: int) -> str:
    """One arm's estimate, with the mark of how it differs from the first."""
    mark = "" if outcome.arms[arm] is None else MARKS.get(outcome.verdicts[arm], "")
    return format_estimate(outcome.arms[arm], outcome.measure.share) + mark


CLEAR = "a clear difference, with 0 outside its interval"
UNCLEAR = "no difference that this many rounds could show"


def _foot(plan: Plan, outcomes: Sequence[Outcome], width: int) -> list[str]:
    """How to read it, and what made it."""
    if len(plan.arms) == 1:
        return ["± half of the 95 % interval.", name_maker()]
    words = ["± is half of the 95 % interval; the differences are paired, deal by deal."]
    if len(plan.arms) == 2:
        words.append(f"more, less: {CLEAR}. unclear: {UNCLEAR}.")
    else:
        words.append(
            f"Against {_all_of(Ink(), arm_names(plan)[0])}: ▲ more, ▼ less, = identical in every round, ? too few "
            f"cases; no mark: {UNCLEAR}."
        )
    words += [count_differing(outcomes), name_maker()]
    return [line for text in words for line in wrap([text], width)]


def results_json(plan: Plan, outcomes: Sequence[Outcome], command: str) -> dict[str, object]:
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
        "verdict": find_verdict(plan, outcomes),
        "moved_most": [outcome.measure.id for outcome in most_moved(outcomes)],
        "arms": [
            {"label": arm.label, "words": words, "variant": arm.variant.name, "settings": list(arm.settings)}
            for arm, words in zip(plan.arms, describe_arms(plan), strict=True)
        ],
        "measures": [
            {
                "id": outcome.measure.id,
                "text": outcome.measure.text,
                "group": outcome.measure.group,
                "share": outcome.measure.share,
                "of": "games" if outcome.measure.whole else "rounds",
                "arms": [estimate_json(estimate) for estimate in outcome.arms],
                "differences": [
                    plain and {**plain, "verdict": verdict}
                    for plain, verdict in zip(
                        map(estimate_json, outcome.differences), outcome.verdicts, strict=True
                    )
                ],
            }
            for outcome in outcomes
        ],
    }
