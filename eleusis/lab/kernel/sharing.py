"""Who plays what: the rounds that the compiled kernel takes, before the engine plays the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from eleusis.ground.errors import EleusisError, LabError
from eleusis.ground.processes import count_processors
from eleusis.lab.columns import RoundColumns, Task
from eleusis.lab.plan import Plan
from eleusis.lab.tally import row

if TYPE_CHECKING:
    from eleusis.lab.kernel.batch import Kernel

ROUNDS_FOR_LOADING = 50
"""Fewer rounds than this are played sooner than the kernel is loaded and made ready."""
ROUNDS_FOR_MISSING = 2000
"""With fewer rounds than this nobody misses a kernel that isn't there."""


class KernelShare:
    """The rounds of a plan that the compiled kernel plays.

    `demanded` is a kernel that must be there, with as few rounds as may be: then it raises LabError
    (`lab/no-kernel`) where there is none. Otherwise it is used where that pays.
    """

    def __init__(self, plan: Plan, demanded: bool, threads: int = 1) -> None:
        self.plan = plan
        self.threads = min(threads, count_processors())
        self.refusals: list[str | None] = []
        """Why the kernel declines each arm as a whole; empty where it wasn't asked."""
        self.missing = ""
        """Why there is no kernel, where there is work for it."""
        self._demanded = demanded
        self._kernel: Kernel | None = None
        if demanded:
            self._load()

    def prepare(self, left: int) -> None:
        """Load the kernel, if that pays for so many rounds as are left."""
        if self._demanded or left < ROUNDS_FOR_LOADING:
            return
        try:
            self._load()
        except LabError as error:
            if left >= ROUNDS_FOR_MISSING:
                self.missing = error.message

    def _load(self) -> None:
        """Load the kernel where it has work, or is demanded. Raises LabError."""
        from eleusis.lab.kernel.batch import Kernel, load_kernel, refuse_arm

        self.refusals = [refuse_arm(self.plan, arm) for arm in range(len(self.plan.arms))]
        if None not in self.refusals and not self._demanded:
            return
        play_rounds = load_kernel()
        try:
            self._kernel = Kernel(self.plan, play_rounds)
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


class PlayFar:
    """Plays a round for its numbers, wherever it is unpickled, and says why by the engine: "" is by the kernel.

    Where the kernel is `demanded` and there is none, that raises LabError (`lab/no-kernel`).
    """

    def __init__(self, plan: Plan, demanded: bool = False) -> None:
        self.plan = plan
        self.demanded = demanded

    def __reduce__(self) -> tuple[type[PlayFar], tuple[Plan, bool]]:
        return PlayFar, (self.plan, self.demanded)

    @cached_property
    def _kernel(self) -> tuple[Kernel | None, list[RoundColumns], list[str]]:
        """The kernel and the columns that it plays into; where there is none, why the engine plays each arm."""
        from eleusis.lab.kernel.batch import LEFT_OUT_FAR, Kernel, load_kernel, refuse_arm

        arms = range(len(self.plan.arms))
        try:
            kernel = Kernel(self.plan, load_kernel())
        except LabError as error:
            if self.demanded:
                raise LabError(error.code, LEFT_OUT_FAR) from None
            return None, [], [refuse_arm(self.plan, arm) or LEFT_OUT_FAR for arm in arms]
        except EleusisError as error:  # the engine comes upon it too
            return None, [], [error.message for _ in arms]
        return kernel, [RoundColumns(self.plan, arm) for arm in arms], []

    def __call__(self, arm: int, number: int) -> tuple[tuple[int, ...], str]:
        """The numbers of a round, as a row, and why the kernel hasn't played it."""
        kernel, columns, reasons = self._kernel
        if kernel is None:
            return row(self.plan, arm, number), reasons[arm]
        declined = kernel.play(columns[arm], number, number)
        if columns[arm].done[number - 1]:
            return columns[arm].rows(number, number)[0], ""
        return row(self.plan, arm, number), next(iter(declined), "")


def _play_in_threads(play: Callable[[Task], None], tasks: Iterator[Task], threads: int) -> Iterator[Task]:
    """The tasks as they are played, in threads: the kernel is no Python, and so they don't wait for each other.

    Whatever breaks off, what was begun is played to its end, and given back before that is raised.
    """
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    with ThreadPoolExecutor(threads, "kernel") as pool:
        begun = {pool.submit(play, task): task for task in islice(tasks, 2 * threads)}
        try:
            while begun:
                for future in wait(begun, return_when=FIRST_COMPLETED).done:
                    future.result()
                    yield begun[future]
                    del begun[future]
                    begun |= {pool.submit(play, task): task for task in islice(tasks, 1)}
        except GeneratorExit:
            raise
        except BaseException:
            pool.shutdown()
            yield from begun.values()
            raise
