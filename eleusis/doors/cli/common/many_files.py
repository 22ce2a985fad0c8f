"""Many files, each worked on by itself: in several processes where that pays, told in the order of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

R = TypeVar("R")

_WORTH = 300_000
"""Bytes of files from which on several processes are quicker, if nobody says how many there shall be."""
_CHUNK = 50_000
"""Bytes of files that a process is given at a time, at most, unless one file has more."""
_DIED = "a process that worked on these files was ended from outside; fewer --jobs need less memory"


def work_on_files(work: Callable[[Path], R], paths: Iterable[Path], jobs: int | None) -> Iterator[R]:
    """What the work makes of each file, in order, whatever the jobs; None: what is quickest.

    Raises what `work` raises, and LabError (`lab/worker-died`).
    """
    if jobs == 1:
        yield from map(work, paths)
        return
    files = list(paths)
    sizes = list(map(_size, files))
    if sizes and sizes[0] <= _CHUNK:
        yield work(files.pop(0))  # what that has loaded, processes that are forked needn't load again
        sizes.pop(0)
    if len(files) < 2 or (jobs is None and sum(sizes) < _WORTH):
        yield from map(work, files)
        return
    from eleusis.ground.files import is_stream
    from eleusis.ground.processes import count_processors, work_in_order

    processes = jobs or count_processors()
    chunks = list(_chunks(files, sizes, min(_CHUNK, sum(sizes) // (4 * processes))))
    yield from work_in_order(
        work, chunks, min(processes, len(chunks)), died=_DIED, only_here=lambda path: is_stream(str(path))
    )


def _size(path: Path) -> int:
    """The bytes of a file; 0 where that can't be known: a stream, or a file that is not there."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _chunks(files: Sequence[Path], sizes: Sequence[int], most: int) -> Iterator[list[Path]]:
    """The files one after the other, as many together as have so many bytes."""
    chunk: list[Path] = []
    left = most
    for path, size in zip(files, sizes, strict=True):
        if chunk and size > left:
            yield chunk
            chunk, left = [], most
        chunk.append(path)
        left -= size
    if chunk:
        yield chunk
