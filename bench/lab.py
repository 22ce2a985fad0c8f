"""The laboratory measured: are its intervals true, is a real change found, how fast is it? `python -m bench lab`

Coverage: many repetitions of one variant against itself, with independent seeds, not paired; for each measure the
share of them in which the interval of the difference covers zero. The rounds are played as whole games, so that the
measures of both are looked at. 95 % is meant; of 200 repetitions 91 to 98 % is within chance for one measure, and
two or three of a hundred measures will be out of it. Repetitions with fewer than FEW cases of a measure are left
out, since nothing is claimed of those.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from subprocess import DEVNULL, Popen

from eleusis.ground.statistics import FEW
from eleusis.lab import TABLE
from eleusis.lab.arms import read_arms
from eleusis.lab.columns import RoundColumns
from eleusis.lab.measures import measure_rounds
from eleusis.lab.plan import Plan, read_rules
from eleusis.lab.run import Processes, here, run
from eleusis.minds.players.registry import read_seats
from eleusis.variant import variant_names


def plan_of(variant: str, settings: tuple[str, ...], seed: int, rounds: int, players: str = TABLE) -> Plan:
    arms, _ = read_arms([variant], settings, None)
    seats = read_seats(players)
    return Plan(tuple(arms), seats, read_rules("all", seed), seed, rounds, game=len(seats))


def repetition(task: tuple[str, int, int]) -> dict[str, bool]:
    """One repetition: of each measure with enough cases, whether the interval of the difference covers zero."""
    variant, number, rounds = task
    several: list[RoundColumns] = []
    for seed in (2 * number, 2 * number + 1):
        plan = plan_of(variant, (), seed, rounds)
        several += run(plan, here)
    outcomes = measure_rounds(plan, several, paired=False)
    return {
        outcome.measure.id: gap.low <= 0 <= gap.high
        for outcome in outcomes
        if (gap := outcome.differences[1]) is not None and outcome.verdicts[1] not in ("too few", "identical")
    }


def coverage(variant: str, repetitions: int, rounds: int, jobs: int) -> int:
    """Prints the coverage of each measure; returns how many of them are out of bounds."""
    hits: dict[str, list[bool]] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for covered in pool.map(repetition, [(variant, n, rounds) for n in range(repetitions)]):
            for name, covers in covered.items():
                hits.setdefault(name, []).append(covers)
    print(
        f"{variant} against itself, {repetitions} repetitions of {rounds} rounds, not paired; at least {FEW} cases"
    )
    wrong = 0
    for name, several in hits.items():
        share = 100 * sum(several) / len(several)
        enough = len(several) >= 0.75 * repetitions
        bad = enough and not 91 <= share <= 98
        wrong += bad
        remark = "OUT OF BOUNDS" if bad else "" if enough else "seldom enough cases: not counted"
        print(f"  {name:<28}{share:6.1f} % of {len(several)}  {remark}".rstrip())
    print(f"  {len(hits)} measures, {wrong} out of 91–98 %")
    return wrong


def real_change(rounds: int, jobs: int) -> None:
    """Prints what is found of two penalty cards or one, paired and not."""
    plan = plan_of("abbott", ("wrong_play.draw_per_card=1",), 1, rounds)
    arms = run(plan, Processes(jobs))
    print(f"\nabbott, 2 penalty cards → 1, {rounds} rounds: differences paired, and as if not paired")
    paired, single = measure_rounds(plan, arms), measure_rounds(plan, arms, paired=False)
    for paired_outcome, unpaired in zip(paired, single, strict=True):
        gap, wide = paired_outcome.differences[1], unpaired.differences[1]
        if gap is not None and wide is not None and paired_outcome.verdicts[1] in ("more", "less"):
            shown = f"{gap.value:+8.3f}  ±{gap.half:6.3f}  ±{wide.half:6.3f} {unpaired.verdicts[1]}"
            print(f"  {paired_outcome.measure.id:<28}{paired_outcome.verdicts[1]:<6}{shown}")


def speed(rounds: int, jobs: int) -> None:
    """Prints the wall time and the memory of the whole command, all its processes together."""
    for players in ("A:random,B:random,C:knower,D:knower", TABLE):
        command = [sys.executable, "-m", "eleusis", "simulate", "--rounds", str(rounds), "--jobs", str(jobs)]
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        child = Popen([*command, "--players", players], stdout=DEVNULL)
        peak = 0
        while child.poll() is None:
            peak = max(peak, sum(map(_memory, [child.pid, *_children(child.pid)])))
            time.sleep(0.05)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        wall = time.perf_counter() - start
        load = os.getloadavg()[0]
        print(f"\n{rounds} abbott rounds, --jobs {jobs}, {players}")
        print(f"  {wall:.1f} s wall, {spent:.1f} s of processors, {peak / 1024:.0f} MB, load {load:.1f} at the end")


def _children(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:  # noqa: PTH123
            return [int(number) for number in file.read().split()]
    except OSError:
        return []


def _memory(pid: int) -> int:
    """Kilobytes that belong to a process: shared ones in equal parts, where the system tells them."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:  # noqa: PTH123
            return next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    except OSError:
        return 0


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench lab", description=__doc__)
    parser.add_argument("--variant", default="abbott", help="for the coverage; all: each edition in turn")
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=200, help="of each repetition")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=("coverage", "change", "speed"))
    given = parser.parse_args(arguments)
    wrong = 0
    if given.only in (None, "coverage"):
        for name in variant_names() if given.variant == "all" else [given.variant]:
            wrong += coverage(name, given.repetitions, given.rounds, given.jobs)
    if given.only in (None, "change"):
        real_change(1000, given.jobs)
    if given.only in (None, "speed"):
        speed(10_000, given.jobs)
    sys.exit(1 if wrong else 0)
