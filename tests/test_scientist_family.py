"""The family of rules that the scientist has in mind, the forest that it is, and the shelf that it is kept on."""

from __future__ import annotations

from pathlib import Path

import pytest

from eleusis.ground.chance import stream
from eleusis.secret.library import library
from eleusis.secret.rule import Rule

pytest.importorskip("numpy")

import numpy as np

from eleusis.minds.induction import family as families
from eleusis.minds.induction import family_cache as shelf
from eleusis.minds.induction.family import Family, fixed_lines
from tests import scientist_tables
from tests.scientist_tables import number

small = scientist_tables.small
own_shelf = scientist_tables.own_shelf


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


def test_a_family_from_the_shelf_is_the_same_and_a_broken_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = families.family.__wrapped__
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path))
    first = fresh(16)
    (file,) = tmp_path.iterdir()
    again = fresh(16)
    file.write_bytes(file.read_bytes()[:300])
    monkeypatch.setattr(shelf, "save", lambda *_: None)
    anew = fresh(16)
    for other in (again, anew):
        assert other.marks.tolist() == first.marks.tolist()
        assert other.weights.tolist() == first.weights.tolist()
        assert other.starters == first.starters


def test_a_shelf_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path / "file" / "below"))
    zero = np.zeros(1, np.int32)
    shelf.save("word", shelf.Arrays(zero, zero, zero, zero, np.zeros(1), np.zeros(1, np.uint64)))
    assert shelf.load("word", 1) is None
