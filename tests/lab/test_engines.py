"""Who plays the rounds of a simulation: whoever it is, the numbers, the file and what is printed are the same."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main
from eleusis.ground.errors import LabError, RuleError
from eleusis.lab import run as run_module
from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel import batch, sharing
from eleusis.lab.plan import Plan
from eleusis.lab.run import Processes, here
from eleusis.lab.simulation import Results, run_plan, simulate
from eleusis.lab.tally import row
from tests.helpers.patience import patient
from tests.lab.test_lab_run import columns, plan_of

ROUNDS = 190


@cache
def play_once(arm: int, number: int) -> tuple[int, ...]:
    return row(plan(), arm, number)


def play(plan_: Plan, arm: int, number: int) -> tuple[int, ...]:
    """A round as the engine plays it."""
    return play_once(arm, number) if plan_ is plan() else row(plan_, arm, number)


class StubKernel(batch.Kernel):
    """Plays what the engine would have played, and declines every seventh round."""

    breaks_at = 0
    threads: set[str] = set()  # noqa: RUF012

    def __init__(self, plan: Plan, play_rounds: object) -> None:
        self.plan = plan
        self.declined = Counter()

    def play(self, rounds: RoundColumns, first: int, last: int) -> Counter[str]:
        declined: Counter[str] = Counter()
        self.threads.add(threading.current_thread().name)
        for number in range(first, last + 1):
            if number == self.breaks_at:
                raise KeyboardInterrupt
            if number % 7 == 0:
                declined["sevens"] += 1
            else:
                rounds.add(number, play(self.plan, rounds.arm, number))
        self.declined += declined
        return declined


def refuse_second(plan: Plan, arm: int) -> str | None:
    return "the second arm" if arm == 1 else None


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> type[StubKernel]:
    """A kernel that is there, of which nothing is built."""
    monkeypatch.setattr(batch, "load_kernel", object)
    monkeypatch.setattr(batch, "Kernel", StubKernel)
    monkeypatch.setattr(batch, "refuse_arm", refuse_second)
    monkeypatch.setattr(sharing, "ROUNDS_FOR_LOADING", 50)
    monkeypatch.setattr(StubKernel, "breaks_at", 0)
    monkeypatch.setattr(StubKernel, "threads", set())
    return StubKernel


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "eleusis.lab.kernel.compiled", None)
    monkeypatch.setattr(batch, "refuse_arm", lambda plan, arm: None)
    monkeypatch.setattr(sharing, "ROUNDS_FOR_LOADING", 20)
    monkeypatch.setattr(sharing, "ROUNDS_FOR_MISSING", 40)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Results:
    """What the engine comes to; each round is played once for all tests."""
    monkeypatch.setattr(run_module, "row", play)
    return run_plan(plan(), here, engine="python")


@cache
def plan() -> Plan:
    return plan_of("abbott", "guyton", rounds=ROUNDS, rule="red")


def sevens(rounds: int) -> int:
    return rounds - rounds // 7


def kept(path: Path) -> list[tuple[int, ...]]:
    base = sqlite3.connect(path)
    rows = list(base.execute("SELECT * FROM rounds ORDER BY arm, number"))
    base.close()
    return rows


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("engine", ["auto", "kernel"])
def test_the_same_numbers_whoever_plays(
    jobs: int, engine: str, kernel: type[StubKernel], alone: Results, tmp_path: Path
) -> None:
    worker = Processes(2) if jobs == 2 else here
    results = run_plan(plan(), worker, out=tmp_path / "r.sqlite", engine=engine)
    assert columns(list(results.rounds)) == columns(list(alone.rounds))
    assert (results.to_csv(), str(results), results.to_json()) == (alone.to_csv(), str(alone), alone.to_json())
    run_plan(plan(), here, out=tmp_path / "alone.sqlite", engine="python")
    assert kept(tmp_path / "r.sqlite") == kept(tmp_path / "alone.sqlite")
    by = results.played_by
    assert (by.kept, by.kernel, by.engine) == (0, sevens(ROUNDS), 2 * ROUNDS - sevens(ROUNDS))
    assert by.why == ("the second arm", "sevens")
    assert not by.missing
    assert kernel.threads <= {f"kernel_{number}" for number in range(jobs)}, "never the one that Ctrl-C comes to"
    assert (alone.played_by.kernel, alone.played_by.engine, alone.played_by.why) == (0, 2 * ROUNDS, ())


def test_the_engine_alone_has_nothing_of_the_kernel() -> None:
    script = (
        "import sys; from eleusis import simulate\n"
        "played_by = simulate(rounds=20, engine='python').played_by\n"
        "assert (played_by.kernel, played_by.engine) == (0, 20)\n"
        "simulate(rounds=3)\n"
        "names = {'subprocess', 'eleusis.lab.kernel.batch', 'eleusis.lab.kernel.compiled'}\n"
        "assert not names & set(sys.modules), names & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=patient(60))


def test_without_a_kernel_the_engine_plays_and_says_why(no_kernel: None) -> None:
    results = simulate(rounds=45)
    assert results.to_csv() == simulate(rounds=45, engine="python").to_csv()
    assert results.played_by.missing == batch.LEFT_OUT
    assert results.played_by.engine == 45
    assert not simulate(rounds=30).played_by.missing, "for so few nobody misses it"
    with pytest.raises(LabError) as error:
        simulate(rounds=3, engine="kernel")
    assert error.value.code == "lab/no-kernel"


def test_a_kernel_that_is_demanded_leaves_no_file_where_there_is_none(
    no_kernel: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.sqlite"
    assert main(["simulate", "--rounds", "4", "--engine", "kernel", "--out", str(path)]) == exits.BAD_INPUT
    assert capsys.readouterr().err == f"{batch.LEFT_OUT}\n"
    assert not path.exists()


def test_what_the_command_says(kernel: type[StubKernel], capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--rounds", "30", "--jobs", "1", "--set", "deal.hand=9", "--format", "csv"]
    printed = {}
    for engine in ("python", "auto", "kernel"):
        assert main([*command, "--engine", engine]) == exits.FINE
        printed[engine] = capsys.readouterr()
    assert printed["python"].out == printed["auto"].out == printed["kernel"].out
    assert printed["python"].err == printed["auto"].err == ""
    assert printed["kernel"].err == ("note: the compiled kernel played 26 of 60 rounds: the second arm; sevens\n")


def test_an_engine_that_is_none() -> None:
    with pytest.raises(LabError, match=r"not 'pyton' \(did you mean 'python'\?\)") as error:
        simulate(rounds=3, engine="pyton")
    assert error.value.code == "lab/argument"


@pytest.mark.long
def test_a_cluster_says_who_played(kernel: type[StubKernel], alone: Results) -> None:
    results = run_plan(plan(), here, far=True)
    assert results.to_csv() == alone.to_csv()
    by = results.played_by
    assert (by.kernel, by.engine, by.missing) == (2 * sevens(ROUNDS), 2 * ROUNDS - 2 * sevens(ROUNDS), "")
    assert by.why == ("sevens",)


@pytest.mark.parametrize("engine", ["auto", "python", "kernel"])
def test_a_worker_without_a_kernel_says_so_and_fails_where_it_is_demanded(
    engine: str, no_kernel: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("eleusis.lab.dask_cluster.Cluster", lambda address: here)
    code = main(["simulate", "--rounds", "9", "--engine", engine, "--cluster", "tcp://127.0.0.1:1"])
    expected = {
        "auto": (exits.FINE, f"note: a worker of the cluster has {batch.LEFT_OUT}\n"),
        "python": (exits.FINE, ""),
        "kernel": (exits.BAD_INPUT, f"a worker of the cluster has {batch.LEFT_OUT}\n"),
    }
    assert (code, capsys.readouterr().err) == expected[engine]


def test_what_the_engine_comes_upon_is_left_to_it(
    kernel: type[StubKernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(plan: Plan, play_rounds: object) -> None:
        raise RuleError("rule/id", "there is no such rule")

    monkeypatch.setattr(batch, "Kernel", fail)
    by = simulate(rounds=60, engine="kernel").played_by
    assert (by.kernel, by.engine, by.why) == (0, 60, ("there is no such rule",))
