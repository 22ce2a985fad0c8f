"""Where what can be made again is kept between runs: the user's cache folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """The folder for what can be made again; ELEUSIS_CACHE names another one.

    Raises RuntimeError where nobody can say whose home this is.
    """
    if own := os.environ.get("ELEUSIS_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "eleusis"


def make_folder(folder: Path) -> None:
    """Make a folder, and what is missing above it, for its owner alone. Raises OSError."""
    for path in reversed((folder, *folder.parents)):
        if not path.exists():
            path.mkdir(mode=0o700, exist_ok=True)
