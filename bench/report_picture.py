"""The laboratory's report as docs/laboratory.md shows it: a page of `simulate --report`, seen in Chromium.

There are four: in light and dark, at a desk and on a phone. No two machines draw a page alike to the pixel, so a
picture carries the sentences that stand in it; where the laboratory says others, it is stale.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from tests.helpers.chromium import chromium_for_a_bench

ROOT = Path(__file__).resolve().parent.parent
SIMULATE = [
    "simulate",
    "--variant",
    "abbott",
    "--set",
    "wrong_play.draw_per_card=1",
    "--rounds",
    "1000",
    "--seed",
    "7",
]
TAKEN = ("report.png", "report-dark.png", "report-narrow.png", "report-narrow-dark.png")
"""The pictures, by name."""
_WIDE, _NARROW = 1000, 360
_MARGIN = 12
"""Below the first chart, where the picture ends."""
_SHARP = 2
"""A phone has so many points to a pixel of a page."""
_COLOURS = 48
_KEY = b"Description\0"


def verdict(more: tuple[str, ...] = (), folder: Path | None = None) -> str:
    """What the laboratory says of the change, before its tables."""
    command = [sys.executable, "-m", "eleusis", *SIMULATE, *more]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.partition("\n\n")[0]


def sentences_in(picture: bytes) -> str:
    """The sentences that a picture carries."""
    at = 8
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"tEXt":
            return picture[at + 8 : at + 8 + size].removeprefix(_KEY).decode("latin-1")
        at += size + 12
    raise ValueError("the picture carries no sentences")


def take() -> Iterator[tuple[str, bytes]]:
    """The pictures: the head of the report, with its sentences."""
    from playwright.sync_api import sync_playwright

    path = chromium_for_a_bench()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sentences = verdict(("--report", "report.html"), Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in TAKEN:
            narrow = "narrow" in name
            width = _NARROW if narrow else _WIDE
            page = browser.new_page(
                viewport={"width": width, "height": 800},
                device_scale_factor=_SHARP if narrow else 1,
                color_scheme="dark" if "dark" in name else "light",
            )
            page.goto(f"file://{folder}/report.html")
            chart = page.locator("figure").first.bounding_box()
            assert chart is not None
            head = {"x": 0, "y": 0, "width": width, "height": round(chart["y"] + chart["height"]) + _MARGIN}
            yield name, _describe(page.screenshot(full_page=True, clip=head), sentences)
        browser.close()


def _describe(picture: bytes, sentences: str) -> bytes:
    """A picture in few colours, with the sentences that stand in it."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    described = PngInfo()
    described.add_text("Description", sentences)
    out = BytesIO()
    Image.open(BytesIO(picture)).quantize(_COLOURS).save(out, "PNG", optimize=True, pnginfo=described)
    return out.getvalue()
