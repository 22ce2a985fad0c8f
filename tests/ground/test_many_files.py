"""Many files in several processes: the same bytes as in one, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eleusis.ground.errors import LabError, NotationError
from eleusis.ground.processes import work_in_order
from tests.helpers.called import Done, run_here
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

pytestmark = pytest.mark.long

GAMES = sorted((ROOT / "tests" / "games").glob("*.yaml"))
BAD = sorted((ROOT / "tests" / "bad" / "game").glob("*.yaml"))
KNOB = ("--set", "expulsion.layout=30")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that are fine, that fail, that can't be read, and what is no game; some of them not in a folder."""
    folder = tmp_path_factory.mktemp("many")
    games = folder / "games"
    games.mkdir()
    for number, path in enumerate(GAMES[:8] + BAD[:8] + GAMES[8:13] + BAD[40:44]):
        (games / f"{number:02}-{path.name}").write_bytes(path.read_bytes())
    (games / "a\x1b[35mb.yaml").write_bytes(GAMES[0].read_bytes())
    (games / "missing.yaml").symlink_to(folder / "nowhere")
    (games / "rules.yaml").write_text("eleusis: 1\nrules: {mine: {rule: color != last.color}}\n")
    (folder / "empty").mkdir()
    return folder


def run(folder: Path, *args: str) -> Done:
    """A command over the folder, with a game on its stdin."""
    return run_here(folder, *args, typed=GAMES[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "games", "-", "nowhere.yaml", "empty", "-", "games"],
        ["replay", "games", "--format", "json", "--as", "Ann"],
        ["check", "games", "-", "empty", "nowhere.yaml"],
        ["check", "games", "--format", "json"],
        ["diff", "games", "-", "empty", "nowhere.yaml", *KNOB],
        ["diff", "-", "games", "--format", "json", *KNOB],
        ["diff", "games", "--variant", "abbott", "--variant", "guyton"],
        ["diff", "games", "--set", "nothing.at=3"],
    ],
    ids=" ".join,
)
def test_the_same_bytes_for_any_jobs(command: list[str], folder: Path) -> None:
    alone, several = (run(folder, *command, "--jobs", jobs) for jobs in ("1", "3"))
    assert alone.returncode in (1, 2)
    assert alone.stdout or alone.stderr
    assert (several.returncode, several.stdout, several.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def fail_at(number: int) -> int:
    """Fails at thirteen, with an error that can't be told to another process."""
    if number == 13:
        raise Unlucky
    return number


class Unlucky(NotationError):
    """Can't be pickled."""

    def __init__(self) -> None:
        super().__init__("notation/card", "no luck")


def test_what_fails_is_raised_at_its_turn() -> None:
    results = work_in_order(fail_at, [[4, 5], [6, 13, 7], [8]], 2, died="")
    assert [next(results) for _ in range(3)] == [4, 5, 6]
    with pytest.raises(Unlucky):
        next(results)


def process_of(_: int) -> int:
    """The process that is asked."""
    return os.getpid()


def test_what_is_only_here_is_done_here_at_its_turn() -> None:
    chunks = [[0, 1], [2, -1, 3], [4]]
    processes = list(work_in_order(process_of, chunks, 2, died="", only_here=lambda number: number < 0))
    assert [process == os.getpid() for process in processes] == [False, False, True, True, True, False]


def die_at(number: int) -> int:
    """Is ended from outside at five."""
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_is_killed_is_told() -> None:
    results = work_in_order(die_at, ([number] for number in range(100)), 2, died="it is gone")
    with pytest.raises(LabError, match="it is gone") as died:
        list(results)
    assert died.value.code == "lab/worker-died"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for children in /proc")
def test_interrupted(folder: Path) -> None:
    command = [sys.executable, "-m", "eleusis", "diff", *["games"] * 200, *KNOB, "--jobs", "2"]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    try:
        while child.poll() is None and not children.read_text():
            time.sleep(0.01)
        workers = children.read_text().split()
        time.sleep(0.1)
        os.killpg(child.pid, signal.SIGINT)
        out, said = child.communicate(timeout=patient(60))
    finally:
        child.kill()
        child.wait()
    assert (child.returncode, out, said.splitlines()[-1:]) == (130, "", ["interrupted"])
    assert "Traceback" not in said
    assert workers
    deadline = time.monotonic() + patient(20)
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
