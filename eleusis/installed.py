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
    """The entry points of a group, in the order of `sys.path`, then of names."""
    seen: set[str] = set()
    points = []
    for entry in sys.path:
        for name, offers in _distributions(entry or "."):
            if name not in seen:
                seen.add(name)
                points += [point for point in offers if point.group == group]
    return points


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


Offers = tuple[tuple[str, tuple[EntryPoint, ...]], ...]
"""The distributions of a folder: the name by which they are the same, and what they offer."""


def _distributions(folder: str) -> Offers:
    """The distributions in a folder; read again when it has changed, or may have."""
    try:
        status = os.stat(folder)  # noqa: PTH116 - a text, and often
    except (OSError, ValueError):
        return ()
    if abs(time.time_ns() - status.st_mtime_ns) < _RECENT:
        return _read_offers(folder)
    return _keep_offers(folder, status.st_mtime_ns, status.st_dev, status.st_ino)


@lru_cache(maxsize=64)
def _keep_offers(folder: str, changed: int, device: int, number: int) -> Offers:
    return _read_offers(folder)


def _read_offers(folder: str) -> Offers:
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return ()
    offers = []
    for name in names:
        stem, ending = os.path.splitext(name)  # noqa: PTH122
        if ending in (".dist-info", ".egg-info"):
            project, version = [*stem.split("-"), ""][:2]
            called = re.sub(r"[-_.]+", "-", project)
            offers.append(
                (called.casefold(), tuple(_read_points(f"{folder}/{name}", f"{called} {version}".strip())))
            )
    return tuple(offers)


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
