"""`eleusis play --open-hands`: a class plays at the board, and everybody sees every hand."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main
from eleusis.doors.terminal.asking import Left
from eleusis.doors.terminal.screen import in_hand
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.sitting import Sitting
from tests.helpers.sittings import FakeTerminal, seated, sit

OPEN = Arrangement("Law", difficulty=1, open_hands=True, pace=0)


def test_all_hands_stand_on_the_screen(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "North,South,Law:random")
    desk = FakeTerminal(["", "quit"])
    with pytest.raises(Left):
        Sitting(table, desk, OPEN).run()
    first = "\n".join(desk.screens[0])
    assert "press Enter to see your hand" not in "\n".join(map("\n".join, desk.screens))
    hands = table.now.hands
    mover = table.now.round.state.mover or "North"
    other = "South" if mover == "North" else "North"
    assert "  " + f"{other}: " in first
    for seat in (mover, other):
        assert all(card.pretty in first for card in in_hand(hands[seat]))
    assert max(map(len, desk.screens[0])) <= 80
    assert "Law:" not in first
    table.close()


def test_without_it_the_other_hand_is_not_there(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "North,South,Law:random")
    desk = FakeTerminal(["", "quit"])
    with pytest.raises(Left):
        Sitting(table, desk, Arrangement("Law", difficulty=1, pace=0)).run()
    shown = "\n".join(map("\n".join, desk.screens))
    assert "press Enter to see your hand" in shown
    assert "North: " not in shown.replace("North: press", "")
    table.close()


def test_in_a_pipe_they_are_told_too(tmp_path: Path) -> None:
    lines, _ = sit(seated(tmp_path / "g.yaml", "North,South,Law:random"), "quit\n", OPEN)
    assert "\n  South: " in lines
    assert "1:" in lines


def test_how_to_go_on_keeps_them_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    file = str(tmp_path / "g.yaml")
    names = ["--players", "North,South,Law:random", "--dealer", "Law", "--variant", "express", "--file", file]
    assert main(["play", *names, "--open-hands"]) == exits.FINE
    assert capsys.readouterr().err.rstrip().endswith(" --open-hands")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--by-hand", "--players", "Ann,Bob,Cleo", "--variant", "express"], "there are no --open-hands"),
        (["--daily"], "--open-hands can't be used with --daily"),
    ],
)
def test_where_no_hands_can_lie_open(
    options: list[str],
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *options, "--open-hands"]) == exits.BAD_INPUT
    assert why in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
