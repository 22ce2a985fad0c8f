"""The MCP server, spoken to with the client of the official SDK: in memory, and once over pipes."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest

pytest.importorskip("mcp")

from eleusis.doors.assistant.session import Games
from eleusis.secret.rule import Rule
from tests.helpers.places import ROOT

Call = Callable[..., Awaitable[str]]


class Refused(Exception):
    """A tool said that something can't be."""


def talk(script: Callable[[Call], Awaitable[None]], server: Any = None) -> None:
    """Let a script call tools, by name and arguments; each gives its text."""
    import anyio
    from mcp import Client

    from eleusis.doors.assistant.server import make_server

    async def speak() -> None:
        async with Client(server or make_server()) as client:

            async def call(name: str, **arguments: object) -> str:
                result = await client.call_tool(name, arguments)
                text = "\n".join(part.text for part in result.content)
                if result.is_error:
                    raise Refused(text)
                return text

            await script(call)

    anyio.run(speak)


# One deck, so that each card is there once, and none is added
SETTINGS = ["stock={decks: 1, refill_at: 0, empty: play_on}", "deal.hand=6"]
CARD = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b")


@pytest.mark.long
@pytest.mark.parametrize("edition", ["express", "abbott", "solo"])
def test_no_tool_tells_what_is_hidden(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is called while a round is on: no word of the rule, the seed, a card that the seat may not know."""
    kept: list[Games] = []
    monkeypatch.setattr("secrets.randbelow", lambda below: 31415926535)
    monkeypatch.setattr("eleusis.table.permissions.draw_rule", lambda *_: Rule("rank != 7 or last.rank == 7"))
    make = Games.__init__

    def keep(self: Games) -> None:
        make(self)
        kept.append(self)

    monkeypatch.setattr(Games, "__init__", keep)
    heard: list[str] = []

    async def script(call: Call) -> None:
        async def ask(name: str, **arguments: object) -> str:
            try:
                text = await call(name, **arguments)
            except Refused as error:
                text = str(error)
            heard.append(text)
            return text

        text = await ask("deal", edition=edition, settings=SETTINGS)
        for _ in range(12):
            table = kept[0]._games["g1"].table
            if not table.playing:
                break
            await ask("look", game="g1")
            await ask("look", game="g1", as_json=True)
            for seat in (*table.players, "Nobody"):
                if seat != "You":
                    await ask("look", game="g1", seat=seat)
                    await ask("play", game="g1", move="judge right", seat=seat)
            for tool, arguments in (
                ("next_round", {"game": "g1"}),
                ("next_round", {"game": "g1", "rule": "red"}),
                ("list_games", {}),
                ("review", {"game": "g1"}),
                ("review", {"game": "g1", "number": 1, "as_json": True}),
                ("play", {"game": "g1", "move": "play KS KH"}),
                ("play", {"game": "g1", "move": "call wrong KD"}),
                ("explain_rule", {"rule": "secret"}),
                ("compare_rules", {"a": "g1", "b": "any"}),
                ("judge_card", {"rule": "g1", "line": ""}),
                ("replay_file", {"text": "variant: g1"}),
                ("read_rules", {"edition": "g1"}),
            ):
                asked = CARD.findall(json.dumps(arguments))
                words = await ask(tool, **arguments)
                heard[-1] = re.sub(rf"\b(?:{'|'.join(asked)})\b", "", words) if asked else words
            asked_of = text.splitlines()[-1]
            hand = re.search(r"Hand: (\w+).*Your play\.", asked_of)
            text = await ask("play", game="g1", move=f"play {hand[1]}" if hand else "pass")
            if not kept[0]._games["g1"].table.playing:
                heard.pop()  # the round is over, and its rule is told
                break
            view = kept[0]._games["g1"].table.now.round.view("You")
            shown = {card.text for event in view.events for card in event.shown_cards()}
            told_of = set(CARD.findall("\n".join(heard)))
            assert told_of <= shown, told_of - shown
        words = "\n".join(heard)
        assert len(heard) > 20
        assert "31415926535" not in words
        assert "rank != 7" not in words

    talk(script)


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted one: who plays is told the stock."""
    play = Games.play

    @wraps(play)
    def tell_stock(self: Games, *given: Any, **named: Any) -> str:
        return f"{play(self, *given, **named)} {self._games['g1'].table.now.round.hidden.stock}"

    monkeypatch.setattr(Games, "play", tell_stock)
    with pytest.raises(ExceptionGroup) as found_out:
        test_no_tool_tells_what_is_hidden("solo", monkeypatch)
    assert found_out.group_contains(AssertionError, match="told_of <= shown|assert")


def test_a_game_is_dealt_played_and_replayed() -> None:
    async def script(call: Call) -> None:
        assert "solo: Eleusis for one player" in await call("list_editions")
        assert "## How a rule is written" in await call("read_rules", edition="express", players=4)
        text = await call("deal", difficulty=1, settings=["turn_limit.turns=2"])
        for _ in range(2):
            hand = re.findall(r"Hand: (\w+)", text)[-1]
            await call("play", game="g1", move=f"play {hand}")
            text = await call("play", game="g1", move='guess "none"')
        assert "The rule was: " in text
        file = await call("end_game", game="g1")
        assert "seed: " in file
        assert "guesses" in await call("replay_file", text=file)
        assert await call("list_games") == "no game yet: deal one"
        assert json.loads(await call("read_rule", text="all red")) == {
            "understood": True,
            "readings": [{"rule": "red", "words": "Play only red cards."}],
        }
        assert (await call("explain_rule", rule="color != last.color")).startswith("The colours alternate.")
        assert "different" in await call("compare_rules", a="red", b="black", line="7S")
        assert await call("judge_card", rule="last.red and rank == 13", line="7H") == "KS KH KD KC"
        for named in ({"variant": "abbott"}, {"edition": "abbott"}, {"variant": "abbott", "edition": "abbott"}):
            assert re.match(r"Game g\d: New Eleusis \(Robert Abbott", await call("deal", **named))

    talk(script)


@pytest.mark.long
@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("play", {"game": "g9", "move": "pass"}, "there is no game 'g9'; call list_games [notation/game]"),
        ("play", {"game": "g1", "move": "plai 5H"}, "'plai' is not a verb (did you mean 'play'?)"),
        ("deal", {"difficulty": 9}, "less than or equal to 5"),
        ("deal", {"variant": "x" * 100}, "at most 60 characters"),
        ("deal", {"edition": "x" * 100}, "at most 60 characters"),
        ("deal", {"varaint": "abbott"}, "deal takes no 'varaint' (did you mean 'variant'?) [notation/option]"),
        ("deal", {"zz": 1}, "deal takes no 'zz': it takes variant, players, dealer, difficulty, rule, settings"),
        ("deal", {"edition": "abbott", "variant": "solo"}, "edition is the older name of variant"),
        ("list_games", {"game": "g1"}, "list_games takes no 'game': it takes no arguments"),
        ("review", {"game": "g1", "edition": "solo"}, "review takes no 'edition'"),
        ("deal", {"settings": ["a=b"] * 60}, "at most 50 items"),
        ("explain_rule", {"rule": "(" * 5000}, "rule/"),
        ("explain_rule", {"rule": "x" * 7000}, "at most 6000 characters"),
        ("explain_rule", {"rule": 7}, "valid string"),
        ("explain_rule", {"rule": "all red"}, "not a rule; said in English it may mean: red [rule/english]"),
        ("read_rule", {"text": "all zebras"}, "1:5: 'zebras' isn't understood"),
        ("judge_card", {"rule": "red", "line": "5X"}, "'5X'"),
        ("replay_file", {"text": "a: &x [*x, *x]"}, "[yaml/"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_hostile_input_gives_a_clean_error(tool: str, arguments: dict[str, object], message: str) -> None:
    async def script(call: Call) -> None:
        await call("deal")
        with pytest.raises(Exception, match=re.escape(message)) as refused:
            await call(tool, **arguments)
        assert not re.search(r"(?<!\S)1: ", str(refused.value)), "a move is no line of a file"
        assert "Traceback" not in str(refused.value)
        assert len(str(refused.value)) < 600

    talk(script)


def test_every_tool_and_every_argument_is_described() -> None:
    import anyio
    from mcp import Client

    from eleusis.doors.assistant.server import make_server

    async def look() -> None:
        async with Client(make_server()) as client:
            tools = (await client.list_tools()).tools
            assert len(tools) == 14
            page = (ROOT / "docs/evaluate-a-model.md").read_text(encoding="utf-8")
            for tool in tools:
                assert tool.description
                assert f"`{tool.name}`" in page
                for name, schema in tool.input_schema["properties"].items():
                    assert schema.get("description"), f"{tool.name}: {name}"

    anyio.run(look)


@pytest.mark.soak
def test_over_pipes() -> None:
    from mcp import StdioServerParameters

    async def script(call: Call) -> None:
        text = await call("deal", players="♥You,Dealer:random", difficulty=1)
        assert "♥You (yours)" in text

    code = "import sys; from eleusis.doors.cli import main; sys.exit(main(['mcp']))"
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    talk(script, StdioServerParameters(command=sys.executable, args=["-c", code], env=environ))


def test_it_tells_its_version() -> None:
    import anyio
    from mcp import Client

    import eleusis
    from eleusis.doors.assistant.server import make_server

    async def speak() -> None:
        async with Client(make_server()) as client:
            info = client.server_info
            assert (info.name, info.version) == ("eleusis", eleusis.__version__)

    anyio.run(speak)
