"""Which rules of the docs can be tried in place: those that the engine reads, wherever they are shown."""

from __future__ import annotations

import runpy
from functools import cache
from typing import Any

import pytest

from tests.helpers.pages import DOCS

nodes = pytest.importorskip("docutils.nodes")
pytest.importorskip("sphinx")


@cache
def trying() -> dict[str, Any]:
    """What the extension of the docs defines."""
    return runpy.run_path(str(DOCS / "_ext" / "trying.py"))


@pytest.mark.parametrize(
    ("language", "text", "rules"),
    [
        ("rule", "if last.odd then black else red\nnot face\n", ["if last.odd then black else red", "not face"]),
        ("rule", "if last.odd than black\ncolor != last.color", ["color != last.color"]),
        ("yaml", "rounds:\n  - dealer: Eve\n    rule: not face  # easy\n  - {rule: red or ace}", ["not face"]),
        ("yaml", "rules: two of them\nrule: alternate-color", []),
        ("text", "  rule       suit != last.suit\n  starter    7♠", ["suit != last.suit"]),
        ("text", "the rule was: red", []),
    ],
)
def test_a_block_offers_the_rules_that_it_shows(language: str, text: str, rules: list[str]) -> None:
    block = nodes.literal_block(text, text, language=language)
    assert [*trying()["rules_in"](block)] == rules


def test_what_is_spoken_of_is_no_rule_to_be_tried() -> None:
    assert not trying()["is_rule"]("last")
    assert not trying()["is_rule"]("play 5H 6H")
    assert trying()["is_rule"]("rank > last.rank")
