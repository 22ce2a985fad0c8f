"""Data read as values: by several threads too."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

KINDS_THAT_THREADS_MEET = """
    from __future__ import annotations
    import sys, threading
    from typing import Annotated
    from msgspec import Meta, Struct
    from eleusis.ground.data import from_data

    def make():
        class Chair(Struct):
            token: Annotated[str, Meta(min_length=1)]

        class Seats(Struct):
            n: int
            chairs: dict[str, Chair]
            code: Annotated[str, Meta(pattern="a+")]

        globals().update(Chair=Chair, Seats=Seats)  # annotations are looked up where a module has its names
        return Seats

    def read(kind):
        together.wait()
        read = from_data({"n": 1, "chairs": {"Ann": {"token": "t"}}, "code": "aa"}, kind)
        wrong.extend([read] * (read.chairs["Ann"].token != "t"))

    wrong = []
    together = threading.Barrier(3)
    sys.setswitchinterval(1e-6)
    for _ in range(1000):
        kind = make()
        threads = [threading.Thread(target=read, args=(kind,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print("wrong:", len(wrong))
"""


@pytest.mark.long
def test_threads_that_meet_a_kind_for_the_first_time_at_once_all_read_it() -> None:
    """Else Python crashes: a server that opens two tables at once after its start ended so."""
    code = textwrap.dedent(KINDS_THAT_THREADS_MEET)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrong: 0\n", "")
