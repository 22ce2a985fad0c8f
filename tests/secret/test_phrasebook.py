"""Phrases of which rules are made: each is a rule whatever is chosen; most of the library can be made of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, cast

import pytest

from eleusis.ground.cards import ALL, PACK, Card, cards
from eleusis.secret.english.explaining import explain
from eleusis.secret.phrasebook.sentences import (
    CHOICES,
    EXCEPTIONS,
    GROUPS,
    JOINS,
    Shape,
    bracket,
    join_rules,
    phrases_json,
)
from eleusis.secret.rule import Rule

SHAPES = {shape.id: shape for group in GROUPS for shape in group.shapes}
BESIDES = {shape.id: shape for shape in EXCEPTIONS}

CONSTANT = {
    "red or black",
    "if odd then odd else even",
    "if even then odd else even",
}
"""What somebody may choose who takes two kinds that are all cards, or no cards, together."""


def lines() -> list[Sequence[Card]]:
    """Mainlines of all kinds: short ones and long ones, mixed ones and those of one kind."""
    chance = Random(3)
    mixed = [[chance.choice(PACK) for _ in range(length)] for length in (1, 1, 2, 2, 2, 3, 3, 4, 5, 7)]
    return [*mixed, cards("7S 9S JS 3S 5S AS"), cards("8H 8H 8H 8H 8H 8H")]


def says_something(rule: Rule) -> bool:
    """Whether there are cards that it takes and cards that it refuses, after some lines of these."""
    masks = [rule.mask(line) for line in LINES]
    return any(mask != ALL for mask in masks) and any(masks)


LINES = lines()


def usual(shape: Shape) -> list[str]:
    """What stands in the holes of a shape at first."""
    return [hole.usual for hole in shape.holes]


def one_by_one(shape: Shape) -> list[list[str]]:
    """Fillings in which each choice of each hole comes once, the other holes as they are at first."""
    fillings = []
    for place, hole in enumerate(shape.holes):
        for choice in CHOICES[hole.choices]:
            texts = usual(shape)
            texts[place] = choice.text
            fillings.append(texts)
    return fillings


def test_there_are_shapes_enough_and_they_are_in_order() -> None:
    assert [group.title for group in GROUPS] == [
        "One card by itself",
        "The last card decides",
        "Two or more cards back",
        "Places and counting",
    ]
    assert len(SHAPES) == sum(len(group.shapes) for group in GROUPS) >= 20
    levels = [[Rule(shape.fill(usual(shape))).difficulty for shape in group.shapes] for group in GROUPS]
    means = [sum(level) / len(level) for level in levels]
    assert means == sorted(means)


@pytest.mark.parametrize("shape", [*SHAPES.values(), *EXCEPTIONS], ids=lambda shape: shape.id)
def test_a_shape_has_a_hole_for_each_number_and_its_usual_choice_is_a_choice(shape: Shape) -> None:
    assert [hole.number for hole in shape.holes] == list(range(len(shape.holes)))
    for hole in shape.holes:
        assert hole.usual in [choice.text for choice in CHOICES[hole.choices]]
        assert f"{{{hole.number}}}" in shape.rule
    assert "{" not in shape.label
    assert shape.label[0].isupper()
    assert shape.label.endswith(".")


def test_every_choice_in_every_hole_is_a_rule_that_says_something() -> None:
    for shape in SHAPES.values():
        for texts in one_by_one(shape):
            rule = Rule(shape.fill(texts))
            assert says_something(rule) != (rule.text in CONSTANT), rule.text


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shape_with_its_usual_choices_is_told_in_plain_words(shape: Shape) -> None:
    rule = Rule(shape.fill(usual(shape)))
    words = explain(rule)
    assert words.endswith(".")
    assert words[0].isupper()


@pytest.mark.soak
def test_every_choice_is_told_in_plain_words_and_many_at_once_are_rules() -> None:
    chance = Random(1)
    for shape in SHAPES.values():
        many = [
            list(texts) for texts in product(*[[c.text for c in CHOICES[hole.choices]][:6] for hole in shape.holes])
        ]
        for texts in [*one_by_one(shape), *chance.sample(many, min(60, len(many)))]:
            assert explain(Rule(shape.fill(texts))).endswith("."), texts


@pytest.mark.parametrize("join", JOINS)
def test_two_shapes_are_joined_and_each_stays_whole(join: str) -> None:
    parts = [shape.fill(usual(shape)) for shape in SHAPES.values()]
    for first, second in zip(parts, [*parts[7:], *parts[:7]], strict=True):
        rule, before, behind = Rule(join_rules(join, first, second)), Rule(first), Rule(second)
        for line in LINES[-5:]:  # where nothing is missing, which is neither right nor wrong in a part
            masks = before.mask(line), behind.mask(line)
            both = masks[0] & masks[1] if join == "and" else masks[0] | masks[1]
            assert rule.mask(line) == both, rule.text


@pytest.mark.parametrize("besides", EXCEPTIONS, ids=BESIDES)
def test_an_exception_goes_with_every_shape(besides: Shape) -> None:
    for shape in SHAPES.values():
        plain = shape.fill(usual(shape))
        for texts in (usual(besides), one_by_one(besides)[0]):
            rule = Rule(besides.fill(texts, plain))
            exceptional, ordinary = Rule(texts[0]), Rule(plain)
            for line in LINES[-5:]:
                taken = exceptional.mask(line)
                expected = ordinary.mask(line) & ~taken if besides.id == "never" else ordinary.mask(line) | taken
                assert rule.mask(line) == expected, rule.text


def test_a_part_is_in_brackets_only_where_it_must_be() -> None:
    assert bracket("color != last.color") == "color != last.color"
    assert join_rules("or", "red", "if odd then red else black") == "red or (if odd then red else black)"
    assert bracket("last.rank in 5..9") == "last.rank in 5..9"


def test_as_data_they_are_what_they_are_here() -> None:
    data = cast("dict[str, Any]", phrases_json())
    assert json.loads(json.dumps(data)) == data
    assert len(json.dumps(data)) < 60_000, "a phone fetches it"
    assert data["joins"][0] == {"id": "and", "label": "and at the same time", "rule": "{0} and {1}"}
    after = next(shape for shape in data["groups"][1]["shapes"] if shape["id"] == "after")
    assert after["rule"] == "if {0} then {1} else {2}"
    assert after["parts"][:2] == [
        {"text": "If the last card is "},
        {"hole": 0, "choices": "last cards", "usual": "last.odd"},
    ]
    named = {
        part["choices"]
        for shape in [*data["exceptions"], *(shape for group in data["groups"] for shape in group["shapes"])]
        for part in shape["parts"]
        if "hole" in part
    }
    assert named == set(data["choices"]), "each list is for some hole"
