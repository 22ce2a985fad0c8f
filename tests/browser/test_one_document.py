"""The pages elsewhere: below a path, in the document of another page, and with one who plays alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, Device

pytest.importorskip("playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

# Puts the table's markup in the place of what the document shows, and begins; what calls back is noted in `told`.
MOUNT = """async () => {
  const { TablePage } = await import("/static/table_page.js");
  const { h } = await import("/static/dom.js");
  const text = await (await fetch("/static/table.html")).text();
  const markup = new DOMParser().parseFromString(text, "text/html");
  const sheets = [...markup.querySelectorAll("link[rel=stylesheet]")];
  const loaded = sheets.map((sheet) => new Promise((resolve) => (sheet.onload = resolve)));
  document.querySelectorAll("link[rel=stylesheet]").forEach((sheet) => sheet.remove());
  document.head.append(...sheets);
  document.body.className = "";
  document.body.replaceChildren(...markup.body.children);
  await Promise.all(loaded);
  window.told ??= [];
  window.tablePage = new TablePage({
    seat: "Ann",
    focus: true,
    onLeave: () => told.push("left"),
    onGame: () => told.push("another game"),
    overActions: () => [h("button", { type: "button", on: { click: () => told.push("again") } }, "Another game")],
  });
  window.tablePage.start();
}"""
# What wakes a page is heard by it as long as it is open, and no longer.
LISTENERS = """() => {
  window.heard = 0;
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target);
    target.addEventListener = (type, listener, { signal } = {}) => {
      // Who drives the browser listens too.
      const isOurs = new Error().stack.includes("/static/");
      if (isOurs) window.heard += 1;
      if (isOurs) signal?.addEventListener("abort", () => (window.heard -= 1));
      add(type, listener, { signal });
    };
  }
}"""


def serve_round(serve: MakeTable, device: MakeDevice, kind: dict[str, object] = PHONE) -> tuple[Device, Device]:
    """A device at which Ann sits down for two rounds of two cards, and the host's; the game is not begun."""
    options = ("--variant", "express", "--players", "Ann,Bob:random,Dora:good", "--dealer", "Dora")
    game = ("--rule", "red or black", "--seed", "5", "--rounds", "2", "--set", "deal.hand=2")
    table = serve(*options, *game)
    host = device(table, LAPTOP)
    host.host()
    ann = device(table, kind)
    ann.sit("Ann")
    ann.page.get_by_role("link", name="To the table").wait_for()
    return ann, host


def play_alone(device: Device, host: Device) -> list[Request]:
    """Let the table say to a device that it plays alone, and do as its host; all that the page then asks."""
    key = f"Bearer {host.table.host_url.partition('#')[2]}"
    asked: list[Request] = []

    def tell(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "alone": True})

    def act(route: Route) -> None:
        assert "authorization" not in route.request.headers
        route.continue_(headers={**route.request.headers, "authorization": key})

    device.context.on("request", lambda request: asked.append(request))
    device.context.route("**/api/table", tell)
    device.context.route("**/api/host", act)
    return asked


def check_words(page: Page) -> None:
    """Nothing that is written there speaks of a host, or of a seat to be had or kept."""
    words = page.locator("body").inner_text()
    assert not re.search(r"\b(host|PIN|seat|invite|join|address)\b", words, re.IGNORECASE), words


def test_the_table_may_be_left_and_opened_again(serve: MakeTable, device: MakeDevice) -> None:
    ann, host = serve_round(serve, device)
    page = ann.page
    ann.go("/host")  # without its key that page listens to nothing itself
    page.evaluate(LISTENERS)
    host.press("Start")
    page.evaluate(MOUNT)
    ann.until("playing")
    assert page.evaluate("document.activeElement.id") == "turn"
    assert page.evaluate("heard") > 0
    page.keyboard.press("m")
    page.get_by_role("dialog", name="Menu").wait_for()
    page.evaluate("tablePage.stop()")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("heard") == 0

    page.evaluate(MOUNT)
    ann.until("playing")
    page.wait_for_function("document.getElementById('hand').childElementCount > 0")
    page.keyboard.press("p")
    page.get_by_text("Tap a card first").first.wait_for()
    assert page.locator("[aria-live=polite] p").get_by_text("Tap a card first").count() == 1
    page.keyboard.press("m")
    assert page.get_by_role("dialog").count() == 1

    page.evaluate("tablePage.stop()")
    page.keyboard.press("m")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("[told, document.body.dataset.state]") == [[], None]
    host.page.locator("#places").get_by_text("away").first.wait_for()


def test_one_who_plays_alone_is_told_of_no_host(serve: MakeTable, device: MakeDevice) -> None:
    ann, host = serve_round(serve, device)
    page = ann.page
    ann.go("/host")
    page.locator("#keyless").wait_for()
    asked = play_alone(ann, host)
    page.evaluate(MOUNT)
    ann.until("lobby")
    check_words(page)
    host.press("Start")
    ann.until("playing")
    check_words(page)
    ann.press("Menu")
    check_words(page)
    violations = axe.Axe().run(page).response["violations"]
    assert [rule["id"] for rule in violations if rule["impact"] in ("serious", "critical")] == []
    ann.press("Close")
    host.press("Pause")
    ann.press("Go on")
    play_round(ann)
    ann.until("between")
    check_words(page)
    ann.press("Next round")
    deal_and_end(ann)
    ann.until("over")
    assert page.get_by_role("dialog").count() == 0
    check_words(page)
    ann.press("Another game")
    ann.press("Menu")
    assert page.get_by_role("button", name="End this game").count() == 0
    check_words(page)
    ann.press("Start page")
    assert page.evaluate("told") == ["again", "left"]
    paths = {(request.method, request.url.removeprefix(ann.table.url).partition("?")[0]) for request in asked}
    assert ("POST", "/api/host") in paths
    assert not paths & {("GET", "/api/host"), ("GET", "/api/qr.svg"), ("GET", "/api/pin")}


def test_the_pages_may_be_served_below_a_path(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Bob:random,Dora:good", "--dealer", "Dora")
    host = device(table, LAPTOP)
    host.host()
    ann = device(table, PHONE)
    below = f"{table.url}/below/it"
    elsewhere: list[str] = []

    def serve_below(route: Route) -> None:
        url = route.request.url
        if not url.startswith(f"{below}/"):
            elsewhere.append(url)
        route.continue_(url=url.replace(below, table.url))

    ann.context.route(f"{table.url}/**", serve_below)
    ann.go("/below/it/")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.press("Sit down")
    ann.page.get_by_role("link", name="To the table").click()
    ann.until("lobby")
    assert ann.page.url == f"{below}/table?seat=Ann"
    ann.page.get_by_role("img", name="QR code").wait_for()
    ann.page.get_by_text(f"{below.partition('//')[2]}/", exact=True).wait_for()
    host.press("Start")
    ann.until("playing")
    ann.press("Menu")
    ann.press("Leave the seat")
    ann.press("Leave")
    ann.page.get_by_role("button", name="Sit down").wait_for()
    assert ann.page.url == f"{below}/"
    for page, shown in (("Watch", "You are watching."), ("Projector", "Full screen")):
        ann.go("/below/it/")
        ann.page.get_by_role("link", name=page).click()
        ann.page.get_by_text(shown).wait_for()
    assert not elsewhere


def play_round(ann: Device) -> None:
    """Play whatever is right until no card is left."""
    mine: Callable[[dict[str, object]], bool] = lambda now: now["own"] is True or now["state"] != "playing"  # noqa: E731
    while (now := ann.wait_for(mine))["state"] == "playing":
        if "Pass" in now["due"]:
            ann.act("Pass")
        else:
            ann.act("Play", now["hand"][0])


def deal_and_end(ann: Device) -> None:
    """End the game in its second round, whoever deals it."""
    ann.page.wait_for_selector("body[data-state=playing], body[data-state=dealing]")
    ann.press("Menu")
    ann.press("End this game")
    ann.press("Play on")
    ann.press("End this game")
    ann.press("End it")
