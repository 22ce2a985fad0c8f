"""The speed of everything in one run, beside peers: ratios first; every figure a median, with its spread.

All of it is time of the processor, of child processes too, and works are measured in turn: a ratio is of figures
that were taken one after the other. How far the bare loop's own figures lie apart says how noisy the machine was.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from pathlib import Path
from textwrap import fill

from bench import engine, long
from bench.figures import Figure, head, in_turn, peak_of, per_second, ratio_row, run
from bench.games import RULE
from bench.peers import SAYS, peers

BARE = "turns, bare loop"
STEPPED = "turns, abbott, stepped"
DRIVEN = "turns, abbott, driven"
BOTS = "turns, abbott, random players"
NOTHING, HELP, REPLAY = "python -c pass", "eleusis --help", "eleusis replay, one game of 60 turns"
PYTHON, KERNEL = "simulate, the engine alone", "simulate, the kernel"

OWN = {
    BARE: "Integers in lists: one card at a time, no checks, no record, no views. The least that Python must do to"
    " move these cards about, and the measure of the machine.",
    STEPPED: "Moves that were chosen beforehand, stepped through the round: each checked, every event recorded, the"
    " judgement given as a move. A turn is a play and its judgement, two moves. No choosing, no views, no deal.",
    DRIVEN: "The same moves, said to the driver.",
    BOTS: "Whole rounds as the laboratory's Python plays them: the deal, a view for each question, four players at"
    " random, the dealer's rule asked for each judgement, every step recorded: what peers' loops compare to.",
    PYTHON: "The whole command in its own process, imports, start-up, rules and the report among it, `--jobs 1`;"
    " milliseconds of processor time for a round.",
    KERNEL: "The same command with `--engine kernel`, over more rounds.",
}
"""What our own loops measure, and what they leave out."""


def simulations(quick: bool) -> tuple[dict[str, Callable[[], float]], str]:
    """The laboratory's commands: milliseconds of a round each; and why the kernel is left out, if it is."""
    simulate = (sys.executable, "-m", "eleusis", "simulate", "--seed", "7")
    few, many = (200, 1000) if quick else (1000, 10_000)
    probe = [*simulate, "--rounds", "20", "--jobs", "1", "--engine", "kernel"]
    lacking = _why_not(probe)

    def measure(rounds: int, *more: str) -> float:
        return run(*simulate, "--rounds", str(rounds), *more).cpu / rounds

    # A command that knows no --engine has the engine alone.
    alone = () if "--engine" in lacking else ("--engine", "python")
    works: dict[str, Callable[[], float]] = {PYTHON: partial(measure, few, "--jobs", "1", *alone)}
    if not lacking:
        works[KERNEL] = partial(measure, many, "--jobs", "1", "--engine", "kernel")
    sweep = ("--jobs", "2", "--sweep", "expulsion.layout=20..50:10")
    works["simulate --sweep, 4 values, a round of all four"] = partial(
        measure, few if lacking else many // 2, *sweep
    )
    return works, lacking


def _why_not(command: Sequence[str]) -> str:
    """What a command says where it fails; empty where it works."""
    from subprocess import run as start

    done = start(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else next(iter(done.stderr.splitlines()), "it failed")


def measure_turns(runs: int, quick: bool) -> tuple[dict[str, tuple[float, ...]], list[str]]:
    """Rates, ours and those of peers; and the peers that are not installed."""
    count = 10 if quick else 60
    others, lacking = peers(1 if quick else 3)
    works: dict[str, Callable[[], float]] = {
        BARE: per_second(engine.bare(20_000 if quick else 60_000)),
        STEPPED: engine.turns_of("abbott", count),
        BOTS: per_second(engine.bots_of("abbott", count // 2)),
        **others,
        DRIVEN: engine.turns_of("abbott", count, driven=True),
        **{f"turns, {name}, stepped": engine.turns_of(name, count) for name in ("guyton", "matuszek", "express")},
        **{
            f"rounds, {name}, dealt and stepped": per_second(engine.rounds_of(name, count))
            for name in ("abbott", "express")
        },
    }
    return in_turn(runs, works), lacking


def measure_scientist(turns: int) -> None:
    """What a move costs the scientist early and late in a long round, under rules of several kinds."""
    marks = [mark for mark in long.MARKS if mark <= turns]
    title = f"The scientist: ms of a move, the {long.SPAN} turns before"
    print(f"\n{title:<52}" + "".join(f"{mark:>8,}" for mark in marks))
    for name in ("known at once", "counts the line", "never known"):
        bot = long.last_long("scientist", long.RULES[name], turns).bot
        late = bot.mean(marks[-1]) / bot.mean(marks[0])
        row = "".join(f"{bot.mean(mark):>8.2f}" for mark in marks)
        print(f"{f'a rule that is {name}' if 'known' in name else 'a rule that ' + name:<52}{row}   × {late:.2f}")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=7, help="counted runs of each figure")
    parser.add_argument("--quick", action="store_true", help="one run of everything, with little of it: a minute")
    chosen = parser.parse_args(arguments)
    quick, runs = chosen.quick, 1 if chosen.quick else chosen.runs
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores{load}; CPU time, {runs} counted runs")
    with redirect_stderr(StringIO()):  # what others say while they are imported
        rates, lacking = measure_turns(runs, quick)
    bare = sorted(rates[BARE])
    if runs > 1:
        print(f"Noise: the bare loop's own figures spread over {(bare[-1] / bare[0] - 1):.0%}")

    masks = in_turn(runs, {
        f"mask: {text}": engine.masks_of(text, 40 if quick else 400)
        for text in (RULE, "rank >= last.rank", "suit == cycle(spade, heart)")
    })  # fmt: skip
    with tempfile.TemporaryDirectory() as temporary:
        paths = engine.files(Path(temporary), 10 if quick else 200)
        eleusis = (sys.executable, "-m", "eleusis")
        read = in_turn(runs, {"games of 60 turns, read and replayed": per_second(engine.replayed(paths[:40]))})
        starts: dict[str, Callable[[], float]] = {
            NOTHING: lambda: run(sys.executable, "-c", "pass").cpu,
            HELP: lambda: run(*eleusis, "--help").cpu,
            REPLAY: lambda: run(*eleusis, "replay", str(paths[0])).cpu,
        }
        times = in_turn(1 if quick else 3 * runs, starts)
        diff = (*eleusis, "diff", temporary, "--set", "expulsion.layout=30")
        works, no_kernel = simulations(quick)
        works[f"eleusis diff, {len(paths)} games, a game"] = lambda: run(*diff, codes=(0, 1)).cpu / len(paths)
        laboratory = in_turn(min(runs, 3), works)
        peak = peak_of(*eleusis, "replay", str(paths[0]))

    print("\n" + head("Ratios, each of figures taken in the same round"))
    print(ratio_row("turns stepped to the bare loop", rates[STEPPED], rates[BARE], "≥ 0.06"))
    print(ratio_row("turns driven to turns stepped", rates[DRIVEN], rates[STEPPED], "≥ 0.75"))
    for name in SAYS:
        if name in rates:
            ours, what = (STEPPED, "stepped") if "bare" in name else (BOTS, "of random players")
            print(ratio_row(f"turns {what} to {name}", rates[ours], rates[name], "aim > 1"))
    print(ratio_row(f"{HELP} to {NOTHING}", times[HELP], times[NOTHING], "≤ 3"))
    print(ratio_row(f"one replay to {NOTHING}", times[REPLAY], times[NOTHING], "≤ 9"))
    if KERNEL in laboratory:
        print(ratio_row("a round of the engine to one of the kernel", laboratory[PYTHON], laboratory[KERNEL]))

    print("\n" + head(f"Figures, median of {runs}"))
    for name, values in rates.items():
        print(Figure(name, values, "/s", "≥ 60,000" if name.endswith("stepped") and "turns" in name else "").row())
    for name, values in masks.items():
        print(Figure(name, values, "µs", "≤ 0.5").row())
    for name, values in read.items():
        print(Figure(name, values, "/s", "≥ 300").row())
    for name, values in (*times.items(), *laboratory.items()):
        print(Figure(name, values, "ms").row())
    print(Figure("peak memory of one replay", (peak,), "MB", "≤ 80").row())
    measure_scientist(200 if quick else long.MARKS[-1])

    print("\nWhat each loop measures")
    for name, says in {**OWN, **SAYS}.items():
        if name in rates or name in laboratory:
            print(fill(f"{name}: {says}", 110, initial_indent="- ", subsequent_indent="  "))
    for peer in lacking:
        print(f"- Left out: {peer}, which is not installed; `make bench` installs it.")
    if no_kernel:
        print(f"- Left out: the kernel of the laboratory: {no_kernel}")
