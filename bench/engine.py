"""What the engine itself is measured by: turns, rounds, masks, game files read and replayed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from bench.games import RULE, bare_loop, dealt, prepared, seat_random
from eleusis.driving.driver import Driver, Step, play_round
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.cards import PACK
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant


def turns_of(name: str, count: int, driven: bool = False) -> Callable[[], float]:
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
            start = time.process_time()
            if driven:
                driver.go(game.moves)
            else:
                for move in game.moves:
                    step(move)
            spent += time.process_time() - start
            assert round_.ended or len(game.moves) >= 300
        return turns / spent

    return play


def rounds_of(name: str, count: int) -> Callable[[], int]:
    """The same with the deal; says how many rounds."""
    variant = load_variant(name)
    games = prepared(name, count)

    def play() -> int:
        for game in games:
            step = dealt(variant, game.seed).step
            for move in game.moves:
                step(move)
        return len(games)

    return play


def bots_of(name: str, count: int) -> Callable[[], int]:
    """Whole rounds, as peers play theirs: dealt, random players asked with views, all recorded; says the turns."""
    variant = load_variant(name)

    def play() -> int:
        turns = 0
        for seed in range(count):
            round_ = dealt(variant, seed)
            play_round(round_, seat_random(variant, seed), 1000)
            turns += round_.state.turn
        return turns

    return play


def bare(turns: int) -> Callable[[], int]:
    """The bare loop; says how many turns."""

    def play() -> int:
        bare_loop(7, turns)
        return turns

    return play


def masks_of(text: str, times: int) -> Callable[[], float]:
    """Microseconds for the mask of the right cards after a dozen."""
    rule = Rule(text)
    lines = [[PACK[(7 * i + j) % 52] for j in range(12)] for i in range(52)]

    def ask() -> float:
        mask = rule.mask
        start = time.process_time()
        for _ in range(times):
            for line in lines:
                mask(line)
        return (time.process_time() - start) / (times * len(lines)) * 1e6

    return ask


def files(folder: Path, count: int) -> list[Path]:
    """Game files of Abbott rounds with about 60 turns each, written by the program itself."""
    variant = load_variant("abbott")
    paths: list[Path] = []
    for game in prepared("abbott", 5 * count + 20, steady=True):
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


def replayed(paths: list[Path]) -> Callable[[], int]:
    """Game files read and replayed in one process, to their scores; says how many."""
    from eleusis.record.replaying.replay import replay

    def work() -> int:
        for game in replay(*paths):
            assert not game.findings
            assert game.totals
        return len(paths)

    return work
