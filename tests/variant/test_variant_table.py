"""The table of the editions in rules.md, row by row, written from that page and not from the files."""

import pytest

from eleusis.variant import knobs, load_variant
from tests.helpers.places import read_tables

EDITIONS = ("abbott", "guyton", "matuszek", "express", "matuszek-1995", "abril", "solo")

# The rows of rules.md, "The first four editions" and "Three further editions": a knob, then each edition's value.
TABLE = read_tables(__file__)["table"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_column(edition: str) -> None:
    """The edition is as its column says, row by row, and has no knob without a row."""
    there = knobs(load_variant(edition))
    column = {row[0]: row[EDITIONS.index(edition) + 1] for row in TABLE}
    assert {knob: there.get(knob, "absent") for knob in column} == column
    assert set(there) <= set(column)
