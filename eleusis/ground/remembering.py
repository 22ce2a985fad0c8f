"""What has been worked out is remembered: by the program, or within a block by the block alone.

How soon an answer comes tells whether it was worked out before. So where somebody asks from whom it is to be hidden
what others ask, all is worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
_PROGRAM: dict[object, Callable[[Any], Any]] = {}
_MEMORY = ContextVar("_MEMORY", default=_PROGRAM)


def remember(most: int | None) -> Callable[[Callable[[K], T]], Callable[[K], T]]:
    """Have a function remember its last results, at `most` so many."""

    def decorate(work: Callable[[K], T]) -> Callable[[K], T]:

        @wraps(work)
        def recall(key: K) -> T:
            memory = _MEMORY.get()
            if work not in memory:
                memory[work] = lru_cache(maxsize=most)(work)
            result: T = memory[work](key)
            return result

        return recall

    return decorate


@contextmanager
def remember_nothing() -> Iterator[None]:
    """Within the block nothing is remembered from before it, and after it nothing of the block."""
    before = _MEMORY.set({})
    try:
        yield
    finally:
        _MEMORY.reset(before)
