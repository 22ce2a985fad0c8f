"""Every page in every state, looked at on a phone, a laptop and a projector, in light and dark."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")

from playwright.sync_api import expect

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, whose_turn
from tests.browser.looking import Look
from tests.browser.test_moments import begin, play
from tests.test_web_pages import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


FACE = "1em 'Young Serif'"
PLAYER = r"player-\d"
# How far two pictures are apart, from 0 to 1.
APART = """async ([size, ...pictures]) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const image = Object.assign(new Image(size, size), { src: `data:image/${picture}` });
    await image.decode();
    const drawing = new OffscreenCanvas(size, size).getContext("2d");
    drawing.drawImage(image, 0, 0, size, size);
    return drawing.getImageData(0, 0, size, size).data;
  }));
  return one.reduce((sum, value, place) => sum + Math.abs(value - other[place]), 0) / one.length / 255;
}"""


def test_large_words_are_in_a_face_of_our_own(serve: MakeTable, device: MakeDevice) -> None:
    guest = device(serve("--variant", "express"), PHONE)
    with guest.page.expect_response("**/*.woff2") as answer:
        guest.go("/")
    assert answer.value.headers["content-type"] == "font/woff2"
    assert answer.value.body().startswith(b"wOF2")
    guest.page.wait_for_function("(face) => document.fonts.check(face)", arg=FACE)
    title = guest.page.get_by_role("heading", level=1)
    assert "Young Serif" in title.evaluate("(element) => getComputedStyle(element).fontFamily")


def test_a_card_bears_the_colour_of_who_laid_it(serve: MakeTable, device: MakeDevice) -> None:
    seats, host = begin(serve, device, "red")
    host.go("/screen")
    movers = [play(seats, right=right) for right in (False, True)]
    for page in (seats["Ann"].page, seats["Bob"].page, host.page):
        cards = page.locator("#board .spot > .card")
        expect(cards).to_have_count(3)
        # The starter is nobody's; then what was wrong lies below it, and what was right beside.
        colours = [re.findall(PLAYER, card.get_attribute("class") or "") for card in cards.all()]
        assert colours == [[], *([f"player-{1 + [*seats].index(mover)}"] for mover in movers)]
    for page in (seats["Ann"].page, seats["Bob"].page):
        chips = page.locator("#players .player")
        assert [re.findall(PLAYER, chip.get_attribute("class") or "") for chip in chips.all()] == [
            ["player-1"],
            ["player-2"],
            ["player-3"],
        ]


def test_the_icons_are_the_mark(chromium: Browser) -> None:
    page = chromium.new_page()
    mark = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    for size in (192, 512):
        icon = base64.b64encode((STATIC / "tab" / f"icon-{size}.png").read_bytes()).decode()
        assert page.evaluate(APART, [size, f"svg+xml;base64,{mark}", f"png;base64,{icon}"]) < 0.02


def test_all_pages_in_all_states(serve: MakeTable, device: MakeDevice) -> None:
    still = {"reduced_motion": "reduce"}
    table = serve(
        "--variant", "express", "--seed", "5", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo", "--rounds", "1"
    )
    look = Look()
    ann, bob, cleo = (device(table, PHONE, **still) for _ in range(3))
    screen = device(table, PROJECTOR, **still)
    host = device(table, LAPTOP, **still)
    small_host = device(table, PHONE, **still)

    small_host.go("/host")
    small_host.page.get_by_label("Key").wait_for()
    look.at(small_host.page, "host without a key")
    ann.go("/")
    ann.page.get_by_label("Your name").wait_for()
    look.at(ann.page, "start")
    ann.sit("Ann")
    look.at(ann.page, "start with a PIN")
    ann.page.get_by_role("link", name="To the table").click()
    ann.until("lobby")
    look.at(ann.page, "table in the lobby")
    bob.sit("Bob")
    cleo.sit("Cleo")
    screen.go("/screen")
    look.at(screen.page, "screen in the lobby", thumbs=False)
    for each, name in ((host, "host"), (small_host, "host on a phone")):
        each.host()
        each.page.get_by_role("button", name="Start").wait_for()
        assert "#" not in each.page.url
        each.page.get_by_text("Settings", exact=True).click()
        look.at(each.page, f"{name} before")
    host.press("Choose another edition")
    look.at(host.page, "host choosing an edition")
    host.page.keyboard.press("Escape")

    host.press("Start")
    cleo.until("dealing")
    cleo.page.get_by_role("button", name=re.compile("colour as the last")).first.click()
    cleo.page.get_by_text(re.compile("^Right as|^Right next")).first.wait_for()
    look.at(cleo.page, "dealer with a rule")
    bob.until("rule")
    look.at(bob.page, "waiting for the rule")
    look.at(screen.page, "screen waiting for the rule", thumbs=False)
    cleo.press("I judge each play myself")
    for each in (ann, bob, cleo):
        each.until("playing")

    players = (ann, bob)
    due = whose_turn(players)
    assert due is not None
    mover, now = due
    waiting = bob if mover is ann else ann
    look.at(mover.page, "own turn")
    look.at(waiting.page, "waiting")
    mover.press("Menu")
    look.at(mover.page, "menu")
    mover.press("Rules of this edition")
    mover.page.locator(".rulebook details[open] li").first.wait_for()
    look.at(mover.page, "rules")
    mover.page.keyboard.press("Escape")
    if mover.page.locator("dialog[open]").count():
        mover.page.keyboard.press("Escape")
    mover.press("What may I do?")
    look.at(mover.page, "what may I do")
    mover.page.keyboard.press("Escape")
    mover.act("Play", now["hand"][0])
    assert cleo.wait_for(lambda seen: seen["own"])["due"] == ["It’s right", "It’s wrong"]
    look.at(cleo.page, "judging")
    cleo.act("It’s right")
    mover.wait_for(lambda seen: "Guess" in seen["due"])
    mover.press("Guess")
    window = mover.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("button", name=re.compile("colour as the last")).first.click()
    window.get_by_text(re.compile("^Right next")).first.wait_for()
    look.at(mover.page, "guessing")
    window.get_by_role("button", name="Guess", exact=True).click()
    if window.get_by_role("button", name="Guess anyway").is_visible():
        window.get_by_role("button", name="Guess anyway").click()
    cleo.wait_for(lambda seen: seen["own"])
    look.at(cleo.page, "judging a guess")
    look.at(screen.page, "screen in play", thumbs=False)
    watcher = device(table, LAPTOP, **still)
    watcher.go("/table?seat=")
    watcher.until("playing")
    look.at(watcher.page, "watching")
    watcher.page.set_viewport_size(PHONE["viewport"])
    watcher.go("/screen")
    watcher.page.locator("#board .spot").first.wait_for()
    look.at(watcher.page, "screen on a phone", thumbs=False)
    look.at(host.page, "host in play")
    look.at(small_host.page, "host on a phone in play")
    host.press("Seat of Ann")
    look.at(host.page, "host with a seat")
    host.page.keyboard.press("Escape")
    cleo.act("It’s right")

    for each in (ann, bob, cleo):
        each.until("between")
    ann.page.get_by_text("The round, move by move").wait_for()
    look.at(ann.page, "after the round")
    ann.page.get_by_text("The round, move by move").click()
    ann.page.get_by_text("What could have been known").click()
    ann.page.locator(".replay-board .mainline > li").first.wait_for()
    ann.page.locator(".curve svg[role=img]").wait_for()
    look.at(ann.page, "after the round, all of it")
    look.at(screen.page, "screen after the round", thumbs=False)
    look.at(host.page, "host between")
    host.press("Count the points")
    ann.until("over")
    look.at(ann.page, "table after the game")
    look.at(host.page, "host after")
    look.at(screen.page, "screen after the game", thumbs=False)
    assert not look.faults, "\n".join(look.faults)
