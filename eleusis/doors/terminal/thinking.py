"""Who is thinking, said on a terminal while somebody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from eleusis.ground.agreement import say
from eleusis.words.page.ink import cells

_AFTER = 1.0
"""Seconds after which one would like to know what one waits for."""


@contextmanager
def thinking(out: TextIO, name: str) -> Iterator[None]:
    """Within the block it is said after a second that `name` is thinking, and taken back when the block ends.

    Nothing is said where no terminal is behind `out`.
    """
    if not out.isatty():
        yield
        return
    text = f"{say(name, 'are')} thinking …"
    said = threading.Event()

    def tell() -> None:
        out.write(text)
        out.flush()
        said.set()

    timer = threading.Timer(_AFTER, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if said.is_set():
            out.write(f"\r{' ' * cells(text)}\r")
            out.flush()
