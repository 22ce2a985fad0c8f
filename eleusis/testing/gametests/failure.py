"""How a failing game is told: where, why, and how the transcript has changed; never a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from eleusis.driving.replayed import Finding
from eleusis.ground.errors import EleusisError, Place, visible

_LONGEST = 60
"""The lines of a diff that are shown without -vv."""


class GameFailed(Exception):
    """A test that failed: what is wrong, and the lines of a diff."""

    def __init__(self, findings: Sequence[Finding], diff: Sequence[str] = ()) -> None:
        super().__init__(*(finding.text for finding in findings))
        self.findings = tuple(findings)
        self.diff = tuple(diff)


def findings_of(error: EleusisError) -> list[Finding]:
    """What an error tells of, as a replay would have found it."""
    return [Finding(single.code, single.place, single.message) for single in error.errors]


def changes(before: str, now: str, whole: bool) -> list[str]:
    """What has changed between two transcripts, from two lines before the first change on; all, if `whole`."""
    old, new = before.splitlines(), now.splitlines()
    pairs = enumerate(zip(old, new, strict=False))
    first = next((at for at, (a, b) in pairs if a != b), min(len(old), len(new)))
    lines = [f"the transcript has changed, from its line {first + 1} on (- the snapshot, + now):", ""]
    _, _, _, *body = difflib.unified_diff(old, new, n=2, lineterm="")
    diff = ["    ⋮" if line.startswith("@@ ") else line for line in body]
    if not whole and len(diff) > _LONGEST:
        left = len(diff) - _LONGEST
        diff = [*diff[:_LONGEST], f"    ⋮ {left} more lines (-vv shows them)"]
    return [*lines, *diff]


@attrs.frozen
class Crash:
    """Where a test failed, as pytest's short summary has it."""

    path: str
    lineno: int
    message: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class FailureText:
    """A failure as text that pytest can print."""

    def __init__(self, failed: GameFailed, folder: Path, path: Path) -> None:
        self.lines: list[str] = []
        for finding in failed.findings:
            where = str(_near(finding.place, folder))
            text = visible(finding.text)
            self.lines.append(f"{where}: {text}" if where else text)
        if failed.diff:
            diff = [visible(line) for line in failed.diff]  # the snapshot may be anybody's
            self.lines += ["", *diff] if self.lines else diff
        first = failed.findings[0] if failed.findings else None
        place = _near(first.place if first and first.place.file else Place(str(path)), folder)
        text = visible(first.text) if first else failed.diff[0].partition(" (")[0]
        if len(failed.findings) > 1:
            text = f"{len(failed.findings)} things are wrong; {text}"
        self.reprcrash = Crash(visible(place.file or ""), place.line or 1, text, str(place))

    def toterminal(self, tw: Any) -> None:
        """Prints it, the changed lines in colours."""
        for line in self.lines:
            tw.line(line, red=line.startswith("-"), green=line.startswith("+"))

    def __str__(self) -> str:
        return "\n".join(self.lines)


def _near(place: Place, folder: Path) -> Place:
    """A place with its file as seen from a folder, where it lies below that."""
    if place.file is None or not Path(place.file).is_absolute():
        return place
    try:
        return Place(str(Path(place.file).relative_to(folder)), place.line, place.column)
    except ValueError:
        return place
