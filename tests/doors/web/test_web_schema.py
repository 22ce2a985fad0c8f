"""`eleusis schema http`, held against the routes of the server and what they answer in a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.routing import Mount, Route

from eleusis.doors.web.api import PAGES
from eleusis.doors.web.http_schema import http_schema
from tests.helpers.web_browsers import Browser, Served, serve_table
from tests.helpers.web_rooms import Visitor, serve_tables

HTTP = http_schema()


def check(definition: Any, value: object) -> None:
    """See that a value is as the schema says."""
    whole = {"definitions": HTTP["definitions"], **definition}
    jsonschema.Draft7Validator(whole).validate(value)


def route_of(method: str, path: str) -> Any:
    """What the schema says of a path."""
    parts = path.partition("?")[0].split("/")
    key = "/".join("{number}" if part.isdecimal() else part for part in parts)
    return HTTP["routes"][f"{method} {key}"]


class Checked:
    """A browser whose every request and answer is held against the schema."""

    def __init__(self, browser: Browser | Visitor) -> None:
        self.browser = browser
        self.seen: set[tuple[str, int]] = set()

    def get(self, path: str, **rest: Any) -> Any:
        return self._check("GET", path, self.browser.get(path, **rest))

    def post(self, path: str, body: object, **rest: Any) -> Any:
        answer = self.browser.post(path, body, **rest)
        if answer.status < 400:
            check(route_of("POST", path)["body"], body)
        return self._check("POST", path, answer)

    def host(self, body: object) -> Any:
        check(route_of("POST", "/api/host")["body"], body)
        assert isinstance(self.browser, Browser)
        return self._check("POST", "/api/host", self.browser.host(body))

    def move(self, move: str) -> Any:
        return self.post("/api/moves", {"n": self.get("/api/table")["n"], "move": move})

    def _check(self, method: str, path: str, answer: Any) -> Any:
        route = route_of(method, path)
        assert str(answer.status) in route["answers"], (method, path, answer)
        check(route["answers"][str(answer.status)], answer.json)
        self.seen.add((f"{method} {path.partition('?')[0]}", answer.status))
        return answer.json


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    plan = {"rules": ["red"], "settings": ["deal.hand=3"]}
    with serve_table(tmp_path, plan) as table:
        yield table


def test_every_route_is_described(served: Served) -> None:
    there_are = {*served.api.answers.ways()}
    for route in served.api.routes():
        assert isinstance(route, Route | Mount)
        if isinstance(route, Route) and route.path not in (*PAGES, "/api/{path:path}"):
            path = route.path.replace("{number:int}", "{number}")
            there_are |= {f"{method} {path}" for method in (route.methods or set()) - {"HEAD"}}
    of_rooms = {route for route in HTTP["routes"] if re.search("/api/room(/|$)", route)}
    assert there_are == {*HTTP["routes"]} - of_rooms


def test_a_room_answers_as_the_schema_says(tmp_path: Path) -> None:
    table = {"players": "Law:random", "dealer": "Law", "rules": ["red"]}
    with serve_tables(tmp_path, table) as served:
        key = [("authorization", f"Bearer {served.room.kept.key}")]
        visitor, owner = Checked(served.visitor()), Checked(served.visitor())
        visitor.get("/api/room/door")
        visitor.post("/api/room/tables", {})
        visitor.get("/api/room")
        bodies = [
            {"do": "set", "anybody": 1, "forbidden": ["darn"], "same": True},
            {"do": "make", "groups": [["Ann", "Ben"], []]},
            {"do": "start"},
            {"do": "hint", "text": "Look."},
            {"do": "stop"},
            {"do": "talk"},
            {"do": "dance"},
        ]
        for body in bodies:
            owner.post("/api/room", body, headers=key)
        visitor.post("/api/room/tables", {})
        visitor.post("/api/room/tables", {})
        for path in ("/api/room", "/api/room/wall", "/api/room/log"):
            owner.get(path, headers=key)
        statuses = {status for _, status in visitor.seen | owner.seen}
        assert statuses == {200, 201, 400, 401, 403, 429}


def play_out(table: Served, ann: Checked) -> None:
    """Let Ann, who knows that the rule is red, play the round to its end."""
    for _ in range(60):
        table.settle()
        seen = ann.get("/api/view?seat=Ann")["view"]
        if table.evening.phase != "play":
            return
        if seen["to_act"] == "Ann":
            red = [card for card in seen["hand"] if card[-1] in "HD"]
            ann.move("pass" if seen["phase"] != "play" else f"play {red[0]}" if red else "no-play")
    raise AssertionError("the round doesn't end")


def test_a_game_goes_as_the_schema_says(served: Served) -> None:
    ann, dan = Checked(served.browser()), Checked(served.browser())
    for path in ("/api/table", "/api/view", "/api/editions", "/api/kinds", "/api/rules", "/api/phrases"):
        ann.get(path)
    ann.post("/api/seats", {"name": "Ann", "pin": None})
    ann.post("/api/seats", {"name": "Ann", "pin": "no"})
    dan.post("/api/seats", {"name": "ann"})
    dan.post("/api/seats", {"name": "Dan", "take_over": False})
    ann.get("/api/pin")
    key = [("authorization", f"Bearer {served.evening.seating.key}")]
    ann.host({"do": "set", "dealer": "Dan", "players": ["Ann", {"seat": "Bob", "kind": "random"}, "Dan"]})
    ann.get("/api/host", headers=key)
    ann.get("/api/host")
    ann.host({"do": "start"})
    dan.get("/api/rounds/1")
    ann.move("play AS 2S")
    ann.post("/api/moves", {"n": 0, "move": "no-play"})
    ann.post("/api/rules/look", {"rule": "black"})
    ann.post("/api/rules/look", {"rule": "blakc"})
    meant = ann.post("/api/rules/look", {"rule": "one higher"})["error"]["readings"]
    assert [reading["rule"] for reading in meant] == ["rank == last.rank + 1", "(rank - last.rank) % 13 == 1"]
    assert ann.post("/api/rules/read", {"text": "one higher"})["understood"]
    assert "error" in ann.post("/api/rules/read", {"text": "one zebra"})
    play_out(served, ann)
    assert served.evening.phase == "between"
    assert ann.post("/api/rules/look", {"rule": "black"})["contradicts"]
    assert isinstance(ann.browser, Browser)
    for event in ann.browser.events("?after=0"):
        check(HTTP["routes"]["GET /api/events"]["answers"]["200"], json.loads(event["data"]))
    assert dan.get("/api/rounds/1")["rule"] == "red"
    assert dan.get("/api/rounds/1/transcript?seat=Ann")["text"]
    dan.get("/api/rounds/7")
    for body in (
        {"do": "pause"},
        {"do": "go-on"},
        {"do": "stop"},
        {"do": "remove", "seat": "Ann"},
        {"do": "again"},
    ):
        ann.host(body)
    dan.post("/api/leave", {})
    ann.post("/api/leave", {})
    seen = ann.seen | dan.seen
    for refused in (
        ("GET /api/host", 401),
        ("GET /api/rounds/1", 403),
        ("POST /api/moves", 422),
        ("POST /api/moves", 409),
    ):
        assert refused in seen
    assert {route for route, _ in seen} >= {"POST /api/rules/look", "POST /api/leave"}


@pytest.mark.soak
def test_a_review_is_as_the_schema_says(tmp_path: Path) -> None:
    plan = {"rules": ["red"], "settings": ["deal.hand=1"], "dealer": "Dan"}
    with serve_table(tmp_path, plan) as table:
        ann, _ = (Checked(browser) for browser in table.seat("Ann", "Dan"))
        ann.host({"do": "start"})
        play_out(table, ann)
        assert ann.get("/api/rounds/1/review")["turns"]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("move", {"n": 1}),
        ("move", {"n": "1", "move": "pass"}),
        ("move", {"n": 1, "move": "pass", "seat": 5}),
        ("sit", {}),
        ("sit", {"name": ""}),
        ("host", {"do": "win"}),
        ("host", {"do": "remove"}),
        ("host", {"do": "set", "players": [5]}),
        ("choose", {"rule": 5}),
        ("pin", {"seat": "Ann", "pin": "12345"}),
        ("error", {"error": "no"}),
    ],
)
def test_what_the_schema_refuses(name: str, body: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check({"$ref": f"#/definitions/{name}"}, body)
