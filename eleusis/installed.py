"""What installed distributions offer: their entry points, and the folder of a package, with nothing imported.

`importlib.metadata` reads entry points as well, but its import alone takes 60 to 75 ms, this 1 to 3 in all; and
whoever names an edition asks. What counts is the same: `entry_points.txt` in each `*.dist-info` and `*.egg-info`
that lies directly in a folder of `sys.path`; of a distribution that is there twice the first. Only zip files are
passed over.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from functools import lru_cache

from eleusis.door import read_bytes
from eleusis.errors import quote
from eleusis.values import Value

_LIMIT = 1_000_000
"""Bytes of a file of entry points that are read."""
_RECENT = 2_000_000_000
"""Nanoseconds in which a folder can change again without its time telling so."""


class EntryPoint(Value):
    """A line in which a distribution offers something."""

    distribution: str
    """Its name and version, as `house-editions 1.0`."""
    group: str
    name: str
    value: str


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group, in the order of `sys.path`, then of names.

    They are read again when a folder of `sys.path` has changed, or may have.
    """
    folders = tuple(filter(None, map(_look_at, sys.path)))
    newest = max((folder.changed for folder in folders), default=0)
    recent = time.time_ns() - newest < _RECENT
    points = _read_all(folders) if recent else _keep_all(folders)
    return [point for point in points if point.group == group]


def package_folders(package: str) -> list[str]:
    """The folders of a package, found without running any of it.

    Raises LookupError, whose text says what is there instead.
    """
    from importlib.util import find_spec  # late: where nothing is offered nobody pays for it

    top, *inner = package.split(".")
    if not all(part.isidentifier() for part in (top, *inner)):
        raise LookupError(f"{quote(package)} can't be the name of a package")
    try:
        spec = find_spec(top)  # of a package inside it would import the one above
        within = None if spec is None else spec.submodule_search_locations
        paths = [os.path.join(folder, *inner) for folder in within or ()]  # noqa: PTH118
    except Exception as error:  # those who find modules can be anybody's code
        raise LookupError(f"the search for the package {quote(package)} failed: {type(error).__name__}") from None
    folders = [path for path in paths if os.path.isdir(path)]  # noqa: PTH112
    if not folders:
        if spec is not None and within is None:
            raise LookupError(f"{quote(top)} is a module, not a package")
        raise LookupError(f"there is no {'folder of the ' if paths else ''}package {quote(package)}")
    return folders


def installed_version(distribution: str) -> str | None:
    """The version of a distribution, named in small letters without dashes; None where it isn't installed."""
    for entry in sys.path:
        try:
            names = os.listdir(entry or ".")  # noqa: PTH208
        except (OSError, ValueError):
            continue
        named = [name for name in names if name.lower().startswith((f"{distribution}-", f"{distribution}."))]
        if not named:
            continue
        if len(named) == 1 and named[0].endswith(".dist-info"):
            version = _read_version(f"{entry or '.'}/{named[0]}/METADATA")
            if version is not None:
                return version
        break  # something out of the common
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as look_up

    try:
        return look_up(distribution)
    except PackageNotFoundError:
        return None


def _read_version(path: str) -> str | None:
    """The version that the metadata of a distribution say; None where they can't be read."""
    try:
        head = read_bytes(path, _LIMIT).decode().partition("\n\n")[0]
    except (OSError, ValueError):
        return None
    fields = [line for line in head.split("\n") if line.startswith("Version: ")]
    return fields[0].removeprefix("Version: ").strip() if fields else None


class _Folder(Value):
    """A folder as it was when it was looked at."""

    path: str
    device: int
    number: int
    changed: int


def _look_at(entry: str) -> _Folder | None:
    """A folder of `sys.path`; None where there is none."""
    path = entry or "."
    try:
        status = os.stat(path)  # noqa: PTH116 - a text, and often
    except (OSError, ValueError):
        return None
    return _Folder(path, status.st_dev, status.st_ino, status.st_mtime_ns)


def _read_all(folders: tuple[_Folder, ...]) -> tuple[EntryPoint, ...]:
    """The entry points of all groups; of a distribution that is there twice the first counts."""
    seen: set[str] = set()
    points: list[EntryPoint] = []
    for folder in folders:
        try:
            names = sorted(os.listdir(folder.path))  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            if not name.endswith("-info"):
                continue
            stem, ending = os.path.splitext(name)  # noqa: PTH122
            project, version = [*stem.split("-"), ""][:2]
            called = re.sub(r"[-_.]+", "-", project)
            if ending in (".dist-info", ".egg-info") and called.casefold() not in seen:
                seen.add(called.casefold())
                points += _read_points(f"{folder.path}/{name}", f"{called} {version}".strip())
    return tuple(points)


_keep_all = lru_cache(maxsize=8)(_read_all)


def _read_points(folder: str, distribution: str) -> Iterator[EntryPoint]:
    """The entry points of a distribution, which may have none."""
    try:
        text = read_bytes(f"{folder}/entry_points.txt", _LIMIT).decode("utf-8", "replace")
    except (OSError, ValueError):
        return
    group = ""
    for line in map(str.strip, text.splitlines()):
        name, equals, value = line.partition("=")
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif equals and not line.startswith("#"):
            yield EntryPoint(distribution, group, name.strip(), value.strip())
