"""Phones, laptops and a projector: pages used as people use them, and watched for what must not occur."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tests.helpers.patience import patient_ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    from tests.browser.serving import ServedRoom, ServedTable

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}

AT_ONCE = patient_ms(15_000)
"""Within so many ms a page must have done what is waited for."""

STATE_OF_A_PAGE = """() => {
  const shown = (element) => element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const acts = all("#actions button.act").filter((button) => button.getAttribute("aria-disabled") !== "true");
  return {
    state: document.body.dataset.state,
    turn: document.getElementById("turn").textContent,
    own: document.getElementById("turn-line").classList.contains("own"),
    buttons: acts.map((button) => button.textContent),
    due: all("#actions .due").map((each) => each.dataset.action),
    hand: all("#hand button.pick").map((b) => b.getAttribute("aria-label")),
    busy: all("[aria-busy=true]").length > 0,
    told: document.querySelectorAll("#story li").length,
    last: document.getElementById("last").textContent,
  };
}"""


def seat_dealing_bot(host: Device, name: str) -> None:
    """Give a bot a seat at the host's page, and let it deal; wait until the table knows."""
    host.page.get_by_label("Name of the new seat").fill(name)
    host.page.get_by_label("Who plays there").select_option("good")
    host.press("Add")
    host.page.get_by_label("Who deals first").select_option(name)
    host.page.get_by_text(f"{name}, a bot, draws the secret rule").wait_for()


class Visitor:
    """A browser of somebody's own at an address: its page, and all that it had to complain of."""

    def __init__(self, browser: Browser, url: str, kind: dict[str, Any], **more: Any) -> None:
        self.url = url.removesuffix("/")
        self.problems: list[str] = []
        self._allowed: list[str] = []
        self.context = browser.new_context(**{**kind, **more})
        self.context.on("request", self._hear_request)
        self.context.on("requestfailed", self._hear_failure)
        self.context.on("console", self._hear_console)
        self.context.on("weberror", lambda error: self.problems.append(f"error: {error.error}"))
        self.page = self.open()

    def open(self) -> Page:
        """One more page of this browser."""
        page = self.context.new_page()
        page.set_default_timeout(AT_ONCE)
        return page

    def _hear_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {request.url}")

    def _hear_failure(self, request: Request) -> None:
        # A page that is left hangs up its stream, and whatever else is on its way.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")

    def allow(self, pattern: str) -> None:
        """Something that must be complained of in this test, as a lost connection is by the browser itself."""
        self._allowed.append(pattern)

    @property
    def faults(self) -> list[str]:
        """What it had to complain of, but for what was allowed."""
        return [
            problem
            for problem in self.problems
            if not any(re.search(allowed, problem) for allowed in self._allowed)
        ]

    # What people do

    def go(self, path: str) -> None:
        """Open a page below the address."""
        self.page.goto(self.url + path)

    def press(self, name: str) -> None:
        """Press the button of that name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def until(self, state: str) -> None:
        """Wait until the table's page is in a state: lobby, rule, dealing, playing, between, over."""
        self.page.wait_for_selector(f"body[data-state={state}]")

    # How the table's page stands

    def look(self) -> dict[str, Any]:
        """How the table's page stands: its state, whose turn it is, the buttons that may be pressed, the hand."""
        return dict(self.page.evaluate(STATE_OF_A_PAGE))

    def act(self, name: str, *cards: str) -> None:
        """Tap cards, then press a button; wait until the table has answered."""
        for card in cards:
            self.page.locator("#hand").get_by_role("button", name=card, exact=True, pressed=False).first.click()
        before = self.look()
        self.press(name)
        if name == "Declare":
            self.page.get_by_role("dialog").get_by_role("button", name="Declare as").click()
        self.settle(before)

    def settle(self, before: dict[str, Any]) -> None:
        """Wait until the page shows something else than before, and waits for no answer."""
        keys = ("state", "turn", "due", "told", "last")
        self.wait_for(lambda now: not now["busy"] and any(now[key] != before[key] for key in keys))

    def wait_for(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """How the page stands as soon as something holds of it."""
        for _ in range(AT_ONCE // 20):
            now = self.look()
            if holds(now):
                return now
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page stands still: {now}")


class Device(Visitor):
    """A browser of somebody's own at a table that is served, or in a room of many."""

    def __init__(
        self, browser: Browser, table: ServedTable | ServedRoom, kind: dict[str, Any], **more: Any
    ) -> None:
        self.table = table
        super().__init__(browser, table.url, kind, **more)

    def sit(self, name: str, *, code: str | None = None) -> str:
        """Sit down at the start page; the PIN that is shown."""
        self.go("/")
        self.page.get_by_label("Your name").fill(name)
        if code is not None:
            self.page.get_by_label("Class code").fill(code)
        self.press("Sit down")
        pin = self.page.get_by_role("dialog").get_by_text(re.compile(r"^\d{6}$"))
        return pin.text_content() or ""

    def host(self) -> None:
        """Open the host's page, or the page of the room's owner."""
        self.page.goto(self.table.host_url)


def whose_turn(devices: Iterable[Device]) -> tuple[Device, dict[str, Any]] | None:
    """The device whose seat is to act, and how its page stands; None where the round is over on one of them."""
    devices = list(devices)
    for _ in range(AT_ONCE // 20):
        for device in devices:
            now = device.look()
            if now["state"] in ("between", "over"):
                return None
            if now["state"] == "playing" and now["own"] and not now["busy"]:
                return device, now
        devices[0].page.wait_for_timeout(20)
    raise AssertionError(f"nobody is to act: {[device.look() for device in devices]}")
