"""Where a family is kept between runs: the user's cache folder. What can't be had from there is made anew."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from eleusis.minds.induction.leaves import Floats, Indices, Masks

FORMAT = 3
_KEPT = 8
"""Families that lie on the shelf at once; the oldest ones go."""


class Arrays(NamedTuple):
    """What is kept of a family: the four groups of its forest, the weights and the marks of its rules."""

    alone: Indices
    ands: Indices
    ors: Indices
    ifs: Indices
    weights: Floats
    marks: Masks


_SHAPES = ((), (2,), (2,), (3,), (), ())
"""Of each array all dimensions but the last."""
_KINDS = (np.int32, np.int32, np.int32, np.int32, np.float64, np.uint64)


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
        if not _path(word).is_file():  # a pipe would wait for ever
            return None
        with _path(word).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays: list[npt.NDArray[Any]] = [archive[name] for name in Arrays._fields]
    except (OSError, RuntimeError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    for array, shape, kind in zip(arrays, _SHAPES, _KINDS, strict=True):
        if array.dtype != kind or array.ndim != len(shape) + 1 or array.shape[:-1] != shape:
            return None
    groups = arrays[:4]
    if any(group.size and (group.min() < 0 or group.max() >= leaves) for group in groups):
        return None
    size = sum(group.shape[-1] for group in groups)
    sound = Arrays(*arrays)
    if not (np.isfinite(sound.weights).all() and (sound.weights >= 0).all() and sound.weights.sum() > 0):
        return None
    return sound if len(sound.weights) == len(sound.marks) == size else None


def save(word: str, arrays: Arrays) -> None:
    """Put the arrays of a family on the shelf, whole or not at all; where that can't be, nothing happens."""
    try:
        path = _path(word)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".family-")
    except (OSError, RuntimeError):
        return
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **arrays._asdict())
        Path(name).replace(path)
        families = sorted(path.parent.glob("family-*.npz"), key=lambda family: family.stat().st_mtime)
        for oldest in families[:-_KEPT]:
            oldest.unlink()
    except OSError:
        with suppress(OSError):
            Path(name).unlink()


def _path(word: str) -> Path:
    """Where a family is kept; ELEUSIS_CACHE names another folder."""
    folder = os.environ.get("ELEUSIS_CACHE") or user_cache_path("eleusis", appauthor=False)
    return Path(folder) / f"family-{word}.npz"
