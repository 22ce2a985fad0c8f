"""Bots for the tests that are registered as a kind, whatever they do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from random import Random
from types import ModuleType

import pytest

from eleusis.game.view import View
from eleusis.minds.players.kinds import KINDS, Kind
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

Made = dict[str, object]
"""What a kind was handed when a player was made."""


class Answers:
    """A player that answers its views by a function."""

    def __init__(self, answer: Callable[[View], object]) -> None:
        self.answer = answer

    def move(self, view: View) -> object:
        return self.answer(view)


def plant(
    patch: pytest.MonkeyPatch,
    name: str,
    make: Callable[[Variant, Random], object],
    *,
    knows_rule: bool = False,
) -> list[Made]:
    """Register a kind whose players `make` makes; returns the list of what each was handed."""
    handed: list[Made] = []

    def make_one(
        *,
        seat: str,
        variant: Variant,
        chance: Random,
        rule: Rule | None,
        library: Mapping[str, Rule],
        options: Mapping[str, float],
        **later: object,
    ) -> object:
        handed.append({"seat": seat, "rule": rule, "library": library, "options": options, **later})
        return make(variant, chance)

    home = ModuleType(f"planted_{name}")
    vars(home)["make"] = make_one
    patch.setitem(sys.modules, home.__name__, home)
    patch.setitem(KINDS, name, Kind(home.__name__, "a planted bot", knows_rule=knows_rule))
    return handed


def plant_answers(patch: pytest.MonkeyPatch, name: str, answer: Callable[[View], object]) -> None:
    """Register a kind that answers each view by a function."""
    plant(patch, name, lambda variant, chance: Answers(answer))


__all__ = ["Answers", "plant", "plant_answers"]
