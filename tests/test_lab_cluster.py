"""The laboratory on dask.distributed: a real scheduler and two workers, one killed. Skipped without the extra."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from eleusis.lab.cluster import Cluster
from eleusis.lab.run import Done, Task, here, run
from tests.test_lab_run import columns, plan_of

distributed: Any = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def test_the_same_numbers_also_when_a_worker_is_killed(cluster: Any) -> None:
    plan = plan_of("abbott", "express", rounds=150)
    alone = columns(run(plan, here))
    assert columns(run(plan, Cluster(cluster.scheduler_address))) == alone
    victim = next(iter(cluster.workers.values())).pid
    done: list[Done] = []

    def killing(plan: Any, tasks: Iterator[Task]) -> Iterator[Done]:
        for one in Cluster(cluster.scheduler_address)(plan, tasks):
            if not done:
                os.kill(victim, signal.SIGKILL)
            done.append(one)
            yield one

    assert columns(run(plan, killing)) == alone
    assert len(done) == len({task for task, _ in done}) == 12


def test_threads_are_gone(cluster: Any) -> None:
    before = threading.active_count()
    run(plan_of("abbott", rounds=5), Cluster(cluster.scheduler_address))
    time.sleep(0.2)
    assert threading.active_count() <= before + 3
