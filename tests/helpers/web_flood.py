"""A flood at one table of a room, and how long moves take at another.

It runs by `python -m tests.helpers.web_flood --moves 200`.
A room is served in a process of its own. At one table six people play, each with a stream; a move is timed from its
POST until the last of the six has it. Another process is one client of another table, whose host it is: it asks as
fast as it is answered, by many connections, with its seat's cookie and without, opens streams and drops them, looks
at dear rules, lets bots think and sends hostile requests. Moves are timed without the flood and with it, in turns:
with it the median is at most twice as long.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import attrs

from bench.rooms import SEATS, Server, start
from bench.web import Connection, request

TURNS = 4
"""How often the flood comes and goes."""
CONNECTIONS = 12
STREAMS = 60
PAUSE = 0.05
"""Seconds between two moves."""
SETTLED = 2.0
"""Seconds after which a flood is at its height, or over."""
PLAYERS_HOME, FLOODERS_HOME = "127.0.1.1", "127.0.2.2"
DEAR = " or ".join(f"(rank == {1 + n % 13} and last.rank != {1 + (n * 7) % 13})" for n in range(80))
"""A rule that takes long to look at."""
HOSTILE = (
    "/{A}/api/view?seat=Ann", "/{A}/api/pin?seat=Ann", "/{A}/api/host", "/api/room", "/api/room/log", "/talk/x",
    "/{B}/../{A}.yaml", "/{B}/static/../../room.json", "/{B}/static/nothing", "//{A}/api/table", "/{A}/api/file",
    "/{A}/api/rounds/999/review", "/api/room/tables", "/{A}/api/events?after=x", "/{A}%00/api/table", "/none",
)  # fmt: skip


@attrs.define
class Listening:
    """The streams of the table at which moves are timed."""

    port: int
    code: str
    heard: Counter[int] = attrs.field(factory=Counter)
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    streams: int = 0

    async def listen(self, cookie: str) -> None:
        """One stream, as long as the server lives."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(PLAYERS_HOME, 0))
        writer.write(request(self.port, "GET", f"/{self.code}/api/events?after=0", None, cookie, ""))
        await reader.readuntil(b"\r\n\r\n")
        self.streams += 1
        while line := await reader.readline():
            if line.startswith(b"id: "):
                self.heard[int(line[4:])] += 1
                self.changed.set()

    async def all_have(self, n: int) -> None:
        """Wait until all streams have an event."""
        while self.heard[n] < len(SEATS):
            self.changed.clear()
            await self.changed.wait()


@attrs.define
class Play:
    """Six people who play on and on."""

    server: Server
    code: str
    listening: Listening
    cookies: Mapping[str, str]
    tasks: Sequence[asyncio.Task[None]]
    chance: random.Random

    @classmethod
    async def begin(cls, server: Server, code: str) -> Play:
        """Let six people sit down and listen, and the game begin."""
        asking = Connection(server.port, PLAYERS_HOME)
        path = f"/{code}/api/seats"
        cookies = {seat: (await asking.ask("POST", path, {"name": seat}))["cookie"] for seat in SEATS}
        listening = Listening(server.port, code)
        tasks = [asyncio.create_task(listening.listen(cookie)) for cookie in cookies.values()]
        await server.owner(do="start", tables=[code])
        while listening.streams < len(SEATS):
            await asyncio.sleep(0.01)
        asking.close()
        return cls(server, code, listening, cookies, tasks, random.Random(1))

    async def move(self) -> float:
        """The seconds of one move, made after a while."""
        await asyncio.sleep(PAUSE)
        asking = Connection(
            self.server.port, PLAYERS_HOME
        )  # anew: the server hangs up on whoever is silent for long
        with contextlib.closing(asking):
            return await self._move(asking)

    async def _move(self, asking: Connection) -> float:
        while True:
            for cookie in self.cookies.values():
                view = await asking.ask("GET", f"/{self.code}/api/view", cookie=cookie)
                if not view["options"]:
                    continue
                move = "pass" if "pass" in view["options"] else self.chance.choice(view["options"])
                begun = time.perf_counter()
                body = {"n": view["n"], "move": move}
                answer = await asking.ask("POST", f"/{self.code}/api/moves", body, cookie=cookie)
                await self.listening.all_have(answer["n"])
                return time.perf_counter() - begun
            await self.server.owner(do="next", tables=[self.code])


# The flood


@attrs.define
class Flooder:
    """One client of a table: its host, with a seat there; it asks by many connections."""

    port: int
    code: str
    attacked: str
    key: str
    home: str
    cookie: str = ""
    answers: Counter[int] = attrs.field(factory=Counter)
    chance: random.Random = attrs.field(factory=lambda: random.Random(2))

    async def flood(self) -> None:
        """Flood until it is cancelled."""
        asking = Connection(self.port, self.home)
        self.cookie = (await asking.ask("POST", f"/{self.code}/api/seats", {"name": "Mallory"}))["cookie"]
        ways: list[Callable[[], Awaitable[None]]] = [self.ask_on, self.reconnect, self.stream]
        numbers = [CONNECTIONS, CONNECTIONS // 2, STREAMS]
        print("ready", flush=True)
        await asyncio.gather(*(way() for way, number in zip(ways, numbers, strict=True) for _ in range(number)))

    def request(self) -> bytes:
        """Something that costs much, or is not theirs to ask."""
        api = f"/{self.code}/api"
        cookie, key = self.chance.choice(((self.cookie, ""), ("", ""), (self.cookie, self.key)))
        match self.chance.randrange(8):
            case 0 | 1:
                number = self.chance.randrange(400)
                body: object = {"rule": f"{DEAR} or rank * {number} == 5"}
                return request(self.port, "POST", f"{api}/rules/look", body, cookie, key)
            case 2:
                body = {"do": self.chance.choice(("pause", "go-on", "again", "start", "stop")), "seat": "Mallory"}
                return request(self.port, "POST", f"{api}/host", body, self.cookie, self.key)
            case 3:
                body = {"do": "set", "players": ",".join(f"B{n}:expert" for n in range(8)), "pace": 0}
                return request(self.port, "POST", f"{api}/host", body, self.cookie, self.key)
            case 4:
                path = self.chance.choice(
                    ("/view", "/table", "/rules", "/editions", "/kinds", "/phrases", "/qr.svg")
                )
                return request(self.port, "GET", f"{api}{path}", None, cookie, key)
            case 5:
                body = {"n": self.chance.randrange(9), "move": "play " + "AS " * 5000}
                return request(self.port, "POST", f"{api}/moves", body, self.cookie, key)
            case _:
                path = self.chance.choice(HOSTILE).format(A=self.attacked, B=self.code)
                return request(self.port, "GET", path, None, cookie, key)

    async def ask_on(self, most: int = 10**9) -> None:
        """Ask by one connection as long as it is open."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
                reader, writer = await self._connect()
                for _ in range(most):
                    writer.write(self.request())
                    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                    self.answers[int(head[9:12])] += 1
                    length = head.partition("content-length: ")[2].partition("\r\n")[0]
                    await reader.readexactly(int(length or 0))
                writer.close()

    async def reconnect(self) -> None:
        """Ask by a new connection each time: of it nothing is counted yet."""
        await self.ask_on(2)

    async def stream(self) -> None:
        """Open streams, and drop them."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self._connect()
                cookie = self.chance.choice(("", self.cookie))
                writer.write(request(self.port, "GET", f"/{self.code}/api/events?after=0", None, cookie, ""))
                head = await reader.readuntil(b"\r\n\r\n")
                self.answers[int(head[9:12])] += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1 << 20), self.chance.random() * 2)
                writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.home, 0), limit=1 << 20)


async def flood_until_asked(flooder: Flooder) -> None:
    """Flood until stdin ends, and tell what was answered."""
    os.nice(10)  # it comes from elsewhere, and takes the server no processor
    flooding = asyncio.create_task(flooder.flood())
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(flooder.answers), flush=True)
    flooding.cancel()
    await asyncio.gather(flooding, return_exceptions=True)


# The figures


@attrs.define
class Figures:
    """What was measured."""

    alone: list[float] = attrs.field(factory=list)
    flooded: list[float] = attrs.field(factory=list)
    answers: Counter[str] = attrs.field(factory=Counter)
    """What the flood was answered, by the status."""

    @property
    def ratio(self) -> float:
        """How many times as long a move takes with the flood."""
        return statistics.median(self.flooded) / statistics.median(self.alone)

    def tell(self) -> str:
        """The figures in two lines."""

        def line(times: list[float]) -> str:
            times = sorted(times)
            most = times[int(len(times) * 0.95)]
            return f"median {1000 * statistics.median(times):.1f} ms, 95 % within {1000 * most:.1f}"

        answers = ", ".join(f"{status}: {count}" for status, count in sorted(self.answers.items()))
        return (
            f"a move, until {len(SEATS)} have it: alone {line(self.alone)}; with a flood {line(self.flooded)}\n"
            f"{self.ratio:.2f} times as long; the flood was answered {answers}"
        )


async def measure(folder: Path, moves: int, home: str = FLOODERS_HOME) -> Figures:
    """Moves alone and with a flood from an address, in turns."""
    figures = Figures()
    server = await start(folder)
    try:
        (code,) = (await server.owner(do="make", groups=[SEATS]))["done"]
        play = await Play.begin(server, code)
        for _ in range(20):
            await play.move()
        for _ in range(TURNS):
            figures.alone += [await play.move() for _ in range(moves // TURNS)]
            (other,) = (await server.owner(do="make", groups=[[]]))["done"]
            key = json.loads((folder / f"{other}.yaml.seats").read_text())["key"]
            flood = ["-m", "tests.helpers.web_flood", "--flood", str(server.port), other, code, key, home]
            flooder = await asyncio.create_subprocess_exec(
                sys.executable, *flood, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            assert flooder.stdout is not None
            assert await flooder.stdout.readline() == b"ready\n"
            await asyncio.sleep(SETTLED)
            figures.flooded += [await play.move() for _ in range(moves // TURNS)]
            answers, _ = await flooder.communicate(b"")
            figures.answers.update(json.loads(answers))
            await asyncio.sleep(SETTLED)
    finally:
        await server.end()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.web_flood", description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--same-network", action="store_true", help="let the flood come from the players' address")
    parser.add_argument("--flood", nargs=5, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.flood:
        port, code, attacked, key, home = chosen.flood
        asyncio.run(flood_until_asked(Flooder(int(port), code, attacked, key, home)))
        return
    home = PLAYERS_HOME if chosen.same_network else FLOODERS_HOME
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), chosen.moves, home))
    print(figures.tell())


if __name__ == "__main__":
    main()
