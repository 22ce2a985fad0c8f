"""The server of a table, or of a room: it listens, tells the host where, and serves until it is ended."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import FrameType

import attrs
import uvicorn

from eleusis.doors.web.addresses import Hosts, lan_addresses, qr_text
from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.guard import Guard, Limits
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.rooms.metrics import Metrics
from eleusis.doors.web.rooms.room import Room
from eleusis.doors.web.rooms.room_app import RoomApp
from eleusis.doors.web.work_threads import in_thread
from eleusis.ground import exits
from eleusis.ground.errors import NotationError, quote, visible

_BACKLOG = 256
"""Connections that may wait to be taken."""
_GRACE = 2
"""Seconds that open streams have to end."""
_KEEP_ALIVE = 5
"""Seconds that a connection stays open between two requests."""
_MOST = 1000
"""Connections at a time, of which a class of forty has three hundred while its pages open; above that it is 503."""
_MOST_IN_ROOM = 4000
"""Those of a room: three hundred tables, each with six pages open and as many requests under way."""
_ROOM_LIMITS = Limits(open_of_one=2000, address_rate=200)
"""A school is one network; it has half of all connections at most. Who sits at a table is counted there besides."""
_SWITCH = 0.0005
"""Seconds after which a thread that reckons lets the pages be answered; Python's own are ten times as many."""
_HEAD = 16_384
"""Bytes of a request's head."""


class _Server(uvicorn.Server):
    """Ends by Ctrl-C, SIGTERM and SIGHUP; the streams with it, and then the command says how the game goes on."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.ended_by: int | None = None
        """The number of the signal that has ended it."""
        self._end_streams = end_streams
        self._loop = asyncio.get_running_loop()
        hang_up = getattr(signal, "SIGHUP", None)  # Windows has none; with `nohup` it is ignored, and stays so
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            signal.signal(hang_up, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come."""
        if self.ended_by is None:
            self.ended_by = sig
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._end_streams)


@attrs.frozen
class Address:
    """Where a server listens, and where it is found: `url`, where a proxy stands before it."""

    host: str
    port: int
    url: str | None = None
    proxies: tuple[str, ...] = ()
    """The proxies that are believed about who asks."""

    def check(self) -> None:
        """Raises NotationError (`notation/address`) for a URL that is none, and a proxy that is no address."""
        for proxy in self.proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                message = f"--proxy is an address or a network, such as 127.0.0.1, not {quote(proxy)}"
                raise NotationError("notation/address", message) from None
        try:
            Hosts(self.host, self.port, self.url)
        except ValueError:
            message = (
                f"--url is the address that others use, such as https://cards.example.org, not {quote(self.url)}"
            )
            raise NotationError("notation/address", message) from None

    def urls(self, port: int) -> list[str]:
        """The addresses at which it can be reached, the likeliest first, without a slash at their ends."""
        if self.url:
            return [self.url.rstrip("/")]
        return [f"http://{address}:{port}" for address in lan_addresses(self.host)]

    @property
    def secure(self) -> bool:
        """Whether the world comes by https."""
        return bool(self.url and self.url.startswith("https:"))


@attrs.frozen
class Served:
    """What is served, once it is known where."""

    app: Guard
    end_streams: Callable[[], None]
    most: int
    """Connections at a time."""
    pages: Mapping[str, str]
    """Its own pages, with their keys."""
    greet: Callable[[], None]
    """Tells whoever has started it where the pages are."""


def serve(evening: Evening, at: Address, *, as_json: bool, notes: list[str]) -> int:
    """Serve an evening until a signal ends it.

    Returns the exit code, as `play` has it after a signal. Raises NotationError (`notation/address`) where nothing
    can listen there.
    """

    def open_table(urls: list[str], port: int) -> Served:
        hub = Hub(evening, in_thread)
        cookie = SeatCookie(port, secure=at.secure)
        api = Api(TableAnswers(evening, hub, urls), cookie, say=None if as_json else _say)
        guard = Guard(make_app(api), hosts=Hosts(at.host, port, at.url), cookie=cookie, caller_of=api.caller)
        host = f"{urls[0]}/host#{evening.seating.key}"
        return Served(guard, hub.end_streams, _MOST, {"host": host}, partial(_greet, evening, urls, host, notes))

    ended_by = _serve_until_ended(at, open_table, as_json)
    evening.clear_up()
    if evening.table is not None or evening.seating.held:
        _say_end(ended_by, f"The game is saved; continue with: {evening.how_to_resume}")
    return _exit_code(ended_by)


def serve_room(make_room: Callable[[str], Room], at: Address, *, metrics: str | None, as_json: bool) -> int:
    """Serve a room until a signal ends it; it is made once its URL is known.

    Returns the exit code, and raises, as `serve` does; and what the making of the room raises.
    """

    def open_room(urls: list[str], port: int) -> Served:
        room, figures = make_room(urls[0]), Metrics()
        figures.watch(room)
        if metrics is not None:
            figures.serve(metrics)
        cookie = room.cookie()
        app = RoomApp(room, cookie, figures)
        hosts = Hosts(at.host, port, at.url)
        guard = Guard(app, hosts=hosts, cookie=cookie, caller_of=app.caller, limits=_ROOM_LIMITS)
        pages = {"room": f"{urls[0]}/room#{room.kept.key}", "wall": f"{urls[0]}/wall#{room.wall_key}"}
        return Served(guard, room.end_streams, _MOST_IN_ROOM, pages, partial(_greet_owner, room, urls, pages))

    _allow_many_files()
    ended_by = _serve_until_ended(at, open_room, as_json)
    _say_end(ended_by, "All tables are saved: the same command opens the room again.")
    return _exit_code(ended_by)


def _serve_until_ended(at: Address, make: Callable[[list[str], int], Served], as_json: bool) -> int | None:
    """Serve what is made for these URLs and this port; returns the signal that has ended it."""
    at.check()
    with contextlib.closing(_listen(at.host, at.port)) as listener:
        port = listener.getsockname()[1]
        urls = at.urls(port)
        served = make(urls, port)
        if as_json:
            print(json.dumps({"url": urls[0], **served.pages}), flush=True)
        else:
            served.greet()
        return asyncio.run(_run(served, listener, at))


def _say_end(ended_by: int | None, text: str) -> None:
    by = "" if ended_by in (None, signal.SIGINT) else f"Ended by {signal.Signals(ended_by).name}. "
    print("\n" + visible(f"{by}{text}"), file=sys.stderr)


def _exit_code(ended_by: int | None) -> int:
    if ended_by is None:
        return exits.FINE
    return exits.INTERRUPTED if ended_by == signal.SIGINT else 128 + ended_by


def _allow_many_files() -> None:
    """As many open files as the system grants: each page has a connection, and each table two files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else nothing is sent without delay
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        why = (getattr(error, "strerror", None) or str(error)).lower()
        message = f"the server can't listen on {quote(host)}, port {port}: {why}; --port 0 takes a free port"
        raise NotationError("notation/address", message) from None
    return listener


async def _run(served: Served, listener: socket.socket, at: Address) -> int | None:
    """Serve until a signal ends it, and say which."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # a phone that has gone is no news
    sys.setswitchinterval(_SWITCH)
    config = uvicorn.Config(
        served.app,
        http="h11",
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=bool(at.proxies),
        forwarded_allow_ips=[*at.proxies],
        timeout_graceful_shutdown=_GRACE,
        lifespan="on",
        timeout_keep_alive=_KEEP_ALIVE,
        limit_concurrency=served.most,
        h11_max_incomplete_event_size=_HEAD,
    )
    server = _Server(config, served.end_streams)
    await server.serve(sockets=[listener])
    return server.ended_by


def _say(line: str) -> None:
    print(visible(line), flush=True)


def _greet(evening: Evening, urls: list[str], host_url: str, notes: list[str]) -> None:
    """Tell the host where the pages are: the address, as a picture too, and the host's own page."""
    for note in notes:
        _say(note)
    _show_addresses("Players open", urls, [("Projector", f"{urls[0]}/screen"), ("Host (keep secret)", host_url)])
    print(f"\nThe game is kept in {visible(str(evening.path))}. End with Ctrl-C; nothing is lost.", flush=True)


def _greet_owner(room: Room, urls: list[str], pages: Mapping[str, str]) -> None:
    """Tell the owner of a room where its pages are."""
    own = [("Projector", pages["wall"]), ("You (keep secret)", pages["room"])]
    _show_addresses("Everyone opens", urls, own)
    tables = sum(map(room.has, room.listed))
    there = f"{tables} {'table is' if tables == 1 else 'tables are'} there already. " if tables else ""
    kept = f"All tables are kept in {visible(str(room.folder))}. End with Ctrl-C; nothing is lost."
    print(f"\n{there}{kept}", flush=True)


def _show_addresses(title: str, urls: list[str], pages: list[tuple[str, str]]) -> None:
    print(qr_text(f"{urls[0]}/", ascii_only=not _is_utf8()))
    others = [("On this computer" if _is_own(other) else "or", f"{other}/") for other in urls[1:]]
    for name, page in [(title, f"{urls[0]}/"), *others, *pages]:
        print(f"{name:<20}{page}")


def _is_own(url: str) -> bool:
    return url.startswith(("http://127.", "http://[::1]", "http://localhost"))


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").casefold().replace("-", "") in ("utf8", "utf16")
