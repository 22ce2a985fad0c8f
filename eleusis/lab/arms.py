"""The arms of a simulation: the variants that are held against each other, as they are named, set and swept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import attrs

from eleusis.ground.errors import EleusisError, LabError, VariantError, quote
from eleusis.ground.yaml.nodes import Mapping
from eleusis.ground.yaml.parsing import read
from eleusis.variant import Variant, differences, knobs, load_variant, to_yaml, variant_from_node
from eleusis.variant.write import knob_text

MAX_ARMS = 40
_RANGE = re.compile(r"(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})(?:\s*:\s*([0-9]{1,9}))?")
_DASHED = re.compile(r"\s*[0-9]+\s*[-–—:]")
"""What people write for a range elsewhere."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


@attrs.frozen
class Arm:
    """One of the variants that are held against each other."""

    ref: str
    """The name or the path it was loaded by."""
    settings: tuple[str, ...]
    variant: Variant
    value: str | None = None
    """The value of the knob that a sweep moves."""
    base: Variant | None = None
    """The variant without the settings; None where it can't be played without them."""

    @property
    def label(self) -> str:
        """What it is called in tables."""
        return self.value if self.value is not None else " ".join((self.variant.name, *self.settings))


def read_arms(
    variants: Sequence[str | Variant], settings: Sequence[str], sweep: str | None
) -> tuple[list[Arm], str | None]:
    """The arms, and the knob that is swept.

    A variant may have settings behind it: `abbott expulsion.layout=50`. With one variant and settings but no sweep,
    the variant as it is comes first and that with the settings second; otherwise the settings go to every arm.
    Raises VariantError (`variant/…`), and LabError: `lab/sweep`, or `lab/no-difference` where the settings that are
    to be compared with the variant as it is change nothing in it.
    """
    named = [_split(variant) for variant in variants]
    if sweep is not None:
        if len(named) > 1:
            raise LabError("lab/sweep", "a sweep moves one setting of one variant: name one --variant")
        return _sweep(*named[0], tuple(settings), sweep)
    if settings and len(named) == 1:
        ref, own = named[0]
        arms = [_make_arm(ref, own), _make_arm(ref, (*own, *settings))]
        _check_change(arms[0], arms[1], settings)
    else:
        arms = [_make_arm(ref, (*own, *settings)) for ref, own in named]
    return _tell_apart(arms), None


def _make_arm(ref: str | Variant, settings: tuple[str, ...], value: str | None = None) -> Arm:
    """The arm of a variant with these settings put on top."""
    if isinstance(ref, str):
        return Arm(ref, settings, load_variant(ref, settings), value, _load_base(ref))
    if not settings:
        return Arm(ref.name, settings, ref, value, ref)
    node = read(to_yaml(ref))
    assert isinstance(node, Mapping)
    return Arm(ref.name, settings, variant_from_node(node, settings), value, ref)


def _load_base(ref: str) -> Variant | None:
    """The variant of this name or path as it stands; None where only settings make it one that can be played."""
    try:
        return load_variant(ref)
    except EleusisError:
        return None


def _check_change(a: Arm, b: Arm, settings: Sequence[str]) -> None:
    """Raises LabError (`lab/no-difference`) where the settings leave a variant as it is: nothing could differ."""
    if differences(a.variant, b.variant):
        return
    stands = knobs(a.variant)
    paths = [setting.partition("=")[0].strip() for setting in settings]
    alike = [f"{path} is {knob_text(stands[path])} already" for path in dict.fromkeys(paths) if path in stands]
    why = ", and ".join(alike) or f"{' '.join(settings)} changes no rule of play"
    raise LabError("lab/no-difference", f"B is {a.label}: {why}, so there is nothing to compare")


def _split(variant: str | Variant) -> tuple[str | Variant, tuple[str, ...]]:
    """A variant and the settings behind it."""
    if isinstance(variant, Variant):
        return variant, ()
    parts = variant.split()
    end = next((i for i, part in enumerate(parts) if "=" in part), len(parts))
    stray = next((part for part in parts[end:] if "=" not in part), None)
    if stray is not None or not end:
        raise VariantError("variant/override", f"write NAME SETTING=VALUE …, not {quote(variant)}")
    return " ".join(parts[:end]), tuple(part.rstrip(",") for part in parts[end:])


def _tell_apart(arms: list[Arm]) -> list[Arm]:
    """The arms, a number behind those that would be called like one before them: `abbott`, `abbott (2)`."""
    if len(arms) > MAX_ARMS:
        raise LabError("lab/sweep", f"{len(arms)} variants are too many: {MAX_ARMS} at most")
    times: Counter[str] = Counter()
    labelled = []
    for arm in arms:
        times[arm.label] += 1
        again = times[arm.label]
        labelled.append(arm if again == 1 else attrs.evolve(arm, value=f"{arm.label} ({again})"))
    return labelled


def _sweep(
    ref: str | Variant, own: tuple[str, ...], settings: tuple[str, ...], sweep: str
) -> tuple[list[Arm], str]:
    """An arm for each value of a knob, and the knob."""
    knob, equals, values = sweep.partition("=")
    knob = knob.strip()
    if not equals or not knob or not values.strip():
        raise LabError("lab/sweep", "write SETTING=FROM..TO:STEP or SETTING=A,B,C, like expulsion.layout=20..60:10")
    arms = [_make_arm(ref, (*own, *settings, f"{knob}={value}"), value) for value in sweep_values(values)]
    return _tell_apart(arms), knob


def sweep_values(text: str) -> list[str]:
    """The values of `20..60:10`, or of `1,2,5`, each once (20 and 020 are one). Raises LabError (`lab/sweep`)."""
    ends = _RANGE.fullmatch(text.strip())
    if ends is None:
        values = [part.strip() for part in text.split(",")]
        if not all(values) or ".." in text or _DASHED.match(text):
            raise LabError("lab/sweep", f"{quote(text)} is neither FROM..TO:STEP nor a list like 1,2,5")
        seen: dict[int | str, str] = {}
        for value in values:
            seen.setdefault(int(value) if _WHOLE.fullmatch(value) else value, value)
        return list(seen.values())
    low, high, step = int(ends[1]), int(ends[2]), int(ends[3] or 1)
    if step < 1 or high < low:
        raise LabError("lab/sweep", f"{quote(text)} has no values: FROM..TO upwards, with a STEP from 1")
    if (high - low) // step >= MAX_ARMS:
        raise LabError("lab/sweep", f"{quote(text)} are too many values: {MAX_ARMS} at most")
    return [str(value) for value in range(low, high + 1, step)]
