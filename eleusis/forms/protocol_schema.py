"""The JSON Schema of the protocol that programs play by: each message is one line, and one object.

A message may have keys that this version doesn't know: readers ignore them.
"""

from __future__ import annotations

from eleusis.forms.event_schema import event_schema, schema_of, view_schema
from eleusis.forms.variant_schema import Schema
from eleusis.minds.players.program.messages import Answer, AnswerRefused, AskMove, Bye, Hello, Ready, RoundOver

_MESSAGES = {
    "hello": Hello,
    "ready": Ready,
    "move": AskMove,
    "answer": Answer,
    "error": AnswerRefused,
    "end": RoundOver,
    "bye": Bye,
}


def protocol_schema() -> Schema:
    """The JSON Schema of a line of the protocol, from either side; each message has a definition of its own."""
    messages = {name: schema_of(kind) for name, kind in _MESSAGES.items()}
    for name in ("move", "end"):
        messages[name]["properties"]["events"]["items"] = {"$ref": "#/definitions/event"}
    view = messages["move"]["properties"]["view"]
    messages["move"]["properties"]["view"] = {
        "description": view["description"],
        "allOf": [{"$ref": "#/definitions/view"}],
    }
    return {
        "description": "A line between eleusis and a program that plays: one JSON object in UTF-8.",
        "anyOf": [{"$ref": f"#/definitions/{name}"} for name in messages],
        "definitions": {**messages, "event": event_schema(), "view": view_schema()},
    }
