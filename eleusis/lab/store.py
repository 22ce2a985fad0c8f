"""The file of results: the numbers of each round in SQLite, appended as they come, to go on with after a kill."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from eleusis.door import opened
from eleusis.errors import Place, quote
from eleusis.lab.columns import Rounds
from eleusis.lab.errors import LabError
from eleusis.lab.plan import Plan
from eleusis.script.facts import REASONS

FORMAT = "2"
_BROKEN = ("not a database", "malformed", "no such", "decode")
"""What SQLite says of a file that is none, or a damaged one."""
_PAUSE = 0.5
"""Seconds between two writes to the disk: so much work at most is lost when the program is killed."""


class Store:
    """An open file of results; used in a `with`."""

    def __init__(self, path: Path, plan: Plan, resume: bool) -> None:
        """Create the file, or open it to go on.

        Raises LabError: `lab/file-exists`, `lab/cannot-write`, `lab/not-results`, `lab/other-version`,
        `lab/other-plan`.
        """
        self.path = path
        self.plan = plan
        there = _is_there(path)
        if there and not resume:
            self._fail("file-exists", "this file exists already: take another name, or go on with --resume")
        self.created = not there
        try:
            self.base = sqlite3.connect(path)
            with self._told():
                self._open(there)
        except LabError:
            self._drop()
            raise
        except sqlite3.Error as error:
            self._drop()
            self._fail("cannot-write", f"the results can't be written: {error}")
        self.written = time.monotonic()

    def _open(self, there: bool) -> None:
        names = [row[0] for row in self.base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if there and names:
            if not {"meta", "rounds"} <= set(names):
                self._fail("not-results", "this is no file of results of eleusis simulate")
            self._check(dict(self.base.execute("SELECT key, value FROM meta")))
            return
        columns = ", ".join(f'"{name}" INTEGER NOT NULL' for name in self._names())
        self.base.execute("BEGIN IMMEDIATE")
        self.base.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        self.base.execute(
            f"CREATE TABLE rounds (arm INTEGER, number INTEGER, {columns}, PRIMARY KEY (arm, number)) WITHOUT ROWID"
        )
        labels = json.dumps([arm.label for arm in self.plan.arms])
        meta = {"format": FORMAT, "eleusis": _version(), "work": self._work(), "labels": labels}
        self.base.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        self.base.commit()

    def _check(self, meta: dict[str, str]) -> None:
        if meta.get("format") != FORMAT or meta.get("eleusis") != _version():
            wrote = f"eleusis {meta.get('eleusis', '?')}, format {meta.get('format', '?')}"
            here = f"eleusis {_version()}, format {FORMAT}"
            self._fail("other-version", f"this was written by {wrote}, and is not gone on with by {here}")
        if meta.get("work") != self._work():
            try:
                old = json.loads(meta["work"])
            except (KeyError, TypeError, ValueError):
                old = None
            if not isinstance(old, dict):
                self._damaged("what was simulated can't be read")
            new = json.loads(self._work())
            other = [key for key in new if old.get(key) != new[key]] or ["arms"]
            self._fail("other-plan", f"these are the results of another simulation: other {', '.join(other)}")
        columns = [row[1] for row in self.base.execute("PRAGMA table_info(rounds)")]
        if columns != ["arm", "number", *self._names()]:
            self._damaged("it has other columns than it was made with")

    def _names(self) -> tuple[str, ...]:
        """The columns of the numbers."""
        return Rounds(_short(self.plan)).names

    def _work(self) -> str:
        return json.dumps(self.plan.same_work(), sort_keys=True)

    def load(self, arms: Sequence[Rounds]) -> int:
        """Fill in what the file has; returns how many rounds that are. Raises LabError (`lab/not-results`)."""
        found = 0
        ranges = {"ended": len(REASONS), "rule": len(self.plan.rules)}
        checks = [(arms[0].names.index(name), name, end) for name, end in ranges.items()]
        dealer = arms[0].names.index("dealer")
        with self._told():
            for arm, number, *numbers in self.base.execute("SELECT * FROM rounds"):
                if not (type(arm) is type(number) is int and 0 <= arm < len(arms) and number >= 1):
                    self._damaged(f"there is no round {number!r} of variant {arm!r}")
                if number > self.plan.rounds:
                    continue  # fewer are asked for than were played
                # what is out of its range would be taken for something else further on, or break off there
                if not all(type(one) is int and -(2**31) <= one < 2**31 for one in numbers):
                    self._damaged(f"round {number} has something that is no number")
                if numbers[dealer] != self.plan.dealer(number):
                    self._damaged(f"round {number} has another dealer")
                for place, name, end in checks:
                    if not 0 <= numbers[place] < end:
                        self._damaged(f"round {number} has {numbers[place]} as its {name}")
                arms[arm].add(number, numbers)
                found += 1
        return found

    def add(self, arm: int, first: int, rows: Sequence[Sequence[int]]) -> None:
        """Append the rounds from `first` on."""
        marks = ", ".join("?" * (2 + len(rows[0])))
        with self._told():
            self.base.executemany(
                f"INSERT OR IGNORE INTO rounds VALUES ({marks})",
                [(arm, number, *row) for number, row in enumerate(rows, start=first)],
            )
            if time.monotonic() - self.written > _PAUSE:
                self.base.commit()
                self.written = time.monotonic()

    def close(self) -> None:
        with self._told():
            self.base.commit()
        self.base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # A run that broke off before its first round leaves no file that would be in the way of the next.
        if kind is not None and self.created and not self._any():
            self._drop()
        else:
            self.close()

    def _any(self) -> bool:
        """Whether a round is kept; also where that can't be told."""
        try:
            return self.base.execute("SELECT 1 FROM rounds LIMIT 1").fetchone() is not None
        except sqlite3.Error:
            return True

    def _drop(self) -> None:
        """Leave nothing half-written behind."""
        if hasattr(self, "base"):
            self.base.close()
        if self.created and self.path.exists():
            self.path.unlink()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if any(words in str(error) for words in _BROKEN):
                self._damaged(str(error))
            self._fail("cannot-write", f"the results can't be kept here: {error}")

    def _damaged(self, why: str) -> NoReturn:
        self._fail("not-results", f"this is no file of results, or it is damaged: {why}")

    def _fail(self, code: str, message: str) -> NoReturn:
        raise LabError(f"lab/{code}", message, Place(str(self.path)))


def _is_there(path: Path) -> bool:
    """Whether the file exists. Raises LabError (`lab/cannot-write`) where something else stands there.

    It is opened and closed before SQLite opens it: to close it later would take SQLite's locks away.
    """
    try:
        os.close(opened(path))
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "not a path").lower()
        raise LabError("lab/cannot-write", f"this can't be written: {why}", Place(str(path))) from None
    return True


def _short(plan: Plan) -> Plan:
    """The same plan with one round: for the names of its columns."""
    import attrs

    return attrs.evolve(plan, rounds=1)


def _version() -> str:
    try:
        return version("eleusis")
    except PackageNotFoundError:
        return "(not installed)"


def check_writable(path: Path) -> None:
    """Raises LabError (`lab/cannot-write`) where a file can't be written; nothing is written yet."""
    folder = path.parent
    _is_there(path)
    if not folder.is_dir():
        why = f"there is no folder {quote(folder)}"
        raise LabError("lab/cannot-write", f"this can't be written: {why}", Place(str(path)))
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise LabError("lab/cannot-write", f"this can't be written: {why}", Place(str(path))) from None
