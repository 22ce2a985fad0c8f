"""Games among bots in the tab, from setting up to the file: by touch, by keyboard, closed in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import LAPTOP, PHONE
from tests.browser.looking import Look
from tests.tab.playing import LONG_GAME, begin, download, hurry, play_turns, reopen, replay, set_up, unfold
from tests.tab.visiting import ready

pytest.importorskip("playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.tab.conftest import MakeVisitor

KEYS = {"Play": "p", "Pass": "x", "Declare": "d", "Call right": "r"}
NARROW = {"viewport": {"width": 320, "height": 640}}
STILL = {"reduced_motion": "reduce"}
"""Nothing fades: what is seen half-way is neither here nor there."""
OVER = "body[data-state=over]"


def test_express_with_three_bots_by_keyboard_alone(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest = visitor(LAPTOP)
    guest.go("/#play")
    ready(guest.page)
    guest.page.get_by_role("heading", name="Play with bots").wait_for()
    start = guest.page.get_by_role("button", name="Start", exact=True)
    for _ in range(40):
        if start.evaluate("button => button === document.activeElement"):
            break
        guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("Enter")
    guest.until("playing")
    hurry(guest)
    play_turns(guest, KEYS, turns=2)
    reopen(guest)
    assert play_turns(guest, KEYS) == "over"
    replay(download(guest, "Download the game", tmp_path))


def test_whoever_deals_makes_a_rule_and_bots_play_by_it(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest = visitor(PHONE)
    set_up(guest, "Eleusis Express", Who_deals_first="Me: I choose the rule")
    guest.page.get_by_label("Your name").fill("Rosa")
    begin(guest)
    guest.until("dealing")
    reopen(guest)
    guest.until("dealing")
    guest.press("Draw one for me")
    guest.page.wait_for_selector(OVER, timeout=LONG_GAME)
    replay(download(guest, "Download the game", tmp_path))


def test_a_forecaster_in_abbotts_game_among_bots_by_touch(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest = visitor(PHONE)
    set_up(guest, "New Eleusis", How_strong_the_bots_are="Beginners")
    begin(guest)
    hurry(guest)
    play_turns(guest, turns=2)
    guest.page.locator(".player[data-seat=Player] .mark.prophet").wait_for()
    reopen(guest)
    assert play_turns(guest) == "over"
    file = download(guest, "Download the game", tmp_path)
    assert "declare" in file.read_text(encoding="utf-8")
    replay(file)


def test_two_people_at_one_phone_see_no_hand_but_their_own(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest = visitor(PHONE)
    set_up(guest, "Eleusis Express", Who_plays="Two of us", How_many_bots="1")
    guest.page.get_by_label("Your name").fill("Rosa")
    start = guest.page.get_by_role("button", name="Start", exact=True)
    other = guest.page.get_by_label("The other’s name")
    for wrong in ("", "rosa"):
        other.fill(wrong)
        start.click()
        other.and_(guest.page.locator(":focus[aria-invalid=true]")).wait_for()
    other.fill("Uri")
    begin(guest)
    hurry(guest)
    play_turns(guest, turns=6)
    reopen(guest)
    play_turns(guest, turns=12)
    guest.press("Menu")
    guest.press("End this game")
    guest.press("End it")
    guest.until("over")
    replay(download(guest, "Download the game", tmp_path))


def test_a_second_tab_says_what_it_is(visitor: MakeVisitor) -> None:
    guest, look = visitor(PHONE, **STILL), Look()
    guest.go("/")
    ready(guest.page)
    first, guest.page = guest.page, guest.open()
    guest.go("/#daily")
    elsewhere = guest.page.get_by_role("heading", name="Eleusis is open in another tab")
    elsewhere.wait_for()
    assert guest.page.title() == "Open in another tab – Eleusis"
    assert not guest.page.get_by_role("progressbar").is_visible()
    look.at(guest.page, "a second tab")
    guest.press("Play here")
    guest.until("playing")
    first.get_by_role("heading", name="Eleusis is open in another tab").wait_for()
    assert not look.faults, look.faults


@pytest.mark.soak
def test_bots_alone_are_watched_and_play_again(visitor: MakeVisitor, tmp_path: Path) -> None:
    guest = visitor(PHONE, **STILL)
    set_up(guest, "Eleusis Express", Who_plays="Only bots", How_fast_bots_play="Slow")
    begin(guest)
    guest.press("Pause")
    guest.page.get_by_text("The game is paused.").wait_for()
    look = Look()
    look.at(guest.page, "watching")
    hurry(guest)
    guest.press("Go on")
    guest.page.wait_for_selector(OVER, timeout=LONG_GAME)
    guest.press("Play again")
    guest.page.wait_for_url("**/#kept=game-2.yaml")
    hurry(guest)
    guest.page.wait_for_selector(OVER, timeout=LONG_GAME)
    replay(download(guest, "Download the game", tmp_path))
    guest.press("Start page")
    guest.page.get_by_role("link", name="Kept games").click()
    guest.page.get_by_role("heading", name="Kept games").wait_for()
    assert guest.page.locator(".kept-game").count() == 2
    assert guest.page.get_by_text("won with").count() == 2
    look.at(guest.page, "kept games")
    guest.page.get_by_role("button", name="Delete: ").first.click()
    guest.press("Delete")
    guest.page.locator(".kept-game").nth(1).wait_for(state="detached")
    assert not look.faults, look.faults


@pytest.mark.parametrize("kind", [NARROW, PHONE, LAPTOP], ids=["narrow", "phone", "laptop"])
def test_setting_up_is_open_to_all_and_remembered(visitor: MakeVisitor, kind: dict[str, object]) -> None:
    guest = visitor(kind, **STILL)
    set_up(guest, "New Eleusis", How_strong_the_bots_are="Mixed")
    look = Look()
    look.at(guest.page, "set up")
    guest.press("Rules: Eleusis for one player (2026)")
    guest.page.get_by_role("dialog").get_by_role("heading", name="Eleusis for one player (2026)").wait_for()
    look.at(guest.page, "rules")
    guest.page.keyboard.press("Escape")
    begin(guest)
    guest.go("/#play")
    unfold(guest)
    assert guest.page.get_by_role("radio", name="New Eleusis").is_checked()
    assert guest.page.get_by_role("radio", name="Mixed").is_checked()
    assert not look.faults, look.faults


@pytest.mark.parametrize("edition", ["solo", "guyton", "abril", "matuszek", "matuszek-1995"])
@pytest.mark.soak
def test_every_edition_begins(visitor: MakeVisitor, edition: str) -> None:
    guest = visitor(PHONE)
    guest.go("/#play")
    ready(guest.page)
    unfold(guest)
    guest.page.locator(f"input[name=variant][value={edition}]").check()
    begin(guest)
    hurry(guest)
    play_turns(guest, turns=2)


def test_where_nothing_can_be_kept_the_game_waits_until_it_can(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE, service_workers="block")
    guest.allow("QuotaExceeded|can't keep|blocked by Playwright")

    def fill_up(route: Route) -> None:
        answer = route.fetch()
        put = 'if (now.get("game-1.yaml")?.includes("play ") && (self.tries = (self.tries ?? 0) + 1) < 3)'
        full = f'{put} throw new DOMException("no room", "QuotaExceededError");'
        body = answer.text().replace(
            "const transaction = this.#database", f"{full} const transaction = this.#database"
        )
        route.fulfill(response=answer, body=body)

    guest.context.route("**/keeping.js", fill_up)
    set_up(guest, "Eleusis Express", Who_plays="Only bots", How_fast_bots_play="Fast")
    begin(guest)
    guest.page.get_by_text("can't keep it").wait_for()
    guest.press("Go on")
    guest.page.wait_for_timeout(300)
    guest.press("Go on")
    hurry(guest)
    guest.page.wait_for_selector(OVER, timeout=LONG_GAME)


@pytest.mark.soak
def test_a_game_that_was_damaged_harms_nothing_else(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    set_up(guest, "Eleusis Express")
    begin(guest)
    guest.page.evaluate(DAMAGE)
    guest.go("/")
    guest.page.reload()
    ready(guest.page)
    guest.page.get_by_role("link", name="Kept games").click()
    guest.page.get_by_text("can’t be read").wait_for()
    guest.go("/#kept=game-1.yaml")
    guest.page.locator("#trouble").filter(has_text="can't be continued").wait_for()
    guest.go("/#games")
    guest.page.get_by_role("button", name="Delete: ").click()
    guest.press("Delete")
    guest.page.get_by_text("No game is kept here yet.").wait_for()
    set_up(guest, "Eleusis Express")
    begin(guest)


FULL = """
if (now.get("game-1.yaml")?.includes("play ") && (self.tries = (self.tries ?? 0) + 1) < 3) {
  throw new DOMException("no room", "QuotaExceededError");
}
"""
"""What a disk does that is full for the first moves, in the place where files are kept."""
DAMAGE = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("eleusis", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const change = opening.result.transaction("files", "readwrite");
    const store = change.objectStore("files");
    store.put({ text: "no game at all", changed: Date.now() }, "game-1.yaml");
    store.put(7, "game-2.yaml");
    store.put({ text: "{", changed: Date.now() }, "results.json");
    change.oncomplete = resolve;
  };
})"""
