"""The verdict: in a few sentences what a designer wants to know of a variant, before any table.

What is clear is told with a number that can be felt, what is clear but tiny is called that, what is unclear is said
to be unclear, and only what is identical in every round is called identical.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from eleusis.lab.measures import FEW, Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.findings import (
    TopicFinding,
    choose_form,
    is_sure,
    look_at_topics,
    seat_of,
    tell_finding,
    tell_levels,
    topic_names,
)
from eleusis.lab.reporting.measure_words import MEASURE_WORDS, Topic
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, exact_settings, is_setting, measure_title, sweeps_numbers
from eleusis.lab.reporting.one_variant import describe_variant
from eleusis.lab.reporting.sentences import (
    LINES,
    NAMED,
    WIDTH,
    count_lines,
    count_rounds,
    name_arm,
    run_on,
    value_of,
)
from eleusis.variant import differences
from eleusis.variant.saying import capital, put_in_row
from eleusis.words.page.ink import wrap

_TELLS = frozenset(words.id for words in MEASURE_WORDS)
_OF_POINTS = frozenset({"scores", "skill", "players", "whole games"})
"""The groups of measures that hang on the points; all others are about how cards are played."""
_OF_PLAY: frozenset[Topic] = frozenset({"length", "expulsion", "endings", "prophet"})
_OF_ROUNDS: frozenset[Topic] = frozenset({"expulsion", "endings", "prophet"})
"""What may be left to the tables where whole games are played."""
_GROUPS: dict[Topic, str] = {
    "length": "length",
    "expulsion": "expulsion",
    "endings": "how rounds end",
    "prophet": "prophet",
    "skill": "skill",
}
"""The heading of the table under which a reader looks for more about a topic."""
_MANY: Final = 200
"""With fewer rounds, more are asked for where they show no difference."""


def find_verdict(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """The sentences, each to stand on a line of its own."""
    if len(plan.arms) == 1:
        return describe_variant(plan, outcomes)
    if all(set(outcome.verdicts[1:]) == {"identical"} for outcome in outcomes):
        return [f"In {count_rounds(plan)} nothing at all differed: {_never_mattered(plan)}."]
    if plan.games < FEW:
        return [f"{capital(count_rounds(plan))} can't show a difference: play a few hundred."]
    if len(plan.arms) == 2:
        return _compare_two(plan, outcomes)
    if sweeps_numbers(plan):
        return _tell_trend(plan, outcomes)
    return _compare_several(plan, outcomes)


# Two variants.


@attrs.frozen
class _Clause:
    """What changes in a topic."""

    topic: Topic
    main: str
    extra: str
    """What may be left out where there is no room for it."""


def _compare_two(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What changes from A to B."""
    findings = look_at_topics(plan, outcomes, [1])
    clauses = _tell_changes(findings)
    rest = _tell_rest(plan, findings, outcomes)
    if not clauses:
        rest += _tell_others(plan, outcomes, "What did change")
    elif _plays_alike(outcomes):
        rest += _tell_others(plan, outcomes, "What moved most")
    while True:
        sentences = _put_together(_introduce(plan), clauses, rest)
        if count_lines(sentences) <= LINES or len(clauses) < 2:
            return sentences
        sizes = [count_lines([text]) for text in sentences]
        spare = [place for place, clause in enumerate(clauses) if clause.extra and sizes[place] > 1]
        if spare:
            clauses[spare[-1]] = attrs.evolve(clauses[spare[-1]], extra="")
            continue
        if plan.game is None or clauses[-1].topic not in _OF_ROUNDS:
            return run_on(sentences)
        del clauses[-1]  # what is of games comes first


def _put_together(lead: str, clauses: Sequence[_Clause], rest: Sequence[str]) -> list[str]:
    """Sentences, the first of them behind what the difference comes from."""
    remaining = [" ".join(rest)] if rest else []
    if not clauses:
        first = remaining[0]
        return [f"{lead}: {first[0].lower()}{first[1:]}"]
    first, *others = (f"{clause.main}{clause.extra}." for clause in clauses)
    return [f"{lead}, {first}", *map(capital, others), *remaining]


def _tell_changes(findings: Sequence[TopicFinding]) -> list[_Clause]:
    """A clause for each topic that changes; expulsions and endings share one."""
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
            clauses.append(_Clause(topic, main, extra))
    return clauses


def _plays_alike(outcomes: Sequence[Outcome]) -> bool:
    """Whether the variants differ in points alone: not a card is played in another way."""
    of_play = [outcome for outcome in outcomes if outcome.measure.group not in _OF_POINTS]
    return bool(of_play) and all(set(outcome.verdicts[1:]) == {"identical"} for outcome in of_play)


def _introduce(plan: Plan) -> str:
    """What the difference comes from, as the beginning of a sentence."""
    a, b = plan.arms
    if plan.knob is not None:
        change = f"{plan.knob}={b.label} instead of {a.label}"
        return f"With {change}" if len(change) <= NAMED else "With the second value"
    if is_setting(plan):
        change = put_in_row(b.settings, "and")
        return f"With {change} (B)" if len(change) <= NAMED else "Under B"
    return f"Under {b.label} (B)" if len(b.label) <= NAMED else "Under B"


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


def _tell_rest(plan: Plan, findings: Sequence[TopicFinding], outcomes: Sequence[Outcome]) -> list[str]:
    """What is to be said of the topics in which nothing changes that one could feel."""
    names, alike = topic_names(plan), _plays_alike(outcomes)
    if plan.game is not None and any(finding.outcome.measure.whole for finding in findings):
        findings = [finding for finding in findings if finding.topic not in _OF_ROUNDS]
    details = [finding.topic for finding in findings if _differs_in_details(finding, outcomes)]
    findings = [finding for finding in findings if finding.topic not in details]
    topics = {
        state: [names[finding.topic] for finding in findings if finding.state == state]
        for state in ("hardly", "unclear", "few")
    }
    same = [finding for finding in findings if finding.state == "identical"]
    identical = [names[finding.topic] for finding in same if not (alike and finding.topic in _OF_PLAY)]
    sentences = []
    if details:
        sentences.append(
            f"Only details differ in {put_in_row([names[topic] for topic in details], 'and')}: see the table."
        )
    if topics["hardly"]:
        sentences.append(f"Hardly any change in {put_in_row(topics['hardly'], 'or')}.")
    if topics["unclear"]:
        topics_unclear = put_in_row(topics["unclear"], "or")
        more = ": play a few hundred" if plan.rounds < _MANY else ""
        sentences.append(f"No difference in {topics_unclear} that {count_rounds(plan)} could show{more}.")
    if topics["few"]:
        sentences.append(f"Too few cases to judge {put_in_row(topics['few'], 'or')}.")
    if alike:
        sentences.append("Every card is played as before; only the points differ.")
    if identical:
        sentences.append(
            f"Identical in every {'round' if plan.game is None else 'game'}: {put_in_row(identical, 'and')}."
        )
    return sentences


def _differs_in_details(finding: TopicFinding, outcomes: Sequence[Outcome]) -> bool:
    """Whether the table marks a difference under the heading of a topic that itself shows none."""
    if finding.state in ("changed", "hardly") or finding.outcome.measure.whole:
        return False
    below = [outcome for outcome in outcomes if outcome.measure.group == _GROUPS.get(finding.topic)]
    return any({"more", "less"} & set(outcome.verdicts[1:]) for outcome in below)


def _tell_others(plan: Plan, outcomes: Sequence[Outcome], lead: str) -> list[str]:
    """What changes beyond doubt beside the topics: two measures at most, each with what it is and what it was."""
    others: dict[str, str] = {}
    for outcome in most_moved(outcomes, len(outcomes)):
        if outcome.measure.id in _TELLS or not any(map(is_sure, outcome.differences)):
            continue
        of_round = " in a round" if plan.game is not None and not outcome.measure.whole else ""
        others.setdefault(_tell_values(outcome), measure_title(outcome.measure) + of_round)
    texts = [f"{title}{values}" for values, title in others.items()]
    return [f"{lead}: {put_in_row(texts[:2], 'and')}."] if texts else []


def _tell_values(outcome: Outcome) -> str:
    """What a measure is under the last variant, and what it is under the first."""
    scale, unit = (100, " %") if outcome.measure.share else (1, "")
    before, after = (value_of(outcome.arms[place]) * scale for place in (0, -1))
    places = next((digits for digits in (1, 2) if f"{before:.{digits}f}" != f"{after:.{digits}f}"), 3)
    return f" ({after:.{places}f}{unit}, not {before:.{places}f}{unit})".replace("-", "−")


# Several variants.


def _compare_several(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """A line or two for each variant after the first: what would be felt most, held against the first."""
    called = arm_names(plan)
    lines = [f"Against {_against(plan)}:"]
    for arm in range(1, len(plan.arms)):
        findings = look_at_topics(plan, outcomes, [arm])
        changed = sorted((f for f in findings if f.state == "changed"), key=lambda finding: -finding.felt)
        if plan.game is not None:  # what is of games comes first
            changed.sort(key=lambda finding: finding.topic in _OF_ROUNDS)
        clauses = [tell_finding(finding, levels=False)[0] for finding in changed]
        clauses = clauses or [_tell_nothing(plan, findings, [outcome.verdicts[arm] for outcome in outcomes])]
        lead = called[arm]
        if plan.knob is None and len(name_arm(plan, arm)) <= NAMED:
            lead += f", {name_arm(plan, arm)}"
        while len(clauses) > 1 and len(wrap([f"{lead}: {'; '.join(clauses)}."], WIDTH)) > 2:
            clauses.pop()
        lines.append(f"{lead}: {'; '.join(clauses)}.")
    return lines


def _against(plan: Plan) -> str:
    """The first variant, as the others are held against it."""
    if plan.knob is not None:
        return f"{plan.knob}={plan.arms[0].label}"
    return f"{name_arm(plan, 0)} (A)" if len(name_arm(plan, 0)) <= NAMED else "A"


def _tell_nothing(plan: Plan, findings: Sequence[TopicFinding], verdicts: Sequence[str]) -> str:
    """That a variant doesn't differ, as far as one can see; or by what the table marks alone (`verdicts`)."""
    states = {finding.state for finding in findings}
    if states == {"identical"}:
        return f"identical in every {'round' if plan.game is None else 'game'}"
    if "hardly" in states:
        return "hardly any difference"
    if {"more", "less"} & set(verdicts):
        return "only details differ (see the table)"
    return f"no difference that {count_rounds(plan)} could show"


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
    clauses = [_Clause(topic, text, "") for topic, text in changed.items()]
    rest = _tell_rest(plan, findings, outcomes) + (
        [] if changed else _tell_others(plan, outcomes, "What did change")
    )
    while True:
        sentences = _put_together(f"From {plan.knob}={first} to {last}", clauses, rest)
        tight = plan.game is not None and count_lines(sentences) > LINES
        if not tight or clauses[-1].topic not in _OF_ROUNDS:
            return sentences
        del clauses[-1]


def _tell_way(plan: Plan, finding: TopicFinding) -> str:
    """From where to where a measure goes along a sweep, and where it turns back on its way."""
    words, outcome = finding.words, finding.outcome
    steps = [(arm.label, own.value) for arm, own in zip(plan.arms, outcome.arms, strict=True) if own is not None]
    start, end = steps[0][1], steps[-1][1]
    a, b = tell_levels(words, start, end)
    text = choose_form(words.trend, end >= start).format(a=a, b=b, seat=seat_of(outcome))
    over = max(steps, key=lambda step: step[1])
    under = min(steps, key=lambda step: step[1])
    turns = []
    gap = outcome.differences[finding.arm]
    slack = max(words.matters, gap.half if gap is not None else 0)
    for label, value in (over, under):
        if min(abs(value - start), abs(value - end)) > slack:
            turns.append(f"{tell_levels(words, start, value)[1]} at {label}")
    return f"{text} ({', '.join(turns)})" if turns else text
