"""The messages between eleusis and a program, one JSON object a line.

What eleusis writes is ASCII (`\\u2660` for other characters), so every reader of UTF-8 reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from json import JSONDecodeError
from typing import Any, NoReturn

import attrs

from eleusis.game.events import AnyEvent
from eleusis.ground.errors import PlayerError, name_value, quote
from eleusis.ground.values import Json
from eleusis.variant import Variant, to_mapping

PROTOCOL = 1
"""The version of the protocol; it only grows."""

MAX_NAME = 60
"""The most characters of a program's name that are kept."""

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def hello(seat: str, players: Sequence[str], variant: Variant) -> bytes:
    """The first message before a game: whose seat it is, who sits there clockwise, and the edition in whole."""
    edition = to_mapping(variant)
    return _line({"type": "hello", "protocol": PROTOCOL, "seat": seat, "players": [*players], "variant": edition})


def ask_move(n: int, events: Iterable[AnyEvent], view: Mapping[str, Json], options: Iterable[str]) -> bytes:
    """The question for a move: the `n` that it will have, what has happened, what the seat sees and may do."""
    now = _encode({"view": view, "options": [*options]})
    return f'{{"type":"move","n":{n},"events":{_events(events)},{now[1:]}\n'.encode("ascii")


def refuse_answer(code: str, text: str) -> bytes:
    """The error of the answer before; it is answered like the question."""
    return _line({"type": "error", "code": code, "text": text})


def end_round(events: Iterable[AnyEvent], rule: str | None, scores: Mapping[str, int]) -> bytes:
    """The end of a round: what has happened since, the rule if one was given, the scores."""
    rest = f'"rule":{_encode(rule)},"scores":{_encode({**scores})}'
    return f'{{"type":"end","events":{_events(events)},{rest}}}\n'.encode("ascii")


BYE = b'{"type":"bye"}\n'
"""The last message."""


_TEXTS: dict[int, tuple[AnyEvent, str]] = {}
"""Events of late with their texts, by identity: most are the same to all seats, and sent to one after the other."""


def _events(events: Iterable[AnyEvent]) -> str:
    """The text of a list of events."""
    texts = []
    for event in events:
        entry = _TEXTS.get(id(event))
        if entry is None:
            if len(_TEXTS) >= 256:
                _TEXTS.clear()
            entry = _TEXTS[id(event)] = event, _encode(event.to_json())
        texts.append(entry[1])
    return f"[{','.join(texts)}]"


def _line(message: Mapping[str, object]) -> bytes:
    return _encode(message).encode("ascii") + b"\n"


@attrs.frozen
class Answer:
    """What a program answers to a question; what it need not say is None where it doesn't, or says it badly."""

    move: str
    """The move, without the seat: `play 5H 6H`."""
    rule: str | None = None
    """Its best guess of the secret rule."""
    confidence: float | None = None
    """How probable it holds that rule, from 0 to 1."""
    tokens: int | None = None
    """What the answer cost it, where it asked a model."""
    slips: Mapping[str, str] = attrs.field(factory=dict)
    """What counts as not said, by its key, each in a sentence."""


def read_ready(line: bytes) -> str:
    """The name that a program gives itself when it is ready; empty where it gives none.

    Raises PlayerError (`player/bad-answer`).
    """
    message, text = _read(line)
    if message.get("type") != "ready":
        _fail(f"this should be 'type': 'ready', not {quote(text)}")
    name = message.get("name")
    if name is not None and not isinstance(name, str):
        _fail(f"its name must be a text, not {name_value(name)}")
    return (name or "")[:MAX_NAME]


def read_answer(line: bytes) -> Answer:
    """The answer to a question for a move; keys that this version doesn't know are ignored.

    Raises PlayerError (`player/bad-answer`).
    """
    message, text = _read(line)
    move = message.get("move")
    if not isinstance(move, str):
        _fail(f"it has no move: {quote(text)}" if move is None else f"a move is a text, not {name_value(move)}")
    if len(move) > MAX_MOVE:
        _fail(f"a move of {len(move):,} characters is too long: {quote(move)}")
    if len(message) == 1:
        return Answer(move)
    slips = {}
    rule, confidence, tokens = message.get("rule"), message.get("confidence"), message.get("tokens")
    if rule is not None and not isinstance(rule, str):
        slips["rule"] = f"a rule is a text, not {name_value(rule)}"
        rule = None
    if type(confidence) is int:
        confidence = float(confidence)
    if confidence is not None and not (type(confidence) is float and 0 <= confidence <= 1):
        slips["confidence"] = f"a confidence is a number from 0 to 1, not {name_value(confidence)}"
        confidence = None
    if tokens is not None and not (type(tokens) is int and 0 <= tokens <= MAX_TOKENS):
        slips["tokens"] = f"tokens are a whole number from 0 to {MAX_TOKENS:,}, not {name_value(tokens)}"
        tokens = None
    return Answer(move, rule, confidence, tokens, slips)


MAX_MOVE = 1 << 16
"""The most characters of a move; the longest guess has fewer, however it is escaped."""
MAX_TOKENS = 10**12
"""The most tokens that an answer may cost."""


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
