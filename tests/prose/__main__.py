"""Checks the English: `python -m tests.prose` prints what to change, file and line, and fails if there is anything.

It needs Debian's packages aspell and aspell-en, and the extra `prose`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.prose.checking import banned, doubtful, misspelt, write_prose
from tests.prose.reading import ROOT, modules, pages


def main() -> int:
    """Run the three checkers over all prose; 1 if there is anything to change."""
    paths = [*pages(), *modules()]
    with tempfile.TemporaryDirectory() as folder:
        names = write_prose(paths, ROOT, Path(folder))
        findings = sorted({*banned(paths), *misspelt(names, Path(folder)), *doubtful(names)})
    print(*findings, sep="\n", end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
