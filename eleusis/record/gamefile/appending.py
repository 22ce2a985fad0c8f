"""The growing game file: every move is on the disk before its result is seen.

The file grows at its end and by whole lines, so whatever kills the program can tear the last line and no other. The
head of a round ends with `moves: |`; without it nothing has been played in that round, and resuming drops the head,
unless it is that of the first: then it says who is to deal, and by which rule.
`stopped: true` at the margin is the last line of a game that has ended for good. Where something further up is put
right (`exchange`), the whole file is written beside it and takes its name: there is the old file or the new one.
A file that isn't as this program writes it is put right in the same way, before its first new line: so nobody need
know how it ends.

    eleusis: 1                   create
    …
    rounds:
      - dealer: Dan              begin_round
        moves: |
          Ann play 7H            add
          Ann pl                 torn: reopen drops it
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from eleusis.ground.errors import NOWHERE, EleusisError, Place, ScriptError, YamlError
from eleusis.ground.files import NotAFile, is_still, lock, near, open_file, read_from, sync_folder
from eleusis.ground.yaml.parsing import MAX_CHARS, MAX_NODES, read, unreadable
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.lines import FileLine, read_line
from eleusis.record.gamefile.reading import MAX_ROUNDS, read_game
from eleusis.record.gamefile.writing import refuse, round_text, write_checked, write_game
from eleusis.secret.rule import Rule

STOPPED = "stopped: true\n"
"""The last line of a game that has ended for good."""
_LONGEST = 4 * MAX_CHARS
"""Bytes of a game file."""


class GrowingFile:
    """A game file that is held open and grows; closed, or used in a `with`."""

    def __init__(self, path: Path, handle: int, game: GameFile, anew: str = "") -> None:
        self.path = path
        self._handle = handle
        self._game = attrs.evolve(game, file=str(path), rounds=(), stopped=False, expected=())
        self._rounds = len(game.rounds)
        self.planned: RoundScript | None = None
        """Who is to deal the first round, and by which rule, as far as the file says so before it is dealt."""
        self._anew = anew
        """The text that is to be in the file before it grows; empty where it is as it should be."""
        self._remember()

    @classmethod
    def create(
        cls, path: Path, game: GameFile, mode: int = 0o644, planned: RoundScript | None = None
    ) -> GrowingFile:
        """A new file with the head of a game; `mode` says who may read it, `planned` what its first round will be.

        Raises ScriptError `script/file-exists`, `script/cannot-write`, `script/unreadable`.
        """
        head = write_checked(attrs.evolve(game, file=str(path), rounds=(), stopped=False, expected=()), grows=True)
        check_free(path)
        try:
            handle = open_file(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, mode)
        except FileExistsError:
            _exists(path)
        except (OSError, ValueError) as error:
            _cannot_write(path, error)
        _lock(path, handle)
        file = cls(path, handle, attrs.evolve(game, rounds=()))
        try:
            file._write(head if planned is None else head + _head_text(planned))
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)  # nothing has been kept there, and the name is free again
            raise
        sync_folder(path.parent)
        if planned is not None:
            file.planned, file._anew = planned, head
        return file

    @classmethod
    def reopen(cls, path: Path, rules: dict[str, Rule] | None = None) -> tuple[GrowingFile, GameFile, str]:
        """The file, its game, and what was dropped from a torn end ("" if nothing was).

        Raises YamlError (`file/missing`, `file/folder`, `file/not-a-file`), ScriptError (`script/cannot-write`,
        `script/in-use`, `script/not-resumable`) and what `read_game` raises; then the file has not been touched.
        """
        try:
            handle = open_file(path, os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            raise YamlError("file/missing", f"there is no such file{near(path)}", Place(str(path))) from None
        except IsADirectoryError:
            raise YamlError("file/folder", "this is a folder, not a file", Place(str(path))) from None
        except NotAFile as error:
            raise YamlError("file/not-a-file", f"this is {error.strerror}", Place(str(path))) from None
        except (OSError, ValueError) as error:
            _cannot_write(path, error)
        try:
            _lock(path, handle)
            if not is_still(path, handle):
                _in_use(path)  # the sitting that has just let go of it has put another file there
            raw = read_from(handle, _LONGEST + 1)
            if len(raw) > _LONGEST:
                _not_resumable(path, "it is longer than a game can be")
            kept, dropped = recover(raw)
            text, game = _read(kept, path, rules or {})
            planned = None if game.rounds else _read_planned(raw, path, rules or {})
            if planned is not None and dropped == _head_text(planned):
                kept, dropped = raw, ""
            if len(kept) < len(raw):
                os.ftruncate(handle, len(kept))
                os.fsync(handle)
        except BaseException:
            os.close(handle)
            raise
        anew = write_game(game, grows=True)
        file = cls(path, handle, game, "" if anew == text and planned is None else anew)
        file.planned = planned
        return file, game, dropped

    def begin_round(self, script: RoundScript) -> None:
        """Append the head of a round. Raises ScriptError `script/unreadable` too, then nothing was written."""
        bare = attrs.evolve(script, lines=(), expected=())
        write_checked(attrs.evolve(self._game, rounds=(bare,)))
        if self._rounds >= MAX_ROUNDS:
            refuse(str(self.path), f"a game file has at most {MAX_ROUNDS:,} rounds")
        self._write("\n".join(round_text(bare, grows=True)) + "\n", unlooked=MAX_NODES)
        self._rounds += 1

    def add(self, line: FileLine) -> None:
        """Append a line of play; it is on the disk when this returns. Raises as `begin_round`."""
        check_line(line, self._game.players, self.path)
        self._write(f"      {line.text}\n")

    def read(self) -> str:
        """What stands in the file. Raises ScriptError `script/file-changed`, `script/cannot-write`."""
        self._check_unchanged()
        try:
            os.lseek(self._handle, 0, os.SEEK_SET)
            return read_from(self._handle, _LONGEST).decode()
        except OSError as error:
            _cannot_write(self.path, error)

    def exchange(self, text: str) -> None:
        """Put another text in the place of the whole file, all at once; it is on the disk when this returns.

        Raises ScriptError `script/file-changed`, `script/cannot-write`; then the file is as it was.
        """
        self._check_unchanged()
        try:
            target = self.path.resolve(strict=True)  # a link stays a link
            handle = self._write_beside(target.with_name(f".{target.name}.part"), text.encode(), target)
        except OSError as error:
            _cannot_write(self.path, error)
        sync_folder(target.parent)
        os.close(self._handle)
        self._handle, self._anew = handle, ""
        self._remember()

    def _write_beside(self, part: Path, data: bytes, target: Path) -> int:
        """Write a file of its own, locked as the old one is, and give it the name `target`; returns its handle."""
        part.unlink(missing_ok=True)  # left by a kill
        handle = open_file(part, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            _lock(part, handle)
            while data:
                data = data[os.write(handle, data) :]
            if hasattr(os, "fchmod"):
                os.fchmod(handle, os.fstat(self._handle).st_mode & 0o777)
            os.fsync(handle)
            part.replace(target)
        except BaseException:
            os.close(handle)
            part.unlink(missing_ok=True)
            raise
        return handle

    def stop(self) -> None:
        """Append that the game has ended for good."""
        self._write(STOPPED)

    def close(self) -> None:
        """Let go of the file; once is enough."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> GrowingFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, text: str, unlooked: int = MAX_CHARS) -> None:
        """Append whole lines and flush them to the disk, or leave the file as it was.

        So that nothing is written that would not be read again, all is read before: but only from `unlooked` bytes
        on, since no text has more characters, or more values, than bytes. Room for the last line always stays.

        Raises ScriptError `script/file-changed`, `script/cannot-write`, `script/unreadable`.
        """
        self._check_unchanged()
        if self._anew:
            self.exchange(self._anew)
        size = os.fstat(self._handle).st_size
        if text != STOPPED and size + len(text.encode() + STOPPED.encode()) > unlooked:
            try:
                read(self.read() + text + STOPPED)
            except EleusisError as error:
                refuse(str(self.path), error.message)
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._handle, data) :]
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):  # then resuming drops the torn line
                os.ftruncate(self._handle, size)
                self._remember()  # it is as it was, and may be written to when there is room again
            _cannot_write(self.path, error)
        self._remember()

    def _check_unchanged(self) -> None:
        """Raises ScriptError `script/file-changed`, unless a file was only touched, or is a copy."""
        if self._look() != self._mark and not self._take_copy():
            message = "another program has changed this file since the last move; nothing was written to it"
            raise ScriptError("script/file-changed", message, Place(str(self.path)))

    def _remember(self) -> None:
        """Keep what tells whether the file is still as it is now."""
        self._mark, self._written = self._look(), _digest(self._handle)

    def _take_copy(self) -> bool:
        """Go on with the file that stands there now, if it has the text that was last written."""
        handle = self._handle
        with contextlib.ExitStack() as failing:
            failing.enter_context(contextlib.suppress(OSError))
            if not is_still(self.path, handle):
                handle = open_file(self.path, os.O_RDWR | os.O_APPEND)
                failing.callback(os.close, handle)
                if not lock(handle):
                    return False
            if _digest(handle) != self._written:
                return False
            failing.pop_all()
            if handle != self._handle:
                os.close(self._handle)
            self._handle, self._mark = handle, self._look()
            return True
        return False

    def _look(self) -> tuple[int, ...]:
        """What tells whether the file is still the one that was last written."""
        try:
            status = self.path.stat()
        except OSError:
            return ()
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _digest(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return hashlib.sha256(read_from(handle, _LONGEST)).digest()


def check_free(path: Path) -> None:
    """Raises ScriptError where no new game can be kept: `script/file-exists`, `script/cannot-write`."""
    try:
        if os.path.lexists(path):
            _exists(path)
        folder = path.parent
        if not folder.is_dir():
            os.scandir(folder).close()  # says why
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:
        _cannot_write(path, error)


def check_unused(path: Path) -> None:
    """Raises ScriptError where a sitting has a game file open: `script/in-use`, `script/cannot-write`."""
    try:
        handle = open_file(path)
    except (OSError, ValueError) as error:
        _cannot_write(path, error)
    try:
        _lock(path, handle)
    finally:
        os.close(handle)


def _exists(path: Path) -> NoReturn:
    message = "this file already exists: choose another name, or continue with --resume"
    raise ScriptError("script/file-exists", message, Place(str(path))) from None


def check_line(line: FileLine, players: Sequence[str], path: Path) -> None:
    """Raises ScriptError (`script/unreadable`) for a line of play that would not be read again as it is."""
    text = line.text
    try:
        again = read_line(text, players, NOWHERE)
    except EleusisError as error:
        refuse(str(path), error.message)
    if again != line or "\n" in text or unreadable(text):
        refuse(str(path), "the line would be another one")


def recover(raw: bytes) -> tuple[bytes, str]:
    """What of a file can be kept, and what is dropped: a last line without its end, and a round without moves."""
    kept = raw[: raw.rfind(b"\n") + 1]
    head = kept.rfind(b"\n  - ") + 1
    if head and b"\nrounds:\n" in kept[: head + 1] and b"moves:" not in kept[head:]:
        kept = kept[:head]
    return kept, raw[len(kept) :].decode(errors="replace")


def _read(kept: bytes, path: Path, rules: dict[str, Rule]) -> tuple[str, GameFile]:
    """The text that is kept, and its game, if that can go on."""
    try:
        text = kept.decode()
    except UnicodeDecodeError:
        _not_resumable(path, "it is not UTF-8 text")
    if not text.strip():
        _not_resumable(path, "it has no game in it yet")
    game = read_game(text, str(path), rules)
    if game.stopped:
        _not_resumable(path, "it has ended for good; eleusis replay shows how it went")
    return text, game


def _read_planned(raw: bytes, path: Path, rules: dict[str, Rule]) -> RoundScript | None:
    """What a file says of the first round before it is dealt; None where it says nothing, or not all of it."""
    if not raw.endswith(b"\n"):
        return None
    try:
        rounds = read_game(raw.decode(), str(path), rules).rounds
    except (EleusisError, UnicodeDecodeError):
        return None
    return (
        RoundScript(dealer=rounds[0].dealer, rule=rounds[0].rule, rule_ref=rounds[0].rule_ref) if rounds else None
    )


def _head_text(planned: RoundScript) -> str:
    """The head of a round before it is dealt; what else stands in one is told as dropped."""
    return "\n".join(round_text(planned)) + "\n"


def _not_resumable(path: Path, why: str) -> NoReturn:
    raise ScriptError("script/not-resumable", f"this game can't be continued: {why}", Place(str(path)))


def _cannot_write(path: Path, error: OSError | ValueError) -> NoReturn:
    why = (getattr(error, "strerror", None) or "not a path").lower()
    message = f"the game can't be written: {why}"
    raise ScriptError("script/cannot-write", message, Place(str(path))) from None


def _lock(path: Path, handle: int) -> None:
    """One sitting at a time. Raises ScriptError `script/in-use`, `script/cannot-write`."""
    try:
        locked = lock(handle)
    except OSError as error:
        _cannot_write(path, error)
    if not locked:
        _in_use(path)


def _in_use(path: Path) -> NoReturn:
    raise ScriptError("script/in-use", "another sitting has this game open", Place(str(path))) from None
