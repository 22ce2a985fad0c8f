"""A line typed by hand where players bid to be prophet."""

from __future__ import annotations

import pytest

from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.doors.terminal.typed_line import read_input
from eleusis.ground.errors import NotationError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.advice import what_now


def test_a_line_typed_by_hand_is_read_with_the_passes_before_it() -> None:
    text = """eleusis: 1
variant: {extends: matuszek-1995, prophet: {bidding: true}}
players: [Ann, Bob, Cleo, Dan]
rounds:
  - dealer: Dan
    starter: AH
    hands: unknown
    moves: |
      Ann play 2H
      Dan judge right
"""
    round_ = replay_game(read_game(text)).rounds[0].round
    typed = {
        line: read_input(line, round_, (), by_hand)
        for line, by_hand in (("declare", True), ("Cleo declare", True), ("Cleo d", False), ("pass", True))
    }
    assert [[f"{m.seat} {m.verb}" for m in made] for made in typed.values() if isinstance(made, list)] == [
        ["Ann declare"],
        ["Ann pass", "Bob pass", "Cleo declare"],
        ["Cleo declare"],
        ["Ann pass"],
    ]
    with pytest.raises(NotationError):
        read_input("declare now", round_, (), True)
    may, may_not = what_now(round_, "Ann")
    assert "let it go by" in may
    assert what_is_due(round_, "Ann") == "Ann, declare as Prophet? (declare, or Enter to pass)"
    assert not any(line.startswith("declare") for line in may_not)
