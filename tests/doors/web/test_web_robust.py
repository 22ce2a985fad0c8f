"""What may happen in an evening: tabs, takeovers, bots that think or fail, a full disk, the next game."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.doors.cli import main
from eleusis.doors.web.evenings import lobby, playing
from eleusis.doors.web.evenings.evening import Evening, last_path, seats_path
from eleusis.doors.web.hub import Hub, Message
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.web_messages import ChooseRule
from eleusis.doors.web.work_threads import in_thread
from eleusis.game.moves import Move
from eleusis.game.view import View
from eleusis.ground.errors import ScriptError
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.record.replaying.replay import replay
from tests.helpers.patience import patient
from tests.helpers.web_tables import another, drive, evening_of, judged_by_hand, served

RULE: dict[str, Any] = {"variant": "express", "rules": ["red"], "dealer": "Cleo"}
Patch = pytest.MonkeyPatch


def resumed(path: Path) -> Evening:
    """The evening as another server takes it up."""
    return lobby.resume_evening(path, Seating.load(seats_path(path)))[0]


def until(what: Any, seconds: float = 10) -> None:
    """Wait until something is so."""
    end = time.monotonic() + patient(seconds)
    while not what():
        assert time.monotonic() < end, "it never comes to that"
        time.sleep(0.002)


# Streams


@attrs.define
class Ear:
    """A stream that is open, and what it has brought."""

    events: list[tuple[int, dict[str, Any]]] = attrs.field(factory=list)
    tables: list[dict[str, Any]] = attrs.field(factory=list)
    ended: bool = False

    def take(self, message: Message) -> None:
        if message.n is None:
            self.tables.append(json.loads(message.data))
        else:
            self.events.append((message.n, json.loads(message.data)))


@asynccontextmanager
async def heard(hub: Hub, seats: tuple[str, ...], after: int | None = None) -> AsyncIterator[Ear]:
    """A stream of the first of these seats, while the block runs."""
    ear = Ear()

    async def listen() -> None:
        async for message in hub.listen(seats, seats[0] if seats else None, after):
            ear.take(message)
        ear.ended = True

    task = asyncio.create_task(listen())
    await settled()
    yield ear
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def settled() -> None:
    """Let all streams be told what has happened."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_two_tabs_of_a_seat_hear_the_same_and_a_takeover_ends_both(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    first = evening.seating.sit("Ann")

    async def run() -> None:
        hub = Hub(evening, in_thread)
        async with heard(hub, ("Ann",)) as tab, heard(hub, ("Ann",)) as other, heard(hub, ()) as screen:
            assert hub.here == {"Ann"}
            await hub.change(partial(lobby.start, evening))
            await settled()
            move = evening.table.now.round.options()[0].text if evening.table else ""
            n = evening.chronicle.last
            assert tab.events == other.events == [(1, tab.events[0][1])]
            await hub.change(lambda: playing.move(evening, "Ann", n, move))
            with pytest.raises(Exception, match="the table has moved on"):  # the same click in the other tab
                await hub.change(lambda: playing.move(evening, "Ann", n, move))
            await settled()
            assert [number for number, _ in tab.events] == [*range(1, evening.chronicle.last + 1)]
            assert tab.events == other.events != screen.events
            await hub.change(lambda: evening.seating.sit("Ann", pin=first.pin))
            await settled()
            assert tab.ended
            assert other.ended
            assert not screen.ended
            assert hub.here == set()
        await hub.close()

    asyncio.run(run())


def test_what_was_taken_back_keeps_its_numbers_for_one_who_comes_back(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", variant="express", dealer="Cleo")
    lobby.start(evening)
    playing.choose_rule(evening, "Cleo", ChooseRule(rule=None))
    seat = evening.table.now.round.to_act or "" if evening.table else ""
    playing.move(evening, seat, 1, evening.table.now.round.options()[0].text if evening.table else "")
    playing.move(evening, seat, 2, "undo")

    async def hear(kept: Evening, after: int) -> list[tuple[int, dict[str, Any]]]:
        async with heard(Hub(kept, in_thread), ("Bob",), after) as ear:
            return ear.events

    before = [asyncio.run(hear(evening, after)) for after in range(4)]
    assert [number for number, _ in before[0]] == [1, 2, 3]
    assert before[2] == [(3, {"type": "undone", "to": 1})]
    assert evening.table is not None
    evening.table.close()
    again = resumed(evening.path)
    assert [asyncio.run(hear(again, after)) for after in range(4)] == before
    assert again.table is not None
    again.table.close()


def test_a_page_that_is_ahead_of_the_table_hears_what_happens_next(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)

    async def run() -> None:
        hub = Hub(evening, in_thread)
        await hub.change(partial(lobby.start, evening))
        async with heard(hub, ("Bob",), 40) as ear:
            n, table = evening.chronicle.last, evening.the_table()
            seat = table.now.round.to_act or ""
            await hub.change(lambda: playing.move(evening, seat, n, table.now.round.options()[0].text))
            await settled()
            assert [number for number, _ in ear.events][:1] == [n + 1]
        await hub.close()

    asyncio.run(run())


def test_a_game_that_is_paused_is_paused_after_a_restart(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    lobby.start(evening)
    for paused in (True, False):
        playing.pause(evening, paused)
        evening.the_table().close()
        evening = resumed(evening.path)
        assert evening.paused == paused
    evening.the_table().close()


def test_at_a_table_by_hand_no_clock_plays_for_people(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo", by_hand=True, clock=30)
    lobby.start(evening)
    playing.choose_rule(evening, "Cleo", ChooseRule(rule=None, starters="7S"))
    n = evening.chronicle.last
    drive(playing.time_out(evening, n))
    assert evening.chronicle.last == n
    evening.the_table().close()


def test_a_clock_stands_while_the_game_is_paused(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", clock=30, **RULE)

    async def run() -> None:
        hub = Hub(evening, in_thread)
        await hub.change(partial(lobby.start, evening))
        await settled()
        assert hub.clock_left == pytest.approx(30, abs=2)
        await hub.change(lambda: playing.pause(evening, True))
        await settled()
        left = hub.clock_left
        await asyncio.sleep(0.03)
        assert hub.clock_left == left
        await hub.change(lambda: playing.pause(evening, False))
        await settled()
        assert hub.clock_left == pytest.approx(left, abs=2)
        n = evening.chronicle.last
        drive(playing.time_out(evening, n - 1))  # of a turn that is over
        assert evening.chronicle.last == n
        await hub.change(lambda: drive(playing.time_out(evening, n)))
        assert evening.chronicle.last > n
        await hub.close()

    asyncio.run(run())


# Games, one after the other


def test_the_next_game_goes_on_with_the_numbers_and_is_found_by_the_first_file(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    with served(evening) as ann:
        pin = ann.sit("Ann")["pin"]
        ann.host("start")
        ann.move(ann.view()["options"][0])
        ann.host("stop")
        n = ann.table()["n"]
        assert ann.host("again").json() == {"n": n}
        assert ann.table()["phase"] == "lobby"
        assert ann.table()["you"] == ["Ann"]
        assert ann.get("/api/pin").json()["pin"] == pin
    first = tmp_path / "evening.yaml"
    assert last_path(first) == tmp_path / "evening-2.yaml"
    again = resumed(last_path(first))
    assert again.seating.held == ("Ann",)
    with served(again) as ann:
        ann.host("start")
        assert ann.table()["game"] == 2
        assert ann.table()["n"] == n + 1
    assert last_path(first) == tmp_path / "evening-2.yaml"
    assert resumed(last_path(first)).chronicle.last == n + 1


@pytest.mark.parametrize("torn", ["", "eleusis: 1\n", "eleusis: 1\nvariant: expr", "eleus"])
def test_a_game_whose_first_lines_are_torn_begins_anew(tmp_path: Path, torn: str) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    evening.seating.sit("Ann")
    evening.path.write_text(torn)
    again = resumed(evening.path)
    assert again.table is None
    assert again.players == ("Ann", "Bob", "Cleo")
    lobby.start(again)
    assert again.chronicle.last == 1


def test_what_is_not_there_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE).path.write_text("")
    path = tmp_path / "evning.yaml"
    assert main(["serve", "--resume", str(path), "--port", "0"]) == 2
    assert capsys.readouterr().err == f"{path}: there is no such file (did you mean 'evening.yaml'?)\n"
    assert not seats_path(path).exists()


def test_what_is_somebody_elses_file_is_not_taken_for_a_torn_one(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    evening.path.write_text("eleusis: 2\nmine: yes\n")
    with pytest.raises(Exception, match=r"evening\.yaml"):
        resumed(evening.path)
    assert evening.path.exists()


# What fails


def full(*_: object, **__: object) -> int:
    """A disk on which there is no room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_stops_the_game_until_there_is_room(tmp_path: Path, monkeypatch: Patch) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        seen = ann.view()
        with monkeypatch.context() as patch:
            patch.setattr("eleusis.record.gamefile.appending.os.write", full)
            assert ann.code_of(ann.move(seen["options"][0])) == (500, "script/cannot-write")
        assert ann.table()["broken"] == "the game can't be written: no space left on device"
        assert ann.view()["n"] == seen["n"]
        assert ann.host("go-on").status_code == 200
        assert ann.move(seen["options"][0]).status_code == 200
        ann.host("stop")
    assert [game.findings for game in replay(evening.path)] == [[]]


def test_an_undo_that_can_not_be_written_has_not_been_made(tmp_path: Path, monkeypatch: Patch) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo")
    with judged_by_hand(evening) as (cleo, ann):
        ann.move(ann.view()["options"][0])
        before = ann.view()
        with monkeypatch.context() as patch:
            patch.setattr("eleusis.record.gamefile.appending.os.write", full)
            assert ann.code_of(ann.move("undo")) == (500, "script/cannot-write")
        assert ann.table()["broken"] == "the game can't be written: no space left on device"
        assert (ann.view()["n"], ann.view()["story"]) == (before["n"], before["story"])
        cleo.host("go-on")
        assert ann.move("undo").status_code == 200
        assert ann.move(ann.view()["options"][1]).status_code == 200
        cleo.host("stop")
    assert [game.findings for game in replay(evening.path)] == [[]]


def test_what_fails_while_a_table_is_taken_up_again_lets_go_of_its_file(tmp_path: Path, monkeypatch: Patch) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(ScriptError):
            resumed(evening.path)
    again = resumed(evening.path)
    assert again.table is not None
    again.table.close()


def test_a_next_game_that_could_not_be_begun_can_be_begun_later(tmp_path: Path, monkeypatch: Patch) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    with SeatLock(seats_path(evening.path)) as evening.lock, served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        ann.host("stop")
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            assert ann.code_of(ann.host("again")) == (500, "script/cannot-write")
        assert ann.host("again").status_code == 200
        assert ann.table()["phase"] == "lobby"


def test_a_mistake_of_ours_is_answered_as_any_error_and_stops_nothing(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", **RULE)
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        with monkeypatch.context() as patch:
            patch.setattr(playing, "move", lambda *_: 1 // 0)
            assert ann.code_of(ann.move("no-play")) == (500, "web/internal")
        assert ann.move(ann.view()["options"][0]).status_code == 200
    assert "a mistake at /api/moves: ZeroDivisionError" in capsys.readouterr().err


DYING = """
import json, sys
sys.stdin.readline()
print(json.dumps({"type": "ready", "name": "mine"}), flush=True)
sys.stdin.readline()
sys.exit("it was too much for me")
"""


def test_a_program_that_dies_in_its_turn_stops_the_game_and_a_person_helps(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    evening = evening_of(tmp_path, "Ann,Bob:random,Cleo:random", **RULE)
    evening.programs = {"mine": Program("mine", (sys.executable, "-S", "-c", DYING))}
    with served(evening) as ann:
        ann.sit("Ann")
        assert ann.host("bot", seat="Bob", kind="mine").status_code == 200
        ann.host("start")
        while ann.view()["options"]:
            ann.move(ann.view()["options"][0])
        until(lambda: ann.table()["broken"])
        n = ann.table()["n"]
        assert "Bob" in ann.table()["broken"]
        assert ann.host("go-on").status_code == 200  # it is asked again, and is as dead as before
        until(lambda: ann.table()["broken"])
        assert ann.table()["n"] == n
        assert ann.host("person", seat="Bob").status_code == 200
        assert ann.table()["broken"] is None
        ann.sit("Bob")
        assert ann.move(ann.view("Bob")["options"][0], seat="Bob").status_code == 200
        ann.host("stop")
    assert [game.findings for game in replay(evening.path)] == [[]]
    assert "Traceback" not in capfd.readouterr().err


def test_a_bot_that_fails_stops_the_game_and_another_helps(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = evening_of(tmp_path, "Ann,Bob:random,Cleo:random", **RULE)
    moves = RandomPlayer.move

    def failing(player: RandomPlayer, view: View) -> Move:
        raise ZeroDivisionError("in a bot")

    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        monkeypatch.setattr(RandomPlayer, "move", failing)
        while ann.view()["options"]:
            ann.move(ann.view()["options"][0])
        until(lambda: ann.table()["broken"])
        assert "Bob" in ann.table()["broken"]
        assert ann.code_of(ann.move("no-play")) == (409, "web/broken")
        n = ann.table()["n"]
        monkeypatch.setattr(RandomPlayer, "move", moves)
        assert ann.host("bot", seat="Bob", kind="random(strings=0)").status_code == 200
        until(lambda: ann.table()["n"] > n)
        assert ann.table()["broken"] is None
    assert "Traceback" not in capsys.readouterr().err


@contextmanager
def slow_bots(monkeypatch: Patch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Bots that think until they are told: set when one thinks, and what lets them go on."""
    thinks, answer = threading.Event(), threading.Event()
    moves = RandomPlayer.move

    def slow(player: RandomPlayer, view: View) -> Move:
        thinks.set()
        answer.wait(60)
        return moves(player, view)

    monkeypatch.setattr(RandomPlayer, "move", slow)
    yield thinks, answer
    answer.set()


def test_pages_are_answered_while_a_bot_thinks_and_changes_come_after_it(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    evening = evening_of(tmp_path, "Ann,Bob:random,Cleo:random", **RULE)
    with slow_bots(monkeypatch) as (thinks, answer), served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        while ann.view()["options"]:
            ann.move(ann.view()["options"][0])
        assert thinks.wait(10)
        n = ann.view()["n"]
        assert ann.table()["thinking"] == "Bob"
        done: list[int] = []
        asked = [
            threading.Thread(target=lambda more=more: done.append(another(ann).host(**more).status_code))
            for more in ({"do": "person", "seat": "Bob"}, {"do": "remove", "seat": "Ann"})
        ]
        for thread in asked:
            thread.start()
        time.sleep(0.05)
        assert not done
        assert ann.view()["n"] == n
        answer.set()
        for thread in asked:
            thread.join(10)
        assert done == [200, 200]
        assert [player["kind"] for player in ann.table()["players"]] == ["person", "person", "random"]
        assert ann.table()["you"] == []


def test_the_server_ends_while_a_bot_thinks(tmp_path: Path, monkeypatch: Patch) -> None:
    evening = evening_of(tmp_path, "Ann:random,Bob:random,Cleo:random", **RULE)
    with slow_bots(monkeypatch) as (thinks, _):
        with served(evening) as host:
            host.host("start")
            assert thinks.wait(10)
            start = time.monotonic()
        assert time.monotonic() - start < 40
    assert resumed(evening.path).phase == "play"


@pytest.mark.parametrize(
    "given",
    [
        ["--file", "new.yaml", "--url", "nonsense"],
        ["--resume", "broken.yaml"],
        ["--file", "b.yaml", "--players", "A,A"],
    ],
)
def test_a_refused_command_leaves_nothing_behind(
    given: list[str], tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.yaml").write_text("eleusis: 1\nrounds: 7\n")
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", *given]) == 2
    assert capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["broken.yaml"]
