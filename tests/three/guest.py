"""Somebody who plays in a window: finds what is shown by its name, and touches it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from tests.three.windows import PATIENCE, Window

FIND = """(selector, name) => {
  const named = (element) => element.labels?.[0] ?? element;
  const nameOf = (element) => element.getAttribute("aria-label") ?? named(element).textContent.trim();
  const usable = (element) => !element.disabled && element.getAttribute("aria-disabled") !== "true";
  const open = [...document.querySelectorAll("dialog")].findLast((dialog) => dialog.open) ?? document;
  const element = [...open.querySelectorAll(selector)].find(
    (each) => each.checkVisibility() && usable(each) && (name === null || nameOf(each) === name),
  );
  if (element === undefined) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = [Math.trunc(x + width / 2), Math.trunc(y + height / 2)];
  const top = document.elementFromPoint(...at);
  return top !== null && (element.contains(top) || top.contains(element)) ? at : null;
}"""
"""Where something of this name can be touched: in the window that lies on the page, if there is one."""

SHOWN = """(selector, text) => [...document.querySelectorAll(selector)].some(
  (element) => element.checkVisibility() && element.textContent.includes(text),
)"""
"""Whether something is shown that says this."""
STORY_LINES = "() => document.querySelectorAll('#story li').length"
"""How many lines the story has."""


class Guest:
    """Somebody at a page."""

    def __init__(self, window: Window) -> None:
        self.window = window

    def open(self, url: str) -> None:
        """Open an address anew, also where only its fragment differs."""
        self.window.go("about:blank")
        self.window.go(url)

    def until(self, function: str, *arguments: object) -> Any:
        """Wait until a function of JavaScript gives something; that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # A page that moves on meanwhile breaks off what it is asked, in each browser with another error.
            with suppress(Exception):
                if answer := self.window.ask(function, *arguments):
                    return answer
            time.sleep(0.05)
        shown = self.window.ask("() => document.body.innerText.slice(0, 2000)")
        raise AssertionError(f"{function} {arguments} never held; the page says: {shown}")

    def see(self, selector: str, text: str = "") -> None:
        """Wait until something is shown that says this."""
        self.until(SHOWN, selector, text)

    def touch(self, selector: str, name: str | None = None) -> None:
        """Touch the first that matches, of this name."""
        self.window.tap(*self.until(FIND, selector, name))

    def press(self, name: str) -> None:
        """Press a button, or follow a link."""
        self.touch("button, a[href]", name)

    def fill(self, selector: str, text: str) -> None:
        """Touch a field, and type into it in place of what it holds."""
        self.touch(selector)
        self.until("(s) => document.activeElement.matches(s)", selector)
        self.window.ask("() => document.activeElement.select()")
        self.window.write(text)

    def reach(self, state: str) -> None:
        """Wait until the table's page is in a state."""
        self.see(f"body[data-state={state}]")

    def play(self) -> None:
        """Play the first card of the hand, and wait for the answer."""
        before = self.window.ask(STORY_LINES)
        self.touch("#hand button.pick[aria-pressed=false]")
        self.see("#hand button.pick[aria-pressed=true]")
        self.press("Play")
        self.until(f"(before) => ({STORY_LINES})() > before", before)

    def guess(self, rule: str) -> None:
        """Guess a rule as a text."""
        self.press("Guess")
        self.touch("dialog[open] input[type=radio]", "As text")
        self.fill("dialog[open] textarea, dialog[open] input[type=text]", rule)
        self.press("Guess")
