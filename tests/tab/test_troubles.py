"""Hosts, hotspots and browsers that make trouble: it is said, may be tried again, and nothing strange is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import PHONE, Visitor
from tests.tab.serving import Fault, ServedSite
from tests.tab.visiting import FIRST_START, KEPT, ready

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

HEAP = """async () => {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("eleusis-heap"))) {
    const cache = await caches.open(name);
    for (const kept of await cache.keys()) {
      const heap = new Uint8Array(await (await cache.match(kept)).arrayBuffer());
      for (let at = 6_000_000; at < heap.length - 6_000_000; at += 9_000) heap[at] ^= 255;
      await cache.put(kept, new Response(heap));
    }
  }
}"""
"""Damages the heap that is kept."""
CLEAR = "() => new Promise((resolve) => { indexedDB.deleteDatabase('eleusis').onsuccess = resolve; })"


@pytest.fixture
def troubled(built: Path) -> Iterator[ServedSite]:
    """A site whose host may be told what shall go wrong."""
    served = ServedSite(built)
    yield served
    served.stop()


@pytest.fixture
def guest(chromium: Browser, troubled: ServedSite) -> Iterator[Visitor]:
    """A visitor of it, whose browser may well complain."""
    visitor = Visitor(chromium, troubled.url, PHONE)
    yield visitor
    visitor.context.close()


def begin_with(guest: Visitor, troubled: ServedSite, part: str, fault: Fault) -> None:
    """Begin a visit in which something goes wrong: that is said, and the next try goes well."""
    troubled.faults[part] = fault
    guest.go("/")
    guest.page.wait_for_selector("body[data-engine=failed]", timeout=FIRST_START)
    again = guest.page.locator("#trouble button")
    again.wait_for()
    troubled.faults.clear()
    again.click()
    ready(guest.page)


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("tab/python.js", "portal"),
        ("pyodide-lock.json", "portal"),
        ("eleusis.zip.z", "portal"),
        ("asm.wasm", "cut"),
    ],
)
@pytest.mark.soak
def test_what_did_not_come_is_said_and_comes_at_the_next_try(
    guest: Visitor, troubled: ServedSite, part: str, fault: Fault
) -> None:
    begin_with(guest, troubled, part, fault)


@pytest.mark.soak
def test_a_module_of_the_page_that_does_not_come_is_said(guest: Visitor, troubled: ServedSite) -> None:
    troubled.faults["tab/home.js"] = "cut"
    guest.go("/")
    again = guest.page.locator("#trouble button")
    again.wait_for()
    troubled.faults.clear()
    again.click()
    ready(guest.page)


def test_a_connection_that_breaks_is_said_and_may_be_tried_again(guest: Visitor, troubled: ServedSite) -> None:
    begin_with(guest, troubled, "asm.wasm", "cut")


def test_a_host_may_lead_to_a_shorter_address(guest: Visitor, troubled: ServedSite) -> None:
    troubled.faults["/index.html"] = "redirect"
    for _ in range(2):
        guest.go("/")
        ready(guest.page)
        guest.page.evaluate(KEPT)
    guest.context.set_offline(True)
    guest.page.reload()
    ready(guest.page)


@pytest.mark.soak
def test_a_damaged_heap_is_made_anew(guest: Visitor) -> None:
    guest.go("/")
    ready(guest.page)
    guest.page.evaluate(HEAP)
    for _ in range(6):  # one that stops the start for good is dropped at the next
        guest.page.reload()
        guest.page.wait_for_timeout(5_000)
        if guest.page.locator("body[data-engine=ready]").count():
            return
    ready(guest.page)


def test_a_game_is_put_anew_where_the_browser_has_cleared_it(guest: Visitor) -> None:
    guest.go("/#daily")
    ready(guest.page)
    guest.page.locator("#hand button.pick").first.wait_for()
    guest.page.evaluate(CLEAR)
    guest.act("Play", guest.look()["hand"][0])
    guest.wait_for(lambda now: now["told"] == 1)
    guest.page.reload()
    ready(guest.page)
    guest.page.locator("#hand button.pick").first.wait_for()
    assert guest.look()["told"] == 1


def test_where_nothing_can_be_kept_it_is_said_and_played(chromium: Browser, troubled: ServedSite) -> None:
    guest = Visitor(chromium, troubled.url, PHONE, service_workers="block")
    guest.context.route("**/tab/worker.js", _without_room)
    guest.go("/#daily")
    ready(guest.page)
    guest.page.locator("#hand button.pick").first.wait_for()
    assert "keeps nothing here" in str(guest.page.locator("#trouble").text_content())
    guest.act("Play", guest.look()["hand"][0])
    guest.wait_for(lambda now: now["told"] == 1)
    guest.context.close()


def _without_room(route: Route) -> None:
    """The worker in a browser that has a store and no room in it."""
    full = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') };"
    answer = route.fetch()
    route.fulfill(response=answer, body=f"{answer.text()}\n{full}\n")


def test_a_site_without_docs_says_so(guest: Visitor) -> None:
    guest.go("/")
    ready(guest.page)
    address = guest.page.url
    guest.page.get_by_role("link", name="About Eleusis").click()
    guest.page.get_by_text("aren’t on this site").first.wait_for()
    assert guest.page.url == address
