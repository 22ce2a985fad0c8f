"""Clients of a served table that are no browsers: they sit down, play at random, listen, and forgive a lost server.

with Server(path, "--players", "Ann,Bob,Cleo:random") as server:
    ann = Player(server.base, "Ann", random.Random(1))
    ann.start()
    …
    server.kill()
    server.start(resume=True)      # Ann goes on by herself, and has missed nothing
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import attrs
import httpx2 as httpx

from tests.helpers.patience import patient

RULES = (
    "red",
    "rank >= last.rank or odd",
    "suit != last.suit",
    "if last.odd then black else red",
    "color != last.color",
)
STRANGE = (429, 500, 502, 503, 504)
"""Statuses that say nothing about the game, a proxy's among them: asked again a moment later."""


def free_port() -> int:
    """A port at which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """An `eleusis serve` in a process of its own, on one port however often it is started again."""

    page = "host"
    """The page whose address it prints with the key."""

    def __init__(self, path: Path, *options: str) -> None:
        self.path = path
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.key = ""
        self.process: subprocess.Popen[bytes] | None = None
        self._options = options

    def start(self, *, resume: bool = False, wait: bool = True) -> None:
        """Start it, to go on with its game if that is wanted; without `wait` it may not listen yet."""
        game = ["--resume", str(self.path)] if resume else ["--file", str(self.path), *self._options]
        command = [sys.executable, "-m", "eleusis", "serve", *game, "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--format", "json", "--pace", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env={**os.environ},
        )  # fmt: skip
        if wait:
            self.wait()

    def wait(self) -> None:
        """Until it listens."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the server has ended: {self.end(signal.SIGKILL)[1]}")
        key = json.loads(line)[self.page].partition("#")[2]
        assert self.key in ("", key), "the host's key holds"
        self.key = key

    def wait_for_end(self) -> tuple[int, str]:
        """Until it ends by itself: its exit code, and what it has said on stderr."""
        assert self.process is not None
        process, self.process = self.process, None
        try:
            _, said = process.communicate(timeout=patient(20))
        finally:
            process.kill()
        return process.returncode, said.decode()

    def kill(self) -> None:
        """Kill it, as a power cut would, but for the disk."""
        self.end(signal.SIGKILL)

    def end(self, number: int) -> tuple[int, str]:
        """End it by a signal: its exit code, and what it has said on stderr."""
        assert self.process is not None
        process, self.process = self.process, None
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        _, said = process.communicate(timeout=patient(20))
        return process.returncode, said.decode()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()

    def host(self, do: str, **more: Any) -> httpx.Response:
        """Do what only the host may; waits for a server that is away."""
        body, headers = {"do": do, **more}, {"Authorization": f"Bearer {self.key}"}
        return insist(
            lambda: httpx.post(
                f"{self.base}/api/host", json=body, headers=headers, timeout=patient(20), verify=False
            )
        )

    def table(self) -> dict[str, Any]:
        """How the table stands; waits for a server that is away."""
        return dict(insist(lambda: httpx.get(f"{self.base}/api/table", timeout=patient(20), verify=False)).json())


def insist(ask: Any, patience: float = 20) -> httpx.Response:
    """The answer of a server that may be away for a while, or too busy."""
    until = time.monotonic() + patient(patience)
    while True:
        with contextlib.suppress(httpx.TransportError):
            answer: httpx.Response = ask()
            if answer.status_code not in STRANGE:
                return answer
        assert time.monotonic() < until, "the server is away for good"
        time.sleep(0.02)


@attrs.define
class Heard:
    """What a stream of one seat has brought, event by event: numbers go up by one, however often it is cut off."""

    base: str
    cookies: httpx.Cookies
    seat: str
    events: list[str] = attrs.field(factory=list)
    """The event n as it came, at n - 1."""
    table: dict[str, Any] = attrs.field(factory=dict)
    reconnects: int = 0
    fresh: threading.Event = attrs.field(factory=threading.Event)
    """Set with each event."""
    wrong: str = ""
    """What must not be, if it was."""

    def listen(self, ended: threading.Event) -> None:
        """Listen until it is ended; whatever breaks is tried again from the last event."""
        while not ended.is_set() and not self.wrong:
            with contextlib.suppress(httpx.TransportError, httpx.StreamError):
                self._once(ended)
            self.reconnects += 1
            time.sleep(0.1)

    def _once(self, ended: threading.Event) -> None:
        headers = {"Last-Event-ID": str(len(self.events))}
        url, query = f"{self.base}/api/events", {"seat": self.seat}
        with (
            httpx.Client(cookies=self.cookies, timeout=patient(20), verify=False) as client,
            client.stream("GET", url, params=query, headers=headers) as answer,
        ):
            if answer.status_code != 200:
                if answer.status_code not in STRANGE:
                    self.wrong = f"the stream is refused: {answer.read().decode()}"
                return
            event, number = "", ""
            for line in answer.iter_lines():
                field, _, value = line.partition(": ")
                if field == "event":
                    event = value
                elif field == "id":
                    number = value
                elif field == "data":
                    self._take(event, number, value)
                    event, number = "", ""
                if ended.is_set() or self.wrong:
                    return

    def _take(self, event: str, number: str, data: str) -> None:
        if event == "table":
            self.table = json.loads(data)
        elif int(number) == len(self.events) + 1:
            self.events.append(data)
        else:
            self.wrong = f"{self.seat}: event {number} after {len(self.events)}"
        self.fresh.set()


@attrs.define
class Confirmed:
    """A move that the server has said is made."""

    before: int
    after: int
    line: str


class Player:
    """A person at the table who plays at random, in threads of its own."""

    def __init__(self, base: str, name: str, chance: random.Random, *, undoes: float = 0.05) -> None:
        self.base = base
        self.name = name
        self.chance = chance
        self.undoes = undoes
        self.client = httpx.Client(base_url=base, timeout=patient(20), verify=False)
        self.pin = ""
        self.heard = Heard(base, self.client.cookies, name)
        self.confirmed: list[Confirmed] = []
        self.answers: dict[int, int] = {}
        """How often each status was answered to a move."""
        self.n = 0
        self.wrong = ""
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []

    def sit(self) -> httpx.Response:
        """Sit down."""
        answer = insist(lambda: self.client.post("/api/seats", json={"name": self.name}))
        if answer.status_code == 201:
            self.pin = answer.json()["pin"]
        return answer

    def start(self) -> None:
        """Play and listen until `stop`."""
        for work in (self._play, lambda: self.heard.listen(self._ended)):
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Do nothing any more."""
        self._ended.set()
        self.heard.fresh.set()

    def close(self) -> None:
        """Leave the table, whose server must have ended, or else would be heard to the last."""
        self.stop()
        for thread in self._threads:
            thread.join(20)
        self.client.close()

    @property
    def mistake(self) -> str:
        """What must not be, if it was."""
        return self.wrong or self.heard.wrong

    def _play(self) -> None:
        while not self._ended.is_set() and not self.mistake:
            self.heard.fresh.clear()
            try:
                acted = self.act()
            except httpx.TransportError:
                acted = False
                time.sleep(0.02)
            except Exception as error:
                self.wrong = f"{self.name}: {error!r}"
                return
            if not acted:
                self.heard.fresh.wait(0.2)

    def view(self) -> dict[str, Any]:
        """What is seen now; its number never goes back. Raises httpx.TransportError."""
        answer = self.client.get("/api/view", params={"seat": self.name})
        if answer.status_code in STRANGE:
            time.sleep(0.1)
            return {"n": self.n, "options": []}
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        assert seen["n"] >= self.n, f"{self.name}: {seen['n']} after {self.n}"
        self.n = seen["n"]
        return seen

    def act(self) -> bool:
        """Do what is due, if anything is: choose a rule, or make a move. Raises httpx.TransportError."""
        table = self.heard.table
        if table.get("phase") == "rule" and table.get("dealer") == self.name:
            time.sleep(self.chance.random() * 0.3)  # a person thinks for longer
            rule = self.chance.choice([*RULES, None])
            return self._sent(self.client.post("/api/rule", json={"rule": rule, "seat": self.name}))
        seen = self.view()
        undo = seen.get("undo", False) and self.chance.random() < self.undoes
        move = "undo" if undo else self._choose(seen["options"])
        if not move:
            return False
        answer = self.client.post("/api/moves", json={"n": seen["n"], "move": move, "seat": self.name})
        if answer.status_code == 200:
            n = answer.json()["n"]
            assert n > seen["n"], f"{self.name}: {move} is confirmed, and {n} is not after {seen['n']}"
            self.confirmed.append(Confirmed(seen["n"], n, f"{self.name} {move}"))
            self.n = n
        return self._sent(answer)

    def _sent(self, answer: httpx.Response) -> bool:
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        assert answer.status_code in (200, 403, 409, 422, *STRANGE), answer.text
        return answer.status_code == 200

    def _choose(self, options: list[str]) -> str:
        if not options:
            return ""
        move = self.chance.choice(options)
        if move == 'guess ""':
            return f'guess "{self.chance.choice(RULES)}"'
        return move
