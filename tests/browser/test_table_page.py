"""The page at which a person plays, in a real browser at a table that is served: by keyboard, names, finger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from tests.browser.serving import ServedTable
from tests.helpers.patience import patient_ms

pytest.importorskip("playwright")

from playwright.sync_api import Locator, Page, expect

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser
expect.set_options(timeout=patient_ms(15_000))

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
RED = ("hearts", "diamonds")
ALTERNATE = ("--rule", "color != last.color", "--seed", "7")

# Whoever asks for less motion gets none: a page that moves says so, which is a complaint.
TELL_MOTION = "addEventListener('animationstart', (event) => console.warn(`${event.animationName} moves`), true);"
HALT_MOTION = """addEventListener('animationstart', (event) => {
  for (const animation of event.target.getAnimations()) animation.pause();
}, true);"""


@attrs.define
class Seat:
    """A page at the table, what it complained of and whom it asked."""

    page: Page
    complaints: list[str] = attrs.field(factory=list)
    asked: list[str] = attrs.field(factory=list)

    def button(self, name: str) -> Locator:
        """The button of that very name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def turn(self) -> Locator:
        """Whose turn it is."""
        return self.page.get_by_role("heading", level=1)

    @property
    def cards(self) -> Locator:
        """The cards of one's hand."""
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def line(self) -> Locator:
        """The mainline, as a screen reader has it."""
        return self.page.get_by_role("list", name="Mainline").get_by_role("listitem")

    def card(self, right: bool) -> str | None:
        """The name of a card of the hand whose colour is another than the last one's, or (not `right`) the same."""
        suits = re.findall(r"of (\w+)", self.line.last.locator(":scope > .visually-hidden").inner_text())
        wanted = (suits[0] in RED) is not right
        names = [card.get_attribute("aria-label") or "" for card in self.cards.all()]
        return next((name for name in names if (name.split(" of ")[1] in RED) is wanted), None)

    def to_act(self) -> bool:
        """Whether this seat is asked for something now."""
        return str(self.turn.inner_text()).startswith("Your turn")

    def settle(self) -> None:
        """Wait until what was sent is answered, and shown."""
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)


@attrs.define
class Table:
    """A table that is served, and the pages at it."""

    browser: Browser
    served: ServedTable
    seats: list[Seat] = attrs.field(factory=list)

    def sit(
        self,
        *names: str,
        size: dict[str, int] = PHONE,
        context: BrowserContext | None = None,
        code: str | None = None,
    ) -> Seat:
        """A page of a browser that holds these seats."""
        if context is None:
            context = self.browser.new_context(viewport=size, reduced_motion="reduce", has_touch=True)
            context.add_init_script(TELL_MOTION)
        for name in names:
            answer = context.request.post(f"{self.served.url}/api/seats", data={"name": name, "code": code})
            assert answer.status == 201, answer.text()
        seat = Seat(context.new_page())
        seat.page.on("console", lambda message: seat.complaints.append(message.text))
        seat.page.on("pageerror", lambda error: seat.complaints.append(str(error)))
        seat.page.on("request", lambda request: seat.asked.append(request.url))
        seat.page.goto(f"{self.served.url}/table")
        self.seats.append(seat)
        return seat

    def check(self) -> None:
        """No page has complained or asked another host, and none has anything serious for those who can't see."""
        for seat in self.seats:
            assert seat.complaints == []
            assert [url for url in seat.asked if not url.startswith((self.served.url + "/", "data:"))] == []
            violations = axe.Axe().run(seat.page).response["violations"]
            assert [rule["id"] for rule in violations if rule["impact"] in ("serious", "critical")] == []


@contextmanager
def serve(browser: Browser, folder: Path, *options: str) -> Iterator[Table]:
    """A table for the time of the block."""
    table = Table(browser, ServedTable(folder, *options))
    try:
        yield table
    finally:
        for seat in table.seats:
            seat.page.context.close()
        table.served.stop()


def tap(seat: Seat, *names: str) -> None:
    """Make a move with the finger: cards, and then the button."""
    for name in names:
        seat.button(name).first.click()
    seat.settle()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whose_turn_it_is_can_be_read_while_it_moves(chromium: Browser, tmp_path: Path, scheme: Any) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob:random", "--dealer", "Ann", "--set", "deal.hand=3")
    with serve(chromium, tmp_path, *players) as table:
        context = chromium.new_context(viewport=PHONE, color_scheme=scheme)
        context.add_init_script(HALT_MOTION)
        seat = table.sit("Ann", context=context)
        table.served.host("start")
        expect(seat.turn).to_have_text("Your turn: choose the secret rule")
        line = seat.page.locator(".turn-line.own")
        line.evaluate(
            "async (line) => { while (!line.getAnimations().length) await new Promise(requestAnimationFrame); }"
        )
        for moment in (0, 200, 400, 699):
            line.evaluate("(line, moment) => { line.getAnimations()[0].currentTime = moment; }", moment)
            checked = axe.Axe().run(seat.page, options={"runOnly": ["color-contrast"]}).response
            assert [rule["id"] for rule in checked["passes"]] == ["color-contrast"]
            assert checked["violations"] == []


def test_a_string_is_numbered_and_sent_once(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "abbott", "--players", "Ann,Bob,Cleo,Dan", "--dealer", "Dan", *ALTERNATE)
    with serve(chromium, tmp_path, *players, "--set", "first_player.kind=left_of_dealer") as table:
        ann, bob = table.sit("Ann"), table.sit("Bob")
        table.served.host("start")
        expect(ann.turn).to_have_text("Your turn: play a card")
        expect(bob.button("No play")).to_have_count(0)
        expect(ann.button("Play")).to_have_count(0)
        expect(ann.page.get_by_text("Tap a card", exact=True)).to_be_visible()
        first, second = ann.cards.nth(4), ann.cards.nth(1)
        first.click()
        second.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        expect(first).to_have_attribute("aria-description", "first of the string")
        expect(second).to_have_attribute("aria-description", "second of the string")
        names = [first.get_attribute("aria-label"), second.get_attribute("aria-label")]
        ann.page.evaluate(
            "() => { const play = document.querySelector('[data-action=Play]'); play.click(); play.click(); }"
        )
        expect(ann.turn).to_have_text("Your turn: declare as Forecaster, or pass")
        assert len([url for url in ann.asked if url.endswith("/api/moves")]) == 1
        heard = bob.page.locator("[aria-live=polite]")
        expect(heard).to_contain_text(f"Ann plays {names[0]}, {names[1]}")
        assert ann.page.locator("[aria-live=assertive]").inner_text().endswith("declare as Forecaster, or pass")
        table.check()


def test_a_move_is_one_request(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo", *ALTERNATE)
    with serve(chromium, tmp_path, *players) as table:
        ann, bob = table.sit("Ann"), table.sit("Bob")
        table.served.host("start")
        expect(ann.turn).to_have_text("Your turn: play a card")
        ann.page.wait_for_load_state("networkidle")
        before = len(ann.asked)
        ann.cards.nth(1).click()
        ann.button("Play").click()
        expect(ann.turn).not_to_have_text("Your turn: play a card")
        expect(bob.page.locator("#story li")).to_have_count(1)
        ann.page.wait_for_timeout(500)  # what the stream tells of the same move is known already
        asked = [url.removeprefix(table.served.url) for url in ann.asked[before:]]
        assert [path for path in asked if path.startswith("/api/")] == ["/api/moves"]


def test_what_may_not_be_done_says_why(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo", *ALTERNATE)
    with serve(chromium, tmp_path, *players) as table:
        ann, bob, dealer = table.sit("Ann"), table.sit("Bob"), table.sit("Cleo")
        table.served.host("start")
        expect(bob.turn).to_have_text("Ann’s turn")
        bob.button("What may I do?").click()
        asked = bob.page.get_by_role("dialog", name="What may I do?")
        expect(asked).to_contain_text("No play: it is Ann's turn")
        bob.page.keyboard.press("Escape")
        expect(ann.button("It’s right")).to_have_count(0)
        expect(dealer.button("Play")).to_have_count(0)
        expect(dealer.page.get_by_text("color != last.color")).to_have_count(0)
        dealer.button("Show my rule").click()
        expect(dealer.page.get_by_text("color != last.color")).to_be_visible()
        expect(dealer.page.get_by_text("The colours alternate.")).to_be_visible()
        ann.page.keyboard.press("?")
        expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
        ann.page.keyboard.press("p")
        table.check()


def test_what_may_be_done_has_a_button(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "solo", "--players", "Ann,Dora:random", "--dealer", "Dora", *ALTERNATE)
    with serve(chromium, tmp_path, *players) as table:
        ann = table.sit("Ann")
        table.served.host("start")
        tap(ann, ann.card(right=True) or "", "Play")
        expect(ann.button("Guess")).to_be_visible()
        ann.button("What may I do?").click()
        asked = ann.page.get_by_role("dialog", name="What may I do?")
        expect(asked.get_by_role("listitem")).to_have_text(["Play one card", "Guess the secret rule"])
        ann.page.keyboard.press("Escape")
        table.served.host("pause")
        expect(ann.button("Guess")).to_have_count(0)
        ann.button("What may I do?").click()
        expect(asked.get_by_role("listitem")).to_have_count(0)
        table.check()


def test_a_phone_that_is_handed_round_covers_each_hand(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob,Cleo:random", "--dealer", "Cleo", *ALTERNATE)
    with serve(chromium, tmp_path, *players) as table:
        both = table.sit("Ann", "Bob")
        table.served.host("start")
        expect(both.page.get_by_role("heading", name="Hand the phone to Ann")).to_be_visible()
        expect(both.cards).to_have_count(0)
        assert [url for url in both.asked if "/api/view?seat=Ann" in url] == []
        both.button("Show Ann’s hand").click()
        expect(both.turn).to_have_text("Ann’s turn: play a card")
        tap(both, both.card(right=False) or "", "Play")
        expect(both.page.get_by_role("heading", name="Hand the phone to Bob")).to_be_visible()
        expect(both.turn).to_have_text("Bob’s turn")
        expect(both.cards).to_have_count(0)
        expect(both.button("What happened so far")).to_have_text(re.compile("draws 1$"))
        assert [url for url in both.asked if "/api/view?seat=Bob" in url] == []
        table.check()
        both.button("Show Bob’s hand").click()
        expect(both.turn).to_have_text("Bob’s turn: play a card")


def test_a_dealer_judges_by_hand_hints_and_takes_back(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo", "--seed", "7")
    with serve(chromium, tmp_path, *players) as table:
        ann, bob, dealer = table.sit("Ann"), table.sit("Bob"), table.sit("Cleo")
        table.served.host("start")
        expect(ann.turn).to_have_text("Cleo is choosing a rule")
        dealer.button("I judge each play myself").click()
        dealer.button("Hint").click()
        dealer.page.get_by_label("Your hint").fill('p, n: "letters", and no moves')
        dealer.page.keyboard.press("Enter")
        expect(ann.page.locator("#asked")).to_contain_text('p, n: "letters", and no moves')
        name = ann.cards.nth(2).get_attribute("aria-label") or ""
        tap(ann, name, "Play")
        expect(ann.turn).to_have_text("Waiting for Cleo to judge")
        tap(ann, "Undo")
        expect(ann.turn).to_have_text("Your turn: play a card")
        tap(ann, name, "Play")
        expect(dealer.turn).to_have_text("Your turn: judge Ann’s play")
        tap(dealer, "It’s right")
        tap(dealer, "Undo")
        expect(ann.page.locator(".toast")).to_have_text("The verdict on Ann’s play was taken back")
        expect(dealer.turn).to_have_text("Your turn: judge Ann’s play")
        tap(dealer, "It’s right")
        ann.button("Guess").click()
        asked = ann.page.get_by_role("dialog", name="Guess the rule")
        asked.get_by_role("radio", name="As text").check()
        asked.get_by_role("textbox").fill("red")
        assert asked.get_by_text("It contradicts").count() == 0, "counted down, it would do the thinking"
        asked.get_by_role("button", name="Guess", exact=True).click()
        expect(asked.get_by_text("It contradicts 1 of 1 play:")).to_be_visible()
        asked.get_by_role("button", name="Guess anyway").click()
        expect(dealer.turn).to_have_text("Your turn: judge Ann’s guess")
        expect(dealer.page.locator(".waiting-guess")).to_have_text('Ann guesses "Play only red cards" red')
        tap(dealer, "It’s wrong")
        expect(bob.turn).to_have_text("Your turn: play a card")
        table.served.host("pause")
        expect(bob.page.get_by_text("The host has paused the game.")).to_be_visible()
        expect(bob.button("No play")).to_have_count(0)
        table.check()


def test_a_guess_that_a_person_judges_may_stay_as_it_was_said(chromium: Browser, tmp_path: Path) -> None:
    players = ("--variant", "express", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo", "--seed", "7")
    with serve(chromium, tmp_path, *players) as table:
        ann, dealer = table.sit("Ann"), table.sit("Cleo")
        table.served.host("start")
        dealer.button("I judge each play myself").click()
        tap(ann, ann.cards.nth(2).get_attribute("aria-label") or "", "Play")
        tap(dealer, "It’s right")
        ann.button("Guess").click()
        asked = ann.page.get_by_role("dialog", name="Guess the rule")
        asked.get_by_role("radio", name="As text").check()
        asked.get_by_role("textbox").fill("the same suit")
        expect(asked.locator(".meant")).to_contain_text("Read as: Play a card of the same suit as the last.")
        asked.get_by_role("button", name="Guess it in these words").click()
        expect(dealer.page.locator(".waiting-guess")).to_have_text('Ann guesses "the same suit"')
        table.check()


def test_what_is_said_aloud(chromium: Browser, tmp_path: Path) -> None:
    with serve(chromium, tmp_path, "--variant", "express", "--players", "Ann,Bob") as table:
        page = table.sit("Ann").page
        say = "async ([name, ...given]) => (await import('/static/words.js'))[name](...given)"
        assert page.evaluate(say, ["spoken", "Ann plays 10♥ K♠ · wrong · draws 2"]) == (
            "Ann plays 10 of hearts, king of spades, wrong, draws 2"
        )
        assert page.evaluate(say, ["quoted", 'a "b"\n c\\']) == '"a \\"b\\" c\\\\"'
        tell = "async ([before, now]) => (await import('/static/story.js')).news(before, now)"
        waits = [{"text": "Ann plays 7♥ · not judged yet"}]
        assert page.evaluate(tell, [[], waits]) == ["Ann plays 7 of hearts"]
        assert page.evaluate(tell, [waits, [{"text": "Ann plays 7♥ · right"}]]) == ["Right"]
