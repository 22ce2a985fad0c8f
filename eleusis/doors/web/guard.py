"""The door of the table in the browser: who asks, from where, how often and how much, before it is answered.

Plain ASGI: nothing here holds up a stream. What is refused is answered here, in the form of all errors.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eleusis.doors.web.addresses import Hosts, network_of
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.responses import SeatCookie, change_head, respond
from eleusis.doors.web.rooms.codes import split_path
from eleusis.doors.web.wire import log_mistake, send_error

_COSTS = {
    "/api/rules/look": 10, "/api/rules/read": 10, "/api/events": 5, "/api/editions": 5, "/api/kinds": 5,
    "/api/qr.svg": 5,
}  # fmt: skip
"""How many requests one of these counts as: to look at a rule takes up to a tenth of a second, the others 3 ms."""
_BYTES = 200
"""So many bytes of a body count as a request more: a rule that is long takes long to look at."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
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


@attrs.frozen
class Limits:
    """How much and how often: a table of forty on one Wi-Fi stays far below, a program gone wild does not."""

    body: int = 64 * 1024
    """Bytes of a body."""
    patience: float = 10
    """Seconds in which a body must have come."""
    head: int = 16_384
    """Bytes of all headers."""
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
    open_of_one: int = 500
    """Requests of one network that are being answered at a time, streams among them."""
    breath: float = 0.5
    """The seconds that one who asks too often waits for being told so: it asks no faster than that."""
    buckets: int = 4096
    """Callers that are counted at a time; who has not asked for longest is forgotten first."""


@attrs.define(eq=False)
class Buckets:
    """Counts how often each caller asks: a number at once, and a number a second from then on."""

    _burst: int
    _rate: float
    _most: int
    _clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = attrs.field(factory=OrderedDict, init=False)

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


@attrs.define(eq=False, slots=False)
class Guard:
    """ASGI middleware: refuses what should not come in, and puts the headers of safety on all that goes out."""

    app: ASGIApp
    _hosts: Hosts = attrs.field(kw_only=True)
    _cookie: SeatCookie = attrs.field(kw_only=True)
    _caller_of: Callable[[str, Sequence[str]], str | None] = attrs.field(kw_only=True)
    """Who asks, by the path and the tokens of a cookie; None for one who holds no seat there."""
    _limits: Limits = attrs.field(default=Limits(), kw_only=True)
    _clock: Callable[[], float] = attrs.field(default=time.monotonic, kw_only=True)
    """Counts seconds."""

    def __attrs_post_init__(self) -> None:
        limits, clock = self._limits, self._clock
        self._safety = {**_HEADERS, **(_OVER_TLS if self._cookie.secure else {})}
        self._callers = Buckets(limits.burst, limits.rate, limits.buckets, clock)
        self._addresses = Buckets(limits.address_burst, limits.address_rate, limits.buckets, clock)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send = change_head(send, partial(self._make_safe, path=split_path(scope["path"])[1]))
        network = network_of((scope.get("client") or ("unknown", 0))[0])
        self._open[network] += 1
        try:
            try:
                self._check_rate(scope, headers, network)
                self._check_request(scope, headers)
            except WebError as error:
                await asyncio.sleep(self._limits.breath if error.wait else 0)
                await respond(send_error(error))(scope, receive, send)
                return
            await self.app(scope, self._limit_body(receive) if scope["method"] == "POST" else receive, send)
        except ClientDisconnect:  # who hangs up in a body wants no answer
            pass
        except Exception as error:  # a mistake of ours, which has been answered
            log_mistake(scope["path"], error)
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def _check_rate(self, scope: Scope, headers: Headers, network: str) -> None:
        """Raises WebError `web/too-often`."""
        host, port = scope.get("client") or ("unknown", 0)
        caller = self._caller_of(scope["path"], self._cookie.read(headers.getlist("cookie")))
        code, path = split_path(scope["path"])
        cost = _COSTS.get(path, 1) + self._length(headers) // _BYTES
        # Who sits at a table is counted there: others of the same network can't use up what those may ask.
        place = network if caller is None or not code else f"{network} {code}"
        wait = self._addresses.take(place, cost) or self._callers.take(caller or f"from {host} {port}", cost)
        if self._open[network] > self._limits.open_of_one:
            wait = max(wait, 1.0)
        if wait:
            raise WebError("web/too-often", "too many requests: wait a moment", wait=wait)

    def _length(self, headers: Headers) -> int:
        """The bytes of a body, as its head has them; where that doesn't say, as many as a body may have."""
        length = headers.get("content-length", "" if "transfer-encoding" in headers else "0")
        return int(length) if length.isascii() and length.isdecimal() and len(length) < 9 else self._limits.body

    def _check_request(self, scope: Scope, headers: Headers) -> None:
        """Raises WebError for what no page of this server would send."""
        local = str(scope["server"][0]) if scope.get("server") else None
        if not self._hosts.allow(_whole(headers, "host") or "", local):
            raise WebError(
                "web/host",
                "this server doesn't go by that name: use one of the addresses in the host's terminal",
            )
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.head:
            raise WebError("web/too-long", "the headers are too long")
        if len(scope["path"]) > self._limits.path or len(scope.get("query_string", b"")) > self._limits.query:
            raise WebError("web/too-long", "the address is too long")
        origin, posts = _whole(headers, "origin"), scope["method"] == "POST"
        strange = posts and origin is not None and not self._hosts.allow_origin(origin, local)
        asks = split_path(scope["path"])[1].startswith("/api")
        if strange or (asks and headers.get("sec-fetch-site") == "cross-site"):
            raise WebError("web/origin", "this comes from another site: open the page of this server")
        kind = (_whole(headers, "content-type") or "").lower().replace('"', "").replace(" ", "")
        if posts and kind not in ("application/json", "application/json;charset=utf-8"):
            raise WebError("web/media-type", "a POST is application/json in UTF-8")

    def _limit_body(self, receive: Receive) -> Receive:
        """A `receive` that raises WebError where too much comes (`web/too-large`), or too late (`web/too-slow`)."""
        limit, size = self._limits.body, 0
        ends: float | None = asyncio.get_running_loop().time() + self._limits.patience

        async def receive_part() -> Message:
            nonlocal size, ends
            try:
                async with asyncio.timeout_at(ends):
                    message = await receive()
            except TimeoutError:
                raise WebError("web/too-slow", "the body of the request didn't come: try again") from None
            size += len(message.get("body", b""))
            if size > limit:
                raise WebError("web/too-large", f"a body has at most {limit} bytes")
            if not message.get("more_body"):
                ends = None  # what is waited for now is that the page goes
            return message

        return receive_part

    def _make_safe(self, message: Message, path: str) -> None:
        """Put the headers of safety on an answer."""
        headers = MutableHeaders(scope=message)
        for name, value in self._safety.items():
            headers.setdefault(name, value)
        if path.startswith("/api"):
            headers["Cache-Control"] = "no-store"
        else:
            headers.setdefault("Cache-Control", "no-cache")


def _whole(headers: Headers, name: str) -> str | None:
    """A header, as it stands there; what stands there twice is one with a comma, and so none of ours."""
    return ", ".join(headers.getlist(name)) if name in headers else None
