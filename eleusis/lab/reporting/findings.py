"""What can be said of a variant, topic by topic: whether it changes, by how much, and that as a clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import attrs

from eleusis.lab.intervals import Interval
from eleusis.lab.measures import Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.measure_words import GAME_TOPICS, MEASURE_WORDS, TOPICS, WIN, MeasureWords, Topic
from eleusis.words.page.ink import cells

_SURE: Final = 1.5
"""A difference of so many half intervals is beyond doubt; a smaller one `seems` to be there."""
_FORMS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LONGEST_NAME: Final = 20
"""A seat whose name takes more columns has no sentence of its own."""
_OF_ONE = {"end": "ends", "have": "has", "are": "is", "keep": "keeps", "seem": "seems"}
_OF_HUNDRED = re.compile(
    rf"(?<![\d.])1(?: (?P<noun>rounds|prophets|games))? in 100 (?P<verb>{'|'.join(_OF_ONE)})\b"
)
_IN_ROUNDS_OF = re.compile(r"(?<![\d.])1 rounds of 100\b")
_State = Literal["changed", "hardly", "unclear", "few", "identical"]


@attrs.frozen
class TopicFinding:
    """What can be said of a topic: the measure of it that moved most, under the arm where it did."""

    topic: Topic
    state: _State
    words: MeasureWords
    outcome: Outcome
    arm: int
    felt: float
    """How large the difference is, in differences that just matter."""


def look_at_topics(plan: Plan, outcomes: Sequence[Outcome], arms: Sequence[int]) -> list[TopicFinding]:
    """What can be said of each topic that these rounds say anything about, under one of these arms at least."""
    findings: dict[Topic, list[TopicFinding]] = {topic: [] for topic in topic_names(plan)}
    for words, outcome in find_words(plan, outcomes):
        findings[words.topic] += [_look(words, outcome, arm) for arm in arms]
    # of a topic what changes most, or what most can be said of
    return [max(members, key=_weigh) for members in findings.values() if members]


def topic_names(plan: Plan) -> dict[Topic, str]:
    """What a verdict speaks of, in this order, and what each topic is called."""
    return TOPICS if plan.game is None else GAME_TOPICS


def find_words(plan: Plan, outcomes: Sequence[Outcome]) -> list[tuple[MeasureWords, Outcome]]:
    """The measures that a verdict may speak of, each with its words.

    Where whole games are played, a topic that games have measures of speaks of games, not of rounds.
    """
    by_id = {outcome.measure.id: outcome for outcome in outcomes}
    wins = tuple(f"{WIN}{name}" for name in plan.players if cells(name) <= _LONGEST_NAME)
    pairs = [
        (words, by_id[id])
        for words in MEASURE_WORDS
        for id in (wins if words.id == WIN else (words.id,))
        if id in by_id and not says_nothing(plan, words)
    ]
    of_games = {words.topic for words, outcome in pairs if outcome.measure.whole}
    return [(words, outcome) for words, outcome in pairs if outcome.measure.whole or words.topic not in of_games]


def _look(words: MeasureWords, outcome: Outcome, arm: int) -> TopicFinding:
    """What can be said of a measure under an arm."""
    verdict, gap = outcome.verdicts[arm], outcome.differences[arm]
    state: _State = "few"
    felt = 0.0
    if verdict in ("more", "less") and gap is not None:
        felt = abs(gap.value) / words.matters
        state = "changed" if felt >= 1 else "hardly"
    elif verdict == "identical":
        state = "identical"
    elif verdict == "unclear":
        state = "unclear"
    return TopicFinding(words.topic, state, words, outcome, arm, felt)


def _weigh(finding: TopicFinding) -> tuple[int, bool, float]:
    """What is told of a topic rather than another finding: a change, a sure one, and of these what is felt most."""
    rank = ("identical", "few", "unclear", "hardly", "changed").index(finding.state)
    return rank, is_sure(finding.outcome.differences[finding.arm]), finding.felt


def is_sure(gap: Interval | None) -> bool:
    """Whether a difference is beyond doubt, so that chance is hardly to be reckoned with."""
    return gap is not None and abs(gap.value) >= _SURE * gap.half


def says_nothing(plan: Plan, words: MeasureWords) -> bool:
    """Whether a measure has no meaning at this table: where the dealer scores nothing there is no lead."""
    return words.topic == "dealer" and not any(arm.variant.scoring.dealer_scores for arm in plan.arms)


def tell_finding(finding: TopicFinding, rounds: str = "rounds ", *, levels: bool = True) -> tuple[str, str]:
    """A change as a clause, and from where to where it leads; `levels` says whether that is told at all."""
    words, outcome = finding.words, finding.outcome
    gap, before, after = outcome.differences[finding.arm], outcome.arms[0], outcome.arms[finding.arm]
    assert gap is not None
    assert before is not None
    assert after is not None
    sure = is_sure(gap)
    size, a, b = _tell_amounts(words, gap, before.value, after.value, sure, levels)
    size, often = _tell_rate(gap) if words.unit == "rate" else (size, "")
    if words.unit == "lead" and min(before.value, after.value) < 0:
        a, b = (f"{text.removeprefix('−')} {'behind' if '−' in text else 'ahead'}" for text in (a, b))
    of = {
        "a": a,
        "b": b,
        "size": size,
        "often": often,
        "much": _tell_much(gap),
        "rounds": rounds,
        "seat": seat_of(outcome),
        "a_of": f"{a} in 100" if before.value else "none",
        "a_all": "all" if before.value == 1 else f"{a} in 100",
    }
    if after.value == 1 and words.always:
        return words.always.format(**of), ""
    if not before.value and words.appears:
        return agree_in_number(words.appears.format(**of)), ""
    if not after.value and words.vanishes:
        return words.vanishes.format(**of), ""
    text = choose_form(words.more if gap.value > 0 else words.less, sure)
    return agree_in_number(text.format(**of)), f": {words.levels.format(a=a, b=b)}" if words.levels else ""


def seat_of(outcome: Outcome) -> str:
    """The seat whose wins are asked for."""
    return outcome.measure.id.removeprefix(WIN)


def agree_in_number(text: str) -> str:
    """A clause that begins with a share, or ends in one, in the singular where that is 1: `1 round in 100 ends`."""
    return _IN_ROUNDS_OF.sub("1 round of 100", _OF_HUNDRED.sub(_say_singular, text))


def _say_singular(hit: re.Match[str]) -> str:
    noun = f" {hit['noun'][:-1]}" if hit["noun"] else ""
    return f"1{noun} in 100 {_OF_ONE[hit['verb']]}"


def choose_form(text: str, first: bool) -> str:
    """A text in the first or in the second form of what stands in brackets."""
    return _FORMS.sub(r"\1" if first else r"\2", text)


def _tell_amounts(
    words: MeasureWords, gap: Interval, a: float, b: float, sure: bool, both: bool
) -> tuple[str, str, str]:
    """How large a difference is, and the two values.

    All have a place more where a reader who subtracts would find another number, but for what rounding does.
    """
    size, levels = _tell_size(words, gap, sure), tell_levels(words, a, b)
    if not (sure and both) or words.unit in ("rate", "share"):
        return size, *levels
    if _miss(size, levels) > 1e-9:
        finer, levels = _tell_size(words, gap, sure, 1), tell_levels(words, a, b, 1)
        size = min(finer, size, key=lambda said: _miss(said, levels))
    return size, *levels


def _miss(size: str, levels: tuple[str, str]) -> float:
    """How far from what is said two values are apart."""
    number = {"half a": 0.5, "one": 1.0}.get(size.rpartition(" ")[0])
    said = float(size.split()[0]) if number is None else number
    a, b = (float(level.replace("−", "-")) for level in levels)
    return abs(abs(a - b) - said)


def _tell_size(words: MeasureWords, gap: Interval, sure: bool, finer: int = 0) -> str:
    """How large a difference is: `3 cards`, `half a card`; where it is not beyond doubt, `1 to 5 cards`."""
    noun = "point" if words.unit == "lead" else words.unit
    if words.unit == "share":
        return ""
    fine = words.unit == "lead"
    if not sure:
        low, high = sorted((abs(gap.low), abs(gap.high)))
        places = 1 if fine or low < 0.95 else 0
        least, most = number_text(low, places), number_text(high, places)
        return f"up to {most} {noun}{'s' * (most != '1')}" if least == "0" else f"{least} to {most} {noun}s"
    size = abs(gap.value)
    if 0.45 <= size < 0.55 and not fine:
        return f"half a {noun}"
    number = number_text(size, 1 + finer if fine else 1 if finer or size < 1.5 else 0)
    if number == "1":
        return f"one {noun}"
    return f"{number} {noun}s"


def _tell_rate(gap: Interval) -> tuple[str, str]:
    """A difference in how many there are in a round: `one expulsion fewer`, `in three rounds`."""
    size, way = abs(gap.value), "more" if gap.value > 0 else "fewer"
    if size >= 0.85:
        number = number_text(size, 1)
        return (f"one expulsion {way}" if number == "1" else f"{number} {way} expulsions"), "a round"
    if size >= 0.6:
        return f"two {way} expulsions", "in three rounds"
    rounds = round(1 / size)
    return f"one expulsion {way}", f"in {_WORDS[rounds] if rounds < len(_WORDS) else rounds} rounds"


def _tell_much(gap: Interval) -> str:
    """How much of a change in a share that is, as an adverb."""
    size = abs(gap.value)
    return "a little " if size < 0.03 else "much " if size >= 0.1 else ""


def tell_levels(words: MeasureWords, a: float, b: float, finer: int = 0) -> tuple[str, str]:
    """Two values, in as many places as it takes to tell them apart, and at least so many more than usual."""
    places = finer + (1 if words.unit in ("lead", "rate") else 0)
    texts = level_text(words, a, places), level_text(words, b, places)
    while texts[0] == texts[1] and places < 2:
        places += 1
        texts = level_text(words, a, places), level_text(words, b, places)
    return texts


def level_text(words: MeasureWords, value: float, places: int) -> str:
    """A value by itself; a share in 100, of which 0 and 100 mean none and all."""
    if words.unit in ("lead", "rate"):
        return f"{value:.{max(1, places)}f}".replace("-", "−")
    if words.unit != "share":
        return number_text(value, places)
    text = number_text(100 * value, places)
    while (text in ("0", "100") and 0 < value < 1) and places < 3:
        places += 1
        text = number_text(100 * value, places)
    return text


def number_text(value: float, places: int) -> str:
    """A number with so many places at most; nothing but zeros behind the point is left out."""
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text.replace("-", "−")
