"""Answers as Starlette sends them, what it answers by itself, and the cookie with the tokens of the seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Send

from eleusis.doors.web.refused import WebError
from eleusis.doors.web.wire import WebAnswer, send_error
from eleusis.ground.errors import EleusisError

_TOKEN = re.compile("[A-Za-z0-9_-]{16,64}", re.ASCII)
_MOST_TOKENS = 50
_WEEK = 7 * 24 * 3600


def respond(answer: WebAnswer) -> Response:
    """An answer, to be sent."""
    return Response(answer.body, answer.status, {**answer.headers}, answer.media)


def change_head(send: Send, change: Callable[[Message], None]) -> Send:
    """A `send` of ASGI that changes the head of an answer before it goes out."""

    async def send_part(message: Message) -> None:
        if message["type"] == "http.response.start":
            change(message)
        await send(message)

    return send_part


async def answer_error(_: Request, error: Exception) -> Response:
    """Starlette's handler of an EleusisError, or of its own HTTPException: no such page, a method not allowed."""
    if isinstance(error, EleusisError):
        return respond(send_error(error))
    assert isinstance(error, HTTPException)
    refusal = {
        404: WebError("web/not-found", "there is nothing here"),
        405: WebError("web/method", "this address doesn't take that method"),
    }.get(error.status_code, WebError("web/refused", "this is refused"))
    answer = respond(send_error(refusal, error.status_code))
    answer.headers.update(error.headers or {})
    return answer


async def answer_mistake(_: Request, error: Exception) -> Response:
    """Starlette's handler for everything else, of which nothing is said; the error is passed on to be logged."""
    return respond(send_error(WebError("web/internal", "a bug in eleusis itself: its terminal says where")))


HANDLERS = {EleusisError: answer_error, HTTPException: answer_error, Exception: answer_mistake}
"""What Starlette is given as `exception_handlers`."""


class SeatCookie:
    """The cookie of this server, with the tokens of all seats that a browser holds.

    Browsers share cookies among all ports of a host: `of` tells this server's from others' there.
    """

    def __init__(self, of: int | str, *, secure: bool = False, path: str = "/") -> None:
        """`secure` where the world sees the server by https; `path` is below which the cookie is sent at all."""
        self.name = f"eleusis-{of}"
        self.secure = secure
        self._path = path

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
            path=self._path,
            secure=self.secure,
            httponly=True,
            samesite="strict",
        )
