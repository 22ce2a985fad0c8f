"""One server at a table, or in a room: a lock beside its file, held for as long as the server runs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from eleusis.ground.errors import Place, ScriptError
from eleusis.ground.files import is_still, lock, open_file, read_from

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""The lock is emptied and written to: a link that somebody has put there must not lead to another file."""
_TRIES = 20
"""How often the lock is looked for anew, where the one who had it has just taken it away."""


class SeatLock:
    """Keeps other servers from a table or a room, from before its files are read until `release`.

    Two servers would write over each other's files. The system lets go of the lock when the process ends, however
    it ends; programs that it has started don't inherit it.
    """

    def __init__(self, seats: Path) -> None:
        """Takes the lock for a file of seats, or a room's own.

        Raises ScriptError: `script/in-use`, `script/cannot-write`.
        """
        self._path = _lock_of(seats)
        self._handle = _take(self._path, seats)

    def go_on_to(self, seats: Path) -> None:
        """Take another file of seats, and then let go of the first; nothing where it has that, or is released.

        Raises as the constructor; then it stays.
        """
        if self._handle >= 0 and self._path != _lock_of(seats):
            handle = _take(_lock_of(seats), seats)
            self.release()
            self._path, self._handle = _lock_of(seats), handle

    def release(self) -> None:
        """Let go of it, and leave nothing behind; once is enough."""
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> SeatLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _lock_of(seats: Path) -> Path:
    return seats.with_name(f".{seats.name}.lock")


def _take(path: Path, seats: Path) -> int:
    """The open descriptor of the lock's own file, which is locked."""
    try:
        for _ in range(_TRIES):
            handle = open_file(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
            with contextlib.ExitStack() as failing:
                failing.callback(os.close, handle)
                if not lock(handle):
                    raise _in_use(seats, handle)
                if is_still(path, handle):  # else who had it has ended, and taken its file away
                    os.ftruncate(handle, 0)
                    os.write(handle, b"%d\n" % os.getpid())
                    failing.pop_all()
                    return handle
        raise OSError("it changes all the time")
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise ScriptError("script/cannot-write", f"this can't be locked: {why}", Place(str(path))) from None


def _in_use(seats: Path, handle: int) -> ScriptError:
    """The error that says who holds it: another server, by the number of its process."""
    number = read_from(handle, 20).decode("ascii", "replace").strip()
    who = f" (process {number})" if number.isdecimal() else ""
    message = f"another eleusis serve{who} has this open: end that one, or choose another place"
    return ScriptError("script/in-use", message, Place(str(seats).removesuffix(".seats")))
