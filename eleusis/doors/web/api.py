"""The pages and what they ask for: routes, each of which reads a request, asks the evening and answers in JSON."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import json
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from eleusis.doors.web.addresses import network_of, qr_svg
from eleusis.doors.web.evenings import after, lobby, playing
from eleusis.doors.web.evenings.after import HowTold
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.round_told import review_json
from eleusis.doors.web.evenings.rule_talk import look, tell_error
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.seats.seat_names import CODE_LIMITS, Tries, seat_called
from eleusis.doors.web.wire import HANDLERS, Kinds, SeatCookie, WebError, check_keys, read_json
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card
from eleusis.ground.errors import EleusisError, NotationError, RuleError, did_you_mean, quote
from eleusis.ground.values import Json
from eleusis.minds.players.kinds import offered_kinds
from eleusis.reviewing.review_page import make_page
from eleusis.reviewing.reviewed import RoundReview
from eleusis.variant import load_editions
from eleusis.variant.shelves import is_path
from eleusis.variant.suitability import rank
from eleusis.words.rulebook import Chapter, tell_rule_language, tell_rules
from eleusis.words.rulebook.phrasebook import phrases_json

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {"/": "index.html", "/table": "table.html", "/screen": "screen.html", "/host": "host.html"}
MAYBE: Final = (str, type(None))
"""A text, or null."""
_LOOKS: Final = 12
"""The most rules that may be looked at together: each may take a second."""
_OWN_LOOKS: Final = 2
"""How many of these for one caller."""
_PING: Final = 15
"""Seconds after which a silent stream is told that the server is there."""

_REVIEW_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""The page of a review is one file with its styles in it, and loads nothing."""

Handler = Callable[[Request], Awaitable[Response]]


@attrs.define(eq=False)
class Api:
    """Answers requests about one evening; `urls` are the addresses at which the server can be reached."""

    evening: Evening
    hub: Hub
    cookie: SeatCookie
    urls: Sequence[str]
    _looking: Counter[str] = attrs.field(factory=Counter, init=False)
    """How many rules are being looked at, by who asks."""
    reached: bool = False
    """Whether another device has asked for a page."""
    wrong_codes: Tries = attrs.field(factory=lambda: Tries(CODE_LIMITS))
    """Wrong codes of the class."""
    say: Callable[[str], None] | None = None
    """Told, in a sentence, who sits down and who leaves."""

    def routes(self) -> list[BaseRoute]:
        """All routes: pages, files, and the API."""
        gets: dict[str, Handler] = {
            "/api/table": self._table,
            "/api/view": self._view,
            "/api/events": self._events,
            "/api/pin": self._pin,
            "/api/host": self._host_page,
            "/api/qr.svg": self._qr,
            "/api/editions": self._editions,
            "/api/kinds": self._kinds,
            "/api/rules": self._rules,
            "/api/phrases": self._phrases,
            "/api/rounds/{number:int}": self._round,
            "/api/rounds/{number:int}/transcript": self._transcript,
            "/api/rounds/{number:int}/review": self._review,
            "/review/{number:int}": self._review_page,
            "/api/file": self._file,
        }
        posts: dict[str, Handler] = {
            "/api/seats": self._sit,
            "/api/leave": self._leave,
            "/api/moves": self._move,
            "/api/rule": self._choose,
            "/api/rules/look": self._look,
            "/api/host": self._host,
        }
        return [
            *(Route(path, partial(self._page, file), methods=["GET"]) for path, file in PAGES.items()),
            *(Route(path, answer, methods=["GET"]) for path, answer in gets.items()),
            *(Route(path, answer, methods=["POST"]) for path, answer in posts.items()),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    async def _page(self, file: str, request: Request) -> Response:
        if not self.reached and request.client is not None and not _is_own(request):
            self.reached = True
            self.hub.tell()
        return FileResponse(STATIC / file, headers={"Cache-Control": "no-cache"})

    # Who asks

    def _seats(self, request: Request) -> tuple[str, ...]:
        """The seats that the browser holds."""
        return self.evening.seating.seats_of(self.cookie.tokens_of(request))

    def _seat(self, request: Request) -> str | None:
        """The seat through whose eyes a request looks: named, or the first of the browser; None for a spectator.

        Raises WebError (`web/not-yours`) for another's.
        """
        seats = self._seats(request)
        wanted = request.query_params.get("seat")
        if wanted is None:
            return seats[0] if seats else None
        if not wanted:
            return None
        if not seats:
            raise WebError("web/no-token", 401, "this browser holds no seat: sit down first")
        return self._own(seats, wanted)

    def _own(self, seats: Sequence[str], wanted: object) -> str:
        """A seat that a request names, if the browser holds it."""
        if not isinstance(wanted, str):
            raise WebError("web/type", 400, f"a seat is a text, not {quote(wanted)}")
        own = seat_called(wanted, seats)
        if own is None:
            raise WebError("web/not-yours", 403, f"this browser doesn't hold the seat {quote(wanted)}")
        return own

    def _mover(self, request: Request, data: Mapping[str, object]) -> str:
        """The seat that a request acts for. Raises WebError (`web/no-token`, `web/not-yours`)."""
        seats = self._seats(request)
        if not seats:
            raise WebError("web/no-token", 401, "this browser holds no seat: sit down first")
        return seats[0] if data.get("seat") is None else self._own(seats, data["seat"])

    def _check_key(self, request: Request) -> None:
        """Raises WebError (`web/host-key`) where a request doesn't come from the host."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.casefold() != "bearer" or not self.evening.seating.is_key(key.strip()):
            raise WebError(
                "web/host-key", 401, "the host's key is needed: open the host page by the address with the key"
            )

    # What is open to all

    async def _table(self, request: Request) -> Response:
        you = list(self._seats(request))
        more = {"clock_left": self.hub.clock_left, "address": self.urls[0] + "/", "you": you}
        text = f"{self.hub.table()[:-1]}, {json.dumps(more, ensure_ascii=False)[1:]}"
        return Response(text, media_type="application/json")

    async def _view(self, request: Request) -> Response:
        seat = self._seat(request)
        with self.evening.looking():
            return JSONResponse(show_view(self.evening, seat))

    async def _events(self, request: Request) -> Response:
        seat = self._seat(request)
        wanted = request.headers.get("last-event-id") or request.query_params.get("after")
        after = None
        if wanted:
            if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
                raise WebError("web/type", 400, f"after is the number of an event, not {quote(wanted)}")
            after = int(wanted)
        own = self._seats(request) if "seat" not in request.query_params else (() if seat is None else (seat,))

        async def stream() -> AsyncIterator[ServerSentEvent]:
            async for message in self.hub.listen(own, seat, after):
                if message.n is None:
                    yield ServerSentEvent(message.data, event="table")
                else:
                    yield ServerSentEvent(message.data, id=str(message.n))

        return EventSourceResponse(stream(), ping=_PING, send_timeout=30)

    async def _editions(self, request: Request) -> Response:
        editions, _ = load_editions()
        with self.evening.looking():
            players = len(self.evening.seats) or None
        editions_json: list[Json] = []
        for fit in rank([edition for _, edition in editions], players):
            about = fit.variant.about
            editions_json.append(
                {
                    "name": fit.variant.name,
                    "title": fit.variant.title,
                    "minutes": None if about is None else about.minutes,
                    "level": None if about is None else about.level,
                    "players": {"min": fit.variant.players.min, "max": fit.variant.players.max},
                    "reason": fit.reason,
                    "fits": fit.fits,
                }
            )
        return JSONResponse(editions_json)

    async def _kinds(self, request: Request) -> Response:
        kinds: list[Json] = []
        for name, offers in offered_kinds().items():
            with contextlib.suppress(EleusisError):
                kind = offers[0].load()
                kinds.append({"name": name, "doc": kind.doc, "knows_rule": kind.knows_rule})
        kinds += [{"name": name, "doc": "a program", "knows_rule": False} for name in self.evening.programs]
        return JSONResponse(kinds)

    async def _rules(self, request: Request) -> Response:
        with self.evening.looking():
            edition = self.evening.edition
            players = len(self.evening.players) or None
        chapters = [_chapter_json(chapter) for chapter in tell_rules(edition, players)]
        language = _chapter_json(tell_rule_language())
        return JSONResponse({"title": edition.title, "chapters": chapters, "language": [language]})

    async def _phrases(self, request: Request) -> Response:
        return JSONResponse(phrases_json())

    async def _qr(self, request: Request) -> Response:
        return Response(qr_svg(self.urls[0] + "/"), media_type="image/svg+xml")

    # Seats

    async def _sit(self, request: Request) -> Response:
        data = await _read(request, {"name": (str,)}, {"code": MAYBE, "pin": MAYBE, "take_over": (bool,)})
        evening, pin = self.evening, data.get("pin")
        self._check_code(request, data.get("code"))
        tokens = [token for token in self.cookie.tokens_of(request) if evening.seating.seats_of([token])]

        holds = evening.seating.seats_of(tokens)
        network = _network(request)

        def sit() -> tuple[str, str, str]:
            seat = lobby.sit_down(evening, data.get("name"), take_over=data.get("take_over") is True, holds=holds)
            sat = evening.seating.sit(seat, pin=pin, seats=evening.players, tokens=tokens, network=network)
            return sat.seat, sat.pin, sat.token

        seat, pin, token = await self.hub.change(sit)
        if self.say is not None:
            self.say(f"{seat} sits down")
        response = JSONResponse({"seat": seat, "pin": pin}, 201)
        self.cookie.put(response, [*tokens, token])
        return response

    def _check_code(self, request: Request, given: object) -> None:
        """Raises WebError (`web/code`) where a code is needed, and this isn't it.

        A code is short: nobody may try for long (`web/too-often`).
        """
        code = self.evening.plan.code
        if code is None:
            return
        network = _network(request)
        if wait := self.wrong_codes.wait(network):
            message = f"too many wrong codes: wait {math.ceil(wait)} seconds, and ask for the right one"
            raise WebError("web/too-often", 429, message, wait=wait)
        same = isinstance(given, str) and hmac.compare_digest(
            given.strip().casefold().encode(), code.casefold().encode()
        )
        if not same:
            self.wrong_codes.miss(network)
            raise WebError("web/code", 403, "that is not the code of this table: ask the host")

    async def _leave(self, request: Request) -> Response:
        seat = self._mover(request, await _read(request, {}, {"seat": MAYBE}))
        await self.hub.change(partial(lobby.remove, self.evening, seat))
        return JSONResponse({"seat": seat})

    async def _pin(self, request: Request) -> Response:
        seat = self._mover(request, request.query_params)
        return JSONResponse({"seat": seat, "pin": self.evening.seating.pin_of(seat)})

    # What seats do

    async def _move(self, request: Request) -> Response:
        data = await _read(request, {"n": (int,), "move": (str,)}, {"seat": MAYBE})
        seat = self._mover(request, data)
        await self.hub.change(partial(playing.move, self.evening, seat, data["n"], data["move"]))
        return JSONResponse({"n": self.evening.chronicle.last})

    async def _choose(self, request: Request) -> Response:
        others = dict.fromkeys(("rule", "seat", "hint", "starters", "set_aside"), MAYBE)
        data = await _read(request, {}, {**others, "draw": (bool,), "starter": (str,)})
        seat = self._mover(request, data)
        draw, starter = data.get("draw", False), data.get("starter", "keep")
        if "rule" not in data and not draw:
            raise WebError("web/key", 400, 'say {"rule": a text, or null to judge yourself}, or {"draw": true}')
        if starter not in ("keep", "turn", "ask"):
            raise WebError("web/type", 400, f"starter is keep, turn or ask, not {quote(starter)}")
        more = {key: data.get(key) for key in ("hint", "starters", "set_aside")}
        choose = partial(
            playing.choose_rule, self.evening, seat, data.get("rule"), draw=draw, starter=starter, **more
        )
        await self.hub.change(choose)
        return JSONResponse({"n": self.evening.chronicle.last})

    async def _look(self, request: Request) -> Response:
        data = await _read(request, {"rule": (str,)}, {})
        seats = self._seats(request)
        line: tuple[Card, ...] = ()
        events: tuple[AnyEvent, ...] = ()
        with self.evening.looking():
            table = self.evening.table
            if table is not None and table.rounds and self.evening.choosing is None:
                view = table.now.round.view(None)
                line, events = tuple(view.mainline), tuple(view.events)
            # A rule of a file that only the dealer may know is named by its dealer alone.
            rules = self.evening.rules if self.evening.choosing in seats else None
        caller = next(iter(seats), _network(request))
        if self._looking.total() >= _LOOKS or self._looking[caller] >= _OWN_LOOKS:
            raise WebError("web/too-often", 429, "many rules are being looked at: wait a moment", wait=1)
        self._looking[caller] += 1
        try:
            answer = await asyncio.to_thread(look, data["rule"], line, events, rules)
        except RuleError as error:
            # An answer, not a refusal: a page asks at each letter of a rule, and most of these are not rules yet.
            answer = {"error": tell_error(error)}
        finally:
            self._looking -= Counter([caller])
        return JSONResponse(answer)

    # Rounds that are over

    async def _tell(self, number: int, how: HowTold, seat: str | None = None) -> object:
        return await self.hub.tell_about(partial(after.tell_round, self.evening, number, how, seat))

    async def _round(self, request: Request) -> Response:
        return JSONResponse(await self._tell(request.path_params["number"], "round"))

    async def _transcript(self, request: Request) -> Response:
        seat = request.query_params.get("seat")
        return JSONResponse({"text": await self._tell(request.path_params["number"], "transcript", seat)})

    async def _look_back(self, request: Request) -> RoundReview:
        """The review of a round, reckoned beside the game: nobody waits for it who plays."""
        return await self.hub.tell_about(partial(after.tell_review, self.evening, request.path_params["number"]))

    async def _review(self, request: Request) -> Response:
        return JSONResponse(review_json(await self._look_back(request)))

    async def _review_page(self, request: Request) -> Response:
        title = self.evening.plan.edition.title
        page = make_page(title, [await self._look_back(request)])
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": _REVIEW_POLICY})

    async def _file(self, request: Request) -> Response:
        evening = self.evening
        if evening.phase != "over":
            raise WebError(
                "web/told-later",
                403,
                "the game's file holds the cards that are still to come: it is given when the game is over",
            )
        name = evening.path.name.replace('"', "")
        return FileResponse(evening.path, media_type="application/yaml", filename=name)

    # The host

    async def _host_page(self, request: Request) -> Response:
        self._check_key(request)
        evening = self.evening
        with evening.looking():
            settings = {
                **evening.plan.to_json(),
                # Who hosts may play: how many rules are given can be known, which ones can't.
                "rules": len(evening.plan.rules),
                "players": [{"seat": seat.name, "kind": seat.how} for seat in evening.sitting],
            }
            notes = evening.notes()
        addresses = [{"url": url} for url in self.urls]
        answer = {
            "addresses": addresses,
            "reached": self.reached,
            "file": str(evening.path),
            "resume": evening.how_to_resume,
            "settings": settings,
            "notes": notes,
        }
        return JSONResponse(answer)

    async def _host(self, request: Request) -> Response:
        self._check_key(request)
        data = await read_json(request)
        work = self._find_work(data)
        await self.hub.change(work)
        return JSONResponse({"n": self.evening.chronicle.last})

    def _find_work(self, data: Mapping[str, object]) -> Callable[[], object]:
        """What the host asks to be done. Raises WebError (`web/type`, `web/key`)."""
        evening, do = self.evening, data.get("do")
        simple: dict[str, Callable[[], object]] = {
            "start": partial(lobby.start, evening),
            "next": partial(playing.next_round, evening),
            "undo": partial(playing.undo, evening),
            "pause": partial(playing.pause, evening, True),
            "go-on": partial(playing.pause, evening, False),
            "stop": partial(playing.stop, evening),
            "again": partial(after.play_again, evening),
            "hide-hints": partial(playing.hide_hints, evening),
            "set": partial(lobby.set_up, evening, {key: value for key, value in data.items() if key != "do"}),
        }
        variant = data.get("variant")
        if do == "set" and isinstance(variant, str) and (is_path(variant) or variant == "-"):
            raise NotationError("notation/option", f"give an edition's name here: {quote(variant)} is a path")
        if isinstance(do, str) and do in simple:
            return simple[do]
        match do:
            case "remove":
                return partial(lobby.remove, evening, **_pick(data, {"seat": (str,)}, {}))
            case "bot":
                return partial(
                    lobby.put_bot, evening, **_pick(data, {"seat": (str,), "kind": (str,)}, {"once": (bool,)})
                )
            case "person":
                return partial(lobby.put_person, evening, **_pick(data, {"seat": (str,)}, {}))
            case "hint":
                return partial(playing.give_hint, evening, **_pick(data, {"text": (str,)}, {}))
        doable = [*simple, "remove", "bot", "person", "hint"]
        hint = did_you_mean(do, doable) if isinstance(do, str) else ""
        raise WebError("web/type", 400, f"the host can't do {quote(do)}{hint}: {', '.join(doable)}")


async def _read(request: Request, needed: Kinds, others: Kinds) -> dict[str, Any]:
    """The object that a request brings, of which these keys are read; what else stands in it is passed over.

    Raises WebError `web/json`, `web/key`, `web/type`.
    """
    data = await read_json(request)
    return _pick(data, needed, others)


def _pick(data: Mapping[str, object], needed: Kinds, others: Kinds) -> dict[str, Any]:
    picked = {key: data[key] for key in data if key in needed or key in others}
    check_keys(picked, needed, others)
    return picked


def _chapter_json(chapter: Chapter) -> Json:
    return {"title": chapter.title, "lines": list(chapter.lines), "numbered": chapter.numbered}


def _network(request: Request) -> str:
    """The network that a request comes from."""
    return "" if request.client is None else network_of(request.client.host)


def _is_own(request: Request) -> bool:
    """Whether a request comes from this very computer, by whichever of its addresses."""
    client, (server, _) = request.client, request.scope.get("server") or ("", None)
    if client is None or client.host == server:
        return True
    try:
        return ipaddress.ip_address(client.host).is_loopback
    except ValueError:
        return True


def make_app(api: Api) -> Starlette:
    """The application that serves one evening."""

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(api.hub.run())
        try:
            yield
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            api.hub.close()

    return Starlette(routes=api.routes(), lifespan=living, exception_handlers=HANDLERS)
