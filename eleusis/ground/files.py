"""The one door to files that are named: regular files only, and never a wait.

A pipe, a device or a socket can stand under any name, also behind a link, and opening or reading it may wait for
ever. So what a path leads to is looked at before it is opened, which touches nothing that is no file, and once
more on the open descriptor, since it may have been exchanged in between; O_NONBLOCK keeps even that from waiting.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from pathlib import Path

from eleusis.ground.errors import Place, ScriptError, did_you_mean, suggestion

_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_STREAM = re.compile(r"-|/dev/stdin|/(?:dev|proc/self)/fd/([0-9]{1,9})", re.ASCII)
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_NEIGHBOURS = 2000
"""Names of a folder that are looked through for a near one."""


class NotAFile(OSError):
    """What a path leads to is neither a file nor a folder; `strerror` says what it is."""


def open_file(path: str | Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> int:
    """A descriptor of a regular file, which the caller closes.

    Raises NotAFile, IsADirectoryError, FileNotFoundError or another OSError, and ValueError for what is no path.
    """
    try:
        _check(os.stat(path))  # noqa: PTH116 - the path may be a text
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    handle = os.open(path, flags | _NO_WAIT | _BINARY, mode)
    try:
        _check(os.fstat(handle))
    except OSError:
        os.close(handle)
        raise
    return handle


def _check(status: os.stat_result) -> None:
    """Raises IsADirectoryError or NotAFile for what is no regular file."""
    kind = status.st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, "a folder, not a file")
    if not stat.S_ISREG(kind):
        what = next((name for test, name in _KINDS if test(kind)), "something else")
        raise NotAFile(errno.EINVAL, f"{what}, not a file")


def read_from(handle: int, limit: int) -> bytes:
    """What a descriptor gives up to its end, or up to `limit` bytes. Raises OSError."""
    parts: list[bytes] = []
    while limit > 0 and (part := os.read(handle, min(limit, 1 << 18))):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def read_bytes(path: str | Path, limit: int) -> bytes:
    """The bytes of a regular file up to `limit`. Raises as `open_file`."""
    handle = open_file(path)
    try:
        return read_from(handle, limit)
    finally:
        os.close(handle)


def as_utf8(data: bytes) -> bytes:
    """The bytes of a text in UTF-8, also where a byte order mark says UTF-16, as an old PowerShell writes it."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        with suppress(UnicodeError):  # who reads it as UTF-8 comes upon what it is
            return data.decode("utf-16").encode()
    return data


def is_stream(name: str) -> bool:
    """Whether a name stands for what the shell has opened for this program.

    These are `-` and `/dev/stdin` (the standard input) and `/dev/fd/N` (which `<(command)` becomes).
    """
    return _STREAM.fullmatch(name) is not None


def read_stream(name: str, limit: int) -> bytes:
    """The bytes of such a stream up to `limit`; waits for its writer. Raises OSError."""
    match = _STREAM.fullmatch(name)
    assert match is not None
    number = int(match[1] or 0)
    if number == 0:
        return sys.stdin.buffer.read(limit)
    return read_from(number, limit)


def near(path: str | Path) -> str:
    """` (did you mean 'x.yaml'?)` for the file in the same folder with the nearest name, or nothing."""
    wanted = Path(path)
    try:
        with os.scandir(wanted.parent) as entries:
            names = [entry.name for entry, _ in zip(entries, range(_NEIGHBOURS), strict=False) if entry.is_file()]
    except (OSError, ValueError):
        return ""
    alike = [name for name in sorted(names) if Path(name).suffix in (".yaml", ".yml", wanted.suffix)]
    stems = {Path(name).stem: name for name in alike}
    hint = did_you_mean(wanted.stem, stems)
    name = next((name for stem, name in stems.items() if hint == suggestion(stem)), None)
    return "" if name is None else suggestion(name)


def write_whole(path: Path, text: str, *, mode: int = 0o666, lasting: bool = False) -> None:
    """Writes a file: it is there in whole afterwards, or as it was before.

    From its first byte on it has at most the permissions of `mode`. What is `lasting` is on the disk when this
    returns, not only in the system's memory.

    Raises ScriptError (`script/cannot-write`).
    """
    part = path.parent / f".{path.name}.part"  # a folder such as . has no name
    try:
        if path.exists() and not path.is_file():
            _write_into(path, text)  # a device or a pipe is not to be replaced
            return
        part.unlink(missing_ok=True)  # whatever stands there: left by a kill, or put there to wait for a writer
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(text)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
        if lasting:
            sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        why = (error.strerror or str(error)).lower()
        raise ScriptError("script/cannot-write", f"this can't be written: {why}", Place(str(path))) from None


def lock(handle: int) -> bool:
    """Take the lock of an open file for this process; False where another one has it. It ends with the descriptor.

    Raises OSError where the system can't lock there.
    """
    try:
        import fcntl
    except ImportError:  # pragma: no cover - not on Windows
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def count_files() -> int | None:
    """How many files the system lets this process have open; None where it doesn't say."""
    try:
        import resource
    except ImportError:  # pragma: no cover - on Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def is_still(path: Path, handle: int) -> bool:
    """Whether a path leads to the file that was opened by it."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(handle))
    return False


def sync_folder(folder: Path) -> None:
    """Put the name of a new file on the disk too, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_into(path: Path, text: str) -> None:
    """Write to a device, or to a pipe that somebody reads. Raises OSError, also where nobody does."""
    try:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads this pipe") from None
        raise
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        file.write(text)
