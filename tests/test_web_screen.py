"""The page for a projector in a real browser, at a table that is served."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect, sync_playwright

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser
expect.set_options(timeout=15_000)


@attrs.define
class Screen:
    """A projector's page at a table of bots, what the browser complained of and whom it asked."""

    page: Page
    url: str
    key: str
    complaints: list[str] = attrs.field(factory=list)
    asked: list[str] = attrs.field(factory=list)

    def host(self, do: str, **more: Any) -> None:
        """Do as the host."""
        body = json.dumps({"do": do, **more}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        urllib.request.urlopen(urllib.request.Request(f"{self.url}/api/host", body, headers)).close()

    def check(self) -> None:
        """Nothing to complain of: no error, no request to another host, nothing serious for those who can't see."""
        assert self.complaints == []
        assert [url for url in self.asked if not url.startswith((self.url + "/", "data:"))] == []
        views = [url for url in self.asked if "/api/view" in url or "/api/events" in url]
        assert [url for url in views if "seat=&" not in url + "&"] == []
        violations = axe.Axe().run(self.page).response["violations"]
        assert [rule["id"] for rule in violations if rule["impact"] in ("serious", "critical")] == []


@contextmanager
def screen_at(folder: Path, *options: str, width: int = 1920, height: int = 1080) -> Iterator[Screen]:
    """A table that is served with these options, and a projector's page at it."""
    file = ("--port", "0", "--host", "127.0.0.1", "--file", str(folder / "evening.yaml"))
    command = [sys.executable, "-m", "eleusis", "serve", "--format", "json", *file, *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        where = json.loads(server.stdout.readline())
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
            screen = Screen(page, where["url"].rstrip("/"), where["host"].partition("#")[2])
            page.on("console", lambda message: screen.complaints.append(message.text))
            page.on("pageerror", lambda error: screen.complaints.append(str(error)))
            page.on("request", lambda request: screen.asked.append(request.url))
            page.goto(f"{screen.url}/screen")
            yield screen
            browser.close()
    finally:
        server.terminate()
        server.communicate(timeout=10)


def test_the_projector_shows_a_round_from_the_lobby_to_the_scores(tmp_path: Path) -> None:
    players = "Ann:random,Bob:random,Cleo:random,Dora:random"
    options = ("--variant", "express", "--players", players, "--dealer", "Dora", "--rule", "red", "--seed", "7")
    with screen_at(tmp_path, *options, "--pace", "0.05") as screen:
        page = screen.page
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Welcome take a seat")
        expect(page.get_by_text(screen.url, exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        screen.check()

        screen.host("start")
        expect(page.get_by_role("list", name="Mainline").get_by_role("listitem").nth(3)).to_be_attached(
            timeout=20_000
        )
        screen.host("hint", text="Look at the <b>colour</b>")
        screen.host("pause")
        expect(heading).to_contain_text("Paused then ")
        expect(page.get_by_text('"Look at the <b>colour</b>"', exact=True)).to_be_visible()
        expect(page.locator("#told")).not_to_be_empty()
        expect(page.locator(".player .count")).to_have_count(3)
        expect(page.locator(".player[aria-current]")).to_have_count(1)
        expect(page.locator("#rule")).to_be_hidden()
        screen.check()

        screen.host("go-on")
        expect(page.get_by_role("region", name="The rule")).to_be_visible(timeout=60_000)
        expect(heading).to_contain_text("the round")
        expect(page.get_by_role("region", name="The rule")).to_contain_text("red")
        expect(page.locator(".player:not(.heading) .points")).to_have_count(4)
        screen.check()


def test_open_hands_lie_on_the_projector_too_and_a_small_window_has_all(tmp_path: Path) -> None:
    players = "Ann:random,Bob:random,Dora:random"
    options = ("--variant", "express", "--players", players, "--dealer", "Dora", "--open-hands", "--seed", "7")
    with screen_at(tmp_path, *options, "--pace", "5", width=360, height=740) as screen:
        screen.host("start")
        screen.host("pause")
        expect(screen.page.get_by_text("Open hands: everyone sees every hand.")).to_be_visible()
        hands = [screen.page.get_by_role("list", name=f"{seat}'s hand") for seat in ("Ann", "Bob")]
        for hand in hands:
            expect(hand).to_be_attached()
            assert hand.get_by_role("listitem").count() >= 11
        assert screen.page.evaluate("document.documentElement.scrollWidth") == 360
        screen.check()
