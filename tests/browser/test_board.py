"""The layout in a real browser: what is drawn of real rounds, what a screen reader hears, what is in sight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import eleusis.doors.web
from eleusis import Play, deal, load_variant
from eleusis.game.moves import Call, Declare, Judge, NoPlay, Pass
from eleusis.game.round import Round
from eleusis.words.page.drawing import marks_of

pytest.importorskip("playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

STATIC = Path(eleusis.doors.web.__file__).parent / "static"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'"
PAGE = """<!doctype html><html lang="en"><head><title>Board</title>
<link rel="stylesheet" href="/static/base.css"><link rel="stylesheet" href="/static/board.css">
<link rel="stylesheet" href="/static/whole.css"></head><body><div id="board"></div></body></html>"""
WHOLE = "html, body, #board { height: 100%; } #board { flex: 1; }"
TYPES = {".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".woff2": "font/woff2"}


def answer(route: Route) -> None:
    """The pages' files under their content policy, and a page with nothing but a board; nothing else is there."""
    name = route.request.url.split("/")[-1]
    headers = {"Content-Security-Policy": POLICY}
    if name == "":
        route.fulfill(body=PAGE, content_type="text/html", headers=headers)
    elif name == "whole.css":
        route.fulfill(body=WHOLE, content_type="text/css", headers=headers)
    else:
        path = STATIC / name
        route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix], headers=headers)


class Shown:
    """A board in a window of some size, and all that the browser complained of."""

    def __init__(self, browser: Browser, width: int, height: int, *, spectator: bool = False, calm: bool = True):
        motion: Any = "reduce" if calm else "no-preference"
        self.page: Page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion=motion)
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.route("**/*", answer)
        self.page.goto("http://board.test/")
        self.page.evaluate(
            """async (spectator) => {
              const { Board } = await import("/static/board.js");
              window.board = new Board(document.getElementById("board"), { spectator });
            }""",
            spectator,
        )

    def show(self, round_: Round, seat: str | None = None) -> int:
        """Draw what a seat sees of a round, a spectator where none is named; how much moves then."""
        marks = marks_of(round_)
        marked = {"prophet": marks.prophet, "since": sorted(marks.since), "tens": sorted(marks.tens)}
        call = """([view, marks]) => {
          board.show(view, { marks });
          return new Set(document.getAnimations().map((each) => each.effect.target)).size;
        }"""
        return int(self.page.evaluate(call, [round_.view(seat).to_json(), marked]))

    def items(self) -> list[str]:
        """What a screen reader hears of the mainline, item by item."""
        listed = self.page.get_by_role("list", name="Mainline").get_by_role("listitem")
        return [item.locator(":scope > .visually-hidden").inner_text() for item in listed.all()]

    def all_in_sight(self) -> bool:
        """Whether nothing needs to be scrolled."""
        code = "w => w.scrollWidth <= w.clientWidth && w.scrollHeight <= w.clientHeight"
        return bool(self.page.locator(".board-window").evaluate(code))

    def in_sight(self, selector: str) -> bool:
        """Whether a part of the layout lies within its window."""
        code = """part => {
          const [own, box] = [part, part.closest(".board-window")].map(each => each.getBoundingClientRect());
          return own.left >= box.left && own.right <= box.right && own.top >= box.top && own.bottom <= box.bottom;
        }"""
        return bool(self.page.locator(selector).last.evaluate(code))

    def card_width(self) -> float:
        """How wide a card of the mainline is."""
        return float(self.page.locator(".head .card").first.evaluate("card => card.getBoundingClientRect().width"))


def begin(edition: str = "matuszek") -> Round:
    """A round whose dealer judges by hand."""
    return deal(load_variant(edition), players=["Ann", "Bob", "Cleo", "Dan", "Eve"], dealer="Eve", seed=7)


def play(round_: Round, right: bool, many: int = 1) -> None:
    """The seat to act plays its first cards; the prophet calls it so too; nobody declares."""
    seat = round_.to_act or ""
    round_.step(Play(seat, tuple(round_.hidden.hands[seat][:many])))
    if round_.state.phase == "call":
        round_.step(Call(round_.to_act or "", right))
    judge(round_, right)


def judge(round_: Round, right: bool) -> None:
    """The dealer judges, and nobody declares."""
    round_.step(Judge("Eve", right))
    while any(isinstance(option, Pass) for option in round_.options()):
        round_.step(Pass(round_.to_act or ""))


def grown(turns: int) -> Round:
    """A round of so many turns, most of them wrong, some of strings."""
    round_ = begin("guyton" if turns < 12 else "express")
    for turn in range(turns):
        play(round_, turn % 5 in (0, 2), 1 + (turn % 5 == 1 and round_.variant.play.max_cards != 1))
    return round_


def test_every_card_has_a_face_and_a_name(chromium: Browser) -> None:
    shown = Shown(chromium, 800, 600)
    names = shown.page.evaluate(
        """async () => {
          const { cardFace, cardName, sortHand } = await import("/static/cards.js");
          const ranks = ["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"];
          const pack = [..."SHDC"].flatMap(suit => ranks.map(rank => rank + suit));
          for (const card of [...pack, "??"]) document.body.append(cardFace(card, { size: "small" }));
          return [...pack, "??", ...sortHand(["??", "2D", "AC", "10H", "KS", "AS"])].map(cardName);
        }"""
    )
    assert names[0] == "ace of spades"
    assert names[9] == "10 of spades"
    assert names[13:15] == ["ace of hearts", "2 of hearts"]
    assert names[51:53] == ["king of clubs", "face-down card"]
    assert len(set(names[:53])) == 53
    in_hand = ["ace of spades", "king of spades", "10 of hearts", "ace of clubs", "2 of diamonds", "face-down card"]
    assert names[53:] == in_hand
    pictures = shown.page.locator("body > .card > svg")
    assert len({picture.inner_html() for picture in pictures.all()}) == 53
    assert shown.complaints == []


def test_a_screen_reader_hears_the_layout_as_a_list(chromium: Browser) -> None:
    round_ = begin()
    shown = Shown(chromium, 800, 600)
    starter, *_ = round_.state.layout.mainline
    name = "() => import('/static/cards.js').then(({ cardName }) => cardName"
    said = {
        text: shown.page.evaluate(f"{name}('{text}'))")
        for text in {card.text for card in round_.view(None).mainline}
    }
    shown.show(round_)
    assert shown.items() == [f"1: {said[starter.text]}, starter"]

    first = round_.hidden.hands["Ann"][:2]
    play(round_, False, 2)
    second = round_.hidden.hands["Bob"][:1]
    play(round_, False)
    third = round_.hidden.hands["Cleo"][:1]
    play(round_, True)
    shown.show(round_)
    words = {card.text: shown.page.evaluate(f"{name}('{card.text}'))") for card in (*first, *second, *third)}
    wrong = f"{words[first[0].text]} and {words[first[1].text]}; {words[second[0].text]}"
    assert shown.items() == [
        f"1: {said[starter.text]}, starter; wrong after it: {wrong}",
        f"2: {words[third[0].text]}",
    ]
    assert shown.complaints == []


def test_an_empty_mainline_has_its_place_and_what_was_wrong_on_it(chromium: Browser) -> None:
    round_ = deal(load_variant("matuszek"), players=["Ann", "Bob", "Eve"], dealer="Eve", seed=7, starter=())
    shown = Shown(chromium, 360, 500)
    shown.show(round_)
    assert shown.page.get_by_text("The mainline begins here").is_visible()
    play(round_, False, 2)
    shown.show(round_)
    assert shown.page.locator(".early > .visually-hidden").inner_text().startswith("Wrong on the empty mainline: ")
    assert shown.page.locator(".early .string .spot").count() == 2
    assert shown.complaints == []


@pytest.mark.parametrize("right", [True, False])
def test_a_play_waits_at_the_end_of_the_mainline_and_lands(chromium: Browser, right: bool) -> None:
    round_ = begin()
    shown = Shown(chromium, 800, 600, calm=False)
    shown.show(round_)
    assert shown.page.locator(".sign").count() == 0
    round_.step(Play("Ann", tuple(round_.hidden.hands["Ann"][:2])))
    shown.show(round_)
    assert shown.page.locator(".waiting .spot").count() == 2
    assert "Ann plays" in shown.page.locator(".waiting > .visually-hidden").inner_text()
    judge(round_, right)
    assert shown.show(round_) == 2
    assert shown.page.locator(".waiting").is_hidden()
    assert shown.page.locator(".spot.new").count() == 2
    assert shown.page.locator(f".spot.new.{'right' if right else 'wrong'} .sign").count() == 1
    shown.show(round_)
    assert shown.page.locator(".spot.new").count() == 2
    assert shown.complaints == []


def test_a_no_play_shows_its_hand_with_the_card_that_the_prophet_names(chromium: Browser) -> None:
    round_ = begin()
    round_.step(Play("Ann", tuple(round_.hidden.hands["Ann"][:1])))
    round_.step(Judge("Eve", True))
    round_.step(Declare("Ann"))
    round_.step(NoPlay("Bob"))
    named = round_.hidden.hands["Bob"][3]
    round_.step(Call("Ann", False, named))
    shown = Shown(chromium, 800, 600)
    shown.show(round_)
    said = shown.page.locator(".waiting > .visually-hidden").inner_text()
    assert said.startswith("Bob: no play; the Prophet calls it wrong, names ")
    assert shown.page.locator(".board-tray li").count() == 14
    assert shown.page.locator(".board-tray .named").count() == 1
    assert "named by the prophet" in shown.page.locator(".board-tray .named").inner_text()
    assert shown.page.locator(".mark.prophet").count() == 1
    assert any("marker on the" in item for item in shown.items())


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_projector_shows_the_whole_layout_as_large_as_can_be(chromium: Browser, width: int, height: int) -> None:
    shown = Shown(chromium, width, height, spectator=True)
    widths = []
    for turns in (0, 8, 40, 90):
        round_ = grown(turns)
        shown.show(round_)
        assert len(shown.items()) == len(round_.state.layout.mainline)
        assert shown.all_in_sight()
        widths.append(shown.card_width())
    assert widths == sorted(widths, reverse=True)
    assert widths[0] >= width / 16
    assert widths[-1] >= 34
    assert shown.complaints == []


def test_on_a_phone_the_newest_is_in_sight_and_the_rest_can_be_reached(chromium: Browser) -> None:
    shown = Shown(chromium, 360, 300)
    for turns in (0, 5, 20, 60):
        shown.show(grown(turns))
        assert shown.card_width() >= 26
        assert shown.in_sight(".spot.new" if turns else ".spot")
    assert not shown.all_in_sight()
    window = shown.page.get_by_role("region", name="Layout")
    window.focus()
    shown.page.keyboard.press("Home")
    assert shown.in_sight(".column:first-child .head")
    shown.page.keyboard.press("End")
    assert shown.in_sight(".spot.new")
    before = shown.card_width()
    shown.page.keyboard.press("+")
    assert shown.card_width() > before
    shown.page.keyboard.press("-")
    assert shown.card_width() == before
    shown.page.keyboard.press("+")
    shown.page.keyboard.press("0")
    assert shown.card_width() == before
    # Bands go on below, never sidewards.
    assert shown.page.locator(".board-window").evaluate("w => w.scrollWidth <= w.clientWidth")
    assert shown.complaints == []
