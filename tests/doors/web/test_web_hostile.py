"""Hostile requests: each is refused with a clear code, and the game stands as it stood.

All are sent to one table at which a round of Express is on: Ann is to move, Bob plays, Dan deals by a rule.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.doors.web.evenings.evening import seats_path
from eleusis.doors.web.evenings.lobby import resume_evening
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.guard import Limits
from eleusis.doors.web.http_schema import http_schema
from eleusis.doors.web.seats.seating import Seating
from tests.helpers.places import read_tables
from tests.helpers.web_browsers import PORT, Answer, Browser, Served, serve_table

TABLES = read_tables(__file__)

SECRET = "if last.red then rank < 8 else red"
SEED = 987_654_321_012
PEOPLE = ("Ann", "Bob", "Dan")


@attrs.frozen(eq=False)
class Scene:
    """The table, who sits there, and what must stay as it is."""

    served: Served
    ann: Browser
    bob: Browser
    dan: Browser
    stranger: Browser
    before: Any

    def look(self) -> dict[str, Any]:
        """All that anyone may know, and all that is kept."""
        return _look(self.served, self.ann, self.bob, self.dan, self.stranger)

    @property
    def n(self) -> int:
        return self.served.evening.chronicle.last


def _look(served: Served, *browsers: Browser) -> dict[str, Any]:
    evening = served.evening
    return {
        "table": {**browsers[0].get("/api/table").json, "you": None},
        "views": [browser.get("/api/view").json for browser in browsers],
        "cookies": [browser.get("/api/table").json["you"] for browser in browsers],
        "pins": [evening.seating.pin_of(name) for name in PEOPLE],
        "file": evening.path.read_bytes() if evening.path.exists() else b"",
        "seats": evening.seating.path.read_bytes(),
        "folder": sorted(path.name for path in evening.path.parent.iterdir()),
    }


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serve_table(tmp_path_factory.mktemp("hostile"), {"dealer": "Dan", "code": "frog"}, seed=SEED) as served:
        browsers = [served.browser() for _ in PEOPLE]
        for browser, name in zip(browsers, PEOPLE, strict=True):
            assert browser.sit(name, code="frog").status == 201
        ann, bob, dan = browsers
        assert dan.host({"do": "start"}).status == 200
        assert dan.post("/api/rule", {"rule": SECRET}).status == 200
        stranger = served.browser()
        yield Scene(served, ann, bob, dan, stranger, _look(served, ann, bob, dan, stranger))


def refused(scene: Scene, answer: Answer, status: int, code: str) -> None:
    """See that it was refused so, in a form that can be read, and that nothing has changed."""
    assert (answer.status, answer.code) == (status, code), answer
    assert answer.json["error"]["text"], answer
    assert len(answer.body) < 1000, "what was sent is not sent back"
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    if scene.served.evening.table is not None:
        assert scene.served.evening.path.read_bytes() == scene.before["file"]
    assert scene.served.evening.seating.path.read_bytes() == scene.before["seats"]
    assert scene.n == scene.before["table"]["n"]


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serve_table(tmp_path_factory.mktemp("lobby"), {"dealer": "Dan"}) as served:
        ann, bob, dan = served.seat(*PEOPLE)
        stranger = served.browser()
        yield Scene(served, ann, bob, dan, stranger, _look(served, ann, bob, dan, stranger))


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_lost(scene: Scene) -> Iterator[None]:
    yield
    assert scene.look() == scene.before


# Bodies that are none

BROKEN: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 400, "web/json"),
    "a list": (b"[]", 400, "web/json"),
    "a text": (b'"play 5H"', 400, "web/json"),
    "null": (b"null", 400, "web/json"),
    "a brace": (b"{", 400, "web/json"),
    "two objects": (b"{}{}", 400, "web/json"),
    "not a number": (b'{"n": NaN, "move": "pass"}', 400, "web/json"),
    "infinity": (b'{"n": -Infinity}', 400, "web/json"),
    "a number without end": (b'{"n": 1e400}', 400, "web/json"),
    "a million digits": (b'{"n": ' + b"9" * 60_000 + b"}", 400, "web/json"),
    "a key twice": (b'{"n": 1, "n": 2}', 400, "web/json"),
    "very deep": (b'{"n": ' + b"[" * 30_000, 400, "web/json"),
    "half a key": (b'{"\\udfff": 1}', 400, "web/json"),
    "another quote": (b"{'a': 1}", 400, "web/json"),
    "a mark before it": (b"\xef\xbb\xbf{}", 400, "web/json"),
    "a line in a text": (b'{"a": "\n"}', 400, "web/json"),
    "a key twice within": (b'{"b": {"a": 1, "a": 1}}', 400, "web/json"),
    "half a character": (b'{"move": "\\udc80"}', 400, "web/json"),
    "bytes": (b"\xff\xfe\x00", 400, "web/json"),
    "another encoding": ('{"n": 1}'.encode("utf-16"), 400, "web/json"),
    "a form": (b"n=1&move=pass", 400, "web/json"),
    "too large": (b'{"move": "' + b"x" * 70_000 + b'"}', 413, "web/too-large"),
    "ten megabytes": (b'{"move": "' + b"x" * 10_000_000 + b'"}', 413, "web/too-large"),
}
POSTS = ("/api/seats", "/api/leave", "/api/moves", "/api/rule", "/api/rules/look", "/api/rules/read", "/api/host")


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_none(scene: Scene, path: str, name: str) -> None:
    body, status, code = BROKEN[name]
    key = [("authorization", f"Bearer {scene.served.evening.seating.key}")]
    refused(scene, scene.ann.post(path, body, key if path == "/api/host" else ()), status, code)


# Values of another kind, for every key of every request: what the schema refuses, the server refuses

HTTP = http_schema()
STRANGE: tuple[object, ...] = (
    None,
    True,
    5,
    -1,
    1.5,
    "",
    "x" * 3000,
    "\x00\x1b[2J",
    [],
    ["Ann"],
    {},
    {"seat": "Ann"},
)


def forms_of(path: str) -> list[dict[str, Any]]:
    """The bodies that the schema has for a path, as maps of properties."""
    form = definition(HTTP["routes"][f"POST {path}"]["body"])
    return [definition(part) for part in form.get("anyOf", [form])]


def definition(form: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    named: dict[str, Any] = HTTP["definitions"][form["$ref"].rpartition("/")[2]] if "$ref" in form else form
    return named


GOOD: dict[str, Any] = {
    "name": "Zoe", "pin": "000000", "code": "frog", "take_over": False, "seat": "Ann", "n": 2, "move": "no-play",
    "rule": "red", "draw": False, "hint": None, "kind": "random", "once": True, "text": "look",
    "variant": "express",
}  # fmt: skip


def strange_bodies() -> Iterator[tuple[str, str, dict[str, Any]]]:
    import jsonschema

    for path in POSTS:
        for form in forms_of(path):
            do = form["properties"].get("do", {})
            needed = {key: GOOD[key] for key in form["required"] if key != "do"}
            fixed = {"do": "pause" if "pause" in do["enum"] else do["enum"][0]} if do else {}
            for key, value in form["properties"].items():
                check = jsonschema.Draft7Validator({"definitions": HTTP["definitions"], **value})
                for strange in STRANGE:
                    if not check.is_valid(strange):
                        label = f"{path} {fixed.get('do', '')} {key}={json.dumps(strange)[:20]}"
                        yield label, path, {**needed, **fixed, key: strange}
            for key in form["required"]:
                body = {**needed, **fixed}
                del body[key]
                yield f"{path} {fixed.get('do', '')} without {key}", path, body


STRANGE_BODIES = {label: (path, body) for label, path, body in strange_bodies()}


@pytest.mark.parametrize("path", POSTS)
def test_values_of_another_kind(scene: Scene, path: str) -> None:
    bodies = {label: body for label, (where, body) in STRANGE_BODIES.items() if where == path}
    assert bodies
    for label, body in bodies.items():
        try:
            answer = scene.ann.host(body) if path == "/api/host" else scene.ann.post(path, body)
            refused(scene, answer, answer.status, answer.code)
        except Exception as error:
            raise AssertionError(f"{label}: {body}") from error


@pytest.mark.long
def test_values_of_another_kind_before_the_game(lobby: Scene) -> None:
    for label, (path, body) in STRANGE_BODIES.items():
        if label.startswith(("/api/seats", "/api/host set")):
            answer = lobby.ann.host(body) if path == "/api/host" else lobby.stranger.post(path, body)
            assert 400 <= answer.status < 500, (label, answer)
            refused(lobby, answer, answer.status, answer.code)
            assert lobby.look() == lobby.before, label


# Moves

MOVES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    **TABLES["moves"],
    "a very long guess": ("ann", {"move": f'guess "{"x" * 20_000}"'}, 422, "move/malformed"),
    "a very long line": ("ann", {"move": "play " + "5H " * 20_000}, 422, "move/too-many-cards"),
    "a number without end": ("ann", {"n": 10**300, "move": "no-play"}, 409, "web/moved"),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_move_that_is_none_of_theirs(scene: Scene, name: str) -> None:
    who, body, status, code = MOVES[name]
    path = "/api/rule" if "rule" in body else "/api/leave" if "leave" in body else "/api/moves"
    browser: Browser = getattr(scene, who)
    refused(scene, browser.post(path, {"n": scene.n, **body}), status, code)


# Whose eyes

LOOKS = TABLES["looks"]


@pytest.mark.parametrize("name", LOOKS)
def test_another_seat_is_closed(scene: Scene, name: str) -> None:
    refused(scene, scene.ann.get(LOOKS[name]), 403, "web/not-yours")
    refused(scene, scene.stranger.get(LOOKS[name]), 401, "web/no-token")


def test_which_of_two_names_counts(scene: Scene) -> None:
    """Whichever it is, it is one's own or refused."""
    for query in ("seat=Ann&seat=Bob", "seat=Bob&seat=Ann"):
        answer = scene.ann.get(f"/api/view?{query}")
        assert answer.code == "web/not-yours" or answer.json["view"]["seat"] == "Ann"


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "eleusis-8317=",
        "eleusis-8317=" + "A" * 32,
        "eleusis-8317=" + "." * 500,
        "eleusis-8318={ann}",
        "{hash}",
        "{cut}",
    ],
)
def test_a_forged_token_is_none(scene: Scene, cookie: str) -> None:
    token = scene.ann.cookie.partition("=")[2]
    hashed = json.loads(scene.before["seats"])["seats"]["Ann"]["token"]
    text = cookie.format(ann=token, hash=f"eleusis-8317={hashed}", cut=f"eleusis-8317={token[:-1]}")
    forger = scene.served.browser()
    forger.cookie = text
    assert forger.get("/api/table").json["you"] == []
    assert forger.view() == scene.stranger.view()
    refused(scene, forger.get("/api/pin"), 401, "web/no-token")
    refused(scene, forger.post("/api/moves", {"n": scene.n, "move": "no-play"}), 401, "web/no-token")


KEYS = TABLES["keys"]


@pytest.mark.parametrize("key", KEYS)
def test_only_the_host_is_the_host(scene: Scene, key: str) -> None:
    whole = scene.served.evening.seating.key
    header = key.format(key=whole, short=whole[:-1], token=scene.ann.cookie.partition("=")[2])
    headers = [("authorization", header)]
    for do in ({"do": "stop"}, {"do": "remove", "seat": "Bob"}, {"do": "undo"}, {"do": "nonsense"}):
        refused(scene, scene.ann.post(f"/api/host?key={whole}", do, headers), 401, "web/host-key")
    refused(scene, scene.ann.get(f"/api/host?key={whole}", headers), 401, "web/host-key")


# What is told later

LATER = {
    **TABLES["later"],
    "/api/rounds/" + "9" * 4000: (414, "web/too-long"),
    "/api/events?after=" + "9" * 3000: (400, "web/type"),
}


@pytest.mark.parametrize("path", LATER)
def test_what_is_told_later_is_not_told_now(scene: Scene, path: str) -> None:
    for browser in (scene.dan, scene.ann, scene.stranger):
        refused(scene, browser.get(path), *LATER[path])


@pytest.mark.parametrize("header", ["-1", "x", "9" * 3000, "1 OR 1=1"])
def test_an_event_that_is_none(scene: Scene, header: str) -> None:
    refused(scene, scene.ann.get("/api/events", [("last-event-id", header)]), 400, "web/type")


# Paths

PATHS = [
    *TABLES["paths"],
    "/static/" + "a/" * 400,
    "/static/" + "a" * 900,
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leads_nowhere(scene: Scene, path: str) -> None:
    answer = scene.ann.get(path)
    assert answer.status in (307, 404), answer
    if answer.status == 307:  # to where there is something: the slash at its end too much
        assert answer.headers["location"].startswith("http://10.0.0.2:8317/")
        return
    refused(scene, answer, 404, "web/not-found")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", ""])
@pytest.mark.parametrize("path", ["/", "/api/table", "/api/moves", "/static/base.css"])
def test_a_method_that_is_none(scene: Scene, method: str, path: str) -> None:
    refused(scene, scene.ann.ask(method, path), 405, "web/method")


@pytest.mark.parametrize("path", ["/", "/table", "/api/table", "/api/view", "/api/file", "/static/base.css"])
def test_nothing_is_posted_where_one_only_looks(scene: Scene, path: str) -> None:
    refused(scene, scene.ann.post(path, {}), 405, "web/method")


# Headers


@pytest.mark.parametrize(
    "header", ["x-http-method-override", "x-method-override", "x-original-url", "x-rewrite-url"]
)
def test_a_header_that_means_nothing(scene: Scene, header: str) -> None:
    for value in ("POST", "/api/file", "/api/host"):
        assert scene.ann.get("/api/table", [(header, value)]).json == scene.ann.get("/api/table").json


@pytest.mark.parametrize("header", ["x-forwarded-for", "x-real-ip", "forwarded", "x-forwarded-host"])
def test_nobody_says_where_they_are(scene: Scene, header: str) -> None:
    refused(scene, scene.ann.get("/", [("host", "evil"), (header, f"10.0.0.2:{PORT}")]), 403, "web/host")


# Seats

SEATS: dict[str, tuple[dict[str, Any], int, str]] = {
    **TABLES["seats"],
    "very long": ({"name": "x" * 60_000, "code": "frog"}, 422, "seat/name"),
    "a tower": ({"name": "A" + "\u0301" * 40, "code": "frog"}, 422, "seat/name"),
}


@pytest.mark.parametrize("name", SEATS)
def test_a_seat_that_is_not_to_be_had(scene: Scene, name: str) -> None:
    body, status, code = SEATS[name]
    refused(scene, scene.stranger.post("/api/seats", body), status, code)


def test_a_pin_is_not_found_by_trying(tmp_path: Path) -> None:
    with serve_table(tmp_path) as served:
        (ann,) = served.seat("Ann")
        before = ann.get("/api/pin").json
        thief = served.browser()
        codes = [thief.sit("Ann", pin=wrong).code for wrong in wrong_pins(before["pin"], 20)]
        assert codes == ["seat/wrong-pin"] * 5 + ["seat/locked"] * 15
        locked = thief.sit("Ann", pin=before["pin"])
        assert (locked.code, 0 < int(locked.headers["retry-after"]) <= 60) == ("seat/locked", True)
        assert ann.get("/api/pin").json == before
        assert thief.get("/api/table").json["you"] == []


def wrong_pins(right: str, count: int) -> list[str]:
    """So many PINs that are not this one."""
    return [pin for pin in (f"{number:06}" for number in range(count + 1)) if pin != right][:count]


def test_whoever_holds_the_seat_is_not_locked_out(tmp_path: Path) -> None:
    """Its own page may be wrong as often as it likes, wherever it is, and beside whomever."""
    with serve_table(tmp_path) as served:
        (ann,) = served.seat("Ann")
        pin = ann.get("/api/pin").json["pin"]
        thief = served.browser(ann.client)
        assert [thief.sit("Ann", pin=wrong).code for wrong in wrong_pins(pin, 6)][-1] == "seat/locked"
        assert {ann.sit("Ann", pin=wrong).code for wrong in wrong_pins(pin, 20)} == {"seat/wrong-pin"}
        assert ann.sit("Ann", pin=pin).status == 201
        assert thief.sit("Ann", pin=ann.get("/api/pin").json["pin"]).code == "seat/locked"


def test_a_code_is_not_found_by_trying(tmp_path: Path) -> None:
    with serve_table(tmp_path, {"code": "frog"}) as served:
        thief, pupil = served.browser(), served.browser()
        codes = [thief.sit("Ann", code=str(number)).code for number in range(60)]
        assert set(codes) == {"web/code", "web/too-often"}
        assert codes.count("web/code") <= 30
        assert thief.sit("Ann", code="frog").code == "web/too-often"
        assert pupil.sit("Ann", code="frog").status == 201


@pytest.mark.parametrize("form", ["2001:db8::{:x}", "2001:db8:0:0:{:x}::9", "fe80::{:x}%eth0"])
def test_all_addresses_of_a_network_are_one(tmp_path: Path, form: str) -> None:
    with serve_table(tmp_path, {"code": "frog"}) as served:
        codes = [
            served.browser((form.format(number), 1)).sit("Ann", code=str(number)).code for number in range(1, 213)
        ]
        assert set(codes) == {"web/code", "web/too-often"}
        assert codes.count("web/code") <= 30
        assert served.browser((form.format(999), 1)).sit("Ann", code="frog").code == "web/too-often"
        assert served.browser(("2001:db8:0:1::1", 1)).sit("Ann", code="frog").status == 201


def test_an_address_of_ipv4_is_the_same_by_ipv6(tmp_path: Path) -> None:
    """Whoever came by one goes on by the other; and the neighbours' addresses are no network of one computer."""
    with serve_table(tmp_path, {"code": "frog"}) as served:
        thief, again = served.browser(("10.0.0.66", 1)), served.browser(("::ffff:10.0.0.66", 1))
        for number in range(30):
            thief.sit("Ann", code=str(number))
        assert again.sit("Ann", code="frog").code == "web/too-often"
        assert served.browser(("::ffff:10.0.0.67", 1)).sit("Ann", code="frog").status == 201


NAMES = tuple(TABLES["names"])


def test_a_name_is_shown_as_it_is_and_never_obeyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve_table(tmp_path, {"rules": ["red"]}) as served:
        people = served.seat(*NAMES)
        assert people[0].host({"do": "start"}).status == 200
        assert [player["seat"] for player in people[1].get("/api/table").json["players"]] == [*NAMES]
        seen = people[0].get("/api/view")
        assert seen.headers["content-type"] == "application/json"
        assert seen.json["view"]["players"] == [*NAMES]
        for _ in NAMES:
            mover = people[NAMES.index(people[0].view()["view"]["to_act"])]
            seen = mover.view()["view"]
            move = f"play {seen['hand'][0]}" if seen["phase"] == "play" else 'guess "black"'
            assert mover.move(move).status == 200
        views = [person.view() for person in people]
        path, cookies = served.evening.path, [person.cookie.partition("=")[2] for person in people]
    seating = Seating.load(seats_path(path))
    assert [seating.seats_of([token]) for token in cookies] == [(name,) for name in NAMES]
    evening, dropped = resume_evening(path, seating)
    assert (dropped, evening.players) == ("", NAMES)
    assert [show_view(evening, name).view for name in NAMES] == [view["view"] for view in views]
    assert evening.table is not None
    evening.table.close()
    assert capsys.readouterr().err == ""


def test_a_name_alike_leaves_no_second_seat(tmp_path: Path) -> None:
    with serve_table(tmp_path) as served:
        (ann,) = served.seat("Ann")
        before = ann.get("/api/table").json
        for name in ("ann", "ANN", "Ａnn", "Ⓐnn", " Ann", "A\u200bnn"):
            assert served.browser().sit(name).status in (409, 422)
        assert ann.get("/api/table").json == before


# Too much, too often

RULES = {
    **TABLES["rules"],
    "nested": "(" * 5000 + "red" + ")" * 5000,
    "nested as deep as it may be": "not " * 100 + "red",
    "without end": " or ".join(f"rank(last) = {number % 13 + 1}" for number in range(2000)),
    "not a rule": "x" * 60_000,
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_that_is_a_burden(scene: Scene, name: str) -> None:
    began = time.process_time()
    answer = scene.stranger.post("/api/rules/look", {"rule": RULES[name]})
    assert time.process_time() - began < 3
    assert answer.status in (200, 422)
    if answer.status == 422:
        refused(scene, answer, 422, answer.code)
        assert answer.code.startswith("rule/")


def test_a_flood_is_stopped_and_the_others_play_on(tmp_path: Path) -> None:
    with serve_table(tmp_path, {"rules": ["red"], "dealer": "Dan"}, limits=Limits(rate=0.001, breath=0)) as served:
        ann, bob, _ = served.seat("Ann", "Bob", "Dan")
        assert ann.host({"do": "start"}).status == 200
        flooder = served.browser(("10.0.9.9", 1))
        answers = [flooder.get("/api/table").status for _ in range(300)]
        assert answers == [200] * 120 + [429] * 180
        flooder.cookie = "eleusis-8317=" + "f" * 32
        assert flooder.get("/api/table").code == "web/too-often"
        before = bob.view()
        for number in range(300):
            ann.post("/api/moves", {"n": number, "move": "nonsense"})
        assert ann.post("/api/moves", {"n": 1, "move": "no-play"}).code == "web/too-often"
        assert bob.view() == before


def test_an_old_token_gets_nothing(tmp_path: Path) -> None:
    with serve_table(tmp_path, {"rules": ["red"], "dealer": "Dan"}) as served:
        ann, bob, _ = served.seat("Ann", "Bob", "Dan")
        assert ann.host({"do": "start"}).status == 200
        thief = served.browser()
        assert thief.sit("Ann", pin=ann.get("/api/pin").json["pin"]).status == 201
        for path in ("/api/view?seat=Ann", "/api/pin?seat=Ann", "/api/events?seat=Ann"):
            assert ann.get(path).code == "web/no-token"
        assert ann.get("/api/table").json["you"] == []
        assert thief.get("/api/pin").status == 200
        assert bob.host({"do": "remove", "seat": "Ann"}).status == 200
        assert thief.get("/api/view?seat=Ann").code == "web/no-token"


def test_nothing_of_the_secret_is_in_any_answer(scene: Scene) -> None:
    """Whatever is asked for: no rule, no seed, no other hand."""
    paths = [
        route.partition(" ")[2].replace("{number}", "1") for route in HTTP["routes"] if route.startswith("GET")
    ]
    for browser in (scene.ann, scene.bob, scene.stranger):
        for path in paths:
            text = json.dumps(browser.events()) if path == "/api/events" else browser.get(path).body.decode()
            assert "rank < 8" not in text, path
            assert '"seed"' not in text, path
            assert str(SEED) not in text, path
    table = scene.served.evening.table
    assert table is not None
    hands = table.now.hands
    seen = scene.bob.view()["view"]
    assert set(seen["hands"]["Ann"]) == {"??"}
    assert [card.text for card in hands["Bob"]] == seen["hand"]
