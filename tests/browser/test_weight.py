"""How much a phone has to fetch before its first card is played."""

from __future__ import annotations

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

LEAST, MOST = 50_000, 450_000
"""Bytes over the wire, heads and all: fonts, pictures and sounds are among them."""


def test_a_first_card_is_played_for_little(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Bob:random,Dora:good", "--dealer", "Dora")
    table = serve("--variant", "express", *players, "--rule", "red or black", "--seed", "5")
    ann, host = device(table, PHONE), device(table, LAPTOP)
    sent: list[int] = []
    wire = ann.context.new_cdp_session(ann.page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    ann.sit("Ann")
    ann.page.get_by_role("link", name="To the table").click()
    host.host()
    host.press("Start")
    ann.until("playing")
    now = ann.wait_for(lambda now: now["own"] and now["hand"])
    ann.act("Play", now["hand"][0])
    ann.page.locator("#table[data-moment=right]").wait_for()
    assert LEAST < sum(sent) <= MOST, sent
