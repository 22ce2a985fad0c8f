"""Laws of the rule language, over random rules and lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card
from eleusis.ground.errors import RuleError
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.language.parser import WORDS
from eleusis.secret.language.text import parse, unparse

from . import naive
from .texts import LINES, rules

pytestmark = pytest.mark.long


@given(rules(depth=4))
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_back(text: str) -> None:
    tree = parse(text)
    assert parse(unparse(tree)) == tree


@given(rules(), st.lists(LINES, min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_masks_are_what_a_plain_reading_gives(text: str, lines: list[list[Card]]) -> None:
    tree = parse(text)
    meaning = Meaning(tree)
    for line in lines:
        assert meaning.mask(line) == naive.right(tree, line), unparse(tree)


TOKENS = st.sampled_from(
    [*WORDS, *"(){},.+-*%<>=!", "..", "==", "<=", "1", "13", "10000", "99999", "\n", "\t", "é", "♠", "0x1"]
)


@given(st.lists(TOKENS, max_size=30))
@settings(max_examples=250, deadline=None)
def test_a_heap_of_words_is_a_rule_or_a_rule_error(words: list[str]) -> None:
    _read(" ".join(words))


@given(st.text(max_size=80))
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_rule_or_a_rule_error(text: str) -> None:
    _read(text)


@given(rules(), st.integers(0, 200), st.text(max_size=2), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_a_damaged_rule_is_a_rule_or_a_rule_error(text: str, at: int, new: str, gone: int) -> None:
    at %= len(text)
    _read(text[:at] + new + text[at + gone :])


def _read(text: str) -> None:
    error = _error(text)
    if error is None:
        Meaning(parse(text)).mask(PACK[:3])
        return
    assert error.code.startswith("rule/")
    assert error.line is not None
    assert 1 <= error.line <= text.count("\n") + 1
    assert error.column is not None
    assert 1 <= error.column <= len(text.split("\n")[error.line - 1]) + 1
    assert "\n" not in error.message


def _error(text: str) -> RuleError | None:
    try:
        parse(text)
    except RuleError as error:
        return error
    return None


@pytest.mark.parametrize(
    "text",
    ["(" * 100_000, "(" * 4_000, "not " * 1_200 + "red", "-" * 4_000 + "1 == 1", "rank" + "%2" * 2_000 + "==1",
     "if red then " * 400, "abs(" * 1_000, "line.any(" * 500, "x" * 1_000_000, "1" * 4_900],
)  # fmt: skip
def test_attacks_are_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "not (" * 40 + "red" + ")" * 40,
        "(1 + 2 * " * 40 + "rank" + ")" * 40 + " == 7",
        "if last.red then (" * 40 + "red" + ") else black" * 40,
        "if last.red then black else " * 40 + "red",
        "line.any(" * 40 + "red" + ")" * 40,
        " or ".join(f"rank == {n % 13 + 1} and last.rank != {n}" for n in range(60)),
        "rank + " + " + ".join(["1"] * 480) + " == 481 + last.rank",
        "back(12).red and last12.count(red) > 1",
        "position % 1000 == 999 or line.sum(rank) > 1000",
    ],
)
def test_there_is_room(text: str) -> None:
    tree = parse(text)
    assert parse(unparse(tree)) == tree
    for line in ((), PACK[:1], PACK[5:20]):
        mask = Meaning(tree).mask(line)
        if text.count("line.any") < 9:  # a plain reading takes for ever
            assert mask == naive.right(tree, line)
