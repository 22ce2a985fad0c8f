"""The server's shell around the answers: pages, seats with their tokens and PINs, streams of events, Starlette."""

from __future__ import annotations

import hmac
import math
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import attrs
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from eleusis.doors.web import web_messages as messages
from eleusis.doors.web.addresses import is_here, network_of, qr_svg
from eleusis.doors.web.answering import Asked, TableAnswers
from eleusis.doors.web.evenings import lobby
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.responses import HANDLERS, SeatCookie, respond
from eleusis.doors.web.seats.seat_names import CODE_LIMITS, Tries
from eleusis.doors.web.seats.seating import Sat, Seating
from eleusis.doors.web.wire import read_body, send_data
from eleusis.reviewing.review_page import make_page

STATIC: Final = Path(__file__).parent / "static"
mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it
PAGES: Final = {"/": "index.html", "/table": "table.html", "/screen": "screen.html", "/host": "host.html"}
_PING: Final = 15
"""Seconds after which a silent stream is told that the server is there."""
_PATIENCE: Final = 0.3
"""Seconds in which what has begun may come to its end when the server does."""

REVIEW_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""The page of a review is one file with its styles in it, and loads nothing."""

Handler = Callable[[Request], Awaitable[Response]]


def make_routes(gets: Mapping[str, Handler], posts: Mapping[str, Handler]) -> list[BaseRoute]:
    """Routes by their paths, and that of all files that pages load."""
    return [
        *(Route(path, answer, methods=["GET"]) for path, answer in gets.items()),
        *(Route(path, answer, methods=["POST"]) for path, answer in posts.items()),
        Mount("/static", StaticFiles(directory=STATIC), middleware=[Middleware(GZipMiddleware)]),
    ]


@attrs.define(eq=False)
class Api:
    """Serves one evening, whose seats are held by tokens."""

    answers: TableAnswers
    cookie: SeatCookie
    wrong_codes: Tries = attrs.field(factory=lambda: Tries(CODE_LIMITS))
    """Wrong codes of the class."""
    say: Callable[[str], None] | None = None
    """Told, in a sentence, who sits down and who leaves."""
    is_owner: Callable[[str], bool] = attrs.field(default=lambda key: False)
    """Whether a key opens this table as its host's own does."""

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.answers.evening

    @property
    def seating(self) -> Seating:
        """Who holds which seat."""
        return self.evening.seating

    def routes(self) -> list[BaseRoute]:
        """All routes: pages, files, and the API."""
        gets: dict[str, Handler] = {
            "/api/events": self._events,
            "/api/pin": self._pin,
            "/api/qr.svg": self._qr,
            "/review/{number:int}": self._review_page,
        }
        posts: dict[str, Handler] = {"/api/seats": self._sit, "/api/leave": self._leave}
        pages = {path: partial(self._page, file) for path, file in PAGES.items()}
        return [*make_routes(pages | gets, posts), Route("/api/{path:path}", self._answer, methods=["GET", "POST"])]

    def caller(self, path: str, tokens: Sequence[str]) -> str | None:
        """What a request counts as that brings these tokens."""
        seats = self.seating.seats_of(tokens)
        return f"seat {min(seats)}" if seats else None

    async def _page(self, file: str, request: Request) -> Response:
        answers = self.answers
        if not answers.reached and request.client is not None and not _is_own(request):
            answers.reached = True
            answers.hub.tell()
        return FileResponse(STATIC / file, headers={"Cache-Control": "no-cache"})

    async def _answer(self, request: Request) -> Response:
        asked = self._read(request, await request.body() if request.method == "POST" else b"")
        return respond(await self.answers.answer(asked))

    def _read(self, request: Request, body: bytes = b"") -> Asked:
        """A request, with whose it is."""
        key = key_of(request)
        return Asked(
            request.method,
            request.url.path,
            request.query_params,
            body,
            seats=self.seating.seats_of(self.cookie.tokens_of(request)),
            by_host=self.seating.is_key(key) or self.is_owner(key),
        )

    async def _events(self, request: Request) -> Response:
        heard = self.answers.listen(self._read(request), request.headers.get("last-event-id"))

        async def stream() -> AsyncIterator[ServerSentEvent]:
            async for message in heard:
                if message.n is None:
                    yield ServerSentEvent(message.data, event="table")
                else:
                    yield ServerSentEvent(message.data, id=str(message.n))

        return EventSourceResponse(stream(), ping=_PING, send_timeout=30)

    async def _qr(self, request: Request) -> Response:
        return Response(qr_svg(self.answers.address), media_type="image/svg+xml")

    async def _review_page(self, request: Request) -> Response:
        title = self.evening.plan.edition.title
        page = make_page(title, [await self.answers.look_back(request.path_params["number"])])
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": REVIEW_POLICY})

    # Seats

    async def _sit(self, request: Request) -> Response:
        asked = read_body(await request.body(), messages.SitDown)
        evening, seating, network = self.evening, self.seating, asker_of(request)
        self._check_code(network, asked.code)
        tokens = [token for token in self.cookie.tokens_of(request) if seating.seats_of([token])]
        holds = seating.seats_of(tokens)

        def sit() -> Sat:
            seat = lobby.sit_down(evening, asked.name, take_over=asked.take_over, holds=holds)
            return seating.sit(seat, pin=asked.pin, seats=evening.players, tokens=tokens, network=network)

        sat = await self.answers.hub.change(sit)
        if self.say is not None:
            self.say(f"{sat.seat} sits down")
        response = respond(send_data(messages.SeatPin(sat.seat, sat.pin), 201))
        self.cookie.put(response, [*tokens, sat.token])
        return response

    def _check_code(self, network: str, given: str | None) -> None:
        """Raises WebError (`web/code`) where a code is needed, and this isn't it.

        A code is short: nobody may try for long (`web/too-often`).
        """
        code = self.evening.plan.code
        if code is None:
            return
        if wait := self.wrong_codes.wait(network):
            message = f"too many wrong codes: wait {math.ceil(wait)} seconds, and ask for the right one"
            raise WebError("web/too-often", message, wait=wait)
        tried = (given or "").strip().casefold().encode()
        if not hmac.compare_digest(tried, code.casefold().encode()):
            self.wrong_codes.miss(network)
            raise WebError("web/code", "that is not the code of this table: ask the host")

    async def _leave(self, request: Request) -> Response:
        seat = self._read(request).mover(read_body(await request.body(), messages.GiveUp).seat)
        await self.answers.hub.change(partial(lobby.remove, self.evening, seat))
        if self.say is not None:
            self.say(f"{seat} leaves")
        return respond(send_data(messages.SeatLeft(seat)))

    async def _pin(self, request: Request) -> Response:
        seat = self._read(request).mover(request.query_params.get("seat"))
        return respond(send_data(messages.SeatPin(seat, self.seating.pin_of(seat))))


def key_of(request: Request) -> str:
    """The key that a request brings; empty where it brings none."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.casefold() == "bearer" else ""


def asker_of(request: Request) -> str:
    """The network that a request comes from."""
    return "" if request.client is None else network_of(request.client.host)


def _is_own(request: Request) -> bool:
    """Whether a request comes from this very computer, by whichever of its addresses."""
    client, server = request.client, request.scope.get("server")
    return client is None or (server is not None and client.host == server[0]) or is_here(client.host)


def make_app(api: Api) -> Starlette:
    """The application that serves one evening."""

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        api.answers.hub.start()
        try:
            yield
        finally:
            await api.answers.hub.close(_PATIENCE)

    return Starlette(routes=api.routes(), lifespan=living, exception_handlers=HANDLERS)
