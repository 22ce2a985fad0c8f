"""The engine in a tab plays as the one here: the same events, views and scores, as the very same JSON.

What is compared is in same_everywhere.py: all games of tests/games, hundreds of random rounds, and daily puzzles.
The page of the site lets no foreign script in; so another page beside it, without a policy, starts the site's own
engine in a worker: once afresh, and once from the heap that the browser has kept. `make browser` runs it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.tab.same_everywhere import all_hashes
from tests.tab.serving import ServedSite
from tests.tab.site_folders import version_of

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

HERE = Path(__file__).parent
TESTS = HERE.parent
MODULES = ("__init__.py", "laws/__init__.py", "laws/tables.py", "tab/__init__.py", "tab/same_everywhere.py")
RUN = """
import json, sys
from pathlib import Path
sys.path.insert(0, "/here")
from tests.tab.same_everywhere import all_hashes
json.dumps(dict(all_hashes(Path("/here/tests/games"))))
"""
IN_A_WORKER = """(given) => new Promise((resolve) => {
  const worker = new Worker("same_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => resolve({ error: event.message });
  worker.postMessage(given);
})"""


@pytest.fixture(scope="module")
def beside(built: Path) -> Iterator[ServedSite]:
    """The site, and this folder beside it."""
    served = ServedSite(built, tests=HERE)
    yield served
    served.stop()


@pytest.fixture(scope="module")
def here() -> dict[str, str]:
    """The hashes that this Python gives."""
    return dict(all_hashes(TESTS / "games"))


def test_a_tab_plays_as_this_python_does(chromium: Browser, beside: ServedSite, here: dict[str, str]) -> None:
    paths = [*(TESTS / name for name in MODULES), *(TESTS / "games").rglob("*.yaml")]
    files = {
        f"/here/tests/{path.relative_to(TESTS).as_posix()}": path.read_text(encoding="utf-8") for path in paths
    }
    python = f"{beside.url}/{version_of(beside.folder)}/static/tab/python.js"
    given = {"python": python, "files": files, "text": RUN}
    page = chromium.new_page()
    page.goto(f"{beside.root}/tests/same_worker.js")  # any page will do
    for start in ("afresh", "from the heap that was kept"):
        said: dict[str, Any] = page.evaluate(IN_A_WORKER, given)
        assert "error" not in said, said
        there = json.loads(said["result"])
        differ = [name for name in {**here, **there} if here.get(name) != there.get(name)]
        assert not differ, f"started {start}, these {len(differ)} of {len(here)} differ: {differ[:12]}"
    page.close()
