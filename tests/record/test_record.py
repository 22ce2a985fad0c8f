"""Events as data: what is printed reads back (laws/test_round_laws.py), and what is none is refused."""

from __future__ import annotations

from typing import Any

import pytest

from eleusis.game.events import Drew, Event, Expelled
from eleusis.ground.cards import cards
from eleusis.ground.data import Json
from eleusis.ground.errors import NotationError


def test_an_event_reads_back() -> None:
    event = Drew("Ann", cards("2H ??"), "wrong play", 2)
    assert Event.from_json(event.to_json()) == event


def test_keys_of_later_versions_are_ignored() -> None:
    """design.md, "Events, views, hidden cards": readers ignore keys that they don't know."""
    data: dict[str, Json] = {"type": "expelled", "seat": "Ann", "why": "who knows"}
    assert Event.from_json(data) == Expelled("Ann")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "notation/event"),
        (None, "notation/event"),
        ([], "notation/event"),
        ({"type": "flew", "seat": "Ann"}, "notation/event"),
        ({"type": "expelled"}, "notation/event"),
        ({"type": "expelled", "seat": ["Ann"]}, "notation/event"),
        ({"type": "drew", "seat": "Ann", "cards": ["2H"], "why": "for fun", "due": 1}, "notation/event"),
        ({"type": "drew", "seat": "Ann", "cards": ["2H"], "why": "wrong play", "due": True}, "notation/event"),
        ({"type": "drew", "seat": "Ann", "cards": "2H", "why": "wrong play", "due": 1}, "notation/event"),
        ({"type": ["expelled"], "seat": "Ann"}, "notation/event"),
        ({"type": "accepted", "seat": "Ann", "cards": ["11X"]}, "notation/card"),
    ],
)
def test_what_is_no_event_is_refused(data: Any, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        Event.from_json(data)
    assert caught.value.code == code
