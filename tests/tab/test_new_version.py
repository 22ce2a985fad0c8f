"""A new version is put in the place of the old one: who plays goes on, and nobody has to wait for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import PHONE, Visitor
from tests.tab.serving import ServedSite
from tests.tab.site_folders import another_version, version_of
from tests.tab.visiting import KEPT, ready

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

VERSION = "document.querySelector('meta[name=eleusis-version]').content"
GIVEN = """async () => {
  const folder = new URL(`${document.querySelector("meta[name=eleusis-version]").content}/`, document.baseURI);
  const { files } = await (await fetch(new URL("files.json", folder))).json();
  const answers = await Promise.all(files.map(async (name) => [name, (await fetch(new URL(name, folder))).status]));
  return answers.filter(([, status]) => status !== 200);
}"""
"""Which files of the page's version can't be had."""
KEEPS = """async (version) => {
  const page = async () => (await caches.match(new URL("index.html", document.baseURI).href)).text();
  for (let looks = 0; !(await page()).includes(version); looks += 1) {
    if (looks > 1000) throw new Error("the newer page is not kept");
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
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


def play_a_card(guest: Visitor) -> int:
    """Plays a card, and guesses nothing; how much of the story is told then."""
    guest.page.locator("#hand button.pick").first.wait_for()
    guest.act("Play", guest.look()["hand"][0])
    if "Pass" in guest.wait_for(lambda now: bool(now["due"]))["due"]:
        guest.act("Pass")
    return int(guest.look()["told"])


def test_a_game_outlives_the_version_that_it_began_with(
    visitor: MakeVisitor, changing: ServedSite, tmp_path: Path
) -> None:
    old = version_of(changing.folder)
    changed = another_version(changing.folder, tmp_path / "new")
    new = version_of(changed)
    guest = visitor(PHONE, url=changing.url)
    guest.go("/#daily")
    ready(guest.page)
    play_a_card(guest)
    guest.page.evaluate(KEPT)

    changing.folder = changed  # the old version's files are gone from the server
    play_a_card(guest)
    assert guest.page.evaluate(GIVEN) == []
    guest.go("/#make")
    guest.page.locator("#place h1:focus").wait_for()
    guest.go("/#daily")
    telling = play_a_card(guest)
    assert guest.page.evaluate(VERSION) == old

    for shown in (old, new):
        guest.page.reload()
        guest.page.locator("#hand button.pick").first.wait_for()
        assert guest.page.evaluate(VERSION) == shown
        assert guest.look()["told"] == telling
        guest.page.evaluate(KEEPS, new)
    assert play_a_card(guest) > telling
