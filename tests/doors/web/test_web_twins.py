"""The law of hidden cards over the wire: what a seat may not see changes no byte of what it is sent.

Two tables of which one seat can't know that they differ play the same moves; every path that there is, the streams
and the refusals give this seat, a spectator and the host the same. And the law is tested by leaks that are planted.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.helpers.web_wire import hold
from tests.laws.tables import VARIANTS

pytestmark = pytest.mark.long

Patch = pytest.MonkeyPatch
TABLES = (
    ("abbott, bidding again", 3, 0, False),
    ("express, guesses at a price", 4, 1, True),
    ("matuszek", 3, 0, True),
    ("solo", 4, 0, False),
)
"""An edition, a seed, a seat, and whether the dealer's rule judges."""


@pytest.mark.parametrize(("name", "seed", "seat", "by_rule"), TABLES)
def test_a_seat_is_sent_nothing_of_what_it_may_not_see(
    tmp_path: Path, name: str, seed: int, seat: int, by_rule: bool
) -> None:
    assert asyncio.run(hold(tmp_path, name, seed, seat, by_rule=by_rule, every=60)) > 80


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 16))
@pytest.mark.parametrize("name", VARIANTS)
def test_the_law_over_all_editions(tmp_path: Path, name: str, seed: int) -> None:
    asyncio.run(hold(tmp_path, name, seed, seed, by_rule=seed % 2 == 0, every=10))
