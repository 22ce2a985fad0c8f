"""Results files: what is damaged is told, left out and played anew; never other numbers, whatever was flipped."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path

import attrs
import pytest

from eleusis.cli import main
from eleusis.errors import EleusisError
from eleusis.lab import run as run_module
from eleusis.lab.columns import Task
from eleusis.lab.plan import Plan
from eleusis.lab.rescue import row_sum
from eleusis.lab.run import Done, PlayOne, Processes, Tallied, here, rest, run, tasks, work
from eleusis.lab.store import Store
from eleusis.lab.tally import row
from tests.test_lab_run import columns, kept_rounds, plan_of

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


def gone_on(file: Path) -> tuple[list[list[list[int]]], str]:
    """The numbers after going on, and what was told; the file is whole then, and no more is told."""
    said: list[str] = []
    with Store(file, plan(), True, said.append) as store:
        values = columns(run(plan(), known, store))
    assert len(said) <= 1
    again: list[str] = []
    with Store(file, plan(), True, again.append) as store:
        assert columns(run(plan(), unplayed, store)) == values
    assert again == []
    assert list(file.parent.iterdir()) == [file]
    return values, "".join(said)


def unplayed(play: PlayOne[Tallied], tasks: Iterator[Task]) -> Iterator[Done[Tallied]]:
    """A worker for whom nothing is left."""
    assert list(tasks) == []
    yield from ()


def changed(file: Path, sql: str) -> None:
    base = sqlite3.connect(file)
    base.execute(sql)
    base.commit()
    base.close()


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        ("UPDATE rounds SET turns = turns + 1 WHERE number = 2", r"1 damaged round \(2\); 59 rounds are kept"),
        ("UPDATE rounds SET turns = 'many' WHERE number = 2", r"1 damaged round \(2\)"),
        ("UPDATE rounds SET turns = 99999999999 WHERE number = 2", r"1 damaged round \(2\)"),
        ("UPDATE rounds SET ended = 99 WHERE number = 2", r"1 damaged round \(2\)"),
        ("UPDATE rounds SET dealer = 9 WHERE number = 2", r"1 damaged round \(2\)"),
        ("UPDATE rounds SET rule = (rule + 1) % 5 WHERE number = 2", r"1 damaged round \(2\)"),
        ("UPDATE rounds SET sum = 5 WHERE number IN (2, 7, 8, 9)", r"4 damaged rounds \(2, 7–9\); 56 rounds"),
        ("UPDATE rounds SET arm = -1 WHERE number = 2", r"1 damaged round; 59"),
        ("UPDATE rounds SET number = -5 WHERE number = 2", r"1 damaged round; 59"),
        ("UPDATE rounds SET number = 99 WHERE number = 2", r"1 damaged round \(99\); 59"),
        ("UPDATE meta SET value = 'not json' WHERE key = 'work'", r"a damaged head; 60 rounds are kept"),
        ("UPDATE meta SET value = '2' WHERE key = 'format'", r"a damaged head; 60"),
        ("DELETE FROM meta WHERE key = 'sum'", r"a damaged head; 60"),
        ("DELETE FROM rounds WHERE number = 2", r"^$"),
    ],
)
def test_a_changed_row_is_named_and_played_anew(path: Path, damage: str, expected: str) -> None:
    changed(path, damage)
    values, said = gone_on(path)
    assert values == whole()
    assert re.search(expected, said)
    assert kept_rounds(path) == ROUNDS


def test_a_row_with_the_rule_of_another_round_is_none_even_with_its_checksum(path: Path) -> None:
    base = sqlite3.connect(path)
    arm, number, rule, *others = base.execute("SELECT * FROM rounds WHERE number = 5").fetchone()
    forged = (arm, number, (rule + 1) % len(plan().rules), *others[:-1])
    with Store(path, plan(), True) as store:
        total = row_sum(store.start, forged)
    base.execute("UPDATE rounds SET rule = ?, sum = ? WHERE number = 5", (forged[2], total))
    base.commit()
    base.close()
    values, said = gone_on(path)
    assert values == whole()
    assert "1 damaged round (5)" in said


def test_the_rows_of_another_simulation_are_damaged_here(path: Path, tmp_path: Path) -> None:
    other = attrs.evolve(plan(), seed=4)
    file = tmp_path / "folder" / "o.sqlite"
    file.parent.mkdir()
    with Store(file, other, resume=False) as store:
        run(other, here, store)
    changed(path, "DELETE FROM rounds WHERE number > 50")
    base = sqlite3.connect(path)
    base.execute(f"ATTACH '{file}' AS other")
    base.execute("INSERT INTO rounds SELECT * FROM other.rounds WHERE number > 50")
    base.commit()
    base.close()
    file.unlink()
    file.parent.rmdir()
    values, said = gone_on(path)
    assert values == whole()
    assert "10 damaged rounds (51–60); 50 rounds are kept" in said


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


def test_a_file_without_checksums_is_told_as_such(path: Path) -> None:
    changed(path, "ALTER TABLE rounds DROP COLUMN sum")
    changed(path, "DELETE FROM meta WHERE key = 'sum'")
    changed(path, "UPDATE meta SET value = '2' WHERE key = 'format'")
    with pytest.raises(EleusisError, match="format 2, whose rounds have no checksums") as caught:
        Store(path, plan(), True)
    assert caught.value.code == "lab/other-version"


def flipped(path: Path, positions: list[int], chance: random.Random) -> None:
    """Each flipped bit is an error or is told, or changes nothing; the numbers are always the same."""
    sound, remarks, refused, errors = path.read_bytes(), 0, 0, 0
    codes: set[str] = set()
    for position in positions:
        data = bytearray(sound)
        data[position] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        try:
            values, said = gone_on(path)
        except EleusisError as error:
            codes.add(error.code)
            refused += len(str(error).splitlines())  # one line each
            errors += 1
            for left in path.parent.iterdir():
                left.unlink()
            continue
        assert values == whole(), position
        remarks += said != ""
    assert remarks > len(positions) / 10
    assert refused == errors > 0
    assert codes <= {"lab/not-results", "lab/cannot-write", "lab/other-version"}


def test_a_flipped_bit_never_gives_other_numbers(path: Path) -> None:
    size = path.stat().st_size
    chance = random.Random(1)
    used = [at for at, byte in enumerate(path.read_bytes()) if byte]
    flipped(path, [*range(16, 108, 7), *range(chance.randrange(40), size, 997), *used[:: len(used) // 60]], chance)


@pytest.mark.soak
def test_no_flipped_byte_of_a_whole_file_gives_other_numbers(path: Path) -> None:
    flipped(path, list(range(path.stat().st_size)), random.Random(2))


@pytest.mark.parametrize("cut", [1, 100, 4096, 3 * 4096])
def test_a_truncated_file_gives_the_same_numbers_or_an_error(path: Path, cut: int) -> None:
    os.truncate(path, path.stat().st_size - cut)
    try:
        values, said = gone_on(path)
    except EleusisError as error:
        said, values = str(error), whole()
        assert len(said.splitlines()) == 1
    assert said
    assert values == whole()


def test_a_page_that_is_overwritten_costs_its_rounds_only(tmp_path: Path) -> None:
    file = tmp_path / "r.sqlite"
    with Store(file, plan(), resume=False) as store:
        run(plan(), known, store)
    data = bytearray(file.read_bytes())
    leaf = next(at for at in range(4096, len(data), 4096) if data[at] == 10 and len(data) - at < 9000)
    data[leaf : leaf + 4096] = b"\xff" * 4096
    file.write_bytes(data)
    values, said = gone_on(file)
    assert values == whole()
    kept = re.search(r"a part that can't be read; (\d+) rounds are kept", said)
    assert kept is not None
    assert 0 < int(kept[1]) < ROUNDS


def test_the_command_tells_the_damage_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.sqlite"
    command = ["simulate", "--rounds", "30", "--variant", "abbott", "--variant", "express", "--jobs", "1"]
    command += ["--out", str(file), "--format", "csv"]
    assert main(command) == 0
    first = capsys.readouterr().out
    changed(file, "UPDATE rounds SET layout = layout + 1 WHERE number IN (3, 4, 30) AND arm = 1")
    assert main([*command, "--resume"]) == 0
    out, err = capsys.readouterr()
    assert out == first
    assert err == (
        f"{file}: it has 3 damaged rounds (express: 3–4, 30); 57 rounds are kept, what is missing is played again\n"
    )
    assert main([*command, "--resume"]) == 0
    assert capsys.readouterr() == (first, "")


CUTS = list(product((0.0, 0.004, 60.0), (1, 7, 1000)))


@pytest.mark.parametrize(
    ("patience", "chunk"),
    [pytest.param(*cut, marks=() if n % 4 == 0 else pytest.mark.soak) for n, cut in enumerate(CUTS)],
)
def test_the_numbers_do_not_hang_on_how_the_work_is_cut(
    patience: float, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "PATIENCE", patience)
    monkeypatch.setattr(run_module, "CHUNK", chunk)
    assert columns(run(plan(), here)) == whole()
    assert columns(run(plan(), Processes(2))) == whole()


def test_slow_rounds_are_handed_over_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "PATIENCE", 0)
    first = work(partial(row, plan()), (0, 3, 25))
    assert first == ((0, 3, 3), [numbers()[3]])
    assert rest((0, 3, 25), first) == (0, 4, 25)
    assert rest((0, 3, 3), first) is None
    given = list(here(partial(row, plan()), iter([(0, 3, 6)])))
    assert [task for task, _ in given] == [(0, 3, 3), (0, 4, 4), (0, 5, 5), (0, 6, 6)]
    several = sorted(
        Processes(2)(partial(row, plan()), iter([(0, 3, 6)]))
    )  # started anew, processes have their own patience
    assert [row for _, rows in several for row in rows] == [row for _, rows in given for row in rows]


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
