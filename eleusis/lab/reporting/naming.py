"""What the variants of a simulation are called: a letter, and in words what each changes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eleusis.ground.statistics import Measure
from eleusis.lab.arms import Arm
from eleusis.lab.plan import Plan
from eleusis.variant import Variant, differences
from eleusis.variant.knobs import Section, knobs_of
from eleusis.variant.saying import put_in_row
from eleusis.variant.write import ABSENT, knob_text, tell_differences

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


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
        (name, words, f"--set {' '.join(arm.settings)}" if arm.settings and plan.knob is None else "")
        for name, words, arm in zip(arm_names(plan), describe_arms(plan), plan.arms, strict=True)
    ]
    return [rows[0], rows[-1]] if sweeps_numbers(plan) else rows


def changes_of(plan: Plan, width: int = 80) -> list[tuple[str, list[str]]]:
    """What each variant changes in the first, with a title, as `variants diff` says it; a sweep says it itself."""
    if plan.knob is not None:
        return []
    first, *others = plan.arms
    names = arm_names(plan)
    titled = []
    for name, arm in zip(names[1:], others, strict=True):
        if pairs := differences(first.variant, arm.variant):
            titled.append((f"what {name} changes", tell_differences(pairs, names[0], name, width)))
    return titled


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


def _describe(arm: Arm, plan: Plan) -> str:
    """One arm in words."""
    name = arm.variant.name
    if not arm.settings or (arm.base is not None and not differences(arm.base, arm.variant)):
        alone = bool(arm.settings) or any(other is not arm and other.ref == arm.ref for other in plan.arms)
        return f"{name}, unchanged" if alone or not arm.variant.title else f"{name}: {arm.variant.title}"
    changes = [] if arm.base is None else list(tell_changes(arm.base, arm.variant))
    return f"{name}, but {'; '.join(changes)}" if changes else f"{name} with {' '.join(arm.settings)}"


def tell_changes(base: Variant, variant: Variant) -> Iterator[str]:
    """What a variant changes in another: the rows of the table of all variants, else the settings."""
    pairs = differences(base, variant)
    for name, (field, _) in knobs_of(Variant).items():
        before, after = (getattr(side, field.name) for side in (base, variant))
        rows = after.in_brief() if isinstance(after, Section) else {}
        old = before.in_brief() if isinstance(before, Section) else {}
        changed = [f"{row}: {words}" for row, words in rows.items() if old.get(row) != words]
        own = [pair for pair in pairs if pair.path.partition(".")[0] == name and pair.b is not ABSENT]
        yield from changed or [f"{pair.path}={knob_text(pair.b)}" for pair in own]
