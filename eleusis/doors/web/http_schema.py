"""The JSON Schema of what browsers and programs ask of `eleusis serve`, and of what they are answered.

Each body of a request and each answer has a definition, made from its type; `routes` says which belong together.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eleusis.doors.web import web_messages as of
from eleusis.doors.web.rooms import room_messages as room
from eleusis.forms.event_schema import event_schema, view_schema
from eleusis.forms.variant_schema import Schema

_TYPES: dict[str, Any] = {
    "error": of.Refusal, "sit": of.SitDown, "pin": of.SeatPin, "leave": of.GiveUp, "left": of.SeatLeft,
    "table_event": of.TableNews, "table": of.TableSeen, "seen": of.RoundSeen, "story": list[of.LineSeen],
    "undone": of.TakenBack, "move": of.MakeMove, "moved": of.MoveDone, "choose": of.ChooseRule,
    "done": of.ThingDone, "host_page": of.HostSeen, "editions": list[of.EditionSeen], "kinds": list[of.BotSeen],
    "rules": of.RulesSeen, "phrases": of.Phrases, "words": of.PhraseWords, "hole": of.PhraseHole,
    "look": of.LookAtRule, "read": of.ReadText, "text_read": of.TextRead,
    "looked_at": of.LookedAt, "told": of.RoundTold, "transcript": of.TranscriptSeen, "review": of.ReviewSeen,
    "door": room.DoorSeen, "make_table": room.MakeTable, "table_made": room.TableMade, "room": room.RoomSeen,
    "room_done": room.RoomDone, "wall": room.WallSeen, "log": room.LogSeen,
}  # fmt: skip
"""What each definition is made from."""
_OWNER_WORK = (room.DoForAll, room.HintForAll, room.MakeTables, room.SetRoom, room.TalkItOver)
_HOST_WORK = (of.DoSimply, of.FreeSeat, of.PutBot, of.PutPerson, of.GiveHint, of.SetUp)
_ROUTES: tuple[tuple[str, str, str, str | None, dict[str, str]], ...] = (
    ("GET /api/table", "How the table stands.", "", None, {"200": "table"}),
    ("GET /api/view", "The round as the seat sees it.", "seat", None, {"200": "seen", "403": "error"}),
    ("GET /api/events", "Server-sent events: undone and event by number, event: table without.", "seat after",
     None, {"200": "event undone table_event", "403": "error", "429": "error"}),
    ("POST /api/seats", "Sit down.", "", "sit",
     {"201": "pin", "403": "error", "404": "error", "409": "error", "422": "error", "429": "error"}),
    ("POST /api/leave", "Give a seat up.", "", "leave", {"200": "left", "401": "error", "403": "error"}),
    ("GET /api/pin", "The PIN of your own seat.", "seat", None, {"200": "pin", "401": "error", "403": "error"}),
    ("POST /api/moves", "Move.", "", "move",
     {"200": "moved", "401": "error", "403": "error", "409": "error", "422": "error"}),
    ("POST /api/rule", "Choose the secret rule, as the dealer.", "", "choose",
     {"200": "done", "401": "error", "403": "error", "422": "error"}),
    ("POST /api/host", "What the host does; with Authorization: Bearer KEY.", "", "host",
     {"200": "done", "401": "error", "404": "error", "409": "error", "422": "error"}),
    ("GET /api/host", "What the host sees; with Authorization: Bearer KEY.", "", None,
     {"200": "host_page", "401": "error"}),
    ("GET /api/qr.svg", "The QR code of the first page, as SVG.", "", None, {"200": ""}),
    ("GET /api/editions", "The editions.", "", None, {"200": "editions"}),
    ("GET /api/kinds", "The kinds of bot.", "", None, {"200": "kinds"}),
    ("GET /api/rules", "The rules of this edition.", "", None, {"200": "rules"}),
    ("GET /api/phrases", "The phrases that rules are built from.", "", None, {"200": "phrases"}),
    ("POST /api/rules/look", "Look at a rule.", "", "look", {"200": "looked_at_or_error"}),
    ("POST /api/rules/read", "Read a sentence of English.", "", "read", {"200": "text_read"}),
    ("GET /api/rounds/{number}", "A round that is over.", "", None,
     {"200": "told", "403": "error", "404": "error"}),
    ("GET /api/rounds/{number}/transcript", "The round as text, as a seat saw it.", "seat", None,
     {"200": "transcript", "403": "error", "404": "error"}),
    ("GET /api/rounds/{number}/review", "What could have been known in it.", "", None,
     {"200": "review", "403": "error", "404": "error"}),
    ("GET /review/{number}", "The same as a page.", "", None, {"200": "", "403": "error", "404": "error"}),
    ("GET /api/file", "The game file in YAML, once the game is over.", "", None, {"200": "", "403": "error"}),
    ("GET /api/room/door", "Of a room: whether you may make a table.", "", None, {"200": "door"}),
    ("POST /api/room/tables", "Make a table in a room.", "", "make_table",
     {"201": "table_made", "403": "error", "429": "error"}),
    ("GET /api/room", "A room, as its owner sees it; with Authorization: Bearer KEY.", "", None,
     {"200": "room", "401": "error"}),
    ("POST /api/room", "What the owner of a room does; with Authorization: Bearer KEY.", "", "owner",
     {"200": "room_done", "400": "error", "401": "error", "422": "error"}),
    ("GET /api/room/wall", "All tables of a room, as its wall shows them; with the wall's key or the owner's.", "",
     None, {"200": "wall", "401": "error"}),
    ("GET /api/room/log", "What has happened in a room; with Authorization: Bearer KEY.", "", None,
     {"200": "log", "401": "error"}),
)  # fmt: skip
"""For each request: what it does, the keys of its query, its body, and its answers by status ("": no JSON)."""


def http_schema() -> Schema:
    """The JSON Schemas of requests and answers, by name, and the routes that they belong to."""
    forms, parts = msgspec.json.schema_components(
        [*_TYPES.values(), *_HOST_WORK, *_OWNER_WORK], ref_template="#/definitions/{name}"
    )
    made = dict(zip(_TYPES, forms, strict=False))
    definitions: dict[str, Schema] = {
        **{name: parts.pop(kind.__name__) if "$ref" in made[name] else made[name] for name, kind in _TYPES.items()},
        "looked_at_or_error": {
            "description": "What can be said about a rule; or, with line and column, why the text isn't a rule.",
            **_any_of(["looked_at", "error"]),
        },
        "host": {"description": "What the host does.", **_any_of([kind.__name__ for kind in _HOST_WORK])},
        "owner": {
            "description": "What the owner of a room does.",
            **_any_of([kind.__name__ for kind in _OWNER_WORK]),
        },
        of.RoundSeen.__name__: _ref("seen"),  # so it is called within another
        **parts,
        "event": event_schema(),
        "view": view_schema(),
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The table in the browser, for programs",
        "description": "What is asked of a table in the browser, and answered: JSON in UTF-8. `routes` says for "
        "each method and path which of the definitions its query, its body and its answers by status have. In a "
        "room the paths of a table begin with its code, such as /KWTF/api/table; /api/room is the room's own.",
        "routes": _routes(),
        "definitions": definitions,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _routes() -> Schema:
    """The routes as data, with references to the definitions."""
    routes: Schema = {}
    for route, what, query, body, answers in _ROUTES:
        entry: Schema = {"description": what}
        if query:
            entry["query"] = query.split()
        if body is not None:
            entry["body"] = _ref(body)
        entry["answers"] = {status: _any_of(names.split()) for status, names in answers.items()}
        routes[route] = entry
    return routes


def _any_of(names: list[str]) -> Schema:
    return _ref(names[0]) if len(names) == 1 else {"anyOf": [_ref(name) for name in names]} if names else {}
