"""`eleusis play` where somebody is asked to be prophet: bidding, and staying instead of going out."""

from __future__ import annotations

from pathlib import Path

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.record.replaying.replay import replay
from eleusis.secret.library import find_rule
from tests.helpers.sittings import seated, sit

STAYS = ["deal.hand=1", "prophet.going_out={kind: may_stay, overthrow_draw: 8}"]
BIDS = ["prophet.bidding=true"]


def said_at(path: Path, typed: str, overrides: list[str], *, by_hand: bool = False) -> str:
    """What is said at a table of people whose dealer is Ann, on one line."""
    table = seated(path, "Ann,Bob,Cleo,Dan", "abbott", overrides=overrides)
    given = [] if by_hand else [find_rule("any")]
    plan = Arrangement(given=given, dealer="Ann", by_hand=by_hand, pace=0)
    return " ".join(sit(table, typed, plan)[0].split())


def moves_of(path: Path) -> list[str]:
    (game,) = replay(path)
    return [f"{step.seat} {step.move.text}" for step in game.rounds[0].steps if step.move.verb != "judge"]


def test_at_a_real_table_who_has_gone_out_is_asked_to_stay(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = said_at(path, "AH\n5s r\ndeclare\n6h\n", STAYS, by_hand=True)
    assert "Bob, stay as Forecaster, without a card? (declare, or Enter to go out)" in said
    assert moves_of(path) == ["Bob play 5S", "Bob declare", "Cleo play 6H"]


def test_at_a_real_table_a_play_says_that_nobody_bids(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = said_at(path, "AH\n5s r\nbob pass\ncleo pass\ndan declare\n6h\n", BIDS, by_hand=True)
    for names in ("Bob, Cleo or Dan", "Cleo or Dan", "Dan"):
        assert f"Cleo plays, or {names} declares>" in said
    assert moves_of(path) == ["Bob play 5S", "Bob pass", "Cleo pass", "Dan declare", "Cleo play 6H"]
    path = tmp_path / "h.yaml"
    said_at(path, "AH\n5s r\n6h\n", BIDS, by_hand=True)
    assert moves_of(path) == ["Bob play 5S", "Cleo play 6H"]


def test_a_card_where_one_is_asked_to_declare_is_told_what_to_type(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = said_at(path, "1\n1\n\n1\n", [])
    (first, verb), *others = (move.split()[:2] for move in moves_of(path))
    assert verb == "play"
    assert f"! {first} is asked to declare" in said
    assert others[0] == [first, "pass"]


def test_a_hint_of_another_than_the_dealer_is_told_how_the_dealer_types_it(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Rosa,Ben,Ada", "express")
    plan = Arrangement(given=[find_rule("any")], dealer="Rosa", pace=0)
    said = " ".join(sit(table, "\nhint colours\nRosa hint colours\n", plan)[0].split())
    assert "only the dealer gives hints; for a hint of Rosa's, type Rosa hint …" in said
    assert 'hints "colours"' in said
