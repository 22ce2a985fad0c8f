"""People who set up a game in the tab, and play it to its end."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser.devices import Visitor
from tests.browser.serving import ROOT
from tests.helpers.patience import patient, patient_ms
from tests.tab.visiting import ready

Error = pytest.importorskip("playwright.sync_api").Error

AT_ONCE = """async () => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { host } = await import(new URL(`${version}/static/api.js`, document.baseURI).href);
  await host("", "set", { pace: 0 });
}"""
"""Lets the bots of the game that is open move at once."""

LONG_GAME = patient_ms(120_000)
"""Within so many ms any game is over."""


def hurry(guest: Visitor) -> None:
    """Let the bots move at once: nobody watches."""
    guest.page.evaluate(AT_ONCE)


def set_up(guest: Visitor, edition: str, **more: str) -> None:
    """Open the page on which a game is set up, choose an edition, and what else is named."""
    guest.go("/#play")
    ready(guest.page)
    unfold(guest)
    guest.page.get_by_role("radio", name=edition).check()
    for name, value in more.items():
        label = name.replace("_", " ")
        choice = guest.page.get_by_role("combobox", name=label, exact=True)
        if choice.count():
            choice.select_option(label=value)
        else:
            guest.page.get_by_role("group", name=label).get_by_role("radio", name=value).check()


def unfold(guest: Visitor) -> None:
    """Show all editions and all choices."""
    guest.page.get_by_role("heading", name="Play with bots").wait_for()
    for folded in guest.page.locator(".play-setup > details:not([open]) > summary").all()[::-1]:
        folded.click()


def begin(guest: Visitor) -> None:
    """Start the game that is set up."""
    guest.press("Start")
    guest.page.wait_for_url("**/#kept=game-*.yaml")
    guest.page.wait_for_selector("body.at-table[data-state]")


def reopen(guest: Visitor) -> None:
    """Close the page in the middle of a game, and come back to it."""
    address = guest.page.url
    guest.page.close()
    guest.page = guest.open()
    guest.page.goto(address)
    ready(guest.page)
    guest.page.wait_for_selector("body.at-table[data-state]")
    hurry(guest)


def play_turns(guest: Visitor, keys: dict[str, str] | None = None, turns: int = 1000) -> str:
    """Play until the game rests, or so many turns; the state then. With `keys`, by the keyboard alone."""
    for _ in range(turns):
        now = guest.wait_for(lambda now: now["state"] != "playing" or bool(now["due"]) or is_covered(guest))
        if is_covered(guest):
            uncover(guest)
            continue
        if now["state"] != "playing":
            return str(now["state"])
        if now["due"]:
            _take_turn(guest, now, keys)
    return "playing"


def is_covered(guest: Visitor) -> bool:
    """Whether the hand waits to be shown."""
    return bool(guest.page.locator(".cover button").is_visible())


def uncover(guest: Visitor) -> None:
    """Take the phone: until it is said who holds it, nobody's hand is there."""
    cards = guest.page.locator("#hand button.pick:visible").count()
    # The page may just be going on to whoever is to act.
    with contextlib.suppress(Error):
        guest.page.locator(".cover button").click(timeout=patient_ms(2_000))
        assert cards == 0, "a hand is seen by whoever takes the phone"


def _take_turn(guest: Visitor, now: dict[str, Any], keys: dict[str, str] | None) -> None:
    wanted = next(name for name in ("Declare", "Call right", "Play", "Pass") if name in now["due"])
    if keys is None:
        guest.act(wanted, *now["hand"][:1]) if wanted == "Play" else guest.act(wanted)
        return
    if wanted == "Play":
        guest.page.keyboard.press("c")
        guest.page.keyboard.press("Enter")
        guest.page.wait_for_selector("#hand button[aria-pressed=true]")
    guest.page.keyboard.press(keys[wanted])
    guest.settle(now)


def replay(file: Path) -> None:
    """Have the command line replay a file: it must find nothing to object to."""
    command = [sys.executable, "-m", "eleusis", "replay", str(file), "--format", "json"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=patient(120), check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def download(guest: Visitor, button: str, folder: Path) -> Path:
    """Press a button that downloads a file; the file."""
    with guest.page.expect_download() as coming:
        guest.press(button)
    file = folder / str(coming.value.suggested_filename)
    coming.value.save_as(file)
    return file
