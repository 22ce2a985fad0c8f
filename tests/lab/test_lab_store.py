"""Results files: gone on with after a kill, and refused where they are damaged."""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from eleusis.doors.cli import main
from eleusis.ground.errors import EleusisError
from eleusis.lab import run as run_module
from eleusis.lab.columns import Task
from eleusis.lab.plan import Plan
from eleusis.lab.run import Done, PlayOne, Tallied, here, run, tasks
from eleusis.lab.store import Store
from eleusis.lab.tally import row
from tests.lab.test_lab_run import columns, kept_rounds, plan_of

ROUNDS = 60


@cache
def plan() -> Plan:
    return plan_of("abbott", rounds=ROUNDS)


@cache
def numbers() -> dict[int, tuple[int, ...]]:
    return {number: row(plan(), 0, number) for number in range(1, ROUNDS + 1)}


def known(play: PlayOne[Tallied], tasks: Iterator[Task]) -> Iterator[Done[Tallied]]:
    """A worker that knows the numbers already."""
    for task in tasks:
        yield task, [numbers()[number] for number in range(task[1], task[2] + 1)]


@cache
def whole() -> list[list[list[int]]]:
    return columns(run(plan(), known))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with the results of all rounds."""
    file = tmp_path / "r.sqlite"
    with Store(file, plan(), resume=False) as store:
        run(plan(), known, store)
    return file


def gone_on(file: Path) -> list[list[list[int]]]:
    """The numbers after going on; nothing is left to play then."""
    with Store(file, plan(), True) as store:
        values = columns(run(plan(), known, store))
    with Store(file, plan(), True) as store:
        assert columns(run(plan(), unplayed, store)) == values
    assert list(file.parent.iterdir()) == [file]
    return values


def unplayed(play: PlayOne[Tallied], tasks: Iterator[Task]) -> Iterator[Done[Tallied]]:
    """A worker for whom nothing is left."""
    assert list(tasks) == []
    yield from ()


def changed(file: Path, sql: str) -> None:
    base = sqlite3.connect(file)
    base.execute("PRAGMA ignore_check_constraints = ON")
    base.execute(sql)
    base.commit()
    base.close()


def test_a_round_that_is_missing_is_played(path: Path) -> None:
    changed(path, "DELETE FROM rounds WHERE number IN (2, 60)")
    assert gone_on(path) == whole()
    assert kept_rounds(path) == ROUNDS


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rounds SET turns = 'many' WHERE number = 2",
        "UPDATE rounds SET turns = 99999999999 WHERE number = 2",
        "UPDATE rounds SET ended = 99 WHERE number = 2",
        "UPDATE rounds SET dealer = -1 WHERE number = 2",
        "UPDATE rounds SET rule = 5000 WHERE number = 2",
        "UPDATE rounds SET arm = -1 WHERE number = 2",
        "UPDATE rounds SET number = -5 WHERE number = 2",
        "UPDATE meta SET value = 'not json' WHERE key = 'work'",
    ],
)
def test_numbers_that_no_round_has_are_an_error_and_the_file_is_left_alone(path: Path, damage: str) -> None:
    changed(path, damage)
    before = path.read_bytes()
    with pytest.raises(EleusisError) as caught:
        gone_on(path)
    assert caught.value.code == "lab/not-results"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "damage", ["ALTER TABLE rounds DROP COLUMN turns", "ALTER TABLE rounds ADD COLUMN more INTEGER"]
)
def test_other_columns_are_an_error_and_the_file_is_left_alone(path: Path, damage: str) -> None:
    changed(path, damage)
    before = path.read_bytes()
    with pytest.raises(EleusisError) as caught:
        Store(path, plan(), True)
    assert caught.value.code == "lab/not-results"
    assert path.read_bytes() == before


def test_a_flipped_bit_is_an_error_or_none_but_never_a_foreign_one(path: Path) -> None:
    sound, chance, codes = path.read_bytes(), random.Random(1), set()
    for position in [*range(16, 108, 7), *range(chance.randrange(40), len(sound), 997)]:
        data = bytearray(sound)
        data[position] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        try:
            gone_on(path)
        except EleusisError as error:
            codes.add(error.code)
        for left in path.parent.iterdir():
            left.unlink()
    assert "lab/not-results" in codes
    assert codes <= {"lab/not-results", "lab/cannot-write", "lab/other-version", "lab/other-plan"}


@pytest.mark.parametrize("cut", [4096, 3 * 4096])
def test_a_truncated_file_is_an_error(path: Path, cut: int) -> None:
    os.truncate(path, path.stat().st_size - cut)
    with pytest.raises(EleusisError) as caught:
        gone_on(path)
    assert caught.value.code == "lab/not-results"


def test_the_command_goes_on_and_says_what_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.sqlite"
    command = ["simulate", "--rounds", "30", "--variant", "abbott", "--variant", "guyton", "--jobs", "1"]
    command += ["--out", str(file), "--format", "csv"]
    assert main(command) == 0
    first = capsys.readouterr().out
    changed(file, "DELETE FROM rounds WHERE number IN (3, 4, 30) AND arm = 1")
    assert main([*command, "--resume"]) == 0
    assert capsys.readouterr() == (first, "")
    changed(file, "UPDATE rounds SET layout = 'long' WHERE number = 3 AND arm = 1")
    assert main([*command, "--resume"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


def test_each_slow_round_is_on_the_disk_when_the_next_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: moment)
    file = tmp_path / "r.sqlite"
    kept: list[int] = []

    def slow(plan: Plan, arm: int, number: int) -> tuple[int, ...]:
        nonlocal moment
        kept.append(kept_rounds(file))
        moment += 0.5  # what a slow bot thinks for a round
        return numbers()[number]

    monkeypatch.setattr(run_module, "row", slow)
    with Store(file, plan(), resume=False) as store:
        run(plan(), here, store)
    assert kept == list(range(ROUNDS)), "a kill costs the round that is being played, and no other"


def test_every_round_is_a_task_once() -> None:
    arms = [run(plan(), known)[0]]
    arms[0].done[:] = bytes(ROUNDS)
    assert [number for _, first, last in tasks(arms) for number in range(first, last + 1)] == list(
        range(1, ROUNDS + 1)
    )
