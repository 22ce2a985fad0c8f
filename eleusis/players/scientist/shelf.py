"""Where a family is kept between runs: the user's cache folder. What can't be had from there is made anew."""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from eleusis.players.scientist.leaves import Masks

FORMAT = 1
_KEPT = 4
"""Families that lie on the shelf at once; the oldest ones go."""
Arrays = tuple[Any, Any, Any, Any, Any, Any]
"""The four groups of a forest, the lengths and the marks of its rules."""
_NAMES = ("alone", "ands", "ors", "ifs", "lengths", "marks")
_ROWS = (None, 2, 2, 3, None, None)
_KINDS = (np.int32, np.int32, np.int32, np.int32, np.int32, np.uint64)


def folder() -> Path:
    """The folder for what can be made again; ELEUSIS_CACHE names another one."""
    if own := os.environ.get("ELEUSIS_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "eleusis"


def key(bits: int, numbers: Sequence[float], texts: Sequence[str], lines: Sequence[tuple[Masks, Masks]]) -> str:
    """What a family hangs on, as a word: its parts, and what they mean on the fixed lines."""
    digest = blake2b(repr((FORMAT, bits, tuple(numbers), tuple(texts))).encode(), digest_size=12)
    for masks in lines:
        for mask in masks:
            digest.update(mask.astype("<u8").tobytes())
    return digest.hexdigest()


def load(word: str, leaves: int) -> Arrays | None:
    """The arrays of a family, if they lie on the shelf and are sound."""
    try:
        with _path(word).open("rb") as file, np.load(file, allow_pickle=False) as held:
            found = [held[name] for name in _NAMES]
    except (OSError, RuntimeError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    for one, rows, kind in zip(found, _ROWS, _KINDS, strict=True):
        if one.dtype != kind or one.ndim != (1 if rows is None else 2) or (rows and one.shape[0] != rows):
            return None
    if any(part.size and (part.min() < 0 or part.max() >= leaves) for part in found[:4]):
        return None
    size = sum(part.shape[-1] for part in found[:4])
    if len(found[4]) != size or len(found[5]) != size:
        return None
    alone, ands, ors, ifs, lengths, marks = found
    return alone, ands, ors, ifs, lengths, marks


def save(word: str, arrays: Arrays) -> None:
    """Put the arrays of a family on the shelf, whole or not at all; where that can't be, nothing happens."""
    try:
        path = _path(word)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".family-")
    except (OSError, RuntimeError):
        return
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **dict(zip(_NAMES, arrays, strict=True)))
        Path(name).replace(path)
        held = sorted(path.parent.glob("family-*.npz"), key=lambda one: one.stat().st_mtime)
        for old in held[:-_KEPT]:
            old.unlink()
    except OSError:
        with suppress(OSError):
            Path(name).unlink()


def _path(word: str) -> Path:
    return folder() / f"family-{word}.npz"
