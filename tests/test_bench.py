"""bench/: one way to call all that measures, and it runs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import PARTS
from bench.peers import NEEDS, SAYS
from tests.modules import tree_of

ROOT = Path(__file__).parent.parent
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


def test_no_part_is_a_script_by_itself() -> None:
    for path in FOLDER.glob("*.py"):
        assert ('__name__ == "__main__"' in path.read_text(encoding="utf-8")) == (path.stem == "__main__"), path


def test_all_parts_are_told() -> None:
    told_at_help = run("--help").stdout
    for name, sentence in PARTS.items():
        assert f"  {name:<14}{sentence}\n" in told_at_help
    wrong = run("sped")
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("there is no part 'sped'; there are speed, ")


def test_each_peer_says_what_its_loop_measures() -> None:
    assert all(any(name.startswith(peer) for name in SAYS) for peer in NEEDS)
    assert all(any(name.startswith(peer) for peer in NEEDS) for name in SAYS)


@pytest.mark.soak
@pytest.mark.parametrize("name", PARTS)
def test_each_part_has_its_options(name: str) -> None:
    done = run(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: python -m bench{'' if name == 'speed' else ' ' + name} ")


@pytest.mark.soak
def test_all_is_measured_in_one_run() -> None:
    done = run("--quick")
    assert (done.returncode, done.stderr) == (0, "")
    for needed in (
        "turns stepped to the bare loop",
        "eleusis --help",
        "simulate, the engine alone",
        "eleusis diff",
    ):
        assert f"\n{needed}" in done.stdout
    for peer in NEEDS:
        measured = any(line.startswith(f"- {peer}") for line in done.stdout.splitlines())
        assert measured != (f"- Left out: {peer}, " in done.stdout)
    assert ("\nsimulate, the kernel  " in done.stdout) != (
        "- Left out: the kernel of the laboratory: " in done.stdout
    )
