"""The file of results: an entry a line, appended as they come, to go on with after a kill."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from eleusis.benchmark.contest import Contest
from eleusis.benchmark.entries import Entry, Key
from eleusis.benchmark.held_out import MOST
from eleusis.ground.errors import LabError, Place, ScriptError, quote
from eleusis.ground.files import read_bytes, write_whole
from eleusis.lab.store import check_writable, own_version

_LONGEST = 1 << 30
"""Bytes of a file of results."""


def load_entries(path: Path, tell: Callable[[str], None] | None = None) -> list[Entry]:
    """The entries of a file of results; blank lines are passed over, and a last one that was torn, which is told.

    Raises LabError (`lab/not-results`, with the line) for what is no entry, or no file of results at all.
    """
    try:
        rows, damaged, torn = read_lines(read_bytes(path, _LONGEST), path)
    except FileNotFoundError:
        raise LabError("lab/not-results", "there is no such file", Place(str(path))) from None
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "not a path").lower()
        raise LabError("lab/not-results", f"this can't be read: {why}", Place(str(path))) from None
    if damaged:
        raise damaged[0]
    entries = [entry for _, entry, _ in rows]
    if torn and entries and tell is not None:
        tell(f"{path}: the last line was incomplete, and is left out")
    if not entries:
        raise LabError("lab/not-results", "this file has no benchmark entry in it", Place(str(path)))
    return entries


def read_lines(raw: bytes, path: Path) -> tuple[list[tuple[bytes, Entry, Place]], list[LabError], bool]:
    """The lines of a file with their entries, what is wrong with others, and whether the last one was torn."""
    rows = [(line, Place(str(path), at)) for at, line in enumerate(raw.split(b"\n"), start=1) if line.strip()]
    # A line that was torn has no end, unless an editor has given it one.
    torn = bool(rows) and not _is_json(rows[-1][0]) and (len(rows) > 1 or not raw.endswith(b"\n"))
    entries, damaged = [], []
    for line, place in rows[: len(rows) - torn]:
        try:
            entries.append((line, read_entry(line, place), place))
        except LabError as error:
            damaged.append(error)
    return entries, damaged, torn


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def read_entry(line: bytes, place: Place) -> Entry:
    """The entry of a line. Raises LabError (`lab/not-results`)."""
    try:
        data: object = json.loads(line)
    except (ValueError, RecursionError):
        raise LabError("lab/not-results", "this line isn't JSON, so it can't be a benchmark entry", place) from None
    return Entry.from_json(data, place)


class Ledger:
    """A file of results, which is there from its first entry on.

    The entries of a bout are written at once, and are on the disk when `add` returns. What is found when it is
    gone on with is held against the contest: another player, rule or deal is an error, and nothing is touched.
    """

    def __init__(
        self, path: Path, contest: Contest, resume: bool, tell: Callable[[str], None] | None = None
    ) -> None:
        """Take in what the file has; `tell` is given what is damaged, as a sentence.

        Raises LabError: `lab/file-exists`, `lab/cannot-write`, `lab/not-results`, `lab/other-version`,
        `lab/other-plan`.
        """
        self.path = path
        self.contest = contest
        self.entries: dict[Key, Entry] = {}
        """What the file had, of the bouts that are whole."""
        check_writable(path)
        raw = read_bytes(path, _LONGEST) if path.exists() else b""
        if raw and not resume:
            self._fail("file-exists", "this file already exists: choose another name, or continue with --resume")
        self._load(raw, tell or (lambda text: None))

    def add(self, entries: Sequence[Entry]) -> None:
        """Append the entries of a bout; they are on the disk when this returns. Raises LabError."""
        try:
            with self.path.open("a", encoding="ascii") as file:
                file.writelines(f"{json.dumps(entry.to_json())}\n" for entry in entries)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            self._fail("cannot-write", f"the results can't be saved here: {why}")

    def _load(self, raw: bytes, tell: Callable[[str], None]) -> None:
        """Take in what the file has; what is torn or damaged goes, and its rounds are played anew."""
        rows, damaged, torn = read_lines(raw, self.path)
        if damaged and not rows:
            self._fail("not-results", "this isn't a results file of eleusis benchmark, or it is damaged")
        for _, entry, place in rows:
            self._check(entry, place)
        sound = {entry.key: (line, entry) for line, entry, _ in rows}
        for bout in self.contest.all_bouts:
            keys = list(self.contest.keys(*bout))
            if not all(key in sound for key in keys):  # it was killed between the seats of a round
                for key in keys:
                    sound.pop(key, None)
        self.entries = {key: entry for key, (_, entry) in sound.items()}
        kept = b"".join([line + b"\n" for line, _ in sound.values()])
        if damaged:
            named = ", ".join(str(error.line) for error in damaged[:5]) + (", …" if len(damaged) > 5 else "")
            tell(f"{self.path}: damaged in line {named}; what is missing is played again")
        elif torn:
            tell(f"{self.path}: the last line was incomplete; its round is played again")
        if kept != raw:
            try:
                write_whole(self.path.resolve(), kept.decode(), lasting=True)
            except ScriptError as error:
                self._fail("cannot-write", error.message)

    def _check(self, entry: Entry, place: Place) -> None:
        """Raises LabError where an entry is not of this contest. What is only not asked for now may stay."""
        if entry.version != own_version():
            message = (
                f"this was written by eleusis {entry.version or '?'}, and can't be continued by {own_version()}"
            )
            raise LabError("lab/other-version", message, place)
        expected = self.contest.expected.get(entry.key)
        if expected is None:
            first = self.contest.expected.get((entry.file, 1, entry.rotation, entry.seat))
            made = entry.file in self.contest.open_ended and entry.round <= MOST
            if made and first is not None and first[1].how == entry.player:
                return  # more were made up than are asked for now
            what = f"a round that you didn't ask for: {quote(entry.file)}, {entry.round}, {quote(entry.seat)}"
            raise LabError("lab/other-plan", f"these are the results of another benchmark: {what}", place)
        challenge, kind = expected
        other = [
            f"{name} {quote(old)} instead of {quote(new)}"
            for name, old, new in (
                ("the player", entry.player, kind.how),
                ("the variant", entry.edition, challenge.variant.name),
                ("the rule", entry.rule, challenge.rule.text),
            )
            if old != new
        ]
        if not other and entry.deal != challenge.mark:
            other.append("other cards, or settings of the variant")
        if entry.leave_out != self.contest.leave_out:
            other.append("with --leave-out" if entry.leave_out else "without --leave-out")
        if other:
            message = f"these are the results of another benchmark: {'; '.join(other)}"
            raise LabError("lab/other-plan", message, place)

    def _fail(self, code: str, message: str) -> NoReturn:
        raise LabError(f"lab/{code}", message, Place(str(self.path)))
