"""How quick a review is: `python -m bench review [-n RUNS]`; every figure a median, with its spread.

A 60-turn Abbott game and an Express game, looked back upon in one process that has the family at hand; then
`eleusis review` as a whole process, which has to make it. By the clock, and of the processor: others may be at work
on the machine.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.engine import files
from bench.figures import Figure, head, run
from eleusis.reviewing.review import review, usual_family

EXPRESS = Path(__file__).parent.parent / "tests" / "games" / "express-lunch-break.yaml"

Milliseconds = tuple[float, float]
"""By the clock, and of the processor."""


def timed(work: Callable[[], object]) -> Milliseconds:
    """What a piece of work takes."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def whole(path: Path) -> Milliseconds:
    """What a whole process takes that reviews a game."""
    usage = run(sys.executable, "-m", "eleusis", "review", str(path))
    return usage.wall, usage.cpu


def tell(name: str, times: list[Milliseconds], want: str = "") -> None:
    """The lines of one figure."""
    print(Figure(name, tuple([clock for clock, _ in times]), "ms", want).row())
    print(Figure("  of the processor", tuple([spent for _, spent in times]), "ms").row(), flush=True)


def main(arguments: Sequence[str]) -> None:
    """All figures, in turn."""
    parser = argparse.ArgumentParser(prog="python -m bench review", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=5, help="counted runs of each figure")
    runs = parser.parse_args(arguments).runs
    with tempfile.TemporaryDirectory() as temporary:
        (abbott,) = files(Path(temporary), 1)
        family = usual_family()
        turns = len(review(abbott, family=family).rounds[0].turns)
        lunch = {record.number: len(record.turns) for record in review(EXPRESS, family=family).rounds}
        longest = max(lunch, key=lambda number: lunch[number])
        print(head(f"a family of {family.size:,} rules; median of {runs}"))
        at_hand: dict[str, tuple[Callable[[], object], str]] = {
            f"Abbott, {turns} turns": (lambda: review(abbott, family=family), "≤ 6,000"),
            f"Express, a round of {lunch[longest]} turns": (
                lambda: review(EXPRESS, number=longest, family=family),
                "≤ 2,000",
            ),
            f"Express, {len(lunch)} rounds, {sum(lunch.values())} turns": (
                lambda: review(EXPRESS, family=family),
                f"≤ {2000 * len(lunch):,}",
            ),
        }
        for name, (work, want) in at_hand.items():
            tell(name, [timed(work) for _ in range(runs)], want)
        tell(f"eleusis review, Abbott, {turns} turns", [whole(abbott) for _ in range(runs)], "≤ 6,000")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
