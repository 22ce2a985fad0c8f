"""Pages that are longer than a screen: where they break, what may be typed below them, and that quit leaves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eleusis.doors.terminal.asking import break_pages, turn_pages
from eleusis.doors.terminal.question import Question
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.secret.library import find_rule
from eleusis.table.game_table import Table
from eleusis.words.page.ink import cells
from tests.helpers.sittings import FakeTerminal, play, seated, sit_at

PLAYERS = "Ann,Bob:random(guesses=0),Cleo:random"


def at_table(
    typed: list[str | None], path: Path, rule: str = "any", **plan: object
) -> tuple[FakeTerminal, Table, bool]:
    """What Ann sees who types this at a table of bots, and whether she left before the end."""
    table = seated(path, PLAYERS)
    desk = FakeTerminal(typed)
    arrangement = Arrangement(dealer="Cleo", given=[find_rule(rule)], pace=0, **plan)  # type: ignore[arg-type]  # its fields
    return desk, table, sit_at(desk, table, arrangement)


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


def test_quit_below_a_page_leaves_the_table_and_q_only_the_page(tmp_path: Path) -> None:
    for number, word in enumerate(("?", "why", "log", "score", "layout")):
        desk, table, gone = at_table([word, "quit", "1"], tmp_path / f"{number}.yaml")
        assert gone
        assert desk.typed == ["1"], word
        assert not table.match.stopped
    desk, table, gone = at_table(["?", "q", "1"], tmp_path / "q.yaml")
    assert desk.typed == []
    assert len(table.now.steps) > 1


def test_a_word_below_a_page_is_obeyed_and_a_move_is_not_made(tmp_path: Path) -> None:
    desk, table, _ = at_table(["?", "score", "log", "1", "quit"], tmp_path / "g.yaml")
    assert not any(step.seat == "Ann" for step in table.now.steps)
    assert "No round has been scored yet." in desk.seen
    assert "! not played: press Enter first" in desk.seen


def test_below_a_page_stop_asks_as_it_does_elsewhere(tmp_path: Path) -> None:
    desk, table, gone = at_table(["?", "stop", "", "?", "stop", "y", ""], tmp_path / "g.yaml")
    assert desk.seen.count("End the game for good, and count this round as it stands?") == 2
    assert table.match.stopped
    assert not gone


@pytest.mark.parametrize("word", ["quit", "stop"])
def test_below_a_page_of_a_game_that_is_over_one_leaves_and_nothing_is_to_be_continued(
    word: str, tmp_path: Path
) -> None:
    for typed in ([word], ["log", word], ["log", None, "y"], ["log"]):
        desk, table, gone = at_table(["stop", "y", *typed], tmp_path / "g.yaml")
        assert table.match.stopped
        assert not gone, "left before the end"
        assert desk.typed == []
        (tmp_path / "g.yaml").unlink()


def test_quit_is_no_no_where_yes_or_no_is_asked(tmp_path: Path) -> None:
    for typed in (["stop", "quit"], ["1", "guess none", "quit"], ["np", "quit"], [None, "quit"]):
        desk, table, gone = at_table([*typed, "1"], tmp_path / "g.yaml")
        assert gone
        assert desk.typed == ["1"], typed
        assert not table.match.stopped
        (tmp_path / "g.yaml").unlink()


def test_the_rules_can_be_read_at_the_table_and_what_they_say_about_a_prophet(tmp_path: Path) -> None:
    said = play(tmp_path / "g.yaml", "rules\nquit\n", rule="any", dealer="Cleo")
    assert "A turn, in this order" in said
    said = play(tmp_path / "p.yaml", "rules Starter\nrules zebras\nquit\n", rule="any", dealer="Cleo")
    clauses = said.partition("The table")[2]
    assert "turned up as the starter" in clauses
    assert "the rules of this edition don't say 'zebras'" in said
