"""Connections that can't be held for nothing: a request must come in time, an answer be taken, and not all by one.

The server's library waits forever for the rest of a request's head. A phone that fell asleep in one would keep its
connection, and a program could keep them all.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import cache
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from eleusis.doors.web.addresses import is_here, network_of

HEAD_SECONDS: Final = 15
"""So long may the head of a request take, from its first byte or from the connection's beginning."""
TAKE_SECONDS: Final = 30
"""So long may nothing be taken of an answer that waits to be."""
MOST_OF_ADDRESS: Final = 200
"""Connections from one address at a time; this computer has no such limit, since a proxy may stand on it."""
_SPARE: Final = 100
"""Files that the game, its bots and the server itself may have open."""
_WANTED: Final = 4096

_open: Counter[str] = Counter()


@cache
def most_connections() -> int:
    """How many connections the system has files for; their number is raised first, as far as it may be."""
    try:
        import resource
    except ImportError:  # pragma: no cover - not on Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(_SPARE, (_WANTED if soft == resource.RLIM_INFINITY else soft) - _SPARE)


class TimedConnection(H11Protocol):
    """A connection of the server, which ends where its other end is too slow, or has too many."""

    _address = ""
    _head: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A connection begins: its time runs, unless there are too many."""
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else ""
        _open[self._address] += 1
        if _open.total() > most_connections() or (
            _open[self._address] > MOST_OF_ADDRESS and not is_here(self._address)
        ):
            transport.abort()
        else:
            self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended: nothing is counted any more."""
        super().connection_lost(exc)
        _open[self._address] -= 1
        if not _open[self._address]:
            del _open[self._address]
        for timer in (self._head, self._taking):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        super().data_received(data)
        self._watch_head()

    def pause_writing(self) -> None:
        """More waits to be taken than should."""
        super().pause_writing()
        self._watch_taking(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """What waited has been taken."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _watch_taking(self, waiting: int) -> None:
        """Look later whether something of these bytes that wait has been taken."""
        self._taking = self.loop.call_later(TAKE_SECONDS, self._check_taking, waiting)

    def _check_taking(self, before: int) -> None:
        """End the connection if as many bytes wait as before."""
        waiting = self.transport.get_write_buffer_size()
        if waiting < before:
            self._watch_taking(waiting)
        else:
            self.transport.abort()

    def _watch_head(self) -> None:
        """Give the request that is to come its time, and stop counting once it is there."""
        if self.cycle is not None and not self.cycle.response_complete:
            if self._head is not None:
                self._head.cancel()
                self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self._end_waiting)

    def _end_waiting(self) -> None:
        """The time for a head is over; between two requests the library counts its own time."""
        self._head = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()
