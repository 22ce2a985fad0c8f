"""The server: it listens, tells the host where, and serves until it is ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import socket
import sys
from types import FrameType

import uvicorn

from eleusis.doors.web.addresses import Hosts, lan_addresses, qr_text
from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.guard import Guard
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.work_threads import Threads
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
_HEAD = 16_384
"""Bytes of a request's head."""


class _Server(uvicorn.Server):
    """Ends by Ctrl-C, SIGTERM and SIGHUP; the streams with it, and then the command says how the game goes on."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.ended_by: int | None = None
        """The number of the signal that has ended it."""
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        hang_up = getattr(signal, "SIGHUP", None)  # Windows has none; with `nohup` it is ignored, and stays so
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            signal.signal(hang_up, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come."""
        if self.ended_by is None:
            self.ended_by = sig
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._hub.end_streams)


def serve(
    evening: Evening, seating: Seating, host: str, port: int, url: str | None, *, as_json: bool, notes: list[str]
) -> int:
    """Serve an evening until a signal ends it; `url` is its address to the world, where a proxy stands before it.

    Returns the exit code, as `play` has it after a signal. Raises NotationError (`notation/address`) where nothing
    can listen there.
    """
    try:
        Hosts(host, port, url)
    except ValueError:
        message = f"--url is the address that others use, such as https://cards.example.org, not {quote(url)}"
        raise NotationError("notation/address", message) from None
    listener = _listen(host, port)
    with contextlib.closing(listener):
        ended_by = asyncio.run(_serve(evening, seating, listener, host, url, as_json, notes))
    evening.clear_up()
    by = "" if ended_by in (None, signal.SIGINT) else f"Ended by {signal.Signals(ended_by).name}. "
    if evening.table is not None or evening.seating.held:
        print("\n" + visible(f"{by}The game is saved; continue with: {evening.how_to_resume}"), file=sys.stderr)
    if ended_by is None:
        return exits.FINE
    return exits.INTERRUPTED if ended_by == signal.SIGINT else 128 + ended_by


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
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


async def _serve(
    evening: Evening,
    seating: Seating,
    listener: socket.socket,
    host: str,
    url: str | None,
    as_json: bool,
    notes: list[str],
) -> int | None:
    """Returns the signal that has ended it."""
    port = listener.getsockname()[1]
    urls = [url.rstrip("/")] if url else [f"http://{address}:{port}" for address in lan_addresses(host)]
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # a phone that has gone is no news
    hub = Hub(evening, Threads())
    cookie = SeatCookie(port, secure=bool(url and url.startswith("https:")))
    api = Api(TableAnswers(evening, hub, urls), seating, cookie, say=None if as_json else _say)
    app = Guard(make_app(api), hosts=Hosts(host, port, url), cookie=cookie, seats_of=seating.seats_of)
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
        lifespan="on",
        timeout_keep_alive=_KEEP_ALIVE,
        limit_concurrency=_MOST,
        h11_max_incomplete_event_size=_HEAD,
    )
    server = _Server(config, hub)
    host_url = f"{urls[0]}/host#{seating.key}"
    if as_json:
        print(json.dumps({"url": urls[0], "host": host_url}), flush=True)
    else:
        _greet(evening, urls, host_url, notes)
    await server.serve(sockets=[listener])
    return server.ended_by


def _say(line: str) -> None:
    print(visible(line), flush=True)


def _greet(evening: Evening, urls: list[str], host_url: str, notes: list[str]) -> None:
    """Tell the host where the pages are: the address, as a picture too, and the host's own page."""
    for note in notes:
        _say(note)
    print(qr_text(f"{urls[0]}/", ascii_only=not _is_utf8()))
    others = [("On this computer" if _is_own(other) else "or", f"{other}/") for other in urls[1:]]
    pages = [("Players open", f"{urls[0]}/"), *others, ("Projector", f"{urls[0]}/screen")]
    for name, page in [*pages, ("Host (keep secret)", host_url)]:
        print(f"{name:<20}{page}")
    print(f"\nThe game is kept in {visible(str(evening.path))}. End with Ctrl-C; nothing is lost.", flush=True)


def _is_own(url: str) -> bool:
    return url.startswith(("http://127.", "http://[::1]", "http://localhost"))


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").casefold().replace("-", "") in ("utf8", "utf16")
