"""The verdict: in a few sentences what a designer wants to know of a variant, before any table.

What is clear is told with a number that can be felt, what is clear but tiny is called that, what is unclear is said
to be unclear, and only what is identical in every round is called identical.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from eleusis.lab.intervals import Interval
from eleusis.lab.measures import FEW, Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.findings import (
    TopicFinding,
    choose_form,
    is_sure,
    level_text,
    look_at_topics,
    number_text,
    says_nothing,
    tell_finding,
    tell_levels,
)
from eleusis.lab.reporting.measure_words import MEASURE_WORDS, TOPICS
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, exact_settings, is_setting, measure_title, sweeps_numbers
from eleusis.page.ink import wrap
from eleusis.variant import differences
from eleusis.variant.saying import capital

LINES: Final = 5
"""A comparison of two is told in so many lines, at most."""
WIDTH: Final = 80
_NAMED: Final = 44
"""A variant is named in a sentence if it takes no more columns."""
_TELLS = frozenset(words.id for words in MEASURE_WORDS)


def find_verdict(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """The sentences, each to stand on a line of its own."""
    if len(plan.arms) == 1:
        return _describe_round(plan, outcomes)
    if all(set(outcome.verdicts[1:]) == {"identical"} for outcome in outcomes):
        return [f"In {_count_rounds(plan)} nothing at all differed: {_never_mattered(plan)}."]
    if plan.rounds < FEW:
        return [f"{capital(_count_rounds(plan))} can't show a difference: play a few hundred."]
    if len(plan.arms) == 2:
        return _compare_two(plan, outcomes)
    if sweeps_numbers(plan):
        return _tell_trend(plan, outcomes)
    return _compare_several(plan, outcomes)


# One variant.


def _describe_round(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What a round is like."""
    own = {outcome.measure.id: outcome.arms[0] for outcome in outcomes}
    levels = {
        words.id: words.alone.format(a=_say_lead(estimate.value) if words.unit == "lead" else level)
        for words in MEASURE_WORDS
        if (estimate := own.get(words.id)) is not None and not says_nothing(plan, words)
        for level in [level_text(words, estimate.value, 1 if estimate.value < 10 and words.unit != "share" else 0)]
    }
    name = _name(plan, 0)
    lead = f"Under {name} a round" if len(name) <= _NAMED else "A round"
    lines = [f"{lead} {levels['turns']} and {levels['layout']}."]
    if plan.rounds < FEW:
        return [*lines, f"{capital(_count_rounds(plan))} can't say more: play a few hundred."]
    endings = [key for key in levels if key.startswith("ended.") and _value(own[key]) >= 0.01]
    first, *others = [levels[key] for key in sorted(endings, key=lambda key: -_value(own[key]))][:3]
    lines.append(f"Of 100 rounds, {', '.join([first, *(text.replace(' end ', ' ') for text in others)])}.")
    persons = [levels[key] for key in ("expelled", "prophet.true") if key in levels]
    skill = [levels[key] for key in ("game.skill", "skill") if key in levels]
    lines += [f"{capital('; '.join(persons))}."] if persons else []
    lines += [f"{capital(text)}." for text in (levels.get("score.dealer_ahead"), *skill[:1]) if text]
    return _run_on(lines)


def _say_lead(points: float) -> str:
    """How far the dealer is ahead of somebody, or behind."""
    number = number_text(abs(points), 1)
    return f"{number} point{'s' * (number != '1')} {'ahead of' if points >= 0 else 'behind'}"


def _count_rounds(plan: Plan) -> str:
    """How many rounds were played under each variant."""
    return f"{plan.rounds:,} round{'s' * (plan.rounds != 1)}"


# Two variants.


def _compare_two(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What changes from A to B."""
    findings = look_at_topics(plan, outcomes, [1])
    clauses = _tell_changes(findings)
    rest = _tell_rest(plan, findings) + ([] if clauses else _tell_others(outcomes))
    lead = f"{_introduce(plan)}{', ' if clauses else ': '}"
    while True:
        sentences = [f"{main}{extra}." for main, extra in clauses] + ([" ".join(rest)] if rest else [])
        sentences[0] = f"{lead}{sentences[0][0].lower()}{sentences[0][1:]}"
        sentences = [capital(text) for text in sentences]
        sizes = [len(wrap([text], WIDTH)) for text in sentences]
        spare = [place for place, (_, extra) in enumerate(clauses) if extra and sizes[place] > 1]
        if sum(sizes) <= LINES or len(clauses) < 2:
            return sentences
        if not spare:
            return _run_on(sentences)
        clauses[spare[-1]] = (clauses[spare[-1]][0], "")


def _run_on(sentences: list[str]) -> list[str]:
    """The same sentences in few enough lines: two stand on a line, or in a paragraph, where that saves one."""
    while len(sentences) > 1 and sum(len(wrap([text], WIDTH)) for text in sentences) > LINES:
        pairs = [f"{first} {second}" for first, second in pairwise(sentences)]
        saves = [
            sum(len(wrap([text], WIDTH)) for text in sentences[place : place + 2])
            - len(wrap([pairs[place]], WIDTH))
            for place in range(len(pairs))
        ]
        place = saves.index(max(saves))
        sentences = [*sentences[:place], pairs[place], *sentences[place + 2 :]]
    return sentences


def _tell_changes(findings: Sequence[TopicFinding]) -> list[tuple[str, str]]:
    """A clause for each topic that changes, and what may be left out of it; expulsions and endings share one."""
    changed = {finding.topic: finding for finding in findings if finding.state == "changed"}
    clauses = []
    for topic, finding in changed.items():
        main, extra = tell_finding(finding)
        if topic == "expulsion" and "endings" in changed:
            ending = changed["endings"]
            if ending.felt > finding.felt:
                main, extra = tell_finding(ending)[0], f"; {main}"
            else:
                extra = f"; {tell_finding(ending, rounds='')[0]}"
        if topic != "endings" or "expulsion" not in changed:
            clauses.append((main, extra))
    return clauses


def _introduce(plan: Plan) -> str:
    """What the difference comes from, as the beginning of a sentence."""
    a, b = plan.arms
    if plan.knob is not None:
        change = f"{plan.knob}={b.label} instead of {a.label}"
        return f"With {change}" if len(change) <= _NAMED else "With the second value"
    if is_setting(plan):
        change = exact_settings(b)
        return f"With {change} (B)" if len(change) <= _NAMED else "With B"
    return f"Under {b.label} (B)" if len(b.label) <= _NAMED else "Under B"


def _never_mattered(plan: Plan) -> str:
    """Why nothing differs between the variants."""
    if plan.knob is not None:
        what = plan.knob
    elif is_setting(plan):
        what = exact_settings(plan.arms[1])
    elif any(differences(plan.arms[0].variant, arm.variant) for arm in plan.arms):
        what = "what sets these variants apart"
    else:
        return "these variants are the same in every knob"
    return f"{what} never came into play at this table"


def _tell_rest(plan: Plan, findings: Sequence[TopicFinding]) -> list[str]:
    """What is to be said of the topics in which nothing changes that one could feel."""
    topics = {
        state: [TOPICS[finding.topic] for finding in findings if finding.state == state]
        for state in ("hardly", "unclear", "few", "identical")
    }
    sentences = []
    if topics["hardly"]:
        sentences.append(f"Hardly any change in {_enumerate(topics['hardly'], 'or')}.")
    if topics["unclear"]:
        topics_unclear = _enumerate(topics["unclear"], "or")
        sentences.append(f"No difference in {topics_unclear} that {_count_rounds(plan)} could show.")
    if topics["few"]:
        sentences.append(f"Too few cases to judge {_enumerate(topics['few'], 'or')}.")
    if topics["identical"]:
        sentences.append(f"Identical in every round: {_enumerate(topics['identical'], 'and')}.")
    return sentences


def _tell_others(outcomes: Sequence[Outcome]) -> list[str]:
    """What changes beyond doubt where none of the topics does: the names of two measures at most."""
    others = [
        outcome
        for outcome in most_moved(outcomes, len(outcomes))
        if outcome.measure.id not in _TELLS and any(map(is_sure, outcome.differences))
    ]
    titles = [measure_title(outcome.measure) for outcome in others[:2]]
    return [f"What did change: {_enumerate(titles, 'and')}."] if titles else []


# Several variants.


def _compare_several(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """A line or two for each variant after the first: what would be felt most, held against the first."""
    called = arm_names(plan)
    lines = [f"Against {_against(plan)}:"]
    for arm in range(1, len(plan.arms)):
        findings = look_at_topics(plan, outcomes, [arm])
        changed = sorted((f for f in findings if f.state == "changed"), key=lambda finding: -finding.felt)
        clauses = [tell_finding(finding)[0] for finding in changed] or [_tell_nothing(plan, findings)]
        lead = called[arm]
        if plan.knob is None and len(_name(plan, arm)) <= _NAMED:
            lead += f", {_name(plan, arm)}"
        while len(clauses) > 1 and len(wrap([f"{lead}: {'; '.join(clauses)}."], WIDTH)) > 2:
            clauses.pop()
        lines.append(f"{lead}: {'; '.join(clauses)}.")
    return lines


def _against(plan: Plan) -> str:
    """The first variant, as the others are held against it."""
    if plan.knob is not None:
        return f"{plan.knob}={plan.arms[0].label}"
    return f"{_name(plan, 0)} (A)" if len(_name(plan, 0)) <= _NAMED else "A"


def _tell_nothing(plan: Plan, findings: Sequence[TopicFinding]) -> str:
    """That a variant doesn't differ, as far as one can see."""
    states = {finding.state for finding in findings}
    if states == {"identical"}:
        return "identical in every round"
    if "hardly" in states:
        return "hardly any difference"
    return f"no difference that {_count_rounds(plan)} could show"


def _tell_trend(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """How a number that is swept moves what comes out."""
    first, last = plan.arms[0].label, plan.arms[-1].label
    findings = look_at_topics(plan, outcomes, range(1, len(plan.arms)))
    changed = {finding.topic: _tell_way(plan, finding) for finding in findings if finding.state == "changed"}
    if {"expulsion", "endings"} <= changed.keys():
        both = f"{changed['expulsion']}; {changed['endings']}"
        if len(both) < WIDTH:
            changed["expulsion"] = both
        del changed["endings"]
    lines = [f"{capital(text)}." for text in changed.values()]
    rest = _tell_rest(plan, findings) + ([] if changed else _tell_others(outcomes))
    lines += [" ".join(rest)] if rest else []
    lead = f"From {plan.knob}={first} to {last}{', ' if changed else ': '}"
    return [f"{lead}{lines[0][0].lower()}{lines[0][1:]}", *lines[1:]]


def _tell_way(plan: Plan, finding: TopicFinding) -> str:
    """From where to where a measure goes along a sweep, and where it turns back on its way."""
    words, outcome = finding.words, finding.outcome
    steps = [(arm.label, own.value) for arm, own in zip(plan.arms, outcome.arms, strict=True) if own is not None]
    start, end = steps[0][1], steps[-1][1]
    a, b = tell_levels(words, start, end)
    text = choose_form(words.trend, end >= start).format(a=a, b=b)
    over = max(steps, key=lambda step: step[1])
    under = min(steps, key=lambda step: step[1])
    turns = []
    gap = outcome.differences[finding.arm]
    slack = max(words.matters, gap.half if gap is not None else 0)
    for label, value in (over, under):
        if min(abs(value - start), abs(value - end)) > slack:
            turns.append(f"{tell_levels(words, start, value)[1]} at {label}")
    return f"{text} ({', '.join(turns)})" if turns else text


# In all of them.


def _value(estimate: Interval | None) -> float:
    return 0.0 if estimate is None or math.isnan(estimate.value) else estimate.value


def _name(plan: Plan, arm: int) -> str:
    """A variant in a sentence: its name with its settings, or the knob and the value of a sweep."""
    own = plan.arms[arm]
    return own.label if plan.knob is None else f"{own.variant.name} with {plan.knob}={own.label}"


def _enumerate(words: Sequence[str], last: str) -> str:
    """A list in a sentence: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
