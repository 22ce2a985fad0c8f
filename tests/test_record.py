"""Events as data: what is printed reads back (laws/test_round_laws.py), and what is none is refused."""

from __future__ import annotations

import pytest

from eleusis.errors import NotationError
from eleusis.game.events import Drew
from eleusis.pack import cards
from eleusis.script.record import Json, event_from_json, event_json


def test_an_event_reads_back() -> None:
    event = Drew("Ann", cards("2H ??"), "wrong play", 2)
    assert event_from_json(event_json(event)) == event


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "notation/event"),
        ({"type": "flew", "seat": "Ann"}, "notation/event"),
        ({"type": "expelled"}, "notation/event"),
        ({"type": "expelled", "seat": "Ann", "why": "no"}, "notation/event"),
        ({"type": "accepted", "seat": "Ann", "cards": ["11X"]}, "notation/card"),
    ],
)
def test_what_is_no_event_is_refused(data: dict[str, Json], code: str) -> None:
    with pytest.raises(NotationError) as caught:
        event_from_json(data)
    assert caught.value.code == code
