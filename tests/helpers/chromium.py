"""A real Chromium for the tests of pages: those of the table, of the docs and of the tab."""

from __future__ import annotations

import os
import shutil
import sys
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


def find_chromium() -> str | None:
    """Where Chromium is: what CHROMIUM names, or Debian's, better without windows; None where there is none."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else ["chromium-headless-shell", "chromium"]
    return next((path for path in map(shutil.which, names) if path is not None), None)


def chromium_for_a_bench() -> str:
    """Where Chromium is, for what is measured or drawn in it; without any that ends."""
    return find_chromium() or sys.exit("there is no Chromium here: install it, or name one by CHROMIUM")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of this folder."""
    from playwright.sync_api import sync_playwright

    path = find_chromium()
    if path is None:
        pytest.skip(
            "there is no Chromium here: install Debian's chromium-headless-shell, or name another by CHROMIUM"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
