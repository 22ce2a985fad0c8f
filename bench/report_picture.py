"""The laboratory's report as docs/laboratory.md shows it: a page of `simulate --report`, seen in Chromium.

No two machines draw a page alike to the pixel, so the picture carries the sentences that stand in it; where the
laboratory says others, the picture is stale.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATH = ROOT / "docs" / "pictures" / "report.png"
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
_WIDTH, _HEIGHT = 1000, 1175
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


def take() -> bytes:
    """The picture: the head of the report, with its sentences."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo
    from playwright.sync_api import sync_playwright

    path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sentences = verdict(("--report", "report.html"), Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        page.goto(f"file://{folder}/report.html")
        picture = page.screenshot()
        browser.close()
    small = Image.open(BytesIO(picture)).quantize(48)
    described = PngInfo()
    described.add_text("Description", sentences)
    out = BytesIO()
    small.save(out, "PNG", optimize=True, pnginfo=described)
    return out.getvalue()
