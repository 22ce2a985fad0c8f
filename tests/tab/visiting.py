"""How a visitor finds the page of the tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST_START = 90_000
"""Within so many ms the engine must have started: far more than it takes, since machines may be busy."""


def ready(page: Page) -> None:
    """Wait until the engine answers: then all that can be played may be."""
    page.wait_for_selector("body[data-engine=ready]", timeout=FIRST_START)
