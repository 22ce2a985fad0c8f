"""Rules made up by chance: that they are of use, that the seed alone decides, what they say on the fixed lines."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Literal

import pytest

from eleusis.ground.cards import ALL, PACK
from eleusis.ground.chance import stream
from eleusis.secret.english.explaining import explain
from eleusis.secret.generating.fingerprint import answers_of, join, probe_lines
from eleusis.secret.generating.generator import draw
from eleusis.secret.language import tree as t
from eleusis.secret.language.shape import difficulty
from eleusis.secret.language.text import parse
from eleusis.secret.library import library
from eleusis.secret.measuring import prior
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule

from .texts import CONDITIONS, PLAYS

CHANCE = Random(4)
TEXTS = [*CHANCE.sample(PLAYS, 60), *CHANCE.sample(CONDITIONS, 60)]


def _lanes(sheet: int) -> list[int]:
    """The sets of cards of a sheet."""
    return [sheet >> (64 * n) & ALL for n in range(len(probe_lines().lines))]


@pytest.mark.long
def test_a_sheet_has_the_right_cards_after_each_line() -> None:
    lines = probe_lines().lines
    assert len(set(lines)) > 1000
    assert lines[:52] == tuple((card,) for card in PACK)
    for text in TEXTS:
        rule, answers = Rule(text), answers_of(parse(text))
        masks = [rule.mask(line) for line in lines]
        assert _lanes(answers.right) == masks
        assert _lanes(answers.after_last)[:52] == masks[:52]
        assert answers.last_only == (rule.meaning.table is not None)


@pytest.mark.long
def test_sheets_are_joined_as_rules_are() -> None:
    for _ in range(40):
        a, b, c = [parse(text) for text in CHANCE.sample(TEXTS, 3)]
        mixtures: list[tuple[Literal["if", "and", "or"], t.Expr, list[t.Expr]]] = [
            ("if", t.If(a, b, c), [a, b, c]),
            ("and", t.And((b, c)), [b, c]),
            ("or", t.Or((b, c)), [b, c]),
        ]
        for how, tree, parts in mixtures:
            whole, joined = answers_of(tree), join(how, [answers_of(part) for part in parts])
            assert (whole.true, whole.false) == (joined.true, joined.false)
            assert whole.last_only >= joined.last_only


def test_which_lines_can_be_built_follows_from_the_sheet() -> None:
    for text in TEXTS[::6]:
        rule = Rule(text)
        reached, held = probe_lines().follow(answers_of(rule.tree).right)
        reached_lanes = [lane for group in reached for lane in _lanes(group)[:52]]
        held_lanes = [lane for group in held for lane in _lanes(group)[:52]]
        for line, lines, right in zip(probe_lines().lines, reached_lanes, held_lanes, strict=True):
            can_be_built = rule.accepts(line[:1], line[1:])
            assert lines == (ALL if can_be_built else 0)
            assert right == (rule.mask(line) if can_be_built else 0)


@pytest.mark.long
def test_hashes_do_not_matter() -> None:
    code = (
        "from eleusis.secret.generating.generator import draw; from eleusis.ground.chance import stream;"
        "print([draw(stream(seed, 'draw'), 1 + seed % 5).text for seed in range(60)])"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "77")
    }  # fmt: skip
    assert len(outs) == 1


def test_rules_that_are_drawn_are_of_use() -> None:
    for seed in range(60):
        rule = draw(stream(seed, "of use"))
        masks = [rule.mask((card,)) for card in PACK]
        assert 0 not in masks
        if rule.meaning.table is not None:
            assert 0.1 <= sum(mask.bit_count() for mask in masks) / 52 / 52 <= 0.8


@pytest.mark.parametrize("wanted", [None, 1, 2, 3, 4, 5])
def test_a_rule_for_a_dealer_without_an_idea(wanted: int | None) -> None:
    drawn = [draw(stream(seed, "draw"), wanted) for seed in range(6)]
    assert drawn == [draw(stream(seed, "draw"), wanted) for seed in range(6)]
    assert len(set(drawn)) >= 4
    for rule in drawn:
        assert difficulty(rule.tree) == wanted or (wanted is None and 2 <= difficulty(rule.tree) <= 4)
        assert explain(rule)


def test_no_such_difficulty() -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        draw(stream(0), 6)


def test_no_table_gives_away_more_than_there_is() -> None:
    tables = [prior.YESNO, prior.NUMBER, prior.QUANTITY, prior.OTHER, prior.TRAIT, prior.FEATURE, prior.ORDER,
              prior.EQUALITY]  # fmt: skip
    for table in tables:
        assert sum(2.0**-bits for bits in table.values()) <= 1
    named = [bits for source, bits in prior.SOURCE.items() if source not in ("back", "at")]
    back = sum(2.0 ** -(prior.SOURCE["back"] + n) for n in range(3, 17))
    at = sum(2.0 ** -(prior.SOURCE["at"] + n) for n in range(2, 99))
    assert sum(2.0**-bits for bits in named) + back + at <= 1


def test_every_rule_of_the_library_has_a_length() -> None:
    for rule in library().values():
        assert 6 <= length(rule.tree) <= 150
