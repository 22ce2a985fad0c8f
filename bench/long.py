"""Long rounds: what a play costs should not hang on how many there are.

Bots are asked for their moves in a round of 1,500 turns in which nobody runs out and nothing ends it; told is what
a move takes them, by how long the round has lasted. Programs are sent the view with every question: told is how
long that is. And `eleusis replay` reads 15,000 plays, and 60,000: four times the plays, four times as long.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import attrs

from bench.figures import Figure, head, in_turn, ratio_row, run
from bench.games import PLAYERS, RULE
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Move, Pass, Play
from eleusis.game.view import View
from eleusis.ground.cards import cards
from eleusis.ground.chance import stream
from eleusis.minds.players.program.messages import AskMove
from eleusis.minds.players.registry import make_player
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

ENDLESS = (
    "expulsion={kind: none}", "prophet={kind: none}", "no_play={kind: none}", "refill={kind: up_to, hand: 12}",
    "wrong_play.draw_per_card=0",
)  # fmt: skip
"""What makes Abbott's game one that nothing ends: who has played draws up to twelve cards again."""
HAND = cards("AS 3S 6S QS 2H 5H 9H JH 4D 7D 10D KD 8C QC")
"""What the bot holds at every question: what a move takes hangs on how many strings there are to think of."""
SEATS = ("Ann", "Bob", "Cleo", "Dan")
MARKS = (50, 200, 500, 1000, 1500)
"""After so many turns it is told what a move took."""
SPAN = 50
"""Of the moves in so many turns before."""
RULES = {
    "known at once": "red",
    "counts the line": "if line.count(ace) > 0 then red else black",
    "sums the line": "line.sum(rank) % 7 < 4 or red",
    "looks far back": "if back(6).red then rank > last.rank else even",
    "never known": "rank + last.rank in {5, 9, 13, 17, 21} or suit == back(3).suit",
    "all is right": "any",
    "another rule later": "if position > 400 then black else red",
}
"""Secret rules of several kinds, by what a scientist makes of them."""
SIZES = (15_000, 60_000)
_ENOUGH = 20
"""Cards in a hand from which on its owner plays a right one: so nobody runs out."""


@attrs.define
class Timed:
    """A player whose moves are timed, and the questions to it measured as a program would get them."""

    inner: Player
    times: list[tuple[int, float]] = attrs.field(factory=list)
    """The turn, and the milliseconds of a move."""
    sizes: dict[int, int] = attrs.field(factory=dict)
    """After so many turns the bytes of a question."""

    def move(self, view: View) -> Move:
        start = time.process_time()
        move = self.inner.move(view)
        self.times.append((view.turn, (time.process_time() - start) * 1000))
        return move

    def mean(self, until: int) -> float:
        """Milliseconds of a move in the turns before, on average."""
        spent = [spent for turn, spent in self.times if until - SPAN <= turn < until]
        return sum(spent) / len(spent)


@attrs.frozen
class Lasting:
    """What the moves of a bot took in a long round."""

    bot: Timed
    table: dict[int, float]
    """Microseconds of everything else, the other seats among it, for a turn before each mark."""
    slowest: float
    """Milliseconds of the slowest move."""


def last_long(kind: str, text: str, turns: int = MARKS[-1]) -> Lasting:
    """A long round of one bot and two random ones under a secret rule; the bot always holds the same hand."""
    variant, rule = load_variant("abbott", ENDLESS), Rule(text)
    round_ = deal(variant, SEATS, dealer="Dan", seed=7, rule=rule)
    players: dict[str, Player] = {
        seat: make_player("random", seat, variant, stream(7, "bench", seat)) for seat in SEATS[1:3]
    }
    bot = Timed(make_player(kind, "Ann", variant, stream(7, "bench", "Ann"), rule=rule))
    driver = Driver(round_, {**players, "Ann": bot, "Dan": RuleDealer(rule, variant)}, [])

    def reach(turn: int) -> float:
        """Go on until so many turns are judged; the time of all but the bot's moves, in microseconds."""
        before, start = sum(spent for _, spent in bot.times), time.process_time()
        while round_.state.turn < turn:
            if round_.to_act == "Ann":
                round_.hidden.hands["Ann"][:] = HAND
            driver.go(moves=1)
        whole = (time.process_time() - start) * 1e6
        return whole - (sum(spent for _, spent in bot.times) - before) * 1000

    table = {}
    for mark in [mark for mark in MARKS if mark <= turns]:
        reach(mark - SPAN)
        table[mark] = reach(mark) / SPAN
        view = round_.view("Ann")
        bot.sizes[mark] = len(AskMove(mark, view.events[-4:], view.seen, tuple(m.text for m in view.options)).line)
    return Lasting(bot, table, max(spent for _, spent in bot.times))


class Careful:
    """Plays one card at a time, a right one only from a large hand; lets every right to declare go by."""

    def __init__(self, rule: Rule, chance: Random) -> None:
        self.rule = rule
        self.chance = chance

    def move(self, view: View) -> Move:
        """A card of the hand."""
        if view.due is not Play:
            return Pass(view.seat)
        mask = self.rule.mask(view.mainline)
        fit = [card for card in view.hand if bool(mask & card.bit) == (len(view.hand) > _ENOUGH)] or view.hand
        return Play(view.seat, (fit[int(self.chance.random() * len(fit))],))


def long_game(plays: int) -> str:
    """A game file of one round with so many plays, half of them right."""
    variant, rule, chance = load_variant("abbott", ["expulsion={kind: none}"]), Rule(RULE), stream(7, "long")
    dealer = PLAYERS[-1]
    lines: list[str] = []

    def write(step: Step) -> None:
        if isinstance(step.move, Play):
            lines.append(f"      {step.seat} {step.move.text}\n")

    careful = Careful(rule, chance)
    players: dict[str, Player] = {**dict.fromkeys(PLAYERS[:-1], careful), dealer: RuleDealer(rule, variant)}
    Driver(deal(variant, PLAYERS, dealer=dealer, seed=7), players, after=write).go(limit=3 * plays)
    text = "eleusis: 1\nvariant: {extends: abbott, expulsion: {kind: none}}\n"
    text += f"players: [{', '.join(PLAYERS)}]\nseed: 7\nrounds:\n  - dealer: {dealer}\n    rule: {RULE}\n"
    return text + "    moves: |\n" + "".join(lines[:plays])


def _cpu(*command: str) -> float:
    return run(*command).cpu


def tell_bots(kinds: Sequence[str], turns: int) -> None:
    """The table of what moves take the longer the round lasts."""
    marks = [mark for mark in MARKS if mark <= turns]
    print(f"{f'ms of a move, in the {SPAN} turns before turn':<46}" + "".join(f"{mark:>9,}" for mark in marks))
    for kind in kinds:
        for name, text in RULES.items():
            lasting = last_long(kind, text, turns)
            row = "".join(f"{lasting.bot.mean(mark):>9.2f}" for mark in marks)
            print(f"{f'{kind}, {name}':<46}{row}   slowest {lasting.slowest:,.0f}", flush=True)
            others = "".join(f"{lasting.table[mark] / 1000:>9.2f}" for mark in marks)
            print(f"{'  all else, for a turn':<46}{others}", flush=True)
    sizes = "".join(f"{lasting.bot.sizes[mark]:>9,}" for mark in marks)
    print(f"{'bytes of a question to a program, ' + name:<46}{sizes}")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench long", description=__doc__)
    parser.add_argument("bots", nargs="*", metavar="BOT", default=["scientist", "knower", "random"])
    parser.add_argument("--turns", type=int, default=MARKS[-1], help="how long their rounds last")
    parser.add_argument("-n", "--runs", type=int, default=3, help="counted replays of each length; 0: none")
    chosen = parser.parse_args(arguments)
    tell_bots(chosen.bots, chosen.turns)
    if not chosen.runs:
        return
    eleusis = (sys.executable, "-m", "eleusis", "replay")
    with tempfile.TemporaryDirectory() as temporary:
        files = {size: Path(temporary, f"{size}.yaml") for size in SIZES}
        for size, path in files.items():
            path.write_text(long_game(size), encoding="utf-8")
        print("\n" + head(f"Processes, CPU time, median of {chosen.runs}"))
        for form in ("text", "json"):
            works: dict[str, Callable[[], float]] = {
                f"replay of {size:,} plays, {form}": partial(_cpu, *eleusis, str(files[size]), "--format", form)
                for size in SIZES
            }
            times = in_turn(chosen.runs, works)
            for name, values in times.items():
                print(Figure(name, values, "ms", "≤ 3,000" if "60,000" in name else "").row())
            few, many = times.values()
            print(ratio_row(f"  {SIZES[1] // SIZES[0]} times the plays, so many times the time", many, few))
