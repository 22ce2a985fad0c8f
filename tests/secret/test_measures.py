"""docs/measures.md has the tables and examples of prior.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eleusis.secret.language.features import Type
from eleusis.secret.language.text import parse
from eleusis.secret.measuring import prior
from eleusis.secret.measuring.measure import measure
from eleusis.secret.rule import Rule

PAGE = (Path(__file__).parents[2] / "docs" / "measures.md").read_text(encoding="utf-8")
TABLES = ("YESNO", "NUMBER", "OTHER", "QUANTITY", "FEATURE", "TRAIT", "SOURCE", "ORDER", "EQUALITY", "HOW", "CONST",
          "ORDERS")  # fmt: skip
EXAMPLES = [(text, int(bits)) for text, bits in re.findall(r"^\| `(.+)` \| (\d+) \|$", PAGE, re.M)]


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_the_tables(name: str) -> None:
    on_page: dict[str, int] = {}
    for row in PAGE.split(f"<!-- prior: {name} -->")[1].strip().split("\n\n")[0].splitlines()[2:]:
        _, bits, words, _ = row.split("|")
        on_page |= dict.fromkeys(re.findall(r"`([^`]+)`", words), int(bits))
    table = getattr(prior, name)
    assert on_page == {key.value if isinstance(key, Type) else key: bits for key, bits in table.items()}


@pytest.mark.parametrize(("text", "bits"), EXAMPLES)
def test_the_examples_are_so_long(text: str, bits: int) -> None:
    assert prior.length(parse(text)) == measure(Rule(text)).description == bits


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


def test_shares_that_come_to_a_little_more_than_one() -> None:
    """On the first cards anything goes: a share is added up from many, and rounding must not take it over 1."""
    measures = measure(Rule("rank == back(1).rank + back(2).rank + back(3).rank + back(4).rank + back(5).rank"))
    assert not measures.exact
    assert measures.long_run <= 1.0
    assert measures.bits >= 0.0
