"""The layout on a phone: bands of columns, a closer look by touch, and who sits there, upright or sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import PHONE, Device, seat_dealing_bot

pytest.importorskip("playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Bartholomew", "Cleo", "Dan", "Eve", "Finn", "Gudrun", "Dora"]
UPRIGHT, SIDEWAYS = {"width": 360, "height": 740}, {"width": 740, "height": 360}
LEAST = 11
"""So many pixels high are the letters of a rank at least."""

# A long round, as a phone gets it: a mainline of 30 cards, 36 wrong ones below, in plays of up to three.
LAY = """async (many) => {
  const { Board } = await import("/static/board.js");
  const place = document.getElementById("board");
  const old = place.cloneNode(false);
  place.replaceWith(old);
  window.board = new Board(old);
  const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const card = (number) => ranks[(number * 5) % 13] + "SHDC"[number % 4];
  const rights = Math.round((many * 5) / 11);
  const wrongs = Array.from({ length: rights }, () => []);
  for (let left = many - rights, at = 1; left > 0; at += 3) {
    const play = [1, 2, 1, 3][at % 4];
    wrongs[(at * 2) % rights].push(Array.from({ length: Math.min(play, left) }, (_, i) => card(left + i)));
    left -= Math.min(play, left);
  }
  wrongs[rights - 1].push(...wrongs[0].splice(0));
  window.view = {
    layout: { mainline: Array.from({ length: rights }, (_, i) => card(i)), sidelines: wrongs, before: [] },
    starters: [card(0)], pending: [], phase: "play", set_aside: [], hands: {}, prophet: null,
  };
  board.show(view);
  return document.querySelectorAll(".board-window .spot").length;
}"""

# How large the rank of each card is drawn; whether nothing lies over it and it is in sight once it is scrolled to.
RANKS = """async (sees) => {
  const window_ = document.querySelector(".board-window");
  const look = async (spot) => {
    if (sees) window_.scrollTop = 0;
    const picture = spot.querySelector(".card > svg");
    const face = [...picture.querySelectorAll("use")].find((each) => each.checkVisibility());
    const rank = document.querySelector(face.getAttribute("href")).querySelector("text");
    const told = (name) => Number(rank.getAttribute(name));
    const frame = window_.getBoundingClientRect();
    const box = () => {
      const card = picture.getBoundingClientRect();
      const scale = card.width / picture.viewBox.baseVal.width;
      const size = scale * told("font-size");
      const [middle, bottom] = [card.left + scale * told("x"), card.top + scale * told("y")];
      const half = (scale * told("textLength") || 0.7 * size) / 2;
      return { left: middle - half, right: middle + half, top: bottom - 0.75 * size, bottom, size };
    };
    if (sees) window_.scrollTop += (box().top + box().bottom) / 2 - (frame.top + frame.height * 0.6);
    // What says that there is more above hears of it before the next picture.
    if (sees) await new Promise(requestAnimationFrame);
    const { left, right, top, bottom, size } = box();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    return { size, inside, clear: spot.contains(over) };
  };
  // The board has been told its size by then, and scrolls no more of itself.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const ranks = [];
  for (const spot of window_.querySelectorAll(".spot")) ranks.push(await look(spot));
  return ranks;
}"""
WIDTH = "() => document.querySelector('.board-window .card').getBoundingClientRect().width"


# The numbers of cards that are cut off, or out of sight, in the list of the players.
CUT_OFF = """(counts) => counts.filter((count) => {
  const [box, face] = [count, count.parentElement].map((each) => each.getBoundingClientRect());
  return box.width === 0 || box.right > face.right || box.bottom > face.bottom;
}).length"""


@pytest.fixture
def phone(serve: MakeTable, device: MakeDevice) -> Device:
    """Ann's phone at a table of eight, in the first turn."""
    return phone_of_ann(serve, device, NAMES)


def phone_of_ann(serve: MakeTable, device: MakeDevice, names: list[str]) -> Device:
    """Ann's phone at a table, in the first turn; Dora, the last of these, is a bot and deals."""
    table = serve("--variant", "abbott", "--players", ",".join(names[:-1]), "--rule", "red", "--seed", "5")
    ann = device(table, PHONE)
    ann.sit("Ann")
    host = device(table, PHONE)
    host.host()
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    ann.until("playing")
    ann.wait_for(lambda now: len(now["hand"]) > 0)
    return ann


def turned(page: Page, way: dict[str, int]) -> None:
    """Hold the phone so, and wait until the board knows."""
    page.set_viewport_size({"width": way["width"], "height": way["height"]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def tap_until(page: Page, holds: str) -> None:
    """Tap on the middle of the layout, again and again, until something holds: a busy machine may tap slowly."""
    box = page.locator(".board-window").bounding_box()
    assert box is not None
    for _ in range(60):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if page.evaluate(holds):
            return
    raise AssertionError(f"taps don't bring it about: {holds}")


def pinch(page: Page, start: int, end: int) -> None:
    """Two fingers on the layout, moved until they are so far from each other."""
    box = page.locator(".board-window").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: float) -> None:
        points = [{"x": across, "y": y, "id": finger} for finger, across in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x - start / 2, x + start / 2)
    for step in range(1, 5):
        half = (start + (end - start) * step / 4) / 2
        touch("touchMove", x - half, x + half)
    touch("touchEnd")


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS, {"width": 320, "height": 640}])
def test_every_rank_of_66_cards_can_be_read(phone: Device, way: dict[str, int]) -> None:
    page = phone.page
    turned(page, way)
    assert page.evaluate(LAY, 66) == 66
    ranks = page.evaluate(RANKS, True)
    assert min(rank["size"] for rank in ranks) >= LEAST
    assert [rank for rank in ranks if not (rank["inside"] and rank["clear"])] == []
    assert page.locator(".board-window").evaluate("w => w.scrollWidth <= w.clientWidth")


LONG = """(many) => {
  const wrong = Array.from({ length: many }, () => ["8S"]);
  view.layout.sidelines = view.layout.mainline.map((_, i) => (i === 2 ? wrong : []));
  board.show(view);
}"""


@pytest.mark.parametrize("many", [12, 39])
def test_a_long_sideline_goes_on_beside_itself(phone: Device, many: int) -> None:
    phone.page.evaluate(LAY, 11)
    phone.page.evaluate(LONG, many)
    ranks = phone.page.evaluate(RANKS, True)
    assert len(ranks) == many + 5
    assert min(rank["size"] for rank in ranks) >= LEAST
    assert [rank for rank in ranks if not (rank["inside"] and rank["clear"])] == []


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS])
def test_the_ranks_of_a_usual_round_are_all_in_sight(phone: Device, way: dict[str, int]) -> None:
    turned(phone.page, way)
    assert phone.page.evaluate(LAY, 30) == 30
    ranks = phone.page.evaluate(RANKS, False)
    assert [rank for rank in ranks if not (rank["inside"] and rank["clear"])] == []
    # Nothing to press lies over them, and none of the buttons is out of sight.
    assert phone.page.locator("#board :is(button, a, input):visible").count() == 0
    out = """(buttons) => buttons.filter((button) => {
      const { top, left, bottom, right } = button.getBoundingClientRect();
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    }).length"""
    assert phone.page.locator("#hand button, #actions button").evaluate_all(out) == 0


def test_the_newest_card_and_the_head_of_its_column_are_in_sight(phone: Device) -> None:
    page = phone.page
    page.evaluate(LAY, 66)
    for _ in range(2):
        seen = page.evaluate(
            """() => {
              const { top, bottom } = document.querySelector(".board-window").getBoundingClientRect();
              const inside = (part) => {
                const box = part.getBoundingClientRect();
                return box.top >= top && box.bottom <= bottom;
              };
              const newest = [...document.querySelectorAll(".spot.new")].at(-1);
              return [inside(newest), inside(newest.closest(".column").querySelector(".head"))];
            }"""
        )
        assert seen == [True, True]
        page.locator(".board-window").press("+")
        page.evaluate("board.show(view)")


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS])
def test_a_large_hand_and_a_long_hint_are_in_sight_with_the_buttons(
    serve: MakeTable, device: MakeDevice, way: dict[str, int]
) -> None:
    players = ("--players", "Ann,Ben,Dora:random", "--dealer", "Dora", "--rule", "red", "--seed", "5")
    table = serve("--variant", "abbott", *players, "--set", "deal.hand=26")
    ann = device(table, PHONE)
    ann.sit("Ann")
    turned(ann.page, way)
    host = device(table, PHONE)
    host.host()
    host.press("Start")
    ann.until("playing")
    ann.wait_for(lambda now: len(now["hand"]) == 26)
    host.page.get_by_label("Hint to all").fill("look at the colours, then at the suits, " * 4)
    host.page.keyboard.press("Enter")
    hint = ann.page.locator(".hint-given")
    hint.wait_for()
    assert "colours" not in ann.page.locator("#last").inner_text()
    out = """(parts) => {
      const { top, bottom } = document.getElementById("own-part").getBoundingClientRect();
      const hand = document.getElementById("hand");
      const boxes = parts.map((part) => part.getBoundingClientRect());
      const cut = boxes.filter((box) => box.top < top || box.bottom > bottom);
      return [cut.length, hand.scrollHeight - hand.clientHeight];
    }"""
    assert ann.page.locator("#hand button, #actions > *, .hint-given").evaluate_all(out) == [0, 0]
    hint.click()
    ann.page.get_by_role("dialog").get_by_text("then at the suits").wait_for()


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS])
def test_what_is_out_of_sight_above_is_said_and_a_tap_away(phone: Device, way: dict[str, int]) -> None:
    page = phone.page
    turned(page, way)
    page.evaluate(LAY, 66)
    above = page.locator("#board .above")
    hidden = page.evaluate(
        """() => {
          const { top } = document.querySelector(".board-window").getBoundingClientRect();
          const head = document.querySelector(".tip > .head");
          return [...document.querySelectorAll(".board-window .spot")].filter((spot) => {
            const covered = head.parentElement.contains(spot) && !head.contains(spot);
            return spot.getBoundingClientRect().top < (covered ? head.getBoundingClientRect().bottom : top) - 6;
          }).length;
        }"""
    )
    assert hidden > 0
    assert str(hidden) in above.inner_text()
    above.click()
    above.wait_for(state="hidden")
    assert page.locator(".board-window").evaluate("w => w.scrollTop") == 0
    # There it stays, as after a guess that was wrong, until a card comes.
    turned(page, {**way, "height": way["height"] - 90})
    turned(page, way)
    page.evaluate("board.show(view)")
    assert page.locator(".board-window").evaluate("w => w.scrollTop") == 0
    page.evaluate("view.layout.sidelines.at(-1).push(['AS']); board.show(view)")
    above.wait_for()


def test_two_taps_look_closely_at_a_place_and_back(phone: Device) -> None:
    page = phone.page
    page.evaluate(LAY, 66)
    before = page.evaluate(WIDTH)
    tap_until(page, f"() => ({WIDTH})() >= {2 * before}")
    tap_until(page, f"() => ({WIDTH})() === {before}")


def test_two_fingers_make_cards_larger_and_smaller(phone: Device) -> None:
    page = phone.page
    page.evaluate(LAY, 66)
    before = page.evaluate(WIDTH)
    pinch(page, 60, 120)
    page.wait_for_function(f"() => ({WIDTH})() >= {1.8 * before}")
    assert page.evaluate("visualViewport.scale") == 1
    pinch(page, 160, 40)
    page.wait_for_function(f"() => ({WIDTH})() === {before}")


def test_the_menu_has_the_size_of_the_cards_too(phone: Device) -> None:
    page = phone.page
    before = page.evaluate(WIDTH)
    page.get_by_role("button", name="Menu").click()
    switch = page.get_by_role("checkbox", name="Larger cards on the table")
    switch.check()
    assert page.evaluate(WIDTH) > before
    switch.uncheck()
    assert page.evaluate(WIDTH) == before


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS, {"width": 320, "height": 640}])
def test_eight_players_stand_in_two_rows_with_who_is_next(phone: Device, way: dict[str, int]) -> None:
    page = phone.page
    turned(page, way)
    rows, wide, shown = page.locator("#players > .player").evaluate_all(
        """(items) => [
          new Set(items.map((item) => item.getBoundingClientRect().top)).size,
          items.filter((item) => item.getBoundingClientRect().right > innerWidth).length,
          items.length,
        ]"""
    )
    assert (rows, wide, shown) == (2, 0, len(NAMES))
    assert page.locator("#players > .own").get_by_text("(you)", exact=True).is_visible()
    widths = page.locator(".player-name").evaluate_all(
        "names => names.map((name) => [name.clientWidth, name.scrollWidth])"
    )
    assert all(width >= min(whole, 3 * LEAST) for width, whole in widths), "three letters of a name"
    assert [count.inner_text() for count in page.locator(".player-cards").all()] == ["14"] * 7
    assert page.locator(".player-cards").evaluate_all(CUT_OFF) == 0
    seats = [item.get_attribute("data-seat") for item in page.locator("#players > .player").all()]
    acts = page.locator("#players > [aria-current]").get_attribute("data-seat")
    follows = page.locator("#players > .player:has(.mark.next)").get_attribute("data-seat")
    assert seats == NAMES
    assert follows == seats[seats.index(acts) + 1]
    assert "next" in page.locator(f"[data-seat={follows}] > .visually-hidden").inner_text()


@pytest.mark.parametrize("way", [UPRIGHT, SIDEWAYS, {"width": 320, "height": 640}])
def test_nine_players_have_a_colour_and_a_count_each(
    serve: MakeTable, device: MakeDevice, way: dict[str, int]
) -> None:
    page = phone_of_ann(serve, device, [*NAMES[:-1], "Hans", NAMES[-1]]).page
    turned(page, way)
    assert [count.inner_text() for count in page.locator(".player-cards").all()] == ["14"] * 8
    assert page.locator(".player-cards").evaluate_all(CUT_OFF) == 0
    colours = page.locator(".player-face").evaluate_all(
        "faces => faces.map((face) => getComputedStyle(face).borderInlineStartColor)"
    )
    assert len(set(colours)) == 9
