"""Many files, each worked on by itself: in several processes where that pays, told in the order of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

R = TypeVar("R")

_WORTH = 300_000
"""Bytes of files from which on several processes are quicker, if nobody says how many there shall be."""
_SMALL = 50_000
"""Bytes of a first file that is worked on in here before there are other processes."""
_MOST = 20
"""Files that a process is given at a time, at most."""
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
    if sizes and sizes[0] <= _SMALL:
        yield work(files.pop(0))  # what that has loaded, processes that are forked needn't load again
        sizes.pop(0)
    if len(files) < 2 or (jobs is None and sum(sizes) < _WORTH):
        yield from map(work, files)
        return
    from eleusis.ground.files import is_stream
    from eleusis.ground.processes import count_processors, work_in_order

    processes = jobs or count_processors()
    size = min(_MOST, max(1, len(files) // (4 * processes)))
    chunks = [files[first : first + size] for first in range(0, len(files), size)]
    yield from work_in_order(
        work, chunks, min(processes, len(chunks)), died=_DIED, only_here=lambda path: is_stream(str(path))
    )


def _size(path: Path) -> int:
    """The bytes of a file; 0 where that can't be known: a stream, or a file that is not there."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
