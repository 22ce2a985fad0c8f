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

from tests.helpers.web_browsers import Answer, Pairs
from tests.helpers.web_rooms import ServedRoom, Visitor, serve_tables

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
    "a stranger": (),
    "a seat elsewhere": SEAT,
    "a host elsewhere": HOST,
    "the wall": WALL,
    "a seat in capitals": [("cookie", "{COOKIE}={token}")],
    "two cookies": [("cookie", "{cookie}={token}; {cookie}=" + "A" * 32)],
    "many tokens": [("cookie", "{cookie}={token}." + ".".join("A" * 31 + chr(65 + n) for n in range(25)))],
    "a pass elsewhere": [("cookie", "eleusis-pass={pass}")],
    "the pass as a token": [("cookie", "{cookie}={pass}")],
    "the key as a token": [("cookie", "{cookie}={key}")],
    "the token as a key": [("authorization", "Bearer {token}")],
    "the pass as a key": [("authorization", "Bearer {pass}")],
    "the code as a key": [("authorization", "Bearer {A}")],
    "no key": [("authorization", "Bearer ")],
    "half a key": [("authorization", "Bearer {key}"[:-1])],
    "two keys": [("authorization", "Bearer {key}"), ("authorization", "Bearer {wall}")],
    "another scheme": [("authorization", "Basic {key}")],
    "a key with a null": [("authorization", "Bearer {key}\x00")],
    "a key that is no ASCII": [("authorization", "Bearer \xff\xfe")],
    "a spoofed address": [("x-forwarded-for", "127.0.0.1"), ("forwarded", "for=127.0.0.1")],
    "a spoofed proxy": [("x-real-ip", "::1"), ("x-forwarded-host", "localhost"), ("x-forwarded-proto", "https")],
    "a spoofed path": [("x-original-url", "/{A}/api/host"), ("x-rewrite-url", "/api/room")],
}
"""What attackers bring."""
POSTS: Mapping[str, tuple[str, object, str]] = {
    "a move": ("moves", {"n": 2, "move": "no-play", "seat": "Quillon"}, "web/no-token"),
    "a rule": ("rule", {"rule": "red", "seat": "Law"}, "web/no-token"),
    "a seat given up": ("leave", {"seat": "Vesper"}, "web/no-token"),
    "a stop": ("host", {"do": "stop"}, "web/host-key"),
    "a setting": ("host", {"do": "set", "free": True}, "web/host-key"),
    "a seat emptied": ("host", {"do": "remove", "seat": "Quillon"}, "web/host-key"),
    "a bot put": ("host", {"do": "bot", "seat": "Quillon", "kind": "good"}, "web/host-key"),
    "a hint given": ("host", {"do": "hint", "text": "red"}, "web/host-key"),
}
"""What is done at a table."""
ROOM: Mapping[str, object] = {
    "start": {"do": "start"},
    "put away": {"do": "put-away", "tables": ["{A}"]},
    "delete": {"do": "delete", "tables": ["{A}"]},
    "talk": {"do": "talk", "tables": ["{A}"]},
    "hint": {"do": "hint", "text": "red"},
    "make": {"do": "make", "groups": [["Quillon"]] * 40},
    "set": {"do": "set", "anybody": 1000},
    "unknown": {"do": "sudo"},
    "nothing": {},
}
"""What only the owner does."""
OWNERS: Mapping[str, tuple[object, str]] = {
    "a number": ({"do": 5}, "web/type"),
    "a list": ({"do": ["start"]}, "web/type"),
    "null": ({"do": None}, "web/type"),
    "nothing": ({}, "web/type"),
    "an unknown word": ({"do": "strat"}, "web/type"),
    "a word with a null": ({"do": "start\x00"}, "web/type"),
    "a private name": ({"do": "__class__"}, "web/type"),
    "tables as a text": ({"do": "start", "tables": "{A}"}, "web/type"),
    "tables as numbers": ({"do": "stop", "tables": [1, 2]}, "web/type"),
    "a small code": ({"do": "stop", "tables": ["{a}"]}, "web/type"),
    "a code with a path": ({"do": "delete", "tables": ["../../etc"]}, "web/type"),
    "a code with a star": ({"do": "delete", "tables": ["????"]}, "web/type"),
    "a long code": ({"do": "put-away", "tables": ["{A}{A}"]}, "web/type"),
    "a code with a line": ({"do": "put-away", "tables": ["{A}\n"]}, "web/type"),
    "too many tables": ({"do": "stop", "tables": ["BBBB"] * 10_001}, "web/too-large"),
    "files of all": ({"do": "delete"}, "web/key"),
    "away with all": ({"do": "put-away", "tables": None}, "web/key"),
    "groups as a text": ({"do": "make", "groups": "Quillon"}, "web/type"),
    "groups of numbers": ({"do": "make", "groups": [[5]]}, "web/type"),
    "no groups": ({"do": "make"}, "web/key"),
    "too many groups": ({"do": "make", "groups": [[]] * 41}, "web/type"),
    "a name too long": ({"do": "make", "groups": [["x" * 61]]}, "web/type"),
    "a hint as a list": ({"do": "hint", "text": ["red"]}, "web/type"),
    "an edition of a file": ({"do": "set", "variant": "/etc/passwd"}, "notation/option"),
    "an edition that isn't there": ({"do": "set", "variant": "nope"}, "variant/unknown"),
    "a rule that is none": ({"do": "set", "rules": ["("]}, "rule/end rule/expected rule/syntax"),
    "rules without end": ({"do": "set", "rules": ["red"] * 101}, "web/type"),
    "a number as a rule": ({"do": "set", "rules": [5]}, "web/type"),
    "rounds below zero": ({"do": "set", "rounds": -1}, "web/type"),
    "more than anybody": ({"do": "set", "anybody": 10**9}, "web/type"),
    "players as a number": ({"do": "set", "players": 5}, "web/type"),
    "a bot that is a program": ({"do": "set", "players": "X:sh -c id"}, "notation/bot notation/player"),
    "forbidden as a text": ({"do": "set", "forbidden": "Ann"}, "web/type"),
    "a pace without end": ({"do": "set", "pace": 1e308}, "web/type"),
    "a talk of no table": ({"do": "talk", "tables": [[]]}, "web/type"),
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
    "up from another table": "/{B}/../{A}/api/table",
    "up, encoded": "/{B}/%2e%2e/{A}/api/table",
    "up, slashes encoded": "/{B}/..%2f{A}%2fapi%2ftable",
    "up, twice encoded": "/{B}/%252e%252e/{A}/api/table",
    "up to its file": "/{B}/../{A}.yaml",
    "its file": "/{A}.yaml",
    "its seats": "/{A}.yaml.seats",
    "its lock": "/.{A}.yaml.seats.lock",
    "the room's file": "/room.json",
    "the room's list": "/room.sqlite",
    "the room's log": "/room.log",
    "what is away": "/away/{A}.yaml",
    "the file below a table": "/{B}/{A}.yaml",
    "the seats below itself": "/{A}/{A}.yaml.seats",
    "the file below static": "/static/../{A}.yaml",
    "the room's file below static": "/{B}/static/../../room.json",
    "static, encoded": "/{B}/static/%2e%2e/api.py",
    "static, slashes encoded": "/{B}/static/..%2fapi.py",
    "static, from the root": "/{B}/static//etc/passwd",
    "static, a null": "/{B}/static/base.css%00",
    "static, nothing": "/{B}/static/",
    "static, no such file": "/{B}/static/nothing.css",
    "static, a backslash": "/{B}/static/..%5capi.py",
    "static, its folder": "/{B}/static",
    "static, long": "/{B}/static/" + "a" * 900,
    "no static of the room": "/static/nothing.css",
    "a slash too many": "//{A}/api/table",
    "two slashes within": "/{A}//api/table",
    "three slashes": "///{A}///api/view",
    "a slash at its end": "/{A}/api/table/",
    "an encoded slash": "/{A}%2fapi%2ftable/",
    "an encoded code": "/%25{A}/api/table",
    "a null before": "/%00{A}/api/table",
    "a null after": "/{A}%00/api/table",
    "a blank before": "/%20{A}/api/table",
    "a blank after": "/{A}%20/api/table",
    "a line after": "/{A}%0a/api/table",
    "a semicolon": "/{A};x/api/table",
    "a question": "/{A}%3f/api/table",
    "a hash": "/{A}%23/api/table",
    "a backslash": "/%5c{A}/api/table",
    "a wide letter": "/%ef%bc%a2CDF/api/table",
    "a Cyrillic letter": "/%d0%92CDF/api/table",
    "a Kelvin": "/%e2%84%aaCDF/api/table",
    "a long s": "/%c5%bfCDF/api/table",
    "an accent": "/{A}%cc%81/api/table",
    "a digit": "/B0DF/api/table",
    "a vowel": "/BADE/api/table",
    "five letters": "/{A}B/api/table",
    "three letters": "/BCD/api/table",
    "bytes": "/%ff%fe%00%01/api/table",
    "half a character": "/%ed%a0%80/api/table",
    "an absolute form": "http://10.0.0.2:8317/{A}/api/table",
    "another's absolute form": "http://evil.example/{A}/api/table",
    "a star": "*",
    "a dot": "/./{A}/api/table",
    "API in capitals": "/{A}/API/TABLE",
    "a parameter": "/{A}/api/table;seat=Quillon",
    "an id of the framework": "/docs",
    "a description": "/openapi.json",
    "figures": "/metrics",
    "a version of the API": "/{A}/api/v1/table",
    "the room's API below a table": "/{A}/api/room",
    "the room's door below a table": "/{A}/api/room/door",
    "the log below a table": "/{A}/api/room/log",
    "the wall below a table": "/{A}/wall",
    "the room below a table": "/{A}/room",
    "a talk below a table": "/{A}/talk/{ticket}",
    "a table below a table": "/{A}/{B}/api/table",
    "the room's API in capitals": "/API/ROOM/LOG",
    "a round below zero": "/{A}/api/rounds/-1",
    "a round of another script": "/{A}/api/rounds/١",
    "tables by number": "/api/tables/1",
    "all tables": "/api/room/tables/{A}",
    "the room's table": "/api/table",
    "the room's view": "/api/view?table={A}",
    "the room's host": "/api/host",
    "the room's file by the API": "/api/file",
    "the room's stream": "/api/events",
    "the room's review": "/review/1",
}
"""Where there is nothing."""
TICKETS = (
    "x", "", ".", "..", "%2e%2e", "{ticket}", "{A}", "{key}", "{token}", "{wall}", "*", "%00", "x" * 900, "{A}/1",
    "١", "None", "0", "-1", "%ff",
)  # fmt: skip
QUERIES: Mapping[str, tuple[str, str]] = {
    "another's view": ("view?seat=Quillon", "web/no-token"),
    "another's view, in small letters": ("view?seat=vesper", "web/no-token"),
    "the dealer's view": ("view?seat=Law", "web/no-token"),
    "one's own of another table": ("view?seat=Mallory", "web/no-token"),
    "another's PIN": ("pin?seat=Quillon", "web/no-token"),
    "a PIN of nobody": ("pin", "web/no-token"),
    "another's stream": ("events?seat=Quillon&after=0", "web/no-token"),
    "the dealer's stream": ("events?after=0&seat=Law", "web/no-token"),
    "two seats": ("events?seat=&seat=Quillon", "web/no-token"),
    "a seat with a null": ("view?seat=Quillon%00", "web/no-token"),
    "from before all time": ("events?after=-1", "web/type"),
    "from a number that is none": ("events?after=1e3", "web/type"),
    "from another script": ("events?after=%D9%A3", "web/type"),
    "from very far": ("events?after=" + "9" * 3000, "web/type"),
    "from a list": ("events?after[]=1&after=x", "web/type"),
    "a long query": ("view?x=" + "y" * 5000, "web/too-long"),
    "a round that is on": ("rounds/1", "web/told-later"),
    "its transcript": ("rounds/1/transcript?seat=Law", "web/told-later"),
    "its review": ("rounds/1/review", "web/told-later"),
    "its file": ("file", "web/told-later"),
    "its file by another name": ("file?path=room.json", "web/told-later"),
    "a key in the query": ("host?key={key}&authorization=Bearer%20{key}", "web/host-key"),
}
"""What is asked at the table by who has no seat there."""
SITES: Mapping[str, tuple[Pairs, str]] = {
    "another host": ([("host", "evil.example:8317")], "web/host"),
    "another port": ([("host", "10.0.0.2:80")], "web/host"),
    "a host after ours": ([("host", "10.0.0.2:8317.evil.example")], "web/host"),
    "two hosts": ([("host", "10.0.0.2:8317, evil.example")], "web/host"),
    "a code as a host": ([("host", "{A}")], "web/host"),
    "another site": ([("origin", "http://evil.example")], "web/origin"),
    "no site": ([("origin", "null")], "web/origin"),
    "a site of another port": ([("origin", "http://10.0.0.2:80")], "web/origin"),
    "a site by https": ([("origin", "https://10.0.0.2:8317")], "web/origin"),
    "a form": ([("content-type", "application/x-www-form-urlencoded")], "web/media-type"),
    "a plain text": ([("content-type", "text/plain")], "web/media-type"),
    "two kinds": ([("content-type", "application/json, text/plain")], "web/media-type"),
    "a page of another site": ([("sec-fetch-site", "cross-site")], "web/origin"),
}
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
