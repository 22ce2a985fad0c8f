"""The threads that work behind the pages of a server: one changes the game, one tells of rounds that are over."""

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


class WorkThread:
    """A thread that does one thing after the other.

    It holds up nobody who wants to leave: what it does when the program ends is lost, as by a kill.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closed:
            self._jobs.get()()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """What will come of some work, when all that was asked for before is done."""
        result: Future[T] = Future()

        def job() -> None:
            if result.set_running_or_notify_cancel():
                try:
                    result.set_result(work())
                except BaseException as error:
                    result.set_exception(error)

        self._jobs.put(job)
        return result

    def close(self, patience: float) -> bool:
        """Begin nothing more, and wait this many seconds for what has begun; whether it has ended."""
        self._closed = True
        self._jobs.put(lambda: None)
        self._thread.join(patience)
        return not self._thread.is_alive()


@attrs.frozen
class Threads:
    """Workers in threads; the pages are answered meanwhile."""

    _changer: WorkThread = attrs.field(factory=WorkThread, init=False)
    _teller: WorkThread = attrs.field(factory=WorkThread, init=False)

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work when all that was to change the evening before is done. Raises what it raises."""
        return await asyncio.wrap_future(self._changer.submit(work))

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
