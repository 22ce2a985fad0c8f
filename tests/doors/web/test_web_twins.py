"""The law of hidden cards over the wire: what a seat may not see changes no byte of what it is sent.

Two tables of which one seat can't know that they differ play the same moves; every path that there is, the streams
and the refusals give this seat, a spectator and the host the same. And the law is tested by leaks that are planted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from eleusis.doors.web import answering, hub
from eleusis.doors.web.evenings import chronicle, showing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.web_messages import RoundSeen, TableNews
from eleusis.game.events import Drew
from tests.helpers.web_wire import hold
from tests.laws.tables import VARIANTS
from tests.laws.twins import Leak

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


def stock_at_the_table(patch: Patch) -> None:
    """The top of the stock is told with the table."""
    show = showing.show_table

    def leaking(evening: Evening, here: Any = ()) -> TableNews:
        assert evening.table is not None
        return replace(show(evening, here), title=evening.table.now.round.hidden.stock[0].text)

    patch.setattr(hub, "show_table", leaking)


def hands_in_the_view(patch: Patch) -> None:
    """Everybody's hand is in everybody's view."""
    show = showing.show_view

    def leaking(evening: Evening, seat: str | None) -> RoundSeen:
        assert evening.table is not None
        hands = {name: [card.text for card in hand] for name, hand in evening.table.now.hands.items()}
        return replace(show(evening, seat), open_hands=hands)

    patch.setattr(answering, "show_view", leaking)


def rule_in_the_view(patch: Patch) -> None:
    """Everybody is told the dealer's rule."""
    patch.setattr(showing, "_own_rule", lambda table, seat: table.now.rule)


def seed_at_the_host(patch: Patch) -> None:
    """The host, who plays too, is told the seed."""
    patch.setattr(Evening, "notes", lambda evening: [str(evening.table.script.seed)])


def draws_in_the_stream(patch: Patch) -> None:
    """The cards of a draw are shown to all."""
    patch.setattr(Drew, "secrets", ())


def stream_of_the_dealer(patch: Patch) -> None:
    """Streams bring the events as they are."""
    numbered = chronicle.Numbered
    patch.setattr(numbered, "seen_by", lambda entry, seat: entry.event.to_json())


@pytest.mark.parametrize(
    "plant",
    [stock_at_the_table, hands_in_the_view, rule_in_the_view, seed_at_the_host, draws_in_the_stream,
     stream_of_the_dealer],
)  # fmt: skip
def test_a_leak_is_seen(tmp_path: Path, monkeypatch: Patch, plant: Callable[[Patch], None]) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        asyncio.run(hold(tmp_path, "matuszek, quick", 4, 0, by_rule=True, every=16))
