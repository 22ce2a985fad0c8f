"""A real Chromium for the tests of the pages, and tables that are served to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.devices import Device
from tests.browser.serving import ServedTable

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

MakeTable = Callable[..., ServedTable]
MakeDevice = Callable[..., Device]


def _chromium() -> str:
    """Where Chromium is: what CHROMIUM names, or Debian's; without any the tests are skipped, but not in CI."""
    path = shutil.which(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if path is None:
        text = "there is no Chromium here: install Debian's package chromium, or name another by CHROMIUM"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(text)
    return path


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of this folder."""
    from playwright.sync_api import sync_playwright

    path = _chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a site may be built, where Node.js and npm are there; else the test is skipped, but not in CI."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no Node.js with npm here")
    return tmp_path_factory.mktemp("site") / "site"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[MakeTable]:
    """Serves tables until the test is over: `serve("--variant", "express")`."""
    tables: list[ServedTable] = []

    def make(*options: str) -> ServedTable:
        folder = tmp_path / str(len(tables))
        folder.mkdir()
        tables.append(ServedTable(folder, *options))
        return tables[-1]

    yield make
    for table in tables:
        table.stop()


@pytest.fixture
def device(chromium: Browser, serve: MakeTable) -> Iterator[MakeDevice]:
    """Makes devices: `device(table, PHONE)`; at the end none may have anything to complain of."""
    devices: list[Device] = []

    def make(table: ServedTable, kind: dict[str, Any], **more: Any) -> Device:
        devices.append(Device(chromium, table, kind, **more))
        return devices[-1]

    yield make
    faults = [fault for each in devices for fault in each.faults]
    for each in devices:
        each.context.close()
    assert not faults, faults
