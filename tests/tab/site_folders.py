"""Folders of a site, as a server has them: which version they hold, and another one made of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path


def version_of(folder: Path) -> str:
    """The version that the page of a site names."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    naming = re.search(r'name="eleusis-version" content="(v-[0-9a-f]+)"', page)
    assert naming is not None
    return naming[1]


def another_version(folder: Path, out: Path) -> Path:
    """The site of a folder as it would be with another style sheet, in a folder of its own, which is returned."""
    old = version_of(folder)
    new = f"v-{old[:1:-1]}"
    shutil.copytree(folder, out)
    (out / old).rename(out / new)
    with (out / new / "static" / "tab" / "tab.css").open("a", encoding="utf-8") as sheet:
        sheet.write("\n")
    page = (out / "index.html").read_text(encoding="utf-8")
    (out / "index.html").write_text(page.replace(old, new), encoding="utf-8")
    return out
