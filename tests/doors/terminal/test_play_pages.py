"""Pages that are longer than a screen: where they break, and the line below them."""

from __future__ import annotations

import random

import pytest

from eleusis.doors.terminal.asking import break_pages, turn_pages
from eleusis.doors.terminal.question import Question
from eleusis.words.page.ink import cells


@pytest.mark.parametrize("seed", range(20))
def test_pages_hold_every_line_once_and_none_is_longer_than_the_screen(seed: int) -> None:
    chance = random.Random(seed)
    lines = [chance.choice(["", "  1  Ann", "     more of it"]) + "x" * chance.randint(0, 1) for _ in range(60)]
    room = chance.randint(1, 24)
    pages = break_pages(lines, room)
    assert all(1 <= len(page) <= room for page in pages)
    assert [line for page in pages for line in page if line] == [line for line in lines if line]
    assert all(len(page) > room // 2 for page in pages[:-1]), "none is left nearly empty"


def test_a_page_ends_between_paragraphs_and_else_between_turns() -> None:
    assert break_pages(["a", "b", "c", "", "d", "e"], 5) == [["a", "b", "c"], ["d", "e"]]
    assert break_pages(["1", "2", "3", "    of 3", "4"], 3) == [["1", "2"], ["3", "    of 3", "4"]]
    assert break_pages(["1", *["    of 1"] * 4], 3) == [["1", *["    of 1"] * 2], ["    of 1"] * 2]
    assert break_pages([], 5) == [[]]


@pytest.mark.parametrize("width", [80, 40, 30, 24, 12])
def test_the_line_below_a_page_fits(width: int) -> None:
    asked: list[str] = []

    def ask(question: Question) -> str:
        asked.append(question.prompt)
        return ""

    assert turn_pages(ask, [["a"]] * 12, width) == ""
    assert len(asked) == 12
    assert asked[-1] == "Enter to go on"
    assert all(cells(prompt) < width for prompt in asked[:-1])
