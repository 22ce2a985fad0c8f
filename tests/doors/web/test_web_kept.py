"""FILE.seats with spoilt values: an evening goes on from it, or it is refused at its places and nothing changes."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import main
from eleusis.doors.web.evenings import lobby, playing
from eleusis.doors.web.evenings.evening import last_path, seats_path
from eleusis.doors.web.evenings.kept import read_kept
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.web_messages import ChooseRule
from eleusis.ground.errors import EleusisError
from tests.helpers.web_tables import drive, evening_of, served


def spoil(chance: random.Random, text: str) -> str:
    """The text cut off, a piece of it taken out or written twice, a line twice, or a character exchanged."""
    at, length = chance.randrange(len(text)), chance.choice([1, 1, 2, 40])
    lines = text.splitlines(keepends=True)
    row = chance.randrange(len(lines))
    return chance.choice(
        [
            text[:at],
            text[:at] + text[at + length :],
            text[: at + length] + text[at:],
            "".join([*lines[: row + 1], *lines[row:]]),
            text[:at] + chance.choice("\"'{}[],:#&*!|>%@`\\ \n\t\x00\x85\ufeffé0-") + text[at + 1 :],
        ]
    )


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Real evenings, each in a folder: not begun, in a round, before a rule is chosen, over, and gone on with."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("lobby", "round", "rule", "over", "again")}
    for name, folder in folders.items():
        plan: dict[str, Any] = {
            "dealer": "Ann" if name == "rule" else "Cleo",
            "variant": "express",
            "clock": 30,
            "code": "fox 7",
        }
        evening = evening_of(folder, "Ann,Bob,Cleo:random", **plan)
        with served(evening) as ann:
            ann.sit("Ann", code="fox 7")
            if name != "lobby":
                assert ann.host("start").status_code == 200
            if name in ("round", "over", "again"):
                assert evening.table is not None
                due = evening.table.now.round.to_act
                assert ann.host("bot", seat=due, kind="random", once=True).status_code == 200
                assert ann.host("hint", text="Look at the colours").status_code == 200
                drive(playing.time_out(evening, evening.chronicle.last))
                assert evening.marks.by_clock
                assert ann.host("hide-hints").status_code == 200
            if name in ("over", "again"):
                assert ann.host("stop").status_code == 200
            if name == "again":
                assert ann.host("again").status_code == 200
        if evening.table is not None:
            evening.table.close()
    return folders


def contents_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def go_on(path: Path) -> bool:
    """Whether the evening goes on from its files, as with a server; else they are refused, and stay as they are."""
    before = contents_of(path.parent)
    try:
        last = last_path(path)
        evening = lobby.resume_evening(last, Seating.load(seats_path(last)))[0]
    except EleusisError as error:
        assert contents_of(path.parent) == before
        for part in error.errors:
            assert part.exit_code == 2
            assert part.file is not None
            assert len(str(part)) < 1000
        return False
    steps: list[Callable[[], object]] = [
        *(partial(lobby.start, evening), lambda: playing.pause(evening, False)),
        *(lambda: drive(playing.move_bot(evening)), partial(playing.undo, evening)),
        *(lambda: show_view(evening, "Ann"), lambda: lobby.set_up(evening, {"pace": 0, "clock": None})),
        *(lambda: lobby.sit_down(evening, "Bob"), lambda: lobby.put_bot(evening, "Ann", "random"), evening.notes),
        *(lambda: playing.choose_rule(evening, "Ann", ChooseRule(rule="red")), partial(playing.stop, evening)),
    ]
    for step in steps:
        with contextlib.suppress(EleusisError):  # such as a game of one, or a move that isn't due
            step()
    if evening.table is not None:
        evening.table.close()
    read_kept(evening.seating.path)
    return True


def check_spoilt(folder: Path, to: Path, seed: int) -> bool:
    """Spoil one of the files of seats of an evening, and see that it goes on or is refused; whether it went on."""
    chance = random.Random(seed)
    shutil.copytree(folder, to)
    spoilt = chance.choice(sorted(to.glob("*.seats")))
    spoilt.write_text(spoil(chance, spoilt.read_text(encoding="utf-8")), encoding="utf-8", newline="")
    return go_on(to / "evening.yaml")


def test_what_is_not_spoilt_goes_on(evenings: dict[str, Path], tmp_path: Path) -> None:
    for name, folder in evenings.items():
        shutil.copytree(folder, tmp_path / name)
        assert go_on(tmp_path / name / "evening.yaml"), name


@pytest.mark.long
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.soak) for first in range(150, 3000, 150))]
)
def test_a_spoilt_file_goes_on_or_is_refused(evenings: dict[str, Path], tmp_path: Path, first: int) -> None:
    folders = list(evenings.values())
    went_on = [
        check_spoilt(folders[seed % len(folders)], tmp_path / str(seed), seed) for seed in range(first, first + 150)
    ]
    assert 0 < sum(went_on) < 150


SPOILT: dict[str, dict[str, Any]] = {
    "next is nothing": {"next": ""},
    "next is this one": {"next": "evening.yaml"},
    "next is elsewhere": {"next": "../evening.yaml"},
    "next is too long": {"next": "é" * 200},
    "no such bot": {"players": [{"seat": "Ann", "kind": "person"}, {"seat": "Bob", "kind": "robot"}]},
    "a seat twice": {"players": [{"seat": "Ann"}, {"seat": "Ann"}]},
    "a seat too many": {"players": [{"seat": "Ann"}, {"seat": "Bob"}, {"seat": "Cleo"}, {"seat": "Zoe"}]},
    "no such edition": {"plan": {"variant": "expres"}},
    "an edition from the keyboard": {"plan": {"variant": "-"}},
    "no file of an edition": {"plan": {"variant": "./mine.yaml"}},
    "no such knob": {"plan": {"settings": ["expulsion.layout"]}},
    "no rule": {"plan": {"rules": ["reed"]}},
    "many things": {"seed": "7", "paused": 1, "before": -1, "by_host": {"x": []}, "plan": {"pace": "", "code": 5}},
    "something new": {"nexxt": "evening-2.yaml"},
}


@pytest.mark.parametrize("name", SPOILT)
def test_the_command_line_refuses_a_spoilt_file(
    evenings: dict[str, Path],
    tmp_path: Path,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.setattr("eleusis.doors.web.serving.serve", lambda *_, **__: 0)
    folder = tmp_path / "evening"
    shutil.copytree(evenings["round"], folder)
    path = folder / "evening.yaml.seats"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["settings"] |= SPOILT[name]
    path.write_text(json.dumps(data, ensure_ascii=False, indent=2), encoding="utf-8")
    path.chmod(0o600)
    before = contents_of(folder)
    assert main(["serve", "--resume", str(folder / "evening.yaml"), "--port", "0"]) == 2
    assert contents_of(folder) == before
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.replace(f"{folder}/", "") == snapshot
