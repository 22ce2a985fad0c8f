"""A room full of tables: each is made, opened when somebody comes, put to sleep when all have gone, and put away.

A table that is open is an evening, as `eleusis serve` has it; asleep it is a glance, and its files. Everything here
runs in one event loop; files are read and written in threads beside it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

import attrs
from msgspec.structs import replace
from starlette.applications import Starlette

from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings.evening import Evening, last_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan, read_players
from eleusis.doors.web.hub import Hub, Work, new_gates
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.rooms import table_files
from eleusis.doors.web.rooms.codes import draw_code
from eleusis.doors.web.rooms.glancing import glance
from eleusis.doors.web.rooms.room_file import RoomKept, change_room, read_room, write_room
from eleusis.doors.web.rooms.room_log import RoomLog
from eleusis.doors.web.rooms.room_messages import Glance
from eleusis.doors.web.rooms.served_tables import Extras, lay_table, take_up
from eleusis.doors.web.rooms.table_files import AWAY, find_tables, is_home
from eleusis.doors.web.work_threads import in_thread
from eleusis.ground.errors import EleusisError
from eleusis.ground.files import count_files

ROOM_FILE: Final = "room.json"
"""The file in the folder in which the owner's key is, and what tables are made with."""
FALLS_ASLEEP: Final = 120.0
"""Seconds after which a table that nobody looks at is put to sleep."""
_LOOK: Final = 1.0
"""Seconds between two looks at all tables that are open."""
MOST_TABLES: Final = 10_000
"""The most tables that a room may have, besides those put away: a public door can't fill the disk."""
FILES_OF_TABLE: Final = 2
"""Files that a table holds which is open: its game, and its lock."""
_PATIENCE: Final = 2.0
"""Seconds that a table has to come to its end when the server does."""
_PHASES: Final = {
    "lobby": "people sit down",
    "rule": "the dealer chooses a rule",
    "play": "a round is on",
    "between": "a round is over",
    "over": "the game is over",
}


@attrs.define(eq=False)
class OpenTable:
    """A table whose pages are open."""

    code: str
    api: Api
    app: Starlette
    _glance: Glance
    """How it stood when it was looked at last; before that, as it was when it was opened."""
    used: float = attrs.field(factory=time.monotonic)
    """When somebody last asked for something."""
    _n: int = attrs.field(default=attrs.Factory(lambda table: table.evening.chronicle.last, takes_self=True))
    _version: int = -1

    @property
    def hub(self) -> Hub:
        """What goes on behind its pages."""
        return self.api.answers.hub

    @property
    def evening(self) -> Evening:
        """Its evening."""
        return self.api.evening

    def look(self) -> Glance:
        """The table at a glance, worked out once for each change; while one is under way, as it was before."""
        if not self.hub.busy and self._version != self.hub.version:
            self._version, n, moved = self.hub.version, self.evening.chronicle.last, self._glance.moved
            if n != self._n and n not in self.evening.marks.by_clock:  # a table whose clock plays alone is still
                moved = time.time()
            self._n = n
            self._glance = glance(self._glance, self.hub, moved)
        return self._glance

    @property
    def idle(self) -> float:
        """For how many seconds nobody has looked at it, or asked for anything."""
        return 0.0 if self.hub.streams else time.monotonic() - self.used


@attrs.define(eq=False)
class Room:
    """The tables in a folder; `url` is where the room is found, without a slash at its end."""

    folder: Path
    url: str
    extras: Extras = attrs.field(factory=Extras)
    kept: RoomKept = attrs.field(init=False)
    listed: dict[str, Glance] = attrs.field(init=False)
    """All tables, as they were looked at last."""
    open: dict[str, OpenTable] = attrs.field(factory=dict, init=False)
    """Those that are open, by code."""
    log: RoomLog = attrs.field(init=False)
    closing: bool = attrs.field(default=False, init=False)
    _gates: Mapping[Work, asyncio.Semaphore] = attrs.field(factory=new_gates, init=False)
    _turns: WeakValueDictionary[str, asyncio.Lock] = attrs.field(factory=WeakValueDictionary, init=False)
    """Who opens a table, puts it to sleep or away waits for whoever does so now; a lock is there while any wait."""

    def __attrs_post_init__(self) -> None:
        (self.folder / AWAY).mkdir(parents=True, exist_ok=True)
        self.kept = read_room(self.folder / ROOM_FILE)
        self.listed = find_tables(self.folder)
        self.log = RoomLog(self.folder)

    def cookie(self, path: str = "/") -> SeatCookie:
        """The cookie of this room, which browsers send below a path alone."""
        return SeatCookie(self.sign("cookie")[:8], secure=self.url.startswith("https:"), path=path)

    def is_owner(self, key: str) -> bool:
        """Whether this is the owner's key; the time that takes tells nothing."""
        return hmac.compare_digest(_hash(key), _hash(self.kept.key))

    @property
    def wall_key(self) -> str:
        """The key of the wall, which opens nothing else."""
        return self.sign("wall")

    def sign(self, text: str) -> str:
        """What only this room could have written about a text: 32 hexadecimal digits."""
        return hmac.digest(self.kept.key.encode(), text.encode(), "sha256").hex()[:32]

    def change(self, changes: Mapping[str, object]) -> None:
        """Change what tables are made with. Raises as `change_room` and `write_room`."""
        kept = change_room(self.kept, changes, self.extras.rules, self.extras.programs)
        write_room(self.folder / ROOM_FILE, kept)
        self.kept = kept
        for table in self.open.values():
            table.api.seating.forbidden = kept.forbidden

    # What there is

    def tables(self, *, away: bool = True) -> list[Glance]:
        """All tables, the oldest first; without those that have been put away, if so said."""
        tables = [self.open[code].look() if code in self.open else seen for code, seen in self.listed.items()]
        return sorted((seen for seen in tables if away or not seen.away), key=lambda seen: (seen.made, seen.code))

    def has(self, code: str) -> bool:
        """Whether there is a table behind a code, and it has not been put away."""
        return code in self.listed and not self.listed[code].away

    # Tables that are opened, and put to sleep

    async def find(self, code: str) -> OpenTable:
        """The table behind a code, opened if it was asleep. Raises WebError (`web/no-table`, `web/broken`)."""
        table = self.open.get(code)
        if table is None:
            async with self._turn(code):
                table = self.open.get(code)
                if table is None:
                    self._check_files()
                    table = self._begin(code, await asyncio.to_thread(self._open, code))
        table.used = time.monotonic()
        return table

    def _no_table(self, code: str) -> WebError:
        if code in self.listed:
            return WebError("web/no-table", f"table {code} has been put away: ask whoever runs this server")
        return WebError("web/no-table", f"there is no table {code}: check the code, or ask who gave it to you")

    async def make(self, names: Sequence[str] = ()) -> OpenTable:
        """A new table, for people of these names, or for whoever comes; bots are named as on the command line.

        Raises WebError (`web/table-full`), and what making an evening raises.
        """
        if sum(map(self.has, self.listed)) >= MOST_TABLES:
            raise WebError("web/table-full", f"{MOST_TABLES} tables are enough: put some away")
        self._check_files()
        code = draw_code(self.listed)
        async with self._turn(code):
            now = time.time()
            self.listed[code] = Glance(code=code, made=now, moved=now)
            try:
                table = self._begin(code, await asyncio.to_thread(self._lay, code, names))
            except BaseException:
                del self.listed[code]
                raise
        self.log.note(code, "made")
        return table

    def _check_files(self) -> None:
        """Raises WebError (`web/table-full`) where one more open table would take files that pages need."""
        granted = count_files()
        if granted is not None and (len(self.open) + 1) * FILES_OF_TABLE > granted * 3 // 4:
            self.log.note("", f"the system grants {granted} open files, too few: raise LimitNOFILE, or ulimit -n")
            raise WebError("web/table-full", "as many tables are open as this server bears: try again later")

    def _lay(self, code: str, names: Sequence[str]) -> Evening:
        kept, programs = self.kept, self.extras.programs
        template = read_players(kept.players, programs) if kept.players.strip() else ()
        players = [*names, *({"seat": seat.name, "kind": seat.how} for seat in template)]
        return lay_table(
            self.folder / f"{code}.yaml",
            EveningPlan().change(kept.plan, self.extras.rules),
            {"players": players, "free": not names},
            self.extras,
            forbidden=kept.forbidden,
            seed=kept.seed,
            shared_seed=kept.seed,
            room=self.folder,
            made=self.listed[code].made,
        )

    def _open(self, code: str) -> Evening:
        """A table as it was left; what is wrong with its files is for the owner alone.

        Raises WebError (`web/no-table`, `web/broken`).
        """
        if not self.has(code) or not is_home(self.folder, code):
            raise self._no_table(code)
        try:
            path = last_path(self.folder / f"{code}.yaml")
            evening, dropped = take_up(path, self.extras, forbidden=self.kept.forbidden)
        except EleusisError as error:
            self.log.note(code, f"can't be opened: {error}")
            if error.code in ("script/cannot-write", "script/in-use"):  # which passes: the files are as they were
                raise WebError("web/broken", "this table can't be opened now: try again in a moment") from None
            self.listed[code] = replace(self.listed[code], broken=str(error))
            raise WebError("web/broken", "this table's files are damaged: tell whoever runs this server") from None
        if dropped:
            self.log.note(code, "the last line of its file was incomplete, and has been dropped")
        evening.room = self.folder
        return evening

    def _begin(self, code: str, evening: Evening) -> OpenTable:
        hub = Hub(evening, in_thread, self._gates, closing=self.closing)
        cookie = self.cookie(f"/{code}/")
        answers = TableAnswers(evening, hub, [f"{self.url}/{code}"], reached=True)
        say = partial(self.log.note, code)
        app = make_app(api := Api(answers, cookie, say=say, is_owner=self.is_owner))
        app.router.redirect_slashes = False  # it knows nothing of the code before its paths
        now = replace(self.listed[code], asleep=False, opened=time.time())
        table = self.open[code] = OpenTable(code, api, app, now)
        self.listed[code] = table.look()
        hub.start()
        return table

    async def sleep(self, code: str) -> None:
        """Put a table to sleep: what is under way there is done first, and nothing is begun any more."""
        async with self._turn(code):
            await self._sleep(code)

    async def _sleep(self, code: str) -> None:
        table = self.open.pop(code, None)
        if table is None:
            return
        await table.hub.close(_PATIENCE if self.closing else None)
        if table.evening.lock is not None:
            table.evening.lock.release()
        self.listed[code] = replace(table.look(), asleep=True)

    def _turn(self, code: str) -> asyncio.Lock:
        return self._turns.setdefault(code, asyncio.Lock())

    # Tables that are put away

    async def put_away(self, code: str) -> None:
        """Move a table's files out of the room: its code opens nothing any more. Raises WebError, ScriptError."""
        await self._move(code, table_files.put_away, "put away", away=False)

    async def bring_back(self, code: str) -> None:
        """Move the files of a table that was put away back into the room. Raises WebError, ScriptError."""
        await self._move(code, table_files.bring_back, "brought back", away=True)

    async def delete(self, code: str) -> None:
        """Delete a table that has been put away, with all of its games. Raises WebError, ScriptError."""
        await self._move(code, table_files.delete, "deleted", away=True)
        del self.listed[code]

    async def _move(self, code: str, move: Callable[[Path, str], None], done: str, *, away: bool) -> None:
        async with self._turn(code):
            if code not in self.listed:
                raise self._no_table(code)
            if self.listed[code].away != away:
                raise WebError("web/not-now", f"put {code} away first" if away else f"{code} has been put away")
            await self._sleep(code)
            try:
                await asyncio.to_thread(move, self.folder, code)
            finally:
                self.listed[code] = replace(self.listed[code], away=not is_home(self.folder, code))
        self.log.note(code, done)

    # What goes on by itself

    async def run(self) -> None:
        """See to all tables until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            await self.see_to_all()

    async def see_to_all(self) -> None:
        """Note what has changed, and put to sleep what is to be; what fails at one table stops no other."""
        for code, table in [*self.open.items()]:
            with self.log.noting(code):
                before, seen = self.listed[code], table.look()
                if before.phase != seen.phase:
                    self.log.note(code, _PHASES[seen.phase])
                self.listed[code] = seen
        for code in self._idle(self.open):
            with self.log.noting(code):
                async with self._turn(code):
                    if self._idle([code]):  # still: others were put to sleep meanwhile
                        await self._sleep(code)

    def _idle(self, codes: Iterable[str]) -> list[str]:
        """Which of these tables are open, though nobody has been there for a while."""
        return [code for code in codes if code in self.open and self.open[code].idle > FALLS_ASLEEP]

    def end_streams(self) -> None:
        """End all streams that are open, and each that begins."""
        self.closing = True
        for table in self.open.values():
            table.hub.end_streams()

    async def close(self) -> None:
        """Put all tables to sleep, and let go of everything; what a bot thinks is lost."""
        self.end_streams()
        for table in self.open.values():
            table.hub.closed = True  # what waits for its turn there is not begun
        for code in [*self.open]:
            with self.log.noting(code), suppress(TimeoutError):
                await asyncio.wait_for(self.sleep(code), 2 * _PATIENCE)
        self.log.close()


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
