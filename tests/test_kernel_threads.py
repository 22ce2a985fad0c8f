"""Several threads play rounds by one kernel: whichever of them asks first, the rows are the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from eleusis.ground.errors import LabError
from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel.batch import Kernel
from eleusis.lab.kernel.building import load_kernel
from eleusis.lab.kernel.prelude import write_prelude
from eleusis.lab.simulation import make_plan

ROUNDS = 400


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_threads_play_the_same_rounds() -> None:
    try:
        library = load_kernel(write_prelude())
    except LabError as error:
        pytest.skip(error.message)
    assert library is not None
    plan = make_plan("abbott", rounds=ROUNDS)
    alone, together = RoundColumns(plan), RoundColumns(plan)
    Kernel(plan, library).play(alone, 1, ROUNDS)
    for _ in range(2):  # the machines are begun anew each time, and so asked for by all threads at once
        kernel = Kernel(plan, library)
        together.done[:] = bytes(ROUNDS)
        with ThreadPoolExecutor(4) as pool:
            firsts = range(1, ROUNDS, 10)
            list(pool.map(kernel.play, repeat(together), firsts, [first + 9 for first in firsts]))
        assert together.numbers == alone.numbers
        assert together.done == alone.done == bytes([1]) * ROUNDS
