"""Games of every edition among random requests: none meets a mistake of ours, what is refused changes nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from eleusis.doors.web.http_schema import http_schema
from eleusis.variant import variant_names
from tests.helpers.web_browsers import Answer, Browser, Served, serve_table

PEOPLE = ("Ann", "Bob", "Dan")
ROUTES = http_schema()["routes"]
FORMS = http_schema()["definitions"]
GETS = [
    *(route.partition(" ")[2].replace("{number}", "1") for route in ROUTES if route.startswith("GET")),
    *("/", "/table", "/screen", "/api/view?seat=", "/api/view?seat=Bob", "/api/rounds/1/transcript?seat=Zoe"),
]
POSTS = [route.partition(" ")[2] for route in ROUTES if route.startswith("POST")]
SLOW = ("/api/rounds/1/review", "/review/1", "/api/events")
"""A review takes seconds, and a stream doesn't end."""
CARDS = ("AS", "7H", "10D", "KC", "2C", "JD", "??")
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        5,
        2.5,
        "",
        "Ann",
        "Bob",
        "Zoe",
        "random",
        "scientist",
        "red",
        "x" * 6000,
        "\x00",
    ),
    *("7S", "7S 8D", [], ["Ann"], {}, {"seat": "Ann"}, "express", ["expulsion.layout=50"]),
)
HOST = (
    *(
        {"do": "next"},
        {"do": "next"},
        {"do": "undo"},
        {"do": "go-on"},
        {"do": "start"},
        {"do": "again"},
        {"do": "stop"},
    ),
    *({"do": "person", "seat": "Bob"}, {"do": "hint", "text": "look"}, {"do": "remove", "seat": "Bob"}),
    *({"do": "bot", "seat": "Bob", "kind": "random", "once": once} for once in (True, False)),
)


def forms_of(path: str) -> list[dict[str, Any]]:
    """The bodies of a path, as the schema has them."""
    form = definition(ROUTES[f"POST {path}"]["body"])
    return [definition(part) for part in form.get("anyOf", [form])]


def definition(form: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to."""
    named: dict[str, Any] = FORMS[form["$ref"].rpartition("/")[2]] if "$ref" in form else form
    return named


def make_body(chance: random.Random, path: str) -> dict[str, Any]:
    """A body of the right keys, and of values that seldom are right."""
    form = chance.choice(forms_of(path))
    body: dict[str, Any] = {}
    for key, value in form["properties"].items():
        if key == "do":
            body[key] = chance.choice(value["enum"])
        elif key in form["required"] or chance.random() < 0.4:
            body[key] = chance.choice(VALUES)
    return body


def make_move(chance: random.Random, view: dict[str, Any]) -> str:
    """A move that may be made, mostly."""
    options = [option for option in view.get("options", ()) if not option.startswith("guess")]
    if options and chance.random() < 0.8:
        return str(chance.choice(options))
    others = ("no-play", "declare", "call right", "judge right", 'guess "red"', "pass", "undo", "play AS 7H 10D")
    with_card = ("play", "call wrong", "judge wrong")
    return chance.choice([*others, *(f"{verb} {chance.choice(CARDS)}" for verb in with_card)])


def make_request(chance: random.Random, served: Served, people: list[Browser], browser: Browser) -> Answer:
    """Any request: a move, the rule of the person who deals, something of the host's, or whatever there is."""
    kind = chance.random()
    if kind < 0.55:
        seen = browser.view()
        return browser.post("/api/moves", {"n": seen["n"], "move": make_move(chance, seen)})
    if kind < 0.65:
        rule = {"rule": chance.choice([None, "red", "rank > 5", "nonsense"])}
        return people[2].post("/api/rule", {**rule, "starters": "7S"} if served.evening.plan.by_hand else rule)
    if kind < 0.75:
        return browser.host(chance.choice(HOST))
    if kind < 0.9:
        path = chance.choice(POSTS)
        body = make_body(chance, path)
        return browser.host(body) if path == "/api/host" and chance.random() < 0.5 else browser.post(path, body)
    return browser.get(chance.choice([path for path in GETS if path not in SLOW]))


def make_plan(chance: random.Random) -> dict[str, object]:
    """A table of any edition, by hand or not."""
    by_hand = chance.random() < 0.2
    plan: dict[str, object] = {"variant": chance.choice([*variant_names()]), "dealer": "Dan", "by_hand": by_hand}
    plan["settings"] = [f"deal.hand={chance.choice([1, 2, 4])}"]
    if not by_hand:
        plan["rules"] = chance.choice([[], ["red"], ["color != last.color"]])
        plan["open_hands"] = chance.random() < 0.3
    return plan


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_a_game_among_requests_at_random(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(seed)
    with serve_table(tmp_path, make_plan(chance)) as served:
        people = served.seat(*PEOPLE)
        stranger = served.browser()
        people[0].host({"do": "start"})
        for _ in range(80):
            served.settle()
            before = served.evening.chronicle.last, served.evening.phase
            browser = chance.choice([*people, *people, stranger])
            answer = make_request(chance, served, people, browser)
            assert answer.status < 500, answer
            if answer.status >= 400:
                assert answer.json["error"]["text"], answer
                served.settle()
                if served.evening.table is None or not served.evening.bot_due:
                    assert (served.evening.chronicle.last, served.evening.phase) == before, answer
            for person, name in zip(people, PEOPLE, strict=True):
                if name not in person.get("/api/table").json["you"]:
                    person.sit(name, take_over=True)
    assert capsys.readouterr().err == ""
