"""The JSON Schemas of what a round is told by: its events, and what a seat sees, described from their types.

An event may have keys that this version doesn't know, and a record types that it doesn't know: readers ignore both.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eleusis.forms.variant_schema import Schema
from eleusis.game.events import AnyEvent
from eleusis.game.view import SeenRound
from eleusis.ground.cards import Card

_CARD: Schema = {"type": "string", "pattern": r"^(?:(?:10|[2-9AJQK])[SHDC]|\?\?)$"}


def event_schema() -> Schema:
    """The JSON Schema of an event, as `Event.to_json` gives it."""
    return {"description": "What happened in a round.", **schema_of(AnyEvent)}


def view_schema() -> Schema:
    """The JSON Schema of a view, as `View.to_json` gives it."""
    return schema_of(SeenRound)


def schema_of(kind: object) -> Schema:
    """The JSON Schema of a type, in one piece."""
    (schema,), parts = msgspec.json.schema_components([kind], schema_hook=_of_card)
    written: Schema = _write_out(schema, parts)
    return written


def _of_card(kind: type) -> Schema:
    if kind is Card:
        return _CARD
    raise NotImplementedError


def _write_out(schema: Any, parts: dict[str, Any]) -> Any:
    """A schema with its parts in the places that refer to them."""
    if isinstance(schema, (list, tuple)):
        return [_write_out(part, parts) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        part = parts[schema["$ref"].rpartition("/")[2]]
        return _write_out({**part, **{key: value for key, value in schema.items() if key != "$ref"}}, parts)
    if len(schema.get("enum", ())) == 1:
        return {"const": schema["enum"][0]}
    return {key: _write_out(part, parts) for key, part in schema.items() if key not in ("title", "discriminator")}
