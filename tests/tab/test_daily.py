"""The puzzle of a day in the tab, to its end and to be shared; all that were played; and the first lesson."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import perfect_turn
from tests.browser.devices import LAPTOP, PHONE, Visitor
from tests.browser.keys import Keys
from tests.browser.looking import Look, wait_for_rest
from tests.tab.playing import download, replay
from tests.tab.visiting import FIRST_START, ready

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

FIRST, SECOND, LATER = "2026-11-22", "2026-11-23", "2026-11-24"
SHARES = "navigator.share = async ({ text, url }) => { window.shared = { text, url }; };"
SHARES_NOT = """
delete Navigator.prototype.share;
if (navigator.clipboard) navigator.clipboard.writeText = async () => { throw new Error("not here"); };
"""
NARROW = {"width": 320, "height": 640}


def visit(guest: Visitor, today: str, fragment: str = "") -> None:
    """Open the page anew, on some day."""
    guest.page.goto("about:blank")
    guest.go(f"/?today={today}{fragment}")
    ready(guest.page)


def play(guest: Visitor, times: int) -> None:
    """Play the first card of the hand so often: nobody has to pass."""
    for _ in range(times):
        guest.act("Play", guest.look()["hand"][0])


def guess(guest: Visitor, rule: str) -> None:
    """Guess a rule as a text, and see the end."""
    guest.press("Guess")
    guest.page.get_by_role("radio", name="As text").check()
    guest.page.get_by_role("textbox").fill(rule)
    guest.page.get_by_role("dialog").get_by_role("button", name="Guess", exact=True).click()
    guest.until("over")


def line_of(day: str, turn: int, picture: str) -> str:
    """The line that is shared of a day's puzzle."""
    perfect = perfect_turn(date.fromisoformat(day))
    beside = "" if perfect == "unknown" else f" · a perfect player: {perfect or 'not found'}"
    return f"Eleusis {int(day[-2:])} Nov · found in {turn} · {picture}{beside}"


def check(look: Look, guest: Visitor, name: str) -> None:
    """Look at the page as it is, and whether it fits a narrow phone too."""
    wait_for_rest(guest.page)
    look.at(guest.page, name)
    before = guest.page.viewport_size
    guest.page.set_viewport_size(NARROW)
    wide = guest.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= NARROW["width"], name
    guest.page.set_viewport_size(before or NARROW)


def test_two_days_by_touch_reloaded_shared_and_looked_back_upon(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest, look = visitor(PHONE, reduced_motion="reduce"), Look()
    guest.context.add_init_script(SHARES)
    visit(guest, FIRST, "#daily")
    guest.until("playing")
    play(guest, 2)
    check(look, guest, "daily")
    guest.page.reload()
    ready(guest.page)
    guest.until("playing")
    assert guest.wait_for(lambda now: len(now["hand"]) > 0)["told"] == 2
    play(guest, 1)
    guess(guest, rule_of_day(date.fromisoformat(FIRST)).text)
    guest.press("Share")
    guest.page.get_by_text("You found it in turn 3").wait_for()
    sent = guest.page.evaluate("window.shared")
    shared = sent["text"]
    assert sent["url"].endswith(f"/#daily={FIRST}")
    picture = shared.split(" · ")[2]
    assert shared == line_of(FIRST, 3, picture)
    assert set(picture) <= set("●○!")
    check(look, guest, "daily over")

    file = download(guest, "Save the file of this game", tmp_path)
    assert file.name == f"daily-{FIRST}.yaml"
    replay(file)

    visit(guest, SECOND)
    guest.page.get_by_role("link", name="Play", exact=True).tap()
    guest.until("playing")
    play(guest, 1)
    guess(guest, rule_of_day(date.fromisoformat(SECOND)).text)
    guest.page.get_by_text("That’s 2 days in a row.").wait_for()
    guest.page.get_by_role("link", name="All your puzzles").tap()
    days = guest.page.locator(".history li")
    days.first.wait_for()
    assert [text.split(" · ")[0][-6:] for text in days.all_inner_texts()] == ["23 Nov", "22 Nov"]
    check(look, guest, "history")
    days.last.get_by_role("link").tap()
    guest.until("over")
    guest.page.get_by_text("Puzzle of Sunday 22 November").wait_for()
    assert guest.page.locator(".secret").count() == 1

    visit(guest, LATER, f"#daily={LATER[:-2]}25")
    guest.page.get_by_role("alert").get_by_text("isn’t there yet").wait_for()
    check(look, guest, "home of one who has played")
    guest.page.get_by_text("2 days in a row").wait_for()
    assert look.faults == []


def test_a_day_by_keyboard_alone_where_nothing_can_share(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP)
    guest.context.add_init_script(SHARES_NOT)
    page, keys = guest.page, Keys(guest)
    visit(guest, FIRST)
    keys.tab_to("I know the game")
    page.keyboard.press("Enter")
    assert keys.at()["name"] == "Play"
    page.keyboard.press("Enter")
    guest.until("playing")
    guest.wait_for(lambda now: len(now["hand"]) > 0)
    for _ in range(2):
        page.keyboard.press("c")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        keys.act("p")
    page.keyboard.press("g")
    page.get_by_role("dialog").locator("button.phrase").first.wait_for(state="attached")
    keys.tab_to("From phrases", key="Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.type(rule_of_day(date.fromisoformat(FIRST)).text)
    page.get_by_role("dialog").get_by_role("button", name="Guess", exact=True, disabled=False).wait_for()
    keys.tab_to("Guess")
    page.keyboard.press("Enter")
    guest.until("over")
    page.get_by_role("button", name="Share").wait_for()
    keys.tab_to("Share")
    page.keyboard.press("Enter")
    page.get_by_label("What is sent").wait_for()
    assert page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)").startswith(
        "Eleusis 22 Nov · found in 2 · "
    )
    keys.tab_to("Start page")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="See how it went").wait_for()


def test_the_lesson_teaches_by_playing_and_is_not_kept(visitor: MakeVisitor) -> None:
    guest, look = visitor(PHONE, reduced_motion="reduce"), Look()
    page = guest.page
    visit(guest, FIRST)
    check(look, guest, "home of a newcomer")
    page.get_by_role("link", name="Start", exact=True).tap()
    guest.until("playing")
    coach = page.locator(".coach")
    said = [coach.inner_text()]
    check(look, guest, "lesson")
    for colour in ("hearts", "hearts", "spades", "hearts"):
        guest.act("Play", next(card for card in guest.look()["hand"] if card.endswith(colour)))
        said.append(coach.inner_text())
    assert len(set(said)) == len(said), "each card is a step"
    page.reload()
    ready(page)
    guest.until("playing")
    guest.wait_for(lambda now: now["told"] == 4)
    check(look, guest, "lesson after four cards")
    guest.press("Show me")
    guest.press("Guess")
    marked = page.get_by_role("dialog").locator("button.marked")
    marked.wait_for()
    check(look, guest, "guess of the lesson")
    marked.tap()
    page.get_by_role("dialog").get_by_role("button", name="Guess", exact=True, disabled=False).tap()
    guest.until("over")
    assert not coach.is_visible()
    page.locator("[data-found=own]").wait_for()
    check(look, guest, "lesson over")
    page.get_by_role("link", name="Today’s puzzle").tap()
    guest.until("playing")

    visit(guest, FIRST)
    page.get_by_role("link", name="Go on", exact=True).wait_for()
    assert page.get_by_role("link", name="Start", exact=True).count() == 0
    assert page.locator("#unfinished li").count() == 0
    assert look.faults == []


def test_the_lesson_may_be_skipped(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP)
    visit(guest, FIRST)
    guest.page.get_by_role("link", name="Start", exact=True).click()
    guest.until("playing")
    guest.page.get_by_role("link", name="Skip").click()
    guest.page.locator(".coach").wait_for(state="detached")
    guest.until("playing")
    visit(guest, FIRST)
    guest.page.get_by_role("link", name="Go on", exact=True).wait_for()
    assert not guest.page.get_by_role("link", name="Start", exact=True).is_visible()


def test_a_puzzle_keeps_its_day_over_midnight_and_an_open_start_page_takes_the_new_one(
    visitor: MakeVisitor,
) -> None:
    guest = visitor(PHONE)
    guest.page.clock.install(time="2026-03-05T23:59:00")
    guest.go("/")
    ready(guest.page)
    guest.page.clock.set_fixed_time("2026-03-06T00:05:00")
    guest.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    guest.page.get_by_text("Friday 6 March").wait_for()
    guest.page.clock.set_fixed_time("2026-03-05T23:59:00")
    guest.page.evaluate("location.hash = 'daily'")
    guest.page.get_by_text("Thu 5 Mar").wait_for()
    guest.page.clock.set_fixed_time("2026-03-06T00:05:00")
    guest.page.reload()
    guest.page.get_by_text("Thu 5 Mar").wait_for(timeout=FIRST_START)
