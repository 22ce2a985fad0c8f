"""Where the tests find the checkout, and the files that many of them read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
GAMES = TESTS / "games"
CASES = TESTS / "cases"
# Files that are broken on purpose, a folder for each kind.
BAD = TESTS / "bad"


def read_tables(module: str) -> dict[str, Any]:
    """The tables of a module of the tests, which lie beside it in YAML."""
    tables: dict[str, Any] = yaml.safe_load(Path(module).with_suffix(".yaml").read_text(encoding="utf-8"))
    return tables
