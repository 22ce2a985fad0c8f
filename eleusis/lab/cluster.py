"""The same work on many machines: dask.distributed (the extra `cluster`)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from eleusis.lab.errors import LabError
from eleusis.lab.plan import Plan
from eleusis.lab.run import Done, Task, work

_WAIT = 10
"""Seconds that the scheduler has to answer, and for a first worker to be there."""
_AHEAD = 200
"""Tasks that the scheduler holds at a time."""
_RETRIES = 5
"""How often a task may take its worker down before that is no accident any more."""


class Cluster:
    """Works on the workers of a scheduler; a task whose worker dies is given to another."""

    def __init__(self, address: str) -> None:
        """Raises LabError (`lab/no-cluster`) where nobody listens, or the extra is not installed."""
        self.address = address
        try:
            distributed: Any = import_module("distributed")  # it has no types
        except ImportError:
            message = "--cluster needs dask.distributed: pip install 'eleusis[cluster]'"
            raise LabError("lab/no-cluster", message) from None
        self.distributed = distributed
        self._knock()

    def __call__(self, plan: Plan, tasks: Iterator[Task]) -> Iterator[Done]:
        """Raises LabError: `lab/no-cluster` for a scheduler that is not there, or has no workers."""
        client = self._client()
        try:
            sent = client.scatter(plan, broadcast=True, hash=False)
            first = [
                client.submit(work, sent, task, pure=False, retries=_RETRIES) for task in islice(tasks, _AHEAD)
            ]
            finished = self.distributed.as_completed(first)
            for future in finished:
                yield future.result()
                future.release()
                following = next(tasks, None)
                if following is not None:
                    finished.add(client.submit(work, sent, following, pure=False, retries=_RETRIES))
        except (self.distributed.KilledWorker, OSError) as error:
            message = f"the cluster gave up ({type(error).__name__}); with --out what is done is kept"
            raise LabError("lab/worker-died", message) from None
        finally:
            client.close(timeout=2)

    def _knock(self) -> None:
        """Whether anybody listens at all: a client that is refused takes long to give up."""
        import socket
        from urllib.parse import urlsplit

        try:
            parts = urlsplit(self.address)
            if parts.scheme == "tcp" and parts.hostname:
                socket.create_connection((parts.hostname, parts.port or 8786), timeout=_WAIT).close()
                return
            why = "an address is tcp://HOST:PORT"
        except (OSError, ValueError) as error:
            why = str(getattr(error, "strerror", None) or error).lower()
        raise LabError("lab/no-cluster", f"no scheduler answers at {self.address!r}: {why}")

    def _client(self) -> Any:
        import logging

        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            client = self.distributed.Client(self.address, timeout=_WAIT)
        except (OSError, ValueError, TypeError) as error:
            why = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
            raise LabError("lab/no-cluster", f"no scheduler answers at {self.address!r}: {why}") from None
        try:
            client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, TimeoutError):
            client.close(timeout=2)
            raise LabError("lab/no-cluster", f"the scheduler at {self.address!r} has no workers") from None
        return client
