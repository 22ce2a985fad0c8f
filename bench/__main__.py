"""One command, one table: `python -m bench`. Ratios first; every figure a median, with its spread.

A turn is the play and the judgement with all their events; choosing the card is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import attrs

from bench.games import RULE, bare_loop, dealt, prepared
from eleusis.errors import NOWHERE
from eleusis.pack import PACK
from eleusis.script.gamefile import GameFile
from eleusis.script.record import RoundReplay, Step
from eleusis.script.writing import script_of, write_game
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
    found = []
    for run in range(runs + 1):
        start = time.perf_counter()
        done = work()
        if run:
            found.append(done / (time.perf_counter() - start))
    return tuple(found)


def engine(name: str, runs: int) -> tuple[Figure, Figure]:
    """Turns and rounds a second of one variant."""
    variant = load_variant(name)
    games = prepared(name, 60)
    turns = sum(game.turns for game in games)

    def play() -> float:
        spent = 0.0
        for game in games:
            round_ = dealt(variant, game.seed)
            step = round_.step
            start = time.perf_counter()
            for move in game.moves:
                step(move)
            spent += time.perf_counter() - start
            assert round_.ended or len(game.moves) >= 300
        return spent

    def whole() -> int:
        play()
        return len(games)

    play()
    return (
        Figure(f"turns, {name}", tuple(turns / play() for _ in range(runs)), "/s", "≥ 60,000"),
        Figure(f"rounds with their deal, {name}", rates(whole, runs), "/s"),
    )


def spiel(runs: int) -> Figure | None:
    """Actions a second of OpenSpiel's crazy_eights from Python, where it is installed."""
    try:
        import pyspiel  # type: ignore[import-not-found]  # an extra, without types
    except ImportError:
        return None
    import random

    game = pyspiel.load_game("crazy_eights(players=5)")
    recorded = []
    for seed in range(30):
        chance = random.Random(seed)
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = chance.choices([o[0] for o in outcomes], [o[1] for o in outcomes])[0]
            else:
                action = chance.choice(state.legal_actions())
            actions.append(action)
            state.apply_action(action)
        recorded.append(actions)

    def play() -> int:
        for actions in recorded:
            state = game.new_initial_state()
            for action in actions:
                state.apply_action(action)
        return sum(map(len, recorded))

    return Figure("actions, OpenSpiel crazy_eights (chosen before)", rates(play, runs), "/s")


def spiel_full(runs: int) -> Figure | None:
    """The same with the legal actions asked for at each step, as every player of it must."""
    try:
        import pyspiel
    except ImportError:
        return None
    import random

    game = pyspiel.load_game("crazy_eights(players=5)")

    def play() -> int:
        done = 0
        for seed in range(10):
            chance = random.Random(seed)
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                done += 1
        return done

    return Figure("actions, OpenSpiel crazy_eights (legal ones asked)", rates(play, runs), "/s")


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
    found: list[Path] = []
    for game in prepared("abbott", 200, steady=True):
        if not 55 <= game.turns <= 66 or len(found) == count:
            continue
        round_ = dealt(variant, game.seed)
        steps = [Step(n, move, tuple(round_.step(move))) for n, move in enumerate(game.moves, 1)]
        script = script_of(RoundReplay(1, round_, steps=steps), Rule(RULE), full=True)
        path = folder / f"game-{game.seed}.yaml"
        path.write_text(
            write_game(
                GameFile(
                    str(path), "abbott", NOWHERE, round_.players, f"Game {game.seed}", game.seed, rounds=(script,)
                )
            ),
            encoding="utf-8",
        )
        found.append(path)
    return found


def replayed(paths: list[Path], runs: int) -> Figure:
    """Game files read and replayed per second in one process, to their scores."""
    from eleusis.script.replay import replay

    def work() -> int:
        for game in replay(*paths):
            assert not game.findings
            assert game.totals
        return len(paths)

    return Figure("60-turn Abbott files read and replayed", rates(work, runs), "/s", "≥ 300")


def process(name: str, *command: str, runs: int) -> tuple[Figure, Figure]:
    """Wall milliseconds and peak megabytes of a whole process."""
    import resource

    times, peaks = [], []
    for run in range(runs + 1):
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = __import__("os").wait4(child.pid, 0)
        child.returncode = status
        assert status == 0, command
        if run:
            times.append((time.perf_counter() - start) * 1000)
            peaks.append(usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024))
    assert resource
    return Figure(name, tuple(times), "ms"), Figure(f"peak memory, {name}", tuple(peaks), "MB", "≤ 80")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=9, help="counted runs of each figure")
    runs = parser.parse_args().runs
    abbott, abbott_rounds = engine("abbott", runs)
    bare = Figure("turns, bare loop", rates(lambda: bare_loop(7, 60_000) and 60_000, runs), "/s")
    openspiel, openspiel_full = spiel(runs), spiel_full(runs)
    others = [figure for name in ("guyton", "matuszek", "express") for figure in engine(name, runs)]
    judged = [masks(RULE, runs), masks("rank >= last.rank", runs), masks("suit == cycle(spade, heart)", runs)]
    with tempfile.TemporaryDirectory() as temporary:
        paths = files(Path(temporary), 40)
        read = replayed(paths, runs)
        eleusis = (sys.executable, "-m", "eleusis")
        nothing, _ = process("python -c pass", sys.executable, "-c", "pass", runs=runs)
        help_, _ = process("eleusis --help", *eleusis, "--help", runs=runs)
        one, peak = process("eleusis replay, one 60-turn file", *eleusis, "replay", str(paths[0]), runs=runs)
    print("Ratios")
    print(f"  turns to the bare loop          {abbott.median / bare.median:8.1%}   want ≥ 6 %")
    for figure in (openspiel, openspiel_full):
        if figure is not None:
            print(f"  turns to {figure.name[9:]:<40} {abbott.median / figure.median:6.2f}   aim > 1")
    print(f"  --help to python -c pass        {help_.median / nothing.median:8.1f}   want ≤ 8")
    print(f"  one replay to python -c pass    {one.median / nothing.median:8.1f}   want ≤ 16")
    print(f"\n{'Figures (median of ' + str(runs) + ')':<52}{'':>12} {'':<8}{'min–max':<24}want")
    rows = [
        abbott,
        abbott_rounds,
        *others,
        bare,
        openspiel,
        openspiel_full,
        *judged,
        read,
        nothing,
        help_,
        one,
        peak,
    ]
    for row in rows:
        if row is not None:
            print(row.row())


if __name__ == "__main__":
    main()
