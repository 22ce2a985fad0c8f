"""The JSON Schema of an event, made from the classes of the events: their fields, what these hold, who sees them.

An event may have keys that this version doesn't know, and a record types that it doesn't know: readers ignore both.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from eleusis.forms.variant_schema import Schema
from eleusis.game.events import EVENTS, AnyEvent
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, kind_of
from eleusis.ground.cards import Card

_FORMS: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Card: {"type": "string", "pattern": r"^(?:(?:10|[2-9AJQK])[SHDC]|\?\?)$"},
}
_SEEN = {EVERYONE: "open to all", NOBODY: "seen by nobody", OWNERS: "each seat sees its own"}


def event_schema() -> Schema:
    """The JSON Schema of an event, as `Event.to_json` gives it."""
    return {"description": "What happened in a round.", "anyOf": [_event(kind) for kind in EVENTS]}


def _event(kind: type[AnyEvent]) -> Schema:
    """A map of the type and all fields."""
    properties: dict[str, Schema] = {"type": {"const": kind.type}}
    for field in kind._fields:
        properties[field] = {**form_of(kind_of(kind, field)), **_who_sees(kind, field)}
    says = " ".join((kind.__doc__ or "").split())
    required = [field for field in kind._fields if field not in kind._defaults]  # one with a default came later
    return {"description": says, "type": "object", "properties": properties, "required": ["type", *required]}


def _who_sees(kind: type[AnyEvent], field: str) -> Schema:
    """Who may see a field; nothing of one that can hold no card, which all may."""
    by = kind._sights.get(field)
    return {} if by is None else {"description": _SEEN.get(by, f"seen by the seat that {by} names")}


def form_of(kind: Any) -> Schema:
    """The schema of a field of this kind. Raises KeyError for a kind that no event had so far."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return {"anyOf": [form_of(part) for part in parts]}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is tuple:
        return {"type": "array", "items": form_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": form_of(parts[1])}
    return dict(_FORMS[kind])
