"""The projector: large cards in the middle of the wall, a thread through them, how it works, a shown hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, Device, whose_turn
from tests.browser.looking import Look, wait_for_rest
from tests.browser.test_phone_board import LAY

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser

STILL = {"reduced_motion": "reduce"}
SUITS = ["spades", "hearts", "clubs", "diamonds"]
RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]

# How the layout lies on the wall, in pixels; the thread and the place of the next card as they are drawn.
LYING = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const window = document.querySelector(".board-window");
  const drawn = (element) => getComputedStyle(element, "::after");
  const next = drawn(document.querySelector(".mainline"));
  const spots = [...document.querySelectorAll("#board .spot")];
  return {
    stage: box(window),
    cards: document.querySelectorAll("#board .spot").length,
    first: box(document.querySelector(".mainline .card")),
    reach: Math.max(...spots.map((spot) => spot.getBoundingClientRect().bottom)),
    scrolls: window.scrollWidth > window.clientWidth || window.scrollHeight > window.clientHeight,
    next: {
      dashed: next.borderTopStyle === "dashed",
      shown: next.display !== "none",
      width: parseFloat(next.width),
    },
    thread: [...document.querySelectorAll(".mainline .head")].map((head) => parseFloat(drawn(head).width)),
  };
}"""


def begin(serve: MakeTable, device: MakeDevice, *names: str, dealer: str) -> tuple[dict[str, Device], Device]:
    """People on phones at a table of Express whose dealer judges by hand, and its projector."""
    table = serve("--variant", "express", "--seed", "5", "--players", ",".join(names), "--dealer", dealer)
    phones = {name: device(table, PHONE, **STILL) for name in names}
    for name, phone in phones.items():
        phone.sit(name)
        phone.page.get_by_role("link", name="To the table").click()
        phone.until("lobby")
    screen = device(table, PROJECTOR, **STILL)
    screen.go("/screen")
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    phones[dealer].until("dealing")
    phones[dealer].press("I judge each play myself")
    screen.page.locator("body[data-state=play]").wait_for()
    return phones, screen


def lying(screen: Device, cards: int) -> dict[str, Any]:
    """How the layout lies there, as soon as there are so many cards."""
    expect(screen.page.locator("#board .spot")).to_have_count(cards)
    wait_for_rest(screen.page)
    return dict(screen.page.evaluate(LYING))


def act(phones: dict[str, Device], name: str, card: int | None = None) -> None:
    """Whoever is to act does what is named, with the card at a place of the hand."""
    due = whose_turn(phones.values())
    assert due is not None
    phone, now = due
    if name not in now["due"] and "Pass" in now["due"]:
        phone.act("Pass")
        act(phones, name, card)
        return
    phone.act(name, *(() if card is None else (now["hand"][card],)))


def test_the_first_cards_lie_large_in_the_middle_on_a_thread(serve: MakeTable, device: MakeDevice) -> None:
    phones, screen = begin(serve, device, "Ann", "Dora", "Eve", dealer="Dora")
    now = lying(screen, 1)
    stage, card = now["stage"], now["first"]
    first = card["width"]
    assert first >= stage["width"] / 10
    # The middle of the card and of the place beside it.
    assert abs(card["right"] + 0.12 * first - (stage["left"] + stage["right"]) / 2) < 0.1 * stage["width"]
    assert abs((card["top"] + card["bottom"] - stage["top"] - stage["bottom"]) / 2) < 0.1 * stage["height"]
    assert now["next"]["dashed"]
    assert now["next"]["shown"]
    assert now["next"]["width"] == pytest.approx(first, abs=1)
    steps = screen.page.get_by_role("region", name="How it works").get_by_role("listitem")
    expect(steps).to_have_count(4)
    look = Look()
    look.at(screen.page, "screen at the start", thumbs=False)
    for turn in range(4):
        act(phones, "Play", 0)
        act(phones, "It’s right" if turn % 2 else "It’s wrong")
    expect(screen.page.locator(".mainline .head")).to_have_count(3)  # the last card has been judged there too
    now = lying(screen, 5)
    expect(screen.page.get_by_role("region", name="How it works")).to_have_count(0)
    assert now["thread"] == [pytest.approx(0.24 * now["first"]["width"], abs=1)] * 3
    assert not now["scrolls"]
    assert now["reach"] <= now["stage"]["bottom"]
    look.at(screen.page, "screen with a thread", thumbs=False)
    assert not look.faults, look.faults


def test_a_hand_that_is_shown_is_large_and_sorted(serve: MakeTable, device: MakeDevice) -> None:
    phones, screen = begin(serve, device, "Ann", "Dora", "Eve", dealer="Dora")
    due = whose_turn(phones.values())
    assert due is not None
    before = due[0].look()
    due[0].press("No play")
    due[0].page.get_by_role("dialog").get_by_role("button", name="Say no play").click()
    due[0].settle(before)
    hand = screen.page.locator(".board-tray").get_by_role("listitem")
    expect(hand).to_have_count(12)
    names = [text.split(" of ") for text in hand.locator(".visually-hidden").all_inner_texts()]
    places = [(SUITS.index(suit), RANKS.index(rank)) for rank, suit in names]
    assert places == sorted(places)
    for card in hand.locator(".card").all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= 110
    expect(screen.page.get_by_role("region", name="How it works")).to_have_count(0)
    assert not screen.page.evaluate(LYING)["next"]["shown"], "what waits lies there"
    look = Look()
    look.at(screen.page, "screen with a shown hand", thumbs=False)
    assert not look.faults, look.faults


ON_THE_WALL = LAY.replace("new Board(old)", "new Board(old, { spectator: true })")


@pytest.mark.parametrize("cards", [19, 22])
def test_a_mainline_uses_the_width_of_the_wall(serve: MakeTable, device: MakeDevice, cards: int) -> None:
    screen = begin(serve, device, "Ann", "Dora", "Eve", dealer="Dora")[1]
    screen.page.evaluate(ON_THE_WALL, cards)
    now = lying(screen, cards)
    card, line = now["first"]["width"], len(now["thread"])
    # With the places of what is played next: no card more would find room, were they all a little larger.
    assert 0.92 * now["stage"]["width"] <= 1.24 * card * (line + 2) <= now["stage"]["width"]
    assert not now["scrolls"]


def test_four_colours_say_that_diamonds_are_still_red(serve: MakeTable, device: MakeDevice) -> None:
    screen = device(serve("--variant", "express"), PROJECTOR)
    screen.go("/screen")
    said = screen.page.get_by_text("♦ is still red, ♣ black")
    expect(said).to_be_hidden()
    screen.page.get_by_role("button", name="Four colours").click()
    expect(said).to_be_visible()
