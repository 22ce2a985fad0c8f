"""A room in which something fails: a full disk, damaged files, two who want the same table at once."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from eleusis.doors.web.rooms.codes import Shard
from eleusis.doors.web.rooms.register import AWAY, Register, files_of
from eleusis.doors.web.rooms.room import FALLS_ASLEEP, ROOM_FILE, OpenTable
from eleusis.ground.errors import ScriptError
from tests.web_browsers import send_request
from tests.web_rooms import ServedRoom, serve_tables

Patch = pytest.MonkeyPatch
LONG = FALLS_ASLEEP + 1


def full(*_: object, **__: object) -> int:
    """A disk on which there is no room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def no_list(*_: object, **__: object) -> None:
    """A list of tables that can't be written."""
    raise ScriptError("script/cannot-write", "the list of tables can't be written: database or disk is full")


def grow_old(served: ServedRoom, code: str) -> None:
    """Nobody has opened this table for a year."""
    then = time.time() - 365 * 86400
    served.room.listed[code] = replace(served.room.listed[code], moved=then, opened=then)


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


def test_what_fails_at_one_table_stops_no_other_and_is_noted_once(tmp_path: Path) -> None:
    with serve_tables(tmp_path, put_away_after=30) as served:
        stuck, old, idle = served.make(["Ann"], ["Ben"], ["Cleo"])
        for code in (stuck, old):
            served.run(served.room.sleep(code))
            grow_old(served, code)
        (tmp_path / AWAY / f"{stuck}.yaml.seats").mkdir()  # nothing can be moved there
        (tmp_path / ROOM_FILE).write_text("{")
        served.room.open[idle].used -= LONG
        for _ in range(3):
            served.run(served.room.see_to_all())
        assert served.room.listed[old].away
        assert not served.room.listed[stuck].away
        assert idle not in served.room.open
        lines = served.room.log_lines(100)
        assert len([line for line in lines if "room's file" in line]) == 1
        assert len([line for line in lines if f" {stuck} " in line and "moved" in line]) == 1


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


def test_a_list_that_can_not_be_written_refuses_nothing(tmp_path: Path, monkeypatch: Patch) -> None:
    with serve_tables(tmp_path) as served, monkeypatch.context() as patch:
        patch.setattr(Register, "note", no_list)
        patch.setattr(Register, "drop", no_list)
        code, gone = served.make(["Ann"], ["Ben"])
        for do in ("put-away", "bring-back", "put-away"):
            assert served.owner(do, tables=[gone]).json["done"] == [gone]
        assert served.owner("delete", tables=[gone]).json["done"] == [gone]
    with serve_tables(tmp_path) as served:
        assert served.room.listed.keys() == {code}


def test_a_table_that_somebody_opens_is_not_put_away_for_its_age(tmp_path: Path) -> None:
    with serve_tables(tmp_path, put_away_after=30) as served:
        (code,) = served.make(["Ann"])
        served.run(served.room.sleep(code))
        grow_old(served, code)

        async def both() -> None:
            finding = asyncio.create_task(served.room.find(code))
            await asyncio.sleep(0)
            await served.room.see_to_all()
            await finding

        served.run(both())
        assert code in served.room.open
        assert not served.room.listed[code].away


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


def test_a_server_moves_no_files_of_another_ones_tables(tmp_path: Path) -> None:
    with serve_tables(tmp_path, shard=Shard(1, 2)) as first:
        (code,) = first.make(["Ann", "Ben"])
        first.start()
        first.owner("put-away", tables=[code])
        moving = tmp_path / AWAY / f"{code}.yaml"
        moving.rename(tmp_path / moving.name)  # the first server brings it back just now
        with serve_tables(tmp_path, shard=Shard(2, 2)) as second:
            assert code in second.room.listed
        assert names_in(tmp_path / AWAY, code) == {f"{code}.yaml.seats"}
        assert first.room.register.read()[code].away


@pytest.mark.parametrize("what", ["view", "table", "events"])
def test_a_table_that_waits_for_its_disk_holds_up_no_other(tmp_path: Path, what: str) -> None:
    with serve_tables(tmp_path) as served:
        slow, other = served.make(["Ann"], ["Ben"])
        evening, there_is_room, begun = served.room.open[slow].evening, threading.Event(), threading.Event()
        at_other = served.visitor()

        def write_slowly() -> None:
            with evening.changing():
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
