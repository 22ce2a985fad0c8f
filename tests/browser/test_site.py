"""The docs as a site: every page fits a phone and a wide screen, can be read in light and dark, and tells no error.

The site is the one that `make docs` has built in site/, or the folder that SITE names.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.looking import WIDE, wait_for_rest
from tests.helpers.pages import DOCS, PAGES
from tests.helpers.places import ROOT

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = [
    *(path.relative_to(DOCS).with_suffix(".html").as_posix() for path in PAGES[1:]),
    "genindex.html",
    "search.html",
]
AXE = {"resultTypes": ["violations"], "preload": False, "rules": {"empty-table-header": {"enabled": False}}}
"""What axe is asked: all, but that a column of names has a head; `preload` would load the style sheets again."""
SCROLLING = """() => {
  const sideways = (element) => element.scrollWidth > element.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const all = [...document.querySelectorAll("article *")].filter((element) => !element.closest(".highlight, pre"));
  return all.filter(sideways).slice(0, 5).map((element) => element.outerHTML.slice(0, 120));
}"""
"""What scrolls sideways in a box of its own; only code may."""
LOOKS = (("light", 1280), ("dark", 360), ("light", 360), ("dark", 1280))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of what was asked for."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the built site is served."""
    folder = Path(os.environ.get("SITE", ROOT / "site"))
    if not (folder / "index.html").is_file():
        pytest.skip("there is no site: make docs builds it")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_can_be_read(chromium: Browser, address: str, name: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # Colours don't depend on the width; the long pages of the reference have all the same, and take turns.
    checked = {NAMES.index(name) % 2} if name.startswith("reference/") else {0, 1}
    faults: list[str] = []
    page = chromium.new_page()
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith((address, "data:")) else faults.append(asked.url))
    page.goto(f"{address}/{name}")
    for number, (scheme, width) in enumerate(LOOKS):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        wide = page.evaluate(WIDE)
        if wide:
            faults.append(f"{scheme}, {width}: scrolls sideways: {wide}")
        boxes = page.evaluate(SCROLLING)
        if boxes:
            faults.append(f"{scheme}, {width}: a box scrolls sideways: {boxes}")
        wait_for_rest(page)
        if number in checked:
            for violation in Axe().run(page, options=AXE).response["violations"]:
                where = [node["html"][:160] for node in violation["nodes"][:3]]
                faults.append(f"{scheme}, {width}: {violation['id']}: {where}")
        _keep(page, f"{name}-{scheme}-{width}")
    page.close()
    assert not faults


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_suits_the_theme_that_the_reader_has_chosen(
    chromium: Browser, address: str, scheme: Literal["light", "dark"], theme: str, width: int
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{address}/index.html")
    page.evaluate("theme => { localStorage.setItem('theme', theme); }", theme)
    for name, kinds in (("index", "layout.svg"), ("laboratory", "report.png"), ("first-evening", "terminal.svg")):
        page.goto(f"{address}/{name}.html")
        stem, _, kind = kinds.partition(".")
        narrow = "-narrow" if width == 360 else ""
        dark = "-dark" if theme == "dark" and name != "first-evening" else ""
        shown = [each for each in page.locator(".twins img").all() if each.is_visible()]
        moving = ["_images/found.webp"] if name == "index" else []
        assert [each.get_attribute("src") for each in shown] == [*moving, f"_images/{stem}{narrow}{dark}.{kind}"]
        assert page.evaluate("(image) => image.complete && image.naturalWidth > 0", shown[-1].element_handle())
        box = shown[-1].bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.close()


def test_nothing_moves_where_movement_is_unwanted(chromium: Browser, address: str) -> None:
    page = chromium.new_page(reduced_motion="reduce")
    page.goto(f"{address}/index.html")
    page.locator("img[src='_images/found-still.webp']").wait_for()
    assert page.locator("img[src='_images/found.webp']").is_hidden()
    page.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_handout_is_one_sheet(chromium: Browser, address: str, paper: str, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme="dark")
    page.goto(f"{address}/handout.html")
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
    page.close()
    assert len(sheets) == 1


def test_the_search_page_finds_and_says_what_it_is(chromium: Browser, address: str) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    page.goto(f"{address}/search.html")
    page.get_by_role("heading", name="Search", level=1).wait_for()
    page.get_by_role("searchbox", name="Words to look for").fill("forecaster")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#search-results").get_by_role("link", name="The game").first.wait_for()
    assert page.get_by_role("searchbox", name="Words to look for").input_value() == "forecaster"
    page.close()


def _keep(page: Page, name: str) -> None:
    """A picture of the page as it is now, where PICTURES names a folder for them."""
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name.replace('/', '-')}.png", full_page=True)
