"""What goes in and out as JSON: bodies read strictly, errors in one form, and the cookie with its tokens."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from eleusis.doors.web.evenings.refused import TableError
from eleusis.doors.web.seats.seat_names import SeatError
from eleusis.doors.web.strict_json import read_object
from eleusis.doors.web.web_messages import ErrorSaid, RuleMeant
from eleusis.ground.errors import NOWHERE, EleusisError, Place, TwoReadings, quote, visible

M = TypeVar("M", bound=msgspec.Struct)
_LONGEST = 200
"""Characters of what is said about a wrong value: it may quote that."""
_CODES = {
    400: "web/json web/key web/type",
    401: "web/no-token web/host-key",
    403: "web/host web/origin web/not-yours web/code web/not-dealing web/told-later seat/wrong-pin",
    404: "web/not-found web/no-seat seat/not-held",
    405: "web/method",
    409: "web/bots-seat web/table-full web/enough-seats web/game-on web/round-on web/paused web/not-now "
    "web/no-round web/broken web/moved seat/taken seat/alike seat/full",
    413: "web/too-large",
    414: "web/too-long",
    415: "web/media-type",
    429: "web/too-often seat/locked",
    500: "web/internal file/unreadable script/cannot-write",
}
_STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""The status of an answer by the code of its error; of all others it is 422: the rules forbid it."""
_TOKEN = re.compile("[A-Za-z0-9_-]{16,64}", re.ASCII)
_MOST_TOKENS = 50
_WEEK = 7 * 24 * 3600


class WebError(EleusisError):
    """A request that is refused before the game hears of it: codes `web/…`.

    `wait` is after how many seconds it may be sent again, 0 where waiting doesn't help.
    """

    def __init__(self, code: str, message: str, place: Place = NOWHERE, wait: float = 0) -> None:
        super().__init__(code, message, place)
        self.wait = wait


def status_of(error: EleusisError) -> int:
    """The status of HTTP with which an error is answered."""
    return _STATUS.get(error.code, 422)


def error_response(error: EleusisError, status: int | None = None) -> Response:
    """An error as an answer: `{"error": {"code", "text"}}`, with `line` and `column` where it stands in a text."""
    more = error.more if isinstance(error, TableError) else {}
    answer = Data({"error": say_error(error), **more}, status or status_of(error))
    wait = error.wait if isinstance(error, WebError | SeatError) else 0
    if wait:
        answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


def say_error(error: EleusisError) -> ErrorSaid:
    """An error as it is sent."""
    line, column = (UNSET if at is None else at for at in (error.line, error.column))
    readings: list[RuleMeant] | UnsetType = UNSET
    if isinstance(error, TwoReadings):
        readings = [RuleMeant(rule, english) for rule, english in error.readings]
    return ErrorSaid(error.code, visible(error.message), line, column, readings)


async def answer_error(_: Request, error: Exception) -> Response:
    """Starlette's handler of an EleusisError, or of its own HTTPException: no such page, a method not allowed."""
    if isinstance(error, EleusisError):
        return error_response(error)
    assert isinstance(error, HTTPException)
    refusal = {
        404: WebError("web/not-found", "there is nothing here"),
        405: WebError("web/method", "this address doesn't take that method"),
    }.get(error.status_code, WebError("web/refused", "this is refused"))
    answer = error_response(refusal, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def answer_mistake(_: Request, error: Exception) -> Response:
    """Starlette's handler for everything else, of which nothing is said; the error is passed on to be logged."""
    return error_response(WebError("web/internal", "a bug in eleusis itself: its terminal says where"))


HANDLERS = {EleusisError: answer_error, HTTPException: answer_error, Exception: answer_mistake}
"""What Starlette is given as `exception_handlers`."""


def log_mistake(path: str, error: BaseException) -> None:
    """One line on stderr about a mistake of ours: where, and of which kind, but not what it says.

    The host plays too, and an error may quote a rule or a hand.
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f"{last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last is not None else "nowhere"
    print(
        f"eleusis: a mistake at {visible(path)[:200]}: {type(error).__name__} in {where}",
        file=sys.stderr,
        flush=True,
    )


# Bodies


class Data(Response):
    """An answer in JSON: a message, or plain data."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """What is sent."""
        return msgspec.json.encode(content)


async def read_body(request: Request, kind: type[M]) -> M:
    """What a request brings, as a message of this kind; keys that the kind doesn't have are passed over.

    Raises WebError: `web/json`, `web/key`, `web/type`.
    """
    return read_message(json_object(await request.body()), kind)


def json_object(raw: bytes) -> dict[str, object]:
    """One JSON object in UTF-8, with no key twice. Raises WebError `web/json`."""
    try:
        return read_object(raw)
    except ValueError as error:
        raise WebError("web/json", f"the body isn't a JSON object: {error}") from None


def read_message(data: Mapping[str, object], kind: type[M]) -> M:
    """Data as a message of this kind. Raises WebError: `web/key` where a key is missing, `web/type`."""
    missing = next((name for name in _list_needed(kind) if name not in data), None)
    if missing is not None:
        raise WebError("web/key", f"the key {quote(missing)} is missing")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise WebError("web/type", str(error)[:_LONGEST]) from None


@cache
def _list_needed(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.required)


# The cookie


class SeatCookie:
    """The cookie of this server: named by its port, with the tokens of all seats that a browser holds."""

    def __init__(self, port: int, *, secure: bool = False) -> None:
        """`secure` where the world sees the server by https."""
        self.name = f"eleusis-{port}"
        self.secure = secure

    def read(self, headers: Iterable[str]) -> tuple[str, ...]:
        """The tokens in the `Cookie` headers of a request; what can't be a token is left out."""
        tokens: dict[str, None] = {}
        for header in headers:
            for part in header[:16_384].split(";"):
                name, _, value = part.strip(" \t").partition("=")
                if name == self.name:
                    words = value.strip('"').split(".", _MOST_TOKENS)[:_MOST_TOKENS]
                    tokens.update(dict.fromkeys(word for word in words if _TOKEN.fullmatch(word)))
        return tuple(tokens)[:_MOST_TOKENS]

    def tokens_of(self, request: Request) -> tuple[str, ...]:
        """The tokens that a request brings."""
        return self.read(request.headers.getlist("cookie"))

    def put(self, response: Response, tokens: Iterable[str]) -> None:
        """Have the browser keep these tokens for a week, or forget the cookie where there is none.

        A phone may close its browser at any moment: the cookie outlives that, and no script can read it.
        """
        value = ".".join(tokens)
        response.set_cookie(
            self.name,
            value,
            max_age=_WEEK if value else 0,
            path="/",
            secure=self.secure,
            httponly=True,
            samesite="strict",
        )
