"""How hard the daily puzzle is, weekday by weekday: `python -m bench daily [--weeks N]`.

The scientist plays the puzzles of N weeks from the first Monday on; told is in which turn it names the rule.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from datetime import date, timedelta

from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.ground.chance import stream
from eleusis.minds.players.registry import make_player
from eleusis.secret.daily_rules import LEVELS, rule_of_day
from eleusis.table.daily_puzzle import EDITION, seed_of_day
from eleusis.variant import load_variant

FIRST_MONDAY = date(2026, 1, 5)


def play(day: date) -> tuple[int | None, int, int]:
    """The turn in which the scientist names the rule of a day (None: in none), its wrong guesses and its score."""
    variant, rule, seed = load_variant(EDITION), rule_of_day(day), seed_of_day(day)
    round_ = deal(variant, ("Ada", "Dealer"), dealer="Dealer", seed=seed, rule=rule)
    ada = make_player("scientist", "Ada", variant, stream(seed, "bench"))
    play_round(round_, {"Ada": ada, "Dealer": RuleDealer(rule, variant)})
    state = round_.state
    turn = state.turn if state.guesser else None
    return turn, state.wrong_guesses.get("Ada", 0), (round_.scores or {})["Ada"]


def main(arguments: Sequence[str]) -> None:
    """A line for each day of the week."""
    parser = argparse.ArgumentParser(prog="python -m bench daily", description=__doc__)
    parser.add_argument("--weeks", type=int, default=40)
    weeks = parser.parse_args(arguments).weeks
    print("level  puzzles  found  median turn  quartiles  wrong guesses  score")
    for weekday, level in enumerate(LEVELS):
        results = [play(FIRST_MONDAY + timedelta(7 * week + weekday)) for week in range(weeks)]
        # One that is not found counts as found after the last turn.
        turns = [31 if turn is None else turn for turn, _, _ in results]
        low, median, high = statistics.quantiles(turns, n=4)
        rate = sum(turn is not None for turn, _, _ in results) / weeks
        wrong = statistics.median(wrong for _, wrong, _ in results)
        score = statistics.median(score for _, _, score in results)
        print(f"{level:<5}  {weeks:7}  {rate:5.0%}  {median:11}  {low:>4}–{high:<4}  {wrong:13}  {score:5}")
