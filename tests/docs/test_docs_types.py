"""The Python that the docs show passes `mypy --strict`, as a reader's own program would."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

from tests.helpers.pages import PAGES, blocks
from tests.helpers.places import ROOT

pytestmark = pytest.mark.long


def program(page: str) -> str:
    """The Python of a page, each line where it stands in the page; what is quoted from the sources is left out."""
    lines = [""] * len(page.splitlines())
    for block in blocks(page):
        if block.language == "python" and not block.mark.startswith("source: "):
            code = block.text.splitlines()
            lines[block.line : block.line + len(code)] = code
    return "\n".join(lines) + "\n"


def test_the_examples_are_typed(tmp_path: Path) -> None:
    programs = []
    for page in PAGES:
        code = program(page.read_text(encoding="utf-8"))
        if code.strip():
            name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_").replace("-", "_")
            programs.append(tmp_path / f"{name}.py")
            programs[-1].write_text(code, encoding="utf-8")
    assert len(programs) > 8
    options = ["--strict", "--python-version=3.11", f"--cache-dir={ROOT / '.mypy_cache' / 'docs'}"]
    report, crashed, status = api.run([*options, *map(str, programs)])
    assert not status, f"{report}{crashed}(the numbers of the lines are those of the page)"
