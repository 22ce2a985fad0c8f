"""The main ways of the tab and of the table in Chromium, Firefox and WebKit; Chromium alone is tried further elsewhere."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from eleusis.secret.daily_rules import rule_of_day
from tests.browser.serving import ServedTable
from tests.tab.serving import ServedSite
from tests.tab.visiting import KEPT
from tests.three.guest import Guest
from tests.three.windows import BROWSERS

pytest.importorskip("playwright")
pytest.importorskip("selenium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings(
        "ignore:setting remote_server_addr:DeprecationWarning"
    ),  # Selenium's own, in WebKitGTK
]

if TYPE_CHECKING:
    from tests.three.conftest import OpenWindow

DAY = "2026-11-22"
OTHERS = ("firefox", "webkit")


def ready(guest: Guest) -> None:
    """Wait until the engine answers."""
    guest.see("body[data-engine=ready]")


def open_page(guest: Guest, url: str) -> None:
    """Open a page of the site anew, also where only its fragment differs."""
    guest.window.go("about:blank")
    guest.window.go(url)
    ready(guest)


@pytest.mark.parametrize("browser", OTHERS)
def test_a_lesson_and_a_daily_to_their_ends_reloaded_and_without_a_network(
    window: OpenWindow, built: Path, browser: str
) -> None:
    site = ServedSite(built)
    guest = window(browser)
    open_page(guest, f"{site.url}/?today={DAY}")
    guest.press("Start")
    guest.reach("playing")
    for _ in range(4):
        guest.play()
    guest.window.reload()
    guest.reach("playing")
    guest.until("() => document.querySelectorAll('#story li').length === 4")
    guest.press("Show me")
    guest.press("Guess")
    guest.touch("dialog[open] button.marked")
    guest.press("Guess")
    guest.reach("over")
    guest.window.ask(KEPT)
    site.stop()
    open_page(guest, f"{site.url}/?today={DAY}#daily")
    guest.reach("playing")
    guest.play()
    guest.guess(rule_of_day(date.fromisoformat(DAY)).text)
    guest.reach("over")
    guest.see("button", "Share")


def make_link(guest: Guest, site: ServedSite) -> str:
    """Make a rule, and have its link."""
    open_page(guest, f"{site.url}/#make")
    guest.touch(".rule-builder .phrase-groups details[open] button")
    guest.fill("#maker", "Rosa")
    guest.press("Get the link")
    return str(guest.until("() => document.querySelector('#link')?.value"))


def pair(maker: str, friend: str) -> object:
    """A pair of browsers; those in which WebKit makes or opens a link are tried at each run, the others at length."""
    sample = (maker, friend) in {("webkit", "firefox"), ("chromium", "webkit")}
    return pytest.param(maker, friend, id=f"{maker} to {friend}", marks=() if sample else pytest.mark.soak)


@pytest.mark.parametrize(("maker", "friend"), [pair(maker, friend) for maker in BROWSERS for friend in BROWSERS])
def test_a_rule_that_is_sent_is_played_in_another_browser(
    window: OpenWindow, site: ServedSite, maker: str, friend: str
) -> None:
    link = make_link(window(maker), site)
    guest = window(friend)
    open_page(guest, link)
    guest.see("h1", "Rosa")
    guest.press("Play")
    guest.reach("playing")
    guest.play()


def take_turn(guest: Guest) -> None:
    """Play a card when it is one's turn; pass where a guess is offered first."""
    due = "() => document.querySelector('#actions .due')?.dataset.action"
    if guest.until(due) in ("Guess", "Pass"):
        guest.press("Pass")
    guest.play()


@pytest.mark.parametrize("browser", OTHERS)
def test_a_table_is_joined_and_played(window: OpenWindow, tmp_path: Path, browser: str) -> None:
    table = ServedTable(
        tmp_path, "--variant", "express", "--rule", "red", "--seed", "5", "--players", "Ann,Bob:random,Dora:random",
        "--dealer", "Dora",
    )  # fmt: skip
    guest = window(browser)
    guest.window.go(table.url)
    guest.fill("input", "Ann")
    guest.press("Sit down")
    guest.see("#welcome-pin")
    table.host("start")
    guest.reach("playing")
    for _ in range(3):
        take_turn(guest)
    guest.window.reload()
    guest.reach("playing")
    take_turn(guest)
    table.stop()
    table.replay()
