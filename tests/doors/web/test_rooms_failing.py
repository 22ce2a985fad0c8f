"""A room in which something fails: a full disk, damaged files, two who want the same table at once."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import signal
import threading
import time
from pathlib import Path

import httpx2 as httpx
import pytest

from eleusis.doors.web.rooms.room import FALLS_ASLEEP, OpenTable
from eleusis.doors.web.rooms.served_tables import Extras, take_up
from eleusis.doors.web.rooms.table_files import AWAY, files_of
from eleusis.ground import exits
from eleusis.record.gamefile.appending import GrowingFile
from tests.doors.web.test_hosting import RoomServer
from tests.helpers.web_browsers import send_request
from tests.helpers.web_rooms import serve_tables

Patch = pytest.MonkeyPatch
LONG = FALLS_ASLEEP + 1


def full(*_: object, **__: object) -> int:
    """A disk on which there is no room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names_in(folder: Path, code: str) -> set[str]:
    return {path.name for path in files_of(folder, code)}


def test_a_table_that_wakes_on_a_full_disk_is_opened_when_there_is_room(tmp_path: Path, monkeypatch: Patch) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.start()
        served.run(served.room.sleep(code))
        visitor = served.visitor()
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            assert visitor.get(f"/{code}/api/table").code == "web/broken"
        assert served.room.listed[code].broken is None
        assert visitor.table(code)["phase"] == "rule"


def test_a_table_that_can_not_be_looked_at_is_let_go_of_and_can_be_opened_again(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        with monkeypatch.context() as patch:
            patch.setattr(OpenTable, "look", full)
            with pytest.raises(OSError, match="space"):
                served.run(served.room.sleep(code))
        assert served.visitor().table(code)["phase"] == "lobby"


def test_what_fails_at_one_table_stops_no_other_and_is_noted_once(tmp_path: Path, monkeypatch: Patch) -> None:
    with serve_tables(tmp_path) as served:
        stuck, idle = served.make(["Ann"], ["Ben"])
        look = OpenTable.look
        monkeypatch.setattr(OpenTable, "look", lambda table: (full if table.code == stuck else look)(table))
        served.room.open[idle].used -= LONG
        for _ in range(3):
            served.run(served.room.see_to_all())
        assert idle not in served.room.open
        lines = served.room.log.last_lines(100)
        assert len([line for line in lines if f" {stuck} " in line and "space" in line]) == 1


def test_files_that_can_not_all_be_moved_stay_together(tmp_path: Path, monkeypatch: Patch) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.start()
        before = names_in(tmp_path, code)
        assert len(before) == 2
        rename = Path.rename

        def move(path: Path, end: Path) -> Path:
            if path.suffix != ".yaml" and end.parent != tmp_path:
                full()
            return rename(path, end)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", move)
            assert "no space" in served.owner("put-away", tables=[code]).json["refused"][code]
        assert names_in(tmp_path, code) == before
        assert names_in(tmp_path / AWAY, code) == set()
        assert served.visitor().table(code)["phase"] == "rule"


def test_a_table_to_which_somebody_comes_meanwhile_is_not_put_to_sleep(tmp_path: Path, monkeypatch: Patch) -> None:
    with serve_tables(tmp_path) as served:
        first, second = served.make(["Ann"], ["Ben"])
        for code in (first, second):
            served.room.open[code].used -= LONG
        looks = OpenTable.look

        def look(table: OpenTable) -> object:
            if table.code == first and first not in served.room.open:  # it is being put to sleep
                served.room.open[second].used = time.monotonic()
            return looks(table)

        monkeypatch.setattr(OpenTable, "look", look)
        served.run(served.room.see_to_all())
        assert served.room.open.keys() == {second}


def test_a_table_that_is_being_made_is_waited_for(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:

        async def both() -> tuple[OpenTable, OpenTable]:
            making = asyncio.create_task(served.room.make(["Ann"]))
            await asyncio.sleep(0)
            (code,) = served.room.listed
            return await served.room.find(code), await making

        opened, made = served.run(both())
        assert opened is made
        assert made.look().broken is None


@pytest.mark.parametrize("what", ["view", "table", "events"])
def test_a_table_that_waits_for_its_disk_holds_up_no_other(tmp_path: Path, what: str) -> None:
    with serve_tables(tmp_path) as served:
        slow, other = served.make(["Ann"], ["Ben"])
        there_is_room, begun = threading.Event(), threading.Event()
        at_other = served.visitor()

        def write_slowly() -> None:
            begun.set()
            there_is_room.wait(20)

        async def all_of_it() -> list[str]:
            answered: list[str] = []

            async def ask(code: str, path: str) -> None:
                headers = at_other.with_cookies(path)
                await send_request(served.app, "GET", path, headers, [], ("10.9.9.9", 40_000), True)
                answered.append(code)

            changing = asyncio.create_task(served.room.open[slow].hub.change(write_slowly))
            while not begun.is_set():
                await asyncio.sleep(0)
            served.room.open[slow].hub.tell()
            waiting = asyncio.create_task(ask(slow, f"/{slow}/api/{what}"))
            await ask(other, f"/{other}/api/{what}")
            assert served.room.open[slow].look().code == slow
            there_is_room.set()
            await asyncio.gather(changing, waiting)
            return answered

        assert served.run(all_of_it()) == [other, slow]


def test_a_job_that_fails_by_an_end_of_things_is_answered(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann"])
        empty: list[int] = []
        with pytest.raises(RuntimeError, match="StopIteration"):
            served.run(served.room.open[code].hub.change(lambda: next(iter(empty))))


def test_a_log_that_can_not_be_written_is_told_in_one_line_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "room.log").symlink_to("/dev/full")
    with serve_tables(tmp_path) as served:
        served.make(["Ann"], ["Ben"])
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "room.log" in said
    assert "Traceback" not in said


def test_a_table_that_would_take_the_last_files_is_refused_in_time(tmp_path: Path) -> None:
    granted = resource.getrlimit(resource.RLIMIT_NOFILE)
    with serve_tables(tmp_path, {"players": "Law:random", "dealer": "Law", "rules": ["red"]}) as served:
        (asleep,) = served.make(["Ann"])
        served.run(served.room.sleep(asleep))
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, granted[1]))
        try:
            answer = served.owner("make", groups=[["Ann"]] * 40).json
            assert 20 < len(answer["done"]) < 40
            assert served.start(*answer["done"]).json["refused"] == {}
            assert served.visitor().get(f"/{asleep}/api/table").code == "web/table-full"
            assert served.visitor().get("/api/room/door").status == 200
            assert len([*tmp_path.glob("*.yaml.seats")]) == 1 + len(answer["done"])
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, granted)
        assert "LimitNOFILE" in served.room.log.last_lines(1)[0]
        assert served.visitor().table(asleep)["phase"] == "lobby"


# Two servers


@pytest.mark.long
def test_a_second_server_on_a_folder_is_told_who_has_it_and_touches_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    with RoomServer(folder) as first:
        kept = (folder / "room.json").read_bytes()
        second = RoomServer(folder, "--anybody", "5")
        second.start(wait=False)
        code, said = second.wait_for_end()
        assert code == exits.BAD_INPUT
        assert first.process is not None
        assert str(first.process.pid) in said
        assert len(said.splitlines()) == 1
        assert (folder / "room.json").read_bytes() == kept
        first.kill()
        first.start()  # a killed server holds nothing
        assert httpx.get(f"{first.base}/api/room/door").status_code == 200
        first.end(signal.SIGTERM)
    assert {path.name for path in folder.iterdir()} == {"room.json", "away"}


def test_a_table_that_another_server_has_open_is_neither_moved_nor_deleted(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.run(served.room.sleep(code))

        def refused_while_open(folder: Path, *does: str) -> None:
            evening, _ = take_up(folder / f"{code}.yaml", Extras())
            assert evening.lock is not None
            with evening.lock:
                before = names_in(folder, code)
                for do in does:
                    assert f"process {os.getpid()}" in served.owner(do, tables=[code]).json["refused"][code]
                assert names_in(folder, code) == before

        refused_while_open(tmp_path, "put-away")
        assert served.owner("put-away", tables=[code]).json["done"] == [code]
        refused_while_open(tmp_path / AWAY, "bring-back", "delete")
        assert served.owner("delete", tables=[code]).json["done"] == [code]
        assert [*tmp_path.rglob(f"*{code}*")] == []


def test_a_table_whose_game_is_played_at_a_terminal_is_not_moved(tmp_path: Path) -> None:
    with serve_tables(tmp_path, {"players": "Law:random", "dealer": "Law", "rules": ["red"]}) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.start()
        served.run(served.room.sleep(code))
        before = names_in(tmp_path, code)
        file, _, _ = GrowingFile.reopen(tmp_path / f"{code}.yaml")
        with file:
            assert "another sitting" in served.owner("put-away", tables=[code]).json["refused"][code]
        assert names_in(tmp_path, code) == before
        assert served.owner("put-away", tables=[code]).json["done"] == [code]
