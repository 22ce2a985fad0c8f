"""The site of the tab, built once for all tests here, and visitors who open it in a real Chromium.

TAB may name the folder of a site that is built already.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.devices import Visitor
from tests.helpers.chromium import chromium
from tests.tab.serving import ServedSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium"]  # pytest finds it here

MakeVisitor = Callable[..., Visitor]


def _need_node() -> None:
    """Without Node.js no site can be built: the tests are skipped."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(
            f"there is no {missing[0]} here: install Debian's packages nodejs and npm, or name a site by TAB"
        )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; the workers of a run share it, and the first of them builds it."""
    if "TAB" in os.environ:
        return Path(os.environ["TAB"]).resolve()
    _need_node()
    from eleusis.doors.site.building import build_site
    from eleusis.doors.site.starters import first_day

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "tab"
    with (shared / "tab.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            build_site(folder, first_day())
    return folder


@pytest.fixture(scope="package")
def site(built: Path) -> Iterator[ServedSite]:
    """The site, served below a path."""
    served = ServedSite(built)
    yield served
    served.stop()


@pytest.fixture
def visitor(chromium: Browser, site: ServedSite) -> Iterator[MakeVisitor]:
    """Makes visitors of the site: `visitor(PHONE)`; at the end none may have anything to complain of."""
    visitors: list[Visitor] = []

    def make(kind: dict[str, Any], **more: Any) -> Visitor:
        visitors.append(Visitor(chromium, more.pop("url", site.url), kind, **more))
        return visitors[-1]

    yield make
    faults = [fault for each in visitors for fault in each.faults]
    for each in visitors:
        if not each.page.is_closed():
            # A request may still be on its way through a test's route.
            each.page.unroute_all(behavior="ignoreErrors")
        each.context.close()
    assert not faults, faults
