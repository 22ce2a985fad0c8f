"""Rounds of game files that were opened, as the pages show them: not over, and without a rule."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eleusis.doors.web.evenings.opened_game import open_game
from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP
from tests.doors.web.test_opened_game import BY_HAND
from tests.doors.web.test_round_told import END, GAME

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[1] / "games"
SHOW = """async () => {
  const { showRound } = await import("/static/after.js");
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  for (const name of ["board", "after"]) {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/static/${name}.css` });
    await new Promise((loaded) => { sheet.onload = loaded; document.head.append(sheet); });
  }
  await showRound(place, 1);
  place.querySelector("details.fold").open = true;
}"""

OVER = """async (seat) => {
  const { gameOver } = await import("/static/calm.js");
  const players = ["Ann", "Ben", "Cleo", "Dora"].map((name) => ({ seat: name }));
  const table = { variant: "express", rounds_over: 0, players, totals: { Ann: 5, Ben: 9, Cleo: 8, Dora: 7 } };
  return gameOver(table, seat).firstElementChild.textContent;
}"""


def test_who_is_not_on_the_podium_is_told_the_own_place_first(serve: MakeTable, device: MakeDevice) -> None:
    browser = device(serve("--variant", "express"), LAPTOP)
    browser.go("/")
    assert [browser.page.evaluate(OVER, seat) for seat in ("Ann", "Ben")] == [
        "You came 4th with 5 points.",
        "Ben wins with 9 points.",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GAME, ["The colours alternate.", "The round isn't finished.", "it agrees with the rule on"]),
        (
            GAME + END,
            ["The round ended: out of cards.", "Ann guessed", "Ann and Cleo share the round with 15 points"],
        ),
        (BY_HAND, ["Cleo judged without a written rule.", "The round isn't finished."]),
        ((GAMES / "express-lunch-break.yaml").read_text(encoding="utf-8"), []),
    ],
    ids=["unfinished", "over", "by hand", "a whole file"],
)
def test_a_round_of_an_opened_game_is_shown_turn_by_turn(
    text: str, words: list[str], serve: MakeTable, device: MakeDevice
) -> None:
    game = open_game(text, "evening.yaml")
    browser = device(serve("--variant", "express"), LAPTOP)
    body = msgspec.json.encode(game.teller.tell(1)).decode()
    browser.page.route("**/api/rounds/1", lambda route: route.fulfill(body=body, content_type="application/json"))
    said = msgspec.json.encode({"text": game.teller.transcript(1)}).decode()
    browser.page.route(
        "**/api/rounds/1/transcript*", lambda route: route.fulfill(body=said, content_type="application/json")
    )
    browser.go("/")
    browser.page.evaluate(SHOW)
    on = browser.page.get_by_role("button", name="One turn on")
    on.wait_for()
    while on.is_enabled():
        on.click()
        assert browser.page.locator(".replay-board").inner_text()
    shown = browser.page.locator("main").inner_text()
    for word in words:
        assert word in shown, word
    assert "undefined" not in shown
    assert "null" not in shown
