"""What a site has from others: Pyodide and a library compiled for it, by the usual clients, each held to its hash.

They are kept in the user's cache folder, so that a second build asks nobody.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import attrs

from eleusis.doors.site.failing import SiteError
from eleusis.ground.errors import Place, visible

PYODIDE = "314.0.7"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs")
"""The scripts of Pyodide that a page loads."""
WASM = "pyodide.asm.wasm"
"""The Python that they start."""
_PATIENCE = 600
"""Seconds that a client may take."""


@attrs.frozen
class Pinned:
    """A file that is fetched, and known by its hash."""

    file: str
    sha256: str
    command: tuple[str, ...]
    """What fetches it into the folder where it runs."""
    needs: str
    """What is to be installed for that."""


PYODIDE_PACKAGE = Pinned(
    f"pyodide-{PYODIDE}.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "--ignore-scripts", f"pyodide@{PYODIDE}"),
    "Node.js with npm",
)
MSGSPEC = Pinned(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    (
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary", ":all:", "--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14",
        "--implementation", "cp", "--abi", "cp314", "msgspec==0.22.0",
    ),
    "pip",
)  # fmt: skip


def fetch(pinned: Pinned) -> Path:
    """The file, from the cache or fetched into it.

    Raises SiteError: `site/no-library` where platformdirs is missing, `site/no-program` where the client is,
    `site/failed` where that fails, `site/not-fetched` where it brings nothing, `site/wrong-hash` where it brings
    another file than the one that is meant.
    """
    folder = _cache()
    path = folder / pinned.file
    if not path.is_file() or hash_of(path) != pinned.sha256:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".fetch-") as apart:
            run(pinned.command, Path(apart), needs=pinned.needs)
            fetched = Path(apart, pinned.file)
            if not fetched.is_file():
                raise SiteError("site/not-fetched", f"{pinned.command[0]} has fetched no {pinned.file}")
            check_hash(fetched, pinned.sha256)
            fetched.replace(path)
    return path


def unpack_wheel(wheel: Path, folder: Path) -> None:
    """Puts the modules of a wheel into a folder, without what is for type checkers and tests."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            parts = name.split("/")
            if not (parts[0].endswith(".dist-info") or name.endswith((".pyi", "py.typed")) or "tests" in parts):
                archive.extract(name, folder)


def copy_library(name: str, folder: Path) -> None:
    """Puts the Python modules of an installed library into a folder.

    Raises SiteError (`site/no-library`) where it is not installed.
    """
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise SiteError("site/no-library", f"there is no {name} here to be put into the site: pip install eleusis")
    source = Path(spec.submodule_search_locations[0])
    for path in source.rglob("*.py"):
        target = folder / name / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def check_hash(path: Path, expected: str) -> None:
    """Raises SiteError (`site/wrong-hash`) for another file than the one that is meant."""
    actual = hash_of(path)
    if actual != expected:
        message = f"this is not the file that is meant: its SHA-256 is {actual}, not {expected}"
        raise SiteError("site/wrong-hash", message, Place(path.name))


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def run(command: Sequence[str], folder: Path, *, needs: str) -> str:
    """What a program prints that is run in a folder; `needs` is what is to be installed to have it.

    Raises SiteError: `site/no-program` where it isn't there, `site/failed` where it fails.
    """
    program = shutil.which(command[0])
    if program is None:
        raise SiteError("site/no-program", f"eleusis site needs {command[0]}: install {needs}")
    try:
        done = subprocess.run(
            [program, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise SiteError("site/failed", f"{Path(program).name} has not ended after {_PATIENCE} seconds") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        last = f": {visible(said[-1].strip())[:300]}" if said else ""
        raise SiteError("site/failed", f"{Path(program).name} failed{last}")
    return done.stdout


def _cache() -> Path:
    """The folder where fetched files are kept; ELEUSIS_CACHE names another one."""
    try:
        from platformdirs import user_cache_path
    except ModuleNotFoundError:
        message = "eleusis site needs platformdirs: pip install 'eleusis[bots]'"
        raise SiteError("site/no-library", message) from None
    folder = Path(os.environ.get("ELEUSIS_CACHE") or user_cache_path("eleusis", appauthor=False)) / "site"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
