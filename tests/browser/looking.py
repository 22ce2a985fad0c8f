"""What a page must be in any state: open to all, no wider than the screen, large enough for a thumb, and still."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

THUMB = 44
"""So many pixels a control must have each way."""

SMALL_TARGETS = f"""() => {{
  const kinds = "button, select, input:not([type=checkbox]):not([type=radio]), a.button, summary";
  const holder = document.querySelector("dialog[open]") ?? document;
  return [...holder.querySelectorAll(kinds)]
    .filter((control) => control.checkVisibility())
    .map((control) => ({{ control, box: control.getBoundingClientRect() }}))
    .filter(({{ box }}) => Math.min(box.width, box.height) < {THUMB} - 0.5)
    .map(({{ control, box }}) => `${{control.outerHTML.slice(0, 90)}}: ${{box.width}}×${{box.height}}`);
}}"""

WIDE = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const wide = (element) => element.getBoundingClientRect().right > innerWidth + 1;
  const all = [...document.querySelectorAll("body *")];
  return all.filter(wide).slice(0, 5).map((element) => element.outerHTML.slice(0, 120));
}"""

RUNNING = "document.getAnimations().filter((animation) => animation.playState === 'running').length"


AT_REST = """async () => {
  const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
  const moving = () => document.getAnimations().filter((each) => ends(each) && each.playState === "running");
  while (moving().length) await Promise.allSettled(moving().map((animation) => animation.finished));
}"""


def wait_for_rest(page: Page) -> None:
    """Wait until no colour fades and nothing slides: what is seen half-way is neither here nor there."""
    page.evaluate(AT_REST)


class Look:
    """Looks at pages, and keeps what it found; pictures too, where PICTURES names a folder for them."""

    def __init__(self) -> None:
        from axe_playwright_python.sync_playwright import Axe

        self._axe = Axe()
        self.faults: list[str] = []

    def at(self, page: Page, name: str, *, thumbs: bool = True) -> None:
        """Look at a page as it is now, in light and dark."""
        wide = page.evaluate(WIDE)
        if wide:
            self.faults.append(f"{name}: scrolls sideways: {wide}")
        small = page.evaluate(SMALL_TARGETS) if thumbs else []
        if small:
            self.faults.append(f"{name}: too small for a thumb: {small}")
        running = page.evaluate(RUNNING)
        if running:
            self.faults.append(f"{name}: {running} animations run")
        self._check(page, f"{name}, light", {"resultTypes": ["violations"]})
        self._keep(page, f"{name}-light")
        page.emulate_media(color_scheme="dark")
        wait_for_rest(page)
        self._check(page, f"{name}, dark", {"resultTypes": ["violations"], "runOnly": ["color-contrast"]})
        self._keep(page, f"{name}-dark")
        page.emulate_media(color_scheme="light")
        wait_for_rest(page)

    def _check(self, page: Page, name: str, options: dict[str, Any]) -> None:
        for violation in self._axe.run(page, options=options).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                where = [node["html"][:160] for node in violation["nodes"][:4]]
                self.faults.append(f"{name}: {violation['id']}: {violation['help']}: {where}")

    def _keep(self, page: Page, name: str) -> None:
        folder = os.environ.get("PICTURES")
        if folder:
            page.screenshot(path=Path(folder) / f"{name.replace(' ', '-')}.png")
