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
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.words.rulebook.phrase_choices import CHOICES
from eleusis.words.rulebook.phrase_shapes import Shape, bracket
from eleusis.words.rulebook.phrasebook import EXCEPTIONS, GROUPS, JOINS, join_rules, phrases_json

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


BUILT = {
    "abb-1": "after: last.odd | black | red",
    "abb-2": "after-higher: last.red | <= | >=",
    "abb-3": "circle: spade, heart, diamond, club",
    "abb-4": "near: ==  | 1",
    "guy-1": "same: != | color",
    "guy-2": "circle: spade, heart, club, diamond",
    "guy-3": "after: last.number | any | odd",
    "exp-e1": "same: != | color",
    "exp-e2": "circle: spade, heart, diamond, club",
    "exp-e3": "blocks: % 6 < 3 | red | black",
    "exp-e4": "after: last.odd | even | odd",
    "exp-e5": "after: last.high | low | high",
    "exp-e6": "round: 3",
    "exp-h1": "after: last.odd | red | black",
    "exp-h2": "same-or-same: suit | rank",
    "exp-h3": "after-higher: last.red | >= | <=",
    "exp-x1": "round: 1",
    "exp-x2": "same: != | suit",
    "exp-x3": "same: != | color; always: face",
    "gar-1": "same: != | prime",
    "wik-1": "higher: >; after: last.king",
    "par-1": "after-kind-or-higher: last.face | number | >",
    "par-2": "same-pair: color | high | low",
    "abr-1": "after: last.black | rank >= 7 | rank <= 6",
    "last-suit-stays": "same: == | suit",
    "last-color-stays": "same: == | color",
    "last-rank-up": "higher: >=",
    "last-rank-down": "higher: <=; after: last.ace",
    "last-near-3": "near: in 1.. | 3",
    "last-far-4": "near: >=  | 4",
    "last-sum-even": "sum-divided: % 2 == 0",
    "last-sum-third": "sum-divided: % 3 == 0",
    "last-sum-over-13": "sum: >= | 14",
    "last-sum-9-to-17": "sum: >= | 9; and sum: <= | 17",
    "last-odd-major": "after: last.odd | suit in {spade, heart} | suit in {club, diamond}",
    "last-even-high": "after: last.even | high | low",
    "last-red-odd": "after: last.red | odd | even",
    "last-face-red": "after: last.face | red | black",
    "last-color-or-near": "same: != | color; or near: ==  | 1",
    "last-half-turn": "after: last.low | red | black",
    "last-suit-parity": "same-then: suit | odd | even",
    "last-suit-halves": "after: last.suit in {spade, diamond} | high | low",
    "last-coprime": "factor: ==; and same: != | rank",
    "last-prime-red": "after: last.prime | red | odd",
    "last-band": "kind: rank in {1..4, 10..13}; after: last.rank in 5..9",
    "last-high-swap": "after-same: last.high | != | color | == | color",
    "back-2-color": "same-back: != | color | 2",
    "back-2-suit": "again: suit | 2",
    "back-2-rising": "direction: > | red | black",
    "back-2-same-parity": "same-pair: odd | red | black",
    "back-2-sum": "window-divided: 2 | % 2 == 0 | high | low",
    "back-2-two-suits": "same: != | suit; and same-back: != | suit | 2",
    "back-2-direction": "direction: >= | odd | even",
    "back-3-color": "same-back: == | color | 3",
    "back-3-count": "window-count: 3 | 2 | red | black | red",
    "back-3-sum": "window-sum: 3 | 21 | low | high",
    "back-3-new-suit": "new: suit | 3",
    "back-4-faces": "window: 4 | any | face | number | high",
    "turn-color": "turns-3: red | black | black",
    "turn-odd-2": "turns-4: odd | odd | even | even",
    "turn-suit": "turns-suit: spade, heart, diamond, club",
    "turn-high-low": "turns-3: high | low | any",
    "turn-third": "nth: 3 | rank in {ace, jack, queen, king} | number",
    "turn-color-or-parity": "turns-same: != | odd | != | color",
    "streak-2-color": "streak: color | 2",
    "streak-2-parity": "streak: odd | 2",
    "streak-3-limit": "at-most: color | 3",
    "line-sum-parity": "line-sum: % 2 == 0 | red | black",
    "line-count-red": "count: red | % 2 == 0 | even | odd",
    "line-count-face": "count: face | % 3 == 0 | black | red",
    "line-latest-red": "latest: red | odd | high | low",
    "line-latest-face": "latest-same: != | color | face",
    "line-first-color": "starter-same: color | high | low",
    "line-first-rank": "starter-higher: > | red | black",
    "line-first-parity": "as-starter: == | odd; or same: == | suit",
}
"""How rules of the library are made of phrases: a shape and its choices, then what is joined, and exceptions."""


def build(recipe: str) -> Rule:
    """The rule of a recipe such as `same: != | color; or near: ==  | 1; after: last.king`."""
    text = ""
    for step in recipe.split("; "):
        name, _, choices = step.partition(": ")
        *join, name = name.split(" ")
        shape = BESIDES[name] if text and not join else SHAPES[name]
        texts = choices.split(" | ")
        for hole, chosen in zip(shape.holes, texts, strict=True):
            assert chosen in [choice.text for choice in CHOICES[hole.choices]], f"{recipe}: {chosen}"
        text = join_rules(join[0], text, shape.fill(texts)) if join else shape.fill(texts, text)
    return Rule(text)


@pytest.mark.parametrize("name", BUILT)
def test_rules_of_the_library_are_made_of_phrases(name: str) -> None:
    assert compare(Rule(library()[name].text), build(BUILT[name])).same


def test_most_of_the_library_can_be_made() -> None:
    assert len(BUILT) / len(library()) >= 0.8
