"""Pages used by the keyboard alone."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.devices import Visitor

FOCUS = """() => {
  const at = document.activeElement;
  const look = getComputedStyle(at);
  return {
    lost: at === document.body,
    seen: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0 || look.boxShadow !== "none",
    name: at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent,
  };
}"""


class Keys:
    """Somebody who uses a page by the keyboard alone."""

    def __init__(self, device: Visitor) -> None:
        self.device = device
        self.page = device.page

    def at(self) -> dict[str, Any]:
        """Where the focus is; it must be somewhere, and be seen."""
        focus = dict(self.page.evaluate(FOCUS))
        assert not focus["lost"], "the focus is lost"
        assert focus["seen"], f"the focus isn't seen on {focus['name']!r}"
        return focus

    def tab_to(self, name: str, *, key: str = "Tab") -> None:
        """Go on from what has the focus until something by this name has it."""
        passed = []
        for _ in range(80):
            self.page.keyboard.press(key)
            passed.append(self.at()["name"])
            if re.fullmatch(name, passed[-1].strip()):
                return
        raise AssertionError(f"{name!r} is not to be reached by {key}: {passed}")

    def act(self, key: str) -> None:
        """A letter that stands for a move."""
        before = self.device.look()
        self.page.keyboard.press(key)
        self.device.settle(before)
        self.at()
