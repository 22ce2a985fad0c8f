"""Which files of a folder are meant: the games in it, and all that can be checked."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from eleusis.errors import Place, ScriptError, YamlError
from eleusis.yaml.strict import Mapping, read, read_file


def game_files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files that are named, and of a folder each YAML file below it that is a game: that has `rounds:`."""
    for one in paths:
        path = Path(one)
        if not is_folder(path):
            yield path
            continue
        yield from (file for file in yaml_files(path) if has_key(file, "rounds"))


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; one that the system can't follow (too long a name) does not."""
    try:
        return path.is_dir()
    except OSError:
        return False


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files below a folder, sorted; a link that leads nowhere is one, a folder or a pipe is none."""
    found = [*folder.rglob("*.yaml"), *folder.rglob("*.yml")]
    return sorted(file for file in found if file.is_file() or not file.exists())


def has_key(path: Path, *keys: str) -> bool:
    """Whether a file is a map with one of these keys; one that can't be read may be.

    A key that stands plainly at the margin is seen without reading the file as YAML.
    """
    try:
        text = read_file(path)
        if any(text.startswith(f"{key}:") or f"\n{key}:" in text for key in keys):
            return True
        if not any(key in text for key in keys):
            return False
        node = read(text, str(path))
    except YamlError:
        return True
    return isinstance(node, Mapping) and any(key in node for key in keys)


def write_whole(path: Path, text: str) -> None:
    """Writes a file: it is there in whole afterwards, or as it was before.

    Raises ScriptError (`script/cannot-write`).
    """
    part = path.with_name(f".{path.name}.part")
    try:
        if path.exists() and not path.is_file():
            _write_into(path, text)  # a device or a pipe is not to be replaced
            return
        part.unlink(missing_ok=True)  # whatever stands there: left by a kill, or put there to wait for a writer
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "w", encoding="utf-8") as file:
            file.write(text)
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        why = (error.strerror or str(error)).lower()
        raise ScriptError("script/cannot-write", f"this can't be written: {why}", Place(str(path))) from None


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


__all__ = ["game_files", "has_key", "is_folder", "write_whole", "yaml_files"]
