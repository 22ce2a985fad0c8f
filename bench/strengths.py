"""How soon each kind of bot finds an easy rule: `python -m bench strengths [KIND …] [--rounds N]`.

Express, the bot alone with the dealer, so every turn is its own; rules of difficulty 1, of the library and drawn by
the generator; the expert doesn't know the library. Where a rule isn't named in its round, that counts as later than
any turn. The rounds are the same each time, and for all kinds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.ground.chance import stream
from eleusis.minds.players.kinds import STRENGTHS, find_kind
from eleusis.minds.players.registry import make_player, read_how
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import playable
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

NEVER = 10**6


def named_rules(count: int) -> list[Rule]:
    """Rules of difficulty 1 in turn, of those in the library that bots deal by."""
    easy = [rule for rule in playable().values() if rule.difficulty == 1]
    return [easy[n % len(easy)] for n in range(count)]


def find_rule(kind: str, rule: Rule, seed: int) -> int:
    """After how many turns of its own a bot of this kind names the rule; NEVER where it doesn't."""
    name, options = read_how(kind)
    if "library" in find_kind(name).options:
        options = {"library": 0.0, **options}
    variant = load_variant("express")
    round_ = deal(variant, ("Ann", "Dan"), dealer="Dan", seed=seed, rule=rule)
    ann = make_player(name, "Ann", variant, stream(seed, "bench", "Ann"), rule=rule, options=options)
    play_round(round_, {"Ann": ann, "Dan": RuleDealer(rule, variant)})
    return round_.state.turn if round_.state.guesser == "Ann" else NEVER


def tell(turns: Sequence[int]) -> str:
    """The median with the quartiles, and the share of rules that were named."""
    ordered = sorted(turns)
    quarters = [ordered[len(ordered) * n // 4] for n in (1, 2, 3)]
    first, median, third = ["never" if turn == NEVER else f"{turn}" for turn in quarters]
    named = sum(turn < NEVER for turn in turns) / len(turns)
    return f"{median} ({first} to {third}) | {named:.0%}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench strengths", description=__doc__)
    parser.add_argument("kinds", nargs="*", default=[*STRENGTHS], metavar="KIND")
    parser.add_argument("--rounds", type=int, default=200)
    asked = parser.parse_args(arguments)
    sets = [named_rules(asked.rounds), [draw(stream(9, "strengths", n), 1) for n in range(asked.rounds)]]
    print("| kind | library: turns | named | drawn: turns | named | a round |\n|---|---|---|---|---|---|")
    for kind in asked.kinds:
        began = time.process_time()
        cells = [tell([find_rule(kind, rule, 1000 + n) for n, rule in enumerate(rules)]) for rules in sets]
        seconds = (time.process_time() - began) / (2 * asked.rounds)
        print(f"| `{kind}` | {' | '.join(cells)} | {seconds:.2f} s |", flush=True)
