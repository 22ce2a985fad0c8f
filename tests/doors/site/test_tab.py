"""A table in a browser tab: one game is open, kept before anybody is told, and answered as a server answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.doors.tab.browser_tab import Tab
from eleusis.doors.tab.kept_games import KeptGames
from eleusis.doors.tab.new_games import lesson_rule
from eleusis.doors.tab.tab_messages import DayPlayed
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import day_of_script, perfect_turn, seed_of_day
from tests.helpers.hostile import ALIAS_BOMB
from tests.helpers.patience import patient
from tests.helpers.places import GAMES

DAY = date(2026, 11, 23)
BOTS = [{"seat": "Rosa"}, {"seat": "Bea", "kind": "good"}, {"seat": "Cleo", "kind": "beginner"}]


@attrs.define
class Page:
    """What a page does with a tab, each thing in the order of the test."""

    tab: Tab
    kept: list[str] = attrs.field(factory=list)
    full: str = ""
    """Why nothing more can be kept."""

    async def get(self, target: str, status: int = 200) -> Any:
        """What is answered."""
        answer = await self.tab.answer("GET", target)
        assert answer.status == status, answer.body
        return json.loads(answer.body) if answer.media == "application/json" else answer.body.decode()

    async def post(self, target: str, status: int = 200, **body: Any) -> Any:
        """Likewise."""
        answer = await self.tab.answer("POST", target, json.dumps(body))
        assert answer.status == status, answer.body
        return json.loads(answer.body)

    async def move(self, line: str, seat: str = "Rosa") -> None:
        """Make a move in the state as it is."""
        seen = await self.get(f"/api/view?seat={seat}")
        await self.post("/api/moves", n=seen["n"], move=line, seat=seat)


def play(folder: Path, act: Callable[[Page], Awaitable[None]]) -> Page:
    """A tab whose games are kept in a folder, while a page acts."""

    async def keep() -> str:
        page.kept.append("kept")
        return page.full

    page = Page(Tab.in_folder(str(folder), keep))
    asyncio.run(asyncio.wait_for(_run(page, act), patient(60)))
    return page


async def _run(page: Page, act: Callable[[Page], Awaitable[None]]) -> None:
    await act(page)
    await page.tab.close()


# The daily puzzle


def test_the_puzzle_of_a_day_is_that_of_the_terminal_and_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async def begin(page: Page) -> None:
        await page.post("/api/tab/open", kind="daily", day=str(DAY), name="Rosa")
        seen = await page.get("/api/view")
        await page.move(f"play {seen['view']['hand'][0]}")

    async def go_on(page: Page) -> None:
        assert (await page.get("/api/tab/games"))[0]["day"] == str(DAY)
        await page.post("/api/tab/open", kind="daily", day=str(DAY), name="Rosa")
        assert len((await page.get("/api/view"))["story"]) == 1

    play(tmp_path, begin)
    game = load_game(tmp_path / f"daily-{DAY}.yaml")
    assert (day_of_script(game), game.seed) == (DAY, seed_of_day(DAY))
    play(tmp_path, go_on)


def test_a_puzzle_that_is_over_is_noted_once_and_may_be_shared(tmp_path: Path) -> None:
    async def solve(page: Page) -> None:
        await page.post("/api/tab/open", kind="daily", day=str(DAY), name="Rosa")
        await page.get("/api/tab/result", 403)
        seen = await page.get("/api/view")
        await page.move(f"play {seen['view']['hand'][0]}")
        await page.move(f'guess "{rule_of_day(DAY).text}"')
        table = await page.get("/api/table")
        assert (table["phase"], table["alone"], table["you"]) == ("over", True, ["Rosa"])
        history = await page.get(f"/api/tab/history?today={DAY}")
        assert (history["streak"], history["days"][str(DAY)]["turn"]) == (1, 1)
        result = await page.get("/api/tab/result")
        assert result["text"].startswith("Eleusis 23 Nov · found in 1 · ")
        assert (result["turn"], result["perfect"]) == (1, perfect_turn(DAY))
        kept = (await page.get("/api/tab/games"))[0]
        assert (kept["over"], kept["round"], kept["ending"]["turn"]) == (True, 1, 1)
        assert "rounds:" in await page.get("/api/file")

    async def forget(page: Page) -> None:
        await page.post("/api/tab/forget", file=f"daily-{DAY}.yaml")

    play(tmp_path, solve)
    replayed = replay_game(load_game(tmp_path / f"daily-{DAY}.yaml"))
    assert replayed.stopped
    assert not replayed.findings
    assert f"daily-{DAY}" in (tmp_path / "endings.json").read_text(encoding="utf-8")
    play(tmp_path, forget)
    assert f"daily-{DAY}" not in (tmp_path / "endings.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("solved", "missed", "streak", "longest"),
    [
        ((21, 22, 23), (), 3, 3),
        ((21, 22), (), 2, 2),  # today's isn't over
        ((20, 21, 22), (23,), 0, 3),
        ((19, 20, 22), (21,), 1, 2),
        ((), (), 0, 0),
    ],
)
def test_days_in_a_row(
    tmp_path: Path, solved: tuple[int, ...], missed: tuple[int, ...], streak: int, longest: int
) -> None:
    games = KeptGames(tmp_path)
    for day in (*solved, *missed):
        games.note_result(date(2026, 11, day), DayPlayed(5 if day in solved else None, "…"))
    history = games.tell_history(DAY)
    assert (history.streak, history.longest) == (streak, longest)


def test_the_first_result_of_a_day_counts(tmp_path: Path) -> None:
    games = KeptGames(tmp_path)
    games.note_result(DAY, DayPlayed(None, "not found"))
    games.note_result(DAY, DayPlayed(3, "found in 3"))
    assert games.results()[str(DAY)].line == "not found"


# The lesson


def test_the_lesson_has_cards_of_both_colours_and_its_rule_is_a_sentence(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        await page.post("/api/tab/open", kind="lesson", name="Rosa")
        hand = (await page.get("/api/view"))["view"]["hand"]
        reds = sum(card[-1] in "HD" for card in hand)
        assert 4 <= reds <= len(hand) - 4
        groups = (await page.get("/api/phrases"))["groups"]
        (shape,) = (shape for group in groups for shape in group["shapes"] if shape["id"] == "same")
        usual = [
            part["usual"] for part in sorted(shape["parts"], key=lambda part: part.get("hole", 9)) if "hole" in part
        ]
        rule, _ = lesson_rule()
        text = shape["rule"].replace("{0}", usual[0]).replace("{1}", usual[1])
        await page.move(f"play {hand[0]}")
        await page.move(f'guess "{text}"')
        assert (await page.get("/api/tab/result"))["turn"] == 1
        assert text == rule.text

    play(tmp_path, act)


# Other games


def test_a_game_among_bots_is_kept_move_by_move_before_it_is_told(tmp_path: Path) -> None:
    heard: list[str] = []

    async def act(page: Page) -> None:
        opened = await page.post(
            "/api/tab/open", kind="game", variant="express", players=BOTS, dealer="Cleo", pace=0
        )
        page.tab.listen(1, "/api/events?after=0", lambda n, data: heard.append(f"{len(page.kept)} {data}"))
        for _ in range(200):
            table = await page.get("/api/table")
            seen = await page.get("/api/view")
            if table["phase"] != "play":
                break
            if seen["view"]["to_act"] == "Rosa":
                before = len(page.kept)
                line = next(option for option in seen["options"] if not option.startswith(("undo", "guess")))
                await page.move(line)
                assert len(page.kept) > before
            await asyncio.sleep(0.01)
        page.tab.close_stream(1)
        assert heard
        assert (await page.get("/api/tab/games"))[0]["file"] == opened["file"]

    play(tmp_path, act)
    # The deal was kept once before the first event was told, and each later event after one keep more at least.
    numbers = [int(text.partition(" ")[0]) for text in heard]
    assert numbers[0] >= 1
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("rule", ["color != last.color", "the colours alternate"])
def test_a_friends_rule_is_a_game_for_one(rule: str, tmp_path: Path) -> None:
    """In an old link it may stand as its maker said it."""

    async def act(page: Page) -> None:
        opened = await page.post("/api/tab/open", kind="rule", rule=rule, by="Tom", seed=7, name="Rosa")
        assert (opened["kind"], opened["by"]) == ("rule", "Tom")
        seen = await page.get("/api/view")
        await page.move(f"play {seen['view']['hand'][0]}")
        await page.move('guess "color != last.color"')
        assert "Tom's rule" in (await page.get("/api/tab/result"))["text"]

    play(tmp_path, act)


def test_a_rule_that_is_none_opens_nothing(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        refused = await page.post(
            "/api/tab/open", 422, kind="rule", rule="color = !", by="Tom", seed=7, name="Rosa"
        )
        assert refused["error"]["column"]
        assert await page.get("/api/tab/games") == []
        await page.get("/api/table", 409)

    play(tmp_path, act)


def test_a_bot_that_needs_numpy_is_refused_in_words_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eleusis.doors.tab.new_games.lack_of_numpy", lambda who: f"{who} needs it")

    async def act(page: Page) -> None:
        players = [{"seat": "Rosa"}, {"seat": "Bea", "kind": "expert"}, {"seat": "Dan", "kind": "good"}]
        refused = await page.post("/api/tab/open", 422, kind="game", variant="express", players=players)
        assert refused["error"]["code"] == "notation/player"
        assert await page.get("/api/tab/games") == []

    play(tmp_path, act)


@pytest.mark.parametrize("name", ["abbott-cleo-forecasts.yaml", "express-lunch-break.yaml"])
def test_a_file_is_looked_back_upon_and_nothing_of_it_is_kept(tmp_path: Path, name: str) -> None:
    async def act(page: Page) -> None:
        path = GAMES / name
        await page.post("/api/tab/open", kind="text", text=path.read_text(), name=path.name)
        summary = await page.get("/api/tab/summary")
        for number in range(1, summary["rounds"] + 1):
            assert (await page.get(f"/api/rounds/{number}"))["number"] == number
        await page.get("/api/view", 409)
        assert await page.get("/api/tab/games") == []

    play(tmp_path, act)


HOSTILE: dict[str, dict[str, Any]] = {
    "no such kind": {"kind": "spy"},
    "no kind": {},
    "no day": {"kind": "daily", "day": "yesterday", "name": "Rosa"},
    "before the first": {"kind": "daily", "day": "2025-01-01", "name": "Rosa"},
    "no name": {"kind": "daily", "day": "2026-11-23", "name": ""},
    "an unseen name": {"kind": "daily", "day": "2026-11-23", "name": "\u202e\u0000"},
    "a path": {"kind": "kept", "file": "../../etc/passwd"},
    "another's file": {"kind": "kept", "file": "results.json"},
    "a seed that is none": {"kind": "rule", "rule": "red", "by": "Tom", "seed": -1, "name": "Rosa"},
    "a variant by path": {"kind": "game", "variant": "./mine.yaml", "players": BOTS},
    "no such variant": {"kind": "game", "variant": "expres", "players": BOTS},
    "two of a name": {"kind": "game", "variant": "express", "players": [BOTS[0], BOTS[0], BOTS[1]]},
    "a bomb": {"kind": "text", "text": ALIAS_BOMB, "name": "bomb.yaml"},
    "no game": {"kind": "text", "text": "<script>alert(1)</script>", "name": "x"},
}  # fmt: skip


@pytest.mark.parametrize("wanted", HOSTILE.values(), ids=HOSTILE)
def test_what_can_not_be_opened_is_refused_and_what_is_open_stays(tmp_path: Path, wanted: dict[str, Any]) -> None:
    async def act(page: Page) -> None:
        await page.post("/api/tab/open", kind="lesson", name="Rosa")
        answer = await page.tab.answer("POST", "/api/tab/open", json.dumps(wanted))
        assert 400 <= answer.status < 500, answer.body
        assert json.loads(answer.body)["error"]["text"]
        assert (await page.get("/api/table"))["phase"] == "play"
        assert len(await page.get("/api/tab/games")) == 1

    play(tmp_path, act)


def test_what_is_not_kept_is_told(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        refused = await page.post("/api/tab/forget", 422, file="game-9.yaml")
        assert refused["error"]["code"] == "notation/file"

    play(tmp_path, act)


def test_a_game_that_is_forgotten_is_gone(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        opened = await page.post("/api/tab/open", kind="lesson", name="Rosa")
        await page.post("/api/tab/forget", file=opened["file"])
        assert await page.get("/api/tab/games") == []
        await page.get("/api/table", 409)

    play(tmp_path, act)
    assert [path.name for path in tmp_path.iterdir()] == []


# A friend's rule

FRIENDS: dict[str, Any] = {"rule": "color != last.color", "by": "Tom", "seed": 7}
DEAR = " and ".join(f"last12.count(red == last{n}.any(card.odd)) != 13" for n in range(2, 10))
SUMS = " and ".join(f"last16.sum(max(rank, card.rank) * {n}) != 11" for n in range(1, 5))


def test_the_game_by_a_friends_rule_is_found_again(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        assert await page.post("/api/tab/friend", **FRIENDS) == {"file": None, "over": False}
        opened = await page.post("/api/tab/open", kind="rule", name="Rosa", **FRIENDS)
        assert await page.post("/api/tab/friend", **FRIENDS) == {"file": opened["file"], "over": False}
        for other in ({"seed": 8}, {"by": "Tim"}, {"rule": "red"}):
            assert (await page.post("/api/tab/friend", **{**FRIENDS, **other}))["file"] is None
        seen = await page.get("/api/view")
        assert seen["view"]["dealer"] == "Tom"
        await page.move(f"play {seen['view']['hand'][0]}")
        await page.move(f'guess "{FRIENDS["rule"]}"')
        assert (await page.post("/api/tab/friend", **FRIENDS))["over"]
        # Somebody else at this device plays it too; then that game goes on.
        again = await page.post("/api/tab/open", kind="rule", name="Uri", **FRIENDS)
        assert await page.post("/api/tab/friend", **FRIENDS) == {"file": again["file"], "over": False}

    play(tmp_path, act)


def test_whoever_tries_their_own_rule_is_not_the_dealer(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        await page.post("/api/tab/open", kind="rule", name="tom", **FRIENDS)
        seen = await page.get("/api/view?seat=tom")
        assert seen["view"]["dealer"] != "Tom"

    play(tmp_path, act)


@pytest.mark.parametrize("rule", [DEAR, f"{'not ' * 61}red", SUMS])
def test_a_rule_that_would_keep_all_waiting_is_not_begun(tmp_path: Path, rule: str) -> None:
    async def act(page: Page) -> None:
        ways: dict[str, dict[str, Any]] = {"friend": {}, "open": {"kind": "rule", "name": "Rosa"}}
        for path, more in ways.items():
            refused = await page.post(f"/api/tab/{path}", 422, **{**FRIENDS, "rule": rule}, **more)
            assert refused["error"]["code"].startswith("rule/")
        assert (await page.post("/api/tab/rate", 422, rule=rule))["error"]["code"].startswith("rule/")

    play(tmp_path, act)
    assert not list(tmp_path.iterdir())


def test_a_name_that_can_not_be_leaves_nothing(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        await page.post("/api/tab/open", 422, kind="rule", name="Rosa", **{**FRIENDS, "by": "\u202e"})
        await page.post("/api/tab/open", 422, kind="rule", name="\u0000", **FRIENDS)

    play(tmp_path, act)
    assert not list(tmp_path.iterdir())


def test_a_bot_tries_a_rule(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        rated = await page.post("/api/tab/rate", rule="red")
        assert len(rated["turns"]) == 5
        assert all(turn is not None and turn <= rated["limit"] for turn in rated["turns"])

    play(tmp_path, act)


# What takes no game, and what follows one


def test_what_takes_no_game_is_told_without_one(tmp_path: Path) -> None:
    async def ask(page: Page) -> None:
        editions = await page.get("/api/editions")
        titles = {edition["name"]: edition["title"] for edition in editions}
        assert "expert" in {kind["name"] for kind in await page.get("/api/kinds")}
        for name, title in titles.items():
            assert (await page.get(f"/api/rules?variant={name}"))["title"] == title
        assert await page.get("/api/phrases")
        assert (await page.post("/api/rules/look", rule="color != last.color"))["english"]
        assert "error" in await page.post("/api/rules/look", rule="color !=")
        assert (await page.post("/api/rules/read", text="all red"))["readings"][0]["rule"] == "red"
        await page.get("/api/rules?variant=-", 422)
        await page.get("/api/rules?variant=nothing", 422)
        await page.get("/api/table", 409)
        await page.post("/api/tab/open", kind="game", variant="abbott", players=[*BOTS, {"seat": "Dan"}])
        assert (await page.get("/api/rules"))["title"] == titles["abbott"]
        assert (await page.get("/api/rules?variant=solo"))["title"] == titles["solo"]
        await page.post("/api/tab/close")
        await page.get("/api/table", 409)

    play(tmp_path, ask)


def test_the_same_people_play_again_when_a_game_is_over(tmp_path: Path) -> None:
    async def again(page: Page) -> None:
        await page.post("/api/tab/open", kind="game", variant="express", players=BOTS, dealer="Bea", rounds=1)
        await page.post("/api/tab/open", 409, kind="again")
        await page.post("/api/host", do="stop")
        opened = await page.post("/api/tab/open", kind="again")
        table = await page.get("/api/table")
        assert (opened["file"], table["phase"], table["dealer"]) == ("game-2.yaml", "play", "Bea")
        assert [player["seat"] for player in table["players"]] == ["Rosa", "Bea", "Cleo"]
        files = {game["file"]: game["over"] for game in await page.get("/api/tab/games")}
        assert files == {"game-1.yaml": True, "game-2.yaml": False}

    play(tmp_path, again)


def test_a_move_that_can_not_be_kept_is_an_error_and_the_game_waits(tmp_path: Path) -> None:
    async def fill(page: Page) -> None:
        await page.post("/api/tab/open", kind="game", variant="solo", players=[{"seat": "Rosa"}], pace=0)
        seen = await page.get("/api/view")
        page.full = "no room"
        body = {"n": seen["n"], "move": f"play {seen['view']['hand'][0]}"}
        refused = await page.post("/api/moves", 500, **body)
        assert "no room" in refused["error"]["text"]
        assert "no room" in (await page.get("/api/table"))["broken"]
        await page.post("/api/host", 500, do="go-on")
        assert (await page.get("/api/table"))["broken"]
        page.full = ""
        await page.post("/api/host", do="go-on")
        assert (await page.get("/api/table"))["broken"] is None

    play(tmp_path, fill)


def test_a_file_that_was_damaged_is_named_and_can_be_forgotten(tmp_path: Path) -> None:
    (tmp_path / "game-1.yaml").write_text("no game", encoding="utf-8")
    (tmp_path / "results.json").write_text("{", encoding="utf-8")

    async def look(page: Page) -> None:
        games = await page.get("/api/tab/games")
        assert [(game["file"], game["readable"]) for game in games] == [("game-1.yaml", False)]
        assert (await page.get(f"/api/tab/history?today={DAY}"))["days"] == {}
        answer = await page.tab.answer("POST", "/api/tab/open", json.dumps({"kind": "kept", "file": "game-1.yaml"}))
        assert answer.status >= 400
        await page.post("/api/tab/forget", file="game-1.yaml")
        assert await page.get("/api/tab/games") == []

    play(tmp_path, look)


def test_all_that_is_wrong_with_a_file_is_told_with_its_place(tmp_path: Path) -> None:
    text = (GAMES.parent / "bad" / "game" / "fifty_errors_are_enough.yaml").read_text(encoding="utf-8")

    async def look(page: Page) -> None:
        refused = await page.post("/api/tab/open", 422, kind="text", text=text)
        assert len(refused["errors"]) == 50
        assert refused["errors"][0] == refused["error"]
        assert all(error["line"] and error["column"] for error in refused["errors"])

    play(tmp_path, look)


def test_who_asks_for_several_games_at_once_gets_each_and_the_last_is_open(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        bots = [{"seat": name, "kind": "beginner"} for name in ("Bea", "Cleo", "Dan")]
        for _ in range(2):
            await page.post("/api/tab/open", kind="game", variant="express", players=bots, pace=0)
        wanted = ["game-1.yaml", "game-2.yaml", "game-1.yaml"]
        opened = await asyncio.gather(*(page.post("/api/tab/open", kind="kept", file=file) for file in wanted))
        assert [each["file"] for each in opened] == wanted
        await asyncio.gather(
            page.post("/api/tab/open", kind="kept", file="game-2.yaml"), page.post("/api/tab/close")
        )
        await page.get("/api/table", 409)

    play(tmp_path, act)
