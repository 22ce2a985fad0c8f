"""A new version is put in the place of the old one: who plays goes on, and nobody has to wait for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import PHONE
from tests.tab.serving import ServedSite
from tests.tab.site_folders import another_version, version_of
from tests.tab.visiting import KEPT, ready

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.tab.conftest import MakeVisitor

SHOWN = "document.querySelector('meta[name=eleusis-version]').content"
CARDS_ON_TABLE = "document.querySelectorAll('#story li').length"
KEEPS = """async (version) => {
  const page = async () => (await caches.match(new URL("index.html", document.baseURI).href)).text();
  while (!(await page()).includes(version)) await new Promise((resolve) => { setTimeout(resolve, 50); });
}"""
"""Resolves when the page that is kept is of that version."""


@pytest.fixture
def changing(built: Path, tmp_path: Path) -> Iterator[ServedSite]:
    """A site of this test alone."""
    folder = tmp_path / "old"
    shutil.copytree(built, folder)
    served = ServedSite(folder)
    yield served
    served.stop()


def play_a_card(page: Page) -> str:
    """Plays the first card of the hand; what is said of it."""
    page.locator("#hand button.pick").first.click()
    page.locator("#actions").get_by_role("button", name="Play", exact=True).click()
    page.locator("#actions .due:not([aria-busy=true])").first.wait_for()
    passing = page.locator("#actions .due[data-action=Pass]")
    if passing.is_visible():
        passing.click()
    return page.locator("#last").text_content() or ""


def test_a_game_outlives_the_version_that_it_began_with(
    visitor: MakeVisitor, changing: ServedSite, tmp_path: Path
) -> None:
    old = version_of(changing.folder)
    changed = another_version(changing.folder, tmp_path / "new")
    new = version_of(changed)
    guest = visitor(PHONE, url=changing.url)
    guest.go("/#daily")
    ready(guest.page)
    guest.act("Play", guest.page.locator("#hand button.pick").first.get_attribute("aria-label") or "")
    guest.page.evaluate(KEPT)

    changing.folder = changed  # the old folder is gone from the server
    told = guest.look()["told"]
    assert told > 0
    guest.go("/#")
    guest.page.locator("#play-today").click()
    guest.page.locator("#hand button.pick").first.wait_for()
    assert guest.look()["told"] == told
    assert guest.page.evaluate(SHOWN) == old

    guest.page.reload()
    guest.page.locator("#hand button.pick").first.wait_for()
    assert guest.page.evaluate(SHOWN) == old
    guest.page.evaluate(KEEPS, new)
    assert guest.look()["told"] == told

    guest.page.reload()
    guest.page.locator("#hand button.pick").first.wait_for()
    assert guest.page.evaluate(SHOWN) == new
    assert guest.look()["told"] == told
    guest.act("Pass") if "Pass" in guest.look()["buttons"] else None
