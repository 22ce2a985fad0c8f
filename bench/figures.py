"""Figures and how they are taken: time of the processor, in turn, ratios of figures of the same round.

The machine's speed drifts, and others are at work on it. So time is the processor's own, not the wall's; works are
measured one after the other, again and again, and what is compared was measured in the same round.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import attrs


@attrs.frozen
class Figure:
    """One measured thing: a rate (per second) or a time (in milliseconds), its median and its spread."""

    name: str
    values: tuple[float, ...]
    unit: str
    want: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def row(self) -> str:
        digits = 2 if self.unit in ("s", "ms", "µs", "MB") else 0
        spread = f"{min(self.values):,.{digits}f}–{max(self.values):,.{digits}f}"
        return f"{self.name:<52}{self.median:>12,.{digits}f} {self.unit:<8}{spread:<24}{self.want}".rstrip()


def head(title: str, want: str = "want") -> str:
    """The line above a table of figures."""
    return f"{title:<52}{'median':>12} {'':<8}{'min–max':<24}{want}".rstrip()


def ratio(a: Sequence[float], b: Sequence[float]) -> tuple[float, float, float]:
    """The least, the median and the greatest of the ratios of figures taken in the same round."""
    ratios = sorted(x / y for x, y in zip(a, b, strict=True))
    return ratios[0], statistics.median(ratios), ratios[-1]


def ratio_row(name: str, a: Sequence[float], b: Sequence[float], want: str = "") -> str:
    """The line of a ratio."""
    least, median, most = ratio(a, b)
    digits = 2 if median >= 10 else 3
    spread = f"{least:.{digits}f}–{most:.{digits}f}"
    return f"{name:<52}{median:>12.{digits}f} {'':<8}{spread:<24}{want}".rstrip()


def in_turn(runs: int, works: dict[str, Callable[[], float]]) -> dict[str, tuple[float, ...]]:
    """Runs several works one after the other, `runs` times round, after one round that is not counted.

    The machine's speed drifts; figures of the same round were taken at the same time, so that their ratio holds.
    """
    figures: dict[str, list[float]] = {name: [] for name in works}
    for run in range(runs + 1):
        for name, work in works.items():
            value = work()
            if run:
                figures[name].append(value)
    return {name: tuple(values) for name, values in figures.items()}


def per_second(work: Callable[[], int]) -> Callable[[], float]:
    """How many things a second of the processor a work does, which says how many it did."""

    def measure() -> float:
        start = time.process_time()
        done = work()
        return done / (time.process_time() - start)

    return measure


@attrs.frozen
class Usage:
    """What a whole process took, with all that it started, in milliseconds."""

    cpu: float
    wall: float


def run(*command: str, codes: Sequence[int] = (0,)) -> Usage:
    """A whole process, which must end with one of these exit codes; what it imports it may keep compiled."""
    there = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=there)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in codes:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    spent = (usage.ru_utime + usage.ru_stime) * 1000
    return Usage(spent, (time.perf_counter() - start) * 1000)


def peak_of(*command: str) -> float:
    """The megabytes of the largest process of a command; asked by a small one, whose size a child begins with."""
    ask = "import resource as r, subprocess as s, sys; s.run(sys.argv[1:], stdout=s.DEVNULL, check=True); "
    ask += "print(r.getrusage(r.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", ask, *command], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024
