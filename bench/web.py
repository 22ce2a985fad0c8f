"""How soon a move is seen by all, and how much memory a long evening takes: `python -m bench web [--moves N]`.

Forty streams at one table, of four players and of spectators, listen from one process; the server is another, on
the same computer, and writes its file. A move is timed from its POST to the moment at which the last of the forty
has its event. The memory is that of the server's process, after each hundred moves, of rounds that go on and on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

CLIENTS = 40
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
ROUND = ("turn_limit={kind: turns, turns: 40}", "no_play={kind: none}", "game.rounds=1000")
"""Rounds of forty turns of each seat at the most."""
RULE = "if last.odd then black else red"


@attrs.define
class Connection:
    """A connection to the server, kept open, as a browser keeps it."""

    port: int
    home: str = "127.0.0.1"
    """The address that it comes from."""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "", key: str = "") -> Any:
        """The JSON that is answered, with the cookie that came with it under `cookie`. Raises SystemExit."""
        if self.writer is None:
            own = (self.home, 0)
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
        assert self.reader is not None
        self.writer.write(request(self.port, method, path, body, cookie, key))
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        text = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if " 20" not in head[:13]:
            raise SystemExit(f"{method} {path} {body}: {head[:13]} {text.decode()}")
        answer = json.loads(text)
        given = next((line[12:].split(";")[0] for line in head.split("\r\n") if line.startswith("set-cookie")), "")
        return {**answer, "cookie": given} if given else answer

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()


def request(port: int, method: str, path: str, body: object, cookie: str, key: str) -> bytes:
    """A request of HTTP as it is sent."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"] if body is not None else []
    return "\r\n".join([*lines, "", ""]).encode() + data


@attrs.define
class Crowd:
    """The streams that listen: how many of them have which event."""

    port: int
    seen: dict[int, int] = attrs.field(factory=dict)
    waited: dict[int, asyncio.Event] = attrs.field(factory=dict)
    streams: int = 0
    bytes: int = 0

    async def listen(self, cookie: str) -> None:
        """One stream, as long as the server lives."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request(self.port, "GET", "/api/events?after=0", None, cookie, ""))
        await reader.readuntil(b"\r\n\r\n")
        self.streams += 1
        while line := await reader.readline():
            self.bytes += len(line)
            if line.startswith(b"id: "):
                n = int(line[4:])
                self.seen[n] = self.seen.get(n, 0) + 1
                if self.seen[n] == CLIENTS and n in self.waited:
                    self.waited.pop(n).set()

    async def all_have(self, n: int) -> None:
        """Wait until every stream has an event."""
        while self.seen.get(n, 0) < CLIENTS:
            self.waited[n] = asyncio.Event()
            await self.waited[n].wait()


def memory(pid: int) -> float:
    """The memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def measure(folder: Path, moves: int) -> None:
    """Start a server, play, and print the figures."""
    command = [sys.executable, "-m", "eleusis", "serve", "--format", "json", "--host", "127.0.0.1", "--port", "0"]
    table = ["--players", ",".join(PEOPLE), "--variant", "express", "--rule", RULE]
    for knob in ROUND:
        table += ["--set", knob]
    path = str(folder / "evening.yaml")
    server = await asyncio.create_subprocess_exec(*command, *table, "--file", path, stdout=asyncio.subprocess.PIPE)
    try:
        assert server.stdout is not None
        greeting = json.loads(await server.stdout.readline())
        port, key = int(greeting["url"].rpartition(":")[2]), greeting["host"].partition("#")[2]
        await play(port, key, server.pid, moves)
    finally:
        server.terminate()
        await server.wait()


async def play(port: int, key: str, pid: int, moves: int) -> None:
    """Play so many moves at a table, and print how long they took and how the server grew."""
    ask = Connection(port).ask
    cookies = {seat: (await ask("POST", "/api/seats", {"name": seat}))["cookie"] for seat in PEOPLE}
    crowd, chance = Crowd(port), random.Random(1)
    held = [cookies[seat] for seat in PEOPLE] + [""] * (CLIENTS - len(PEOPLE))
    listening = [asyncio.create_task(crowd.listen(cookie)) for cookie in held]
    while crowd.streams < CLIENTS:
        await asyncio.sleep(0.01)
    times: list[float] = []
    while len(times) < moves:
        table = await ask("GET", "/api/table")
        if table["phase"] != "play":
            await ask("POST", "/api/host", {"do": "start" if table["phase"] == "lobby" else "next"}, key=key)
            continue
        for seat in PEOPLE:
            view = await ask("GET", "/api/view", cookie=cookies[seat])
            if not view["options"]:
                continue
            move = "pass" if "pass" in view["options"] else chance.choice(view["options"])
            start = time.perf_counter()
            answer = await ask("POST", "/api/moves", {"n": view["n"], "move": move}, cookie=cookies[seat])
            await crowd.all_have(answer["n"])
            times.append(time.perf_counter() - start)
            if len(times) % 100 == 0:
                print(f"{len(times):>6} moves, {answer['n']:>6} events: {memory(pid):.1f} MB", flush=True)
    for task in listening:
        task.cancel()
    times.sort()
    median, most = statistics.median(times) * 1000, times[int(len(times) * 0.95)] * 1000
    slowest = times[-1] * 1000
    print(
        f"a move, until {CLIENTS} have it: median {median:.0f} ms, 95 % within {most:.0f}, slowest {slowest:.0f} ms"
    )
    print(f"{crowd.bytes / len(times) / CLIENTS:.0f} bytes on each stream for a move")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench web", description=__doc__)
    parser.add_argument("--moves", type=int, default=1000)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), chosen.moves))
