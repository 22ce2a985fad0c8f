"""Names and texts that would like to be more than texts."""

from __future__ import annotations

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, seat_dealing_bot

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=alert(1)>"
HEBREW = "אבג דהו"
EMOJI = "🦊" * 60
SHORTER = "🦊" * 20
"""The field for a name takes no more than that."""
TYPED = (MARKUP, HEBREW, EMOJI)
NAMES = (MARKUP, HEBREW, SHORTER)


def test_hostile_names_are_texts_on_all_pages(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--rule", "red", "--seed", "5")
    devices = [device(table, PHONE) for _ in TYPED]
    for each, name in zip(devices, TYPED, strict=True):
        each.sit(name)
    host = device(table, LAPTOP)
    host.host()
    screen = device(table, PROJECTOR)
    screen.go("/screen")
    start = device(table, PHONE)
    start.go("/")
    for each in (host, screen, start):
        each.page.get_by_text(MARKUP).first.wait_for()
        expect(each.page.locator("img[src=x]")).to_have_count(0)
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    for each in devices:
        each.until("playing")
    for each in (*devices, host, screen):
        text = each.page.locator("body").inner_text()
        for name in NAMES:
            assert name in text, name
        expect(each.page.locator("img[src=x]")).to_have_count(0)
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), each.page.url
