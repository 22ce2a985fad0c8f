"""What a stranger who has made a table can't do to a room: fill its disk or its memory, or hold up the others."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from eleusis.doors.web import serving
from eleusis.doors.web.evenings import after, playing
from eleusis.doors.web.guard import Limits
from eleusis.secret import library
from tests.helpers.patience import patient
from tests.helpers.planted import plant_answers
from tests.helpers.web_browsers import Answer, Pairs, send_request
from tests.helpers.web_rooms import ServedRoom, Visitor, serve_tables

LAW = {"players": "Law:random", "dealer": "Law", "rules": ["red"]}
PEOPLE = ("Ann", "Ben")


def host_of(served: ServedRoom, code: str) -> Callable[..., Answer]:
    """Does what the host of a table asks for."""
    key: Pairs = [("authorization", f"Bearer {served.run(served.room.find(code)).api.seating.key}")]
    visitor = served.visitor()
    return lambda **body: visitor.post(f"/{code}/api/host", body, key)


def sit_and_start(served: ServedRoom, code: str) -> list[Visitor]:
    visitors = [served.visitor() for _ in PEOPLE]
    for visitor, name in zip(visitors, PEOPLE, strict=True):
        assert visitor.sit(code, name).status == 201
    assert served.owner("start", tables=[code]).json["done"] == [code]
    return visitors


def mover_of(visitors: list[Visitor], code: str) -> Visitor:
    return next(visitor for visitor in visitors if visitor.view(code)["options"])


# Disk and memory


def test_a_table_has_few_bots(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        host = host_of(served, code)
        bots = [f"B{number}:expert" for number in range(9)]
        assert host(do="set", players=",".join(bots)).code == "web/table-full"
        assert host(do="set", players=",".join([*bots[:8], "Ann"])).status == 200
        assert host(do="bot", seat="Ann", kind="random").code == "web/table-full"
        assert host(do="bot", seat="B1", kind="random").status == 200
        assert served.owner("make", groups=[[]]).json["done"]


def test_a_table_has_an_end_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(after, "MAX_GAMES_IN_ROOM", 3)
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(PEOPLE)
        host = host_of(served, code)
        answers = [[host(do=do) for do in ("start", "stop", "again")][-1] for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 409, 409]
        assert len([*tmp_path.glob(f"{code}*.yaml")]) == 3


def test_a_round_has_an_end_of_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_HINTS", 2)
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(PEOPLE)
        visitors, host = sit_and_start(served, code), host_of(served, code)
        answers = [host(do="hint", text=f"look {number}") for number in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 409]
        mover = mover_of(visitors, code)
        assert mover.move(code, mover.view(code)["options"][0]).status == 200


def test_a_long_rule_is_not_kept() -> None:
    text = " or ".join(f"rank == {1 + number % 13}" for number in range(100))
    assert library.find_rule(text) is not library.find_rule(text)
    assert library.find_rule("rank == 5") is library.find_rule("rank == 5")


@pytest.mark.long
@pytest.mark.parametrize("rule", ["if last.red then rank > last.rank else suit != last.suit", "exp-e1"])
@pytest.mark.parametrize("way", ["look", "read"])
def test_a_look_at_a_rule_takes_the_same_work_whoever_has_looked_before(
    tmp_path: Path, way: str, rule: str
) -> None:
    """So how long it takes doesn't tell which rule the dealer has thought of."""
    work: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "/secret/" in frame.f_code.co_filename:
            work[f"{frame.f_code.co_filename}: {frame.f_code.co_qualname}"] += 1

    with serve_tables(tmp_path) as served:
        (code,) = served.make(PEOPLE)
        dealer, prober = sit_and_start(served, code)
        key = "rule" if way == "look" else "text"

        def ask(visitor: Visitor, rule: str) -> Counter[str]:
            work.clear()
            threading.setprofile(count)
            try:
                assert visitor.post(f"/{code}/api/rules/{way}", {key: rule}).status == 200
            finally:
                threading.setprofile(None)
            return work.copy()

        for other in ("if last.odd then rank < last.rank else color == last.color", "exp-e2", "odd after evven"):
            ask(prober, other)  # what is worked out once for all rules
        before = ask(dealer, rule)
        assert sum(before.values()) > 100
        assert ask(prober, rule) == before
        assert ask(prober, rule) == before


def test_a_host_is_not_told_where_files_stand(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(PEOPLE)
        key: Pairs = [("authorization", f"Bearer {served.room.open[code].api.seating.key}")]
        answer = served.visitor().get(f"/{code}/api/host", key)
        assert answer.json["file"] == ""
        assert str(tmp_path) not in answer.body.decode()


# Holding up others


def test_who_listens_without_a_seat_wakes_nobody(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(PEOPLE)
        ann, _ = sit_and_start(served, code)
        hub = served.room.open[code].hub
        version = hub.version
        for _ in range(3):
            served.visitor().events(f"/{code}/api/events")
        assert hub.version == version
        ann.events(f"/{code}/api/events")
        assert hub.version == version + 2  # she comes, and goes


def test_who_sits_at_a_table_is_counted_there(tmp_path: Path) -> None:
    limits = Limits(address_burst=60, address_rate=0.001, breath=0)
    with serve_tables(tmp_path, LAW, limits=limits) as served:
        code, other = served.make(PEOPLE, ())
        at_home = [served.visitor(("10.9.9.9", 40_000 + number)) for number in range(3)]
        assert at_home[0].sit(code, "Ann").status == 201
        assert at_home[1].sit(other, "Mallory").status == 201
        flood = [visitor.get(f"/{other}/api/table").status for visitor in at_home[1:] for _ in range(80)]
        assert flood.count(429) > 30
        assert at_home[1].get(f"/{other}/api/table").code == "web/too-often"
        assert at_home[2].get("/api/room/door").code == "web/too-often"
        assert at_home[0].get(f"/{code}/api/table").status == 200


def test_a_long_body_counts_as_many_requests(tmp_path: Path) -> None:
    limits = Limits(burst=100, rate=0.001, address_burst=10**6, breath=0)
    with serve_tables(tmp_path, LAW, limits=limits) as served:
        (code,) = served.make(PEOPLE)
        visitor = served.visitor()
        body = {"rule": "red or " * 2000 + "black"}
        answers = [visitor.post(f"/{code}/api/rules/look", body).status for _ in range(4)]
        assert answers == [200, 429, 429, 429]


def test_what_one_table_asks_for_is_done_one_after_the_other(tmp_path: Path) -> None:
    """However many rules one table has looked at, and however long that takes, another's are looked at."""
    holding = threading.Event()
    with serve_tables(tmp_path) as served:
        hostile, table = (served.room.open[code].hub for code in served.make(PEOPLE, PEOPLE))

        async def ask() -> None:
            looks = [asyncio.create_task(hostile.look(holding.wait)) for _ in range(5)]
            await asyncio.sleep(0)
            assert await table.look(lambda: "looked") == "looked"
            assert not any(task.done() for task in looks)
            holding.set()
            await asyncio.gather(*looks)

        served.run(asyncio.wait_for(ask(), patient(30)))


def test_a_bot_that_stands_in_holds_up_no_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, holding = threading.Event(), threading.Event()

    def think(view: object) -> str:
        thinking.set()
        holding.wait()
        return "no move"

    plant_answers(monkeypatch, "slow", think)
    with serve_tables(tmp_path, LAW) as served:
        code, other = served.make(PEOPLE, PEOPLE)
        visitors, others = sit_and_start(served, code), sit_and_start(served, other)
        mover = mover_of(visitors, code)
        seat = mover_of(others, other).table(other)["you"][0]
        key = served.room.open[other].api.seating.key
        headers = [
            ("host", "10.0.0.2:8317"),
            ("authorization", f"Bearer {key}"),
            ("content-type", "application/json"),
        ]
        body = f'{{"do": "bot", "seat": "{seat}", "kind": "slow", "once": true}}'.encode()

        async def begin() -> asyncio.Task[object]:
            work = send_request(served.app, "POST", f"/{other}/api/host", headers, [body], ("10.3.3.3", 5))
            task: asyncio.Task[object] = asyncio.create_task(work)
            while not thinking.is_set():
                await asyncio.sleep(0.001)
            return task

        try:
            task = served.run(begin())
            assert mover.move(code, mover.view(code)["options"][0]).status == 200
        finally:
            holding.set()
        served.run(asyncio.wait_for(task, patient(30)))


def test_what_is_sent_waits_for_nothing() -> None:
    """Of a socket of TCP by its name asyncio takes care: no small part waits until the one before has arrived."""

    async def accept() -> int:
        handled: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            handled.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = serving._listen("127.0.0.1", 0)
        async with await asyncio.start_server(handle, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            delay = await handled
            writer.close()
            return delay

    assert asyncio.run(asyncio.wait_for(accept(), patient(30)))


@pytest.mark.soak
def test_a_flood_at_another_table_stops_no_move() -> None:
    command = [sys.executable, "-m", "tests.helpers.web_flood", "--moves", "24"]
    figures = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    answers = {status: int(count) for status, count in re.findall(r"\b(\d{3}): (\d+)", figures)}
    assert sum(answers.values()) > 200, figures
    assert not [status for status in answers if status.startswith("5")], figures


# All at once


@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_is_moved_about_while_it_is_played_at_loses_nothing(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(PEOPLE)
        visitors = sit_and_start(served, code)
        key = [("authorization", f"Bearer {served.room.kept.key}")]
        confirmed: list[str] = []

        async def ask(who: Visitor, method: str, path: str, body: bytes = b"", own: Pairs = ()) -> Answer:
            headers = [*who.with_cookies(path), ("content-type", "application/json"), *own]
            parts = [body] if body else []
            return Answer(await send_request(served.app, method, path, headers, parts, who.client))

        async def play(who: Visitor, name: str) -> None:
            for _ in range(12):
                view = await ask(who, "GET", f"/{code}/api/view")
                if view.status == 200 and view.json["options"]:
                    move = chance.choice(view.json["options"]).replace('""', '"red"')
                    body = f'{{"n": {view.json["n"]}, "move": {move!r}}}'.replace("'", '"').encode()
                    if '"' in move:
                        continue
                    answer = await ask(who, "POST", f"/{code}/api/moves", body)
                    assert answer.status in (200, 404, 409), answer
                    if answer.status == 200:
                        confirmed.append(f"{name} {move}")
                else:
                    assert view.status in (200, 404), view

        async def move_about() -> None:
            owner = served.visitor()
            for _ in range(12):
                do = chance.choice(("put-away", "bring-back", "pause", "go-on", "undo"))
                body = f'{{"do": "{do}", "tables": ["{code}"]}}'.encode()
                answer = await ask(owner, "POST", "/api/room", body, key)
                assert answer.status == 200, answer
                if chance.random() < 0.3:
                    await served.room.sleep(code)

        async def all_at_once() -> None:
            await asyncio.gather(
                move_about(), *(play(who, name) for who, name in zip(visitors, PEOPLE, strict=True))
            )

        served.run(asyncio.wait_for(all_at_once(), patient(60)))
        served.owner("bring-back", tables=[code])
        served.owner("go-on", tables=[code])
        assert served.owner().json["tables"][0]["broken"] is None
        assert visitors[0].table(code)["you"] == ["Ann"]
        assert sorted(path.name for path in tmp_path.rglob(f"{code}*")) == [f"{code}.yaml", f"{code}.yaml.seats"]
        lines = [line.strip() for line in (tmp_path / f"{code}.yaml").read_text().splitlines()]
        assert all(any(line.startswith(move) for line in lines) for move in confirmed)
