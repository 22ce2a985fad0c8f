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

from eleusis.game.state import END_REASONS
from eleusis.ground.errors import LabError, Place, quote
from eleusis.ground.files import open_file
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import MAX_ROUNDS, Plan
from eleusis.lab.tally import Numbers

FORMAT = "5"
_NONE = ("not a database", "malformed", "no such")
"""What SQLite says of a file that is none, or a damaged one."""
_PAUSE = 0.3
"""Seconds between two writes to the disk, with PATIENCE before and behind it: half a second's work at most, and
the rounds that are being played, are lost when the program is killed."""


class Store:
    """An open file of results; used in a `with`.

    SQLite says whether a file is damaged; then it is refused, and the run is made again in another file.
    """

    def __init__(self, path: Path, plan: Plan, resume: bool) -> None:
        """Create the file, or open it to go on.

        Raises LabError: `lab/file-exists`, `lab/cannot-write`, `lab/not-results`, `lab/other-version`,
        `lab/other-plan`.
        """
        self.path = path
        self.plan = plan
        self.work = json.dumps(plan.same_work(), sort_keys=True)
        self.tables = _describe_tables(plan)
        there = _is_there(path)
        if there and not resume:
            self._fail("file-exists", "this file already exists: choose another name, or continue with --resume")
        self.created = not there
        try:
            self.base = sqlite3.connect(path)
            self.base.text_factory = _read_text
            with self._guard():
                if not (there and self._check()):
                    self._create(self.base)
        except LabError:
            self._drop()
            raise
        except sqlite3.Error as error:
            self._drop()
            self._fail("cannot-write", f"the results can't be written: {error}")
        self.written = time.monotonic()

    def _create(self, base: sqlite3.Connection) -> None:
        """The tables of a new file."""
        base.execute("BEGIN IMMEDIATE")
        for table in self.tables.values():
            base.execute(table)
        labels = json.dumps([arm.label for arm in self.plan.arms])
        meta = {"format": FORMAT, "eleusis": own_version(), "work": self.work, "labels": labels}
        base.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        base.commit()

    def _check(self) -> bool:
        """Whether these are results of this work; False for a file that is empty. Raises LabError for all else."""
        tables = dict(self.base.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        if not tables and not self.base.execute("PRAGMA page_count").fetchone()[0]:
            return False
        if not self.tables.keys() <= tables.keys():
            self._fail("not-results", "this isn't a results file of eleusis simulate, or it is damaged")
        self._check_head(dict(self.base.execute("SELECT key, value FROM meta")))
        if tables["rounds"] != self.tables["rounds"]:
            self._fail_as_damaged("it has other columns than it was made with")
        return True

    def _check_head(self, meta: dict[str, str]) -> None:
        if meta.get("format") != FORMAT or meta.get("eleusis") != own_version():
            wrote = f"eleusis {meta.get('eleusis', '?')}, format {meta.get('format', '?')}"
            here = f"eleusis {own_version()}, format {FORMAT}"
            self._fail("other-version", f"this was written by {wrote}, and can't be continued by {here}")
        if meta.get("work") != self.work:
            try:
                old = json.loads(meta["work"])
            except (KeyError, TypeError, ValueError):
                old = None
            if not isinstance(old, dict):
                self._fail_as_damaged("what was simulated can't be read")
            new = json.loads(self.work)
            other = [key for key in new if old.get(key) != new[key]] or ["arms"]
            self._fail("other-plan", f"these are the results of another simulation: other {', '.join(other)}")

    def load(self, arms: Sequence[RoundColumns]) -> int:
        """Fill in what the file has; returns how many rounds that are.

        Raises LabError (`lab/not-results`) for a damaged file.
        """
        loaded = 0
        with self._guard():
            said = self.base.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                self._fail_as_damaged(str(said))
            for arm, number, *numbers in self.base.execute("SELECT * FROM rounds"):
                if number > self.plan.rounds:
                    continue  # fewer are asked for than were played
                loaded += not arms[arm].done[number - 1]
                arms[arm].add(number, numbers)
        return loaded

    def add(self, arm: int, first: int, rows: Sequence[Sequence[int]]) -> None:
        """Append the rounds from `first` on."""
        numbered = [(arm, number, *row) for number, row in enumerate(rows, start=first)]
        places = ", ".join("?" * len(numbered[0]))
        with self._guard():
            self.base.executemany(f"INSERT OR REPLACE INTO rounds VALUES ({places})", numbered)
            if time.monotonic() - self.written > _PAUSE:
                self.base.commit()
                self.written = time.monotonic()

    def close(self) -> None:
        """Put what is there on the disk, and let go of the file."""
        with self._guard():
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
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError:  # of what SQLite says of a damaged file
            self._fail_as_damaged("its tables can't be read")
        except sqlite3.DatabaseError as error:
            if any(words in str(error) for words in _NONE):
                self._fail_as_damaged(str(error))
            self._fail("cannot-write", f"the results can't be saved here: {error}")
        except OSError as error:
            self._fail("cannot-write", f"the results can't be saved here: {(error.strerror or str(error)).lower()}")

    def _fail_as_damaged(self, why: str) -> NoReturn:
        text = f"this isn't a results file, or it is damaged ({why}): simulate again, in another file"
        self._fail("not-results", text)

    def _fail(self, code: str, message: str) -> NoReturn:
        raise LabError(f"lab/{code}", message, Place(str(self.path)))


def _describe_tables(plan: Plan) -> dict[str, str]:
    """The tables of a file, as they are made; which numbers a round can have SQLite checks itself."""
    ends = {"arm": len(plan.arms), "rule": len(plan.rules), "dealer": len(plan.seats), "ended": len(END_REASONS)}
    bounds = dict.fromkeys(("arm", "number", *Numbers.names(len(plan.seats))), (-(2**31), 2**31 - 1))
    bounds |= {name: (0, end - 1) for name, end in ends.items()} | {"number": (1, MAX_ROUNDS)}
    columns = "".join(
        f'"{name}" INTEGER NOT NULL CHECK (typeof("{name}") = \'integer\' AND "{name}" BETWEEN {low} AND {high}), '
        for name, (low, high) in bounds.items()
    )
    return {
        "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "rounds": f"CREATE TABLE rounds ({columns}PRIMARY KEY (arm, number)) WITHOUT ROWID",
    }


def _is_there(path: Path) -> bool:
    """Whether the file exists. Raises LabError (`lab/cannot-write`) where something else stands there.

    It is opened and closed before SQLite opens it: to close it later would take SQLite's locks away.
    """
    try:
        os.close(open_file(path))
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise _unwritable(path, (getattr(error, "strerror", None) or "not a path").lower()) from None
    return True


def _unwritable(path: Path, why: str) -> LabError:
    return LabError("lab/cannot-write", f"this can't be written: {why}", Place(str(path)))


def _read_text(raw: bytes) -> str:
    return raw.decode(errors="replace")  # a damaged text is one that differs


def own_version() -> str:
    """The version of eleusis that is running."""
    try:
        return version("eleusis")
    except PackageNotFoundError:
        return "(not installed)"


def check_writable(path: Path) -> None:
    """Raises LabError (`lab/cannot-write`) where a file can't be written; nothing is written yet."""
    folder = path.parent
    _is_there(path)
    if not folder.is_dir():
        raise _unwritable(path, f"there is no folder {quote(folder)}")
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(path, (error.strerror or str(error)).lower()) from None
