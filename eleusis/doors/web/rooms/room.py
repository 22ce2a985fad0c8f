"""A room full of tables: each is made, opened when somebody comes, put to sleep when all have gone, and put away.

A table that is open is an evening, as `eleusis serve` has it; asleep it is a line of the register, and its files.
Everything here runs in one event loop; files are read and written in threads beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import attrs
from msgspec.structs import replace
from starlette.applications import Starlette

from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings.evening import Evening, is_free, last_path, seats_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan, read_players
from eleusis.doors.web.evenings.lobby import resume_evening, set_up
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.rooms.codes import WHOLE, Shard
from eleusis.doors.web.rooms.glancing import glance
from eleusis.doors.web.rooms.register import AWAY, Register, files_of
from eleusis.doors.web.rooms.room_file import RoomKept, change_room, read_room, write_room, writing
from eleusis.doors.web.rooms.room_messages import Glance
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.wire import WebError, log_mistake
from eleusis.doors.web.work_threads import SharedThreads, TableThreads
from eleusis.ground.errors import EleusisError, Place, ScriptError, visible
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS
from eleusis.secret.rule import Rule

ROOM_FILE: Final = "room.json"
"""The file in the folder in which the owner's key is, and what tables are made with."""
FALLS_ASLEEP: Final = 120.0
"""Seconds after which a table that nobody looks at is put to sleep."""
_LOOK: Final = 1.0
"""Seconds between two looks at all tables that are open."""
_DAY: Final = 24 * 3600
MOST_TABLES: Final = 10_000
"""The most tables that a room may have, besides those put away: a public door can't fill the disk."""
_PATIENCE: Final = 2.0
"""Seconds that a table has to come to its end when the server does."""
_PHASES: Final = {
    "lobby": "people sit down",
    "rule": "the dealer chooses a rule",
    "play": "a round is on",
    "between": "a round is over",
    "over": "the game is over",
}
_LOG_SIZE: Final = 1_000_000
_LOG_FILES: Final = 3


class Extras(NamedTuple):
    """What the command line adds to all games: rules and programs by name."""

    rules: Mapping[str, Rule] = {}
    programs: Mapping[str, Program] = NO_PROGRAMS


NO_EXTRAS: Final = Extras()
"""Nothing besides what there is anyway."""


@attrs.define(eq=False)
class OpenTable:
    """A table whose pages are open."""

    code: str
    api: Api
    app: Starlette
    running: asyncio.Task[None]
    made: float
    """When it was made, in seconds since 1970."""
    moved: float
    """When something last happened there."""
    opened: float = attrs.field(factory=time.time)
    """When it was opened."""
    used: float = attrs.field(factory=time.monotonic)
    """When somebody last asked for something."""
    _n: int = attrs.field(default=attrs.Factory(lambda table: table.evening.chronicle.last, takes_self=True))
    _glance: tuple[int, Glance] | None = None

    @property
    def hub(self) -> Hub:
        """What goes on behind its pages."""
        return self.api.answers.hub

    @property
    def evening(self) -> Evening:
        """Its evening."""
        return self.api.evening

    def look(self) -> Glance:
        """The table at a glance; worked out once for each change."""
        n = self.evening.chronicle.last
        if n != self._n:
            if n not in self.evening.remarks.by_clock:  # a table whose clock plays alone is still
                self.moved = time.time()
            self._n = n
        if self._glance is None or self._glance[0] != self.hub.version:
            self._glance = self.hub.version, glance(self.code, self.hub, self.made, self.moved)
        return replace(self._glance[1], moved=self.moved, opened=self.opened)

    @property
    def idle(self) -> float:
        """For how many seconds nobody has looked at it, or asked for anything."""
        return 0.0 if self.hub.streams else time.monotonic() - self.used


@attrs.define(eq=False)
class Room:
    """The tables in a folder; `url` is where the room is found, without a slash at its end."""

    folder: Path
    url: str
    extras: Extras = NO_EXTRAS
    shard: Shard = WHOLE
    put_away_after: float | None = None
    """Days after which a table that nobody opens is put away; None: never."""
    kept: RoomKept = attrs.field(init=False)
    listed: dict[str, Glance] = attrs.field(factory=dict, init=False)
    """All tables of all servers, as they were noted last."""
    open: dict[str, OpenTable] = attrs.field(factory=dict, init=False)
    """Those of this server that are open, by code."""
    threads: SharedThreads = attrs.field(factory=SharedThreads, init=False)
    register: Register = attrs.field(init=False)
    closing: bool = attrs.field(default=False, init=False)
    _log: logging.Logger = attrs.field(init=False)
    _set_at: int = attrs.field(default=0, init=False)
    """When what is set for the room was written last."""
    _turns: WeakValueDictionary[str, asyncio.Lock] = attrs.field(factory=WeakValueDictionary, init=False)
    """Who opens a table, puts it to sleep or away waits for whoever does so now; a lock is there while any wait."""
    _failed: dict[str, str] = attrs.field(factory=dict, init=False)
    """What has failed at which table, and was noted."""
    _made_by: Counter[tuple[int, str]] = attrs.field(factory=Counter, init=False)
    """How many tables each network has made on which day."""

    def __attrs_post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / AWAY).mkdir(exist_ok=True)
        self.read_settings()
        self.register = Register(self.folder, self.shard)
        self.listed = self.register.make_again()
        self._log = logging.Logger("room")
        handler = RotatingFileHandler(self.log_path, maxBytes=_LOG_SIZE, backupCount=_LOG_FILES, encoding="utf-8")
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
        self._log.addHandler(handler)

    @property
    def log_path(self) -> Path:
        """The file of its log; each of several servers has its own."""
        return self.folder / ("room.log" if self.shard == WHOLE else f"room-{self.shard.number}.log")

    def read_settings(self) -> None:
        """Take over what is set for the room, also by another server. Raises as `read_room`."""
        path = self.folder / ROOM_FILE
        self._set_at = path.stat().st_mtime_ns if path.exists() else 0  # first: it may be written meanwhile
        self.kept = read_room(path)
        for table in self.open.values():
            table.api.seating.forbidden = self.kept.forbidden

    def cookie(self, path: str = "/") -> SeatCookie:
        """The cookie of all servers of this room, which browsers send below a path alone."""
        return SeatCookie(self.sign("cookie")[:8], secure=self.url.startswith("https:"), path=path)

    # Who may

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

    def why_not_make(self, network: str) -> WebError | None:
        """Why somebody from a network who isn't the owner can't make a table now; None where they can."""
        if not self.kept.anybody:
            return WebError("web/owner-only", "only the owner of this server makes tables: ask for a code")
        day, into = divmod(time.time(), _DAY)
        if self._made_by[int(day), network] >= self.kept.anybody:
            message = f"{self.kept.anybody} tables a day may be made from one place: come back tomorrow"
            return WebError("web/too-often", message, wait=_DAY - into)
        return None

    def count_made(self, network: str) -> None:
        """Count a table that somebody who isn't the owner has made today."""
        today = int(time.time() // _DAY)
        for then in [made for made in self._made_by if made[0] != today]:
            del self._made_by[then]
        self._made_by[today, network] += 1

    def change(self, changes: Mapping[str, object]) -> None:
        """Change what tables are made with, and take that over. Raises as `write_settings`."""
        self.write_settings(changes)
        self.read_settings()

    def write_settings(self, changes: Mapping[str, object]) -> None:
        """Change what tables are made with, in whichever thread; `read_settings` takes it over.

        Raises as `change_room` and `write_room`.
        """
        path = self.folder / ROOM_FILE
        with writing(path):
            kept = change_room(read_room(path), changes, self.extras.rules, self.extras.programs)
            write_room(path, kept)

    # What there is

    def tables(self) -> list[Glance]:
        """All tables, of other servers too, by code."""
        if self.shard.of > 1:
            others = self.register.read()
            own = {code: table for code, table in self.listed.items() if self.shard.has(code)}
            self.listed = {**{code: table for code, table in others.items() if not self.shard.has(code)}, **own}
        return self._look_at_all(self.listed)

    def own_tables(self) -> list[Glance]:
        """Those of this server that have not been put away."""
        return self._look_at_all(code for code in self.listed if self.has(code))

    def _look_at_all(self, codes: Iterable[str]) -> list[Glance]:
        return [self.look(code) for code in sorted(codes, key=lambda code: (self.listed[code].made, code))]

    def look(self, code: str) -> Glance:
        """A table at a glance, asleep or not. Raises WebError (`web/no-table`)."""
        if code in self.open:
            return self.open[code].look()
        if code not in self.listed:
            raise self._no_table(code)
        server = None if self.shard.has(code) else self.shard.server_of(code)
        return replace(self.listed[code], server=server)

    def has(self, code: str) -> bool:
        """Whether there is a table of this server behind a code, and it has not been put away."""
        table = self.listed.get(code)
        return table is not None and not table.away and self.shard.has(code)

    def note(self, code: str, text: str) -> None:
        """Note in the log what has happened at a table; nobody writes a hand or a rule there."""
        self._log.info("%s %s", code or "room", visible(text))

    def log_lines(self, most: int) -> list[str]:
        """The last lines of the log."""
        try:
            return self.log_path.read_text(encoding="utf-8").splitlines()[-most:]
        except OSError:
            return []

    # Tables that are opened, and put to sleep

    async def find(self, code: str) -> OpenTable:
        """The table behind a code, opened if it was asleep. Raises WebError (`web/no-table`, `web/broken`)."""
        table = self.open.get(code)
        if table is None:
            async with self._turn(code):
                table = self.open.get(code)
                if table is None:
                    if not self.has(code):
                        raise self._no_table(code)
                    table = self._begin(code, *await asyncio.to_thread(self._open, code))
        table.used = time.monotonic()
        return table

    def _no_table(self, code: str) -> WebError:
        if self.shard.has(code) and code in self.listed and self.listed[code].away:
            return WebError("web/no-table", f"table {code} has been put away: ask whoever runs this server")
        return WebError("web/no-table", f"there is no table {code}: check the code, or ask who gave it to you")

    async def make(self, names: Sequence[str] = ()) -> OpenTable:
        """A new table, for people of these names, or for whoever comes; bots are named as on the command line.

        Raises WebError (`web/table-full`), and what making an evening raises.
        """
        if sum(not table.away for table in self.listed.values()) >= MOST_TABLES:
            raise WebError("web/table-full", f"{MOST_TABLES} tables are enough: put some away")
        code = self.shard.draw(self.listed)
        async with self._turn(code):
            now = time.time()
            self.listed[code] = Glance(code=code, made=now, moved=now)
            try:
                table = self._begin(code, *await asyncio.to_thread(self._lay, code, names))
            except BaseException:
                del self.listed[code]
                raise
        await self._keep([table.look()])
        self.note(code, "made")
        return table

    async def _keep(self, tables: Sequence[Glance]) -> None:
        """Keep in the register how tables stand; what it can't take is in their files, and found at a start."""
        try:
            await asyncio.to_thread(self.register.note, tables)
        except ScriptError as error:
            self.note("", str(error))

    def _lay(self, code: str, names: Sequence[str]) -> tuple[Evening, Seating]:
        kept, path = self.kept, self.folder / f"{code}.yaml"
        plan = EveningPlan().change(kept.plan, self.extras.rules)
        with contextlib.ExitStack() as failing:
            lock = failing.enter_context(SeatLock(seats_path(path)))
            seating = Seating.create(seats_path(path))
            failing.callback(seats_path(path).unlink, missing_ok=True)
            seating.forbidden = kept.forbidden
            evening = Evening(
                path,
                seating,
                plan,
                seed=kept.seed,
                shared_seed=kept.seed,
                rules=self.extras.rules,
                programs=self.extras.programs,
                room=self.folder,
                lock=lock,
            )
            template = read_players(kept.players, self.extras.programs) if kept.players.strip() else ()
            players = [*names, *({"seat": seat.name, "kind": seat.how} for seat in template)]
            set_up(evening, {"players": players, "free": not names})
            failing.pop_all()
        return evening, seating

    def _open(self, code: str) -> tuple[Evening, Seating]:
        """As `_read`; what is wrong with a table's files is for the owner alone. Raises WebError (`web/broken`)."""
        try:
            return self._read(code)
        except WebError:
            raise
        except EleusisError as error:
            self.note(code, f"can't be opened: {error}")
            if error.code in ("script/cannot-write", "script/in-use"):  # which passes: the files are as they were
                raise WebError("web/broken", "this table can't be opened now: try again in a moment") from None
            self.listed[code] = replace(self.listed[code], broken=str(error))
            raise WebError("web/broken", "this table's files are damaged: tell whoever runs this server") from None

    def _read(self, code: str) -> tuple[Evening, Seating]:
        """A table as it was left. Raises WebError (`web/no-table`), and as reading an evening raises."""
        path = last_path(self.folder / f"{code}.yaml")
        if is_free(path):
            raise self._no_table(code)
        beside = seats_path(path)
        with contextlib.ExitStack() as failing:
            lock = failing.enter_context(SeatLock(beside))
            seating = Seating.load(beside) if beside.exists() else Seating.create(beside)
            seating.forbidden = self.kept.forbidden
            evening, dropped = resume_evening(path, seating, rules=self.extras.rules, programs=self.extras.programs)
            evening.lock, evening.room = lock, self.folder
            failing.pop_all()
        if dropped:
            self.note(code, "the last line of its file was incomplete, and has been dropped")
        return evening, seating

    def _begin(self, code: str, evening: Evening, seating: Seating) -> OpenTable:
        last = self.listed[code]
        hub = Hub(evening, TableThreads(self.threads), closing=self.closing)
        cookie = self.cookie(f"/{code}/")
        answers = TableAnswers(evening, hub, [f"{self.url}/{code}"], reached=True)
        api = Api(answers, seating, cookie, say=lambda text: self.note(code, text), is_owner=self.is_owner)
        running = asyncio.create_task(hub.run())
        app = make_app(api)
        app.router.redirect_slashes = False  # it knows nothing of the code before its paths
        table = OpenTable(code, api, app, running, last.made, last.moved)
        self.open[code] = table
        return table

    async def sleep(self, code: str) -> None:
        """Put a table to sleep: what is under way there is done first, and nothing is begun any more."""
        async with self._turn(code):
            await self._sleep(code)

    async def _sleep(self, code: str) -> None:
        table = self.open.pop(code, None)
        if table is None:
            return
        hub = table.hub
        hub.closed = True
        hub.end_streams()
        try:
            await hub.workers.change(lambda: None)
            self.listed[code] = replace(table.look(), asleep=True)
        finally:  # whatever fails, its files are let go of: else nobody could open it again
            table.running.cancel()
            await asyncio.wait([table.running])
            await asyncio.to_thread(_close, table.evening)
        await self._keep([self.listed[code]])

    @contextlib.asynccontextmanager
    async def _turn(self, code: str) -> AsyncIterator[None]:
        turn = self._turns.setdefault(code, asyncio.Lock())
        async with turn:
            yield

    # Tables that are put away

    async def put_away(self, code: str, *, only_old: bool = False) -> None:
        """Move a table's files out of the room: its code opens nothing any more; `only_old`: if nobody came since.

        Raises WebError, ScriptError.
        """
        await self._move(code, self.folder, self.folder / AWAY, away=True, only_old=only_old)

    async def bring_back(self, code: str) -> None:
        """Move the files of a table that was put away back into the room. Raises WebError, ScriptError."""
        await self._move(code, self.folder / AWAY, self.folder, away=False)

    async def _move(self, code: str, start: Path, end: Path, *, away: bool, only_old: bool = False) -> None:
        async with self._turn(code):
            if only_old and not self._is_old(code):
                return
            self._check_own(code, away=not away)
            await self._sleep(code)
            await asyncio.to_thread(_move_files, [*files_of(start, code)], end)
            self.listed[code] = replace(self.listed[code], away=away)
            await self._keep([self.listed[code]])
        self.note(code, "put away" if away else "brought back")

    async def delete(self, code: str) -> None:
        """Delete a table that has been put away, with all of its games. Raises WebError, ScriptError."""
        async with self._turn(code):
            self._check_own(code, away=True)
            await asyncio.to_thread(_delete_files, files_of(self.folder / AWAY, code))
            del self.listed[code]
            with contextlib.suppress(ScriptError):  # it has no files: at the next start it isn't there
                await asyncio.to_thread(self.register.drop, [code])
        self.note(code, "deleted")

    def _check_own(self, code: str, *, away: bool) -> None:
        """Raises WebError where a table isn't this server's, or isn't where it should be."""
        table = self.look(code)
        if table.server is not None:
            raise WebError("web/not-now", f"{code} is at server {table.server}: do it there")
        if table.away != away:
            raise WebError("web/not-now", f"{code} has been put away" if table.away else f"put {code} away first")

    # What goes on by itself

    async def run(self) -> None:
        """See to all tables until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            await self.see_to_all()

    async def see_to_all(self) -> None:
        """Note what has changed, and put to sleep and away what is to be; what fails at one stops no other."""
        with self._noting(""), contextlib.suppress(OSError):
            if (self.folder / ROOM_FILE).stat().st_mtime_ns != self._set_at:
                self.read_settings()
        changed = []
        for code, open_table in [*self.open.items()]:
            with self._noting(code):
                table = open_table.look()
                if self.listed[code] != table:
                    changed.append(table)
                if self.listed[code].phase != table.phase:
                    self.note(code, _PHASES[table.phase])
                self.listed[code] = table
        if changed:
            await self._keep(changed)
        for code in [*self.open]:
            if self._is_idle(code):
                with self._noting(code):
                    async with self._turn(code):
                        if self._is_idle(code):  # still: others were put to sleep meanwhile
                            await self._sleep(code)
        for code in [code for code in self.listed if self._is_old(code)]:
            with self._noting(code):
                await self.put_away(code, only_old=True)

    @contextlib.contextmanager
    def _noting(self, code: str) -> Iterator[None]:
        """Within the block what fails is noted, once as long as it is the same."""
        try:
            yield
            self._failed.pop(code, None)
        except Exception as error:
            text = str(error) if isinstance(error, EleusisError) else f"{type(error).__name__}: {error}"
            if self._failed.get(code) != text:
                self._failed[code] = text
                self.note(code, text)
                if not isinstance(error, EleusisError):
                    log_mistake(f"table {code}" if code else "the room", error)

    def _is_idle(self, code: str) -> bool:
        """Whether a table is open, and nobody has been there for a while."""
        return code in self.open and self.open[code].idle > FALLS_ASLEEP

    def _is_old(self, code: str) -> bool:
        """Whether a table is to be put away: nobody has opened it for as long as the owner has said."""
        if self.put_away_after is None or code in self.open or not self.has(code):
            return False
        return max(self.listed[code].moved, self.listed[code].opened) < time.time() - self.put_away_after * _DAY

    def end_streams(self) -> None:
        """End all streams that are open, and each that begins."""
        self.closing = True
        for table in self.open.values():
            table.hub.end_streams()

    async def close(self) -> None:
        """Put all tables to sleep, and let go of everything; what a bot thinks is lost."""
        self.end_streams()
        for table in [*self.open.values()]:
            table.hub.closed = True  # what waits for its turn there is not begun
            table.running.cancel()
        for code in [*self.open]:
            with self._noting(code), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.sleep(code), _PATIENCE)
        self.let_go()

    def let_go(self) -> None:
        """Let go of the threads, the list and the log."""
        self.threads.close()
        self.register.close()
        for handler in self._log.handlers:
            handler.close()


def _close(evening: Evening) -> None:
    if evening.table is not None:
        evening.table.close()
    if evening.lock is not None:
        evening.lock.release()


def _move_files(paths: Iterable[Path], folder: Path) -> None:
    """Move all, or none. Raises ScriptError (`script/cannot-write`)."""
    with contextlib.ExitStack() as failing:
        for path in paths:
            with _in_our_words(path):
                path.rename(folder / path.name)
            failing.callback(_bring_home, folder / path.name, path)
        failing.pop_all()


def _bring_home(moved: Path, path: Path) -> None:
    with contextlib.suppress(OSError):  # then the next start does
        moved.rename(path)


def _delete_files(paths: Iterable[Path]) -> None:
    for path in paths:
        with _in_our_words(path):
            path.unlink()


@contextlib.contextmanager
def _in_our_words(path: Path) -> Iterator[None]:
    """Within the block a system's error is one of ours. Raises ScriptError (`script/cannot-write`)."""
    try:
        yield
    except OSError as error:
        message = f"{path.name} can't be moved or deleted: {(error.strerror or str(error)).lower()}"
        raise ScriptError("script/cannot-write", message, Place(str(path))) from None


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
