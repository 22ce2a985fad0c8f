"""The licences of all that a site carries, in one file: each by its name, with the texts that came with it."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import attrs

import eleusis
from eleusis.doors.site.fetching import MSGSPEC, PYODIDE, fetch

_RULER = "=" * 100
_NO_TEXT = "Its text came with none of the files; it is published under that name."


@attrs.frozen
class _Work:
    """Something of others: its licence, and where its sources are found."""

    name: str
    licence: str
    sources: str


_EVERY = (
    _Work("eleusis", "MIT", f"version {eleusis.__version__}; its modules are compiled here"),
    _Work("Young Serif", "OFL-1.1", "noirblancrouge/YoungSerif on GitHub, © 2023 its authors; Latin alone, 15 kB"),
    _Work("Pyodide", "MPL-2.0", f"release {PYODIDE} of the project pyodide/pyodide on GitHub, unchanged"),
    _Work("Python", "PSF-2.0", "release 3.14 of the project python/cpython on GitHub, its library trimmed"),
    _Work("msgspec", "BSD-3-Clause", "version 0.22.0 on PyPI"),
    _Work("attrs", "MIT", "PyPI"),
    _Work("PyYAML", "MIT", "PyPI"),
    _Work("lazy_loader", "BSD-3-Clause", "PyPI"),
)
_FOR_NUMPY = _Work("numpy", "BSD-3-Clause", "PyPI")


def tell_licences(numpy: Path | None) -> str:
    """The licences of a site, as a text; `numpy` is the wheel that goes into it, if any.

    Raises SiteError as `fetch` does.
    """
    wheels = {"msgspec": fetch(MSGSPEC)} | ({} if numpy is None else {"numpy": numpy})
    every = _EVERY if numpy is None else (*_EVERY, _FOR_NUMPY)
    parts = ["What this site is made of, and under which licences."]
    parts += [f"{work.name}: {work.licence}. Sources: {work.sources}." for work in every]
    for work in every:
        texts = [*_texts_in(wheels[work.name])] if work.name in wheels else [*_texts_of(work.name)]
        parts += [f"{_RULER}\n{work.name}: {work.licence}", *(texts or [_NO_TEXT])]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _texts_in(wheel: Path) -> Iterator[str]:
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if ".dist-info/" in name and _is_licence(name):
                yield archive.read(name).decode("utf-8", "replace")


def _texts_of(name: str) -> Iterator[str]:
    """The texts of an installed library, or of Python itself."""
    if name == "Python":
        folders = (Path(os.__file__).parent, Path(sys.base_prefix))
        paths = [path for folder in folders if (path := folder / "LICENSE.txt").is_file()][:1]
    else:
        # A checkout has an .egg-info of the same name beside it, which holds no texts.
        files = [file for installed in metadata.distributions(name=name) for file in installed.files or []]
        paths = [Path(str(file.locate())) for file in files if ".dist-info" in str(file) and _is_licence(file.name)]
    for path in sorted(set(paths)):
        yield path.read_text(encoding="utf-8", errors="replace")


def _is_licence(path: str) -> bool:
    return path.rpartition("/")[2].casefold().startswith(("licen", "copying", "notice"))
