"""A real Chromium for the tests of pages: those of the table, of the docs and of the tab."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str:
    """Where Chromium is: what CHROMIUM names, or Debian's; without any the tests are skipped, but not in CI."""
    path = shutil.which(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if path is None:
        text = "there is no Chromium here: install Debian's package chromium, or name another by CHROMIUM"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(text)
    return path


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of this folder."""
    from playwright.sync_api import sync_playwright

    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
