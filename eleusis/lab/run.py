"""Running a simulation: in this process, in several, or on a cluster; the results don't hang on where."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar

from eleusis.ground.processes import ProcessPool, count_processors
from eleusis.lab.arguments import MAX_JOBS, check_number
from eleusis.lab.columns import PlayedBy, RoundColumns, Task
from eleusis.lab.plan import Plan
from eleusis.lab.tally import CREW, row

if TYPE_CHECKING:
    from eleusis.lab.kernel.sharing import KernelShare
    from eleusis.lab.store import Store

CHUNK = 25
"""Rounds that are worked on at a time, at most."""
KERNEL_CHUNK = 200
"""The same for the compiled kernel: so many are half a hundredth of a second's work."""
FEW = 4 * CHUNK
"""Rounds for which no processes are started where nobody asked for them."""
ENOUGH = 2.0
"""Seconds that have to be measured before it is said how long the rest takes."""
PATIENCE = 0.1
"""Seconds after which what has been played is handed over, however little of its task that is."""

R = TypeVar("R")

_DIED = "a process of the simulation died; with --out, what was done is saved and --resume carries on"

Done = tuple[Task, list[R]]
"""A task, and what is kept of each of its rounds."""
PlayOne = Callable[[int, int], R]
"""Plays a round, by its arm and its number, and gives what is kept of it; it is pickled for other processes."""


Tallied = tuple[int, ...]
"""What is kept of a simulated round."""
FarPlayed = tuple[Tallied, str]
"""The same of a round that was played far away, and why by the engine; "" is by the kernel."""


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
    far: Callable[[Iterator[Task]], Iterator[Done[FarPlayed]]] | None = None,
) -> list[RoundColumns]:
    """The numbers of all rounds, for each arm; those that the store has are not played again.

    `share` plays what the compiled kernel takes of them, and the worker the rest by the engine; or else they are
    played `far` away, by the kernel that is there. `played_by` is filled in.
    """
    arms = [RoundColumns(plan, arm) for arm in range(len(plan.arms))]
    counts = played_by or PlayedBy()
    counts.kept = store.load(arms) if store is not None else 0
    left = plan.rounds * len(arms) - counts.kept
    if share is not None:
        share.prepare(left)
    progress = progress or Progress(live=False)
    progress.begin(plan.rounds * len(arms), counts.kept)

    def keep(arm: int, first: int, last: int) -> None:
        if store is not None:
            store.add(arm, first, arms[arm].rows(first, last))
        progress.add(last - first + 1)

    with handing_over(progress):
        if share is not None:
            for arm, first, last in share(arms, tasks(arms, KERNEL_CHUNK)):
                for done, start, end in arms[arm].stretches(first, last):
                    if done:
                        counts.kernel += end - start + 1
                        keep(arm, start, end)
            counts.why, counts.missing = share.reasons, share.missing
        counts.engine = left - counts.kernel
        if counts.engine and counts.kernel and counts.engine <= FEW:
            worker = here
        if not counts.engine:
            played: Iterator[Done[Tallied]] = iter(())
        elif far is None:
            played = worker(partial(row, plan), tasks(arms))
        else:
            played = _count_far(far(tasks(arms, KERNEL_CHUNK)), counts)
        for (arm, first, last), rows in played:
            for number, numbers in enumerate(rows, start=first):
                arms[arm].add(number, numbers)
            keep(arm, first, last)
    missing = sum(rounds.done.count(0) for rounds in arms)
    assert not missing, f"{missing} rounds were lost"
    return arms


def _count_far(worked: Iterator[Done[FarPlayed]], counts: PlayedBy) -> Iterator[Done[Tallied]]:
    """What was played far away; by what, and why, is counted."""
    from eleusis.lab.kernel.batch import LEFT_OUT_FAR

    reasons: Counter[str] = Counter()
    for task, rows in worked:
        reasons.update(why for _, why in rows)
        yield task, [numbers for numbers, _ in rows]
    counts.kernel = reasons.pop("", 0)
    counts.engine -= counts.kernel
    counts.why = tuple(why for why, _ in reasons.most_common())
    counts.missing = LEFT_OUT_FAR if LEFT_OUT_FAR in counts.why else ""


@contextmanager
def handing_over(progress: Progress) -> Iterator[None]:
    """While rounds are played: whatever comes, programs are ended then, and the line of progress is taken away."""
    try:
        yield
    finally:
        CREW.close()
        progress.end()


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
        failure: Exception | None = None
        with ProcessPool[Task, Done[R]](self.jobs, partial(work, play), died=_DIED, at_end=_close_crew) as pool:
            for task in islice(tasks, 4 * self.jobs):
                pool.submit(task)
            while pool.busy:
                for task, future in pool.collect():
                    try:
                        done = future.result()
                    except Exception as error:
                        failure = failure or error
                        pool.cancel()
                        continue
                    if failure is None and (following := rest(task, done) or next(tasks, None)) is not None:
                        pool.submit(following)
                    yield done
        if failure is not None:
            raise failure


def _close_crew() -> None:
    """Ends the programs of a process that leaves."""
    CREW.close()


def choose_worker(rounds: int, jobs: int | None) -> Worker:
    """As many processes as are asked for (None: one for each processor); this one where so few rounds don't pay.

    Raises LabError (`lab/argument`) for jobs that are not 1 to 256.
    """
    check_number("jobs", jobs, 1, MAX_JOBS)
    if jobs is None:
        jobs = count_processors()
        if rounds <= FEW:
            return here
    return here if jobs == 1 else Processes(jobs)


class Progress:
    """A line on stderr that says how far it is; only where that is a terminal."""

    def __init__(self, live: bool | None = None) -> None:
        self.live = sys.stderr.isatty() if live is None else live
        self.total = self.now = 0
        self.shown = self._start = time.monotonic()
        self._marks: list[tuple[float, int]] = []
        """When how much was done, as soon as there was anything and whenever the time had doubled; the last two."""

    def begin(self, total: int, done: int) -> None:
        """So many rounds are to be played, of which so many are there already."""
        self.total, self.now = total, done
        self._start = time.monotonic()

    def add(self, rounds: int) -> None:
        """So many more are played."""
        self.now += rounds
        moment = time.monotonic()
        last, _ = (self._marks or [(self._start, 0)])[-1]
        if len(self._marks) < 2 or moment - last > max(last - self._start, ENOUGH):
            self._marks = [*self._marks[-1:], (moment, self.now)]
        if not self.live or moment - self.shown < 0.1:
            return
        self.shown = moment
        filled = 24 * self.now // self.total
        bar = "█" * filled + "░" * (24 - filled)
        words = f"{self.now:,} of {self.total:,} rounds{self._tell_left(moment)}"
        room = _columns() - 1  # in the last column a terminal may go on to the next line
        line = f"{bar} {words}"
        sys.stderr.write(f"\r{(line if len(line) <= room else words)[:room]}\x1b[K")
        sys.stderr.flush()

    def _tell_left(self, moment: float) -> str:
        """How long the rest takes, once that is known: from the later part of the time, as what begins is slow."""
        since, played = self._marks[0]
        if moment - since < ENOUGH:
            return ""
        return f", {_time((moment - since) / (self.now - played) * (self.total - self.now))} left"

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
