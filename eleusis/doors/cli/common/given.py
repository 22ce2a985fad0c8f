"""What stands behind the options that several commands share: rules, programs, games; and what completes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eleusis.ground import exits

if TYPE_CHECKING:
    from pathlib import Path

    from eleusis.secret.rule import Rule


def complete_variant(incomplete: str) -> list[str]:
    """The variants whose names begin so, for the shell."""
    from eleusis.variant import variant_names

    return [name for name in variant_names() if name.startswith(incomplete)]


def complete_rule(incomplete: str) -> list[str]:
    """The rules of the library whose ids begin so, for the shell."""
    from eleusis.secret.library import library_ids

    return [name for name in library_ids() if name.startswith(incomplete)]


def read_others(texts: list[str] | None, resume: str | None) -> dict[str, str]:
    """Who sits on which seat from now on, from `--seat NAME=KIND`. Raises NotationError and ScriptError."""
    from eleusis.ground.errors import NotationError, ScriptError, quote

    others: dict[str, str] = {}
    for text in texts or ():
        name, equals, how = text.partition("=")
        if not equals or not how.strip():
            raise NotationError("notation/option", f"write --seat NAME=KIND, such as Ann=random, not {quote(text)}")
        others[name.strip()] = how
    if others and resume is None:
        raise ScriptError("script/resume", "--seat goes with --resume: for a new game say it with --players")
    return others


def extra_rules(files: list[str] | None) -> dict[str, Rule]:
    """The rules of the files and sets given with `--rules`, by id; a later one wins. Raises as `find_rules`."""
    if not files:
        return {}
    from eleusis.secret.library import find_rules

    return {name: rule for file in files for name, rule in find_rules(file).items()}


def games_of(files: list[str]) -> tuple[list[Path], int]:
    """The game files that are named, with those of folders, and the exit code so far.

    A folder without games is told on stderr, and is bad input.
    """
    from eleusis.record.gamefile.folders import game_files

    paths = list(game_files(files))
    return paths, tell_empty_folders(files, paths, "game")


def tell_empty_folders(named: list[str], paths: list[Path], kind: str) -> int:
    """Tells on stderr in which of the folders that are named there is none of these files; the exit code so far."""
    from eleusis.doors.cli.common.output import warn
    from eleusis.ground.errors import visible
    from eleusis.record.gamefile.folders import is_folder

    code = exits.FINE
    for folder in named:
        if is_folder(folder) and not any(path.is_relative_to(folder) for path in paths):
            warn(f"{visible(folder)}: no {kind} files in this folder")
            code = exits.BAD_INPUT
    return code


def version_line() -> str:
    """What `--version` prints."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"eleusis {version('eleusis')}"
    except PackageNotFoundError:
        return "eleusis (not installed)"
