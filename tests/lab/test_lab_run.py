"""Simulated rounds: functions of their plan, kept once each, whoever plays them."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import attrs
import pytest

from eleusis.game.events import Expelled, ProphetDeclared, ProphetOverthrown
from eleusis.game.state import END_REASONS
from eleusis.ground.errors import EleusisError, PlayerError
from eleusis.lab.arms import read_arms, sweep_values
from eleusis.lab.columns import RoundColumns, Task
from eleusis.lab.measures import measure_rounds
from eleusis.lab.plan import Plan, check_table, read_rules
from eleusis.lab.reporting.games import game_of, read_id
from eleusis.lab.run import Processes, Progress, here, run, tasks
from eleusis.lab.store import Store, check_writable
from eleusis.lab.tally import Numbers, play, row
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.measuring.measure import measure
from eleusis.variant import variant_names
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

pytestmark = pytest.mark.long

SEATS = "Ann:knower(skill=0.6),Bob:random,Cleo:knower,Dan:random"


def plan_of(
    *variants: str, rounds: int = 30, seed: int = 3, rule: str = "all", settings: tuple[str, ...] = ()
) -> Plan:
    arms, knob = read_arms(variants, settings, None)
    return Plan(tuple(arms), read_seats(SEATS), read_rules(rule, seed), seed, rounds, knob)


def columns(arms: list[RoundColumns]) -> list[list[list[int]]]:
    return [[column.tolist() for column in rounds.numbers.row] for rounds in arms]


@pytest.mark.parametrize("name", variant_names())
def test_a_round_is_a_game_file_that_replays_to_the_same_numbers(name: str) -> None:
    plan = plan_of(name, rounds=12)
    for number in (1, 6, 11):
        numbers = Numbers.from_row(row(plan, 0, number))
        played = replay_game(read_game(game_of(plan, 0, number), "g.yaml", {}))
        assert not played.findings
        record = played.rounds[0]
        assert record.ended == END_REASONS[numbers.ended]
        assert record.layout.count == numbers.layout
        assert record.scores is not None
        assert record.scores[record.dealer] == numbers.dealer_score
        assert sum(isinstance(event, Expelled) for event in record.round.events) == numbers.expelled
        assert sum(isinstance(event, ProphetDeclared) for event in record.round.events) == numbers.declared
        assert sum(isinstance(event, ProphetOverthrown) for event in record.round.events) == numbers.overthrown
        assert numbers.plays + numbers.no_plays == numbers.turns


def test_a_round_that_is_broken_off_replays_too() -> None:
    plan = attrs.evolve(plan_of("express", "abbott", seed=5, rounds=12), max_turns=8)
    for arm, number in ((arm, number) for arm in (0, 1) for number in range(1, 13)):
        played = replay_game(read_game(game_of(plan, arm, number), "g.yaml", {}))
        assert not played.findings
        assert played.rounds[0].scores == play(plan, arm, number).scores


def test_the_same_deals_under_each_variant() -> None:
    plan = plan_of("abbott", "guyton")
    for number in (1, 2, 3):
        round_a, round_b = play(plan, 0, number), play(plan, 1, number)
        assert getattr(round_a.events[0], "hands", 1) == getattr(round_b.events[0], "hands", 2)


def test_processes_change_nothing() -> None:
    plan = plan_of("abbott", "express", rounds=40)
    alone, several = run(plan, here), run(plan, Processes(2))
    assert columns(alone) == columns(several)
    assert measure_rounds(plan, alone) == measure_rounds(plan, several)


def play_unless(stop: int, arm: int, number: int) -> tuple[int, ...]:
    """A round that takes a while, or can't be played."""
    if number == stop:
        raise PlayerError("player/failed", "too hard")
    time.sleep(0.3 if number % 2 else 0)
    return arm, number


def test_what_is_played_beside_a_round_that_fails_is_kept() -> None:
    kept: list[tuple[Task, list[tuple[int, ...]]]] = []
    worked_on = Processes(2)(partial(play_unless, 2), iter([(0, n, n) for n in range(1, 90)]))
    with pytest.raises(PlayerError, match="too hard"):
        kept.extend(worked_on)
    assert ((0, 1, 1), [(0, 1)]) in kept, "it took longer than the other took to fail"
    assert len(kept) < 10, "and no more is begun"


def test_going_on_gives_the_same(tmp_path: Path) -> None:
    plan = plan_of("abbott", rounds=60)
    whole = columns(run(plan, here))
    path = tmp_path / "r.sqlite"
    with Store(path, attrs.evolve(plan, rounds=35), resume=False) as store:
        run(attrs.evolve(plan, rounds=35), here, store)
    base = sqlite3.connect(path)
    base.execute("DELETE FROM rounds WHERE number IN (3, 4, 17, 35)")
    base.commit()
    base.close()
    with Store(path, plan, resume=True) as store:
        left = [RoundColumns(plan)]
        assert store.load(left) == 31
        assert list(tasks(left)) == [(0, 3, 4), (0, 17, 17), (0, 35, 50), (0, 51, 60)]
        assert columns(run(plan, here, store)) == whole
    with Store(path, plan, resume=True) as store:
        assert store.load([RoundColumns(plan)]) == 60


def test_killed_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    script = (
        "import sys; from pathlib import Path; from tests.lab.test_lab_run import plan_of; "
        "from eleusis.lab.run import here, run; from eleusis.lab.store import Store\n"
        "plan = plan_of('abbott', rounds=4000)\n"
        "with Store(Path(sys.argv[1]), plan, False) as store: run(plan, here, store)"
    )
    child = subprocess.Popen([sys.executable, "-c", script, str(path)], cwd=ROOT)
    for _ in range(round(patient(200))):
        time.sleep(0.05)
        if path.exists() and kept_rounds(path) > 0:
            break
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    kept = kept_rounds(path)
    assert 0 < kept < 4000
    plan = plan_of("abbott", rounds=kept + 20)
    with Store(path, plan, resume=True) as store:
        again = columns(run(plan, here, store))
    assert again == columns(run(plan, Processes(2)))
    assert kept_rounds(path) == kept + 20


def kept_rounds(path: Path) -> int:
    try:
        base = sqlite3.connect(path)
        count: int = base.execute("SELECT count(*) FROM rounds").fetchone()[0]
        base.close()
    except sqlite3.Error:
        return 0
    return count


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ("UPDATE meta SET value = '0' WHERE key = 'format'", "lab/other-version"),
        ("UPDATE meta SET value = '9.9' WHERE key = 'eleusis'", "lab/other-version"),
        ("UPDATE meta SET value = '{}' WHERE key = 'work'", "lab/other-plan"),
        ("UPDATE meta SET value = 'not json' WHERE key = 'work'", "lab/not-results"),
        ("DROP TABLE meta", "lab/not-results"),
    ],
)
def test_other_results_are_not_gone_on_with(meta: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    plan = plan_of("abbott", rounds=3)
    Store(path, plan, resume=False).close()
    base = sqlite3.connect(path)
    base.execute(meta)
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(EleusisError) as error:
        Store(path, plan, resume=True)
    assert error.value.code == code
    assert path.read_bytes() == before


def test_arms() -> None:
    arms, knob = read_arms(["abbott"], ["deal.hand=9"], None)
    assert ([arm.label for arm in arms], knob) == (["abbott", "abbott deal.hand=9"], None)
    arms, _ = read_arms(["abbott deal.hand=9", "guyton"], ["play.max_cards=2"], None)
    assert [arm.variant.play.max_cards for arm in arms] == [2, 2]
    arms, knob = read_arms(["guyton"], ["deal.hand=9"], "cutoff.layout=20..40:10")
    assert ([arm.label for arm in arms], knob) == (["20", "30", "40"], "cutoff.layout")
    assert {arm.variant.deal.hand for arm in arms} == {9}
    assert [arm.label for arm in read_arms(["abbott", "abbott"], [], None)[0]] == ["abbott", "abbott (2)"]
    assert sweep_values("1,2, 5") == ["1", "2", "5"]


def test_rules() -> None:
    assert len(read_rules("all", 1)) > 20
    assert all(rule.difficulty == 2 for rule in read_rules("2", 1))
    assert read_rules("color != last.color", 1)[0].text == "color != last.color"
    assert read_rules("guy-1", 1)[0].name == "guy-1"


def test_generated_rules_are_fair_all_different_and_of_the_seed() -> None:
    rules = read_rules("generated:1", 5)
    assert len({rule.text for rule in rules}) == len(rules) > 10
    assert all(rule.difficulty == 1 and not measure(rule).findings for rule in rules)
    assert [rule.text for rule in read_rules("generated:1", 5)] == [rule.text for rule in rules]


def test_ids() -> None:
    plan = plan_of("abbott", "guyton")
    assert read_id("17", plan) == (0, 17)
    assert read_id("17/b", plan) == (1, 17)


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda: read_arms(["abbott"], [], "deal.hand=9..1"), "lab/sweep"),
        (lambda: read_arms(["abbott"], [], "deal.hand=1-9"), "lab/sweep"),
        (lambda: read_arms(["abbott"] * 41, [], None), "lab/sweep"),
        (lambda: check_table(plan_of("abbott", rounds=0)), "lab/rounds"),
        (lambda: check_table(attrs.evolve(plan_of("abbott"), seats=read_seats("A:random,B"))), "lab/no-bot"),
        (lambda: read_rules("generated:7", 1), "lab/no-rules"),
        (lambda: read_id("31", plan_of("abbott")), "lab/no-round"),
        (lambda: check_writable(Path("/nowhere/x")), "lab/cannot-write"),
        (lambda: Store(Path(__file__), plan_of("abbott"), resume=False), "lab/file-exists"),
        (lambda: list(Processes(1)(partial(row, plan_of("abbott")), iter([(9, 1, 1)]))), None),
    ],
)
def test_codes(work: Callable[[], object], code: str | None) -> None:
    with pytest.raises(EleusisError if code else IndexError) as error:
        work()
    if code:
        assert getattr(error.value, "code", "") == code


def test_how_long_it_takes_is_known_from_what_was_measured_after_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moment, estimates = 100.0, []
    monkeypatch.setattr("time.monotonic", lambda: moment)
    progress = Progress(live=True)
    progress.begin(1_000_000, 0)
    moment += 0.6  # the kernel begins
    while progress.now < progress.total:
        progress.add(200 if progress.now < 10_000 else 1000)  # and makes the machines of the rules
        moment += 0.01
        left = re.search(r"rounds(?:, (\d+) s left)?\x1b", capsys.readouterr().err)
        estimates += [int(left[1])] if left is not None and left[1] else []
    assert len(estimates) > 60
    assert max(estimates) <= 15, "of the twelve seconds that it took"


def test_each_value_of_a_sweep_once() -> None:
    assert sweep_values("20,020,+20,30") == ["20", "30"]
