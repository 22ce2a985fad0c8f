"""Looks through the built site: `python -m tests.site FOLDER` fails where a link leads nowhere, or a page fetches.

A link inside the site must lead to a file of it, and to a place in that file where it names one; so must a picture.
Nothing may be loaded from outside.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

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
                yield f"{path}: loads {next(filter(None, match.groups()))}"


class _Page(HTMLParser):
    """The places of a page that a link may name, and where its own links and pictures lead."""

    def __init__(self) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.places.add(value or "")
            elif name in ("href", "src"):
                self.targets.append(value or "")


@cache
def read_page(path: Path) -> _Page:
    """A page of the site."""
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def find_broken(folder: Path) -> Iterator[str]:
    """Each link or picture that leads nowhere, with the page where it stands."""
    for path in sorted(folder.rglob("*.html")):
        for target in read_page(path).targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            there = path.parent / unquote(parts.path) if parts.path else path
            place = unquote(parts.fragment)
            if not there.is_file():
                yield f"{path}: {target} is not there"
            elif there.suffix == ".html" and place and place not in read_page(there).places:
                yield f"{path}: {target} names a place that is not there"


def main(folder: Path) -> int:
    """Tell what is wrong with the site; 1 if anything is, or if there is none."""
    if not (folder / "index.html").is_file():
        print(f"there is no site in {folder}", file=sys.stderr)
        return 1
    faults = [*find_fetched(folder), *find_broken(folder)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
