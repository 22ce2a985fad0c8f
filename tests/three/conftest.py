"""Windows of three browsers; where one isn't here the tests are skipped, but not in CI."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.tab.conftest import built, site
from tests.three.guest import Guest
from tests.three.windows import BROWSERS, missing

__all__ = ["built", "site"]  # pytest finds them here

OpenWindow = Callable[[str], Guest]


@pytest.fixture
def window() -> Iterator[OpenWindow]:
    """Opens windows: `window("firefox")`."""
    if missing():
        text = f"not all browsers are here: install Debian's {', '.join(missing())}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(text)
    with ExitStack() as stack:
        yield lambda name: Guest(stack.enter_context(BROWSERS[name]()))
