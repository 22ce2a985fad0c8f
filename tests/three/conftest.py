"""Windows of three browsers, each opened once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tests.browser.conftest import serve
from tests.helpers.chromium import chromium
from tests.tab.conftest import built
from tests.tab.serving import ServedSite
from tests.three.guest import Guest
from tests.three.windows import open_chromium, open_firefox, open_webkit

__all__ = ["built", "chromium", "serve"]  # pytest finds them here

MakeGuest = Callable[[str], Guest]


@pytest.fixture(scope="package")
def guest(request: pytest.FixtureRequest) -> Iterator[MakeGuest]:
    """Makes guests: `guest("firefox")`."""
    with ExitStack() as stack:

        @cache
        def make(browser: str) -> Guest:
            if browser == "chromium":
                return Guest(open_chromium(request.getfixturevalue("chromium")))
            return Guest(stack.enter_context(open_firefox() if browser == "firefox" else open_webkit()))

        yield make


@pytest.fixture
def site(built: Path) -> Iterator[ServedSite]:
    """The site, at an address where no browser has kept anything."""
    site = ServedSite(built)
    yield site
    site.stop()
