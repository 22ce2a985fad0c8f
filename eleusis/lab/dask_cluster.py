"""The same work on many machines: dask.distributed (the extra `cluster`)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from eleusis.ground.errors import LabError
from eleusis.lab.columns import Task
from eleusis.lab.run import Done, PlayOne, R, rest, work

_WAIT = 10
"""Seconds that the scheduler has to answer, and for a first worker to be there."""
_AHEAD = 200
"""Tasks that the scheduler holds at a time."""
_RETRIES = 5
"""How often a task may take its worker down before that is no accident any more."""
_LOGS = ("distributed", "distributed.client", "distributed.gc", "distributed.worker")
"""What would write to stderr; what goes wrong is told in one sentence."""


class Cluster:
    """Works on the workers of a scheduler; a task whose worker dies is given to another."""

    def __init__(self, address: str) -> None:
        """Raises LabError (`lab/no-cluster`) where no scheduler answers, or the extra is not installed."""
        self.address = address
        try:
            # dask reads how it is to log when `distributed` is imported
            import_module("dask.config").set({"logging": dict.fromkeys(_LOGS, "critical")})
            self.distributed: Any = import_module("distributed")  # it has no types
        except ImportError:
            message = "--cluster needs dask.distributed: pip install 'eleusis[cluster]'"
            raise LabError("lab/no-cluster", message) from None
        self._knock()

    def __call__(self, play: PlayOne[R], tasks: Iterator[Task]) -> Iterator[Done[R]]:
        """Raises LabError: `lab/no-cluster` for a scheduler that is not there, or has no workers."""
        client = self._client()
        try:
            sent = client.scatter(play, broadcast=True, hash=False)

            def submit(task: Task) -> Any:
                return client.submit(work, sent, task, pure=False, retries=_RETRIES)

            waiting = {submit(task): task for task in islice(tasks, _AHEAD)}
            finished = self.distributed.as_completed(list(waiting))
            for future in finished:
                done: Done[R] = future.result()
                following = rest(waiting.pop(future), done) or next(tasks, None)
                yield done
                if following is not None:
                    again = submit(following)
                    waiting[again] = following
                    finished.add(again)
        except (
            OSError,
            self.distributed.KilledWorker,
            self.distributed.CancelledError,
            asyncio.CancelledError,
        ) as error:
            message = f"the cluster gave up ({type(error).__name__}); with --out what is done is kept"
            raise LabError("lab/worker-died", message) from None
        finally:
            client.close(timeout=2)

    def _knock(self) -> None:
        """Whether a scheduler listens there: a client that is refused, or talks to something else, takes long."""
        parts = urlsplit(self.address)
        try:
            socket.create_connection((parts.hostname or "", parts.port or 8786), timeout=_WAIT).close()
            if asyncio.run(self._is_scheduler()):
                return
            why = "what listens there is something else"
        except (OSError, ValueError) as error:
            why = f"{error}; an address is tcp://HOST:PORT"
        raise LabError("lab/no-cluster", f"no scheduler answers at {self.address!r}: {why}")

    async def _is_scheduler(self) -> bool:
        """Whether what listens there says in time that it is a scheduler."""

        async def ask() -> Any:
            async with self.distributed.rpc(self.address) as there:
                return await there.identity()

        asked = asyncio.ensure_future(ask())
        # Not wait_for, which waits for what it cancels to end: that may never come.
        await asyncio.wait({asked}, timeout=_WAIT)
        if not asked.done():
            asked.cancel()
            return False
        # What isn't a scheduler can answer anything, and so any error comes of reading it.
        return asked.exception() is None and isinstance(asked.result(), dict) and "workers" in asked.result()

    def _client(self) -> Any:
        """A client, once a worker is there."""
        why = f"no scheduler answers at {self.address!r}"
        try:
            client = self.distributed.Client(self.address, timeout=_WAIT)
            why = f"the scheduler at {self.address!r} has no workers"
            client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, ValueError, TimeoutError):
            raise LabError("lab/no-cluster", why) from None
        return client
