"""The JSON Schema of the protocol that programs play by: each message is one line, and one object.

A message may have keys that this version doesn't know: readers ignore them.
"""

from __future__ import annotations

from eleusis.forms.event_schema import event_schema, form_of
from eleusis.forms.variant_schema import Schema, with_description
from eleusis.forms.view_schema import view_schema

_EVENTS: Schema = {"type": "array", "items": {"$ref": "#/definitions/event"}}


def protocol_schema() -> Schema:
    """The JSON Schema of a line of the protocol, from either side; each message has a definition of its own."""
    messages = {
        "hello": _hello(),
        "ready": _ready(),
        "move": _move(),
        "answer": _answer(),
        "error": _error(),
        "end": _end(),
        "bye": _message("The last message: stdin is closed after it.", {"type": {"const": "bye"}}),
    }
    definitions = {**messages, "event": event_schema(), "view": view_schema()}
    return {
        "description": "A line between eleusis and a program that plays: one JSON object in UTF-8.",
        "anyOf": [{"$ref": f"#/definitions/{name}"} for name in messages],
        "definitions": definitions,
    }


def _message(description: str, properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """A message that has these keys, and may have more."""
    required = [key for key in properties if key not in optional]
    return {"description": description, "type": "object", "properties": properties, "required": required}


def _hello() -> Schema:
    properties: dict[str, Schema] = {
        "type": {"const": "hello"},
        "protocol": {"description": "The version of the protocol.", "type": "integer", "minimum": 1},
        "seat": with_description("The seat that the program plays for.", form_of(str)),
        "players": with_description("Who sits there, clockwise.", form_of(tuple[str, ...])),
        "variant": {"description": "The whole edition, as in a file: eleusis schema variant.", "type": "object"},
    }
    return _message("To the program, before each game; it answers with ready.", properties)


def _ready() -> Schema:
    name = {"description": "What the program calls itself.", "type": ["string", "null"]}
    return _message("From the program, within 30 s.", {"type": {"const": "ready"}, "name": name}, ("name",))


def _move() -> Schema:
    properties: dict[str, Schema] = {
        "type": {"const": "move"},
        "n": {
            "description": "The number that the move will have among the steps.",
            "type": "integer",
            "minimum": 1,
        },
        "events": with_description("What has happened since the last message, as the seat sees it.", _EVENTS),
        "view": {"description": "What the seat sees.", "allOf": [{"$ref": "#/definitions/view"}]},
        "options": with_description(
            'Moves that it may make, without the seat: single cards, of which a string is built; guess "" to be '
            "filled in.",
            form_of(tuple[str, ...]),
        ),
    }
    return _message("To the program, which answers with its move.", properties)


def _answer() -> Schema:
    properties: dict[str, Schema] = {
        "move": {"description": "The move, without the seat: play 5H 6H.", "type": "string"},
        "rule": {"description": "Its best guess of the secret rule.", "type": ["string", "null"]},
        "confidence": {
            "description": "How probable it holds that rule.",
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
        },
        "tokens": {
            "description": "What the answer cost, where a model was asked.",
            "type": ["integer", "null"],
            "minimum": 0,
        },
    }
    return _message(
        "From the program, in time: its answer to move, and to error.", properties, ("rule", "confidence", "tokens")
    )


def _error() -> Schema:
    properties: dict[str, Schema] = {
        "type": {"const": "error"},
        "code": {"description": "What kind of error its answer is: docs/errors.md.", "type": "string"},
        "text": {"description": "The error in a sentence.", "type": "string"},
    }
    return _message("To the program, which answers again; the third in one move is its last.", properties)


def _end() -> Schema:
    properties: dict[str, Schema] = {
        "type": {"const": "end"},
        "events": with_description("What has happened since the last message, as the seat sees it.", _EVENTS),
        "rule": with_description("The rule of the round; null where none was given.", form_of(str | None)),
        "scores": {
            "description": "The points of the round by seat.",
            "type": "object",
            "additionalProperties": {"type": "integer"},
        },
    }
    return _message("To the program, after each round; it is not answered.", properties)
