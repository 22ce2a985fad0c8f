"""The law of a room: what is done at one table changes no byte of what another's people and strangers are sent.

Two rooms have a table at which the same is done, and beside it another table of which all differs: its code, its
people, edition, rule, cards, moves, hints and guesses. All answers at the first table and at the door are the same,
and so are its streams. The law is tested by leaks that are planted.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from prometheus_client import generate_latest
from starlette.routing import Route

from eleusis.doors.web.api import Api
from eleusis.doors.web.rooms import room as rooms
from eleusis.doors.web.rooms.metrics import Metrics
from eleusis.doors.web.rooms.room_app import PAGES
from tests.helpers.web_browsers import Answer, Pairs, send_request
from tests.helpers.web_rooms import ServedRoom, Visitor, serve_tables
from tests.laws.twins import Leak

pytestmark = pytest.mark.long

Patch = pytest.MonkeyPatch
KEY = "k" * 32
"""The owner's key: the same in both rooms, and with it the passes of tables."""
WATCHED = "BBBB"
WRONG = ("WWWW", "XXXX")
PEOPLE = ("Ann", "Ben")
RANDOM = ((rb'"pin":"\d{6}"', b'"pin":"PIN"'), (rb'"key":"[\w-]{32}"', b'"key":"KEY"'))
"""What is drawn by chance and told, by its name: PINs, and the key of a table that is made."""
NAMES = ("Ann", "Cleo", "Zoe", "Nobody", "")


@attrs.frozen
class Beside:
    """The table beside the one that is watched."""

    code: str
    people: tuple[str, ...]
    settings: Mapping[str, object]
    chance: int
    """What decides what is done there, and when."""

    def acts(self, served: ServedRoom, visitors: Sequence[Visitor], chance: Random) -> None:
        """Something is done there."""
        visitor = chance.choice(visitors)
        api, host = f"/{self.code}/api", [("authorization", f"Bearer {key_of(served, self.code)}")]
        match chance.randrange(9):
            case 0:
                visitor.post(f"{api}/rules/look", {"rule": chance.choice(("red", "rank < 5", "no rule"))})
            case 1:
                visitor.post(f"{api}/host", {"do": "hint", "text": f"look at {chance.random()}"}, host)
            case 2:
                visitor.post(f"{api}/host", {"do": chance.choice(("pause", "go-on", "undo", "hide-hints"))}, host)
            case 3:
                visitor.events(f"{api}/events?after=0")
            case 4:
                served.visitor().sit(self.code, chance.choice(self.people), pin="123456")
            case 5:
                served.visitor().get(f"/{chance.choice(('VVVV', 'TTTT'))}/api/table")
            case _:
                options = visitor.view(self.code)["options"]
                if options:
                    option = chance.choice(options)
                    visitor.move(self.code, option.replace('""', '"even"'))


FIRST = Beside("CCCC", ("Cleo", "Dan"), {"seed": 3, "rules": ["red"], "variant": "express"}, 1)
SECOND = Beside("DDDD", ("Zoe", "Yan", "Xia"), {"seed": 8, "rules": ["even"], "variant": "abbott"}, 2)
AT_THE_TABLE: Mapping[str, object] = {
    "same": True, "seed": 5, "rules": ["black"], "variant": "express", "players": "Law:random", "dealer": "Law",
}  # fmt: skip


def key_of(served: ServedRoom, code: str) -> str:
    """The key of a table's host."""
    key: str = served.run(served.room.find(code)).api.seating.key
    return key


def gets(api: Api) -> Iterator[str]:
    """Every path that may be asked for at a table, found, not listed."""
    for route in api.routes():
        if isinstance(route, Route) and route.methods and "GET" in route.methods and ":path" not in route.path:
            yield route.path.replace("{number:int}", "1")
    for way in api.answers.ways():
        if way.startswith("GET "):
            yield way.removeprefix("GET ").replace("{number}", "1")


@attrs.define
class Account:
    """All that the people of the watched table and strangers were sent, in its order."""

    served: ServedRoom
    beside: Beside
    sent: list[tuple[str, object]] = attrs.field(factory=list)
    streams: list[list[Any]] = attrs.field(factory=list)
    tasks: list[asyncio.Task[Any]] = attrs.field(factory=list)

    def note(self, label: str, answer: Answer) -> Answer:
        """Keep an answer, but for what is random by design."""
        body = answer.body
        for pattern, name in RANDOM:
            body = re.sub(pattern, name, body)
        headers = dict(answer.headers)
        if "set-cookie" in headers:
            headers["set-cookie"] = re.sub(r"eleusis-[0-9a-f]{8}=[\w.-]+", "TOKENS", headers["set-cookie"])
        self.sent.append((label, (answer.status, sorted(headers.items()), body)))
        return answer

    def get(self, visitor: Visitor, path: str, headers: Pairs = (), label: str = "") -> None:
        """Ask for something, and keep the answer."""
        answer = visitor.get(path, headers)
        assert answer.status != 500, path
        self.note(f"{path} {label}", answer)

    def stream(self, visitor: Visitor, path: str) -> None:
        """Listen from now on; what comes is kept as it comes."""
        parts: list[Any] = []

        async def begin() -> None:
            headers = visitor.with_cookies(path)
            work = send_request(self.served.app, "GET", path, headers, [], visitor.client, sent=parts)
            self.tasks.append(asyncio.create_task(work))

        self.served.run(begin())
        self.streams.append(parts)
        self.settle()

    def settle(self) -> None:
        """Let all streams say what there is to say: that needs no thread, and so a number of steps of the loop."""

        async def wait() -> None:
            for _ in range(100):
                await asyncio.sleep(0)

        self.served.run(wait())

    def close(self) -> None:
        """End the streams, and keep what they brought."""

        async def end() -> None:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

        self.served.run(end())
        for number, parts in enumerate(self.streams):
            for part in parts:
                if not bytes(part.get("body", b"")).startswith(b": ping"):
                    self.sent.append((f"stream {number}", (part.get("status"), part.get("body"))))

    # What is asked

    def look_around(self, players: Sequence[Visitor], host: Pairs, foreign: Mapping[str, Pairs]) -> None:
        """All that can be asked at the watched table and at the door; `foreign` keys open nothing there."""
        api = self.served.room.open[WATCHED].api
        plain = self.served.visitor()
        for path in gets(api):
            if path == "/api/events":
                continue
            at = f"/{WATCHED}{path}"
            for visitor in (*players, plain):
                self.get(visitor, at)
            self.get(plain, at, host, "by its host")
        for name in NAMES:
            for path in ("view", "pin", "rounds/1/transcript"):
                self.get(players[0], f"/{WATCHED}/api/{path}?seat={name}")
            self.note(f"take {name}", plain.sit(WATCHED, name or " ", pin="000000"))
        n = api.evening.chronicle.last
        for body in (
            {"n": n, "move": "pass"},
            {"n": n + 1, "move": "play AS"},
            {"n": n, "move": "x", "seat": "Zoe"},
        ):
            self.note(f"move {body['move']}", players[1].post(f"/{WATCHED}/api/moves", body))
        for do in ({"do": "remove", "seat": "Zoe"}, {"do": "bot", "seat": "Cleo", "kind": "good"}, {"do": "x"}):
            self.note(f"host {do}", plain.post(f"/{WATCHED}/api/host", do, host))
        self.note("look", plain.post(f"/{WATCHED}/api/rules/look", {"rule": "rank < 5"}))
        for whose, headers in foreign.items():
            for path in ("/api/host", "/api/table", "/api/view", "/api/pin"):
                if path_answer(plain, f"/{WATCHED}{path}", headers) != path_answer(plain, f"/{WATCHED}{path}"):
                    raise Leak(f"{path} is answered otherwise to whoever brings {whose}")
            stranger_does = plain.post(f"/{WATCHED}/api/host", {"do": "nothing"})
            if plain.post(f"/{WATCHED}/api/host", {"do": "nothing"}, headers).body != stranger_does.body:
                raise Leak(f"whoever brings {whose} may do something as its host")
        self.look_at_the_door()

    def look_at_the_door(self) -> None:
        """All that a stranger can ask a room."""
        stranger = self.served.visitor()
        for path in (*PAGES, "/talk/x", "/metrics", "/nothing", "/api/qr.svg"):
            self.get(stranger, path)
        for path in ("door", "wall", "log", "tables"):
            self.get(stranger, f"/api/room/{path}")
        for path in ("/api/room", "/api/editions", "/api/kinds", "/api/room?seat=Zoe"):
            self.get(stranger, path)
        for code in WRONG:
            for path in ("", "/", "/table", "/api/table", "/api/host", "/api/events"):
                self.get(stranger, f"/{code}{path}")
        self.note("make", stranger.post("/api/room/tables", {}))
        self.note("do", stranger.post("/api/room", {"do": "start"}))


def path_answer(visitor: Visitor, path: str, headers: Pairs = ()) -> tuple[int, bytes]:
    answer = visitor.get(path, headers)
    return answer.status, answer.body


def play(folder: Path, patch: Patch, beside: Beside, turns: int) -> list[tuple[str, object]]:
    """The same evening at the watched table, and one of its own beside it; what was sent. Raises Leak."""
    folder.mkdir(parents=True)
    (folder / "room.json").write_text(f'{{"key": "{KEY}"}}')
    codes = iter((WATCHED, beside.code))
    patch.setattr(rooms, "draw_code", lambda taken: next(codes))
    with serve_tables(folder, AT_THE_TABLE) as served:
        account, chance = Account(served, beside), Random(beside.chance)
        account.look_at_the_door()
        served.make(PEOPLE)
        served.room.change(beside.settings)
        served.make(beside.people)
        host = [("authorization", f"Bearer {key_of(served, WATCHED)}")]
        players, others = [served.visitor() for _ in PEOPLE], [served.visitor() for _ in beside.people]
        others[0] = players[0]  # somebody has a seat at both tables
        for visitor, name in zip(others, beside.people, strict=True):
            assert visitor.sit(beside.code, name).status == 201
        for visitor, name in zip(players, PEOPLE, strict=True):
            account.note(name, visitor.sit(WATCHED, name))
        foreign = {
            "the key of another table's host": [("authorization", f"Bearer {key_of(served, beside.code)}")],
            "the key of the wall": [("authorization", f"Bearer {served.room.wall_key}")],
            "a seat's token of another table": [("cookie", others[-1].with_cookies(f"/{beside.code}/")[1][1])],
        }
        account.look_around(players, host, foreign)
        for visitor, path in zip((*players, served.visitor()), ("events", "events?after=0", "events"), strict=True):
            account.stream(visitor, f"/{WATCHED}/api/{path}")
        assert served.start().json["refused"] == {}
        moves = 0
        for turn in range(turns):
            for _ in range(chance.randrange(4)):
                beside.acts(served, others, chance)
                account.settle()
            for visitor in players:
                options = visitor.view(WATCHED)["options"]
                if options:
                    account.note(
                        "a move", visitor.move(WATCHED, options[turn % len(options)].replace('""', '"red"'))
                    )
                    moves += 1
                    account.settle()
            if turn % 4 == 2:
                account.look_around(players, host, foreign)
        assert moves > turns // 2
        account.note("stop", players[0].post(f"/{WATCHED}/api/host", {"do": "stop"}, host))
        account.settle()
        account.look_around(players, host, foreign)
        account.close()
        return account.sent


def hold(folder: Path, patch: Patch, turns: int, *besides: Beside) -> int:
    """The law over one evening; how many answers and parts of streams were compared. Raises Leak."""
    first, second = (play(folder / beside.code / "room", patch, beside, turns) for beside in besides)
    for (label, answer), (_, twin) in zip(first, second, strict=False):
        if answer != twin:
            raise Leak(f"{label}: {answer!r:.2000} != {twin!r:.2000}")
    if len(first) != len(second):
        raise Leak(f"{len(first)} answers, and {len(second)} in the other room")
    return len(first)


def test_nothing_is_sent_of_another_table(tmp_path: Path, monkeypatch: Patch) -> None:
    assert hold(tmp_path, monkeypatch, 8, FIRST, SECOND) > 500


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_the_law_over_many_evenings(tmp_path: Path, monkeypatch: Patch, seed: int) -> None:
    besides = [attrs.evolve(table, chance=100 * seed + table.chance) for table in (FIRST, SECOND)]
    assert hold(tmp_path, monkeypatch, 30, *besides) > 800


# Figures


def test_figures_name_no_table_and_nobody(tmp_path: Path) -> None:
    figures = Metrics()
    with serve_tables(tmp_path, AT_THE_TABLE) as served:
        figures.watch(served.room)
        (code,) = served.make(PEOPLE)
        visitor = served.visitor()
        visitor.sit(code, "Ann")
        served.start()
        figures_told = generate_latest(figures.registry).decode()
        evening = served.room.open[code].evening
        cards = {card.text for hand in evening.the_table().now.hands.values() for card in hand}
        words = set(re.findall(r"[\w.-]+", figures_told))
        assert not words & {code, *PEOPLE, "Law", "black", *cards, evening.seating.key}
        assert {"eleusis_tables", "eleusis_seats", "eleusis_streams"} <= words
