"""Moves and views as data, there and back (design.md, "Events, views, hidden cards")."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eleusis import Round, Rule, deal, load_variant
from eleusis.driving.driver import Driver, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Call, Guess, Judge, Move, NoPlay, Play, read_move
from eleusis.game.view import View
from eleusis.ground.cards import card, cards
from eleusis.ground.chance import stream
from eleusis.ground.data import Json
from eleusis.ground.errors import NotationError
from eleusis.minds.players.registry import make_player

KEYS = [
    "seat",
    "players",
    "dealer",
    "hand",
    "hands",
    "layout",
    "stock",
    "decks",
    "phase",
    "to_act",
    "mover",
    "pending",
    "call",
    "named",
    "guess",
    "prophet",
    "declared_at",
    "right_since",
    "wrong_since",
    "expelled",
    "sudden_death",
    "set_aside",
    "turn",
    "turns_left",
    "ended",
]
"""The keys that the design promises."""


def rounds(seed: int, variant: str = "abbott") -> tuple[Round, list[Step]]:
    """A round that bots play, and its steps."""
    edition, rule = load_variant(variant), Rule("if last.odd then black else red")
    seats = ["Dan", "Ann", "Bob", "Cleo"][: edition.players.max]
    round_ = deal(edition, seats, dealer="Dan", seed=seed, rule=rule)
    bots = {
        seat: make_player("random", seat, edition, stream(seed, "bot", seat), options={"declares": 0.5})
        for seat in seats[1:]
    }
    steps: list[Step] = []
    Driver(round_, {**bots, "Dan": RuleDealer(rule, edition)}, steps).go(limit=60)
    return round_, steps


@pytest.mark.parametrize("variant", ["abbott", "guyton", "matuszek", "express", "matuszek-1995", "abril", "solo"])
def test_moves_and_views_read_back(variant: str) -> None:
    round_, steps = rounds(3, variant)
    for step in steps:
        assert Move.from_json(step.move.to_json()) == step.move
    for seat in (*round_.state.players, None):
        view = round_.view(seat)
        data = json.loads(json.dumps(view.to_json()))
        assert set(KEYS) <= set(data)
        assert data["seat"] == seat
        options = [option.text for option in view.options]
        back = View.from_json({**data, "more": 1}, options=options, events=view.events)
        assert back == view
        assert back.to_json() == data


def test_a_spectator_sees_no_hand_and_what_everyone_has_seen() -> None:
    round_, _ = rounds(5)
    spectator = round_.view(None)
    assert (spectator.seat, spectator.hand, spectator.options) == ("", (), ())
    for seat in ("Ann", "Bob", "Cleo"):
        others = next(who for who in ("Ann", "Bob") if who != seat)
        assert spectator.hands[seat] == round_.view(others).hands[seat]
    assert [event.seen_by(None) for event in round_.events] == list(spectator.events)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play 5H 10d", Play("Ann", cards("5H 10D"))),
        ("no-play", NoPlay("Ann")),
        ("CALL wrong 9H", Call("Ann", False, card("9H"))),
        ("judge right", Judge("Ann", True)),
        (r'guess "\"red\""', Guess("Ann", '"red"')),
    ],
)
def test_a_move_is_read_from_its_line(text: str, move: Move) -> None:
    assert read_move(text, "Ann") == move


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "notation/missing", 1),
        ("plai 5H", "notation/word", 1),
        ("play 5X", "notation/card", 6),
        ("play 5H # at last", "notation/word", 9),
        ("play 5H => right", "notation/word", 9),
        ("no-play now", "notation/word", 9),
        ('guess "red', "notation/quote", 7),
        ("guess red", "notation/quote", 7),
    ],
)
def test_what_is_no_move_is_told_where(text: str, code: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(text, "Ann")
    assert (caught.value.code, caught.value.column) == (code, column)


@pytest.mark.parametrize(
    "data", [{}, {"seat": "Ann"}, {"seat": 3, "move": "pass"}, {"seat": "Ann", "move": None}, []]
)
def test_what_is_no_move_as_data(data: Any) -> None:
    with pytest.raises(NotationError) as caught:
        Move.from_json(data)
    assert caught.value.code == "notation/move"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hand", "5H"), ("stock", True), ("stock", "3"), ("phase", "sleep"), ("hands", []), ("layout", {}),
        ("layout", {"mainline": ["5H"], "sidelines": [], "before": []}), ("call", 1), ("players", [1]),
        ("named", 3),
        ("ended", "soon"), ("wrong_guesses", {"Ann": "2"}), ("seat", 7), ("turns_left", False),
    ],
)  # fmt: skip
def test_what_is_no_view_as_data(key: str, value: Json) -> None:
    data = rounds(3)[0].view("Ann").to_json()
    with pytest.raises(NotationError) as caught:
        View.from_json({**data, key: value})
    assert caught.value.code == "notation/view"
    del data[key]
    with pytest.raises(NotationError) as caught:
        View.from_json(data)
    assert key in caught.value.message
