"""docs/rule-language.md has examples of what a rule costs to describe."""

from __future__ import annotations

import re

import pytest

from eleusis.secret.language.text import parse
from eleusis.secret.measuring import prior
from eleusis.secret.measuring.measure import measure
from eleusis.secret.rule import Rule
from tests.helpers.places import ROOT

PAGE = (ROOT / "docs" / "rule-language.md").read_text(encoding="utf-8")
EXAMPLES = [(text, int(bits)) for text, bits in re.findall(r"^\| `(.+)` \| (\d+) \|$", PAGE, re.M)]


@pytest.mark.parametrize(("text", "bits"), EXAMPLES)
def test_the_examples_are_so_long(text: str, bits: int) -> None:
    assert prior.length(parse(text)) == measure(Rule(text)).description == bits


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.long
def test_shares_that_come_to_a_little_more_than_one() -> None:
    """On the first cards anything goes: a share is added up from many, and rounding must not take it over 1."""
    measures = measure(Rule("rank == back(1).rank + back(2).rank + back(3).rank + back(4).rank + back(5).rank"))
    assert not measures.exact
    assert measures.long_run <= 1.0
    assert measures.bits >= 0.0
