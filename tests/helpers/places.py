"""Where the tests find the checkout, and the files that many of them read."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
GAMES = TESTS / "games"
CASES = TESTS / "cases"
# Files that are broken on purpose, a folder for each kind.
BAD = TESTS / "bad"
