"""How many tables one server bears: `python -m bench rooms [--tables 10 50 100 200] [--seconds 30]`.

At each table six clients play as phones do: each has a stream, asks for its view after every change, and moves when
it may, after a while in which a person would think. A move is timed from its POST until the last of the six has
it on its stream. Servers and clients share this computer. At the end: how much a table takes that sleeps, and how
soon all are back after a start.

With `--kills 50` the server is killed so often under that load, and started again: then each confirmed move must be
in its file, and each stream must have had each event once, without a gap, and as it is told afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from bench.svg import make_svg
from bench.web import Connection, memory, request
from tests.helpers.web_kills import move_lines

SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
ROUND = ("turn_limit={kind: turns, turns: 60}", "no_play={kind: none}", "game.rounds=1000", "guess={kind: none}")
"""Rounds that last longer than a measurement."""
RULE = "if last.odd then black else red"
THINKING = 5.0
"""Seconds that a person thinks about a card, on average."""
AT_ONCE = 40
"""The most tables that are made by one request."""
CHART = Path(__file__).parents[1] / "docs" / "pictures" / "rooms.svg"
STYLE = (
    "text { font: 13px system-ui, sans-serif; fill: #555 } .y { text-anchor: end } .x { text-anchor: middle } "
    ".grid { stroke: #ddd } polyline { fill: none; stroke: #12784a; stroke-width: 2.5 } "
    ".of-95 { stroke-dasharray: 6 4 } "
    "@media (prefers-color-scheme: dark) { text { fill: #bbb } .grid { stroke: #444 } "
    "polyline { stroke: #5fce9a } }"
)
AWAY = (OSError, asyncio.IncompleteReadError)
"""What is raised where no server is there."""


@attrs.define
class Server:
    """The server of a room."""

    process: asyncio.subprocess.Process
    port: int
    key: str

    @property
    def seconds(self) -> float:
        """The seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """Its memory in MB."""
        return memory(self.process.pid)

    async def owner(self, **body: object) -> Any:
        """What its owner does."""
        return await Connection(self.port).ask("POST", "/api/room", body, key=self.key)

    async def end(self) -> None:
        """End it."""
        self.process.terminate()
        await self.process.wait()


async def start(folder: Path, port: int = 0) -> Server:
    """Start the server of a room."""
    command = [sys.executable, "-m", "eleusis", "serve", "--tables", str(folder), "--format", "json"]
    options = ["--host", "127.0.0.1", "--port", str(port), "--rule", RULE]
    for knob in ROUND:
        options += ["--set", knob]
    process = await asyncio.create_subprocess_exec(
        *command, *options, stdout=asyncio.subprocess.PIPE, limit=1 << 20
    )
    assert process.stdout is not None
    greeting = json.loads(await process.stdout.readline())
    return Server(process, int(greeting["url"].rpartition(":")[2]), greeting["room"].partition("#")[2])


@attrs.define
class Times:
    """How long moves took until all of their table had them, in seconds."""

    seen: list[float] = attrs.field(factory=list)
    answered: list[float] = attrs.field(factory=list)
    views: int = 0
    measuring: bool = False

    def tell(self) -> str:
        """The figures."""
        if not self.seen:
            return "no move"
        seen, answered = sorted(self.seen), sorted(self.answered)
        return (
            f"{len(seen)} moves seen by all: median {1000 * statistics.median(seen):.0f} ms, "
            f"95 % within {1000 * seen[int(len(seen) * 0.95)]:.0f}, slowest {1000 * seen[-1]:.0f}; "
            f"answered: median {1000 * statistics.median(answered):.0f} ms; {self.views} views"
        )


@attrs.define
class TableOfSix:
    """A table, and who plays there."""

    server: Server
    code: str
    times: Times
    chance: random.Random
    home: str
    """The address that its people come from: each table is in another house."""
    phones: list[Phone] = attrs.field(factory=list)
    confirmed: list[tuple[int, str]] = attrs.field(factory=list)
    """Moves that were answered, as their lines in the file, each with the number of the last event before it."""
    sent: dict[int, tuple[float, int]] = attrs.field(factory=dict)
    """When a move was sent, by the number of its last event, and how many streams have that."""
    heard: dict[int, int] = attrs.field(factory=dict)

    async def sit(self) -> list[asyncio.Task[None]]:
        """Let six people sit down, and play from then on."""
        tasks = []
        for seat in SEATS:
            answer = await self.ask("POST", "seats", {"name": seat})
            phone = Phone(self, seat, answer["cookie"])
            self.phones.append(phone)
            tasks += [asyncio.create_task(phone.listen()), asyncio.create_task(phone.play())]
        return tasks

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> Any:
        """What is answered to one of its people. Raises SystemExit for a refusal, and what a lost server raises."""
        with contextlib.closing(Connection(self.server.port, self.home)) as connection:
            return await connection.ask(method, f"/{self.code}/api/{path}", body, cookie)

    def hear(self, n: int) -> None:
        """One of the streams has an event."""
        self.heard[n] = self.heard.get(n, 0) + 1
        if n in self.sent and self.heard[n] == len(SEATS):
            start, _ = self.sent.pop(n)
            if self.times.measuring:
                self.times.seen.append(time.perf_counter() - start)

    def made(self, before: int, n: int, start: float, line: str) -> None:
        """A move was answered that was made after the event `before`; `n` is the last event since."""
        self.confirmed.append((before, line))
        if self.times.measuring:
            self.times.answered.append(time.perf_counter() - start)
            if self.heard.get(n, 0) >= len(SEATS):
                self.times.seen.append(time.perf_counter() - start)
            else:
                self.sent[n] = start, n


@attrs.define
class Phone:
    """One who plays; a server that is away is waited for."""

    table: TableOfSix
    seat: str
    cookie: str
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    events: list[int] = attrs.field(factory=list)
    """A checksum of each event as it came, the n-th at n - 1."""
    streams: int = 0
    """How often a stream was opened, and told how the table stands."""
    refused: str = ""
    """How the server refused a stream last."""
    wrong: str = ""
    """What must not be, if it was."""

    async def listen(self) -> None:
        """Hear what happens, and go on from the last event where the stream breaks."""
        while not self.wrong:
            with contextlib.suppress(*AWAY):
                await self.hear()
            await asyncio.sleep(0.2 + self.table.chance.random())

    async def hear(self, until: int | None = None) -> None:
        """Hear what comes after the last event, as long as the server lives, or up to the event `until`."""
        port = self.table.server.port
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, limit=1 << 20, local_addr=(self.table.home, 0)
        )
        try:
            path = f"/{self.table.code}/api/events?after={len(self.events)}"
            writer.write(request(port, "GET", path, None, self.cookie, ""))
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head[:20]:
                self.refused = head.decode().partition("\r\n")[0]
                return
            number, opened = 0, False
            while until is None or len(self.events) < until:
                line = await reader.readline()
                if not line.endswith(b"\n"):  # the server was killed, perhaps within a line
                    return
                if line.startswith(b"id: "):
                    number = int(line[4:])
                    self.table.hear(number)
                    if number != len(self.events) + 1:
                        self.wrong = f"{self.table.code}, {self.seat}: event {number} after {len(self.events)}"
                        return
                elif number and line.startswith(b"data: "):
                    self.events.append(zlib.crc32(line))
                    number = 0
                elif line.startswith(b"event: table"):
                    self.streams += not opened
                    opened = True
                    self.changed.set()
        finally:
            writer.close()

    async def play(self) -> None:
        """Look after each change, and move when it is time to."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            try:
                await self._act()
            except AWAY:
                await asyncio.sleep(0.3)
                self.changed.set()
            except SystemExit:  # refused: somebody else was quicker, or the server has only just begun
                await asyncio.sleep(0.1)
                self.changed.set()

    async def _act(self) -> None:
        table = self.table
        view = await table.ask("GET", "view", cookie=self.cookie)
        table.times.views += table.times.measuring
        if not view["options"]:
            return
        await asyncio.sleep(table.chance.expovariate(1 / THINKING))
        move = "pass" if "pass" in view["options"] else table.chance.choice(view["options"])
        start = time.perf_counter()
        answer = await table.ask("POST", "moves", {"n": view["n"], "move": move}, cookie=self.cookie)
        table.made(view["n"], answer["n"], start, f"{self.seat} {move}")


async def fill(server: Server, tables: int, times: Times, chance: random.Random, house: int) -> list[TableOfSix]:
    """Tables at which six sit; houses are counted from `house`."""
    made: list[TableOfSix] = []
    while len(made) < tables:
        groups = [SEATS] * min(tables - len(made), AT_ONCE)
        for code in (await server.owner(do="make", groups=groups))["done"]:
            place = house + len(made)
            made.append(TableOfSix(server, code, times, chance, f"127.0.{1 + place // 200}.{1 + place % 200}"))
    return made


@attrs.frozen
class Measured:
    """How soon moves were seen by all of their tables, in ms."""

    tables: int
    median: float
    of_95: float
    """Within how many ms 95 of 100 moves were."""


async def measure(folder: Path, tables: int, seconds: float) -> Measured:
    """Play at so many tables, and print the figures."""
    server = await start(folder)
    times, chance = Times(), random.Random(tables)
    tasks: list[asyncio.Task[None]] = []
    try:
        empty = server.memory
        for table in await fill(server, tables, times, chance, 0):
            tasks += await table.sit()
        await server.owner(do="start")
        await asyncio.sleep(THINKING)
        used, start_time = server.seconds, time.perf_counter()
        times.measuring = True
        await asyncio.sleep(seconds)
        times.measuring = False
        share = (server.seconds - used) / (time.perf_counter() - start_time)
        full = server.memory
    finally:
        for task in tasks:
            task.cancel()
        await server.end()
    print(
        f"{tables:>4} tables: {times.tell()}; "
        f"{len(times.seen) / seconds:.1f} moves a second, {100 * share:.0f} % of a processor, "
        f"{(full - empty) / tables:.2f} MB a table ({empty:.0f} MB empty)",
        flush=True,
    )
    seen = sorted(times.seen)
    return Measured(tables, 1000 * statistics.median(seen), 1000 * seen[int(len(seen) * 0.95)])


def draw(measured: Sequence[Measured]) -> str:
    """How the times grow with the tables: as SVG."""
    wide, high, left, right = 660, 280, 56, 150
    most_tables, most = max(each.tables for each in measured), max(each.of_95 for each in measured) * 1.1

    def place(tables: float, milliseconds: float) -> str:
        x = left + (wide - left - right) * tables / most_tables
        return f"{x:.1f},{high - 40 - (high - 60) * milliseconds / most:.1f}"

    parts: list[str] = []
    step = 10 ** math.floor(math.log10(most))
    step = next(size for size in (step / 5, step / 2, step, 2 * step) if most / size <= 6)
    for number in range(int(most / step) + 1):
        x, y = place(0, number * step).split(",")
        parts.append(f'<path class="grid" d="M{x} {y}H{wide - right}"/>')
        parts.append(f'<text class="y" x="{left - 8}" y="{float(y) + 4}">{number * step:g}</text>')
    for tables in sorted({each.tables for each in measured}):
        x, _ = place(tables, 0).split(",")
        parts.append(f'<text class="x" x="{x}" y="{high - 20}">{tables}</text>')
    parts.append(f'<text class="x" x="{(left + wide - right) / 2}" y="{high - 3}">tables of six</text>')
    parts.append('<text x="4" y="16">ms</text>')
    names: list[tuple[float, float, str]] = []
    own = sorted(measured, key=lambda each: each.tables)
    for name, what in (("median", "half"), ("of_95", "95 of 100")):
        points = [place(each.tables, getattr(each, name)) for each in own]
        parts.append(f'<polyline class="{name.replace("_", "-")}" points="{" ".join(points)}"/>')
        end, level = map(float, points[-1].split(","))
        names.append((level + 4, end + 6, what))
    lowest = high - 40.0
    for level, end, label in sorted(names, reverse=True):  # from below, each with room for its letters
        lowest = min(level, lowest - 15)
        parts.append(f'<text x="{end}" y="{lowest:.1f}">{label}</text>')
    words = "; ".join(
        f"{each.tables} tables: half within {each.median:.0f} ms, 95 of 100 within {each.of_95:.0f} ms"
        for each in measured
    )
    return make_svg(wide, high, "How soon a move is seen by its whole table", words, STYLE, parts)


async def kill_often(folder: Path, tables: int, kills: int) -> None:
    """Kill the server again and again while people play. Raises SystemExit where anything is lost."""
    server = await start(folder)
    chance = random.Random(kills)
    room = await fill(server, tables, Times(), chance, 0)
    tasks = [task for table in room for task in await table.sit()]
    await server.owner(do="start")
    back: list[float] = []
    all_back: list[float] = []
    for _ in range(kills):
        await asyncio.sleep(1 + 3 * chance.random())
        server.process.kill()
        await server.process.wait()
        phones = [phone for table in room for phone in table.phones]
        before = [phone.streams for phone in phones]
        began = time.perf_counter()
        server.process = (await start(folder, port=server.port)).process
        back.append(time.perf_counter() - began)
        wait_until = time.perf_counter() + 60
        while away := [phone for phone, opened in zip(phones, before, strict=True) if phone.streams == opened]:
            await asyncio.sleep(0.1)
            check(server.process.returncode is None, f"the server has ended by itself: {server.process.returncode}")
            who = ", ".join(f"{phone.table.code} {phone.seat} ({phone.refused})" for phone in away[:5])
            check(time.perf_counter() < wait_until, f"{len(away)} streams don't go on: {who}")
            for phone in phones:
                check(not phone.wrong, phone.wrong)
        all_back.append(time.perf_counter() - began)
    for task in tasks:
        task.cancel()
    confirmed, events = 0, 0
    for table in room:
        lines = iter(move_lines(folder / f"{table.code}.yaml"))
        for n, line in sorted(table.confirmed):
            check(
                any(line == other for other in lines),
                f"{table.code}: {line} was confirmed after {n}, and isn't there",
            )
        confirmed += len(table.confirmed)
        for phone in table.phones:
            again = Phone(table, phone.seat, phone.cookie)
            await again.hear(until=len(phone.events))
            check(again.events == phone.events, f"{table.code}: {phone.seat} is told another story than before")
            events += len(phone.events)
    await server.end()
    print(
        f"{kills} kills at {tables} tables with {tables * len(SEATS)} streams: listening again after "
        f"{statistics.median(back):.2f} s (slowest {max(back):.2f}), all streams back after "
        f"{statistics.median(all_back):.1f} s (slowest {max(all_back):.1f}); {confirmed} confirmed moves are in "
        f"their files; {events} events were heard, each once, in order, and are told the same again"
    )


def check(holds: bool, text: str) -> None:
    """Raises SystemExit where something doesn't hold."""
    if not holds:
        raise SystemExit(text)


async def measure_asleep(folder: Path, tables: int) -> None:
    """How much tables take that sleep, and how soon they are back."""
    server = await start(folder)
    empty = server.memory
    done = 0
    while done < tables:
        done += len((await server.owner(do="make", groups=[SEATS] * AT_ONCE))["done"])
    await server.end()
    began = time.perf_counter()
    server = await start(folder)
    took = time.perf_counter() - began
    asleep = (server.memory - empty) * 1000 / done
    print(f"{done} tables are back: listening after {took:.2f} s; {asleep:.1f} KB a table asleep")
    await server.end()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench rooms", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 100, 200])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--asleep", type=int, default=1000)
    parser.add_argument("--chart", action="store_true", help="draw the chart of the docs again")
    parser.add_argument("--kills", type=int, default=0)
    chosen = parser.parse_args(arguments)
    if chosen.kills:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(kill_often(Path(folder), chosen.tables[-1], chosen.kills))
        return
    measured: list[Measured] = []
    for tables in chosen.tables:
        with tempfile.TemporaryDirectory() as folder:
            measured.append(asyncio.run(measure(Path(folder), tables, chosen.seconds)))
    if chosen.chart:
        CHART.write_text(draw(measured), encoding="utf-8")
    if chosen.asleep:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure_asleep(Path(folder), chosen.asleep))
