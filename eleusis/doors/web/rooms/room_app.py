"""The server's shell around a room: which table a request is for, who may look for one, the room's own pages."""

from __future__ import annotations

import asyncio
import hmac
import math
import time
from collections.abc import AsyncIterator, Container, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import attrs
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.types import Message, Receive, Scope, Send

from eleusis.doors.web.addresses import qr_svg
from eleusis.doors.web.api import PAGES as TABLE_PAGES
from eleusis.doors.web.api import REVIEW_POLICY, STATIC, Handler, asker_of, key_of, make_routes
from eleusis.doors.web.looking_up import tell_editions, tell_kinds
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.responses import HANDLERS, SeatCookie, change_head, respond
from eleusis.doors.web.rooms import room_messages as messages
from eleusis.doors.web.rooms.codes import split_path
from eleusis.doors.web.rooms.metrics import Metrics
from eleusis.doors.web.rooms.owning import Owner
from eleusis.doors.web.rooms.quota import Quota
from eleusis.doors.web.rooms.room import Room
from eleusis.doors.web.seats.seat_names import Tries, TryLimits
from eleusis.doors.web.wire import send_data, send_error
from eleusis.ground.errors import EleusisError

PAGES: Final = {"/": "room/door.html", "/room": "room/room.html", "/wall": "room/wall.html"}
DOOR_LIMITS: Final = TryLimits(20, 60, 1800, 1000, 1)
"""Of 160,000 codes one network tries some 25 in the first hour and two an hour from then on, many networks 3,600 an
hour: with 200 tables, one is found in an hour by 800 guesses. A class may mistype twenty times."""


@attrs.define(eq=False)
class RoomApp:
    """ASGI: hands each request to its table, and answers what the room is asked."""

    room: Room
    cookie: SeatCookie
    """With the tokens of seats, to see who has been at a table."""
    metrics: Metrics
    strangers: Tries = attrs.field(factory=lambda: Tries(DOOR_LIMITS))
    quota: Quota = attrs.field(factory=Quota)
    owner: Owner = attrs.field(init=False)
    _own: Starlette = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.owner = Owner(self.room)
        gets: dict[str, Handler] = {
            "/talk/{ticket}": self._talk,
            "/api/room/door": self._door,
            "/api/room": self._look,
            "/api/room/wall": self._wall,
            "/api/room/log": self._log,
            "/api/qr.svg": self._qr,
            "/api/editions": self._editions,
            "/api/kinds": self._kinds,
        }
        self._own = Starlette(
            routes=make_routes(
                {path: partial(_page, file) for path, file in PAGES.items()} | gets,
                {"/api/room": self._do, "/api/room/tables": self._make},
            ),
            lifespan=lambda app: self.living(),
            exception_handlers=HANDLERS,
        )

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Within the block the room sees to its tables; then all are put to sleep."""
        running = asyncio.create_task(self.room.run())
        try:
            yield
        finally:
            running.cancel()
            await asyncio.wait([running])
            await self.room.close()

    def caller(self, path: str, tokens: Sequence[str]) -> str | None:
        """What a request counts as that brings these tokens."""
        code, rest = split_path(path)
        table = self.room.open.get(code)
        seat = None if table is None else table.api.caller(rest, tokens)
        return None if seat is None else f"{code} {seat}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        code, rest = split_path(scope["path"]) if scope["type"] == "http" else ("", "")
        if code and rest.startswith("/static/"):
            await self._own(_below(scope, rest), receive, send)
        elif code and (not rest or not scope["path"].startswith(f"/{code}")):
            await RedirectResponse(f"../{code}{rest}" if rest else f"{code}/")(scope, receive, send)
        elif _is_lost(scope, rest, TABLE_PAGES if code else PAGES):
            await RedirectResponse("../" * (rest.count("/") - 1) or "./")(scope, receive, send)
        elif code:
            await self._at_table(code, rest, scope, receive, send)
        else:
            await self._own(scope, receive, send)

    async def _at_table(self, code: str, rest: str, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            self._check_stranger(code, request)
            table = await self.room.find(code)
        except EleusisError as error:
            if rest.startswith("/api/") or scope["method"] != "GET":
                await respond(send_error(error))(scope, receive, send)
            elif error.code == "web/too-often" and rest in TABLE_PAGES:  # its owner has a key, of which it will ask
                await FileResponse(STATIC / TABLE_PAGES[rest])(scope, receive, send)
            else:  # the door asks for the table once more, and says what is wrong
                await RedirectResponse(f"../#{code}", headers={"Cache-Control": "no-store"})(scope, receive, send)
            return
        if not rest.startswith("/api/") or self.room.is_owner(key_of(request)):
            send = change_head(send, partial(self._give_pass, code=code))
        elif rest == "/api/moves":
            send = change_head(send, partial(self._time_move, start=time.perf_counter()))
        await table.app(_below(scope, rest), receive, send)

    def _check_stranger(self, code: str, request: Request) -> None:
        """Raises WebError (`web/too-often`, `web/no-table`) where somebody tries codes.

        Who has been at the table, or holds a seat or a key there, is no stranger.
        """
        if self._has_been(code, request):
            return
        network = asker_of(request)
        if wait := self.strangers.wait(network):
            message = f"too many wrong codes: wait {math.ceil(wait)} seconds, and ask for the right one"
            raise WebError("web/too-often", message, wait=wait)
        if not self.room.has(code):
            self.strangers.miss(network)

    def _has_been(self, code: str, request: Request) -> bool:
        passes = self._pass_cookie(code).tokens_of(request)
        if any(hmac.compare_digest(each.encode(), self._pass(code).encode()) for each in passes):
            return True
        if self.caller(f"/{code}/", self.cookie.tokens_of(request)) is not None:
            return True
        return self.room.is_owner(key_of(request))

    def _pass(self, code: str) -> str:
        return self.room.sign(f"pass {code}")

    def _pass_cookie(self, code: str) -> SeatCookie:
        """The cookie of a browser that has been at a table: it may come back while others guess codes."""
        return SeatCookie("pass", secure=self.cookie.secure, path=f"/{code}/")

    def _give_pass(self, message: Message, code: str) -> None:
        """Give a browser the pass of a table, for a week."""
        if message["status"] < 400:
            kept = Response()
            self._pass_cookie(code).put(kept, [self._pass(code)])
            MutableHeaders(scope=message).append("set-cookie", kept.headers["set-cookie"])

    def _time_move(self, message: Message, start: float) -> None:
        """Count a move that is made, and how long it took."""
        if message["status"] == 200:
            self.metrics.moves.observe(time.perf_counter() - start)

    # What the room is asked

    async def _door(self, request: Request) -> Response:
        refusal = self._why_not_make(request)
        why_not = None if refusal is None or refusal.code == "web/owner-only" else refusal.message
        return _send(messages.DoorSeen(refusal is None, why_not))

    def _why_not_make(self, request: Request) -> WebError | None:
        if self._by_owner(request):
            return None
        return self.quota.why_not_make(asker_of(request), self.room.kept.anybody)

    async def _make(self, request: Request) -> Response:
        if (refusal := self._why_not_make(request)) is not None:
            raise refusal
        if not self._by_owner(request):
            self.quota.count(asker_of(request))
        table = await self.room.make()
        return _send(messages.TableMade(table.code, table.api.seating.key), 201)

    async def _look(self, request: Request) -> Response:
        self._check_owner(request)
        return _send(self.owner.look())

    async def _do(self, request: Request) -> Response:
        self._check_owner(request)
        return _send(await self.owner.do(await request.body()))

    async def _wall(self, request: Request) -> Response:
        if not hmac.compare_digest(key_of(request).encode(), self.room.wall_key.encode()):
            self._check_owner(request)
        return _send(await self.owner.look_at_wall())

    async def _log(self, request: Request) -> Response:
        self._check_owner(request)
        return _send(self.owner.read_log())

    async def _talk(self, request: Request) -> Response:
        page = self.owner.page(request.path_params["ticket"])
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": REVIEW_POLICY})

    async def _qr(self, request: Request) -> Response:
        return Response(qr_svg(f"{self.room.url}/"), media_type="image/svg+xml")

    async def _editions(self, request: Request) -> Response:
        return _send(tell_editions(None))

    async def _kinds(self, request: Request) -> Response:
        return _send(tell_kinds(self.room.extras.programs))

    def _by_owner(self, request: Request) -> bool:
        return self.room.is_owner(key_of(request))

    def _check_owner(self, request: Request) -> None:
        """Raises WebError (`web/host-key`) where a request doesn't come from the owner."""
        if not self._by_owner(request):
            raise WebError("web/host-key", "the owner's key is needed: open the room's page by the address with it")


def _below(scope: Scope, path: str) -> Scope:
    """A request as it is to whoever answers below a table's code."""
    return {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}


async def _page(file: str, request: Request) -> Response:
    return FileResponse(STATIC / file, headers={"Cache-Control": "no-cache"})


def _is_lost(scope: Scope, path: str, pages: Container[str]) -> bool:
    """Whether the address of a page is typed wrongly: whoever did so is led to the first one there."""
    if scope["type"] != "http" or scope["method"] != "GET" or path in pages:
        return False
    no_page = path.startswith(("/api/", "/static/", "/talk/", "/review/"))
    return not no_page and "text/html" in Headers(scope=scope).get("accept", "")


def _send(content: object, status: int = 200) -> Response:
    return respond(send_data(content, status))
