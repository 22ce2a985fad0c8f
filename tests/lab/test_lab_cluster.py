"""The laboratory on dask.distributed: a real scheduler and two workers, one killed. Skipped without the extra."""

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.benchmark.arranging import Benchmark
from eleusis.benchmark.entries import Entry
from eleusis.benchmark.evaluating import run_contest
from eleusis.doors.cli import exits, main
from eleusis.lab import dask_cluster as module
from eleusis.lab.columns import Task
from eleusis.lab.dask_cluster import Cluster
from eleusis.lab.kernel import sharing
from eleusis.lab.kernel.sharing import PlayFar
from eleusis.lab.run import Done, PlayOne, Tallied, Worker, here, run
from tests.helpers.patience import patient
from tests.lab.test_lab_run import columns, kept_rounds, plan_of

distributed: Any = pytest.importorskip("distributed")
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]


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
    done: list[Done[Tallied]] = []

    def killing(play: PlayOne[Tallied], tasks: Iterator[Task]) -> Iterator[Done[Tallied]]:
        for finished in Cluster(cluster.scheduler_address)(play, tasks):
            if not done:
                os.kill(victim, signal.SIGKILL)
            done.append(finished)
            yield finished

    assert columns(run(plan, killing)) == alone
    assert len(done) == len({task for task, _ in done}) >= 12
    assert sum(len(rows) for _, rows in done) == 300


def test_the_kernel_of_the_workers_gives_the_numbers_of_the_engine(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("eleusis.lab.kernel.compiled")
    plan = plan_of("abbott", "express", rounds=60)
    alone = columns(run(plan, here))
    assert columns(run(plan, here, far=partial(Cluster(cluster.scheduler_address), PlayFar(plan)))) == alone

    def fail(*_: object) -> None:
        raise AssertionError("the engine plays what the kernel could")

    monkeypatch.setattr(sharing, "row", fail)
    assert columns(run(plan, here, far=partial(here, pickle.loads(pickle.dumps(PlayFar(plan)))))) == alone


def test_a_worker_that_has_no_kernel_fails_where_it_is_demanded(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "--rounds", "60", "--engine", "kernel", "--cluster", cluster.scheduler_address]
    with distributed.Client(cluster.scheduler_address) as client:
        client.run(hide_kernel)
        try:
            assert main(command) == exits.BAD_INPUT
        finally:
            client.run(show_kernel)
    assert "a worker of the cluster has no compiled kernel" in capsys.readouterr().err


def hide_kernel() -> None:
    sys.modules["eleusis.lab.kernel.compiled"] = None  # type: ignore[assignment]


def show_kernel() -> None:
    sys.modules.pop("eleusis.lab.kernel.compiled", None)  # a worker may be new


def test_a_benchmark_has_the_same_entries(cluster: Any) -> None:
    contest = Benchmark(["random", "knower(skill=0.5)"], generate=4, seed=7, edition="express").arrange().contest

    def entries(worker: Worker) -> list[Entry]:
        return [attrs.evolve(entry, seconds=0.0) for entry in run_contest(contest, worker)]

    assert entries(Cluster(cluster.scheduler_address)) == entries(here)


def test_threads_are_gone(cluster: Any) -> None:
    before = threading.active_count()
    run(plan_of("abbott", rounds=5), Cluster(cluster.scheduler_address))
    time.sleep(0.2)
    assert threading.active_count() <= before + 3


def scheduler(host: str, port: int) -> "subprocess.Popen[bytes]":
    code = (
        "import asyncio, sys; from distributed import Scheduler\n"
        "async def go():\n"
        "    async with Scheduler(host=sys.argv[1], port=int(sys.argv[2]), dashboard=False) as s:\n"
        "        await s.finished()\n"
        "asyncio.run(go())"
    )
    child = subprocess.Popen([sys.executable, "-c", code, host, str(port)], stderr=subprocess.DEVNULL)
    for _ in range(200):
        with socket.socket() as there:
            if there.connect_ex((host, port)) == 0:
                return child
        time.sleep(0.05)
    raise AssertionError("the scheduler doesn't start")


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port: int = server.getsockname()[1]
        return port


@pytest.mark.soak
def test_no_workers_leave_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_WAIT", 4)
    port = free_port()
    child = scheduler("127.0.0.1", port)
    try:
        out = tmp_path / "r.sqlite"
        args = ["simulate", "--rounds", "9", "--cluster", f"tcp://127.0.0.1:{port}", "--out", str(out)]
        assert main(args) == exits.BAD_INPUT
    finally:
        child.kill()
        child.wait()
    assert re.search("has no workers", capsys.readouterr().err)
    assert not list(tmp_path.iterdir())


@pytest.mark.soak
def test_the_scheduler_is_killed_in_the_middle(tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    child = scheduler("127.0.0.1", port)
    code = "import asyncio, sys; from distributed import Worker\n"
    code += "async def go():\n    async with Worker(sys.argv[1], dashboard=False) as w: await w.finished()\n"
    helper = subprocess.Popen(
        [sys.executable, "-c", code + "asyncio.run(go())", address], stderr=subprocess.DEVNULL
    )
    command = [
        sys.executable,
        "-m",
        "eleusis",
        "simulate",
        "--rounds",
        "20000",
        "--cluster",
        address,
        "--engine",
        "python",
    ]
    command += ["--out", str(out)]
    run_ = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(1200):
            if out.exists() and kept_rounds(out) > 0:
                break
            time.sleep(0.05)
        child.kill()
        _, said = run_.communicate(timeout=patient(60))
    finally:
        for process in (run_, helper, child):
            process.kill()
            process.wait()
    assert (run_.returncode, said.count("\n")) == (exits.BAD_INPUT, 1), said
    assert "the cluster gave up" in said
    assert 0 < kept_rounds(out) < 20000
