"""Hostile requests to a room: each is refused by name, tells nothing, and the tables stand as they stood.

At the table that is attacked a round is on. Who attacks is a stranger who has learned its code, or the host of
another table of the room, with all that such a host has.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import pytest

from tests.helpers.places import read_tables
from tests.helpers.web_browsers import Answer, Pairs
from tests.helpers.web_rooms import ServedRoom, Visitor, serve_tables

TABLES = read_tables(__file__)

RULE = "if last.red then rank < 8 else red"
HINT = "mind the zebras at noon"
PEOPLE = ("Quillon", "Vesper")
GUEST = "Mallory"
"""Who has a seat at the attackers' table."""


@attrs.frozen
class Hostile:
    """A request. Words in braces stand for what attackers know, as `Scene.facts` has it."""

    path: str
    method: str = "GET"
    headers: Pairs = ()
    body: object = None
    codes: str = "web/not-found"
    """The errors that it may be answered with."""


@attrs.frozen(eq=False)
class Scene:
    """A room, who plays at the table that is attacked, and what attackers know."""

    served: ServedRoom
    code: str
    players: tuple[Visitor, ...]
    facts: Mapping[str, str]
    secrets: tuple[str, ...]
    """What no answer may hold that was not in its request."""
    before: Any

    def look(self) -> dict[str, Any]:
        """All that is kept, and all that the people of the table see."""
        return look(self.served, self.code, self.players)

    def fill(self, text: str) -> str:
        """A text with what attackers know."""
        for name, value in self.facts.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def send(self, hostile: Hostile) -> Answer:
        """The answer to a request of somebody of whom nothing is known yet."""
        headers = [(name, self.fill(value)) for name, value in hostile.headers]
        body = hostile.body
        if hostile.method == "POST":
            raw = body if isinstance(body, bytes) else self.fill(json.dumps(body)).encode()
            given = {name for name, _ in headers}
            own = [("content-type", "application/json"), ("content-length", str(len(raw)))]
            headers += [pair for pair in own if pair[0] not in given]
            parts = [raw]
        else:
            parts = []
        return self.served.visitor().ask(hostile.method, self.fill(hostile.path), headers, parts)


def look(served: ServedRoom, code: str, players: tuple[Visitor, ...]) -> dict[str, Any]:
    folder = served.room.folder
    return {
        "files": {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("????*.yaml*")},
        "room": (folder / "room.json").read_bytes(),
        "table": [{**player.table(code), "you": None} for player in players],
        "views": [player.view(code) for player in players],
        "streams": [player.events(f"/{code}/api/events?after=0") for player in players],
        "seats": [player.table(code)["you"] for player in players],
        "pins": [player.get(f"/{code}/api/pin").json for player in players],
        "tables": {table["code"]: table["players"] for table in served.owner().json["tables"]},
    }


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    settings = {"rules": [RULE], "players": "Law:random", "dealer": "Law"}
    with serve_tables(tmp_path_factory.mktemp("room"), settings) as served:
        code, other = served.make(PEOPLE, ())
        players = tuple(served.visitor() for _ in PEOPLE)
        for player, name in zip(players, PEOPLE, strict=True):
            assert player.sit(code, name).status == 201
        guest = served.visitor()
        assert guest.sit(other, GUEST).status == 201
        guest.get(f"/{other}/api/table")
        served.owner("start", tables=[code])
        served.owner("hint", tables=[code], text=HINT)
        mover = players[PEOPLE.index(players[0].view(code)["view"]["to_act"])]
        assert mover.move(code, mover.view(code)["options"][0]).status == 200
        table = served.room.open[code]
        seen = [player.view(code)["view"] for player in players]
        facts = {
            "A": code,
            "cookie": served.room.cookie().name,
            "COOKIE": served.room.cookie().name.upper(),
            "a": code.lower(),
            "B": other,
            "token": guest.cookies[f"/{other}/", served.room.cookie().name],
            "key": served.room.open[other].api.seating.key,
            "pass": served.inner._pass(other),
            "wall": served.room.wall_key,
            "ticket": "x" * 32,
            "owner": served.room.kept.key,
            "n": str(table.evening.chronicle.last),
        }
        pins = [player.get(f"/{code}/api/pin").json["pin"] for player in players]
        tokens = [player.cookies[f"/{code}/", served.room.cookie().name] for player in players]
        hands = [json.dumps(view["hand"])[1:-1] for view in seen]
        secrets = (*PEOPLE, RULE, "rank < 8", HINT, *pins, *tokens, *hands, table.api.seating.key)
        secrets += (served.room.kept.key, served.inner._pass(code), str(served.room.folder))
        yield Scene(served, code, players, facts, secrets, look(served, code, players))


# What is sent

SEAT: Pairs = [("cookie", "{cookie}={token}")]
HOST: Pairs = [("authorization", "Bearer {key}")]
WALL: Pairs = [("authorization", "Bearer {wall}")]
BOTH: Pairs = [*SEAT, *HOST]
WHO: Mapping[str, Pairs] = {
    **TABLES["who"],
    "a seat elsewhere": SEAT,
    "a host elsewhere": HOST,
    "the wall": WALL,
    "two cookies": [("cookie", "{cookie}={token}; {cookie}=" + "A" * 32)],
    "many tokens": [("cookie", "{cookie}={token}." + ".".join("A" * 31 + chr(65 + n) for n in range(25)))],
    "half a key": [("authorization", "Bearer {key}"[:-1])],
}
"""What attackers bring."""
POSTS: Mapping[str, tuple[str, object, str]] = TABLES["posts"]
"""What is done at a table."""
ROOM: Mapping[str, object] = {
    **TABLES["room"],
    "make": {"do": "make", "groups": [["Quillon"]] * 40},
}
"""What only the owner does."""
OWNERS: Mapping[str, tuple[object, str]] = {
    **TABLES["owners"],
    "too many tables": ({"do": "stop", "tables": ["BBBB"] * 10_001}, "web/too-large"),
    "too many groups": ({"do": "make", "groups": [[]] * 41}, "web/type"),
    "a name too long": ({"do": "make", "groups": [["x" * 61]]}, "web/type"),
    "rules without end": ({"do": "set", "rules": ["red"] * 101}, "web/type"),
    "more than anybody": ({"do": "set", "anybody": 10**9}, "web/type"),
    "a pace without end": ({"do": "set", "pace": 1e308}, "web/type"),
    "not a number": (b'{"do": "set", "pace": NaN}', "web/json"),
    "nested": (b'{"do": ' + b"[" * 30_000, "web/json"),
    "a key twice": (b'{"do": "start", "do": "stop"}', "web/json"),
    "a list of bodies": (b'[{"do": "start"}]', "web/json"),
    "another encoding": ('{"do": "start"}'.encode("utf-16"), "web/json"),
    "bytes": (b"\xff\x00", "web/json"),
    "too large": (b'{"do": "start", "x": "' + b"x" * 70_000 + b'"}', "web/too-large"),
}
"""Bodies that even the owner's key doesn't carry."""
PATHS: Mapping[str, str] = {
    **TABLES["paths"],
    "static, long": "/{B}/static/" + "a" * 900,
}
"""Where there is nothing."""
TICKETS = (
    "x", "", ".", "..", "%2e%2e", "{ticket}", "{A}", "{key}", "{token}", "{wall}", "*", "%00", "x" * 900, "{A}/1",
    "١", "None", "0", "-1", "%ff",
)  # fmt: skip
QUERIES: Mapping[str, tuple[str, str]] = {
    **TABLES["queries"],
    "from very far": ("events?after=" + "9" * 3000, "web/type"),
    "a long query": ("view?x=" + "y" * 5000, "web/too-long"),
}
"""What is asked at the table by who has no seat there."""
SITES: Mapping[str, tuple[Pairs, str]] = TABLES["sites"]
METHODS = ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "", "HEAD/")


def gather() -> Iterator[tuple[str, Hostile]]:
    """All requests by their names."""
    for who, headers in WHO.items():
        for what, (path, body, code) in POSTS.items():
            yield f"{who}: {what}", Hostile(f"/{{A}}/api/{path}", "POST", headers, body, code)
        yield f"{who}: the host's page", Hostile("/{A}/api/host", "GET", headers, codes="web/host-key")
        for path in ("/api/room", "/api/room/log"):
            yield f"{who}: {path}", Hostile(path, "GET", headers, codes="web/host-key")
        if who != "the wall":
            yield f"{who}: the wall's tables", Hostile("/api/room/wall", "GET", headers, codes="web/host-key")
    for what, body in ROOM.items():
        for who in ("a stranger", "a host elsewhere", "the wall"):
            yield f"{who}: {what} at all tables", Hostile("/api/room", "POST", WHO[who], body, "web/host-key")
    for who in ("a stranger", "a host elsewhere", "the wall", "a seat elsewhere"):
        yield f"{who}: a table made", Hostile("/api/room/tables", "POST", WHO[who], {}, "web/owner-only")
    owner = [("authorization", "Bearer {owner}")]
    for name, (body, code) in OWNERS.items():
        yield f"the owner: {name}", Hostile("/api/room", "POST", owner, body, code)
    for name, path in PATHS.items():
        yield f"a path: {name}", Hostile(path, headers=BOTH, codes="web/not-found web/no-table")
    for ticket in TICKETS:
        yield f"a ticket: {ticket[:20]}", Hostile(f"/talk/{ticket}", headers=BOTH)
    for name, (path, code) in QUERIES.items():
        yield f"a query: {name}", Hostile(f"/{{A}}/api/{path}", headers=SEAT, codes=code)
    for header in ("-1", "x", "9" * 3000, "1 OR 1=1", "\xff"):
        given = [("last-event-id", header)]
        yield f"a stream after {header[:10]!r}", Hostile("/{A}/api/events", headers=given, codes="web/type")
    for name, (headers, code) in SITES.items():
        for path in ("/{A}/api/moves", "/api/room"):
            hostile = Hostile(path, "POST", [*BOTH, *headers], {"do": "start"}, code)
            yield f"{name}: {path}", hostile
    for method in METHODS:
        for path in ("/{A}/api/table", "/api/room", "/{A}/static/base.css", "/{A}/"):
            yield f"{method!r} {path}", Hostile(path, method, BOTH, codes="web/method")
    for path in ("/{A}/", "/{A}/api/table", "/{A}/api/file", "/{A}/static/base.css", "/api/room/door", "/talk/x"):
        yield f"a POST to {path}", Hostile(path, "POST", BOTH, {}, "web/method")


REQUESTS = dict(gather())


def test_there_are_enough_of_them() -> None:
    assert len(REQUESTS) > 300


@pytest.mark.long
@pytest.mark.parametrize("name", REQUESTS)
def test_a_hostile_request_is_refused_and_tells_nothing(scene: Scene, name: str) -> None:
    hostile = REQUESTS[name]
    answer = scene.send(hostile)
    assert 400 <= answer.status < 500, answer
    assert answer.code in hostile.codes.split(), answer
    assert answer.json["error"]["text"], answer
    assert len(answer.body) < 1000, "what was sent is not sent back"
    assert answer.headers["x-content-type-options"] == "nosniff"
    asked = scene.fill(f"{hostile.path} {hostile.headers} {hostile.body}")
    whole = answer.body.decode() + str(answer.headers)
    assert not [secret for secret in scene.secrets if secret in whole and secret not in asked]


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_lost(scene: Scene) -> Iterator[None]:
    yield
    assert scene.look() == scene.before
    assert not Counter(table.code for table in scene.served.room.tables()).keys() - {scene.code, scene.facts["B"]}


def test_what_is_looked_for_is_what_the_people_of_the_table_see(scene: Scene) -> None:
    whole = json.dumps({**scene.before, "files": {}, "room": ""}) + str(scene.before["files"])
    assert [secret for secret in (*PEOPLE, RULE, HINT) if secret not in whole] == []
    assert [pin["pin"] in scene.secrets for pin in scene.before["pins"]] == [True, True]
    for view in scene.before["views"]:
        assert any(json.dumps(view["view"]["hand"])[1:-1] == secret for secret in scene.secrets)
