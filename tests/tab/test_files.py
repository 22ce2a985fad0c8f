"""Game files opened in the tab: looked back upon card by card, or refused in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import LAPTOP, PHONE, Visitor
from tests.browser.looking import Look
from tests.tab.playing import begin, set_up
from tests.tab.visiting import ready

pytest.importorskip("playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

TESTS = Path(__file__).parent.parent
GAMES = sorted(TESTS.glob("games/*.yaml"))[::3]
BAD = sorted(TESTS.glob("bad/game/*.yaml"))[::9]
UNFINISHED = """\
eleusis: 1
variant: express
players: [Ann, Bob, Cleo, Dora]
seed: 1
rounds:
  - dealer: Dora
    rule: red or black
    hands: {Ann: 2H 3S 4D}
    moves: |
      Ann play 2H
"""


def open_page(guest: Visitor) -> None:
    """Open the page on which a file is chosen."""
    guest.go("/#open")
    ready(guest.page)
    guest.page.get_by_role("heading", name="Open a game").wait_for()


def choose(guest: Visitor, file: Path | dict[str, object]) -> None:
    """Choose a file: one of the disk, or one that is made up."""
    guest.page.locator("#game-file").set_input_files(file)


def read_title(guest: Visitor) -> str:
    """What the game that was opened is called."""
    return str(guest.page.locator(".looked-at h1").inner_text())


def test_a_dozen_games_are_looked_back_upon(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    open_page(guest)
    for path in GAMES:
        guest.go("/#open")
        guest.page.get_by_role("heading", name="Open a game").wait_for()
        choose(guest, path)
        text = path.read_text(encoding="utf-8")
        if re.search(r"variant: \S+\.yaml|extends: \S+\.yaml", text):
            guest.page.get_by_role("alert").filter(has_text="write it out").wait_for()
            continue
        guest.page.locator(".looked-at .secret").wait_for()
        assert read_title(guest)
        guest.page.get_by_text("The round, move by move").click()
        slider = guest.page.get_by_role("slider", name="Turn")
        last = int(slider.get_attribute("max") or "")
        for _ in range(min(3, last)):
            guest.press("One turn on")
        assert slider.input_value() == str(min(3, last))
        if last:
            guest.press("One turn back")
        assert slider.input_value() == str(max(0, min(3, last) - 1))
        guest.page.evaluate("window.location.hash = ''")


def test_a_round_is_seen_with_the_eyes_of_a_seat_and_by_keyboard(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP, reduced_motion="reduce")
    open_page(guest)
    look = Look()
    look.at(guest.page, "open")
    choose(guest, TESTS / "games" / "matuszek-two-deals-each.yaml")
    guest.page.locator(".looked-at .secret").wait_for()
    guest.press("Round 1")
    guest.page.get_by_text("Round 1 ·").wait_for()
    seat = guest.page.get_by_label("Whose hand is shown")
    seat.select_option(index=2)
    guest.page.locator(".secret").wait_for()
    guest.page.locator("summary", has_text="The round, move by move").press("Enter")
    guest.page.get_by_role("slider", name="Turn").press("ArrowRight")
    name = seat.input_value()
    guest.page.get_by_text(re.compile(f"{name}’s hand then|As {name} saw it")).first.wait_for()
    look.at(guest.page, "looked at")
    assert not look.faults, look.faults


def test_a_game_that_is_not_over_and_one_that_is_wrong_are_told(visitor: MakeVisitor) -> None:
    guest = visitor({"viewport": {"width": 320, "height": 640}}, reduced_motion="reduce")
    open_page(guest)
    choose(guest, {"name": "half.yaml", "mimeType": "text/yaml", "buffer": UNFINISHED.encode()})
    guest.page.get_by_text("not played to the end").wait_for()
    guest.page.get_by_text("The round isn't finished.").wait_for()
    guest.go("/#open=again")
    wrong = UNFINISHED.replace("Ann play 2H", "Ann play 2H => wrong")
    choose(guest, {"name": "wrong.yaml", "mimeType": "text/yaml", "buffer": wrong.encode()})
    guest.page.locator(".findings").get_by_text("Line 10, column").wait_for()
    look = Look()
    look.at(guest.page, "findings")
    assert not look.faults, look.faults


def test_what_is_no_game_is_refused_in_words_and_nothing_is_lost(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    set_up(guest, "Eleusis Express")
    begin(guest)
    guest.go("/#open")
    guest.page.get_by_role("heading", name="Open a game").wait_for()
    alert = guest.page.locator(".drop").get_by_role("alert")
    for path in BAD:
        choose(guest, path)
        alert.filter(has_text=re.compile(r"\w")).or_(guest.page.locator(".findings")).first.wait_for()
        if guest.page.locator(".looked-at").count():
            guest.go("/#games")
            guest.go("/#open")
            guest.page.get_by_role("heading", name="Open a game").wait_for()
    for name, content, words in (
        ("long.yaml", b"x" * 5_000_001, "too large"),
        ("long2.yaml", b"#" * 2_100_000, "too long"),
        ("picture.yaml", b"\x89PNG\xff\xfe", "no text"),
        ("<img src=x onerror=alert(1)>.yaml", b"\xff", "<img src=x"),
        ("empty.yaml", b"", ""),
    ):
        choose(guest, {"name": name, "mimeType": "text/yaml", "buffer": content})
        alert.filter(has_text=words).wait_for()
    guest.go("/#kept=game-1.yaml")
    guest.page.wait_for_selector("#hand button.pick")
