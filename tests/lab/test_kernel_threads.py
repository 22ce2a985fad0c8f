"""Several threads play rounds by one kernel: whichever of them asks first, the rows are the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from eleusis.lab.columns import RoundColumns
from eleusis.lab.simulation import Experiment
from tests.helpers.kernel_plans import make_kernel
from tests.lab.test_kernel import needs_kernel

ROUNDS = 400


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@needs_kernel
@pytest.mark.usefixtures("restless")
def test_threads_play_the_same_rounds() -> None:
    plan = Experiment("abbott", rounds=ROUNDS).plan()
    alone, together = RoundColumns(plan), RoundColumns(plan)
    make_kernel(plan).play(alone, 1, ROUNDS)
    for _ in range(2):  # the machines are begun anew each time, and so asked for by all threads at once
        kernel = make_kernel(plan)
        together.done[:] = bytes(ROUNDS)
        with ThreadPoolExecutor(4) as pool:
            firsts = range(1, ROUNDS, 10)
            list(pool.map(kernel.play, repeat(together), firsts, [first + 9 for first in firsts]))
        assert together.numbers == alone.numbers
        assert together.done == alone.done == bytes([1]) * ROUNDS
