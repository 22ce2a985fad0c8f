"""Running a simulation: in this process, in several, or on a cluster; the results don't hang on where."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from eleusis.errors import LabError
from eleusis.lab.arguments import MAX_JOBS, check_number
from eleusis.lab.columns import PlayedBy, RoundColumns, Task
from eleusis.lab.plan import Plan
from eleusis.lab.tally import CREW, row

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event

    from eleusis.lab.kernel.sharing import KernelShare
    from eleusis.lab.store import Store

CHUNK = 25
"""Rounds that are worked on at a time, at most."""
KERNEL_CHUNK = 100
"""The same for the compiled kernel: so many are a hundredth of a second's work."""
FEW = 4 * CHUNK
"""Rounds for which no processes are started where nobody asked for them."""
PATIENCE = 0.1
"""Seconds after which what has been played is handed over, however little of its task that is."""

R = TypeVar("R")

_GRACE = 1.0
"""Seconds that a process has to leave by itself."""

Done = tuple[Task, list[R]]
"""A task, and what is kept of each of its rounds."""
PlayOne = Callable[[int, int], R]
"""Plays a round, by its arm and its number, and gives what is kept of it; it is pickled for other processes."""


Tallied = tuple[int, ...]
"""What is kept of a simulated round."""


class Worker(Protocol):
    """Works on tasks, whatever is kept of their rounds, and gives them back in any order."""

    def __call__(self, play: PlayOne[R], tasks: Iterator[Task], /) -> Iterator[Done[R]]:
        """The tasks as they are done, those that took too long in parts."""
        ...


def work(play: PlayOne[R], task: Task) -> Done[R]:
    """The rounds of one task, or its first ones, at least one, where they take long; and the task that was done."""
    arm, first, last = task
    end = time.monotonic() + PATIENCE
    rows = []
    for number in range(first, last + 1):
        rows.append(play(arm, number))
        if time.monotonic() >= end:
            break
    return (arm, first, first + len(rows) - 1), rows


def rest(task: Task, done: Done[R]) -> Task | None:
    """What is left of a task when this much of it is done."""
    arm, _, last = task
    following = done[0][2] + 1
    return (arm, following, last) if following <= last else None


def run(
    plan: Plan,
    worker: Callable[[PlayOne[Tallied], Iterator[Task]], Iterator[Done[Tallied]]],
    store: Store | None = None,
    progress: Progress | None = None,
    share: KernelShare | None = None,
    played_by: PlayedBy | None = None,
) -> list[RoundColumns]:
    """The numbers of all rounds, for each arm; those that the store has are not played again.

    `share` plays what the compiled kernel takes of them, the worker the rest; `played_by` is filled in.
    """
    arms = [RoundColumns(plan, arm) for arm in range(len(plan.arms))]
    counts = played_by or PlayedBy()
    counts.kept = store.load(arms) if store is not None else 0
    left = plan.rounds * len(arms) - counts.kept
    if progress is not None:
        progress.begin(plan.rounds * len(arms), counts.kept)

    def keep(arm: int, first: int, rows: Sequence[Tallied]) -> None:
        if store is not None:
            store.add(arm, first, rows)
        if progress is not None:
            progress.add(len(rows))

    try:
        if share is not None:
            share.prepare(left)
            for arm, first, last in share(arms, tasks(arms, KERNEL_CHUNK)):
                for done, start, end in arms[arm].stretches(first, last):
                    if done:
                        counts.kernel += end - start + 1
                        keep(arm, start, arms[arm].rows(start, end))
            counts.why, counts.missing = share.reasons, share.missing
        counts.engine = left - counts.kernel
        if counts.engine and counts.kernel and counts.engine <= FEW:
            worker = here
        for (arm, first, _), rows in worker(partial(row, plan), tasks(arms)) if counts.engine else ():
            for number, numbers in enumerate(rows, start=first):
                arms[arm].add(number, numbers)
            keep(arm, first, rows)
    finally:
        CREW.close()
    if progress is not None:
        progress.end()
    missing = sum(rounds.done.count(0) for rounds in arms)
    assert not missing, f"{missing} rounds were lost"
    return arms


def tasks(arms: Iterable[RoundColumns], chunk: int = CHUNK) -> Iterator[Task]:
    """What is still to be done, all arms of the same rounds near each other."""
    several = list(arms)
    size = several[0].plan.rounds
    for start in range(1, size + 1, chunk):
        for arm, rounds in enumerate(several):
            for done, first, last in rounds.stretches(start, start + chunk - 1):
                if not done:
                    yield arm, first, last


def here(play: PlayOne[R], tasks: Iterator[Task]) -> Iterator[Done[R]]:
    """The worker of this process."""
    task = next(tasks, None)
    while task is not None:
        done = work(play, task)
        yield done
        task = rest(task, done) or next(tasks, None)


class Processes:
    """Works in several processes."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, play: PlayOne[R], tasks: Iterator[Task]) -> Iterator[Done[R]]:
        """Where a round can't be played, what the other processes are at is given back before that is raised.

        Raises LabError (`lab/worker-died`), and what `play` raises.
        """
        from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
        from concurrent.futures.process import BrokenProcessPool

        fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
        context = multiprocessing.get_context("fork" if fork else "spawn")
        with _hold_interrupts():
            leave = context.Event()
            pool = ProcessPoolExecutor(self.jobs, context, _begin, (play, leave))
        failure: Exception | None = None
        waiting: dict[Future[Done[R]], Task] = {}
        try:

            def submit(task: Task | None) -> None:
                if task is not None:
                    with _hold_interrupts():
                        waiting[pool.submit(_work, task)] = task

            for task in islice(tasks, 4 * self.jobs):
                submit(task)
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    task = waiting.pop(future)
                    try:
                        done = future.result()
                    except BrokenProcessPool:
                        raise
                    except Exception as error:
                        failure = failure or error
                        for other in [other for other in waiting if other.cancel()]:
                            del waiting[other]
                        continue
                    if failure is None:
                        submit(rest(task, done) or next(tasks, None))
                    yield done
            if failure is not None:
                raise failure
        except BrokenProcessPool:
            message = "a process of the simulation died; with --out what is done is kept, and --resume goes on"
            raise LabError("lab/worker-died", message) from None
        finally:
            if waiting:
                leave.set()  # nobody waits for rounds that are not wanted any more: one may take an hour
            pool.shutdown(wait=False, cancel_futures=True)


def choose_worker(rounds: int, jobs: int | None) -> Worker:
    """As many processes as are asked for (None: one for each processor); this one where so few rounds don't pay.

    Raises LabError (`lab/argument`) for jobs that are not 1 to 256.
    """
    check_number("jobs", jobs, 1, MAX_JOBS)
    if jobs is None:
        may_use = getattr(os, "sched_getaffinity", None)
        jobs = len(may_use(0)) if may_use is not None else os.cpu_count() or 1
        if rounds <= FEW:
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


_play: PlayOne[Any] | None = None
_failure: Exception | None = None


def _begin(play: PlayOne[Any], leave: Event) -> None:
    """In a process of its own: what it works on. Ctrl-C is left to the parent, and nobody outlives that."""
    import gc
    from multiprocessing.util import Finalize

    global _play
    _play = play
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000)
    Finalize(None, CREW.close, exitpriority=10)  # what atexit has is not run in such a process
    threading.Thread(target=_follow, args=(os.getppid(), leave), daemon=True).start()


def _follow(parent: int, leave: Event) -> None:
    """Ends this process soon after its parent is gone, however that came, or wants it to leave.

    Most leave by themselves then, in order; what is ended here is in the middle of a long round.
    """
    while os.getppid() == parent:
        if leave.wait(0.5):
            time.sleep(_GRACE)
            break
    os._exit(1)


def _work(task: Task) -> Done[Any]:
    global _failure
    assert _play is not None
    if _failure is not None:  # what failed once is not waited for again: a program that never is ready, say
        raise _failure
    try:
        return work(_play, task)
    except Exception as error:
        _failure = error
        raise


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
