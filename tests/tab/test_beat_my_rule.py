"""Beat my rule: one makes a rule and sends it, another plays it in a browser of their own and sends how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.devices import LAPTOP, PHONE, Visitor
from tests.browser.looking import Look
from tests.tab.visiting import FIRST_START, ready

pytest.importorskip("playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

CLIPBOARD = "() => navigator.clipboard.readText()"
FOCUSED = "() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label') || ''"
SHARES = "window.shared = []; navigator.share = async (what) => { window.shared.push(what); };"
"""A phone has a share sheet; Chromium under test has none."""
PERMISSIONS = ["clipboard-read", "clipboard-write"]


def test_a_rule_from_its_making_to_the_friends_result_by_touch(visitor: MakeVisitor) -> None:
    look = Look()
    rosa, tom = (visitor(PHONE, permissions=PERMISSIONS, reduced_motion="reduce") for _ in range(2))
    for guest in (rosa, tom):
        guest.context.add_init_script(SHARES)
        guest.page.close()
        guest.page = guest.open()
    rosa.go("/")
    ready(rosa.page)
    rosa.page.get_by_role("link", name="Beat my rule").tap()
    page = rosa.page
    page.get_by_role("heading", name="Make a rule").wait_for()
    sentence = page.locator(".rule-builder .phrase-groups details[open] button").nth(1)
    sentence.wait_for()
    look.at(page, "make")
    sentence.tap()
    page.get_by_label("Your name").fill("Rosa")
    page.get_by_role("button", name="Let a bot try it").tap()
    page.locator("section").filter(has_text="How hard is it?").get_by_text("A good bot").last.wait_for(
        timeout=FIRST_START
    )
    rule = page.locator(".rule-builder code").first.inner_text()
    look.at(page, "tried")
    # Closed and opened again: the rule is still there.
    page.reload()
    ready(page)
    assert page.get_by_label("The rule, as a text").input_value() == rule
    page.get_by_role("button", name="Get the link").tap()
    link = page.get_by_label("The link").input_value()
    look.at(page, "link")
    page.get_by_role("button", name="Send the link").tap()
    assert page.evaluate("() => window.shared.at(-1).url") == link
    page.get_by_role("button", name="Copy").first.tap()
    page.get_by_text("Copied").first.wait_for()
    assert page.evaluate(CLIPBOARD).endswith(link)
    # The rule is kept here, and may be sent again.
    page.locator(".own-rule").get_by_role("button", name="Share").tap()
    assert page.evaluate("() => window.shared.at(-1).url") == link

    page = _play(tom, link, rule, look)
    page.get_by_role("button", name="Send Rosa the result").tap()
    sent = page.evaluate("() => window.shared.at(-1)")
    assert sent["text"].startswith("Eleusis · Rosa's rule found in 2 · ")
    _see_result(rosa, sent["url"], look)
    assert not look.faults, look.faults


def _play(tom: Visitor, link: str, rule: str, look: Look) -> Any:
    """Follow the link, play a card, come again, guess wrong, then right; the page."""
    tom.page.goto(link)
    ready(tom.page)
    tom.page.get_by_role("heading", name="Rosa dares you").wait_for()
    look.at(tom.page, "dare")
    tom.page.get_by_label("Your name").fill("Tom")
    tom.page.get_by_role("button", name="Play", exact=True).tap()
    tom.until("playing")
    tom.act("Play", tom.look()["hand"][0])
    _guess(tom, f"not ({rule})")
    tom.wait_for(lambda now: now["told"] == 2)
    # Closed in the middle; the same link goes on with the same game.
    tom.page.close()
    tom.page = tom.open()
    tom.page.goto(link)
    ready(tom.page)
    tom.until("playing")
    assert tom.wait_for(lambda now: now["told"] == 2)
    tom.act("Play", tom.look()["hand"][0])
    _guess(tom, rule)
    tom.until("over")
    tom.page.get_by_role("button", name="Send Rosa the result").wait_for()
    headline = tom.page.locator("[data-found=own]")
    headline.wait_for()
    assert headline.bounding_box()["y"] < tom.page.locator(".dare-over").bounding_box()["y"], "first of all"
    look.at(tom.page, "over")
    return tom.page


def _guess(tom: Visitor, rule: str) -> None:
    """Guess in the window that opens."""
    tom.press("Guess")
    window = tom.page.get_by_role("dialog")
    window.get_by_role("radio", name="As text").check()
    window.get_by_label("My guess, as a text").fill(rule)
    button = window.locator(".take button")
    button.and_(tom.page.locator(":enabled")).tap()
    # Of a guess that contradicts a play, it is asked whether it is meant.
    anyway = window.get_by_role("button", name="Guess anyway")
    for _ in range(200):
        if not window.is_visible():
            return
        if anyway.is_visible():
            anyway.tap()
        tom.page.wait_for_timeout(50)
    raise AssertionError("the guess wasn't made")


def _see_result(rosa: Visitor, url: str, look: Look) -> None:
    """Look back on the friend's game: it is told by which card the wrong guess differs."""
    rosa.page.goto(url)
    rosa.page.get_by_role("heading", name="Eleusis: a rule of Rosa").wait_for()
    telling = rosa.page.locator(".wrong-guess .witness")
    telling.wait_for()
    assert rosa.page.locator("[data-found=other]").inner_text() == "Tom found your rule in 2 turns"
    assert "Rosa’s rule" in telling.inner_text()
    assert "Tom’s guess" in telling.inner_text()
    look.at(rosa.page, "replay")
    # Another Tom who looks hasn't found it.
    rosa.page.evaluate("localStorage.setItem('eleusis.name', 'Tom')")
    rosa.page.reload()
    headline = rosa.page.locator("[data-found]")
    headline.wait_for()
    assert headline.inner_text() == "Tom found it in 2 turns"


def test_a_rule_is_made_sent_and_found_by_keyboard_alone(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP, permissions=PERMISSIONS)
    guest.go("/#make")
    ready(guest.page)
    keys = guest.page.keyboard
    guest.page.get_by_role("heading", name="Make a rule").and_(guest.page.locator(":focus")).wait_for()
    _tab_to(guest, "input[type=radio]")
    keys.press("ArrowRight")
    guest.page.locator("textarea:focus").wait_for()
    keys.type("color != last.color")
    guest.page.get_by_text("The colours alternate.").first.wait_for()
    _tab_to(guest, "button:text('Let a bot try it')")
    keys.press("Enter")
    guest.page.get_by_text("A good bot found it").first.wait_for(timeout=FIRST_START)
    assert guest.page.evaluate(FOCUSED) == "Let a bot try it"
    _tab_to(guest, "#maker")
    keys.type("Rosa")
    _tab_to(guest, "button:text('Get the link')")
    keys.press("Enter")
    guest.page.locator("#link:focus").wait_for()
    _tab_to(guest, "button:text('Send the link')")
    keys.press("Enter")
    guest.page.get_by_text("Copied").first.wait_for()
    link = guest.page.evaluate(CLIPBOARD).split("\n")[-1]

    friend = visitor(LAPTOP, permissions=PERMISSIONS)
    friend.page.goto(link)
    ready(friend.page)
    keys = friend.page.keyboard
    friend.page.get_by_role("heading", name="Rosa dares you").and_(friend.page.locator(":focus")).wait_for()
    _tab_to(friend, "#your-name")
    keys.type("Tom")
    keys.press("Enter")
    friend.until("playing")
    before = friend.look()
    keys.press("c")
    keys.press("Enter")
    friend.page.wait_for_selector("#hand button[aria-pressed=true]")
    keys.press("p")
    friend.settle(before)
    keys.press("g")
    friend.page.get_by_role("dialog").wait_for()
    _tab_to(friend, "dialog input[type=radio]")
    keys.press("ArrowRight")
    friend.page.locator("dialog textarea:focus").wait_for()
    keys.type("color != last.color")
    friend.page.locator("dialog .take button:enabled").wait_for()
    _tab_to(friend, "dialog .take button")
    keys.press("Enter")
    friend.until("over")
    friend.page.get_by_role("button", name="Send Rosa the result").wait_for()
    _tab_to(friend, "button:has-text('Send Rosa the result')")
    keys.press("Enter")
    friend.page.get_by_text("Copied").first.wait_for()
    assert "found in 1" in friend.page.evaluate(CLIPBOARD)
    _tab_to(friend, "a:has-text('with a rule of yours')")
    keys.press("Enter")
    friend.page.get_by_role("heading", name="Make a rule").wait_for()


def _tab_to(guest: Visitor, selector: str) -> None:
    """Press Tab until something has the focus."""
    wanted = guest.page.locator(f"{selector}:visible").first
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        guest.page.keyboard.press("Tab")
    raise AssertionError(f"Tab doesn't lead to {selector}")


def test_a_bot_at_work_can_be_stopped_and_another_rule_ends_it(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP)
    guest.go("/#make")
    ready(guest.page)
    guest.page.get_by_role("radio", name="As text").check()
    text = guest.page.get_by_label("The rule, as a text")
    text.fill("red")
    guest.press("Let a bot try it")
    guest.press("Stop")
    assert guest.page.get_by_text("A good bot found").count() == 0
    text.fill("not any")
    guest.page.get_by_role("button", name="Get the link").and_(guest.page.locator(":enabled")).wait_for()
    guest.press("Let a bot try it")
    guest.page.locator("[aria-labelledby=hard-title] .error").wait_for(timeout=FIRST_START)
