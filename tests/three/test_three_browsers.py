"""The main ways of the tab and of the table in three browsers; all others are tried in Chromium alone."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from eleusis.secret.daily_rules import rule_of_day
from tests.tab.serving import ServedSite
from tests.tab.visiting import KEPT
from tests.three.guest import STORY_LINES, Guest

pytest.importorskip("playwright")
pytest.importorskip("selenium")
pytestmark = [
    pytest.mark.browser,
    # Selenium's own, in WebKitGTK.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

if TYPE_CHECKING:
    from tests.browser.conftest import MakeTable
    from tests.three.conftest import MakeGuest

DAY = "2026-11-22"


def browsers(*sample: str) -> list[object]:
    """All three; those that aren't in the sample at length only."""
    return [
        pytest.param(browser, marks=() if browser in sample else pytest.mark.soak)
        for browser in ("webkit", "firefox", "chromium")
    ]


def open_site(guest: Guest, url: str) -> None:
    """Open a page of the site, and wait until the engine answers."""
    guest.open(url)
    guest.see("body[data-engine=ready]")


@pytest.mark.parametrize("browser", browsers("firefox"))
def test_a_lesson_and_a_daily_to_their_ends_reloaded_and_without_a_network(
    guest: MakeGuest, site: ServedSite, browser: str
) -> None:
    ann = guest(browser)
    open_site(ann, f"{site.url}/?today={DAY}")
    ann.press("Start")
    ann.reach("playing")
    for _ in range(4):
        ann.play()
    ann.window.reload()
    ann.reach("playing")
    ann.until(f"() => ({STORY_LINES})() === 4")
    ann.press("Show me")
    ann.press("Guess")
    ann.touch("dialog[open] button.marked")
    ann.press("Guess")
    ann.reach("over")
    ann.window.ask(KEPT)
    site.stop()
    open_site(ann, f"{site.url}/?today={DAY}#daily")
    ann.reach("playing")
    ann.play()
    ann.guess(rule_of_day(date.fromisoformat(DAY)).text)
    ann.reach("over")
    ann.see("button", "Share")


@pytest.mark.parametrize("friend", browsers("firefox"))
@pytest.mark.parametrize("maker", browsers("webkit"))
def test_a_rule_that_is_sent_is_played_in_another_browser(
    guest: MakeGuest, site: ServedSite, maker: str, friend: str
) -> None:
    rosa = guest(maker)
    open_site(rosa, f"{site.url}/#make")
    rosa.touch(".rule-builder .phrase-groups details[open] button")
    rosa.fill("#maker", "Rosa")
    rosa.press("Get the link")
    link = rosa.until("() => document.querySelector('#link')?.value")
    ben = guest(friend)
    open_site(ben, link)
    ben.see("h1", "Rosa")
    ben.press("Play")
    ben.reach("playing")
    ben.play()


@pytest.mark.parametrize("browser", browsers("firefox", "webkit"))
def test_a_table_is_joined_and_played(guest: MakeGuest, serve: MakeTable, browser: str) -> None:
    ann = guest(browser)
    players = "Ann,Bob:random,Dora:random"
    table = serve("--variant", "express", "--rule", "red", "--seed", "5", "--players", players, "--dealer", "Dora")
    ann.open(table.url)
    ann.fill("input", "Ann")
    ann.press("Sit down")
    ann.see("#welcome-pin")
    table.host("start")
    ann.reach("playing")
    for _ in range(3):
        take_turn(ann)
    ann.window.reload()
    ann.reach("playing")
    take_turn(ann)
    table.stop()
    table.replay()


def take_turn(guest: Guest) -> None:
    """Play a card when it is one's turn; pass where a guess is offered first."""
    due = "() => document.querySelector('#actions .due')?.dataset.action"
    if guest.until(due) in ("Guess", "Pass"):
        guest.press("Pass")
    guest.play()
