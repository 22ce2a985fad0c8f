"""Which files of a version a page may ever need: the modules that import each other, and what they and it name."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"')
_NAMED = re.compile(r'new URL\("(\.[^"]+\.(?:js|html|json|wav))", import\.meta\.url\)')
_PICTURED = re.compile(r'url\("([^":]+\.(?:png|woff2))"\)')
_LINKED = re.compile(r'(?:href|src)="(?:\./)?([^":#]+\.(?:css|js|svg))"')
_NAMES = {".js": (_IMPORT, _NAMED), ".css": (_PICTURED,)}
"""How a file of each kind names others."""


def page_files(folder: Path, page: Path) -> list[str]:
    """The files below `folder`, as paths from it, that the page in `page` comes to by any way.

    `page` names them from there on behind `v-0/`. Raises FileNotFoundError where a file names one that isn't there.
    """
    first = [
        name.removeprefix("v-0/") for name in _LINKED.findall(page.read_text(encoding="utf-8")) if "v-0/" in name
    ]
    reached: dict[str, None] = {}
    waiting = deque(first)
    while waiting:
        name = waiting.popleft()
        if name in reached or name.startswith(".."):  # what lies outside belongs to no version
            continue
        reached[name] = None
        path = folder / name
        if not path.is_file():
            raise FileNotFoundError(2, "No such file", str(path))
        if path.suffix in _NAMES and not name.startswith("engine/"):
            text = path.read_text(encoding="utf-8")
            others = [other for names in _NAMES[path.suffix] for other in names.findall(text)]
            waiting += [normpath(join(dirname(name), other)) for other in others]
    return sorted(reached)
