"""A real Chromium for the tests of the pages, and tables that are served to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.devices import Device
from tests.browser.serving import ServedRoom, ServedTable
from tests.helpers.chromium import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium"]  # pytest finds it here

MakeTable = Callable[..., ServedTable]
MakeRoom = Callable[..., ServedRoom]
MakeDevice = Callable[..., Device]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[MakeTable]:
    """Serves tables until the test is over: `serve("--variant", "express")`, or a `begun` game."""
    tables: list[ServedTable] = []

    def make(*options: str, begun: str | None = None) -> ServedTable:
        folder = tmp_path / str(len(tables))
        folder.mkdir()
        tables.append(ServedTable(folder, *options, begun=begun))
        return tables[-1]

    yield make
    for table in tables:
        table.stop()


@pytest.fixture
def serve_room(tmp_path: Path) -> Iterator[MakeRoom]:
    """Serves rooms until the test is over: `serve_room("--variant", "express")`."""
    rooms: list[ServedRoom] = []

    def make(*options: str) -> ServedRoom:
        rooms.append(ServedRoom(tmp_path / f"room-{len(rooms)}", *options))
        return rooms[-1]

    yield make
    for room in rooms:
        room.stop()


@pytest.fixture
def device(chromium: Browser, serve: MakeTable, serve_room: MakeRoom) -> Iterator[MakeDevice]:
    """Makes devices: `device(table, PHONE)`; at the end none may have anything to complain of."""
    devices: list[Device] = []

    def make(table: ServedTable | ServedRoom, kind: dict[str, Any], **more: Any) -> Device:
        devices.append(Device(chromium, table, kind, **more))
        return devices[-1]

    yield make
    faults = [fault for each in devices for fault in each.faults]
    for each in devices:
        if not each.page.is_closed():
            each.page.unroute_all(behavior="ignoreErrors")  # a poll may still be on its way through a test's route
        each.context.close()
    assert not faults, faults
