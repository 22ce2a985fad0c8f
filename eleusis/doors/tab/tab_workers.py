"""Work that a tab does by itself: it has no threads; what a change changes is kept before anybody is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import attrs

T = TypeVar("T")


@attrs.frozen
class TabWorkers:
    """Who works in a tab; `keep` is awaited after each change, also one that has failed half-way."""

    _keep: Callable[[], Awaitable[None]]

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work, and keep what has changed. Raises what either raises."""
        try:
            return work()
        finally:
            await self._keep()

    async def tell(self, work: Callable[[], T]) -> T:
        """Do some work. Raises what it raises."""
        return work()

    think = change
    look = tell

    def close(self) -> None:
        """There is nothing to end."""
