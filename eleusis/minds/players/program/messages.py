"""The messages between eleusis and a program, one JSON object a line.

What eleusis writes is ASCII (`\\u2660` for other characters), so every reader of UTF-8 reads it.
"""

from __future__ import annotations

import json
from json import JSONDecodeError
from typing import Annotated, Any, NoReturn

import msgspec
from msgspec import Meta

from eleusis.game.events import AnyEvent
from eleusis.game.view import SeenRound
from eleusis.ground.data import from_data, to_data
from eleusis.ground.errors import PlayerError, quote

PROTOCOL = 1
"""The version of the protocol; it only grows."""

MAX_NAME = 60
"""The most characters of a program's name that are kept."""
MAX_MOVE = 1 << 16
"""The most characters of a move; the longest guess has fewer, however it is escaped."""
MAX_TOKENS = 10**12
"""The most tokens that an answer may cost."""

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

_News = Annotated[
    tuple[AnyEvent, ...], Meta(description="What has happened since the last message, as the seat sees it.")
]
_Share = Annotated[float, Meta(ge=0, le=1)]
_Tokens = Annotated[int, Meta(ge=0, le=MAX_TOKENS)]


class Sent(msgspec.Struct, frozen=True, tag_field="type"):
    """What eleusis says to a program, or a program when it is ready."""

    @property
    def line(self) -> bytes:
        """The message as it is sent."""
        return _encode(to_data(self)).encode("ascii") + b"\n"


class Hello(Sent, frozen=True, tag="hello"):
    """To the program, before each game; it answers with ready."""

    protocol: Annotated[int, Meta(ge=1, description="The version of the protocol.")]
    seat: Annotated[str, Meta(description="The seat that the program plays for.")]
    players: Annotated[tuple[str, ...], Meta(description="Who sits there, clockwise.")]
    variant: Annotated[dict[str, Any], Meta(description="The whole variant, as in a file: eleusis schema variant.")]


class Ready(Sent, frozen=True, tag="ready"):
    """From the program, within 30 s."""

    name: Annotated[str | None, Meta(description="What the program calls itself.")] = None


class AskMove(Sent, frozen=True, tag="move"):
    """To the program, which answers with its move."""

    n: Annotated[int, Meta(ge=1, description="The number that the move will have among the steps.")]
    events: _News
    view: Annotated[SeenRound, Meta(description="What the seat sees.")]
    options: Annotated[
        tuple[str, ...],
        Meta(
            description="Moves that it may make, without the seat: single cards, of which a string is built; "
            'guess "" to be filled in.'
        ),
    ]


class Answer(msgspec.Struct, frozen=True):
    """From the program, in time: its answer to move, and to error."""

    move: Annotated[str, Meta(max_length=MAX_MOVE, description="The move, without the seat: play 5H 6H.")]
    rule: Annotated[str | None, Meta(description="Its best guess of the secret rule.")] = None
    confidence: Annotated[_Share | None, Meta(description="How probable it holds that rule.")] = None
    tokens: Annotated[_Tokens | None, Meta(description="What the answer cost, where a model was asked.")] = None
    tokens_out: Annotated[_Tokens | None, Meta(description="How many of these tokens the model wrote.")] = None


class AnswerRefused(Sent, frozen=True, tag="error"):
    """To the program, which answers again; the third in one move is its last."""

    code: Annotated[str, Meta(description="What kind of error its answer is: docs/errors.md.")]
    text: Annotated[str, Meta(description="The error in a sentence.")]


class RoundOver(Sent, frozen=True, tag="end"):
    """To the program, after each round; it is not answered."""

    events: _News
    rule: Annotated[str | None, Meta(description="The rule of the round; null where none was given.")]
    scores: Annotated[dict[str, int], Meta(description="The points of the round by seat.")]


class Bye(Sent, frozen=True, tag="bye"):
    """The last message: stdin is closed after it."""


def read_ready(line: bytes) -> str:
    """The name that a program gives itself when it is ready; empty where it gives none.

    Raises PlayerError (`player/bad-answer`).
    """
    message, text = _read(line)
    if message.get("type") != "ready":
        _fail(f"this should be 'type': 'ready', not {quote(text)}")
    try:
        return (from_data(message, Ready).name or "")[:MAX_NAME]
    except msgspec.ValidationError as error:
        _fail(f"{error}: {quote(text)}")


def read_answer(line: bytes) -> tuple[Answer, dict[str, str]]:
    """The answer to a question for a move; keys that this version doesn't know are ignored.

    What it need not say and says badly counts as not said; what is wrong with it is told by its key. Raises
    PlayerError (`player/bad-answer`).
    """
    message, text = _read(line)
    slips = {}
    for key in ("rule", "confidence", "tokens", "tokens_out"):
        try:
            from_data({"move": "", key: message.get(key)}, Answer)
        except msgspec.ValidationError as error:
            slips[key] = str(error)
            del message[key]
    try:
        return from_data(message, Answer), slips
    except msgspec.ValidationError as error:
        _fail(f"{error}: {quote(text)}")


def _read(line: bytes) -> tuple[dict[str, Any], str]:
    """The object of a line, and the line as text. Raises PlayerError (`player/bad-answer`)."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        _fail(f"it is not UTF-8: {quote(line[:60].decode('utf-8', 'replace'))}")
    try:
        message = _decode(text)
    except RecursionError:
        _fail(f"it is nested too deep: {quote(text)}")
    except ValueError as error:
        problem = f"{error.msg} at column {error.colno}" if isinstance(error, JSONDecodeError) else str(error)
        _fail(f"it is not JSON ({problem}): {quote(text)}")
    if not isinstance(message, dict):
        _fail(f"it isn't a JSON object: {quote(text)}")
    return message, text


def _take_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which no key stands twice and every text can be written in UTF-8. Raises ValueError."""
    taken: dict[str, Any] = {}
    for key, value in pairs:
        if key in taken:
            raise ValueError(f"it has the key {quote(key)} twice")
        if isinstance(value, str) and not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise ValueError(f"{quote(key)} has half of a surrogate pair") from None
        taken[key] = value
    return taken


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} isn't a JSON number")


def _read_int(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError("one of its numbers has more than 20 digits")
    return int(digits)


_decode = json.JSONDecoder(
    object_pairs_hook=_take_pairs, parse_constant=_refuse_constant, parse_int=_read_int
).decode


def _fail(what: str) -> NoReturn:
    raise PlayerError("player/bad-answer", what)
