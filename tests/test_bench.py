"""bench/: one way to call all that measures, and it runs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import PARTS
from tests.helpers.modules import tree_of
from tests.helpers.places import ROOT

FOLDER = ROOT / "bench"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)


def modules_asked(path: Path) -> set[str]:
    """The modules of bench/ that a file imports."""
    asked = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    named = {node.module.removeprefix("bench.") for node in asked if node.module}
    return named.union(alias.name for node in asked if node.module == "bench" for alias in node.names)


def test_each_file_is_a_part_or_serves_another() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "__main__"}
    assert PARTS.keys() <= files
    assert files - PARTS.keys() <= {name for path in FOLDER.glob("*.py") for name in modules_asked(path)}


def test_a_part_that_is_not_there() -> None:
    assert run("sped").returncode == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", PARTS)
def test_each_part_has_its_options(name: str) -> None:
    done = run(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.soak
def test_all_is_measured_in_one_run() -> None:
    done = run("--quick")
    assert (done.returncode, done.stderr) == (0, "")
