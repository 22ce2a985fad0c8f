"""The rule language, clause by clause as docs/rule-language.md promises it."""

from __future__ import annotations

import pickle

import pytest

from eleusis.ground.cards import PACK, cards
from eleusis.ground.errors import RuleError
from eleusis.secret.library import find_rule, library, same_as
from eleusis.secret.rule import Rule

CASES = [
    # features, bare, after `card.`, of the last cards and the starter
    ("red", "", "2H 3D", "2S 3C"),
    ("prime", "", "2S 3S 5S 7S JS KS", "AS 4S 9S QS"),
    ("number", "", "AS 10S", "JS KS"),
    ("high", "", "8S KS", "7S AS"),
    ("low", "", "7S AS", "8S"),
    ("face", "", "JS QS KS", "10S AS"),
    ("odd", "", "JS AS", "QS 2S"),
    ("card.rank == 3", "", "3S", "4S"),
    ("rank == last.rank", "7S 4H", "4S", "7S"),
    ("rank == back(2).rank", "7S 4H", "7D", "4S"),
    ("rank == first.rank", "7S 4H JC", "7D", "4S JD"),
    ("rank == at(2).rank", "7S 4H JC", "4D", "7D JD"),
    # a name is a value where one is expected, and asks about the card elsewhere
    ("rank == ace", "", "AS", "2S"),
    ("rank > jack", "", "QS", "JS"),
    ("last.suit == spade", "7S", "2H", ""),
    ("last.suit == spade", "7H", "", "2H"),
    ("red == first.red", "7S", "2C", "2H"),
    ("color == (if last.red then black else red)", "7S", "2H", "2S"),
    ("suit == if last.red then spade else heart", "7S", "2H", "2D"),
    ("suit == cycle(spade, heart)", "7S", "2H", "2S"),
    ("rank in {ace, jack..king}", "", "AS JS KS", "2S 10S"),
    # any case
    ("IF Last.Odd THEN Black ELSE RED", "7S", "2S", "2H"),
    # operators as in Python; `if` reaches far
    ("red or black and none", "", "2H", "2S"),
    ("not red and odd", "", "3S", "2S 3H"),
    ("not rank == 3", "", "4S", "3S"),
    ("if last.red then black else red and odd", "7S", "3H", "2H"),
    ("3 <= rank <= 5", "", "3S 5S", "2S 6S"),
    ("rank in 5..9", "", "5S 9S", "4S 10S"),
    ("rank not in {3, 5, 9}", "", "4S", "9S"),
    ("rank in {last.rank, last.rank + 1}", "7S", "7H 8H", "9H"),
    ("rank in last.rank - 1..last.rank + 1", "7S", "6H 8H", "9H"),
    ("rank in last.rank..5", "7S", "", "6H 5H"),
    ("-rank + 2 * 3 == 1", "", "5S", "4S"),
    ("(rank - 9) % 13 == 5", "", "AS", "5S"),  # never negative
    ("abs(rank - last.rank) == 1", "7S", "6H 8D", "7D"),
    ("min(rank, 3) == 3 and max(rank, 5) == 5", "", "3S 5S", "2S 6S"),
    ("gcd(rank, 6) == 3", "", "3S 9S", "6S 2S"),
    # position and cycle
    ("position == 1", "", "2S", ""),
    ("position == 3", "7S 4H", "2S", ""),
    ("cycle(red, black, none)", "7S", "2S", "2H"),
    ("cycle(red, black, none)", "7S 4H", "", "2S 2H"),
    ("cycle(red, back(9).red)", "", "2H", "2S"),  # only the entry whose turn it is counts
    # next and place
    ("suit == next(last.suit, spade, heart, diamond, club)", "7C", "2S", "2H"),
    ("color == next(last.color, red, black)", "7C", "2H", "2S"),
    ("place(suit, club, diamond, heart, spade) == 1", "", "2C", "2S"),
    ("place(suit, club, diamond, heart, spade) > place(last.suit, club, diamond, heart, spade)", "7H", "2S", "2H"),
    # streak
    ("streak(color) == 2", "7S 4H 2D", "2S", ""),
    ("streak(color) == 0", "", "2S", ""),
    ("streak(odd) == 3", "7S 5H 9D", "2S", ""),
    # over the mainline
    ("line.count(red) == 2", "7S 4H 2D", "2S", ""),
    ("line.sum(rank) == 13", "7S 4H 2D", "2S", ""),
    ("rank > line.max(rank)", "7S 4H 9D", "10S", "9S"),
    ("rank < line.min(rank)", "7S 4H 9D", "3S", "4S"),
    ("line.any(ace)", "7S", "", "AS"),
    ("line.all(even)", "2S 4S", "3S", ""),
    ("rank == line.latest(red).rank", "7S 4H 9C", "4S", "9S"),
    ("line.count(suit == card.suit) == 1", "7S 4H", "2S 2H", "2D"),
    ("line.any(rank == card.rank)", "7S 4H", "7D", "8D"),
    ("last3.count(red) == 1", "4H 7S 4D 2C", "2S", ""),
    ("last2.sum(rank) == 6", "7S 4H 2D", "2S", ""),
    # over no cards: count and sum 0, any false, all true, the others missing
    ("line.count(red) == 0 and line.sum(rank) == 0", "", "2S", ""),
    ("line.any(any)", "", "", "2S"),
    ("line.all(none)", "", "2S", ""),
    ("line.max(rank) == 99 or none", "", "2S", ""),
    # missing is neither true nor false; a missing verdict is right
    ("rank > back(2).rank", "7S", "AS", ""),
    ("none and back(2).red", "7S", "", "2S"),
    ("any or back(2).red", "7S", "2S", ""),
    ("back(2).red and red", "7S", "2H", "2S"),
    ("not back(2).red", "7S", "2H", ""),
    ("if back(2).red then red else black", "7S", "2H 2S", ""),
    ("if back(2).red then red else red", "7S", "2H", "2S"),
    ("if back(2).red then rank > 3 else rank > 5", "7S", "4S 6S", "3S"),
    ("last3.any(red)", "4H 4D", "2S", ""),
    ("line.latest(ace).rank == 9", "7S", "2S", ""),
    ("1 == 2 and 1 == back(9).rank", "7S", "", "2S"),
    ("rank in {3, back(9).rank}", "7S", "3S 4S", ""),
    ("3 <= rank <= last.rank", "", "3S KS", "2S"),
    ("any", "7S", "2S", ""),
    ("none", "7S", "", "2S"),
]


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
