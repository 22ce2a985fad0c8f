"""Folders of game files: reading one, and what replay, check and diff take for all, in one process and in several.

The games are Abbott rounds of the default bots as `eleusis simulate --replay-round` prints them. Time is the wall's
here, beside the processor's: what several processes are for is to be done sooner.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from bench.figures import Figure, head, in_turn, run
from eleusis.ground.yaml.parsing import load
from eleusis.lab.reporting.games import game_of
from eleusis.lab.simulation import Experiment
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game

COMMANDS = {
    "diff": ("--set", "expulsion.layout=30"),
    "replay": (),
    "check": (),
}
"""What is run over the folder, with its options."""


def write_games(folder: Path, count: int) -> list[Path]:
    """Game files of so many rounds, each with cards and chances of its own."""
    plan = Experiment("abbott", rounds=count).plan()
    paths = [folder / f"round-{number:05}.yaml" for number in range(1, count + 1)]
    for number, path in enumerate(paths, start=1):
        path.write_text(game_of(plan, 0, number), encoding="utf-8")
    return paths


def measure_reading(paths: Sequence[Path]) -> tuple[float, float, float]:
    """Microseconds of a file for its YAML, for all of its reading, and for its replay; each file once."""
    marks = [time.process_time()]
    for path in paths:
        load(path)
    marks.append(time.process_time())
    games = [load_game(path) for path in paths]
    marks.append(time.process_time())
    for game in games:
        replay_game(game)
    marks.append(time.process_time())
    parse, read, replay = ((after - before) * 1e6 / len(paths) for before, after in pairwise(marks))
    return parse, read, replay


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench folders", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=5, help="counted runs of each command")
    parser.add_argument("--games", type=int, default=2000, help="how many games")
    parser.add_argument("--jobs", default="1,2", help="numbers of processes, such as 1,2,8")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        paths = write_games(Path(temporary), chosen.games)
        load_game(paths[0])
        print(head(f"A file, of {chosen.games:,} that are read once"))
        for name, value in zip(("its YAML", "read in all", "replayed"), measure_reading(paths), strict=True):
            print(Figure(name, (value,), "µs").row())
        cpu: dict[str, list[float]] = {}

        def measure(name: str, jobs: str) -> float:
            command = (sys.executable, "-m", "eleusis", name, temporary, *COMMANDS[name], "--jobs", jobs)
            usage = run(*command, codes=(0, 1))
            title = f"eleusis {name}, --jobs {jobs}"
            cpu.setdefault(title, []).append(usage.cpu)
            return usage.wall

        walls = in_turn(
            chosen.runs,
            {
                f"eleusis {name}, --jobs {jobs}": partial(measure, name, jobs)
                for name in COMMANDS
                for jobs in chosen.jobs.split(",")
            },
        )
    print("\n" + head(f"The whole folder, median of {chosen.runs}"))
    for title, values in walls.items():
        want = "≤ 4,000 on two cores" if title == "eleusis diff, --jobs 2" else ""
        print(Figure(title, values, "ms", want).row())
        print(Figure("  time of the processors", tuple(cpu[title][1:]), "ms").row())
