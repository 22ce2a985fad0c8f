"""The rule language, clause by clause as docs/rule-language.md promises it."""

from __future__ import annotations

import pickle

import pytest

from eleusis.ground.cards import PACK, cards
from eleusis.ground.errors import RuleError
from eleusis.secret.library import find_rule, library, same_as
from eleusis.secret.rule import Rule
from tests.helpers.places import read_tables

CASES = read_tables(__file__)["cases"]


@pytest.mark.parametrize(("text", "line", "right", "wrong"), CASES)
def test_clause(text: str, line: str, right: str, wrong: str) -> None:
    """Design, The rule language."""
    rule = Rule(text)
    for card in cards(right):
        assert rule.accepts(cards(line), (card,)), card
    for card in cards(wrong):
        assert not rule.accepts(cards(line), (card,)), card


def test_an_error_has_line_column_and_code() -> None:
    with pytest.raises(RuleError) as caught:
        Rule("rank ==\n  red")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("rule/type", 2, 3)


def test_columns_count_characters() -> None:
    with pytest.raises(RuleError) as caught:
        Rule("red or ♠")
    assert caught.value.column == 8


def test_a_string_is_right_if_each_card_is_in_sequence() -> None:
    rule = Rule("color != last.color")
    assert rule.accepts(cards("7S"), cards("2H 3C 4D"))
    assert not rule.accepts(cards("7S"), cards("2H 3D"))


def test_right_and_mask_agree() -> None:
    rule = Rule("if last.odd then black else red")
    right = rule.right(cards("7S 4H"))
    assert rule.mask(cards("7S 4H")) == sum(card.bit for card in right)
    assert all(card.red for card in right)


def test_the_condition_on_the_starter() -> None:
    rule = Rule("any", starter="red and odd")
    assert [card.text for card in PACK if rule.fits_starter(card)][:3] == ["AH", "3H", "5H"]
    assert all(Rule("none").fits_starter(card) for card in PACK)


def test_rules_are_values() -> None:
    rule = Rule("color!=last.color", starter="red", name="x")
    assert rule == Rule("color != last.color", starter="red")
    assert rule != Rule("color != last.color")
    assert len({rule, Rule("COLOR != last.color", starter="red")}) == 1
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert repr(rule) == "Rule('color!=last.color', starter='red', name='x')"


@pytest.mark.parametrize("name", library())
def test_the_examples_of_the_library(name: str) -> None:
    """Rules, the last table: every row with examples that hold."""
    rule = library()[name]
    assert rule.source is not None
    assert rule.examples
    assert any(example.right for example in rule.examples)
    for example in rule.examples:
        for card in example.right:
            assert rule.accepts(example.line, (card,)), (example, card)
        for card in example.wrong:
            assert not rule.accepts(example.line, (card,)), (example, card)


def test_the_library_has_every_row_of_the_sources() -> None:
    rows = (
        "abb-1 abb-2 abb-3 abb-4 guy-1 exp-e1 guy-2 guy-3 exp-e2 exp-e3 exp-e4 exp-e5 exp-e6 exp-h1 exp-h2 "
        "exp-h3 exp-x1 exp-x2 exp-x3 gar-1 wik-1 par-1 par-2 abr-1"
    )
    assert set(rows.split()) <= set(library())
    assert same_as() == {"exp-e1": "guy-1", "exp-e2": "abb-3"}


def test_a_rule_is_found_by_id_or_is_a_text() -> None:
    assert find_rule("abb-1").name == "abb-1"
    assert find_rule(" red ").text == "red"
    mine = Rule("odd", name="mine")
    assert find_rule("mine", {"mine": mine}) is mine
    with pytest.raises(RuleError) as caught:
        find_rule("abb-9")
    assert caught.value.code == "rule/unknown-id"
    with pytest.raises(RuleError):
        find_rule("variants/abbott.yaml")
