"""docs/mechanism.md names every place that a mechanism may touch; what it names is there, nothing is left out."""

from __future__ import annotations

import re

import pytest

from tests.helpers.pages import DOCS, marked
from tests.helpers.places import ROOT

PLACES = marked((DOCS / "mechanism.md").read_text(encoding="utf-8"), "places")[1:]
PATH = re.compile(r"`([a-z_]+/[\w./]*)`")


@pytest.mark.parametrize("row", PLACES, ids=lambda row: row[0])
def test_what_the_guide_names_is_there(row: list[str]) -> None:
    place, _, _, forgotten = row
    for path in PATH.findall(place) + PATH.findall(forgotten):
        assert (ROOT / path).exists(), path
    says = ("definition", "type checker", "your cases", "itself", "nobody but a reader")
    assert PATH.search(forgotten) or any(word in forgotten for word in says), "who tells it?"
