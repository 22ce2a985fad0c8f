"""The door of the table in the browser: who asks, from where, how often and how much, before it is answered.

Plain ASGI: nothing here holds up a stream. What is refused is answered here, in the form of all errors.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eleusis.doors.web.addresses import Hosts, is_here, network_of
from eleusis.doors.web.wire import SeatCookie, WebError, error_response, log_mistake, mistake
from eleusis.ground.errors import EleusisError

STREAM = "/api/events"
"""The path that is answered by a stream."""
_COSTS = {"/api/rules/look": 10}
"""How many requests one of these counts as: to look at a rule takes a tenth of a second."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load and do: what comes from here, nothing inline. An answer may bring another policy."""
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_OVER_TLS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Besides, where the world comes by https: without it browsers pass it over, and complain of it on every page."""
_ONCE = ("host", "origin", "content-type", "content-length", "authorization", "sec-fetch-site", "last-event-id")
"""Headers that may stand in a request once: whom would one ask which of two counts?"""


@attrs.frozen
class Limits:
    """How much and how often: a table of forty on one Wi-Fi stays far below, a program gone wild does not."""

    body: int = 64 * 1024
    """Bytes of a body."""
    body_seconds: float = 10
    """Seconds in which it must be here."""
    path: int = 1024
    """Characters of a path."""
    query: int = 4096
    """Bytes of what stands behind the `?`."""
    burst: int = 120
    """Requests at once of a token, or of a connection without one."""
    rate: float = 60
    """Further ones a second."""
    address_burst: int = 2000
    """Requests at once of an address, whatever it holds."""
    address_rate: float = 400
    """Further ones a second."""
    buckets: int = 4096
    """Callers that are counted at a time; who has not asked for longest is forgotten first."""
    streams: int = 8
    """Open streams of a token: with the next one the oldest ends, which may be a phone's that has gone."""
    spectator_streams: int = 200
    """Open streams of those without a seat, all together, so that the seats keep theirs."""
    address_streams: int = 60
    """Of these those from one address, so that the projector keeps its own; this computer has no such limit."""
    all_streams: int = 400
    """Open streams of all."""
    drain: int = 16 * 1024 * 1024
    """Bytes of a body too large that are read and dropped, so that its sender gets to read the answer."""


class Buckets:
    """Counts how often each caller asks: a number at once, and a number a second from then on."""

    def __init__(self, burst: int, rate: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._most = most
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, cost: int = 1) -> float:
        """Count a request with this weight: 0, or after how many seconds it may be sent again."""
        now, cost = self._clock(), min(cost, self._burst)
        left, then = self._left.pop(caller, (float(self._burst), now))
        left = min(self._burst, left + max(0.0, now - then) * self._rate)
        allowed = left >= cost
        self._left[caller] = (left - cost if allowed else left, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0.0 if allowed else (cost - left) / self._rate

    def __len__(self) -> int:
        return len(self._left)


class Streams:
    """The streams that are open, by caller: the newest of each, and not too many of all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[str, list[asyncio.Event]] = {}
        self._spectators: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @contextlib.contextmanager
    def admit(self, caller: str, *, seated: bool, address: str = "") -> Iterator[asyncio.Event]:
        """A stream while it is open, as the event that ends it; `address` is where a spectator is.

        Raises WebError `web/streams`.
        """
        limits, spectators = self._limits, self._spectators
        too_many = not seated and (
            spectators.total() >= limits.spectator_streams
            or (spectators[address] >= limits.address_streams and not is_here(address))
        )
        if too_many or self._count >= self._limits.all_streams:
            raise WebError("web/streams", 429, "too many pages are open at this table", wait=10)
        own = self._open.setdefault(caller, [])
        for oldest in own[: max(0, len(own) + 1 - self._limits.streams)]:  # some may be ending already
            oldest.set()
        ended = asyncio.Event()
        own.append(ended)
        self._count += 1
        if not seated:
            spectators[address] += 1
        try:
            yield ended
        finally:
            self._count -= 1
            if not seated:
                spectators[address] -= 1
                spectators += Counter()  # without those that have none
            own.remove(ended)
            if not own:
                self._open.pop(caller, None)


@attrs.frozen
class _Caller:
    """Who asks."""

    key: str
    address: str
    seated: bool


class Guard:
    """ASGI middleware: refuses what should not come in, and puts the headers of safety on all that goes out."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Hosts,
        cookie: SeatCookie,
        seats_of: Callable[[Sequence[str]], Sequence[str]],
        limits: Limits = Limits(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seats_of` says which seats the tokens of a cookie hold; `clock` counts seconds."""
        self.app = app
        self.streams = Streams(limits)
        self._hosts = hosts
        self._cookie = cookie
        self._safety = {**_HEADERS, **(_OVER_TLS if cookie.secure else {})}
        self._seats_of = seats_of
        self._limits = limits
        self._callers = Buckets(limits.burst, limits.rate, limits.buckets, clock)
        self._addresses = Buckets(limits.address_burst, limits.address_rate, limits.buckets, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            out = _Out(send, scope, self._safety)
            try:
                await self._answer(scope, receive, out)
            except Exception as error:
                if not isinstance(error, EleusisError):
                    log_mistake(scope["path"], error)
                    error = mistake()
                if out.started:
                    await out.finish()
                else:
                    await error_response(error)(scope, receive, out.send)

    async def _answer(self, scope: Scope, receive: Receive, out: _Out) -> None:
        """Have the application answer what may come in. Raises WebError for all else."""
        headers = Headers(scope=scope)
        caller = self._caller(scope, headers)
        self._check_rate(caller, _COSTS.get(scope["path"], 1))
        if scope["method"] == "POST" and _declares_more(headers, self._limits.body):
            out.close()  # what is not read now must not be taken for the next request
        self._check_request(scope, headers)
        if scope["method"] == "POST":
            body = await self._read_body(headers, receive, out)
            if body is not None:
                await self.app(scope, _replay(body, receive), out.send)
        elif scope["path"] == STREAM:
            with self.streams.admit(caller.key, seated=caller.seated, address=caller.address) as ended:
                await self.app(scope, _until(ended, receive), out.send)
                if ended.is_set():
                    await out.finish()
        else:
            await self.app(scope, receive, out.send)

    # Who asks, and how often

    def _caller(self, scope: Scope, headers: Headers) -> _Caller:
        host, port = scope.get("client") or ("unknown", 0)
        seats = self._seats_of(self._cookie.read(headers.getlist("cookie")))
        return _Caller(f"seat {min(seats)}" if seats else f"from {host} {port}", network_of(host), bool(seats))

    def _check_rate(self, caller: _Caller, cost: int) -> None:
        """Raises WebError `web/too-often`."""
        wait = self._addresses.take(caller.address, cost) or self._callers.take(caller.key, cost)
        if wait:
            raise WebError("web/too-often", 429, "too many requests: wait a moment", wait=wait)

    # What is asked

    def _check_request(self, scope: Scope, headers: Headers) -> None:
        """Raises WebError for what no page of this server would send."""
        for name in _ONCE:
            if len(headers.getlist(name)) > 1:
                raise WebError("web/header", 400, f"the header {name} appears twice")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise WebError("web/header", 400, "a body has one length: by its header or by its pieces")
        local = str(scope["server"][0]) if scope.get("server") else None
        if not self._hosts.allow(headers.get("host", ""), local):
            raise WebError(
                "web/host",
                403,
                "this server doesn't go by that name: use one of the addresses in the host's terminal",
            )
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise WebError("web/method", 405, "this address doesn't take that method")
        if len(scope["path"]) > self._limits.path or len(scope.get("query_string", b"")) > self._limits.query:
            raise WebError("web/too-long", 414, "the address is too long")
        if scope["path"].startswith("/api") and headers.get("sec-fetch-site") == "cross-site":
            raise WebError("web/origin", 403, "this comes from another site: open the page of this server")
        if scope["method"] == "POST":
            self._check_post(headers, local)
        elif headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            raise WebError("web/body", 400, "only a POST has a body")

    def _check_post(self, headers: Headers, local: str | None) -> None:
        """Raises WebError for a POST that comes from another site, or is not JSON."""
        origin = headers.get("origin")
        if origin is not None and not self._hosts.allow_origin(origin, local):
            raise WebError("web/origin", 403, "this comes from another site: open the page of this server")
        kind, _, more = headers.get("content-type", "").partition(";")
        plain = more.strip().lower().replace('"', "") in ("", "charset=utf-8") and "content-encoding" not in headers
        if kind.strip().lower() != "application/json" or not plain:
            raise WebError("web/media-type", 415, "a POST is application/json in UTF-8")

    async def _read_body(self, headers: Headers, receive: Receive, out: _Out) -> bytes | None:
        """The body, or None where the caller has gone. Raises WebError `web/too-large`, `web/slow`."""
        limit = self._limits.body
        parts: list[bytes] = []
        size = 0
        with _slow_is_refused(out):
            async with asyncio.timeout(self._limits.body_seconds):
                while size <= self._limits.drain:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    part = message.get("body", b"")
                    size += len(part)
                    if size <= limit:
                        parts.append(part)
                    else:
                        parts.clear()
                    if not message.get("more_body", False):
                        break
        if size > limit:
            out.close()
            raise WebError("web/too-large", 413, f"a body has at most {limit} bytes")
        return b"".join(parts)


def _declares_more(headers: Headers, limit: int) -> bool:
    """Whether a body is said to be larger than this, or of unknown size."""
    length = "" if "transfer-encoding" in headers else headers.get("content-length", "")
    return not (length.isdecimal() and len(length) < 12 and int(length) <= limit)


@contextlib.contextmanager
def _slow_is_refused(out: _Out) -> Iterator[None]:
    """Raises WebError `web/slow` for what takes too long in here."""
    try:
        yield
    except TimeoutError:
        out.close()
        raise WebError("web/slow", 408, "the body took too long to come") from None


class _Out:
    """What goes out: with the headers of safety on it, and remembered whether it has begun."""

    def __init__(self, send: Send, scope: Scope, safety: Mapping[str, str]) -> None:
        self._safety = safety
        self.started = False
        self._finished = False
        self._closes = False
        self._send = send
        self._is_api = scope["path"].startswith("/api")

    def close(self) -> None:
        """Have the connection end with the answer."""
        self._closes = True

    async def send(self, message: Message) -> None:
        """Pass on a part of the answer."""
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._safety.items():
                headers.setdefault(name, value)
            if self._is_api:
                headers["Cache-Control"] = "no-store"
            else:
                headers.setdefault("Cache-Control", "no-cache")
            if self._closes:
                headers["Connection"] = "close"
        elif message["type"] == "http.response.body":
            self._finished = not message.get("more_body", False)
        await self._send(message)

    async def finish(self) -> None:
        """End an answer that has begun and would go on."""
        if self.started and not self._finished:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body that has been read, and then what comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


def _until(ended: asyncio.Event, receive: Receive) -> Receive:
    """A `receive` that says that the caller has gone once the stream has to end."""

    async def receive_or_end() -> Message:
        message = asyncio.ensure_future(receive())
        end = asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait({message, end}, return_when=asyncio.FIRST_COMPLETED)
            return {"type": "http.disconnect"} if end.done() else message.result()
        finally:
            message.cancel()
            end.cancel()

    return receive_or_end
