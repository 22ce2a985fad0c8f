"""How quick a program plays: `python -m bench programs [-n RUNS]`; every figure a median, with its spread.

Three programs at a table of Abbott's game, each in its process, the dealer judging by a rule. A round trip is a
question with all that it takes: the view, its JSON, two pipes, the bot's own reading and writing, the move read. A
move is all of that and the game around it. The bare pipe, a line there and back through the same kind of program
that does nothing with it, tells what the machine gives at the moment: others may be at work on it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench.figures import Figure, head, in_turn, ratio_row
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Remote, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Move
from eleusis.game.view import View
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.program.messages import Bye
from eleusis.minds.players.program.process import ProgramProcess
from eleusis.minds.players.program.program_player import ProgramPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

BOT = (sys.executable, "-I", "-S", "-c", """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready"}
    elif message["type"] == "move":
        answer = {"move": message["options"][0]}
    else:
        continue
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
""")  # fmt: skip
"""The least program that plays: the first option, whatever it is."""
ECHO = (sys.executable, "-I", "-S", "-c", "import os\nwhile data := os.read(0, 65536): os.write(1, data)")
PLAYERS = ("Dan", "Ann", "Bob", "Cleo")
RULE = Rule("color != last.color")
LONGEST = 150


class TimedProgram(ProgramPlayer):
    """A program whose answers are timed."""

    spent = 0.0
    asked = 0

    def answer(self, view: View, n: int) -> Move:
        start = time.perf_counter()
        move = super().answer(view, n)
        self.spent += time.perf_counter() - start
        self.asked += 1
        return move


@contextmanager
def table() -> Iterator[dict[str, TimedProgram]]:
    """The programs at a table, which stay for all runs."""
    programs = {seat: TimedProgram(seat, Program("trivial", BOT)) for seat in PLAYERS[1:]}
    for program in programs.values():
        program.begin_game(PLAYERS, load_variant("abbott"))
    yield programs
    for program in programs.values():
        program.dismiss()
    for program in programs.values():
        program.close()


def play(programs: dict[str, TimedProgram], rounds: int = 30) -> tuple[int, float]:
    """Plays some rounds: how many moves the programs made, and in how many seconds."""
    variant = load_variant("abbott", ["prophet={kind: none}"])
    moves, start = 0, time.perf_counter()
    for seed in range(rounds):
        steps: list[Step] = []
        seated: dict[str, Player | Remote] = {**programs, "Dan": RuleDealer(RULE, variant)}
        Driver(deal(variant, PLAYERS, dealer="Dan", seed=seed), seated, steps).to_end(LONGEST)
        moves += sum(step.by == "seat" for step in steps)
    return moves, time.perf_counter() - start


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench programs", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=9, help="counted runs of each figure")
    runs = parser.parse_args(arguments).runs
    echo = ProgramProcess(ECHO, "the echo", print)
    line = b"x" * 1500 + b"\n"
    trips: list[float] = []

    def bare() -> float:
        start = time.perf_counter()
        for _ in range(2000):
            echo.ask(line, 30)
        return 2000 / (time.perf_counter() - start)

    with table() as programs:

        def moves() -> float:
            for program in programs.values():
                program.spent, program.asked = 0.0, 0
            made, seconds = play(programs)
            trips.append(sum(p.asked for p in programs.values()) / sum(p.spent for p in programs.values()))
            return made / seconds

        rates = in_turn(runs, {"bare": bare, "moves": moves})
    echo.dismiss(Bye().line)
    echo.close()
    print(head(f"By the clock, median of {runs}"))
    print(Figure("bare pipe, a line there and back", rates["bare"], "/s").row())
    print(Figure("round trips of the protocol", tuple(trips[1:]), "/s", "≥ 3,000").row())
    print(Figure("moves of programs, with the game around them", rates["moves"], "/s", "≥ 3,000").row())
    print(ratio_row("moves to bare round trips", rates["moves"], rates["bare"]))
