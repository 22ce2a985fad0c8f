"""What has happened in a room, in `FOLDER/room.log`: nobody writes a hand or a rule there."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from eleusis.doors.web.wire import log_mistake
from eleusis.ground.errors import EleusisError, visible

_SIZE = 1_000_000
_FILES = 3


class _LogFile(RotatingFileHandler):
    """The log's file; where it can't be written, the game goes on, and the terminal is told once."""

    failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - so logging calls it
        """A note is lost, as on a full disk."""
        if not self.failed:
            self.failed = True
            print(f"{visible(self.baseFilename)}: {sys.exception()}", file=sys.stderr, flush=True)


class RoomLog:
    """The log, and what has failed at which table as far as it stands there."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "room.log"
        self._failed: dict[str, str] = {}
        self._handler = _LogFile(self._path, maxBytes=_SIZE, backupCount=_FILES, encoding="utf-8", delay=True)
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
        self._logger = logging.Logger("room")
        self._logger.addHandler(self._handler)

    def note(self, code: str, text: str) -> None:
        """Note what has happened at a table; in the room, where the code is empty."""
        self._logger.info("%s %s", code or "room", visible(text))

    @contextmanager
    def noting(self, code: str) -> Iterator[None]:
        """Within the block what fails is noted, once as long as it is the same, and stops nothing else."""
        try:
            yield
            self._failed.pop(code, None)
        except Exception as error:
            text = str(error) if isinstance(error, EleusisError) else f"{type(error).__name__}: {error}"
            if self._failed.get(code) != text:
                self._failed[code] = text
                self.note(code, text)
                if not isinstance(error, EleusisError):
                    log_mistake(f"table {code}" if code else "the room", error)

    def last_lines(self, most: int) -> list[str]:
        """The last lines."""
        try:
            return self._path.read_text(encoding="utf-8").splitlines()[-most:]
        except OSError:
            return []

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._handler.close()
