"""The kernel knows every policy that there is, or leaves the editions that have it to the engine."""

from __future__ import annotations

import pytest

from eleusis.lab.kernel import variant_knobs
from eleusis.lab.kernel.variant_knobs import COVERED, find_unknown
from eleusis.variant import load_variant
from eleusis.variant.knobs import Policy
from eleusis.variant.mechanisms.game_length import GameLength
from eleusis.variant.mechanisms.hints import Hints
from eleusis.variant.mechanisms.refill import UpTo

LEFT_OUT: set[type[object]] = set()
"""Policies that the kernel leaves to the engine."""


def test_each_policy_is_covered() -> None:
    """Bots give no hints, and a game's length is the plan's; every other policy changes how a round is played."""
    covered = {policy for policies in COVERED.values() for policy in policies}
    asked = {kind for base in Policy.__subclasses__() for kind in base.kinds.values()}
    asked -= {*Hints.kinds.values(), *GameLength.kinds.values()}
    there_are = {kind for kind in asked if kind.__module__.startswith("eleusis.")}
    assert covered | LEFT_OUT == there_are, "teach the kernel the new policy, or name it in LEFT_OUT"


def test_a_policy_that_is_not_covered_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_variant("abbott")
    assert find_unknown(variant) is None
    monkeypatch.setattr(variant_knobs, "COVERED", {**COVERED, "refill": (UpTo,)})
    assert find_unknown(variant) == "refill.kind=none"
