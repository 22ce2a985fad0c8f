"""A table in the browser without a browser: the application with its guard, asked within this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import attrs
from starlette.testclient import TestClient

from eleusis.doors.web.addresses import Hosts
from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings import lobby
from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.evenings.playing import BotTurn
from eleusis.doors.web.guard import Guard, Limits
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.work_threads import in_thread
from eleusis.game.moves import Move

PORT = 8317
BASE = f"http://127.0.0.1:{PORT}"
MANY = Limits(burst=100_000, rate=100_000, address_burst=100_000, address_rate=100_000, breath=0)


class Reply(Protocol):
    """An answer, whichever library the test client is built on."""

    @property
    def status_code(self) -> int: ...

    @property
    def text(self) -> str: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    def json(self) -> Any: ...


def evening_of(folder: Path, players: str | None = None, *, seed: int | None = 7, **plan: Any) -> Evening:
    """An evening of which nothing is dealt yet; its bots move at once."""
    path = folder / "evening.yaml"
    settled = EveningPlan().change({"pace": 0, **plan}, {})
    evening = Evening(path, Seating.create(seats_path(path)), settled, seed=seed)
    if players is not None:
        lobby.set_up(evening, {"players": players, "free": False})
    return evening


@attrs.define
class Browser:
    """Someone who asks a served table: with the cookie that it gave, and nobody else's."""

    client: TestClient
    key: str
    cookie: str = ""

    def get(self, path: str, **headers: str) -> Reply:
        """A page or an answer."""
        self.client.cookies.clear()
        return self.client.get(path, headers=self._headers(headers))

    def post(self, path: str, body: Any, **headers: str) -> Reply:
        """The answer to something that is sent."""
        self.client.cookies.clear()
        answer = self.client.post(path, json=body, headers=self._headers(headers))
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return {**({"cookie": self.cookie} if self.cookie else {}), **more}

    def sit(self, name: str, **more: Any) -> dict[str, Any]:
        """Sit down; what the server says of it."""
        answer = self.post("/api/seats", {"name": name, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """What this browser sees of the round."""
        answer = self.get("/api/view" if seat is None else f"/api/view?seat={seat}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def table(self) -> dict[str, Any]:
        """How the table stands."""
        return dict(self.get("/api/table").json())

    def move(self, move: str, n: int | None = None, **more: Any) -> Reply:
        """Make a move, in the state that is there if none is said."""
        return self.post("/api/moves", {"n": self.view()["n"] if n is None else n, "move": move, **more})

    def host(self, do: str, **more: Any) -> Reply:
        """Do what only the host may."""
        return self.post("/api/host", {"do": do, **more}, Authorization=f"Bearer {self.key}")

    def code_of(self, answer: Reply) -> tuple[int, str]:
        """The status of a refusal and its code."""
        return answer.status_code, answer.json()["error"]["code"]


@contextmanager
def judged_by_hand(evening: Evening) -> Iterator[tuple[Browser, Browser]]:
    """A served round in which Cleo judges each play herself: her browser, and Ann's."""
    with served(evening) as cleo:
        cleo.sit("Cleo")
        ann = another(cleo)
        ann.sit("Ann")
        cleo.host("start")
        cleo.post("/api/rule", {"rule": None})
        yield cleo, ann


@contextmanager
def served(evening: Evening, limits: Limits = MANY) -> Iterator[Browser]:
    """A browser at a table that is served while the block runs; `attrs.evolve(it, cookie="")` is another one."""
    cookie = SeatCookie(PORT)
    api = Api(TableAnswers(evening, Hub(evening, in_thread), [BASE]), cookie)
    hosts = Hosts("127.0.0.1", PORT)
    app = Guard(make_app(api), hosts=hosts, cookie=cookie, caller_of=api.caller, limits=limits)
    with TestClient(app, base_url=BASE, client=("127.0.0.1", 50_000)) as client:
        yield Browser(client, evening.seating.key)


def drive(turn: BotTurn) -> None:
    """Let a bot play, without a hub."""
    thought: Move | None = None
    with suppress(StopIteration):
        while True:
            thought = turn.send(thought)()


def another(browser: Browser) -> Browser:
    """Another browser at the same table, which holds no seat."""
    return attrs.evolve(browser, cookie="")
