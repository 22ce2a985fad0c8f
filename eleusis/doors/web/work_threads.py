"""The threads that work behind the pages of a server: for one table, or shared by all tables of a room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

import attrs

T = TypeVar("T")
_PATIENCE = 0.3
"""Seconds in which what has begun may come to its end when the server does."""
_CHANGERS = 4
"""Threads that change tables: while one waits for the disk, others go on."""
_LOOKERS = 2
"""Threads that look at rules: while one looks long for a table, another looks for the others."""


class WorkThreads:
    """Threads that begin one thing after the other.

    They hold up nobody who wants to leave: what they do when the program ends is lost, as by a kill.
    """

    def __init__(self, count: int = 1) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._closed = False
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
        while not self._closed:
            self._jobs.get()()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """What will come of some work, when all that was asked for before is begun."""
        result: Future[T] = Future()

        def job() -> None:
            if result.set_running_or_notify_cancel():
                try:
                    result.set_result(work())
                except StopIteration as error:  # which no future of asyncio takes: its waiter would wait for ever
                    result.set_exception(RuntimeError(f"StopIteration: {error}"))
                except BaseException as error:
                    result.set_exception(error)

        self._jobs.put(job)
        return result

    def close(self, patience: float) -> bool:
        """Begin nothing more, and wait this many seconds for what has begun; whether it has ended."""
        self._closed = True
        for _ in self._threads:
            self._jobs.put(lambda: None)
        for thread in self._threads:
            thread.join(patience)
        return not any(thread.is_alive() for thread in self._threads)


@attrs.frozen
class Threads:
    """The workers of one table, in two threads of its own; the pages are answered meanwhile."""

    _changer: WorkThreads = attrs.field(factory=WorkThreads, init=False)
    _teller: WorkThreads = attrs.field(factory=WorkThreads, init=False)

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work when all that was to change the evening before is done. Raises what it raises."""
        return await asyncio.wrap_future(self._changer.submit(work))

    async def think(self, work: Callable[[], T]) -> T:
        """The same, where a bot may think for seconds. Raises what it raises."""
        return await self.change(work)

    async def tell(self, work: Callable[[], T]) -> T:
        """Do some work that takes its time, beside the changes, one after the other. Raises what it raises."""
        return await asyncio.wrap_future(self._teller.submit(work))

    async def look(self, work: Callable[[], T]) -> T:
        """Do some short work beside all else. Raises what it raises."""
        return await asyncio.to_thread(work)

    def close(self) -> None:
        """Begin nothing more, and give what has begun a moment to end, also while a program thinks."""
        self._teller.close(0)
        self._changer.close(_PATIENCE)


class SharedThreads:
    """The threads of a whole room: whoever thinks long, or looks back, holds up no other table's moves."""

    def __init__(self) -> None:
        self.changers = WorkThreads(_CHANGERS)
        self.thinkers = WorkThreads()
        self.tellers = WorkThreads()
        self.lookers = WorkThreads(_LOOKERS)

    def close(self) -> None:
        """Begin nothing more, and give what has begun a moment to end."""
        for threads in (self.lookers, self.tellers, self.thinkers):
            threads.close(0)
        self.changers.close(_PATIENCE)


@attrs.define(eq=False)
class TableThreads:
    """The workers of one table of a room: its changes come one after the other, in whichever thread.

    So do its looks, and what is told there: however much a table asks for, others wait for one thing at most.
    """

    _shared: SharedThreads
    _turn: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    _telling: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    _looking: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work when all that was to change the evening before is done. Raises what it raises."""
        return await _in_turn(self._turn, self._shared.changers, work)

    async def think(self, work: Callable[[], T]) -> T:
        """The same, where a bot may think for seconds: the bots of a room think one after the other."""
        return await _in_turn(self._turn, self._shared.thinkers, work)

    async def tell(self, work: Callable[[], T]) -> T:
        """Do some work that takes its time, beside the changes, one after the other. Raises what it raises."""
        return await _in_turn(self._telling, self._shared.tellers, work)

    async def look(self, work: Callable[[], T]) -> T:
        """Do some short work beside all else, one after the other. Raises what it raises."""
        return await _in_turn(self._looking, self._shared.lookers, work)

    def close(self) -> None:
        """Nothing: the threads are the room's."""


async def _in_turn(turn: asyncio.Lock, threads: WorkThreads, work: Callable[[], T]) -> T:
    """Do some work in a thread when its turn has come. Raises what it raises."""
    async with turn:
        return await asyncio.wrap_future(threads.submit(work))
