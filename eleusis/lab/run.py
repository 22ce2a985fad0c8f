"""Running a simulation: in this process, in several, or on a cluster; the results don't hang on where."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from typing import TYPE_CHECKING

from eleusis.errors import LabError
from eleusis.lab.arguments import MAX_JOBS, check_number
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.tally import CREW, row

if TYPE_CHECKING:
    from concurrent.futures import Future

    from eleusis.lab.store import Store

CHUNK = 25
"""Rounds that are worked on at a time, at most."""
PATIENCE = 0.1
"""Seconds after which what has been played is handed over, however little of its task that is."""

Task = tuple[int, int, int]
"""An arm, the first of its rounds and the last."""
Done = tuple[Task, list[tuple[int, ...]]]
Worker = Callable[[Plan, Iterator[Task]], Iterator[Done]]
"""Works on the tasks of a plan, and gives them back in any order."""


def work(plan: Plan, task: Task) -> Done:
    """The rounds of one task, or its first ones, at least one, where they take long; and the task that was done."""
    arm, first, last = task
    end = time.monotonic() + PATIENCE
    rows = []
    for number in range(first, last + 1):
        rows.append(row(plan, arm, number))
        if time.monotonic() >= end:
            break
    return (arm, first, first + len(rows) - 1), rows


def rest(task: Task, done: Done) -> Task | None:
    """What is left of a task when this much of it is done."""
    arm, _, last = task
    following = done[0][2] + 1
    return (arm, following, last) if following <= last else None


def run(
    plan: Plan, worker: Worker, store: Store | None = None, progress: Progress | None = None
) -> list[RoundColumns]:
    """The numbers of all rounds, for each arm; those that the store has are not played again."""
    arms = [RoundColumns(plan, arm) for arm in range(len(plan.arms))]
    done = store.load(arms) if store is not None else 0
    if progress is not None:
        progress.begin(plan.rounds * len(arms), done)
    try:
        for (arm, first, _), rows in worker(plan, tasks(arms)):
            for number, numbers in enumerate(rows, start=first):
                arms[arm].add(number, numbers)
            if store is not None:
                store.add(arm, first, rows)
            if progress is not None:
                progress.add(len(rows))
    finally:
        CREW.close()
    if progress is not None:
        progress.end()
    missing = sum(rounds.done.count(0) for rounds in arms)
    assert not missing, f"{missing} rounds were lost"
    return arms


def tasks(arms: Iterable[RoundColumns]) -> Iterator[Task]:
    """What is still to be done, all arms of the same rounds near each other."""
    several = list(arms)
    size = several[0].plan.rounds
    for start in range(1, size + 1, CHUNK):
        for arm, rounds in enumerate(several):
            number = start
            for done, run_of_rounds in groupby(rounds.done[start - 1 : start + CHUNK - 1]):
                following = number + len(list(run_of_rounds))
                if not done:
                    yield arm, number, following - 1
                number = following


def here(plan: Plan, tasks: Iterator[Task]) -> Iterator[Done]:
    """The worker of this process."""
    task = next(tasks, None)
    while task is not None:
        done = work(plan, task)
        yield done
        task = rest(task, done) or next(tasks, None)


class Processes:
    """Works in several processes."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, plan: Plan, tasks: Iterator[Task]) -> Iterator[Done]:
        """Raises LabError (`lab/worker-died`)."""
        from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
        from concurrent.futures.process import BrokenProcessPool

        fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
        context = multiprocessing.get_context("fork" if fork else "spawn")
        with _hold_interrupts():
            pool = ProcessPoolExecutor(self.jobs, context, _begin, (plan,))
        try:
            waiting: dict[Future[Done], Task] = {}

            def submit(task: Task | None) -> None:
                if task is not None:
                    with _hold_interrupts():
                        waiting[pool.submit(_work, task)] = task

            for task in islice(tasks, 4 * self.jobs):
                submit(task)
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    done = future.result()
                    submit(rest(waiting.pop(future), done) or next(tasks, None))
                    yield done
        except BrokenProcessPool:
            message = "a process of the simulation died; with --out what is done is kept, and --resume goes on"
            raise LabError("lab/worker-died", message) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def choose_worker(plan: Plan, jobs: int | None) -> Worker:
    """As many processes as are asked for (None: one for each processor); this one where no more would pay.

    Raises LabError (`lab/argument`) for jobs that are not 1 to 256.
    """
    check_number("jobs", jobs, 1, MAX_JOBS)
    if jobs is None:
        may_use = getattr(os, "sched_getaffinity", None)
        jobs = len(may_use(0)) if may_use is not None else os.cpu_count() or 1
        if plan.rounds * len(plan.arms) <= 4 * CHUNK:
            return here
    return here if jobs == 1 else Processes(jobs)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Puts Ctrl-C off to the end of the block.

    Processes start in the middle of `submit`: an interruption there would leave a pool that is half made and waits
    for ever, and a process that is not yet ready to ignore it would tell its traceback. One that starts within the
    block has it blocked from the start.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_plan: Plan | None = None


def _begin(plan: Plan) -> None:
    """In a process of its own: what it works on. Ctrl-C is left to the parent, and nobody outlives that."""
    import gc
    from multiprocessing.util import Finalize

    global _plan
    _plan = plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000)
    Finalize(None, CREW.close, exitpriority=10)  # what atexit has is not run in such a process
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()


def _follow(parent: int) -> None:
    """Ends this process soon after its parent is gone, however that came."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _work(task: Task) -> Done:
    assert _plan is not None
    return work(_plan, task)


class Progress:
    """A line on stderr that says how far it is; only where that is a terminal."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.total = self.before = self.now = 0
        self.start = self.shown = time.monotonic()

    def begin(self, total: int, done: int) -> None:
        """So many rounds are to be played, of which so many are there already."""
        self.total, self.before, self.now = total, done, done
        self.start = time.monotonic()

    def add(self, rounds: int) -> None:
        """So many more are played."""
        self.now += rounds
        moment = time.monotonic()
        if not self.live or moment - self.shown < 0.1:
            return
        self.shown = moment
        spent, played = moment - self.start, self.now - self.before
        left = spent / played * (self.total - self.now) if played else 0
        filled = 24 * self.now // self.total
        bar = "█" * filled + "░" * (24 - filled)
        words = f"{self.now:,} of {self.total:,} rounds, {_time(left)} left"
        room = _columns() - 1  # in the last column a terminal may go on to the next line
        line = f"{bar} {words}"
        sys.stderr.write(f"\r{(line if len(line) <= room else words)[:room]}\x1b[K")
        sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _columns() -> int:
    """The width of the terminal behind stderr, which may be another than that of stdout."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
