"""Threads for what would hold up the pages of a server: a bot's thoughts, a disk, a look back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Do some work in a thread of its own. Raises what it raises.

    The threads of `asyncio.to_thread` are waited for at the program's end, however long a bot thinks. These hold up
    nobody who wants to leave: what they do then is lost, as by a kill.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # from now on whoever stops waiting can't take away where the result goes

    def run() -> None:
        try:
            done.set_result(work())
        except StopIteration as error:  # which no future of asyncio takes: its waiter would wait for ever
            done.set_exception(RuntimeError(f"StopIteration: {error}"))
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
