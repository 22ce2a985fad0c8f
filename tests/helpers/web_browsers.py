"""A table in the browser, served inside the test: requests go straight to the application, through its guard."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp

from eleusis.doors.web.addresses import Hosts
from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.guard import Guard, Limits
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.work_threads import in_thread
from tests.helpers.patience import patient

PORT = 8317
ADDRESS = "10.0.0.2"
"""Where the server is found."""
Pairs = Sequence[tuple[str, str]]


def seating_of(evening: Evening) -> Seating:
    """Who holds the seats of an evening, by their tokens."""
    return evening.seating


class Answer:
    """What came back."""

    def __init__(self, sent: Sequence[Mapping[str, Any]]) -> None:
        self.status: int = sent[0]["status"]
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in sent[0]["headers"]}
        self.body = b"".join(part.get("body", b"") for part in sent[1:])

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the error that it is; empty where it is none."""
        return str(self.json["error"]["code"]) if self.status >= 400 else ""

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"


async def send_request(
    app: ASGIApp,
    method: str,
    path: str,
    headers: Pairs,
    body: Sequence[bytes | None],
    client: tuple[str, int],
    quiet_ends: bool = False,
    sent: list[Any] | None = None,
) -> list[Any]:
    """Send a request; a part of the body that is None never comes. A stream ends once it is quiet.

    What is answered goes into `sent`, as it comes.
    """
    sent = [] if sent is None else sent
    parts = [*body] or [b""]
    said = asyncio.Event()
    target, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "path": unquote(target),
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": client,
        "server": (ADDRESS, PORT),
        "scheme": "http",
        "root_path": "",
        "state": {},
    }

    async def receive() -> dict[str, Any]:
        if parts:
            part = parts.pop(0)
            if part is None:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": part, "more_body": bool(parts)}
        while quiet_ends:
            said.clear()
            try:
                await asyncio.wait_for(said.wait(), 0.05)
            except TimeoutError:
                return {"type": "http.disconnect"}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)
        said.set()

    await app(scope, receive, send)
    return sent


class Browser:
    """A browser at the table: it keeps its cookie, and has an address of its own."""

    def __init__(self, served: Served, client: tuple[str, int]) -> None:
        self.cookie = ""
        self.client = client
        self._served = served

    def get(self, path: str, headers: Pairs = ()) -> Answer:
        return self.ask("GET", path, headers)

    def post(self, path: str, body: object = None, headers: Pairs = ()) -> Answer:
        """Send a body: bytes as they are, else as JSON."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        own = [("content-type", "application/json"), ("content-length", str(len(raw)))]
        given = {name for name, _ in headers}
        return self.ask("POST", path, [*(pair for pair in own if pair[0] not in given), *headers], [raw])

    def host(self, body: object) -> Answer:
        """Do something as the host."""
        return self.post("/api/host", body, [("authorization", f"Bearer {self._served.evening.seating.key}")])

    def sit(self, name: str, **more: object) -> Answer:
        return self.post("/api/seats", {"name": name, **more})

    def view(self, seat: str | None = None) -> Any:
        return self.get("/api/view" if seat is None else f"/api/view?seat={seat}").json

    def move(self, move: str, **more: object) -> Answer:
        """Make a move in the state that the table is in."""
        n = self.get("/api/table").json["n"]
        return self.post("/api/moves", {"n": n, "move": move, **more})

    def events(self, query: str = "", headers: Pairs = ()) -> list[dict[str, str]]:
        """What a stream says until there is nothing more to say."""
        sent = self._served.run(
            send_request(self._served.app, "GET", f"/api/events{query}", self._own(headers), [], self.client, True)
        )
        answer = Answer(sent)
        if answer.status != 200:
            raise AssertionError(answer)
        events = []
        for block in answer.body.decode().replace("\r\n", "\n").split("\n\n"):
            fields = [line.partition(": ") for line in block.splitlines() if line and not line.startswith(":")]
            if fields:
                events.append({name: value for name, _, value in fields})
        return events

    def ask(self, method: str, path: str, headers: Pairs = (), body: Sequence[bytes | None] = ()) -> Answer:
        answer = Answer(
            self._served.run(send_request(self._served.app, method, path, self._own(headers), body, self.client))
        )
        for name, value in answer.headers.items():
            if name == "set-cookie":
                self.cookie = value.partition(";")[0]
        return answer

    def _own(self, headers: Pairs) -> Pairs:
        given = {name for name, _ in headers}
        own = [("host", f"{ADDRESS}:{PORT}")] + ([("cookie", self.cookie)] if self.cookie else [])
        return [
            *(pair for pair in own if pair[0] not in given),
            *((name, value) for name, value in headers if value != "-"),
        ]


class Served:
    """An evening, and all that answers for it."""

    def __init__(self, evening: Evening, limits: Limits) -> None:
        self.evening = evening
        self.hub = Hub(evening, in_thread)
        cookie = SeatCookie(PORT)
        self.api = Api(TableAnswers(evening, self.hub, [f"http://{ADDRESS}:{PORT}"]), cookie)
        self.inner = make_app(self.api)
        self.app: ASGIApp = Guard(
            self.inner,
            hosts=Hosts("0.0.0.0", PORT),
            cookie=cookie,
            caller_of=self.api.caller,
            limits=limits,
        )
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._clients = 0
        self.run(self._stack.enter_async_context(self.inner.router.lifespan_context(self.inner)))

    def close(self) -> None:
        self.run(self._stack.aclose())
        self._runner.close()

    def run(self, work: Any) -> Any:
        return self._runner.run(work)

    def settle(self) -> None:
        """Let the bots move until it is a person's turn."""

        async def wait() -> None:
            while self.evening.bot_due:
                await asyncio.sleep(0.001)

        self.run(asyncio.wait_for(wait(), patient(30)))

    def browser(self, client: tuple[str, int] | None = None) -> Browser:
        """A new browser, at an address of its own."""
        self._clients += 1
        return Browser(self, client or (f"10.0.1.{self._clients}", 40_000))

    def seat(self, *names: str) -> list[Browser]:
        """People who have sat down, each with a browser."""
        browsers = [self.browser() for _ in names]
        for browser, name in zip(browsers, names, strict=True):
            answer = browser.sit(name)
            assert answer.status == 201, answer
        return browsers


@contextmanager
def serve_table(
    folder: Path, plan: Mapping[str, object] | None = None, *, seed: int = 7, limits: Limits | None = None
) -> Iterator[Served]:
    """A table for the time of the block."""
    path = folder / "evening.yaml"
    made = EveningPlan().change({"pace": 0, **(plan or {})}, {})
    evening = Evening(path, Seating.create(seats_path(path)), made, seed=seed)
    served = Served(evening, limits or Limits(burst=1_000_000, address_burst=1_000_000, breath=0))
    try:
        yield served
    finally:
        served.close()
