"""Looks through the built site: `python -m tests.site FOLDER` fails where a page fetches something from outside."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|audio|video|link)\b[^>]*?\b(?:src|srcset|href)=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')]+)|@import\s+["']((?:https?:)?//[^"']+)"""
)
"""What a browser loads by itself; a link that somebody may follow is none of that."""


def find_fetched(folder: Path) -> Iterator[str]:
    """Each address that a page or a style sheet would load, with the file that names it."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".svg"):
            for match in FETCHED.finditer(path.read_text(encoding="utf-8")):
                yield f"{path}: {next(filter(None, match.groups()))}"


def main(folder: Path) -> int:
    """Tell what would be fetched; 1 if there is anything, or no site."""
    if not (folder / "index.html").is_file():
        print(f"there is no site in {folder}", file=sys.stderr)
        return 1
    addresses = list(find_fetched(folder))
    print(*addresses, sep="\n", end="\n" if addresses else "")
    return 1 if addresses else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
