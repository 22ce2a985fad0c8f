"""The door of the table in the browser: what may come in, how often, and what stands on all that goes out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from eleusis.doors.web.addresses import Hosts
from eleusis.doors.web.guard import POLICY, Buckets, Guard, Limits
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.responses import HANDLERS, SeatCookie, respond
from eleusis.doors.web.web_messages import MakeMove
from eleusis.doors.web.wire import json_object, read_message, send_error
from eleusis.ground.errors import IllegalMove
from tests.helpers.places import read_tables
from tests.helpers.web_browsers import Answer, send_request

TABLES = read_tables(__file__)

PORT = 8317
TOKEN = "a" * 32
Headers = list[tuple[str, str]]


async def echo(request: Request) -> Response:
    return JSONResponse({"body": json_object(await request.body())})


async def page(_: Request) -> Response:
    return Response("<p>", media_type="text/html", headers={"Content-Security-Policy": "default-src 'self'"})


async def fail(_: Request) -> Response:
    raise ZeroDivisionError("the rule is red")


async def refuse(_: Request) -> Response:
    raise IllegalMove("move/not-your-turn", "it is Bob's turn")


class Clock:
    """Seconds that pass when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def caller_of(path: str, tokens: Sequence[str]) -> str | None:
    return next(({TOKEN: "Ann", "b" * 32: "Bob"}[token] for token in tokens if token in (TOKEN, "b" * 32)), None)


def app(limits: Limits = Limits(), url: str | None = None, clock: Clock | None = None) -> Guard:  # noqa: B008
    routes = [
        Route("/api/moves", echo, methods=["POST"]),
        Route("/", page),
        Route("/api/fail", fail),
        Route("/api/refuse", refuse),
    ]
    return Guard(
        Starlette(routes=routes, exception_handlers=HANDLERS),
        hosts=Hosts("0.0.0.0", PORT, url),
        cookie=SeatCookie(PORT, secure=url is not None and url.startswith("https:")),
        caller_of=caller_of,
        limits=limits,
        clock=clock or Clock(),
    )


def ask(
    to: ASGIApp,
    path: str = "/",
    method: str = "GET",
    headers: Headers | None = None,
    body: Sequence[bytes | None] = (b"",),
    client: tuple[str, int] = ("10.0.0.7", 5000),
    host: str | None = f"10.0.0.2:{PORT}",
) -> Answer:
    """Send a request."""
    all_headers = ([] if host is None else [("host", host)]) + (headers or [])
    return Answer(asyncio.run(send_request(to, method, path, all_headers, body, client)))


JSON: Headers = [("content-type", "application/json"), ("content-length", "2")]


def post(to: ASGIApp, body: bytes = b"{}", more: Headers | None = None, **rest: Any) -> Answer:
    return ask(to, "/api/moves", "POST", [*JSON, *(more or [])], (body,), **rest)


@pytest.mark.parametrize("host", TABLES["our hosts"])
def test_a_host_that_is_ours(host: str) -> None:
    assert ask(app(url="https://play.example"), host=host).status == 200


@pytest.mark.parametrize("host", [*TABLES["hosts of strangers"], "a" * 5000])
def test_a_host_that_is_a_strangers(host: str | None) -> None:
    if host is not None and not host.isascii():
        assert not Hosts("0.0.0.0", PORT).allow(host, "10.0.0.2")
        return
    answer = ask(app(), host=host)
    assert (answer.status, answer.code) == (403, "web/host")


def test_hosts_of_a_named_address_and_of_usual_ports() -> None:
    named = Hosts("Laptop.local", 80)
    assert named.allow("laptop.local", None)
    assert named.allow("laptop.local:80", None)
    assert not named.allow("laptop", None)
    six = Hosts("::", PORT)
    assert six.allow("[fd00::2]:8317", "fd00::2")
    assert six.allow("10.0.0.2:8317", "::ffff:10.0.0.2")
    assert not six.allow("[fd00::3]:8317", "fd00::2")
    behind = Hosts("127.0.0.1", PORT, "http://play.example:9000/eleusis")
    assert behind.allow("play.example:9000", None)
    assert not behind.allow("play.example", None)
    assert behind.allow_origin("http://play.example:9000", None)
    assert not behind.allow_origin("https://play.example:9000", None)
    for wrong in ("play.example", "ftp://play.example", "http://"):
        with pytest.raises(ValueError, match="the URL"):
            Hosts("127.0.0.1", PORT, wrong)


@pytest.mark.parametrize("origin", [None, "http://10.0.0.2:8317", "http://localhost:8317", "https://play.example"])
def test_an_origin_that_is_ours(origin: str | None) -> None:
    assert post(app(url="https://play.example"), more=[("origin", origin)] if origin else []).status == 200


@pytest.mark.parametrize("origin", TABLES["origins of strangers"])
def test_an_origin_that_is_a_strangers(origin: str) -> None:
    answer = post(app(), more=[("origin", origin)])
    assert (answer.status, answer.code) == (403, "web/origin")


def test_another_site_gets_nothing() -> None:
    cross = [("sec-fetch-site", "cross-site")]
    assert post(app(), more=cross).code == "web/origin"
    assert ask(app(), "/api/refuse", headers=cross).code == "web/origin"
    assert ask(app(), "/", headers=cross).status == 200  # a link to the first page


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ([("content-type", "text/plain")], 415, "web/media-type"),
        ([("content-type", "application/x-www-form-urlencoded")], 415, "web/media-type"),
        ([("content-type", "application/json; charset=latin-1")], 415, "web/media-type"),
        ([], 415, "web/media-type"),
        ([("content-type", "application/json")] * 2, 415, "web/media-type"),
        ([*JSON, ("origin", "http://localhost:8317"), ("origin", "http://evil")], 403, "web/origin"),
        ([*JSON, ("host", "evil")], 403, "web/host"),
    ],
)
def test_a_post_that_no_page_of_ours_sends(headers: Headers, status: int, code: str) -> None:
    answer = ask(app(), "/api/moves", "POST", headers, (b"{}",))
    assert (answer.status, answer.code) == (status, code)


def test_a_post_that_a_page_of_ours_sends() -> None:
    for kind in ("application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"'):
        answer = ask(app(), "/api/moves", "POST", [("content-type", kind)], (b'{"a":', b" 1}"))
        assert (answer.status, answer.json) == (200, {"body": {"a": 1}})


def test_what_is_not_there_is_told_as_an_error() -> None:
    assert (ask(app(), "/none").status, ask(app(), "/none").code) == (404, "web/not-found")
    assert (ask(app(), "/api/moves").status, ask(app(), "/api/moves").code) == (405, "web/method")
    assert ask(app(), "/?" + "x" * 5000).code == "web/too-long"
    assert ask(app(), headers=[("x-long", "y" * 16_000)]).status == 200
    assert ask(app(), headers=[("x-long", "y" * 8_200), ("x-too", "y" * 8_200)]).code == "web/too-long"


def test_a_body_too_large_is_refused_in_every_form() -> None:
    small = app(Limits(body=100))
    whole = post(small, b"x" * 101, more=[])
    chunked = ask(small, "/api/moves", "POST", [("content-type", "application/json")], (b"x" * 60,) * 3)
    endless = ask(small, "/api/moves", "POST", [("content-type", "application/json")], (b"x" * 100,) * 100_000)
    for answer in (whole, chunked, endless):
        assert (answer.status, answer.code) == (413, "web/too-large")
    assert post(small, b'{"a":"' + b"x" * 92 + b'"}').status == 200


def test_a_body_that_does_not_come_is_not_waited_for_long() -> None:
    hasty = app(Limits(patience=0.05))
    for parts in ((None,), (b"{", None)):
        answer = ask(hasty, "/api/moves", "POST", JSON, parts)
        assert (answer.status, answer.code) == (408, "web/too-slow")


def test_headers_of_safety_stand_on_every_answer() -> None:
    to = app()
    for answer in (ask(to, "/api/refuse"), ask(to, "/none"), ask(to, host="evil"), ask(to, "/api/fail"), post(to)):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "cross-origin-opener-policy" not in answer.headers  # a browser complains of it over http
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "permissions-policy" in answer.headers
    assert ask(to, "/api/refuse").headers["cache-control"] == "no-store"
    own = ask(to)
    assert own.headers["content-security-policy"] == "default-src 'self'"
    assert own.headers["cache-control"] == "no-cache"
    for directive in ("form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self';"):
        assert directive in POLICY


def test_over_https_a_page_keeps_to_its_own_window() -> None:
    answer = ask(app(url="https://cards.example"), host="cards.example")
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"


def test_a_mistake_of_ours_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(app(), "/api/fail")
    assert (answer.status, answer.code) == (500, "web/internal")
    said = capsys.readouterr()
    assert "red" not in answer.body.decode() + said.err + said.out
    assert said.err.count("\n") == 1
    assert "ZeroDivisionError" in said.err


def test_who_hangs_up_in_a_body_is_no_mistake_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    async def hang_up() -> None:
        parts: Iterator[dict[str, object]] = iter(
            [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
        )
        headers = [(b"host", f"10.0.0.2:{PORT}".encode()), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": "POST", "path": "/api/moves", "query_string": b"", "headers": headers,
            "client": ("10.0.0.7", 5000), "server": ("10.0.0.2", PORT), "scheme": "http", "root_path": "",
        }  # fmt: skip

        async def receive() -> dict[str, object]:
            return next(parts)

        async def send(message: object) -> None:
            pass

        await app()(scope, receive, send)

    asyncio.run(hang_up())
    assert capsys.readouterr().err == ""


def test_an_error_of_the_game_keeps_its_code() -> None:
    answer = ask(app(), "/api/refuse")
    assert answer.status == 422
    assert answer.json == {"error": {"code": "move/not-your-turn", "text": "it is Bob's turn"}}
    locked = respond(send_error(WebError("seat/locked", "later", wait=1.2)))
    assert (locked.status_code, locked.headers["retry-after"]) == (429, "2")


def cookie(*tokens: str) -> Headers:
    return [("cookie", f"eleusis-{PORT}={'.'.join(tokens)}")]


@pytest.mark.long
def test_requests_are_counted_by_token_and_by_connection() -> None:
    clock = Clock()
    to = app(Limits(burst=3, rate=1), clock=clock)
    for port in range(3):
        assert ask(to, headers=cookie(TOKEN), client=("10.0.0.7", port)).status == 200
    late = ask(to, headers=cookie(TOKEN, "forged" * 5), client=("10.0.0.8", 9))
    assert (late.status, late.code, late.headers["retry-after"]) == (429, "web/too-often", "1")
    assert ask(to, headers=cookie("b" * 32)).status == 200
    assert ask(to).status == 200
    for _ in range(3):
        assert ask(to, headers=cookie("forged" * 5), client=("10.0.0.9", 1)).status == 200
    assert ask(to, headers=cookie("other-forged" * 3), client=("10.0.0.9", 1)).status == 429
    clock.now += 1
    assert ask(to, headers=cookie(TOKEN)).status == 200
    assert ask(to, headers=cookie(TOKEN)).status == 429


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("10.0.0.7", "::ffff:10.0.0.7"),
        ("2001:db8::1", "2001:db8::2:0:0:1"),
        ("unix", "unix"),
    ],
)
def test_requests_are_counted_by_address_too(first: str, second: str) -> None:
    to = app(Limits(address_burst=2, address_rate=0.5))
    assert ask(to, client=(first, 1)).status == 200
    assert ask(to, client=(second, 2)).status == 200
    assert ask(to, client=(first, 3)).headers["retry-after"] == "2"
    for other in ("10.0.0.99", "::ffff:10.0.0.98"):
        assert ask(to, client=(other, 4)).status == 200


def test_what_takes_longer_counts_as_more() -> None:
    clock = Clock()
    buckets = Buckets(20, 2, 10, clock)
    assert [buckets.take("Ann", 10) for _ in range(3)] == [0, 0, 5]
    clock.now += 5
    assert buckets.take("Ann", 10) == 0
    assert Buckets(3, 1, 10, clock).take("Ann", 10) == 0  # but never as more than there can be


def test_not_every_caller_is_remembered() -> None:
    buckets = Buckets(1, 1, 10)
    for number in range(100):
        assert not buckets.take(str(number))
    assert len(buckets) == 10
    assert buckets.take("99"), "who has just asked is not the one that is forgotten"


def test_what_is_a_json_object() -> None:
    raw = '{"a": [1, 2.5, true, null, "♥\\ud83d\\ude00"], "b": {}}'.encode()
    assert json_object(raw) == {"a": [1, 2.5, True, None, "♥😀"], "b": {}}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "web/key"),
        ({"n": True, "move": "pass"}, "web/type"),
        ({"n": 1.0, "move": "pass"}, "web/type"),
        ({"n": "1", "move": "pass"}, "web/type"),
        ({"n": 1, "move": None}, "web/type"),
        ({"n": 1, "move": "pass", "seat": 5}, "web/type"),
    ],
)
def test_what_is_no_message(body: dict[str, object], code: str) -> None:
    with pytest.raises(WebError) as error:
        read_message(body, MakeMove)
    assert error.value.code == code


def test_a_message_is_read_without_what_is_unknown() -> None:
    assert read_message({"n": 1, "move": "pass", "seats": 5}, MakeMove) == MakeMove(1, "pass")


@pytest.mark.parametrize(
    ("header", "tokens"),
    [
        (f"eleusis-{PORT}={TOKEN}", (TOKEN,)),
        (f'other=1; eleusis-{PORT}="{TOKEN}.{"b" * 32}" ; x', (TOKEN, "b" * 32)),
        (f"eleusis-{PORT}={TOKEN}.{TOKEN}..short.{'x' * 65}.ödd{TOKEN}.<{TOKEN}>", (TOKEN,)),
        (f"eleusis-8318={TOKEN}; ELEUSIS-{PORT}={TOKEN}; eleusis-{PORT}", ()),
        ("", ()),
        (";;==;=;", ()),
        (f"eleusis-{PORT}=" + "." * 10_000, ()),
    ],
)
def test_tokens_are_read_with_suspicion(header: str, tokens: tuple[str, ...]) -> None:
    assert SeatCookie(PORT).read([header]) == tokens


def test_a_cookie_holds_no_more_than_fifty_tokens() -> None:
    many = ".".join(f"{number:032}" for number in range(200))
    assert len(SeatCookie(PORT).read([f"eleusis-{PORT}={many}"] * 3)) == 50


def test_the_cookie_is_out_of_reach() -> None:
    def put(*tokens: str, secure: bool = False) -> str:
        response = Response()
        SeatCookie(PORT, secure=secure).put(response, tokens)
        return response.headers["set-cookie"]

    assert put(TOKEN, "b" * 32).startswith(f"eleusis-{PORT}={TOKEN}.{'b' * 32}; ")
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in put(TOKEN)
    assert "Secure" not in put(TOKEN)
    assert "Secure" in put(TOKEN, secure=True)
    assert "Max-Age=0" in put()


def test_a_refusal_of_starlettes_own_has_a_code() -> None:
    from starlette.exceptions import HTTPException

    answer = asyncio.run(HANDLERS[HTTPException](Request({"type": "http"}), HTTPException(418)))
    assert json.loads(bytes(answer.body))["error"]["code"] == "web/refused"
