"""The first visit to the site, and the next, with a network and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import LAPTOP, PHONE
from tests.tab.serving import ServedSite
from tests.tab.visiting import KEPT, ready

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor


@pytest.mark.parametrize("kind", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_who_has_been_here_once_needs_no_network(visitor: MakeVisitor, kind: dict[str, object]) -> None:
    guest = visitor(kind)
    guest.go("/")
    ready(guest.page)
    guest.page.evaluate(KEPT)
    guest.allow("ERR_INTERNET_DISCONNECTED")  # the service worker looks for a newer page
    guest.context.set_offline(True)
    guest.page.reload()
    ready(guest.page)
    guest.go("/daily/")
    guest.page.locator("#hand button.pick").first.wait_for()
    guest.act("Play", guest.look()["hand"][0])
    telling = guest.look()["told"]
    guest.context.set_offline(False)
    guest.page.reload()
    guest.page.locator("#hand button.pick").first.wait_for()
    assert guest.look()["told"] == telling > 0


def test_the_page_lets_no_text_run(visitor: MakeVisitor, site: ServedSite) -> None:
    guest = visitor(LAPTOP)
    guest.go("/daily/")
    ready(guest.page)
    assert guest.page.url == f"{site.url}/#daily"
    policy = guest.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    parts = {
        name: sources.split() for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))
    }
    assert parts["default-src"] == ["'none'"]
    sources = {source for part in parts.values() for source in part}
    assert sources <= {"'self'", "'none'", "'wasm-unsafe-eval'", "data:", "blob:"}
    assert parts["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    guest.page.wait_for_function("document.fonts.check(`1em 'Young Serif'`)")


def test_nothing_that_the_page_asks_for_is_missing(visitor: MakeVisitor, site: ServedSite) -> None:
    guest = visitor(PHONE)
    guest.go("/")
    ready(guest.page)
    guest.page.evaluate(KEPT)
    assert [path for path, code in site.asked if code >= 400] == []
