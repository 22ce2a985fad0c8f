"""A class with its projector, open hands and a pause; one phone that keeps the score of a table with real cards."""

from __future__ import annotations

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, seat_dealing_bot, whose_turn
from tests.browser.hidden import card_name

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser

OPEN = "sees? every hand"


def test_a_class_joins_by_code_and_plays_with_open_hands(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--rule", "red", "--seed", "5", "--code", "4711", "--open-hands")
    screen = device(table, PROJECTOR)
    screen.go("/screen")
    pupils = [device(table, PHONE) for _ in range(3)]
    for number, pupil in enumerate(pupils, 1):
        pupil.sit(f"Team {number}", code="4711")
    # The others of the class are here without a page: what they are told is no matter of this test.
    for number in range(4, 14):
        others = device(table, PHONE)
        answer = others.context.request.post(
            f"{table.url}/api/seats", data={"name": f"Team {number}", "code": "4711"}
        )
        assert answer.status == 201, answer.text()
        refused = others.context.request.post(
            f"{table.url}/api/seats", data={"name": f"Class {number}", "code": "1"}
        )
        assert refused.status == 403
    late = device(table, PHONE)
    late.allow("Failed to load resource")
    late.go("/")
    late.page.get_by_label("Your name").fill("Nobody")
    late.page.get_by_label("Class code").fill("0815")
    late.press("Sit down")
    late.page.locator("#problem").get_by_text("code").wait_for()

    host = device(table, LAPTOP)
    host.host()
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    for pupil in pupils:
        pupil.until("playing")

    view = screen.page.evaluate("async () => (await fetch('/api/view?seat=')).json()")
    assert len(view["open_hands"]) == 13
    some_card = card_name(view["open_hands"]["Team 2"][0])
    first, second, _ = pupils
    for each in (*pupils, screen, host):
        each.page.get_by_text("Open hands").first.wait_for()
    assert first.page.locator("#open-hands, dialog").count() > 0
    first.press("Look")
    hands = first.page.get_by_role("dialog", name="Open hands")
    hands.get_by_role("heading", name="Team 2’s hand", exact=True).wait_for()
    assert some_card in hands.inner_text()
    first.page.keyboard.press("Escape")
    screen.page.locator("#players > li").nth(13).wait_for(state="attached")
    expect(screen.page.locator("#players > li")).to_have_count(14)
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    host.press("Pause")
    for each in pupils:
        each.page.get_by_text("The host has paused the game.").wait_for()
    screen.page.locator("body.paused").wait_for()
    screen.page.locator("#now").filter(has_text="aused").wait_for()
    assert not first.look()["buttons"]
    assert not second.look()["buttons"]
    host.press("Go on")
    for each in pupils:
        each.page.get_by_text("The host has paused the game.").wait_for(state="detached")


def test_one_phone_keeps_the_score_of_real_cards(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Bob,Cleo,Dora", "--dealer", "Dora")
    table = serve("--variant", "express", "--by-hand", *players)
    keeper = device(table, PHONE)
    keeper.go("/")
    keeper.press("Take all free seats")
    keeper.until("lobby")
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    keeper.until("dealing")
    keeper.page.get_by_role("button", name="7 of spades", exact=True).first.click()
    keeper.press("I judge each play myself")
    keeper.until("playing")
    plays = [("10 of diamonds", "It’s right"), ("ace of clubs", "It’s wrong"), ("queen of hearts", "It’s right")]
    verdict = ""
    while plays or verdict:
        due = whose_turn([keeper])
        assert due is not None
        match due[1]["due"]:
            case ["Play", "No play"]:
                card, verdict = plays.pop(0)
                keeper.act("Play", card)
            case ["It’s right", "It’s wrong"]:
                assert due[1]["turn"].startswith("Dora’s turn")
                keeper.act(verdict)
                verdict = ""
            case ["Guess", "Pass"]:
                keeper.act("Pass")
    layout = keeper.page.get_by_role("region", name="Layout", exact=True).inner_text()
    for name in ("7 of spades", "10 of diamonds", "ace of clubs", "queen of hearts"):
        assert name in layout
    host.press("Stop")
    host.press("End the game")
    keeper.until("over")
    table.replay()
