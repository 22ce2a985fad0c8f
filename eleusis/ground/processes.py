"""Work in several processes: tasks go out, what comes of them comes back, and no process outlives who asked.

`ProcessPool` gives results as they come, where each may bring further tasks. `work_in_order` gives them in the
order of the tasks, as if all had been done one after the other in here, and never holds many of them.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from eleusis.ground.errors import LabError

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")

_GRACE = 1.0
"""Seconds that a process has to leave by itself."""
_AHEAD = 8
"""Tasks for each process that are given out, or done and waiting for their turn, in `work_in_order`."""


def count_processors() -> int:
    """How many processors this process may use."""
    may_use = getattr(os, "sched_getaffinity", None)
    return len(may_use(0)) if may_use is not None else os.cpu_count() or 1


class ProcessPool(Generic[T, R]):
    """Processes that all do the same work, each on a task at a time; to be used in a `with` block.

    Both the work and `at_end`, which a process calls before it leaves, are pickled where processes are spawned.
    """

    def __init__(
        self, jobs: int, work: Callable[[T], R], *, died: str, at_end: Callable[[], None] | None = None
    ) -> None:
        import multiprocessing  # late, as all that is for processes: most work is done in this one
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        self._died = died
        self._broken: type[Exception] = BrokenProcessPool
        self._waiting: dict[Future[R], T] = {}
        fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
        context = multiprocessing.get_context("fork" if fork else "spawn")
        with _hold_interrupts():
            self._listen, self._leave = context.Pipe(duplex=False)  # no lock that the dead could hold forever
            self._pool = ProcessPoolExecutor(jobs, context, _begin, (work, self._listen, self._leave, at_end))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Where all is done, the processes are gone at once, and so is the pool's thread: who left before it was, as
        # nobody should wait for what is not wanted any more, could trip over it.
        if self._waiting:
            self._leave.close()
        self._pool.shutdown(wait=not self._waiting, cancel_futures=True)
        self._leave.close()
        self._listen.close()

    @property
    def busy(self) -> bool:
        """Whether a task is still to come back."""
        return bool(self._waiting)

    def submit(self, task: T) -> None:
        """Gives out a task. Raises LabError (`lab/worker-died`)."""
        with _hold_interrupts():
            try:
                self._waiting[self._pool.submit(_work, task)] = task
            except self._broken:
                raise self._dead() from None

    def collect(self) -> list[tuple[T, Future[R]]]:
        """Waits for tasks that are done, each with its result or with what the work has raised.

        Raises LabError (`lab/worker-died`), once what was done before that has been handed over.
        """
        from concurrent.futures import FIRST_COMPLETED, wait

        over, _ = wait(self._waiting, return_when=FIRST_COMPLETED)
        done = [future for future in over if not isinstance(future.exception(), self._broken)]
        if not done:
            raise self._dead()
        return [(self._waiting.pop(future), future) for future in done]

    def cancel(self) -> None:
        """Takes back all tasks that nobody has begun."""
        for future in [future for future in self._waiting if future.cancel()]:
            del self._waiting[future]

    def _dead(self) -> LabError:
        return LabError("lab/worker-died", self._died)


def work_in_order(
    work: Callable[[T], R],
    chunks: Iterable[Sequence[T]],
    jobs: int,
    *,
    died: str,
    only_here: Callable[[T], bool] = lambda _: False,
) -> Iterator[R]:
    """What the work makes of each task of the chunks, in their order; a chunk goes to a process as a whole.

    With one job all of it is done in this process; with several, still what is `only_here`, when its turn comes.
    What fails in another process is tried again here, so whatever is raised comes at its turn and from here. Raises
    what `work` raises, and LabError (`lab/worker-died`).
    """
    if jobs == 1:
        yield from (work(task) for chunk in chunks for task in chunk)
        return
    given_out: deque[tuple[int, Sequence[T]]] = deque()
    results: dict[int, list[R]] = {}
    numbered = enumerate(chunks)
    with ProcessPool[tuple[int, Sequence[T]], list[R]](jobs, partial(_work_through, work), died=died) as pool:
        while True:
            for number, chunk in islice(numbered, _AHEAD * jobs - len(given_out)):
                given_out.append((number, chunk))
                if any(map(only_here, chunk)):
                    results[number] = []
                else:
                    pool.submit((number, chunk))
            if not given_out:
                return
            number, chunk = given_out.popleft()
            while number not in results:
                for (other, _), future in pool.collect():
                    results[other] = [] if future.exception() else future.result()
            done = results.pop(number)
            yield from done
            yield from map(work, chunk[len(done) :])


def _work_through(work: Callable[[T], R], numbered: tuple[int, Sequence[T]]) -> list[R]:
    """In a process of its own: the results of a chunk, up to the first task that fails."""
    results: list[R] = []
    for task in numbered[1]:
        try:
            results.append(work(task))
        except Exception:
            break
    return results


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Puts Ctrl-C off to the end of the block.

    Processes start in the middle of `submit`: an interruption there would leave a pool that is half made and waits
    forever, and a process that is not yet ready to ignore it would tell its traceback. One that starts within the
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


_task_of: Callable[[Any], Any] | None = None
_failure: Exception | None = None


def _begin(
    work: Callable[[Any], Any], listen: Connection, leave: Connection, at_end: Callable[[], None] | None
) -> None:
    """In a process of its own: what it works on. Ctrl-C is left to the parent, and nobody outlives that."""
    import gc
    from multiprocessing.util import Finalize

    global _task_of
    _task_of = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000)
    if at_end is not None:
        Finalize(None, at_end, exitpriority=10)  # what atexit has is not run in such a process
    leave.close()  # so that the parent's is the last end that is open
    threading.Thread(target=_follow, args=(os.getppid(), listen), daemon=True).start()


def _follow(parent: int, listen: Connection) -> None:
    """Ends this process soon after its parent is gone, however that came, or wants it to leave.

    Most leave by themselves then, in order; what is ended here is in the middle of a long task.
    """
    while os.getppid() == parent:
        if listen.poll(0.5):
            time.sleep(_GRACE)
            break
    os._exit(1)


def _work(task: Any) -> Any:
    global _failure
    assert _task_of is not None
    if _failure is not None:  # what failed once is not waited for again: a program that never is ready, say
        raise _failure
    try:
        return _task_of(task)
    except Exception as error:
        _failure = error
        raise
