"""What goes in and out as JSON: bodies read strictly, errors in one form, and the cookie with its tokens."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable, Mapping
from typing import NoReturn

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from eleusis.doors.web.evenings.refused import TableError
from eleusis.doors.web.seats.seat_names import SeatError
from eleusis.ground.errors import NOWHERE, EleusisError, Place, did_you_mean, name_value, quote, visible

_DEEPEST = 20
"""How deep a body may be nested."""
_STATUS = {
    "web/no-seat": 404,
    "web/bots-seat": 409,
    "web/table-full": 409,
    "web/enough-seats": 409,
    "web/game-on": 409,
    "web/round-on": 409,
    "web/not-dealing": 403,
    "web/told-later": 403,
    "web/paused": 409,
    "web/not-now": 409,
    "web/no-round": 409,
    "web/broken": 409,
    "web/moved": 409,
    "seat/taken": 409,
    "seat/alike": 409,
    "seat/full": 409,
    "seat/wrong-pin": 403,
    "seat/locked": 429,
    "seat/not-held": 404,
    "file/unreadable": 500,
    "script/cannot-write": 500,
}
"""The status of an answer by the code of its error; of all others it is 422: the rules forbid it."""
_TOKEN = re.compile("[A-Za-z0-9_-]{16,64}", re.ASCII)
_MOST_TOKENS = 50
_WEEK = 7 * 24 * 3600


class WebError(EleusisError):
    """A request that is refused before the game hears of it: codes `web/…`, each with a status of HTTP.

    `wait` is after how many seconds it may be sent again, 0 where waiting doesn't help.
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        wait: float = 0,
        place: Place = NOWHERE,
    ) -> None:
        super().__init__(code, message, place)
        self.status = status
        self.wait = wait

    def at(self, place: Place) -> WebError:
        """The same error at another place."""
        return WebError(self.code, self.status, self.message, self.wait, place)

    def __reduce__(self) -> tuple[type[WebError], tuple[str, int, str, float, Place]]:
        return WebError, (self.code, self.status, self.message, self.wait, self.place)


def status_of(error: EleusisError) -> int:
    """The status of HTTP with which an error is answered."""
    return error.status if isinstance(error, WebError) else _STATUS.get(error.code, 422)


def error_response(error: EleusisError) -> Response:
    """An error as an answer: `{"error": {"code", "text"}}`, with `line` and `column` where it stands in a text."""
    about: dict[str, str | int] = {"code": error.code, "text": visible(error.message)}
    about |= {key: value for key, value in (("line", error.line), ("column", error.column)) if value is not None}
    more = error.more if isinstance(error, TableError) else {}
    answer = JSONResponse({"error": about, **more}, status_of(error))
    wait = error.wait if isinstance(error, WebError | SeatError) else 0
    if wait:
        answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


async def answer_error(_: Request, error: Exception) -> Response:
    """Starlette's handler of an EleusisError, or of its own HTTPException: no such page, a method not allowed."""
    if isinstance(error, EleusisError):
        return error_response(error)
    assert isinstance(error, HTTPException)
    refusal = {
        404: WebError("web/not-found", 404, "there is nothing here"),
        405: WebError("web/method", 405, "this address doesn't take that method"),
    }.get(error.status_code, WebError("web/refused", error.status_code, "this is refused"))
    answer = error_response(refusal)
    answer.headers.update(error.headers or {})
    return answer


async def answer_mistake(_: Request, error: Exception) -> Response:
    """Starlette's handler for everything else; the error is passed on to be logged."""
    return error_response(mistake())


def mistake() -> WebError:
    """What is said of a mistake of ours: nothing of it."""
    return WebError("web/internal", 500, "a mistake in eleusis itself: its terminal says where")


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


async def read_json(request: Request) -> dict[str, object]:
    """The body of a request, which must be one JSON object. Raises WebError `web/json`."""
    return json_object(await request.body())


def json_object(raw: bytes) -> dict[str, object]:
    """One JSON object in UTF-8: no key twice, no NaN, no endless number, no half character, not too deep.

    Raises WebError `web/json`.
    """
    try:
        value = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_refuse_number, parse_float=_number
        )
    except WebError:
        raise
    except UnicodeDecodeError:
        _refuse("the body must be UTF-8")
    except json.JSONDecodeError as error:
        _refuse(f"the body isn't JSON (line {error.lineno}, column {error.colno})")
    except (ValueError, RecursionError):
        _refuse("the body holds a number that is too long, or is nested too deep")
    if not isinstance(value, dict):
        _refuse("the body must be a JSON object")
    _check_values(value)
    return value


def _refuse(text: str) -> NoReturn:
    raise WebError("web/json", 400, text)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON. Raises WebError where a key stands twice: which of them is meant?"""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        _refuse(f"the key {quote(twice)} appears twice")
    return value


def _refuse_number(text: str) -> NoReturn:
    _refuse(f"{text} isn't a JSON number")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _refuse("the body holds a number that is too large")
    return value


def _check_values(top: object) -> None:
    """Raises WebError for what is nested too deep, and for half of a surrogate pair, which nothing can print."""
    level = [top]
    for _ in range(_DEEPEST):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value, *value.values()]
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str) and not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
                _refuse("the body holds half of a character")
        if not below:
            return
        level = below
    _refuse(f"the body is nested more than {_DEEPEST} deep")


Kinds = Mapping[str, tuple[type, ...]]
"""For each key of a body the types that its value may have; True is no number here."""


def check_keys(body: Mapping[str, object], needed: Kinds, others: Kinds) -> None:
    """See that a body has the keys that it needs, none but these and the others, and each value of a type for it.

    Raises WebError `web/key`, `web/type`.
    """
    kinds = {**needed, **others}
    for key, value in body.items():
        if key not in kinds:
            raise WebError("web/key", 400, f"there is no key {quote(key)} here{did_you_mean(key, kinds)}")
        if type(value) not in kinds[key]:
            words = " or ".join(_WORDS[kind] for kind in kinds[key])
            raise WebError("web/type", 400, f"{quote(key)} is {words}, not {name_value(value)}")
    for key in needed:
        if key not in body:
            raise WebError("web/key", 400, f"the key {quote(key)} is missing")


_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


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
