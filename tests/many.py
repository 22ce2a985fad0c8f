"""Many games and many kills, for more than a test run allows: `python -m tests.many --games 1000 --kills 200`."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from eleusis.chance import stream
from eleusis.players.dealer import RuleDealer
from eleusis.players.protocol import Player
from eleusis.players.registry import make_player
from eleusis.script.deal import deal
from eleusis.table import play_round
from eleusis.table.rules import draw_rule
from eleusis.variant import load_variant, variant_names
from tests.laws.test_round_laws import all_cards
from tests.test_play_file import killed_and_gone_on_with


def many_games(variant_name: str, games: int, kinds: list[str]) -> str:
    """Rounds of bots of all kinds: no illegal move, all end, cards conserved."""
    variant = load_variant(variant_name)
    start, turns, endings = time.perf_counter(), 0, dict[str, int]()
    for seed in range(games):
        players = ("Ann", "Bob", "Cleo", "Dan", "Eve")[: 3 + seed % 3]
        rule = draw_rule(seed, 1)
        round_ = deal(variant, players, dealer="Ann", seed=seed, fits=rule.fits_starter)
        seats: dict[str, Player] = {"Ann": RuleDealer(rule, variant)}
        for place, seat in enumerate(players[1:]):
            kind = kinds[(seed + place) % len(kinds)]
            seats[seat] = make_player(kind, seat, variant, stream(seed, "many", seat), rule)
        turns += len(play_round(round_, seats))
        found = all_cards(round_)
        assert sum(found.values()) == 52 * round_.state.decks
        assert set(found.values()) == {round_.state.decks}
        assert round_.scores is not None
        endings[round_.ended or ""] = endings.get(round_.ended or "", 0) + 1
    took = time.perf_counter() - start
    return f"{variant_name}: {games} rounds, {turns} steps, {took:.1f} s, {endings}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.many", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="rounds of each edition")
    parser.add_argument("--kinds", default="random,knower", help="the kinds of bot that sit there")
    parser.add_argument("--kills", type=int, default=200, help="sittings that are killed and gone on with")
    chosen = parser.parse_args()
    for name in variant_names() if chosen.games else ():
        print(many_games(name, chosen.games, chosen.kinds.split(",")), flush=True)
    if chosen.kills:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            killed_and_gone_on_with(Path(folder), chosen.kills, random.Random(7))
            print(f"killed {chosen.kills} times, nothing lost, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
