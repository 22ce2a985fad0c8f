"""Which files of a folder are meant: the games in it, and all that can be checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from eleusis.ground.errors import YamlError
from eleusis.ground.yaml.parsing import Mapping, read, read_file


def game_files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files that are named, and of a folder each YAML file below it that is a game: that has `rounds:`."""
    return files_of(paths, lambda file: has_key(file, "rounds"))


def files_of(paths: Iterable[Path | str], is_meant: Callable[[Path], bool]) -> Iterator[Path]:
    """The files that are named, and of a folder each YAML file below it that is meant."""
    for path in map(Path, paths):
        if is_folder(path):
            yield from filter(is_meant, _yaml_files(path))
        else:
            yield path


def is_folder(path: Path | str) -> bool:
    """Whether a path leads to a folder; one that the system can't follow (too long a name) does not."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir fails for such a name


def _yaml_files(folder: Path) -> list[Path]:
    """The YAML files below a folder, sorted; a link that leads nowhere is one, a folder or a pipe is none."""
    paths = [*folder.rglob("*.yaml"), *folder.rglob("*.yml")]
    return sorted(file for file in paths if file.is_file() or not file.exists())


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
