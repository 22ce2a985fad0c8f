"""docs/mechanism.md names every place that a mechanism may touch; what it names is there, nothing is left out."""

from __future__ import annotations

import re

import pytest

from tests.pages import DOCS, ROOT, marked
from tests.test_questions import ALL_EVENTS

PLACES = marked((DOCS / "mechanism.md").read_text(encoding="utf-8"), "places")[1:]
PATH = re.compile(r"`([a-z_]+/[\w./]*)`")


@pytest.mark.parametrize("row", PLACES, ids=lambda row: row[0])
def test_what_the_guide_names_is_there(row: list[str]) -> None:
    place, _, _, forgotten = row
    for path in PATH.findall(place) + PATH.findall(forgotten):
        assert (ROOT / path).exists(), path
    says = ("definition", "type checker", "your cases", "itself", "nobody but a reader")
    assert PATH.search(forgotten) or any(word in forgotten for word in says), "who tells it?"


def test_all_that_goes_over_every_event_is_named() -> None:
    named = {path for row in PLACES for path in PATH.findall(row[0])}
    assert {f"eleusis/{module}" for module in ALL_EVENTS} <= named


def test_where_the_type_checker_is_named_a_match_is_closed() -> None:
    for row in PLACES:
        if "type checker" in row[3]:
            for path in PATH.findall(row[0]):
                assert path.removeprefix("eleusis/") in ALL_EVENTS, f"{path}: nothing holds its match closed"
