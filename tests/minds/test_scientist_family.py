"""The family of rules that the scientist has in mind, and the forest that it is."""

from __future__ import annotations

import pytest

from eleusis.ground.chance import stream
from eleusis.secret.library import library
from eleusis.secret.rule import Rule

pytest.importorskip("numpy")

import numpy as np

from eleusis.minds.induction.family import Family, fixed_lines
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import number

small = scientist_tables.small


def test_no_two_rules_of_the_family_are_the_same_and_the_library_is_in_it(small: Family) -> None:
    assert len(set(small.marks.tolist())) == small.size > 500
    assert abs(float(small.weights.sum()) - 1) < 1e-9
    for rule in library().values():
        assert small.text(number(small, rule))


def test_a_rule_of_the_family_means_what_its_text_says(small: Family) -> None:
    chance = stream(3, "scientist")
    picks = [int(chance.random() * small.size) for _ in range(150)]
    rules = [Rule(small.text(pick)) for pick in picks]
    for line in ((), *fixed_lines()[50:90:5]):
        masks = small.forest.masks(line)
        picked = small.forest.take(np.array(sorted(set(picks))))
        assert masks[sorted(set(picks))].tolist() == picked.masks(line).tolist()
        assert [int(masks[pick]) for pick in picks] == [rule.mask(line) for rule in rules]
