"""Work that is done at once, where there are no threads; what it changes is kept before anybody is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import attrs

T = TypeVar("T")


@attrs.frozen
class AtOnce:
    """Workers of a tab; `keep` is awaited after each change, also one that has failed half-way."""

    _keep: Callable[[], Awaitable[None]]

    async def change(self, work: Callable[[], T]) -> T:
        """Do some work, and keep what has changed. Raises what either raises."""
        try:
            return work()
        finally:
            await self._keep()

    async def think(self, work: Callable[[], T]) -> T:
        """The same. Raises what either raises."""
        return await self.change(work)

    async def tell(self, work: Callable[[], T]) -> T:
        """Do some work. Raises what it raises."""
        return work()

    async def look(self, work: Callable[[], T]) -> T:
        """Do some work. Raises what it raises."""
        return work()

    def close(self) -> None:
        """There is nothing to end."""
