"""How smoothly cards move on a phone: `python -m bench frames [--runs N]`.

A game is served, and a phone's page is opened in Chromium without a screen, its processor slowed four times. On a
board of 5 cards and on one of 60, a right card is played, a wrong one and a string, and the rule is guessed; the
projector sees a right and a wrong card of somebody else. Each movement is watched from the tap until nothing moves:

- frame: the longest time between two frames, as the page has them; and how many of them took over 17 and 50 ms;
- work: the most that the page had to do from one frame to the next, in Chromium's trace, by the time that it had
  the processor: others who are at work on the machine don't count there.

The same with nothing slowed tells how much is the machine's own noise. `--kept FOLDER` keeps the traces.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from bench.tab import ARGUMENTS, PATIENCE, PHONE
from tests.browser.devices import PROJECTOR
from tests.browser.serving import ServedTable
from tests.helpers.chromium import chromium_for_a_bench

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page

BOARDS = (5, 60)
RATES = (4, 1)
ORDINARY, LONG = 17.5, 50
"""A frame of 60 a second, with a hair for the clock; what is longer is seen (ms)."""
RULE = "red"
TABLE = ("--variant", "express", "--players", "Ann,Bob,Dora:good", "--dealer", "Dora", "--rule", RULE)
MORE = ("--set", "play.max_cards=4", "--set", "wrong_play.draw_per_card=2", "--seed", "5", "--rounds", "1")
TRACED = ["toplevel", "devtools.timeline"]
WATCH = """() => {
  const frames = (window.frameTimes = []);
  const look = (time) => {
    frames.push(time);
    if (window.frameTimes === frames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
AT_REST = """async (until) => {
  await new Promise((resolve) => {
    const look = () => document.querySelector(until) && resolve();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
  const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
  const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
  const moving = () => document.getAnimations().filter((each) => ends(each) && each.playState === "running");
  for (await pause(300); moving().length; await pause(100)) {
    await Promise.allSettled(moving().map((animation) => animation.finished));
  }
  const frames = window.frameTimes ?? [];
  window.frameTimes = null;
  return frames.slice(1).map((time, i) => time - frames[i]);
}"""
"""Resolves when that is there and nothing moves any more, with the times between the frames. Asked but once: each
look of Playwright's own into a page takes longer than a frame there."""


@attrs.frozen
class Movement:
    """What was seen of one movement: the times between its frames, and the most work between two (ms)."""

    frames: tuple[float, ...]
    work: float


@attrs.define
class Game:
    """A served game, and its two players, who are asked for moves by HTTP."""

    url: str
    players: dict[str, APIRequestContext]

    def view(self, seat: str) -> dict[str, Any]:
        return dict(self.players[seat].get(f"{self.url}/api/view").json())

    def send(self, seat: str, line: str) -> None:
        data = {"n": self.view(seat)["n"], "move": line}
        answer = self.players[seat].post(f"{self.url}/api/moves", data=data)
        if not answer.ok:
            raise SystemExit(f"{seat}: {line}: {answer.text()}")

    def cards(self, seat: str, *, right: bool) -> list[str]:
        """The cards of a hand that are right, or aren't, as files have them."""
        return [card for card in self.view(seat)["view"]["hand"] if (card[-1] in "HD") is right]

    def play(self, seat: str, *, right: bool) -> None:
        """A card of somebody whose turn it is; what may be guessed then isn't."""
        self.send(seat, f"play {(self.cards(seat, right=right) or self.cards(seat, right=not right))[0]}")
        self.pass_by(seat)

    def pass_by(self, seat: str) -> None:
        if "pass" in self.view(seat)["options"]:
            self.send(seat, "pass")

    def turn_of(self, seat: str) -> None:
        """The others play until it is the turn of this seat."""
        other = next(name for name in self.players if name != seat)
        if self.view(seat)["view"]["to_act"] != seat:
            self.play(other, right=False)

    def fill(self, many: int) -> None:
        """Right and wrong cards until so many lie there."""
        while True:
            view = self.view("Ann")["view"]
            layout = view["layout"]
            lying = len(layout["mainline"]) + sum(map(len, sum(layout["sidelines"], layout["before"])))
            if lying >= many:
                return
            self.play(view["to_act"], right=len(layout["mainline"]) * 2 < many)


@contextmanager
def served(browser: Browser, folder: Path) -> Iterator[tuple[Game, BrowserContext]]:
    """A game that has begun, and the phone of one who plays it."""
    table = ServedTable(folder, *TABLE, *MORE)
    try:
        with browser.new_context(**PHONE) as phone, browser.new_context() as other:
            game = Game(table.url, {"Ann": phone.request, "Bob": other.request})
            for name, player in game.players.items():
                player.post(f"{game.url}/api/seats", data={"name": name})
            key = table.host_url.partition("#")[2]
            start = phone.request.post(
                f"{game.url}/api/host", data={"do": "start"}, headers={"Authorization": f"Bearer {key}"}
            )
            if not start.ok:
                raise SystemExit(start.text())
            yield game, phone
    finally:
        table.stop()
        shutil.rmtree(folder)


def most_work(trace: bytes) -> float:
    """The most that the thread that draws the page had to do from one frame to the next, by its own time (ms)."""
    events = json.loads(trace)["traceEvents"]
    threads = [each for each in events if each["name"] == "thread_name"]
    main = {(each["pid"], each["tid"]) for each in threads if each["args"]["name"] == "CrRendererMain"}
    mine = [each for each in events if each["ph"] == "X" and (each["pid"], each["tid"]) in main]
    mine.sort(key=lambda each: (each["ts"], -each["dur"]))
    works, work, over = [], 0.0, 0.0
    for each in mine:
        if each["name"] == "FireAnimationFrame":
            works.append(work)
            work = 0
        if "toplevel" in each["cat"] and each["ts"] >= over:
            over = each["ts"] + each["dur"]
            work += each.get("tdur", 0) / 1000
    return max(works, default=0)


@attrs.define
class Watcher:
    """Watches movements of a page."""

    browser: Browser
    page: Page
    seen: dict[str, list[Movement]]
    kept: Path | None

    def watch(self, name: str, act: Callable[[], None], until: str) -> None:
        """Do something, and watch the page until that is there and nothing moves any more."""
        self.page.evaluate(AT_REST, "body")
        self.browser.start_tracing(page=self.page, categories=TRACED)
        self.page.evaluate(WATCH)
        act()
        frames = tuple(self.page.evaluate(AT_REST, until))
        trace = self.browser.stop_tracing()
        self.seen.setdefault(name, []).append(Movement(frames, most_work(trace)))
        if self.kept is not None:
            (self.kept / f"{name.replace(' ', '-').replace(',', '')}.json").write_bytes(trace)


def open_page(context: BrowserContext, url: str, rate: int) -> Page:
    """A page, slowed so many times."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    page.goto(url)
    page.locator(".mainline .card").first.wait_for()
    return page


def on_phone(game: Game, page: Page, watch: Callable[[str, Callable[[], None], str], None], before: str) -> None:
    """Each movement on a phone."""
    due = "#actions .due[data-action={}]:not([aria-busy=true])"

    def tap_on(selector: str) -> Callable[[], None]:
        box = page.locator(selector).bounding_box()
        assert box is not None
        return lambda: page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def play(name: str, *, right: bool, most: int = 1) -> None:
        game.turn_of("Ann")
        cards = (game.cards("Ann", right=right) or game.cards("Ann", right=not right))[:most]
        for card in cards:
            page.locator(f"#hand [data-card='{card}'][aria-pressed=false]").first.click()
        verdict = "right" if cards[0][-1] in "HD" else "wrong"
        watch(f"{before}, {name}", tap_on(due.format("Play")), f"#table[data-moment={verdict}]")

    play("a wrong card", right=False)
    play("a right card", right=True)
    game.pass_by("Ann")
    play("a string", right=True, most=3)
    page.locator(due.format("Guess")).click()
    window = page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("radio", name="As text").check()
    window.get_by_role("textbox").fill(RULE)
    watch(
        f"{before}, the rule is found", tap_on("dialog[open] button.primary:enabled"), "#calm:not([hidden]) .sweep"
    )


def on_projector(game: Game, watch: Callable[[str, Callable[[], None], str], None], before: str) -> None:
    """What a projector sees."""
    for right in (False, True):
        name = "right" if right else "wrong"
        game.turn_of("Bob")
        card = (game.cards("Bob", right=right) or game.cards("Bob", right=not right))[0]
        verdict = "right" if card[-1] in "HD" else "wrong"
        move = f"play {card}"
        watch(f"{before}, a {name} card", lambda move=move: game.send("Bob", move), f"[data-moment={verdict}]")  # type: ignore[misc]
        game.pass_by("Bob")


def measure(browser: Browser, runs: int, rate: int, work: Path, kept: Path | None) -> dict[str, list[Movement]]:
    """All movements, each so many times."""
    seen: dict[str, list[Movement]] = {}
    for _ in range(runs):
        for board in BOARDS:
            folder = work / "game"
            folder.mkdir()
            with served(browser, folder) as (game, phone):
                game.fill(board)
                with browser.new_context(**PROJECTOR) as wall:
                    page = open_page(wall, f"{game.url}/screen", rate)
                    on_projector(game, Watcher(browser, page, seen, kept).watch, f"projector, {board} cards")
                page = open_page(phone, f"{game.url}/table", rate)
                on_phone(game, page, Watcher(browser, page, seen, kept).watch, f"phone, {board} cards")
    return seen


def row(name: str, movements: Sequence[Movement]) -> str:
    """A line of the table."""
    longest = [max(each.frames) for each in movements]
    frames = [frame for each in movements for frame in each.frames]
    over = [sum(frame > limit for frame in frames) / len(frames) for limit in (ORDINARY, LONG)]
    work = statistics.median(each.work for each in movements)
    spread = f"{min(longest):.0f}–{max(longest):.0f}"
    return f"{name:<40}{statistics.median(longest):>9.0f}{spread:>11}{over[0]:>9.1%}{over[1]:>9.1%}{work:>9.0f}"


def main(arguments: Sequence[str]) -> None:
    """Serve, play, watch and print."""
    parser = argparse.ArgumentParser(prog="python -m bench frames", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=3, help="games for each board")
    parser.add_argument("--rates", type=int, nargs="+", default=RATES, help="how many times it is slowed")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="keep the last trace of each movement there")
    chosen = parser.parse_args(arguments)
    if chosen.kept is not None:
        chosen.kept.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_for_a_bench(), args=ARGUMENTS)
        for rate in chosen.rates:
            load = os.getloadavg()[0]
            seen = measure(browser, chosen.runs, rate, Path(temporary), chosen.kept)
            print(f"slowed {rate} times; {os.cpu_count()} cores, load {load:.1f}; of {chosen.runs} (ms)")
            print(f"{'':<40}{'frame':>9}{'min–max':>11}{'>17 ms':>9}{'>50 ms':>9}{'work':>9}")
            print("\n".join(row(name, movements) for name, movements in seen.items()), flush=True)
        browser.close()
