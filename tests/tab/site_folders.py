"""Folders of a site, as a server has them: which version they hold, and another one made of it."""

from __future__ import annotations

import re
from pathlib import Path


def version_of(folder: Path) -> str:
    """The version that the page of a site names."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    found = re.search(r'name="eleusis-version" content="(v-[0-9a-f]+)"', page)
    assert found is not None
    return found[1]
