"""Python for the tab: sources compiled by the Python that is there, and archives that are the same each time."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from eleusis.doors.site.failing import SiteError
from eleusis.doors.site.fetching import run

_HERE = Path(__file__).parent
_NODE = "Node.js"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: what is the same has the same bytes."""


def compile_all(folders: Iterable[Path], pyodide: Path) -> None:
    """Compiles folders by the Python of this Pyodide. Raises SiteError (`site/no-program`, `site/failed`)."""
    script = ("node", str(_HERE / "compile.mjs"), str(pyodide), str(_HERE / "bytecode.py"))
    run((*script, *map(str, folders)), pyodide, needs=_NODE)


def try_start(engine: Path, names: Sequence[str]) -> None:
    """Starts the engine of a site once, as a tab does, and imports all modules that a tab may ask for.

    Raises SiteError: `site/no-program`, `site/failed` where it doesn't start, and `site/import` where a module of
    it reaches for what no tab has.
    """
    try:
        run(("node", str(_HERE / "trial.mjs"), str(engine), *names), engine, needs=_NODE)
    except SiteError as error:
        _, missing, problem = error.message.partition("ImportError: ")
        if not missing:
            raise
        raise SiteError("site/import", problem) from None


def zip_folder(folder: Path, archive: Path) -> None:
    """An archive of all files of a folder, stored: packed as a whole it is smaller, and is read sooner."""
    with zipfile.ZipFile(archive, "w") as out:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            out.writestr(entry, path.read_bytes(), zipfile.ZIP_STORED)


def pack_beside(path: Path) -> Path:
    """Packs a file as `name.z` beside itself: many servers pack nothing by themselves, and a page can unpack it."""
    packed = path.with_name(f"{path.name}.z")
    packed.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    return packed
