"""What is known of all tables without opening any: one sqlite file, which can be made again from the game files.

Several servers may share it, each for the tables of its shard; it holds no hand, no rule and no key.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs
import msgspec
from msgspec.structs import replace

from eleusis.doors.web.evenings.evening import last_path, seats_path
from eleusis.doors.web.evenings.kept import read_kept
from eleusis.doors.web.rooms.codes import WHOLE, Shard, is_code
from eleusis.doors.web.rooms.room_messages import Glance
from eleusis.doors.web.web_messages import PlayerSeen
from eleusis.ground.data import from_data
from eleusis.ground.errors import EleusisError, Place, ScriptError

AWAY = "away"
"""The folder in the room's own in which tables are that have been put away."""
_TABLES = "CREATE TABLE IF NOT EXISTS tables (code TEXT PRIMARY KEY, glance BLOB NOT NULL)"
_PATIENCE = 10.0
"""Seconds to wait for another server that writes."""


@attrs.define(eq=False)
class Register:
    """The tables of a room, in `FOLDER/room.sqlite`."""

    folder: Path
    shard: Shard = WHOLE
    """The tables that are seen to here; those of other servers are theirs."""
    _base: sqlite3.Connection = attrs.field(init=False)
    _turn: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    """A transaction is the connection's, not the thread's: one at a time."""

    def __attrs_post_init__(self) -> None:
        try:
            self._base = self._open()
        except sqlite3.DatabaseError:  # damaged: all that stands there stands in the files too
            self.path.unlink(missing_ok=True)
            try:
                self._base = self._open()
            except sqlite3.Error as error:
                raise _cannot_write(self.path, error) from None

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / "room.sqlite"

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        base.execute("PRAGMA synchronous = OFF")  # what a power cut takes is made again
        base.execute(_TABLES)
        base.execute("SELECT count(*), max(length(glance)) FROM tables").fetchone()
        self.path.chmod(0o600)
        return base

    def read(self) -> dict[str, Glance]:
        """All tables by code, as they were noted last; what can't be read is left out."""
        with self._turn:
            rows: list[tuple[str, bytes]] = self._base.execute("SELECT code, glance FROM tables").fetchall()
        tables = {}
        for code, data in rows:
            with contextlib.suppress(msgspec.MsgspecError):
                tables[code] = from_data(msgspec.json.decode(data), Glance)
        return tables

    def note(self, tables: Iterable[Glance]) -> None:
        """Note how tables stand. Raises ScriptError (`script/cannot-write`)."""
        rows = [(table.code, msgspec.json.encode(replace(table, asleep=True))) for table in tables]
        self._write("INSERT OR REPLACE INTO tables VALUES (?, ?)", rows)

    def drop(self, codes: Iterable[str]) -> None:
        """Forget tables. Raises ScriptError (`script/cannot-write`)."""
        self._write("DELETE FROM tables WHERE code = ?", [(code,) for code in codes])

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Do a statement for all rows, or for none. Raises ScriptError (`script/cannot-write`)."""
        try:
            with self._turn, self._base:
                self._base.execute("BEGIN IMMEDIATE")
                self._base.executemany(statement, rows)
        except sqlite3.Error as error:
            raise _cannot_write(self.path, error) from None

    def make_again(self) -> dict[str, Glance]:
        """All tables by code, by what files there are; what was noted of them holds until somebody opens one.

        Of other servers' tables it is what they have noted.
        """
        self._finish_moves()
        noted = self.read()
        tables = {code: table for code, table in noted.items() if not self.shard.has(code)}
        for folder in (self.folder, self.folder / AWAY):
            away = folder.name == AWAY
            for code, moved in self._find_own(folder).items():
                table = noted.get(code)
                if table is None:
                    table = _read_glance(folder / f"{code}.yaml", code, moved)
                tables[code] = replace(table, away=away, asleep=True)
        self.note(table for code, table in tables.items() if noted.get(code) != table)
        self.drop(noted.keys() - tables.keys())
        return tables

    def _finish_moves(self) -> None:
        """Bring home what is left away of a table that is here: a server was killed while it moved one."""
        away = self.folder / AWAY
        for code in self._find_own(self.folder).keys() & self._find_own(away).keys():
            for path in files_of(away, code):
                if not (self.folder / path.name).exists():
                    path.rename(self.folder / path.name)

    def _find_own(self, folder: Path) -> Mapping[str, float]:
        return {code: moved for code, moved in _find_tables(folder).items() if self.shard.has(code)}

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            self._base.close()


def files_of(folder: Path, code: str) -> Iterator[Path]:
    """The files of a table: of each game, and of its seats; the seats of the first game come last."""
    own = [*folder.glob(f"{code}.yaml*"), *folder.glob(f"{code}-*.yaml*")]
    yield from sorted(own, key=lambda path: path.name == f"{code}.yaml.seats")


def _find_tables(folder: Path) -> Mapping[str, float]:
    """The codes of the tables in a folder, each with when one of its files was written last."""
    moved: dict[str, float] = {}
    for path in folder.glob("*.yaml*"):
        code, _, rest = path.name.partition(".")
        code = code.partition("-")[0]
        if is_code(code) and rest in ("yaml", "yaml.seats"):
            with contextlib.suppress(OSError):
                moved[code] = max(moved.get(code, 0.0), path.stat().st_mtime)
    return moved


def _read_glance(path: Path, code: str, moved: float) -> Glance:
    """What the files of a table tell of it at first sight: who sits there, and what is played."""
    try:
        kept = read_kept(seats_path(last_path(path)))
    except EleusisError as error:
        return Glance(code=code, broken=error.message, made=moved, moved=moved)
    players = [PlayerSeen(seat.name, seat.kind, seat.bot, True) for seat in kept.players]
    return Glance(
        code=code,
        title=kept.plan.edition.title,
        phase="between" if last_path(path).exists() else "lobby",
        players=players,
        made=moved,
        moved=moved,
    )


def _cannot_write(path: Path, error: sqlite3.Error) -> ScriptError:
    return ScriptError("script/cannot-write", f"the list of tables can't be written: {error}", Place(str(path)))
