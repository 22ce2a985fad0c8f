"""The file of results: the numbers of each round in SQLite, appended as they come, to go on with after a kill."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from eleusis.door import open_file
from eleusis.errors import LabError, Place, quote
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.rescue import BROKEN, Rescue, head_sum, row_sum, work_sum
from eleusis.lab.tally import Numbers

FORMAT = "3"
_BROKEN = ("not a database", "malformed", "no such", "decode")
"""What SQLite says of a file that is none, or a damaged one."""
_PAUSE = 0.3
"""Seconds between two writes to the disk, with PATIENCE before and behind it: half a second's work at most, and
the rounds that are being played, are lost when the program is killed."""


class Store:
    """An open file of results; used in a `with`.

    Every row has a checksum, of its numbers and of the work that they are of. What is damaged is told when it is
    loaded, left out, and so played anew; the file is then written anew with what is sound.
    """

    def __init__(self, path: Path, plan: Plan, resume: bool, tell: Callable[[str], None] | None = None) -> None:
        """Create the file, or open it to go on; `tell` is given what is damaged, as a sentence.

        Raises LabError: `lab/file-exists`, `lab/cannot-write`, `lab/not-results`, `lab/other-version`,
        `lab/other-plan`.
        """
        self.path = path
        self.plan = plan
        self.tell = tell or (lambda text: None)
        self.work = json.dumps(plan.same_work(), sort_keys=True)
        self.start = work_sum(self.work)
        self.names = Numbers.names(len(plan.seats))
        self.head_damaged = False
        there = _is_there(path)
        if there and not resume:
            self._fail("file-exists", "this file already exists: choose another name, or continue with --resume")
        self.created = not there
        try:
            self.base = _connect(path)
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
        columns = ", ".join(f'"{name}" INTEGER NOT NULL' for name in (*self.names, "sum"))
        base.execute("BEGIN IMMEDIATE")
        base.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        base.execute(
            f"CREATE TABLE rounds (arm INTEGER, number INTEGER, {columns}, PRIMARY KEY (arm, number)) WITHOUT ROWID"
        )
        labels = json.dumps([arm.label for arm in self.plan.arms])
        meta = {"format": FORMAT, "eleusis": _version(), "work": self.work, "labels": labels}
        base.executemany("INSERT INTO meta VALUES (?, ?)", {**meta, "sum": head_sum(meta)}.items())
        base.commit()

    def _check(self) -> bool:
        """Whether these are results of this work; False for a file that is empty. Raises LabError for all else."""
        names = [row[0] for row in self.base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if not names and not self.base.execute("PRAGMA page_count").fetchone()[0]:
            return False
        if not {"meta", "rounds"} <= set(names):
            self._fail("not-results", "this isn't a results file of eleusis simulate, or it is damaged")
        columns = [row[1] for row in self.base.execute("PRAGMA table_info(rounds)")]
        meta = self._meta()
        if "sum" not in meta and "sum" not in columns:
            self._fail_as_of_another_version(meta, "whose rounds have no checksums, and")
        self.head_damaged = meta.get("sum") != head_sum(meta)
        if not self.head_damaged:
            self._check_head(meta)
        if columns != ["arm", "number", *self.names, "sum"]:
            self._fail_as_damaged("it has other columns than it was made with")
        return True

    def _meta(self) -> dict[str, str]:
        """What the file says of itself, as far as it can be read."""
        try:
            return {str(key): str(value) for key, value in self.base.execute("SELECT key, value FROM meta")}
        except BROKEN:
            return {"sum": "unreadable"}

    def _check_head(self, meta: dict[str, str]) -> None:
        if meta.get("format") != FORMAT or meta.get("eleusis") != _version():
            self._fail_as_of_another_version(meta, "and")
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
        """Fill in what the file has and is sound; returns how many rounds that are.

        Raises LabError (`lab/not-results`) where nothing of a damaged file is.
        """
        loaded = kept = 0
        with self._guard():
            rescue = Rescue(self.base, self.plan, self.start)
            for arm, number, numbers in rescue.rows():
                kept += 1
                if number > self.plan.rounds:
                    continue  # fewer are asked for than were played
                loaded += not arms[arm].done[number - 1]
                arms[arm].add(number, numbers)
            damage = rescue.describe([arm.label for arm in self.plan.arms])
            if self.head_damaged:
                damage = "a damaged head" + (f", {damage}" if damage else "")
            if not damage and not self._well_built():
                damage = "a damaged structure"
            if damage:
                if not kept:
                    self._fail_as_damaged(f"it has {damage}, and no round of this simulation")
                self._build_anew()
                sound = "1 round is" if kept == 1 else f"{kept:,} rounds are"
                self.tell(f"{self.path}: it has {damage}; {sound} kept, what is missing is played again")
        return loaded

    def _well_built(self) -> bool:
        try:
            return [row[0] for row in self.base.execute("PRAGMA quick_check(1)")] == ["ok"]
        except BROKEN:
            return False

    def _build_anew(self) -> None:
        """Put a file of the sound rows in the place of the damaged one, which stays until the new one is whole."""
        target = self.path.resolve()
        part = target.with_name(f".{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            self.base.execute("BEGIN IMMEDIATE")  # nobody else goes on with it meanwhile
        except BROKEN as error:
            if "locked" in str(error):
                raise
        new = _connect(part)
        try:
            self._create(new)
            sound = Rescue(self.base, self.plan, self.start).rows()
            new.executemany(self._insert(), (self._seal(arm, number, row) for arm, number, row in sound))
            new.commit()
            new.close()
            self.base.close()
            part.replace(target)
        except BaseException:
            new.close()
            part.unlink(missing_ok=True)
            raise
        self.base = _connect(self.path)

    def _insert(self) -> str:
        return f"INSERT OR REPLACE INTO rounds VALUES ({', '.join('?' * (3 + len(self.names)))})"

    def _seal(self, arm: int, number: int, numbers: Sequence[int]) -> tuple[int, ...]:
        """A row as the table has it, its checksum last."""
        row = (arm, number, *numbers)
        return (*row, row_sum(self.start, row))

    def add(self, arm: int, first: int, rows: Sequence[Sequence[int]]) -> None:
        """Append the rounds from `first` on."""
        sealed = [self._seal(arm, number, row) for number, row in enumerate(rows, start=first)]
        with self._guard():
            self.base.executemany(self._insert(), sealed)
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
            if any(words in str(error) for words in _BROKEN):
                self._fail_as_damaged(str(error))
            self._fail("cannot-write", f"the results can't be saved here: {error}")
        except OSError as error:
            self._fail("cannot-write", f"the results can't be saved here: {(error.strerror or str(error)).lower()}")

    def _fail_as_of_another_version(self, meta: dict[str, str], joint: str) -> NoReturn:
        wrote = f"eleusis {meta.get('eleusis', '?')}, format {meta.get('format', '?')}"
        here = f"eleusis {_version()}, format {FORMAT}"
        self._fail("other-version", f"this was written by {wrote}, {joint} can't be continued by {here}")

    def _fail_as_damaged(self, why: str) -> NoReturn:
        self._fail("not-results", f"this isn't a results file, or it is damaged: {why}")

    def _fail(self, code: str, message: str) -> NoReturn:
        raise LabError(f"lab/{code}", message, Place(str(self.path)))


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


def _connect(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path)
    base.text_factory = lambda raw: raw.decode(errors="replace")  # a damaged text is one that differs
    return base


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
        raise _unwritable(path, f"there is no folder {quote(folder)}")
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(path, (error.strerror or str(error)).lower()) from None
