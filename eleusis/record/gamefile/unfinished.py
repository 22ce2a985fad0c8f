"""The game of a folder that isn't over, to be offered; whatever else is there does no harm."""

from __future__ import annotations

import contextlib
import os
import stat
from itertools import islice
from pathlib import Path

import attrs

from eleusis.ground.errors import EleusisError
from eleusis.ground.files import read_bytes
from eleusis.record.gamefile.appending import STOPPED, recover
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import read_game

_LARGEST = 250_000
"""Bytes of a file that is looked into: a long evening at a table takes a tenth of it."""
_NEWEST = 5
"""So many files are looked into, the newest first."""
_ENTRIES = 20_000
"""So many files of such names are looked at."""


@attrs.frozen
class UnfinishedGame:
    """A game that can be continued."""

    path: Path
    """Its file."""
    players: tuple[str, ...]
    """Who plays it."""
    round: int
    """The number of its last round."""
    changed: float
    """When it was last played, in seconds since 1970."""


def find_unfinished(folder: Path) -> UnfinishedGame | None:
    """The newest game of a folder that isn't over, in a file as `play` names them; None where there is none.

    What is no game of `play` (another kind of file, a large one, one that can't be read) counts as none.
    """
    for changed, path in _newest_files(folder):
        game = load_kept(path, unfinished=True)
        if game is not None and game.rounds and not game.stopped:
            return UnfinishedGame(path, game.players, len(game.rounds), changed)
    return None


def _newest_files(folder: Path) -> list[tuple[float, Path]]:
    """The newest files of a folder by such names, each with the time of its last change."""
    files = []
    for path in islice(folder.glob("eleusis-*.yaml"), _ENTRIES):
        with contextlib.suppress(OSError):  # it is just being removed, or is a link that leads nowhere
            status = path.stat()
            if stat.S_ISREG(status.st_mode) and status.st_size <= _LARGEST:
                files.append((status.st_mtime, path))
    return sorted(files, reverse=True)[:_NEWEST]


def load_kept(path: Path, *, unfinished: bool = False, served: bool = False) -> GameFile | None:
    """The game of a file, without a torn end; None where it can't be read, or is not `unfinished` as it should.

    None too for a table in the browser, which goes on there, unless it may be `served`.
    """
    seats = path.with_name(f"{path.name}.seats")
    try:
        raw = read_bytes(path, _LARGEST)
        if (unfinished and raw.endswith(STOPPED.encode())) or (not served and os.path.lexists(seats)):
            return None
        return read_game(recover(raw)[0].decode(), str(path))
    except (EleusisError, OSError, ValueError):
        return None
