"""What goes on behind the pages: changes one after the other, bots that move by themselves, streams that are told.

All of it runs in one event loop. What takes long (a disk, a bot's thoughts, a look back) is run beside it, where
there are threads; `_inside` is held as long as such work is in the evening, and whoever looks from the loop waits
until it is `still`.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Literal, Protocol, TypeVar

import attrs
import msgspec
from msgspec.structs import replace

from eleusis.doors.web.evenings import playing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.playing import BotTurn
from eleusis.doors.web.evenings.showing import show_table
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.web_messages import TableNews
from eleusis.doors.web.wire import log_mistake
from eleusis.game.moves import Move
from eleusis.ground.errors import EleusisError, visible

T = TypeVar("T")
Work = Literal["change", "think", "tell", "look"]


@attrs.frozen
class Message:
    """What a stream is sent: an event of the game with its number, or (`n` is None) how the table stands."""

    n: int | None
    data: str


class Runner(Protocol):
    """Who does the work: a thread beside the loop, or in a tab, which has none, whoever asks for it."""

    async def __call__(self, work: Callable[[], T]) -> T:
        """Do some work. Raises what it raises."""


async def keep_nothing() -> None:
    """What is to be done after each change where the changes keep themselves, as on a disk."""


def new_gates() -> dict[Work, asyncio.Semaphore]:
    """How much of each is done at a time at all the tables that share them.

    While one table waits for the disk, others go on; but bots think, and rounds are told, one after the other, so
    that there is always a processor for the moves of people.
    """
    return {
        "change": asyncio.Semaphore(4),
        "think": asyncio.Semaphore(1),
        "tell": asyncio.Semaphore(1),
        "look": asyncio.Semaphore(2),
    }


@attrs.define(eq=False)
class Hub:
    """Changes an evening, and tells all who listen; to be used in one event loop."""

    evening: Evening
    worker: Runner
    gates: Mapping[Work, asyncio.Semaphore] = attrs.field(factory=new_gates)
    keep: Callable[[], Awaitable[None]] = keep_nothing
    """Awaited after each change, also after one that has failed half-way, and before anybody is told."""
    version: int = 0
    """How often the table has changed."""
    _turn: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    """Held from the beginning of a change to its end, also while a bot thinks about its move."""
    _inside: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    _telling: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    _looking: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    """These two keep a table that asks for much from the gates: others wait there for one thing of it at most."""
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
    _running: asyncio.Task[None] | None = None

    # Who works in the evening

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work that changes the evening, when all that was asked for before is done.

        It is done, and everyone is told, even if the page that asked for it has gone. Raises what it raises, and
        WebError (`web/no-table`) where the table has been closed.
        """

        async def change() -> T:
            async with self._turn:
                self._check_open()
                return await self._change_now(work)

        return await self._finish(change())

    async def let_play(self, turn: BotTurn) -> None:
        """Let a bot play: all may look while it thinks, but nothing changes. Raises as `change`."""

        async def play() -> None:
            answer: Move | Exception | None = None
            async with self._turn:
                self._check_open()
                while (think := await self._change_now(partial(_go_on_with, turn, answer))) is not None:
                    try:
                        async with self.gates["think"]:
                            answer = await self.worker(think)
                    except Exception as error:  # it is the evening's to say what follows from that
                        answer = error

        await self._finish(play())

    async def _finish(self, work: Awaitable[T]) -> T:
        doing = asyncio.ensure_future(work)
        doing.add_done_callback(lambda done: self.tell())
        return await asyncio.shield(doing)

    def _check_open(self) -> None:
        """Raises WebError: asked when its turn has come, since the table may be closed while a change waits."""
        if self.closed:
            raise WebError("web/no-table", "the table has been closed: look again")

    async def _change_now(self, work: Callable[[], T]) -> T:
        async with self.gates["change"], self._inside:
            try:
                return await self.worker(work)
            finally:
                try:
                    await self.keep()
                finally:
                    self._set_clock()

    async def look_into(self, work: Callable[[], T]) -> T:
        """Do some work that looks at the evening for long; nothing changes meanwhile. Raises what it raises."""
        async with self._telling, self.gates["tell"], self._inside:
            try:
                return await self.worker(work)
            finally:
                self._set_clock()  # somebody may have come meanwhile, at whom it begins

    async def look_back(self, work: Callable[[], T]) -> T:
        """Do some work that takes seconds, beside the changes, one after the other. Raises what it raises."""
        async with self._telling, self.gates["tell"]:
            return await self.worker(work)

    async def look(self, work: Callable[[], T]) -> T:
        """Do some short work beside all else, one after the other. Raises what it raises."""
        async with self._looking, self.gates["look"]:
            return await self.worker(work)

    @property
    def busy(self) -> bool:
        """Whether some work is in the evening now, so that nobody else may look at it."""
        return self._inside.locked()

    async def still(self) -> None:
        """Wait until no work is in the evening: none begins before the caller awaits something else."""
        if self.busy:
            async with self._inside:  # whoever waits behind us has its turn only when the loop has
                pass

    def tell(self) -> None:
        """Wake all streams: something may have changed."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    # What is shown

    @property
    def here(self) -> set[str]:
        """The seats whose pages are open."""
        return {seat for seat, streams in self._here.items() if streams > 0}

    async def table_now(self) -> TableNews:
        """The table as all may see it; worked out once for all who ask, but for its clock."""
        await self.still()
        return self.table()

    def table(self) -> TableNews:
        """The same at once: while a change is under way, as it was before, which will be told again anyway."""
        if self._table is None or (self._table[0] != self.version and not self.busy):
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
        holders = {name: evening.seating.holder(name) for name in seats}
        self.streams += 1
        self._come(seats, 1)
        seen, game = after, evening.game
        try:
            version = -1
            while not self.closing:
                waits = self._changed
                await self.still()
                if seen is None or game != evening.game:
                    seen, game = evening.chronicle.round_start, evening.game
                seen = min(seen, evening.chronicle.last)
                entries = evening.chronicle.since(seen)
                if any(evening.seating.holder(name) != holder for name, holder in holders.items()):
                    return
                for entry in entries:
                    yield Message(entry.n, _as_text(evening.marks.tell_event(entry, seat)))
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
            if not self.busy:
                self._set_clock()
            self.tell()

    # What goes on by itself

    def start(self) -> None:
        """Let bots move and clocks run from now on, until it is closed."""
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:

        async def go_on(once: Callable[[], Awaitable[object]]) -> None:
            while True:
                await self._go_on(once())

        await asyncio.gather(go_on(self._move_bot), go_on(self._watch_clock))

    async def _move_bot(self) -> None:
        """Let a bot move whose turn has come, after the pace of the table; else wait for a change."""
        await self.still()
        waits = self._changed
        if not self.evening.bot_due:
            await waits.wait()
            return
        n = self.evening.chronicle.last
        await asyncio.sleep(self.evening.plan.pace)
        await self.still()
        if self.evening.chronicle.last == n:
            await self.let_play(playing.move_bot(self.evening))

    async def _go_on(self, work: Awaitable[object]) -> None:
        """Wait for what is due by itself; what fails stops the game, and the host is told, but never this loop."""
        try:
            await work
        except EleusisError as error:
            print(visible(str(error)), file=sys.stderr)
        except Exception as error:
            log_mistake("the table", error)
            self.evening.broken = "a bug in eleusis itself: the terminal says where"
            await self.still()
            self._set_clock()
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
            await self.let_play(playing.time_out(self.evening, deadline[0]))

    def end_streams(self) -> None:
        """End all streams that are open, and each that begins."""
        self.closing = True
        self.tell()

    async def close(self, patience: float | None = None) -> None:
        """End the streams, begin nothing more, and let go of the game's file and its programs.

        What is under way may come to its end first, within some seconds of `patience` where that is given.
        """
        self.closed = True
        self.end_streams()
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
        with suppress(TimeoutError):
            async with asyncio.timeout(patience), self._turn:
                pass
        if self.evening.table is not None:
            await self.worker(self.evening.table.close)


def _go_on_with(turn: BotTurn, answer: Move | Exception | None) -> Callable[[], Move] | None:
    """Go on with a turn of a bot, which has thought of a move, or failed: what it is to think next, if anything."""
    try:
        return turn.throw(answer) if isinstance(answer, Exception) else turn.send(answer)
    except StopIteration:
        return None


def _as_text(data: object) -> str:
    return msgspec.json.encode(data).decode()
