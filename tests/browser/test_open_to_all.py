"""The pages without a mouse, and by nothing but what a screen reader is told."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, whose_turn
from tests.browser.keys import Keys

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LISTEN = """() => {
  window.said = [];
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const live = (node) => element(node)?.closest("[aria-live], [role=status], [role=alert]");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (live(node)) window.said.push(node.textContent);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_a_round_for_one_is_played_without_a_mouse(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Dora:random", "--dealer", "Dora")
    table = serve("--variant", "solo", "--rule", "color != last.color", "--seed", "5", *players)
    seat = device(table, LAPTOP)
    keys = Keys(seat)
    seat.go("/")
    seat.page.get_by_role("button", name="Sit down").wait_for()
    keys.tab_to("Your name")
    seat.page.keyboard.type("Ann")
    seat.page.keyboard.press("Enter")
    seat.page.get_by_role("dialog").wait_for()
    assert keys.at()["name"] == "To the table"
    seat.page.keyboard.press("Enter")
    seat.until("lobby")

    host = device(table, LAPTOP)
    host.host()
    host.page.get_by_role("button", name="Start").wait_for()
    Keys(host).tab_to("Start")
    host.page.keyboard.press("Enter")
    seat.until("playing")

    seat.page.evaluate(LISTEN)
    for _ in range(3):
        due = whose_turn([seat])
        assert due is not None
        seat.page.keyboard.press("c")
        seat.page.keyboard.press("ArrowRight")
        card = keys.at()["name"]
        seat.page.keyboard.press("Enter")
        keys.act("p")
        assert any(re.match(rf"You play {card}, (right|wrong)", said) for said in seat.page.evaluate("said"))
        assert "Pass" not in seat.look()["buttons"], "the next card says it"
    due = whose_turn([seat])
    assert due is not None
    if "Guess" not in due[1]["due"]:
        seat.page.keyboard.press("c")
        seat.page.keyboard.press("Enter")
        keys.act("p")
    seat.page.keyboard.press("g")
    window = seat.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("button", name=re.compile("colour as the last")).first.wait_for()
    keys.tab_to("The card must .*colour as the last.")
    seat.page.keyboard.press("Enter")
    window.get_by_text(re.compile("^Right next")).first.wait_for()
    keys.tab_to("Guess")
    seat.page.keyboard.press("Enter")
    seat.page.locator("body[data-state=between], body[data-state=over]").wait_for()
    seat.page.get_by_text("Dora’s rule").first.wait_for()
    table.kill()
    seat.allow("ERR_|Failed to load")
    host.allow("ERR_|Failed to load")
    (round_,) = table.replay()["rounds"]
    assert "guess" in round_["ended"]


def test_all_is_named_for_a_screen_reader(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Bob:random,Cleo:random,Dora:random", "--dealer", "Dora")
    table = serve("--variant", "abbott", "--rule", "red or not last.red", "--seed", "5", *players)
    seat = device(table, PHONE)
    seat.go("/")
    seat.page.get_by_role("textbox", name="Your name", exact=True).fill("Ann")
    seat.page.get_by_role("button", name="Sit down", exact=True).click()
    seat.page.get_by_role("link", name="To the table").click()
    host = device(table, LAPTOP)
    host.host()
    host.page.get_by_role("button", name="Start", exact=True).click()
    seat.until("playing")
    seat.page.evaluate(LISTEN)
    due = whose_turn([seat])
    assert due is not None
    moves = seat.page.get_by_role("group", name="Moves")
    assert [each.inner_text() for each in moves.get_by_role("button").all()] == ["No play", "?"]
    moves.get_by_text("Tap a card").wait_for()
    cards = seat.page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(14)
    for card in cards.all():
        assert re.fullmatch(
            r"(ace|[2-9]|10|jack|queen|king) of (spades|hearts|diamonds|clubs)", card.get_attribute("aria-label")
        )
        assert card.get_attribute("aria-pressed") == "false"
    layout = seat.page.get_by_role("region", name="Layout", exact=True).get_by_role("listitem")
    assert " of " in layout.first.inner_text()
    first = cards.first
    name = first.get_attribute("aria-label")
    first.click()
    assert seat.page.get_by_role("button", name=name, pressed=True).count() >= 1
    before = seat.look()
    seat.page.get_by_role("button", name="Play", exact=True).click()
    seat.settle(before)
    assert any(re.match(rf"Ann plays {name}, (right|wrong)", said) for said in seat.page.evaluate("said"))
    for name in ("Pause", "Go on", "Undo", "Stop"):
        host.page.get_by_role("button", name=name, exact=True).wait_for()
        if name in ("Pause", "Go on"):
            host.press(name)
