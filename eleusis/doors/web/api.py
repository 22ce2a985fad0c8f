"""The pages and what they ask for: routes, each of which reads a request, asks the evening and answers in JSON."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

import attrs
from msgspec import UNSET
from msgspec.structs import asdict
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from eleusis.doors.web import web_messages as messages
from eleusis.doors.web import wire
from eleusis.doors.web.addresses import is_here, network_of, qr_svg
from eleusis.doors.web.evenings import after, lobby, playing
from eleusis.doors.web.evenings.after import HowTold
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.evening_plan import PlayerWanted
from eleusis.doors.web.evenings.round_told import review_json
from eleusis.doors.web.evenings.rule_talk import look
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.seats.seat_names import CODE_LIMITS, Tries, seat_called
from eleusis.doors.web.seats.seating import Sat
from eleusis.doors.web.wire import Data, SeatCookie, WebError, read_body, read_message
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card
from eleusis.ground.errors import EleusisError, NotationError, RuleError, did_you_mean, quote
from eleusis.minds.players.kinds import is_offered, offered_kinds
from eleusis.reviewing.review_page import make_page
from eleusis.reviewing.reviewed import RoundReview
from eleusis.secret.phrasebook.sentences import phrases_json
from eleusis.variant import load_variants
from eleusis.variant.shelves import is_path
from eleusis.variant.suitability import Fit, rank
from eleusis.words.rulebook import Chapter, tell_rule_language, tell_rules

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {"/": "index.html", "/table": "table.html", "/screen": "screen.html", "/host": "host.html"}
_PING: Final = 15
"""Seconds after which a silent stream is told that the server is there."""

_REVIEW_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""The page of a review is one file with its styles in it, and loads nothing."""

Handler = Callable[[Request], Awaitable[Response]]
P = ParamSpec("P")
_WORKS: Final[dict[str, Callable[[Evening], object]]] = {
    "start": lobby.start,
    "next": playing.next_round,
    "undo": playing.undo,
    "pause": partial(playing.pause, paused=True),
    "go-on": partial(playing.pause, paused=False),
    "stop": playing.stop,
    "again": after.play_again,
    "hide-hints": playing.hide_hints,
}
"""What the host may ask for in one word."""


@attrs.define(eq=False)
class Api:
    """Answers requests about one evening; `urls` are the addresses at which the server can be reached."""

    evening: Evening
    hub: Hub
    cookie: SeatCookie
    urls: Sequence[str]
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

        Raises WebError (`web/no-token`, `web/not-yours`) for another's.
        """
        wanted = request.query_params.get("seat")
        if wanted is None:
            return next(iter(self._seats(request)), None)
        return self._mover(request, wanted) if wanted else None

    def _mover(self, request: Request, wanted: str | None) -> str:
        """The seat that a request acts for. Raises WebError (`web/no-token`, `web/not-yours`)."""
        seats = self._seats(request)
        if not seats:
            raise WebError("web/no-token", "this browser holds no seat: sit down first")
        own = seats[0] if wanted is None else seat_called(wanted, seats)
        if own is None:
            raise WebError("web/not-yours", f"this browser doesn't hold the seat {quote(wanted)}")
        return own

    def _check_key(self, request: Request) -> None:
        """Raises WebError (`web/host-key`) where a request doesn't come from the host."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.casefold() != "bearer" or not self.evening.seating.is_key(key.strip()):
            raise WebError(
                "web/host-key", "the host's key is needed: open the host page by the address with the key"
            )

    # What is open to all

    async def _table(self, request: Request) -> Response:
        news = asdict(self.hub.table())
        address, you = self.urls[0] + "/", [*self._seats(request)]
        return Data(messages.TableSeen(**news, address=address, you=you, alone=False))

    async def _view(self, request: Request) -> Response:
        seat = self._seat(request)
        with self.evening.looking():
            return Data(show_view(self.evening, seat))

    async def _events(self, request: Request) -> Response:
        seat = self._seat(request)
        wanted = request.headers.get("last-event-id") or request.query_params.get("after")
        after = None
        if wanted:
            if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
                raise WebError("web/type", f"after is the number of an event, not {quote(wanted)}")
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
        editions, _ = load_variants()
        with self.evening.looking():
            players = len(self.evening.seats) or None
        return Data([_tell_edition(fit) for fit in rank([edition for _, edition in editions], players)])

    async def _kinds(self, request: Request) -> Response:
        kinds: list[messages.BotSeen] = []
        for name, offers in offered_kinds().items():
            with contextlib.suppress(EleusisError):
                kind = offers[0].load()
                kinds.append(messages.BotSeen(name, kind.doc, kind.knows_rule, is_offered(name)))
        kinds += [messages.BotSeen(name, "a program", False, True) for name in self.evening.programs]
        return Data(kinds)

    async def _rules(self, request: Request) -> Response:
        with self.evening.looking():
            edition = self.evening.edition
            players = len(self.evening.players) or None
        chapters = [_tell_chapter(chapter) for chapter in tell_rules(edition, players)]
        return Data(messages.RulesSeen(edition.title, chapters, [_tell_chapter(tell_rule_language())]))

    async def _phrases(self, request: Request) -> Response:
        return Data(phrases_json())

    async def _qr(self, request: Request) -> Response:
        return Response(qr_svg(self.urls[0] + "/"), media_type="image/svg+xml")

    # Seats

    async def _sit(self, request: Request) -> Response:
        asked = await read_body(request, messages.SitDown)
        evening, network = self.evening, _network(request)
        self._check_code(network, asked.code)
        tokens = [token for token in self.cookie.tokens_of(request) if evening.seating.seats_of([token])]
        holds = evening.seating.seats_of(tokens)

        def sit() -> Sat:
            seat = lobby.sit_down(evening, asked.name, take_over=asked.take_over, holds=holds)
            return evening.seating.sit(seat, pin=asked.pin, seats=evening.players, tokens=tokens, network=network)

        sat = await self.hub.change(sit)
        if self.say is not None:
            self.say(f"{sat.seat} sits down")
        response = Data(messages.SeatPin(sat.seat, sat.pin), 201)
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
        seat = self._mover(request, (await read_body(request, messages.GiveUp)).seat)
        await self.hub.change(partial(lobby.remove, self.evening, seat))
        return Data(messages.SeatLeft(seat))

    async def _pin(self, request: Request) -> Response:
        seat = self._mover(request, request.query_params.get("seat"))
        return Data(messages.SeatPin(seat, self.evening.seating.pin_of(seat)))

    # What seats do

    async def _move(self, request: Request) -> Response:
        asked = await read_body(request, messages.MakeMove)
        return await self._change(playing.move, self._mover(request, asked.seat), asked.n, asked.move)

    async def _change(
        self, work: Callable[Concatenate[Evening, P], object], *args: P.args, **more: P.kwargs
    ) -> Response:
        """Have something done to the evening, and say how far the game has come by it."""
        await self.hub.change(partial(work, self.evening, *args, **more))
        return Data(messages.ThingDone(self.evening.chronicle.last))

    async def _choose(self, request: Request) -> Response:
        asked = await read_body(request, messages.ChooseRule)
        if asked.rule is UNSET and not asked.draw:
            raise WebError("web/key", 'say {"rule": a text, or null to judge yourself}, or {"draw": true}')
        return await self._change(
            playing.choose_rule,
            self._mover(request, asked.seat),
            None if asked.rule is UNSET else asked.rule,
            draw=asked.draw,
            hint=asked.hint,
            starter=asked.starter or "keep",
            starters=asked.starters,
            set_aside=asked.set_aside,
        )

    async def _look(self, request: Request) -> Response:
        text, seats = (await read_body(request, messages.LookAtRule)).rule, self._seats(request)
        line: tuple[Card, ...] = ()
        events: tuple[AnyEvent, ...] = ()
        with self.evening.looking():
            table = self.evening.table
            if table is not None and table.rounds and self.evening.choosing is None:
                view = table.now.round.view(None)
                line, events = tuple(view.mainline), tuple(view.events)
            # A rule of a file that only the dealer may know is named by its dealer alone.
            rules = self.evening.rules if self.evening.choosing in seats else None
        try:
            return Data(await asyncio.to_thread(look, text, line, events, rules))
        except RuleError as error:
            # An answer, not a refusal: a page asks at each letter of a rule, and most of these are not rules yet.
            return Data({"error": wire.say_error(error)})

    # Rounds that are over

    async def _tell(self, number: int, how: HowTold, seat: str | None = None) -> object:
        return await self.hub.tell_about(partial(after.tell_round, self.evening, number, how, seat))

    async def _round(self, request: Request) -> Response:
        return Data(await self._tell(request.path_params["number"], "round"))

    async def _transcript(self, request: Request) -> Response:
        seat = request.query_params.get("seat")
        return Data(
            messages.TranscriptSeen(str(await self._tell(request.path_params["number"], "transcript", seat)))
        )

    async def _look_back(self, request: Request) -> RoundReview:
        """The review of a round, reckoned beside the game: nobody waits for it who plays."""
        return await self.hub.tell_about(partial(after.tell_review, self.evening, request.path_params["number"]))

    async def _review(self, request: Request) -> Response:
        return Data(review_json(await self._look_back(request)))

    async def _review_page(self, request: Request) -> Response:
        title = self.evening.plan.edition.title
        page = make_page(title, [await self._look_back(request)])
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": _REVIEW_POLICY})

    async def _file(self, request: Request) -> Response:
        evening = self.evening
        if evening.phase != "over":
            raise WebError(
                "web/told-later",
                "the game's file holds the cards that are still to come: it is given when the game is over",
            )
        name = evening.path.name.replace('"', "")
        return FileResponse(evening.path, media_type="application/yaml", filename=name)

    # The host

    async def _host_page(self, request: Request) -> Response:
        self._check_key(request)
        evening = self.evening
        with evening.looking():
            players = [PlayerWanted(seat.name, seat.how) for seat in evening.sitting]
            plan = {**asdict(evening.plan), "rules": len(evening.plan.rules)}
            notes = evening.notes()
        return Data(
            messages.HostSeen(
                [messages.AddressSeen(url) for url in self.urls],
                self.reached,
                str(evening.path),
                evening.how_to_resume,
                messages.HostSettings(**plan, players=players),
                notes,
            )
        )

    async def _host(self, request: Request) -> Response:
        self._check_key(request)
        data = wire.json_object(await request.body())
        match data.pop("do", None):
            case "set":
                variant = data.get("variant")
                if isinstance(variant, str) and (is_path(variant) or variant == "-"):
                    raise NotationError(
                        "notation/option", f"give an edition's name here: {quote(variant)} is a path"
                    )
                return await self._change(lobby.set_up, data)
            case "remove":
                return await self._change(lobby.remove, read_message(data, messages.FreeSeat).seat)
            case "bot":
                bot = read_message(data, messages.PutBot)
                return await self._change(lobby.put_bot, bot.seat, bot.kind, once=bot.once)
            case "person":
                return await self._change(lobby.put_person, read_message(data, messages.PutPerson).seat)
            case "hint":
                return await self._change(playing.give_hint, read_message(data, messages.GiveHint).text)
            case str() as do if do in _WORKS:
                return await self._change(_WORKS[do])
            case do:
                hint = did_you_mean(str(do), [*_WORKS, "set", "remove", "bot", "person", "hint"])
                raise WebError("web/type", f"the host can't do {quote(do)}{hint}")


def _tell_edition(fit: Fit) -> messages.EditionSeen:
    edition = fit.variant
    minutes, level = (None, None) if edition.about is None else (edition.about.minutes, edition.about.level)
    players = messages.UsualPlayers(edition.players.min, edition.players.max)
    return messages.EditionSeen(edition.name, edition.title, minutes, level, players, fit.reason, fit.fits)


def _tell_chapter(chapter: Chapter) -> messages.ChapterSeen:
    return messages.ChapterSeen(chapter.title, [*chapter.lines], chapter.numbered)


def _network(request: Request) -> str:
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
        running = asyncio.create_task(api.hub.run())
        try:
            yield
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            api.hub.close()

    return Starlette(routes=api.routes(), lifespan=living, exception_handlers=wire.HANDLERS)
