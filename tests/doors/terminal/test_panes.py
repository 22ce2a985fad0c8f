"""A long layout on a low window: every card can be brought to the screen, and no screen outgrows its window."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from eleusis.doors.terminal.question import Question
from eleusis.game.layout import GrowingLayout
from eleusis.ground.cards import PACK
from eleusis.secret.library import find_rule
from eleusis.table.game_table import Table
from eleusis.words.page.drawing import draw, find_rows
from eleusis.words.page.ink import Ink
from eleusis.words.page.panes import Scroll, newest_pane, pane_around, panes
from tests.doors.terminal.test_play import Terminal
from tests.helpers.sittings import seated

CARD = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣SHDC](?![a-z])")
SIZES = [(80, 19), (60, 15), (40, 10), (40, 7), (200, 55), (24, 6)]
"""Windows of 80 by 24, 60 by 20, 40 by 15, 40 by 12 and 200 by 60, less what a question takes; and a tiny one."""


def plain(lines: list[str]) -> list[str]:
    return [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]


def some_layout(chance: random.Random, cards: int) -> GrowingLayout:
    """A layout as play makes it: long strings, tall columns, and now and then no right card at first."""
    layout = GrowingLayout()
    right = chance.choice([0.1, 0.5, 0.9])
    while layout.count < cards:
        play = tuple(chance.choices(PACK, k=chance.choice([1, 1, 2, 4])))
        if chance.random() < right:
            layout.accept(play)
        else:
            layout.reject(play)
    return layout


@pytest.mark.parametrize("seed", range(40))
def test_every_row_of_a_layout_is_in_a_pane_and_wrong_cards_hang_below_their_mainline(seed: int) -> None:
    chance = random.Random(seed)
    layout = some_layout(chance, chance.randint(1, 80))
    width = chance.choice([24, 40, 79])
    rows = draw(layout, width=width)
    newest = find_rows(layout, width=width)[-1]
    assert layout.cards()[-1].pretty in rows[newest]
    for room in range(12):
        room_aside = chance.randint(1, 12)
        usual = newest_pane(rows, newest, room)
        parts = panes(rows, usual, room_aside)
        middle = parts.index(usual)
        rows_in = {place for pane in parts for place in range(pane.start, pane.stop)}
        assert rows_in >= {place for place, row in enumerate(rows) if row}
        for number, pane in enumerate(parts):
            assert len(pane.show(rows)) <= (room if number == middle else room_aside)
            if pane.head is not None:
                assert rows[pane.head].lstrip(" →")[0] in "─A23456789 1JQK"
                assert all(rows[pane.head : pane.start]), "the mainline of the very band"
        if room:
            assert parts[middle].start <= newest < parts[middle].stop
        assert [pane.start for pane in parts] == sorted(pane.start for pane in parts)


def plays_of(layout: GrowingLayout) -> list[range]:
    """The cards of each play that may have been made: every wrong one, and right ones of up to four in a row."""
    plays: list[range] = []
    number = 0
    row: list[int] = []
    for sideline in [layout.before, *layout.sidelines]:
        if sideline is not layout.before:
            row = [*row[-3:], number]
            plays.append(range(row[0], number + 1))
            number += 1
        for string in sideline:
            plays.append(range(number, number + len(string)))
            number += len(string)
            row = []
    return plays


@pytest.mark.parametrize("seed", range(30))
def test_all_cards_of_a_play_come_to_a_window_of_seven_rows_at_once(seed: int) -> None:
    """Also of a string that begins at the end of one line of the mainline, and ends on the next."""
    chance = random.Random(seed)
    layout, width = some_layout(chance, 100), chance.choice([24, 40, 79])
    rows, places = draw(layout, width=width), find_rows(layout, width=width)
    for cards in plays_of(layout):
        wanted = [places[number] for number in cards]
        pane = pane_around(rows, wanted, 7)
        assert pane.holds(wanted)
        assert len(pane.show(rows)) <= 7


def long_table(cards: int, rule: str = "red", path: Path | None = None) -> Table:
    """Abbott's game, which nobody is expelled from, with so many cards or a few more."""
    free = ["expulsion.layout=1000", "no_play.kind=none", "prophet.kind=none", "deal.hand=20"]
    table = seated(path, "Ann,Bob:random,Cleo:random,Dan:random", "abbott", overrides=free)
    table.begin_round("Dan", find_rule(rule))
    chance = random.Random(5)
    while table.playing and table.now.round.state.layout.count < cards:
        if table.bot_to_act:
            table.step()
        else:
            table.step(chance.choice(table.now.round.options()))
    while table.playing and table.bot_to_act:
        table.step()
    return table


INKS = {"plain": Ink(), "colour": Ink(colour=True), "ascii": Ink(ascii=True)}


def test_keys_scroll_and_what_has_been_typed_stays() -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from eleusis.doors.terminal.editor import Session

    for up, down in (("\x1b[5~", "\x1b[6~"), ("\x1b[1;2A", "\x1b[1;2B"), ("\x1b[1;5A", "\x1b[1;5B")):
        scroll = Scroll(first=-2)
        places: list[int] = []

        def paint(width: int, height: int | None, scroll: Scroll = scroll, places: list[int] = places) -> list[str]:
            places.append(scroll.place)
            return ["the table"]

        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(f"5h{up}{up}{up} 6c{down}\r")
            assert Session(False).ask(Question("Ann plays\n>", paint, who="Ann", scroll=scroll)) == "5h 6c"
        assert scroll.place == -1
        assert set(places) <= {0, -1, -2}


@pytest.mark.long
def test_on_a_terminal_of_80_by_24_every_row_of_60_cards_comes_by_a_key(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    table = long_table(60, path=tmp_path / "g.yaml")
    assert table.file is not None
    table.file.close()
    drawn = [row.strip() for row in draw(table.now.round.state.layout, width=79)]
    terminal = Terminal(tmp_path, "--resume", "g.yaml", NO_COLOR="1")
    terminal.until("type layout")

    def rows_after(keys: str, shown: str) -> set[str]:
        """What stands on the screen that is drawn anew."""
        start = len(terminal.text)
        terminal.type(keys)
        terminal.until(shown)
        return {row.strip() for row in re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", terminal.text[start:]).splitlines()}

    terminal.type("gue")
    seen: set[str] = set()
    for key in ("", *["\x1b[5~"] * 4, *["\x1b[6~"] * 6):
        seen |= rows_after(key + "\x0c", "> gue")  # Ctrl-L draws all of the screen anew
    assert {row for row in drawn if row} <= seen
    assert drawn[0] not in rows_after("\x15\x0c", "? for help")
    assert drawn[0] in rows_after("\x1b[H\x0c", "? for help"), "Home shows the beginning"
    assert drawn[0] in rows_after("layout 1\r", "Turn 1:")
    terminal.type("\x04")
    assert terminal.wait() == 0


def test_a_pasted_block_is_several_lines() -> None:
    """Each answers a question of its own; the last one, which has no end, can be gone on with."""
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from eleusis.doors.terminal.editor import Session

    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        session = Session(False)
        pipe.send_text("\x1b[200~5h r\r\n\n6c w\r10\x1b[201~d\r")
        asked = [session.ask(Question(">", who="Ann")) for _ in range(4)]
        assert asked == ["5h r", "", "6c w", "10d"]
        pipe.send_text("\x1b[200~5h\n6c\n\x1b[201~")
        assert session.ask(Question(">")) == "5h"
        pipe.send_text("y\r")
        assert session.ask(Question("Ann: is it you?", fresh=True)) == "y", "nobody has seen that question before"
        assert session.ask(Question(">")) == "6c"
        pipe.send_text("\r")
        assert session.ask(Question(">")) == ""
