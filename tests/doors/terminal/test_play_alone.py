"""`eleusis play` with one person at the table: what is asked, what the screen tells of turns and guesses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.question import Question
from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.doors.terminal.table_talk import ask_move
from eleusis.secret.library import find_rule
from eleusis.variant import load_variant
from eleusis.words.page.ink import Ink
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import page_of
from tests.helpers.sittings import FakeTerminal, seated, sit_at

SOLO = {"players": "Rosa,Dealer:random", "variant": "solo", "dealer": "Dealer"}


def test_no_play_is_neither_completed_nor_said_to_be_possible(tmp_path: Path) -> None:
    table = seated(None, SOLO["players"], "solo")
    table.begin_round("Dealer", find_rule("red"))
    desk = FakeTerminal(["1", "quit"])
    words = list_words(ask_move(table, "Rosa", table_page(desk), live=True))
    assert "no-play" not in words
    assert sum(bool(re.fullmatch(r"(10|[2-9ajqk])[shdc]", word)) for word in words) >= 8
    sit_at(desk, table)
    words = list_words(ask_move(table, "Rosa", table_page(desk), live=True))
    assert "guess" in words
    assert sum(bool(re.fullmatch(r"(10|[2-9ajqk])[shdc]", word)) for word in words) >= 8


def list_words(question: Question) -> Sequence[str]:
    return question.words() if callable(question.words) else question.words


def table_page(desk: FakeTerminal) -> Page:
    return page_of(("Rosa", "Dealer"), load_variant("solo"), desk.size[0], desk.ink, "Rosa")


@pytest.mark.parametrize("width", [24, 40, 60, 80, 120])
@pytest.mark.parametrize("ink", [Ink(), Ink(colour=True), Ink(ascii=True)])
def test_the_screen_fits_its_window(width: int, ink: Ink) -> None:
    table = seated(None, SOLO["players"], "solo", overrides=["turn_limit.turns=8"])
    table.begin_round("Dealer", find_rule("black"))
    sit_at(FakeTerminal(["1", "guess red", "1", "1", "quit"]), table)
    lines = draw_table(table, Look(width, 24, ink, "Rosa"))
    assert len(lines) <= 24
    assert all(len(re.sub("\x1b\\[[0-9;]*m", "", line)) <= width for line in lines)
    text = " ".join(" ".join(lines).split())
    assert "turn 3 of 8" in text
    assert "wrong guesses: 1" in text
    assert "set aside:" in text
