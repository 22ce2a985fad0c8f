"""The verdict: in a few sentences what a designer wants to know of a variant, before any table.

What is clear is told with its figures, what is clear but tiny is called that, what is unclear is said to be
unclear, and only what is identical in every round is called identical. `diff --then` speaks of recorded games in
the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

import attrs

from eleusis.ground.agreement import agree
from eleusis.ground.statistics import FEW, Interval, Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.measure_words import GAME_TOPICS, LEAD, MEASURE_WORDS, TOPICS, WIN, MeasureWords
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, is_setting, measure_title, sweeps_numbers
from eleusis.variant import differences
from eleusis.variant.saying import capital, count, put_in_row

_SURE: Final = 1.5
"""A difference of so many half intervals is beyond doubt; a smaller one `seems` to be there."""
_OF_POINTS = frozenset({"scores", "skill", "players", "whole games"})
"""The groups of measures that hang on the points; all others are about how cards are played."""
_MOST = 3
"""So many clauses are told of a topic, or of each of several variants."""
_STATES = ("identical", "few", "unclear", "hardly", "changed")

_State = Literal["identical", "few", "unclear", "hardly", "changed"]
Worded = tuple[MeasureWords, Outcome]
"""A measure that sentences may speak of, with its words."""


def find_verdict(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """The sentences, each to stand on a line of its own."""
    return [*_warn_of_tellers(plan), *_find_sentences(plan, outcomes)]


def _warn_of_tellers(plan: Plan) -> Iterator[str]:
    """That rounds end because a bot guesses that needn't find the rule, where that is so."""
    if not any(arm.variant.guess.offered for arm in plan.arms):
        return
    said = [
        f"{put_in_row(seats, 'and')} {verb if len(seats) > 1 else agree(seats[0], verb)} {how}"
        for kind, verb, how in (("knower", "know", "the rule from the start"), ("random", "guess", "at random"))
        if (seats := [seat.name for seat in plan.seats if seat.kind == kind])
    ]
    if said:
        yield (
            f"These figures say nothing about people: a right guess ends a round, and {'; '.join(said)}. Without "
            "--players, the bots there look for the rule as people do (good, beginner)."
        )


def _find_sentences(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What the figures say."""
    topics = TOPICS if plan.game is None else GAME_TOPICS
    scored = any(arm.variant.scoring.dealer_scores for arm in plan.arms)
    of_level = [outcome for outcome in outcomes if outcome.measure.whole == (plan.game is not None)]
    worded = find_words(of_level, [topic for topic in topics if scored or topic != LEAD])
    if len(plan.arms) == 1:
        return _describe_variant(plan, worded)
    if all(set(outcome.verdicts[1:]) == {"identical"} for outcome in outcomes):
        return [f"In {_count_rounds(plan)} nothing at all differed: {_never_mattered(plan)}."]
    if plan.games < FEW:
        return [_say_too_few(_count_rounds(plan), plan.games)]
    if len(plan.arms) == 2:
        return _compare(plan, worded, outcomes, _introduce(plan), [1])
    if sweeps_numbers(plan):
        lead = f"From {plan.knob}={plan.arms[0].label} to {plan.arms[-1].label}"
        return _compare(plan, worded, outcomes, lead, range(1, len(plan.arms)))
    return _compare_several(plan, worded, outcomes)


def tell_differences(outcomes: Sequence[Outcome], lead: str, number: int, noun: str) -> list[str]:
    """What two sides that were measured over so many rounds, or games, differ in."""
    amount = count(number, noun)
    if number < FEW:
        return [_say_too_few(amount, number)]
    findings = [_find(words, outcome, 1) for words, outcome in find_words(outcomes)]
    findings = [attrs.evolve(finding, topic=finding.outcome.measure.text) for finding in findings]
    clauses = [_tell_change(finding) for finding in findings if finding.state == "changed"]
    return [*([f"{lead} {amount}, {'; '.join(clauses)}."] if clauses else []), *_tell_rest(findings, amount, noun)]


def find_words(outcomes: Iterable[Outcome], topics: Sequence[str] | None = None) -> list[Worded]:
    """The measures that sentences may speak of, by topics (all if none are given), each with its words."""
    by_id = {words.id: words for words in MEASURE_WORDS}
    pairs = []
    for outcome in outcomes:
        id, _, seat = outcome.measure.id.partition(WIN)
        words = by_id.get(WIN if seat else id)
        if words is not None and (topics is None or words.topic in topics):
            pairs.append((attrs.evolve(words, subject=seat or words.subject), outcome))
    return pairs if topics is None else sorted(pairs, key=lambda pair: topics.index(pair[0].topic))


@attrs.frozen
class _Finding:
    """What can be said of a measure under an arm."""

    topic: str
    state: _State
    words: MeasureWords
    outcome: Outcome
    arm: int
    felt: float = 0.0
    """How large the difference is, in differences that just matter."""

    @property
    def weight(self) -> tuple[int, bool, float]:
        """What is told of a topic rather than another finding: a change, a sure one, and what is felt most."""
        return _STATES.index(self.state), _is_sure(self.outcome.differences[self.arm]), self.felt


def _find(words: MeasureWords, outcome: Outcome, arm: int) -> _Finding:
    verdict, gap = outcome.verdicts[arm], outcome.differences[arm]
    if verdict in ("more", "less") and gap is not None:
        felt = abs(gap.value) / words.matters
        return _Finding(words.topic, "changed" if felt >= 1 else "hardly", words, outcome, arm, felt)
    state: _State = "identical" if verdict == "identical" else "unclear" if verdict == "unclear" else "few"
    return _Finding(words.topic, state, words, outcome, arm)


def _look_at_topics(worded: Sequence[Worded], arms: Sequence[int]) -> list[_Finding]:
    """Of each topic what changes most under one of these arms, or what most can be said of."""
    topics: dict[str, list[_Finding]] = {}
    for words, outcome in worded:
        topics.setdefault(words.topic, []).extend(_find(words, outcome, arm) for arm in arms)
    return [max(findings, key=lambda finding: finding.weight) for findings in topics.values()]


def _is_sure(gap: Interval | None) -> bool:
    """Whether a difference is beyond doubt, so that chance is hardly to be reckoned with."""
    return gap is not None and abs(gap.value) >= _SURE * gap.half


def _tell_change(finding: _Finding, arm: int | None = None) -> str:
    """A change as a clause: what a measure is under an arm, and what it was under the first."""
    outcome = finding.outcome
    arm = finding.arm if arm is None else arm
    figure, way = _tell_step(outcome, arm)
    sure = _is_sure(outcome.differences[finding.arm])
    return f"{_say_clause(finding.words, outcome, arm, figure, sure=sure)}, {way}"


def _tell_step(outcome: Outcome, arm: int) -> tuple[str, str]:
    """What a measure is under an arm, and where it came from: `up from 3.2`."""
    before, after = value_texts(outcome, 0, arm)
    step = _value_under(outcome, arm) - _value_under(outcome, 0)
    return after, f"{'up' if step > 0 else 'down'} from {before}" if step else "as before"


def _say_clause(words: MeasureWords, outcome: Outcome, arm: int, figure: str, *, sure: bool) -> str:
    """The clause of a measure with its figure; what holds of all rounds is said of every round."""
    return words.say(figure, every=outcome.measure.share and _value_under(outcome, arm) == 1, sure=sure)


def _value_under(outcome: Outcome, arm: int) -> float:
    """What a measure is under an arm; 0 where no round says anything."""
    own = outcome.arms[arm]
    return 0.0 if own is None else own.value


def value_texts(outcome: Outcome, *arms: int) -> list[str]:
    """What a measure is under some arms, with the digits that its size asks for and that tell them apart.

    Shares are in per cent, all else in tenths, or in hundredths where it is below 1.
    """
    scale, places, unit = (100, 0, " %") if outcome.measure.share else (1, 1, "")
    values = [_value_under(outcome, arm) * scale for arm in arms]
    if unit == "" and any(0 < abs(value) < 1 for value in values):
        places = 2
    texts: list[str] = []
    for digits in range(places, 4):
        texts = [f"{value:.{digits}f}{unit}".replace("-", "−") for value in values]
        if len(set(texts)) == len(set(values)):
            break
    return texts


def _tell_rest(findings: Sequence[_Finding], amount: str, noun: str) -> list[str]:
    """What is to be said of the topics in which nothing changes that one could feel."""

    def having(state: _State) -> list[str]:
        return [finding.topic for finding in findings if finding.state == state]

    sentences = []
    if hardly := having("hardly"):
        sentences.append(f"Hardly any change in {put_in_row(hardly, 'or')}.")
    if unclear := having("unclear"):
        sentences.append(f"No difference in {put_in_row(unclear, 'or')} that {amount} could show.")
    if few := having("few"):
        sentences.append(f"Too few cases to judge {put_in_row(few, 'or')}.")
    if identical := having("identical"):
        sentences.append(f"Identical in every {noun}: {put_in_row(identical, 'and')}.")
    return sentences


def _say_too_few(amount: str, number: int) -> str:
    return f"{amount} {'is' if number == 1 else 'are'} too few to judge by."


# One variant.


def _describe_variant(plan: Plan, worded: Sequence[Worded]) -> list[str]:
    """What a round is like, or a whole game: a sentence for each topic, of the figures that are highest."""
    sentences = []
    for topic in dict.fromkeys(words.topic for words, _ in worded):
        own = [(words, out) for words, out in worded if words.topic == topic and _value(out) > 0]
        own = sorted(own, key=lambda pair: -_value(pair[1]))[:_MOST]
        clauses = [_say_clause(words, out, 0, value_texts(out, 0)[0], sure=True) for words, out in own]
        if clauses:
            sentences.append(f"{capital('; '.join(clauses).replace('; rounds ', ' and '))}.")
    if plan.games < FEW:
        sentences = [*sentences[:1], _say_too_few(_count_rounds(plan), plan.games)]
    return [f"Under {_name_arm(plan, 0)}, {_uncapital(sentences[0])}", *sentences[1:]]


def _value(outcome: Outcome) -> float:
    return abs(_value_under(outcome, 0))


# Several variants.


def _compare(
    plan: Plan, worded: Sequence[Worded], outcomes: Sequence[Outcome], lead: str, arms: Sequence[int]
) -> list[str]:
    """What changes from the first variant to another, or along a sweep."""
    findings = _look_at_topics(worded, arms)
    changed = [finding for finding in findings if finding.state == "changed"]
    clauses = [_tell_change(finding, arms[-1]) + _tell_turns(plan, finding) for finding in changed]
    alike = _plays_alike(outcomes)
    sentences = []
    if alike:
        sentences.append("Every card is played as before; only the points differ.")
        findings = [finding for finding in findings if finding.state != "identical"]
    details = [finding for finding in findings if _differs_in_details(finding, outcomes)]
    sentences += _tell_rest(
        [finding for finding in findings if finding not in details],
        _count_rounds(plan),
        "round" if plan.game is None else "game",
    )
    if details:
        sentences.append(
            f"As for {put_in_row([own.topic for own in details], 'and')}, only details differ: see the table."
        )
    if not clauses or alike:
        sentences += _tell_others(outcomes, {outcome.measure.id for _, outcome in worded})
    if clauses:
        return [f"{lead}, {'; '.join(clauses)}.", *sentences]
    first, *others = sentences or ["No difference that can be told."]
    return [f"{lead}: {_uncapital(first)}", *others]


def _uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]


def _tell_turns(plan: Plan, finding: _Finding) -> str:
    """Where a measure turns back on its way along a sweep."""
    steps = [(own.value, arm) for arm, own in enumerate(finding.outcome.arms) if own is not None]
    gap = finding.outcome.differences[finding.arm]
    slack = max(finding.words.matters, gap.half if gap is not None else 0)
    turns = [
        f"{value_texts(finding.outcome, arm)[0]} at {plan.arms[arm].label}"
        for value, arm in (max(steps), min(steps))
        if min(abs(value - steps[0][0]), abs(value - steps[-1][0])) > slack
    ]
    return f" ({', '.join(turns)})" if turns else ""


def _plays_alike(outcomes: Sequence[Outcome]) -> bool:
    """Whether the variants differ in points alone: not a card is played in another way."""
    of_play = [outcome for outcome in outcomes if outcome.measure.group not in _OF_POINTS]
    return bool(of_play) and all(set(outcome.verdicts[1:]) == {"identical"} for outcome in of_play)


def _differs_in_details(finding: _Finding, outcomes: Sequence[Outcome]) -> bool:
    """Whether the table marks a difference under the heading of a topic that itself shows none."""
    measure = finding.outcome.measure
    if finding.state in ("changed", "hardly") or measure.whole:
        return False
    return any({"more", "less"} & {*own.verdicts[1:]} for own in outcomes if own.measure.group == measure.group)


def _tell_others(outcomes: Sequence[Outcome], worded: set[str]) -> Iterator[str]:
    """What changes beyond doubt beside the topics: two measures at most, each with what it is and what it was."""
    others = [
        f"{measure_title(outcome.measure)} ({', '.join(_tell_step(outcome, len(outcome.arms) - 1))})"
        for outcome in most_moved(outcomes, len(outcomes))
        if outcome.measure.id not in worded and any(map(_is_sure, outcome.differences))
    ]
    if others:
        yield f"What moved most: {put_in_row(others[:2], 'and')}."


def _compare_several(plan: Plan, worded: Sequence[Worded], outcomes: Sequence[Outcome]) -> list[str]:
    """A paragraph for each variant after the first: what would be felt most, held against the first."""
    noun = "round" if plan.game is None else "game"
    lines = [f"Against {_name_arm(plan, 0)}:"]
    for arm, name in enumerate(arm_names(plan)[1:], start=1):
        findings = _look_at_topics(worded, [arm])
        changed = sorted((own for own in findings if own.state == "changed"), key=lambda own: -own.felt)
        if changed:
            says = f"{'; '.join(map(_tell_change, changed[:_MOST]))}."
        elif {"more", "less"} & {outcome.verdicts[arm] for outcome in outcomes}:
            says = "only details differ: see the table."
        else:
            says = _uncapital(" ".join(_tell_rest(findings, _count_rounds(plan), noun)))
        lines.append(f"{name}: {says}" if plan.knob is not None else f"{name}, {plan.arms[arm].label}: {says}")
    return lines


def _introduce(plan: Plan) -> str:
    """What the difference comes from, as the beginning of a sentence."""
    a, b = plan.arms
    if plan.knob is not None:
        return f"With {plan.knob}={b.label} instead of {a.label}"
    return f"With {put_in_row(b.settings, 'and')} (B)" if is_setting(plan) else f"Under {b.label} (B)"


def _never_mattered(plan: Plan) -> str:
    """Why nothing differs between the variants."""
    if plan.knob is not None:
        what = plan.knob
    elif is_setting(plan):
        what = " ".join(plan.arms[1].settings)
    elif any(differences(plan.arms[0].variant, arm.variant) for arm in plan.arms):
        what = "what sets these variants apart"
    else:
        return "these variants are the same in every setting"
    return f"{what} never came into play at this table"


def _count_rounds(plan: Plan) -> str:
    """How many rounds were played under each variant, or how many whole games."""
    number, noun = (plan.rounds, "round") if plan.game is None else (plan.games, "game")
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _name_arm(plan: Plan, arm: int) -> str:
    """A variant in a sentence: its name with its settings, or the knob and the value of a sweep."""
    own = plan.arms[arm]
    return own.label if plan.knob is None else f"{own.variant.name} with {plan.knob}={own.label}"
