"""The modules of the project as syntax trees, each read once in a process, for the tests that read sources."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.helpers.places import ROOT

PACKAGE = ROOT / "eleusis"


@cache
def modules_in(folder: str) -> dict[str, Path]:
    """The modules under a folder of the project, by their paths in it."""
    paths = sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)
    return {path.relative_to(ROOT / folder).as_posix(): path for path in paths}


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module. It is shared: nobody may change it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def trees_in(folder: str) -> dict[str, ast.Module]:
    """The syntax trees of the modules under a folder of the project, by their paths in it."""
    return {name: tree_of(path) for name, path in modules_in(folder).items()}
