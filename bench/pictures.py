"""Draws the pictures of the docs again: `python -m bench pictures`; --check says which are stale.

They are SVG (see svg.py), but for the report and the table, which are seen in Chromium, if there is one (see
report_picture.py and table_pictures.py).
A picture may have a dark twin, for dark pages (`layout-dark.svg`), and a narrow one, for phones
(`layout-narrow.svg`, `layout-narrow-dark.svg`). A page of the docs names the plain one, and docs/conf.py shows the
one that suits.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from bench import report_picture, table_pictures
from bench.layout_picture import layout_picture
from bench.recording_picture import NARROW, WIDE, recording_picture

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"

DRAWN: dict[str, Callable[[], str]] = {
    "layout.svg": layout_picture,
    "layout-dark.svg": partial(layout_picture, dark=True),
    "layout-narrow.svg": partial(layout_picture, narrow=True),
    "layout-narrow-dark.svg": partial(layout_picture, dark=True, narrow=True),
    "terminal.svg": partial(recording_picture, WIDE),
    "terminal-narrow.svg": partial(recording_picture, NARROW),
}
"""Each picture of docs/pictures that is drawn, and what draws it."""


def stale() -> Iterator[str]:
    """The pictures that are not as they would be drawn."""
    for name, draw in DRAWN.items():
        path = PICTURES / name
        if not path.is_file() or path.read_text(encoding="utf-8") != draw():
            yield name
    sentences = report_picture.verdict()
    for name in report_picture.TAKEN:
        path = PICTURES / name
        if not path.is_file() or report_picture.sentences_in(path.read_bytes()) != sentences:
            yield name


def main(argv: Sequence[str]) -> None:
    """Draw all pictures again, or say which are stale."""
    parser = argparse.ArgumentParser(prog="python -m bench pictures", description=__doc__)
    parser.add_argument("--check", action="store_true", help="say which are not as they would be drawn; draw none")
    if parser.parse_args(argv).check:
        if names := list(stale()):
            sys.exit(f"not as they would be drawn: {', '.join(names)}; run make pictures")
        return
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
    if find_spec("playwright") is None or find_spec("matplotlib") is None:
        sys.exit(
            "the report and the table are left as they are: it takes pip install '.[browser,report]', and Chromium"
        )
    for name, picture in chain(report_picture.take(), table_pictures.take()):
        (PICTURES / name).write_bytes(picture)
