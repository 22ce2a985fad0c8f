"""Files that may be too long to be read at one go: a warning of `make lint`, never an error.

    python -m tests.long_files

A file has one reason to change; 300 lines are a sign to look again, not a reason to cut what changes together.
"""

from __future__ import annotations

from pathlib import Path

LONG = 300
ROOT = Path(__file__).parent.parent


def long_files(root: Path = ROOT, limit: int = LONG) -> list[tuple[int, str]]:
    """The modules of eleusis with more than `limit` lines, the longest first."""
    lengths = [
        (len(path.read_text(encoding="utf-8").splitlines()), path.relative_to(root).as_posix())
        for path in (root / "eleusis").rglob("*.py")
    ]
    return sorted(((lines, path) for lines, path in lengths if lines > limit), reverse=True)


def main() -> None:
    """Print a warning for each."""
    for lines, path in long_files():
        print(f"warning: {path} has {lines} lines: has it one reason to change?")


if __name__ == "__main__":
    main()
