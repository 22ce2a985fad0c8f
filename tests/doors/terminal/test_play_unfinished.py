"""`eleusis play` in a folder where a game was left: it is offered, and whatever else lies there does no harm."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from eleusis.doors.cli.common.options import GameOptions, collect_given
from eleusis.doors.terminal.setting_up import Arrangement, offer_unfinished
from eleusis.record.gamefile import unfinished
from eleusis.record.gamefile.unfinished import find_unfinished
from tests.doors.terminal.test_play import Terminal, run
from tests.helpers.sittings import FakeTerminal, play


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which all is played."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def leave_game(path: str, age: float = 0.0, typed: str = "1\nquit\n", players: str = "Rosa,Ben:random,Ada") -> None:
    """A game that was left, so many seconds ago."""
    play(Path(path), typed, players=players, rule="red", dealer="Ada")
    os.utime(path, (time.time() - age,) * 2)


def offered(*typed: str | None) -> tuple[FakeTerminal, str | None]:
    """The desk, and the file of the game that is gone on with."""
    desk = FakeTerminal(typed)
    offer = offer_unfinished(desk, Arrangement())
    if offer is None:
        return desk, None
    table, _ = offer
    table.close()
    return desk, table.script.file


def said_by(desk: FakeTerminal) -> str:
    return " ".join(desk.out.getvalue().split())  # type: ignore[attr-defined]  # a StringIO


def test_the_newest_game_that_is_not_over_is_offered_once() -> None:
    leave_game("eleusis-1.yaml", age=5000)
    leave_game("eleusis-2.yaml", age=90_000)
    leave_game("eleusis-3.yaml", typed="1\nstop\ny\n")
    assert "stopped: true" in Path("eleusis-3.yaml").read_text()
    desk, file = offered("y")
    assert file == "eleusis-1.yaml"
    assert "The game in eleusis-1.yaml isn't over (Rosa, Ben, Ada; round 1, last played " in said_by(desk)
    assert "eleusis-2" not in said_by(desk)
    assert all(len(line) <= 80 for line in desk.out.getvalue().splitlines())  # type: ignore[attr-defined]


@pytest.mark.parametrize("typed", [[""], ["n"], ["?", ""]])
def test_a_new_game_begins_where_it_is_declined(typed: list[str]) -> None:
    leave_game("eleusis-1.yaml")
    before = Path("eleusis-1.yaml").read_bytes()
    desk, file = offered(*typed)
    assert file is None
    assert not desk.typed
    assert Path("eleusis-1.yaml").read_bytes() == before


def test_nothing_is_offered_in_a_pipe_or_to_a_game_that_is_being_played() -> None:
    leave_game("eleusis-1.yaml")
    assert "isn't over" not in run(Path(), "Rosa\n\nquit\n").stdout
    Path("eleusis-2.yaml").unlink()
    Path("eleusis-1.yaml.seats").touch()  # it is a table in the browser
    assert find_unfinished(Path()) is None


def test_what_can_not_be_gone_on_with_is_explained_and_a_new_game_begins() -> None:
    leave_game("eleusis-1.yaml")
    text = Path("eleusis-1.yaml").read_text().replace("Ben: random", "Ben: mine")
    Path("eleusis-1.yaml").write_text(text)
    desk, file = offered("y")
    assert file is None
    assert "no such kind of player: 'mine'" in said_by(desk)
    assert "so it's a new game" in said_by(desk)


def plant(name: str, text: str | bytes) -> None:
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())


def test_whatever_lies_there_neither_breaks_nor_slows_the_start() -> None:
    head = "eleusis: 1\nvariant: express\nplayers: [Ann, Bob]\nrounds:\n"
    leave_game("eleusis-9.yaml", age=100_000)
    Path("eleusis-1.yaml").mkdir()
    Path("eleusis-2.yaml").symlink_to("eleusis-2.yaml")
    with Path("eleusis-3.yaml").open("wb") as sparse:
        sparse.truncate(1 << 33)
    if hasattr(os, "mkfifo"):
        os.mkfifo("eleusis-4.yaml")
    start = time.monotonic()
    assert offered("")[0].screens
    files: dict[str, str | bytes] = {
        "eleusis-5.yaml": b"\xff\xfe\x00" * 1000,
        "eleusis-6.yaml": head + "  - dealer: " + "[" * 50_000,
        "eleusis-7.yaml": "a: &a [x]\n" + "b: [*a, *a, *a, *a]\n" * 1000,
        "eleusis-8.yaml": head + "  - dealer: Bob\n    moves: |\n" + "      Ann ply\n" * 5000,
        "eleusis-10.yaml": head,
    }
    for name, text in files.items():
        plant(name, text)
        assert offered("")[1] is None
    assert time.monotonic() - start < 20
    for name in files:
        Path(name).unlink()
    assert offered("y")[1] == "eleusis-9.yaml"


def test_a_file_that_goes_or_a_folder_that_can_not_be_read_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_unfinished(Path("nowhere")) is None
    leave_game("eleusis-1.yaml")
    monkeypatch.setattr(unfinished, "_ENTRIES", 0)
    assert find_unfinished(Path()) is None


def test_no_name_reaches_the_terminal_raw_or_fills_it() -> None:
    leave_game("eleusis-\x1b[31m\u202e.yaml", players=",".join(f"Rosamunde{n:02}" * 3 for n in range(20)) + ",Ada")
    desk, _ = offered("")
    said = desk.out.getvalue()  # type: ignore[attr-defined]
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "and 15 others" in said_by(desk)
    assert len(said.splitlines()) <= 4


@pytest.mark.long
def test_at_a_terminal_a_game_is_taken_up_with_y(folder: Path) -> None:
    leave_game("eleusis-1.yaml")
    terminal = Terminal(folder)
    terminal.until("Continue it?")
    time.sleep(0.2)
    terminal.type("y\r")
    terminal.until("Rosa plays")
    time.sleep(0.5)  # until the line editor has the terminal
    terminal.type("quit\r")
    assert terminal.wait() == 0
    assert "Who plays?" not in terminal.text


def test_an_option_that_is_given_counts_as_given() -> None:
    """Where one is, nothing is offered."""
    assert set(collect_given(GameOptions(seed=0, set_=["deal.hand=9"], rule=[]))) == {"--seed", "--set"}
