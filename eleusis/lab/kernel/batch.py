"""Rounds of a plan in the compiled kernel: what it takes, and what it declines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan

if TYPE_CHECKING:
    import ctypes


def kernel_prelude() -> str:
    """C that stands before the sources of the kernel: the names and orders that have their home in Python."""
    return ""


def refuse_arm(plan: Plan, arm: int) -> str | None:
    """Why the kernel declines every round of an arm; None where it doesn't. It needs no kernel to be asked."""
    return "the kernel plays nothing yet"


class Kernel:
    """The compiled kernel with a plan. Several threads may have it play at once, each other rounds."""

    def __init__(self, plan: Plan, library: ctypes.CDLL) -> None:
        self.plan = plan
        self.library = library
        self.declined: Counter[str] = Counter()
        """How many rounds were declined in `play`, for each reason."""

    def play(self, rounds: RoundColumns, first: int, last: int) -> None:
        """Play rounds into their columns; `done` is 1 of those that were played, and stays 0 of the others."""
