"""Many games and many kills, for more than a test run allows.

It runs by `python -m tests.helpers.many --games 1000 --kills 200`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import attrs

from eleusis.ground.cards import PACK
from eleusis.ground.chance import stream
from eleusis.minds.players.registry import Seat, read_how
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.generating.generator import draw
from eleusis.secret.rule import Rule
from eleusis.table.bots_only import bots_table, play_game, write_played
from eleusis.table.game_table import Table
from eleusis.variant import variant_names
from tests.doors.terminal.test_play_file import killed_and_gone_on_with
from tests.laws.test_round_laws import all_cards

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
KINDS = (
    "random",
    "random(strings=0.6, no_plays=0.3, declares=0.6, guesses=0.6)",
    "knower",
    "knower(skill=0.8)",
    "knower(skill=0.4)",
    "scientist(bits=16)",
    "scientist(bits=20, library=0)",
)
"""Kinds that play fast enough for every game."""
SLOW = ("scientist", "scientist(library=0)")
"""Kinds that sit at every tenth table, on one seat."""


@attrs.define
class Tally:
    """What was played, all games of an edition together."""

    games: int = 0
    rounds: int = 0
    steps: int = 0
    replayed: int = 0
    endings: Counter[str] = attrs.field(factory=Counter)
    moves: Counter[str] = attrs.field(factory=Counter)
    tables: Counter[int] = attrs.field(factory=Counter)
    seats: Counter[str] = attrs.field(factory=Counter)
    slowest: float = 0.0

    def report(self) -> str:
        """The figures, a few lines."""

        def listed(counts: Counter[str]) -> str:
            return ", ".join(f"{name} {count:,}" for name, count in counts.most_common())

        sizes = ", ".join(f"{count} of {size}" for size, count in sorted(self.tables.items()))
        return "\n  ".join(
            [
                f"{self.games:,} games, {self.rounds:,} rounds, {self.steps:,} steps, {self.replayed} replayed",
                f"tables: {sizes} players; the slowest game {self.slowest:.1f} s",
                f"seats: {listed(self.seats)}",
                f"moves: {listed(self.moves)}",
                f"ended: {listed(self.endings)}",
            ]
        )


def seats_of(game: int, kinds: Sequence[str], slow: Sequence[str]) -> tuple[Seat, ...]:
    """Who sits at a table: three to six, at some eight; how many and which kinds is drawn."""
    chance = stream(game, "many")
    count = 3 + int(chance.random() * 4) if chance.random() < 0.95 else len(NAMES)
    hows = [kinds[int(chance.random() * len(kinds))] for _ in range(count)]
    if slow and game % 10 == 0:
        hows[int(chance.random() * count)] = slow[game // 10 % len(slow)]
    return tuple(Seat(name, *read_how(how)) for name, how in zip(NAMES, hows, strict=False))


def rules_of(game: int) -> list[Rule]:
    """The rules of a game: mostly none, so that they are drawn from the library; else some that are made up."""
    chance = stream(game, "many rules")
    return [draw(chance, 1 + n) for n in range(3)] if chance.random() < 0.25 else []


def check_game(table: Table) -> None:
    """What holds of every game that has been played to its end."""
    players, match = table.players, table.match
    deals = Counter(match.dealers)
    assert match.complete
    assert not match.stopped
    if len(match.dealers) >= len(players):  # not where a game is a number of rounds, and over before
        assert set(deals) == set(players)
    if table.variant.game.rounds.goes_on:
        assert len(set(deals.values())) == 1
    first = players.index(match.dealers[0])
    turns = [players[(first + n) % len(players)] for n in range(len(table.rounds))]
    assert match.dealers == [record.dealer for record in table.rounds] == turns
    for record in table.rounds:
        assert record.round.to_act is None
        assert record.ended is not None
        assert record.ended != "abandoned"
        assert record.scores is not None
        assert set(record.scores) == set(players)
        assert not record.findings
        assert all_cards(record.round) == Counter(dict.fromkeys(PACK, record.round.state.decks))
    sums = {seat: sum((record.scores or {})[seat] for record in table.rounds) for seat in players}
    assert match.totals == sums == table.as_replay().totals


def check_replay(table: Table) -> None:
    """The file of a game replays to the same rounds and the same totals, and as it expects."""
    again = replay_game(read_game(write_played(table, expect=True)))
    assert again.findings == []
    assert again.totals == table.match.totals
    assert [record.round.events for record in again.rounds] == [record.round.events for record in table.rounds]
    assert [record.scores for record in again.rounds] == [record.scores for record in table.rounds]


def many_games(
    variant: str, games: range, kinds: Sequence[str] = KINDS, slow: Sequence[str] = SLOW, every: int = 20
) -> Tally:
    """Whole games of bots of all kinds, as `eleusis deal` plays them; each `every`-th is replayed from its file.

    No illegal move, every round and every game comes to its end, cards are conserved, and totals are sums.
    """
    tally = Tally()
    for game in games:
        start = time.perf_counter()
        seats = seats_of(game, kinds, slow)
        table = bots_table(variant, seats, seed=game)
        first = table.players[game % len(seats)]
        try:
            play_game(table, first, rules_of(game))
            check_game(table)
            if game % every == 0:
                check_replay(table)
        except Exception as error:
            error.add_note(f"{variant}, game {game}, round {len(table.rounds)}: {table.script.seats}")
            raise
        tally.games += 1
        tally.rounds += len(table.rounds)
        tally.replayed += game % every == 0
        tally.tables[len(seats)] += 1
        tally.seats.update(seat.how for seat in seats)
        for record in table.rounds:
            tally.steps += len(record.steps)
            tally.endings[record.ended or ""] += 1
            tally.moves.update(step.move.verb for step in record.steps)
        tally.slowest = max(tally.slowest, time.perf_counter() - start)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.many", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="whole games of each edition")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--variants", nargs="*", default=variant_names(), help="the editions; otherwise all")
    parser.add_argument("--kinds", nargs="*", default=KINDS, help="the kinds of bot that sit at every table")
    parser.add_argument("--slow", nargs="*", default=SLOW, help="those that sit at every tenth table")
    parser.add_argument("--kills", type=int, default=200, help="sittings that are killed and gone on with")
    chosen = parser.parse_args()
    for name in chosen.variants if chosen.games else ():
        start = time.perf_counter()
        tally = many_games(name, range(chosen.first, chosen.first + chosen.games), chosen.kinds, chosen.slow)
        print(f"{name}: {tally.report()}\n  {time.perf_counter() - start:.0f} s", flush=True)
    if chosen.kills:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            killed_and_gone_on_with(Path(folder), chosen.kills, random.Random(7))
            print(f"killed {chosen.kills} times, nothing lost, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
