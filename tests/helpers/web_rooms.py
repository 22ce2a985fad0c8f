"""A room full of tables, served inside the test: each browser keeps its cookies by their paths, as browsers do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

from eleusis.doors.web.addresses import Hosts
from eleusis.doors.web.guard import Guard, Limits
from eleusis.doors.web.rooms.metrics import Metrics
from eleusis.doors.web.rooms.room import Room
from eleusis.doors.web.rooms.room_app import RoomApp
from tests.helpers.web_browsers import ADDRESS, PORT, Answer, Pairs, send_request

USUAL: Mapping[str, object] = {"pace": 0}
"""Bots move at once."""
MANY = Limits(burst=1_000_000, address_burst=1_000_000, breath=0)


class Visitor:
    """A browser that keeps the cookies of each path apart."""

    def __init__(self, served: ServedRoom, client: tuple[str, int]) -> None:
        self.cookies: dict[tuple[str, str], str] = {}
        self.client = client
        self._served = served

    def get(self, path: str, headers: Pairs = ()) -> Answer:
        return self.ask("GET", path, headers)

    def post(self, path: str, body: object = None, headers: Pairs = ()) -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        own = [("content-type", "application/json"), ("content-length", str(len(raw)))]
        return self.ask("POST", path, [*own, *headers], [raw])

    def ask(self, method: str, path: str, headers: Pairs = (), body: Sequence[bytes | None] = ()) -> Answer:
        sent = self._served.run(
            send_request(self._served.app, method, path, self.with_cookies(path, headers), body, self.client)
        )
        answer = Answer(sent)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                pair, _, rest = value.decode().partition(";")
                name_of, _, text = pair.partition("=")
                below = next(part.strip()[5:] for part in rest.split(";") if part.strip().startswith("Path="))
                self.cookies[below, name_of] = text
        return answer

    def with_cookies(self, path: str, headers: Pairs = ()) -> Pairs:
        """The headers of a request, with its host and with the cookies that belong below its path."""
        own = [f"{name}={text}" for (below, name), text in self.cookies.items() if path.startswith(below) and text]
        return [("host", f"{ADDRESS}:{PORT}"), *([("cookie", "; ".join(own))] if own else []), *headers]

    def sit(self, code: str, name: str, **more: object) -> Answer:
        return self.post(f"/{code}/api/seats", {"name": name, **more})

    def table(self, code: str) -> Any:
        return self.get(f"/{code}/api/table").json

    def view(self, code: str) -> Any:
        return self.get(f"/{code}/api/view").json

    def move(self, code: str, move: str) -> Answer:
        return self.post(f"/{code}/api/moves", {"n": self.table(code)["n"], "move": move})

    def events(self, path: str) -> str:
        """What a stream says until there is nothing more to say."""
        work = send_request(self._served.app, "GET", path, self.with_cookies(path), [], self.client, True)
        answer = Answer(self._served.run(work))
        assert answer.status == 200, answer
        return answer.body.decode()


class ServedRoom:
    """A room, and all that answers for it."""

    def __init__(self, room: Room, limits: Limits = MANY) -> None:
        self.room = room
        cookie = room.cookie()
        self.inner = RoomApp(room, cookie, Metrics())
        hosts = Hosts("0.0.0.0", PORT)
        self.app = Guard(self.inner, hosts=hosts, cookie=cookie, caller_of=self.inner.caller, limits=limits)
        self._clients = 0
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self.run(self._stack.enter_async_context(self.inner.living()))

    def run(self, work: Any) -> Any:
        return self._runner.run(work)

    def close(self) -> None:
        self.run(self._stack.aclose())
        self._runner.close()

    def visitor(self, client: tuple[str, int] | None = None) -> Visitor:
        """Somebody new, from an address of their own."""
        self._clients += 1
        return Visitor(self, client or (f"10.0.{self._clients // 250 + 1}.{self._clients % 250}", 40_000))

    def owner(self, do: str | None = None, path: str = "/api/room", **more: object) -> Answer:
        """What the owner is shown, or does."""
        key = [("authorization", f"Bearer {self.room.kept.key}")]
        owner = self.visitor(("127.0.0.1", 40_000))
        return owner.get(path, key) if do is None else owner.post(path, {"do": do, **more}, key)

    def start(self, *codes: str) -> Answer:
        """Start the games of tables: of all, where none is named, whether or not anybody sits there."""
        return self.owner("start", tables=[*codes] or [table["code"] for table in self.owner().json["tables"]])

    def make(self, *groups: Sequence[str]) -> list[str]:
        """Tables for groups of names; their codes."""
        answer = self.owner("make", groups=[[*names] for names in groups])
        assert answer.json["refused"] == {}, answer
        codes: list[str] = answer.json["done"]
        return codes


@contextmanager
def serve_tables(
    folder: Path,
    settings: Mapping[str, object] = USUAL,
    *,
    limits: Limits = MANY,
) -> Iterator[ServedRoom]:
    """A room for the time of the block; `settings` are those that its tables are made with."""
    room = Room(folder, f"http://{ADDRESS}:{PORT}")
    room.change({**USUAL, **settings})
    served = ServedRoom(room, limits)
    try:
        yield served
    finally:
        served.close()
