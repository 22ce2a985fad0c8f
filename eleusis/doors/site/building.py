"""A site, built: whole, tried and put in its place at the end, or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from datetime import date
from pathlib import Path

import attrs
import msgspec

import eleusis
from eleusis.doors.site.compiling import try_start
from eleusis.doors.site.failing import SiteError
from eleusis.doors.site.fetching import PYODIDE
from eleusis.doors.site.laying import hash_folder, lay_engine
from eleusis.doors.site.licences import tell_licences
from eleusis.doors.site.packing import PACKAGE, pack
from eleusis.doors.site.page_files import page_files
from eleusis.doors.site.starters import starters
from eleusis.ground.errors import Place, visible

STATIC = PACKAGE / "doors" / "web" / "static"
PAGES = STATIC / "tab"
MARK = "site.json"
"""What tells the folder of a site from any other."""
_BESIDE = ("service.js", "app.webmanifest", "icon-192.png", "icon-512.png", "icon-maskable-512.png",
    "apple-touch-icon.png")  # fmt: skip
_VERSION = "v-0"
"""What stands in the page of a tab where its version is to stand."""
_DAILY = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=../#daily">
<title>The daily puzzle of Eleusis</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<p><a href="../#daily">The daily puzzle</a></p>
</html>
"""


@attrs.frozen
class Site:
    """What has been built."""

    folder: Path
    version: str
    """The folder of this version's files in it."""
    sizes: dict[str, int]
    """The bytes of each file."""


def build_site(out: Path, first: date, numpy: Path | None = None) -> Site:
    """Builds a site, with the daily puzzles' starters from a day on; it replaces a site that stands there.

    Raises SiteError: `site/not-ours` for a folder with anything else in it, `site/cannot-write`, and as
    `lay_engine` and `try_start` do.
    """
    _check_target(out)
    if numpy is not None and not numpy.is_file():
        raise SiteError("site/no-library", "there is no such wheel", Place(str(numpy)))
    contents = pack(numpy=numpy is not None)
    try:
        out = out.resolve()
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as apart:
            site, work = Path(apart, "site"), Path(apart, "work")
            site.mkdir()
            work.mkdir()
            files = site / "files"
            shutil.copytree(STATIC, files / "static", ignore=shutil.ignore_patterns("room"))  # a tab has one table
            (files / "engine").mkdir()
            lay_engine(files / "engine", contents, eleusis.__version__, numpy, work)
            cards = {"from": first.isoformat(), "cards": starters(first)}
            (files / "starters.json").write_text(json.dumps(cards, separators=(",", ":")), encoding="utf-8")
            (files / "files.json").write_text(json.dumps(_list_files(files)), encoding="utf-8")
            version = f"v-{hash_folder(files)}"
            files = files.rename(site / version)
            _lay_pages(site, version)
            (site / "licences.txt").write_text(tell_licences(numpy), encoding="utf-8", newline="\n")
            try_start(files / "engine", (*contents.modules, *contents.library))
            _put_in_place(site, out, Path(apart, "before"))
    except (OSError, ValueError) as error:  # a ValueError is of a name that can be no path
        why = (getattr(error, "strerror", None) or str(error)).lower()
        place = Place(str(getattr(error, "filename", None) or out))
        raise SiteError("site/cannot-write", f"the site can't be written: {visible(why)}", place) from None
    paths = sorted(path for path in out.rglob("*") if path.is_file())
    sizes = {path.relative_to(out).as_posix(): path.stat().st_size for path in paths}
    return Site(out, version, sizes)


def _check_target(out: Path) -> None:
    """Raises SiteError (`site/not-ours`) for a place where something else stands."""
    if out.is_dir() and ((out / MARK).is_file() or not any(out.iterdir())):
        return
    if os.path.lexists(out):
        raise SiteError("site/not-ours", "this is not empty, and no site: name another folder", Place(str(out)))


def _lay_pages(site: Path, version: str) -> None:
    """What lies at the root: it is the same from version to version, but for the version itself."""
    page = (PAGES / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_text(page.replace(_VERSION, version), encoding="utf-8", newline="\n")
    (site / "daily").mkdir()
    (site / "daily" / "index.html").write_text(_DAILY, encoding="utf-8", newline="\n")
    for name in _BESIDE:
        shutil.copyfile(PAGES / name, site / name)
    shutil.copyfile(STATIC / "icon.svg", site / "icon.svg")
    mark = {"eleusis": eleusis.__version__, "pyodide": PYODIDE, "version": version}
    (site / MARK).write_bytes(msgspec.json.format(msgspec.json.encode(mark)) + b"\n")


def _list_files(files: Path) -> dict[str, object]:
    """All that a page may need of a version, and how many bytes of it come in while the engine starts."""
    engine = [path for path in (files / "engine").rglob("*") if path.is_file() and path.suffix != ".z"]
    loaded = sum(path.stat().st_size for path in engine if path.suffix != ".js")
    names = page_files(files, PAGES / "index.html")
    every = {*names, "starters.json", *(path.relative_to(files).as_posix() for path in engine)}
    return {"loaded": loaded, "files": sorted(every)}


def _put_in_place(site: Path, out: Path, before: Path) -> None:
    """The new folder instead of the one that is there; that one again where it fails."""
    if not out.exists():
        site.rename(out)
        return
    out.rename(before)
    try:
        site.rename(out)
    except OSError:
        before.rename(out)
        raise
