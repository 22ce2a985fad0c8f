"""What goes in and out as JSON, whatever carries it: bodies read strictly, answers, and errors in one form."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from functools import cache
from typing import TypeVar

import attrs
import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from eleusis.doors.web.refused import WebError
from eleusis.doors.web.strict_json import read_object
from eleusis.doors.web.web_messages import ErrorSaid, RuleMeant
from eleusis.ground.data import from_data
from eleusis.ground.errors import EleusisError, SaidInEnglish, quote, visible

M = TypeVar("M", bound=msgspec.Struct)
_LONGEST = 200
"""Characters of what is said about a wrong value: it may quote that."""
_CODES = {
    400: "web/json web/key web/type",
    401: "web/no-token web/host-key",
    403: "web/host web/origin web/not-yours web/code web/not-dealing web/told-later web/owner-only seat/wrong-pin",
    404: "web/not-found web/no-table web/no-seat seat/not-held",
    405: "web/method",
    408: "web/too-slow",
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


def status_of(error: EleusisError) -> int:
    """The status of HTTP with which an error is answered."""
    return _STATUS.get(error.code, 422)


@attrs.frozen
class WebAnswer:
    """What a request is answered: bytes of a kind, with a status of HTTP."""

    body: bytes
    """What is sent."""
    status: int = 200
    """The status."""
    media: str = "application/json"
    """What kind of text it is."""
    headers: Mapping[str, str] = attrs.field(factory=dict)
    """What else is said of it."""


def send_data(content: object, status: int = 200) -> WebAnswer:
    """An answer in JSON: a message, or plain data."""
    return WebAnswer(msgspec.json.encode(content), status)


def send_error(error: EleusisError, status: int | None = None) -> WebAnswer:
    """An error as an answer: `{"error": {"code", "text"}}`, with `line` and `column` where it stands in a text."""
    more, wait = (error.more, error.wait) if isinstance(error, WebError) else ({}, 0.0)
    answer = send_data({"error": say_error(error), **more}, status or status_of(error))
    return attrs.evolve(answer, headers={"Retry-After": str(math.ceil(wait))}) if wait else answer


def say_error(error: EleusisError) -> ErrorSaid:
    """An error as it is sent."""
    line, column = (UNSET if at is None else at for at in (error.line, error.column))
    readings: list[RuleMeant] | UnsetType = UNSET
    if isinstance(error, SaidInEnglish):
        readings = [RuleMeant(rule, english) for rule, english in error.readings]
    return ErrorSaid(error.code, visible(error.message), line, column, readings)


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


def read_body(raw: bytes, kind: type[M]) -> M:
    """What a request brings, as a message of this kind; keys that the kind doesn't have are passed over.

    Raises WebError: `web/json`, `web/key`, `web/type`.
    """
    return read_message(json_object(raw), kind)


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
        return from_data(data, kind)
    except msgspec.ValidationError as error:
        raise WebError("web/type", str(error)[:_LONGEST]) from None


@cache
def _list_needed(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.required)
