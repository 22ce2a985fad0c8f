"""Who plays what: the rounds that the compiled kernel takes, before the engine plays the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from eleusis.ground.errors import EleusisError, LabError
from eleusis.ground.processes import count_processors
from eleusis.lab.columns import RoundColumns, Task
from eleusis.lab.plan import Plan

if TYPE_CHECKING:
    from eleusis.lab.kernel.batch import Kernel

ROUNDS_FOR_BUILDING = 2000
"""Fewer rounds than this are played sooner than a kernel is built."""
ROUNDS_FOR_LOADING = 50
"""Fewer rounds than this are played sooner than a kernel that is there is loaded and made ready."""


class KernelShare:
    """The rounds of a plan that the compiled kernel plays.

    `demanded` is a kernel that must be there, with as few rounds as may be: then it raises LabError
    (`lab/no-kernel`) where there can't be one. Otherwise it is used, and built, where that pays.
    """

    def __init__(
        self,
        plan: Plan,
        demanded: bool,
        threads: int = 1,
        announce: Callable[[str], None] | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        """`announce` is told what takes a while, and `warn` what should be changed."""
        self.plan = plan
        self.threads = min(threads, count_processors())
        self._announce = announce
        self._warn = warn
        self.refusals: list[str | None] = []
        """Why the kernel declines each arm as a whole; empty where it wasn't asked."""
        self.missing = ""
        """Why there is no kernel, where there is work for it."""
        self._demanded = demanded
        self._kernel: Kernel | None = None
        if demanded:
            self._load(build=True)

    def prepare(self, left: int) -> None:
        """Load the kernel, if that pays for so many rounds as are left."""
        if self._demanded or left < ROUNDS_FOR_LOADING:
            return
        build = left >= ROUNDS_FOR_BUILDING
        try:
            self._load(build)
        except LabError as error:
            if build:
                self.missing = error.message

    def _load(self, build: bool) -> None:
        """Load the kernel where it has work, or is demanded. Raises LabError."""
        from eleusis.lab.kernel.batch import Kernel, refuse_arm

        self.refusals = [refuse_arm(self.plan, arm) for arm in range(len(self.plan.arms))]
        if None not in self.refusals and not self._demanded:
            return
        from eleusis.lab.kernel.building import load_kernel
        from eleusis.lab.kernel.prelude import write_prelude

        library = load_kernel(write_prelude(), build, self._announce, self._warn)
        if library is None:
            return
        try:
            self._kernel = Kernel(self.plan, library)
        except EleusisError as error:  # the engine comes upon it too, and says so where it does
            self.refusals = [error.message] * len(self.plan.arms)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the kernel has left rounds to the engine, the most frequent reasons first; each once."""
        counts: Counter[str] = Counter()
        for refusal in self.refusals:
            if refusal is not None:
                counts[refusal] += self.plan.rounds
        if self._kernel is not None:
            counts += self._kernel.declined
        return tuple(reason for reason, _ in counts.most_common())

    def __call__(self, arms: Sequence[RoundColumns], tasks: Iterator[Task]) -> Iterator[Task]:
        """Play tasks of rounds into the columns, and give each back; `done` says what was played of it."""
        kernel = self._kernel
        if kernel is None:
            return
        taken = (task for task in tasks if self.refusals[task[0]] is None)

        def play(task: Task) -> None:
            arm, first, last = task
            kernel.play(arms[arm], first, last)

        yield from _play_in_threads(play, taken, self.threads)


def _play_in_threads(play: Callable[[Task], None], tasks: Iterator[Task], threads: int) -> Iterator[Task]:
    """The tasks as they are played, in threads: the kernel is no Python, and so they don't wait for each other.

    It is threads where there is one, too. Ctrl-C comes to the main thread, wherever that is: in the midst of what C
    asks of Python it would be swallowed, and the answer with it. Whatever breaks off, what was begun is played to
    its end, and given back before that is raised.
    """
    to_do: SimpleQueue[Task | None] = SimpleQueue()
    finished: SimpleQueue[tuple[Task, BaseException | None]] = SimpleQueue()
    begun: dict[Task, None] = {}

    def work() -> None:
        while (task := to_do.get()) is not None:
            try:
                play(task)
            except BaseException as error:
                finished.put((task, error))
            else:
                finished.put((task, None))

    def begin(number: int) -> None:
        for task in islice(tasks, number):
            begun[task] = None
            to_do.put(task)

    def end() -> None:
        with suppress(Empty):
            while True:
                to_do.get_nowait()
        for _ in crew:
            to_do.put(None)
        for thread in crew:
            thread.join()

    crew: list[Thread] = []
    try:
        for number in range(threads):
            thread = Thread(target=work, name=f"kernel_{number}", daemon=True)
            thread.start()
            crew.append(thread)
        begin(2 * threads)
        while begun:
            task, error = finished.get()
            if error is not None:
                raise error
            begin(1)
            yield task
            del begun[task]
    except GeneratorExit:
        raise
    except BaseException:
        end()
        yield from begun
        raise
    finally:
        end()
