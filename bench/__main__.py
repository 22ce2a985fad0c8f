"""One command, one table: `python -m bench`. Ratios first; every figure a median, with its spread.

A turn is the play and the judgement with all their events; choosing the card is not counted.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import attrs

from bench.games import RULE, bare_loop, dealt, prepared
from eleusis.driving.driver import Driver, Step
from eleusis.driving.record import RoundReplay
from eleusis.gamefile.contents import GameFile
from eleusis.gamefile.writing import write_game
from eleusis.pack import PACK
from eleusis.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant


@attrs.frozen
class Figure:
    """One measured thing: a rate (per second) or a time (in milliseconds), its median and its spread."""

    name: str
    values: tuple[float, ...]
    unit: str
    want: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def row(self) -> str:
        spread = f"{min(self.values):,.0f}–{max(self.values):,.0f}" if self.unit else ""
        if self.unit in ("ms", "µs", "MB"):
            spread = f"{min(self.values):,.2f}–{max(self.values):,.2f}"
            return f"{self.name:<52}{self.median:>12,.2f} {self.unit:<8}{spread:<24}{self.want}"
        return f"{self.name:<52}{self.median:>12,.0f} {self.unit:<8}{spread:<24}{self.want}"


def rates(work: Callable[[], int], runs: int) -> tuple[float, ...]:
    """How many things per second, in each of `runs` runs after one that is not counted."""
    rates_of_runs = []
    for run in range(runs + 1):
        start = time.perf_counter()
        done = work()
        if run:
            rates_of_runs.append(done / (time.perf_counter() - start))
    return tuple(rates_of_runs)


def turns_of(name: str, count: int = 60, driven: bool = False) -> Callable[[], float]:
    """A function that plays prepared rounds of a variant once, and says how many turns a second that was.

    `driven`: the same moves, said to the driver, which records nothing: what it costs beside the bare steps.
    """
    variant = load_variant(name)
    games = prepared(name, count)
    turns = sum(game.turns for game in games)

    def play() -> float:
        spent = 0.0
        for game in games:
            round_ = dealt(variant, game.seed)
            driver, step = Driver(round_, {}), round_.step
            start = time.perf_counter()
            if driven:
                driver.go(game.moves)
            else:
                for move in game.moves:
                    step(move)
            spent += time.perf_counter() - start
            assert round_.ended or len(game.moves) >= 300
        return turns / spent

    return play


def rounds_of(name: str, count: int = 60) -> Callable[[], float]:
    """The same with the deal: rounds a second."""
    variant = load_variant(name)
    games = prepared(name, count)

    def play() -> float:
        start = time.perf_counter()
        for game in games:
            step = dealt(variant, game.seed).step
            for move in game.moves:
                step(move)
        return len(games) / (time.perf_counter() - start)

    return play


def bare() -> float:
    """Turns a second of the bare loop."""
    start = time.perf_counter()
    bare_loop(7, 60_000)
    return 60_000 / (time.perf_counter() - start)


def open_spiel() -> Callable[[], float] | None:
    """Actions a second of OpenSpiel's crazy_eights from Python, where it is installed (the extra `bench`).

    Random play as its own examples do it, the whole loop timed: legal actions asked for, one chosen, applied;
    the chance nodes of the deal count as actions too.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    import random

    game = pyspiel.load_game("crazy_eights(players=5)")

    def play() -> float:
        done, start = 0, time.perf_counter()
        for seed in range(10):
            number = random.Random(seed).random
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    action = outcomes[int(number() * len(outcomes))][0]
                else:
                    legal = state.legal_actions()
                    action = legal[int(number() * len(legal))]
                state.apply_action(action)
                done += 1
        return done / (time.perf_counter() - start)

    return play


def in_turn(runs: int, **works: Callable[[], float] | None) -> dict[str, tuple[float, ...]]:
    """Runs several works one after the other, `runs` times round, after one round that is not counted.

    The machine's speed drifts; figures of the same round were taken at the same time, so that their ratio holds.
    """
    figures: dict[str, list[float]] = {name: [] for name, work in works.items() if work is not None}
    for run in range(runs + 1):
        for name, work in works.items():
            if work is not None:
                value = work()
                if run:
                    figures[name].append(value)
    return {name: tuple(values) for name, values in figures.items()}


def masks(text: str, runs: int) -> Figure:
    """Microseconds for the mask of the right cards."""
    rule = Rule(text)
    lines = [[PACK[(7 * i + j) % 52] for j in range(12)] for i in range(52)]

    def ask() -> int:
        mask = rule.mask
        for _ in range(400):
            for line in lines:
                mask(line)
        return 400 * len(lines)

    return Figure(f"mask: {text[:44]}", tuple(1e6 / rate for rate in rates(ask, runs)), "µs", "≤ 0.5")


def files(folder: Path, count: int) -> list[Path]:
    """Game files of Abbott rounds with about 60 turns each, written by the program itself."""
    variant = load_variant("abbott")
    paths: list[Path] = []
    for game in prepared("abbott", 200, steady=True):
        if not 55 <= game.turns <= 66 or len(paths) == count:
            continue
        round_ = dealt(variant, game.seed)
        steps: list[Step] = []
        Driver(round_, {}, steps).go(game.moves)
        script = script_of(RoundReplay(1, round_, steps=steps), Rule(RULE), full=True)
        path = folder / f"game-{game.seed}.yaml"
        path.write_text(
            write_game(
                GameFile(
                    str(path), "abbott", round_.players, title=f"Game {game.seed}", seed=game.seed, rounds=(script,)
                )
            ),
            encoding="utf-8",
        )
        paths.append(path)
    return paths


def replayed(paths: list[Path], runs: int) -> Figure:
    """Game files read and replayed per second in one process, to their scores."""
    from eleusis.replaying.replay import replay

    def work() -> int:
        for game in replay(*paths):
            assert not game.findings
            assert game.totals
        return len(paths)

    return Figure("60-turn Abbott files read and replayed", rates(work, runs), "/s", "≥ 300")


def process(*command: str) -> tuple[float, float]:
    """Wall milliseconds and peak megabytes of a whole process."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return (time.perf_counter() - start) * 1000, usage.ru_maxrss / 1024


def ratio(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, float, float]:
    """The least, the median and the greatest of the ratios of figures taken in the same round."""
    ratios = sorted(x / y for x, y in zip(a, b, strict=True))
    return ratios[0], statistics.median(ratios), ratios[-1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=9, help="counted runs of each figure")
    runs = parser.parse_args().runs
    rates = in_turn(
        runs,
        abbott=turns_of("abbott"),
        bare=bare,
        open_spiel=open_spiel(),
        guyton=turns_of("guyton"),
        matuszek=turns_of("matuszek"),
        express=turns_of("express"),
        driven=turns_of("abbott", driven=True),
        abbott_rounds=rounds_of("abbott"),
        express_rounds=rounds_of("express"),
    )
    judged = [masks(RULE, runs), masks("rank >= last.rank", runs), masks("suit == cycle(spade, heart)", runs)]
    with tempfile.TemporaryDirectory() as temporary:
        paths = files(Path(temporary), 40)
        read = replayed(paths, runs)
        eleusis = (sys.executable, "-m", "eleusis")
        times = in_turn(
            runs,
            nothing=lambda: process(sys.executable, "-c", "pass")[0],
            help=lambda: process(*eleusis, "--help")[0],
            replay=lambda: process(*eleusis, "replay", str(paths[0]))[0],
        )
        peak = process(*eleusis, "replay", str(paths[0]))[1]
    names = {
        "bare": "turns, bare loop",
        "driven": "turns, abbott, driven",
        "open_spiel": "actions, OpenSpiel crazy_eights, 5 players",
    }
    print(f"{'Ratios, each of figures taken in the same round':<52}{'median':>12} {'':<8}{'min–max':<24}want")
    rows = [("turns to the bare loop", ratio(rates["abbott"], rates["bare"]), "≥ 0.06")]
    if "open_spiel" in rates:
        rows.append(("turns to OpenSpiel's actions", ratio(rates["abbott"], rates["open_spiel"]), "aim > 1"))
    rows.append(("turns driven to turns stepped", ratio(rates["driven"], rates["abbott"]), "≥ 0.75"))
    rows.append(("eleusis --help to python -c pass", ratio(times["help"], times["nothing"]), "≤ 8"))
    rows.append(("one 60-turn replay to python -c pass", ratio(times["replay"], times["nothing"]), "≤ 16"))
    for name, (least, median, most), want in rows:
        print(f"{name:<52}{median:>12.3f} {'':<8}{f'{least:.3f}–{most:.3f}':<24}{want}")
    print(f"\n{f'Figures, median of {runs}':<52}{'':>12} {'':<8}{'min–max':<24}want")
    for name, values in rates.items():
        kind = "rounds with their deal, " if name.endswith("_rounds") else "turns, "
        want = "≥ 60,000" if kind == "turns, " and name not in names else ""
        print(Figure(names.get(name) or kind + name.removesuffix("_rounds"), values, "/s", want).row())
    for figure in (*judged, read):
        print(figure.row())
    for name, values in times.items():
        print(Figure(f"process: {name}", values, "ms").row())
    print(Figure("peak memory of one replay", (peak,), "MB", "≤ 80").row())


if __name__ == "__main__":
    main()
