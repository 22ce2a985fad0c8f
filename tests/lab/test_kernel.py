"""The kernel gives the rows of the engine, to the last number."""

from __future__ import annotations

import subprocess
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from sysconfig import get_path

import pytest

from eleusis.doors.cli import exits
from eleusis.doors.cli import main as eleusis
from eleusis.ground.errors import RuleError
from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel import batch
from eleusis.lab.kernel.machines import RuleMachines
from eleusis.lab.plan import MAX_TURNS
from eleusis.lab.reporting.games import game_of
from eleusis.lab.simulation import Experiment
from eleusis.minds.players import knower
from tests.helpers.kernel_plans import (
    DrawnPlan,
    Findings,
    compare_plan,
    compare_plans,
    draw_plan,
    kinds_in,
    make_kernel,
)

pytestmark = pytest.mark.long

SOAK = {"plans": 100, "rounds": 5000}
"""How much each part of the long run is."""

RARE = "nobody can act"
"""What hardly happens by chance: it takes a table of two, of whom both may deal and be prophet."""


needs_kernel = pytest.mark.skipif(
    find_spec("eleusis.lab.kernel.compiled") is None, reason="the kernel was left out when eleusis was installed"
)


def find_drawn(wanted: str) -> DrawnPlan:
    """The first plan whose command has these words, and says all of it."""
    drawn = (draw_plan(5, number, 6) for number in range(1, 200))
    return next(plan for plan in drawn if wanted in plan.words and plan.plan.max_turns == MAX_TURNS)


@pytest.mark.parametrize("wanted", ["--rules", "--rule", "--games"])
def test_the_command_is_the_plan(
    wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = find_drawn(wanted)
    monkeypatch.chdir(tmp_path)
    if drawn.rule_file is not None:
        Path("drawn.yaml").write_text(drawn.rule_file, encoding="utf-8")
    last = len(drawn.plan.arms) - 1
    assert eleusis(["simulate", *drawn.words, "--replay-round", f"2/{'AB'[last]}"]) == exits.FINE
    assert capsys.readouterr().out == game_of(drawn.plan, last, 2)


@needs_kernel
def test_the_kernel_plays_as_the_engine_does() -> None:
    findings = compare_plans(range(1, 51), seed=1, rounds=300, threads=2)
    assert not findings.differences, str(findings.differences[0])
    assert findings.count_declined() <= findings.rounds / 50, str(findings)


@needs_kernel
@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_the_kernel_plays_as_the_engine_does_for_long(seed: int) -> None:
    plans = range(1, SOAK["plans"] + 1)
    findings = compare_plans(plans, seed=seed, rounds=SOAK["rounds"], threads=2)
    assert not findings.differences, str(findings.differences[0])
    assert findings.count_declined() <= findings.rounds / 50, str(findings)
    assert findings.never_happened() <= {RARE}, str(findings)


@pytest.mark.skipif(which("cc") is None, reason="needs a C compiler")
def test_the_sources_give_no_warning() -> None:
    flags = ["-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-DPy_LIMITED_API=0x030b0000"]
    source = Path(batch.__file__).with_name("native") / "kernel.c"
    subprocess.run(["cc", *flags, "-I", get_path("include"), source], check=True)


@needs_kernel
def test_the_numbers_of_the_knower_are_those_in_c() -> None:
    from eleusis.lab.kernel import compiled

    assert (compiled.TRIES, compiled.FAR_FROM_OUT) == (knower.TRIES, knower.FAR_FROM_OUT)


@needs_kernel
@pytest.mark.parametrize("answer", ["open_rule", "step"])
def test_what_an_answer_raises_is_raised(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuleError("rule/id", "there is no such rule")

    monkeypatch.setattr(RuleMachines, answer, fail)
    plan = Experiment("abbott", rounds=20).plan()
    rounds = RoundColumns(plan)
    with pytest.raises(RuleError, match="no such rule"):
        make_kernel(plan).play(rounds, 1, 20)
    assert not any(rounds.done)


@needs_kernel
def test_a_prophet_alone_at_the_table() -> None:
    players = "Ann:random(declares=1),Bob:random(declares=1)"
    plan = Experiment("abbott", settings=["prophet.other_players=0"], players=players, rounds=20).plan()
    findings = Findings()
    compare_plan(DrawnPlan(0, plan, (), None), findings)
    assert not findings.differences
    assert findings.happened[RARE] == 20


@pytest.mark.soak
def test_every_kind_of_every_mechanism_is_drawn() -> None:
    variants = [draw_plan(1, number, 5).plan.arms[-1].variant for number in range(1, 200)]
    drawn = {kind for variant in variants for kind in kinds_in(variant)}
    assert drawn == kinds_in(None)
