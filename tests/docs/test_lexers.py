"""What the docs colour: every word of the rule language, and red cards; what is unknown stays plain."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from eleusis import library
from eleusis.secret.language.features import TYPES
from eleusis.secret.language.parser import WORDS
from eleusis.secret.language.tokens import tokens
from tests.helpers.pages import DOCS

kinds = pytest.importorskip("pygments.token")
pytest.importorskip("sphinx")

LEXERS = runpy.run_path(str(DOCS / "_ext" / "lexers.py"))
Shades = list[tuple[Any, str]]


def shade(lexer: str, text: str) -> Shades:
    """The pieces of a text with their kinds, but for the white space."""
    return [(kind, part) for kind, part in LEXERS[lexer]().get_tokens(text) if part.strip()]


@pytest.mark.parametrize("word", [*WORDS, "last16", "RED", "If"])
def test_a_word_of_the_language_has_a_colour(word: str) -> None:
    ((kind, part),) = shade("RuleLexer", word)
    assert part == word
    assert kind in (kinds.Name.Attribute, kinds.Name.Builtin, kinds.Keyword, kinds.Operator.Word)
    assert (kind is kinds.Name.Attribute) == (word.casefold() in TYPES)


def test_a_question_to_a_line_has_a_colour_where_it_is_asked() -> None:
    rule = "line.latest(red).rank > last3.sum(number)"
    assert [part for kind, part in shade("RuleLexer", rule) if kind is kinds.Name.Function] == ["latest", "sum"]


def test_rules_are_cut_where_the_language_cuts_them() -> None:
    for rule in library().values():
        cut = [part for _, part in shade("RuleLexer", rule.text)]
        assert cut == [token.text for token in tokens(rule.text)[:-1]]


@pytest.mark.parametrize("lexer", ["RuleLexer", "GameLexer", "CommandLexer", "FileLexer"])
@pytest.mark.parametrize("text", ["redder ≤ 'x' § §", "$ a\n♥ 10 \x00", "rule: §\n", "lastly oddly ande"])
def test_what_is_unknown_is_no_error(lexer: str, text: str) -> None:
    shades = LEXERS[lexer]().get_tokens(text)
    assert not [part for kind, part in shades if kind in kinds.Error]


def test_hearts_and_diamonds_are_red_in_what_a_game_prints() -> None:
    red = LEXERS["RED"]
    for lexer in ("GameLexer", "CommandLexer"):
        shown = shade(lexer, "$ eleusis replay x\n  10♥─5♠ A♦ 110♥ 3C\n")
        assert [part for kind, part in shown if kind is red] == ["10♥", "A♦"]


def test_a_rule_that_a_game_prints_or_a_file_has_is_coloured_as_a_rule() -> None:
    rule = "if last.odd then black else 3"
    shades = shade("RuleLexer", rule)
    assert shade("GameLexer", f"  rule       {rule}")[1:] == shades
    assert shade("GameLexer", f"> guess {rule}")[2:] == shades
    assert shade("FileLexer", f"  - rule: {rule}  # why\n")[3:] == [*shades, (kinds.Comment.Single, "# why")]
    assert (kinds.Literal.Scalar.Plain, "odd") in shade("FileLexer", "hint: odd or even")
    assert (kinds.Generic.Heading, "── Round 1 ──") in shade("GameLexer", "── Round 1 ──\n")
    assert (kinds.Number.Integer, "3") in shades
