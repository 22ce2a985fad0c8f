"""What goes on behind the pages: changes one after the other, bots that move by themselves, streams that are told.

Who does the work is given: a server has threads for it, since a bot may think for seconds; a tab has none.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Protocol, TypeVar

import attrs
import msgspec
from msgspec.structs import replace

from eleusis.doors.web.evenings import playing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.refused import TableError
from eleusis.doors.web.evenings.showing import show_table
from eleusis.doors.web.web_messages import TableNews
from eleusis.doors.web.wire import log_mistake
from eleusis.ground.errors import EleusisError, visible

T = TypeVar("T")
_GLIMPSE = 0.002
"""Seconds after which one who looks tries again whether a change is done."""


@attrs.frozen
class Message:
    """What a stream is sent: an event of the game with its number, or (`n` is None) how the table stands."""

    n: int | None
    data: str


class Workers(Protocol):
    """Who does the work behind the pages."""

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work when all that was to change the evening before is done. Raises what it raises."""

    async def think(self, work: Callable[[], T]) -> T:
        """The same, where a bot may think for seconds. Raises what it raises."""

    async def tell(self, work: Callable[[], T]) -> T:
        """Do some work that takes its time, beside the changes, one after the other. Raises what it raises."""

    async def look(self, work: Callable[[], T]) -> T:
        """Do some short work beside all else. Raises what it raises."""

    def close(self) -> None:
        """Begin nothing more."""


@attrs.define(eq=False)
class Hub:
    """Changes an evening, and tells all who listen; to be used in one event loop."""

    evening: Evening
    workers: Workers
    version: int = 0
    """How often the table has changed."""
    _here: Counter[str] = attrs.field(factory=Counter)
    _changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    _table: tuple[int, TableNews] | None = None
    _deadline: tuple[int, float] | None = None
    """The last event of the turn whose clock runs, and when it runs out, by the loop's time."""
    _left: float | None = None
    """The seconds that were left of a turn when the game was paused."""
    closing: bool = False
    closed: bool = False
    """Whether the table has been closed: nothing may change any more."""
    streams: int = 0
    """How many pages listen."""

    async def change(self, work: Callable[[], T], *, thinks: bool = False) -> T:
        """Do some work that changes the evening, when all that was asked for before is done; `thinks`: a bot may.

        It is done, and everyone is told, even if the page that asked for it has gone. Raises what it raises, and
        TableError (`web/no-table`) where the table has been closed.
        """

        def unless_closed() -> T:
            # Asked where it is done, not before: the table may be closed while this waits for its turn.
            if self.closed:
                raise TableError("web/no-table", "the table has been closed: look again")
            return work()

        doing = asyncio.ensure_future((self.workers.think if thinks else self.workers.change)(unless_closed))
        doing.add_done_callback(lambda done: self.tell())
        return await asyncio.shield(doing)

    def tell(self) -> None:
        """Wake all streams: something may have changed."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()
        self._set_clock()

    # What is shown

    @property
    def here(self) -> set[str]:
        """The seats whose pages are open."""
        return {seat for seat, streams in self._here.items() if streams > 0}

    @asynccontextmanager
    async def wait_to_look(self) -> AsyncIterator[None]:
        """Within the block nothing changes; while a change waits for the disk, the loop sees to other tables.

        Await nothing within.
        """
        while True:
            with self.evening.looking(wait=False) as still:
                if still:
                    yield
                    return
            await asyncio.sleep(_GLIMPSE)

    async def table_now(self) -> TableNews:
        """The table as all may see it; worked out once for all who ask, but for its clock."""
        if self._table is None or self._table[0] != self.version:
            async with self.wait_to_look():
                self._table = self.version, show_table(self.evening, self.here)
        return replace(self._table[1], clock_left=self.clock_left)

    def table(self) -> TableNews:
        """The same at once: while a change is under way, as it was before, which will be told again anyway."""
        if self._table is None or self._table[0] != self.version:
            with self.evening.looking(wait=self._table is None) as still:
                if still or self._table is None:
                    self._table = self.version, show_table(self.evening, self.here)
        return replace(self._table[1], clock_left=self.clock_left)

    @property
    def clock_left(self) -> float | None:
        """The seconds that are left of this turn; None where no clock runs."""
        if self._deadline is None:
            return self._left
        return max(0.0, self._deadline[1] - asyncio.get_running_loop().time())

    async def listen(self, seats: tuple[str, ...], seat: str | None, after: int | None) -> AsyncIterator[Message]:
        """What a page is told: events as `seat` may know them, and how the table stands, now and when it changes.

        The events are those after the number `after` (None: from the deal of this round). `seats` are those that
        count as present meanwhile; when one of them gets another token, the stream ends.
        """
        evening = self.evening
        generations = {name: evening.seating.generation(name) for name in seats}
        self.streams += 1
        self._come(seats, 1)
        seen, game = after, evening.game
        try:
            version = -1
            while not self.closing:
                waits = self._changed
                async with self.wait_to_look():
                    if seen is None or game != evening.game:
                        seen, game = evening.chronicle.round_start, evening.game
                    if seen > evening.chronicle.last:
                        seen = evening.chronicle.last
                    entries = evening.chronicle.since(seen)
                if any(evening.seating.generation(name) != number for name, number in generations.items()):
                    return
                for entry in entries:
                    yield Message(entry.n, _as_text(evening.remarks.tell_event(entry, seat)))
                    seen = entry.n
                if version != self.version:
                    version = self.version
                    yield Message(None, _as_text(await self.table_now()))
                await waits.wait()
        finally:
            self.streams -= 1
            self._come(seats, -1)

    def _come(self, seats: tuple[str, ...], streams: int) -> None:
        """Count streams of seats that come, or go; all are told where a seat has come, or has gone."""
        before = self.here
        self._here.update(dict.fromkeys(seats, streams))
        if self.here != before:
            self.tell()

    # What goes on by itself

    async def run(self) -> None:
        """Let bots move and clocks run until it is cancelled."""

        async def go_on(once: Callable[[], Awaitable[object]]) -> None:
            while True:
                await self._go_on(once())

        await asyncio.gather(go_on(self._move_bot), go_on(self._watch_clock))

    async def _move_bot(self) -> None:
        """Let a bot move whose turn has come, after the pace of the table; else wait for a change."""
        waits = self._changed
        if not self.evening.bot_due:
            await waits.wait()
            return
        n = self.evening.chronicle.last
        await asyncio.sleep(self.evening.plan.pace)
        if self.evening.chronicle.last == n:
            await self.change(partial(playing.move_bot, self.evening), thinks=True)

    async def _go_on(self, work: Awaitable[object]) -> None:
        """Wait for what is due by itself; what fails stops the game, and the host is told, but never this loop."""
        try:
            await work
        except EleusisError as error:
            print(visible(str(error)), file=sys.stderr)
        except Exception as error:
            log_mistake("the table", error)
            self.evening.broken = "a bug in eleusis itself: the terminal says where"
            self.tell()

    def _set_clock(self) -> None:
        """Start the clock of a turn that has begun; hold it while the game is paused."""
        evening = self.evening
        clock, n = evening.clock, evening.chronicle.last
        runs = clock is not None and not evening.broken and evening.phase == "play" and not evening.bot_due
        now = asyncio.get_running_loop().time()
        if not runs or clock is None:
            self._deadline = self._left = None
        elif evening.paused:
            if self._deadline is not None:
                self._left, self._deadline = max(0.0, self._deadline[1] - now), None
        elif self._deadline is None or self._deadline[0] != n:
            self._deadline = n, now + (clock if self._left is None else self._left)
            self._left = None

    async def _watch_clock(self) -> None:
        """Let a turn be played whose clock runs out; else wait for a change."""
        waits = self._changed
        deadline = self._deadline
        if deadline is None:
            await waits.wait()
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(waits.wait(), max(0.0, deadline[1] - asyncio.get_running_loop().time()))
            return
        if self._deadline == deadline:
            self._deadline = None
            await self.change(partial(playing.time_out, self.evening, deadline[0]))

    def end_streams(self) -> None:
        """End all streams that are open, and each that begins."""
        self.closing = True
        self.tell()

    def close(self) -> None:
        """End the streams, and let go of the game's file and its programs, also while one of them thinks."""
        self.end_streams()
        self.workers.close()
        if self.evening.table is not None:
            self.evening.table.close()


def _as_text(data: object) -> str:
    return msgspec.json.encode(data).decode()
