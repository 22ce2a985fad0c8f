"""How soon a browser tab plays: `python -m bench tab [--site OUT]`.

The site is built, or the one in OUT is taken, and handed out as `python -m http.server` does it, below a path. Each
run is of a browser context of its own, in Chromium without a screen, of a phone's size:

- a first visit to the start page: when something is seen, and when today's first card is;
- a first visit that goes straight to the daily puzzle: when the first card can be tapped; what a move takes from
  the tap to its verdict; what has been sent until the first card, and until all is kept; the page's memory;
- a second visit, with the network off: when the first card can be tapped.

Then both visits with half of a core for the whole browser, where root can make a control group. All times are the
page's own, from its navigation on.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from bench.figures import Figure, head
from bench.half_a_core import half_a_core
from tests.helpers.chromium import chromium_for_a_bench

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update"]  # fmt: skip
PATIENCE = 60_000
MOVES = 4
"""Moves that are timed in each run."""
WATCH = """(() => {
  const seen = (window.seen = {});
  const marks = { starter: "#starter .card", card: "#hand button.pick" };
  const look = () => {
    for (const [name, selector] of Object.entries(marks)) {
      if (!(name in seen) && document.querySelector(selector) !== null) seen[name] = performance.now();
    }
    const last = document.getElementById("last")?.textContent ?? "";
    if (seen.tapped !== undefined && / (right|wrong)/.test(last) && last !== seen.before) {
      (seen.moves ??= []).push(performance.now() - seen.tapped);
      delete seen.tapped;
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  addEventListener("click", ({ target }) => {
    if (target.closest("[data-action=Play]") === null) return;
    seen.before = document.getElementById("last").textContent;
    seen.tapped = performance.now();
  }, true);
})()"""
"""Notes in a page when what is waited for is there: at once, not when somebody looks."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
KEPT = """async () => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { files } = await (await fetch(`${version}/files.json`)).json();
  const addresses = files.map((name) => new URL(`${version}/${name}`, document.baseURI).href);
  const missing = async () => {
    const cache = await caches.open(`eleusis-${version}`);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const page = await caches.match(new URL("index.html", document.baseURI).href);
    return page === undefined || addresses.some((address) => !kept.has(address));
  };
  while (await missing()) await new Promise((resolve) => { setTimeout(resolve, 100); });
}"""
"""Resolves when all files of the version are kept."""


ANSWERED = """(moves) => new Promise((resolve) => {
  const look = () => ((window.seen.moves?.length ?? 0) < moves ? setTimeout(look, 20) : resolve());
  look();
})"""
"""Resolves when so many moves have their verdicts."""
DUE = "#actions .due:not([aria-busy=true])"


@attrs.define
class Wire:
    """Counts what is sent."""

    sent: int = 0


class _Counted(BufferedIOBase):
    def __init__(self, under: Any, wire: Wire) -> None:
        self._under, self._wire = under, wire

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._wire.sent += len(data)
        return int(self._under.write(data))

    def flush(self) -> None:
        self._under.flush()


class _Handler(SimpleHTTPRequestHandler):
    """As `python -m http.server` answers, and every byte that is sent is counted, headers too."""

    def __init__(self, *given: Any, wire: Wire, directory: str) -> None:
        self._wire = wire
        super().__init__(*given, directory=directory)

    def setup(self) -> None:
        super().setup()
        self.wfile = _Counted(self.wfile, self._wire)

    def log_message(self, *_: object) -> None:
        """Say nothing of what was asked for."""


@contextmanager
def serve(folder: Path, wire: Wire) -> Iterator[str]:
    """The address of a folder that is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, wire=wire, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Measures(dict[str, list[float]]):
    """Figures by their names, one value for each run."""

    def add(self, name: str, *values: float) -> None:
        self.setdefault(name, []).extend(values)


def open_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def seen(page: Page, what: str) -> float:
    """When the page had that, in seconds from its navigation."""
    return float(page.evaluate("(what) => window.seen[what]", what)) / 1000


def processes(browser: Browser) -> list[dict[str, Any]]:
    """The processes of a browser: the type, the id and the seconds of the processor of each."""
    return list(browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"])


def spent(browser: Browser) -> float:
    """The seconds of the processor that a browser has taken."""
    return sum(float(each["cpuTime"]) for each in processes(browser))


def memory(browser: Browser) -> float:
    """The megabytes of the largest process that shows a page, its worker among it."""
    pids = [each["id"] for each in processes(browser) if each["type"] == "renderer"]
    rows = [Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split() for pid in pids]
    return max(int(row[1]) * os.sysconf("SC_PAGESIZE") / 1e6 for row in rows)


def play(page: Page) -> list[float]:
    """Plays some cards; the milliseconds from each tap to its verdict."""
    for move in range(MOVES):
        page.locator("#hand button.pick").first.click()
        page.locator(f"{DUE}[data-action=Play]").click()
        page.evaluate(ANSWERED, move + 1)
        page.locator(DUE).first.wait_for()
        passing = page.locator(f"{DUE}[data-action=Pass]")
        if passing.is_visible():
            passing.click()
            page.locator(f"{DUE}[data-action=Play]").wait_for()
    return [float(each) for each in page.evaluate("window.seen.moves")]


def first_screen(browser: Browser, url: str, measures: Measures) -> None:
    """A first visit to the start page."""
    with browser.new_context(**PHONE) as context:
        context.add_init_script(WATCH)
        page = open_page(context)
        page.goto(f"{url}/")
        page.locator("#starter .card").first.wait_for()
        page.wait_for_timeout(200)
        measures.add("first screen: something is seen", page.evaluate(PAINTED) / 1000)
        measures.add("first screen: today's first card", seen(page, "starter"))


def visits(browser: Browser, url: str, wire: Wire, measures: Measures, how: str = "") -> None:
    """A first visit to the daily puzzle, and a second one, with the network off."""
    with browser.new_context(**PHONE) as context:
        context.add_init_script(WATCH)
        page = open_page(context)
        before, spent_before = wire.sent, spent(browser)
        page.goto(f"{url}/#daily")
        page.locator("#hand button.pick").first.wait_for()
        if not how:
            measures.add("sent, until a card can be played", (wire.sent - before) / 1e6)
            measures.add("first visit, time of the processor", spent(browser) - spent_before)
        measures.add(f"{how}first visit: a card can be played", seen(page, "card"))
        measures.add(f"{how}a move, from the tap to its verdict", *play(page))
        page.evaluate(KEPT)
        if not how:
            measures.add("sent, until all is kept", (wire.sent - before) / 1e6)
            measures.add("memory of the page", memory(browser))
        page.close()
        context.set_offline(True)
        spent_before = spent(browser)
        page = open_page(context)
        page.goto(f"{url}/#daily")
        page.locator("#hand button.pick").first.wait_for()
        if not how:
            measures.add("second visit, time of the processor", spent(browser) - spent_before)
        measures.add(f"{how}second visit, offline: a card can be played", seen(page, "card"))


WANTED = {
    "sent, until a card can be played": ("MB", ""),
    "sent, until all is kept": ("MB", "≤ 7.5"),
    "first screen: something is seen": ("s", "≤ 1"),
    "first screen: today's first card": ("s", "≤ 1"),
    "first visit: a card can be played": ("s", "≤ 6"),
    "first visit, time of the processor": ("s", ""),
    "second visit, offline: a card can be played": ("s", "≤ 2"),
    "second visit, time of the processor": ("s", ""),
    "half a core, first visit: a card can be played": ("s", "≤ 14"),
    "half a core, second visit, offline: a card can be played": ("s", "≤ 5"),
    "a move, from the tap to its verdict": ("ms", ""),
    "half a core, a move, from the tap to its verdict": ("ms", ""),
    "memory of the page": ("MB", ""),
}
"""The figures in the order in which they are told: the unit of each, and what is wanted."""


def measure(site: Path, runs: int, work: Path) -> tuple[Measures, str]:
    """All figures; and why those of half a core are left out, if they are."""
    from playwright.sync_api import sync_playwright

    chromium = chromium_for_a_bench()
    (work / "served").mkdir()
    (work / "served" / "below").symlink_to(site.resolve(), target_is_directory=True)
    measures, wire, lacking = Measures(), Wire(), ""
    with serve(work / "served", wire) as address, sync_playwright() as playwright:
        url = f"{address}/below"
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for _ in range(runs):
            first_screen(browser, url, measures)
            visits(browser, url, wire, measures)
        browser.close()
        try:
            with half_a_core(chromium, work) as script:
                browser = playwright.chromium.launch(executable_path=script, args=ARGUMENTS)
                for _ in range(runs):
                    visits(browser, url, wire, measures, "half a core, ")
                browser.close()
        except OSError as error:
            lacking = f"half a core: {error}"
    return measures, lacking


def main(arguments: Sequence[str]) -> None:
    """Build, serve, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench tab", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=5, help="runs of each figure")
    parser.add_argument("--site", type=Path, metavar="OUT", help="a site that is built already")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        site = chosen.site
        if site is None:
            from eleusis.doors.site.building import build_site
            from eleusis.doors.site.starters import first_day

            site = build_site(work / "site", first_day()).folder
        load, (measures, lacking) = os.getloadavg()[0], measure(site, chosen.runs, work)
    figures = [Figure(name, tuple(measures[name]), unit, want) for name, (unit, want) in WANTED.items()
        if name in measures]  # fmt: skip
    if chosen.format == "json":
        rows = [
            {"name": each.name, "unit": each.unit, "want": each.want, "values": each.values} for each in figures
        ]
        print(json.dumps({"load": load, "figures": rows, "left_out": lacking}, ensure_ascii=False, indent=2))
        return
    print(head(f"{os.cpu_count()} cores, load {load:.1f} at the start; median of {chosen.runs}"))
    print("\n".join(figure.row() for figure in figures))
    if lacking:
        print(f"Left out: {lacking}")
