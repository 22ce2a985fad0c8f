"""One long round: `python -m bench.long`. What `eleusis replay` takes for 60,000 plays, and for 15,000.

What a play costs should not hang on how many there are: then four times the plays take at most four times as long.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random

from bench.__main__ import Figure, in_turn, process, ratio
from bench.games import PLAYERS, RULE
from eleusis.chance import stream
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Move, Pass, Play
from eleusis.game.view import View
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

SIZES = (15_000, 60_000)
_ENOUGH = 20
"""Cards in a hand from which on its owner plays a right one: so nobody runs out."""


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
    head = "eleusis: 1\nvariant: {extends: abbott, expulsion: {kind: none}}\n"
    head += f"players: [{', '.join(PLAYERS)}]\nseed: 7\nrounds:\n  - dealer: {dealer}\n    rule: {RULE}\n"
    return head + "    moves: |\n" + "".join(lines[:plays])


def wall(*command: str) -> float:
    """Milliseconds that a command takes."""
    return process(*command)[0]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.long", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=5, help="counted runs of each figure")
    runs = parser.parse_args().runs
    eleusis = (sys.executable, "-m", "eleusis", "replay")
    with tempfile.TemporaryDirectory() as temporary:
        files = {size: Path(temporary, f"{size}.yaml") for size in SIZES}
        for size, path in files.items():
            path.write_text(long_game(size), encoding="utf-8")
        for form in ("text", "json"):
            few, many = (partial(wall, *eleusis, str(files[size]), "--format", form) for size in SIZES)
            times = in_turn(runs, few=few, many=many)
            for size, name in zip(SIZES, ("few", "many"), strict=True):
                want = "≤ 3,000" if size == 60_000 else ""
                print(Figure(f"replay of {size:,} plays, {form}", times[name], "ms", want).row())
            _, median, _ = ratio(times["many"], times["few"])
            print(f"{f'{SIZES[1] // SIZES[0]} times the plays, so many times the time, {form}':<52}{median:>12.2f}")


if __name__ == "__main__":
    main()
