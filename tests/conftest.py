"""What every run of the tests has: a sample of the long suites, where all of them would take too long; eleusis
imported as everybody else imports it; and in CI a failure where something was skipped."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

os.environ.pop("ELEUSIS_PATH", None)  # the tests know the editions that ship, and those that they write


class AsItIs:
    """Finds the modules of eleusis before pytest does.

    Pytest rewrites the asserts of a package that has a plugin for it, in all of its modules: that takes each worker
    five seconds where it may not keep what it compiled, and what is tested would not be what is installed.
    """

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The place of a module of eleusis; None for another, which the next in turn may find."""
        return PathFinder.find_spec(name, path, target) if name.partition(".")[0] == "eleusis" else None


sys.meta_path.insert(0, AsItIs)


LEFT_OUT_OF_CI = "it comes with the extra rl"
"""How it ends to be said that a test is skipped even in CI: PyTorch is too large for it."""

PAGES = ("browser", "tab", "three")
"""The folders of tests that all need a browser."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option that writes the sessions at a terminal anew."""
    parser.addoption("--update", action="store_true", help="write down what the sessions at a terminal show now")


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion, tmp_path: Path) -> SnapshotAssertion:
    """Snapshots in which the folder of the test has a name of its own."""

    def name_folder(*, data: Any, path: Any) -> Any:
        return data.replace(str(tmp_path), "FOLDER") if isinstance(data, str) else data

    return snapshot.with_defaults(matcher=name_folder)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Passes over the pages' tests where none of them is wanted: to collect them takes each worker seconds."""
    unwanted = collection_path.name in PAGES and "not browser" in config.getoption("markexpr")
    return True if unwanted else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps one in SOAK_ONE_IN of the tests marked `soak`, and of several of a function the first; and one in
    BROWSER_ONE_IN of the others marked `browser`. Which, is always the same."""
    soaked, shown = (int(os.environ.get(name, "1")) for name in ("SOAK_ONE_IN", "BROWSER_ONE_IN"))
    seen: set[str] = set()
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        function, several, _ = item.nodeid.partition("[")
        soak, browser = item.get_closest_marker("soak"), item.get_closest_marker("browser")
        one_in = soaked if soak else shown if browser else 1
        first = bool(soak and several) and function not in seen
        chosen = first or crc32(item.nodeid.encode()) % one_in == 0
        (kept if chosen else left_out).append(item)
        seen.add(function)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails where something was skipped, if CI is set: everything that a test needs is there then."""
    if list_missed(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what that was."""
    for reason in list_missed(terminalreporter.config):
        terminalreporter.write_line(f"FAILED, since nothing may be skipped in CI: {reason}", red=True)


def list_missed(config: pytest.Config) -> list[str]:
    """Why tests were skipped that should have run, each once; none where that is allowed, and in a worker."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None:
        return []
    reasons = {str(report.longrepr[2]) for report in reporter.stats.get("skipped", ())}
    return sorted(reason for reason in reasons if not reason.endswith(LEFT_OUT_OF_CI))
