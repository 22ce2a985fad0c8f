"""The family of rules that the scientist has in mind, the forest that it is, and the shelf that it is kept on."""

from __future__ import annotations

import os
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
from eleusis.minds.induction.leaves import Leaves
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


def test_parts_that_look_at_one_card_share_their_tables_and_mean_what_they_say() -> None:
    shape = ["rank > {}.rank", "suit == next({}.suit, spade, heart, club, diamond)", "abs(rank - {}.rank) in 2..4"]
    texts = [
        template.format(card) for card in ("last", "back(2)", "first", "back(4)", "at(3)") for template in shape
    ]
    texts += [
        "prime",
        "any",
        "none",
        "odd != last.odd or rank == back(2).rank",
        "streak(color) >= 2",
        "red or first.red",
    ]
    texts += [
        "line.count(red) % 2 == 0",
        "cycle(red, odd)",
        "position > 3",
        "last3.sum(rank) > 20",
        "not last.face",
    ]
    rules = list(map(Rule, texts))
    leaves = Leaves([rule.tree for rule in rules])
    for line in ((), *fixed_lines()[::7]):
        open_, doubtful = leaves.masks(line)
        assert open_.tolist() == [rule.mask(line) for rule in rules]
        denied = [Rule(f"not ({text})").mask(line) for text in texts]
        assert doubtful.tolist() == denied, "where it doesn't hold for certain its opposite forbids nothing"


def test_leaves_that_are_not_asked_for_are_not_worked_out_and_the_others_are_right(small: Family) -> None:
    fresh = Leaves(small.forest.leaves.trees)
    flags = np.zeros(len(fresh), np.bool_)
    flags[::9] = True
    selection = fresh.select(flags)
    for line in fixed_lines()[52:80:3]:
        selected, every = fresh.masks(line, selection), small.forest.leaves.masks(line)
        assert [masks[flags].tolist() for masks in selected] == [masks[flags].tolist() for masks in every]
    asked = sum(int(flags.sum()) for group in fresh.groups for _, flags in group.answers.values())
    assert 0 < asked <= sum(len(places) * len(fresh.groups[n].answers) for n, places in selection)


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


def test_what_lies_on_the_shelf_and_is_no_family_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, which nobody would ever write to, and weights that are none."""
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path))
    os.mkfifo(tmp_path / "family-pipe.npz")
    assert shelf.load("pipe", 1) is None
    pairs, triples = np.zeros((2, 0), np.int32), np.zeros((3, 0), np.int32)
    for weight in (1.0, 0.0, -1.0, float("nan"), float("inf")):
        alone, weights = np.zeros(2, np.int32), np.array([0.5, weight])
        if weight == 0.0:
            weights[0] = 0.0
        arrays = shelf.Arrays(alone, pairs, pairs, triples, weights, np.zeros(2, np.uint64))
        shelf.save("word", arrays)
        assert (shelf.load("word", 1) is None) == (weight != 1.0)


def test_a_shelf_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path / "file" / "below"))
    zero = np.zeros(1, np.int32)
    shelf.save("word", shelf.Arrays(zero, zero, zero, zero, np.zeros(1), np.zeros(1, np.uint64)))
    assert shelf.load("word", 1) is None
