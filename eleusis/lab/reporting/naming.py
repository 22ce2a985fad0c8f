"""What the variants of a simulation are called: a letter, and in words what each changes in its edition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eleusis.lab.arms import Arm
from eleusis.lab.measures import Measure
from eleusis.lab.plan import Plan
from eleusis.variant import Variant, differences
from eleusis.variant.knobs import Section, knobs_of
from eleusis.variant.saying import put_in_row
from eleusis.variant.write import ABSENT, knob_text

_RUN_ON = frozenset(
    {"a wrong play costs", "a wrong guess costs", "a no play", "after a turn the hand", "an overthrown prophet"}
    | {"a player who has played the last card", "when the stock runs low", "the round is cut off"}
)
"""Rows of the table of all editions that make a sentence with what stands in them; others take a colon."""
_VERBS = {
    "a hand": "a hand has",
    "a right no play": "a right no play brings",
    "a prophet at the end": "a prophet at the end gets",
    "no cards left": "going out brings",
    "the base score": "the base score is",
    "the dealer": "the dealer gets",
    "never dealt when a game stops early": "never having dealt brings",
}
"""Rows that lack no more than a verb."""
_NOTHING = {
    ("a prophet", "no"): "there is no prophet",
    ("expulsion", "nobody"): "nobody is expelled",
    ("the round is cut off", "never"): "the round is never cut off",
    ("a guess at the rule", "never"): "nobody guesses the rule",
    ("hints by the dealer", "never"): "the dealer gives no hints",
}
"""How it is said that a mechanism is absent."""
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_ENDS_A_PART = re.compile(r"(?= \()|[;,] ")


def arm_names(plan: Plan) -> list[str]:
    """What each arm is called in a heading: its letter, or the value of a swept knob."""
    if plan.knob is not None:
        return [f"= {arm.label}" for arm in plan.arms]
    return [chr(ord("A") + place) if place < 26 else f"#{place + 1}" for place in range(len(plan.arms))]


def describe_arms(plan: Plan) -> list[str]:
    """What each arm is, in words: `abbott, unchanged`; `abbott, but a wrong play costs 1 card`."""
    return [_describe(arm, plan) for arm in plan.arms]


def legend(plan: Plan) -> list[tuple[str, str, str]]:
    """What each arm is called in headings, what it is in words, and its settings as one types them.

    Where numbers are swept the first and the last are enough.
    """
    rows = [
        (name, words, f"--set {exact_settings(arm)}" if arm.settings and plan.knob is None else "")
        for name, words, arm in zip(arm_names(plan), describe_arms(plan), plan.arms, strict=True)
    ]
    return [rows[0], rows[-1]] if sweeps_numbers(plan) else rows


def sweeps_numbers(plan: Plan) -> bool:
    """Whether the arms are the values of a knob that is a number, three of them at least."""
    return plan.knob is not None and len(plan.arms) > 2 and all(_NUMBER.fullmatch(arm.label) for arm in plan.arms)


def name_comparison(plan: Plan) -> str:
    """What is held against what, as a heading."""
    if plan.knob is not None:
        return f"{plan.knob} in {plan.arms[0].variant.name}"
    if is_setting(plan):
        return describe_arms(plan)[1]
    return put_in_row(list(dict.fromkeys(arm.variant.name for arm in plan.arms)), "and")


def is_setting(plan: Plan) -> bool:
    """Whether two variants are compared, of which the second is the first with settings."""
    if len(plan.arms) != 2 or plan.knob is not None:
        return False
    a, b = plan.arms
    return bool(b.settings) and not a.settings and a.ref == b.ref


def measure_title(measure: Measure) -> str:
    """What a measure is called where no heading says whether it is of rounds or of whole games."""
    return f"{measure.text} (game)" if measure.whole else measure.text


def exact_settings(arm: Arm) -> str:
    """The settings of an arm as one types them; empty where it has none."""
    return " ".join(arm.settings)


def _describe(arm: Arm, plan: Plan) -> str:
    """One arm in words."""
    name = arm.variant.name
    if not arm.settings or (arm.base is not None and not differences(arm.base, arm.variant)):
        alone = bool(arm.settings) or any(other is not arm and other.ref == arm.ref for other in plan.arms)
        return f"{name}, unchanged" if alone or not arm.variant.title else f"{name}: {arm.variant.title}"
    changes = [] if arm.base is None else list(tell_changes(arm.base, arm.variant))
    if not changes:
        return f"{name} with {exact_settings(arm)}"
    return f"{name}, but {'; '.join(changes)}"


def tell_changes(base: Variant, variant: Variant) -> Iterator[str]:
    """What a variant changes in another, a few words for each change; what has no words is told as a setting."""
    sections = {pair.path.partition(".")[0] for pair in differences(base, variant)}
    for name in knobs_of(Variant):
        if name not in sections:
            continue
        before, after = _rows(base, name), _rows(variant, name)
        changed = [row for row, words in after.items() if before.get(row) != words]
        for row in changed:
            yield _say(row, _shorten(before.get(row, ""), after[row]))
        if not changed:
            for pair in differences(base, variant):
                if pair.path.partition(".")[0] == name and pair.b is not ABSENT:
                    yield f"{pair.path}={knob_text(pair.b)}"


def _rows(variant: Variant, name: str) -> dict[str, str]:
    """What a section says of itself, by the rows of the table of all editions."""
    field, _ = knobs_of(Variant)[name]
    section = getattr(variant, field.name)
    return section.in_brief() if isinstance(section, Section) else {}


def _say(row: str, words: str) -> str:
    """A row of the table of all editions as a part of a sentence."""
    joint = " " if row in _RUN_ON or row in _VERBS or words.startswith("is ") else ": "
    return _NOTHING.get((row, words), _VERBS.get(row, row) + joint + words)


def _shorten(before: str, after: str) -> str:
    """The words of a row up to the end of the part in which they differ from those that stood there before."""
    old, new = before.split(), after.split()
    same = 0
    while same < min(len(old), len(new)) and old[-1 - same] == new[-1 - same]:
        same += 1
    differ = len(" ".join(new[: len(new) - same]))
    for end in _ENDS_A_PART.finditer(after):
        head = after[: end.start()]
        if end.start() >= differ and head.count("(") == head.count(")"):
            return head
    return after
