"""How well the scientist plays: `python -m bench scientist [WHAT …] [--rounds N] [--skill S] [--no-library]`.

WHAT is `abbott` (or another edition) for scores, `express` for rules of the library that are named, `outside` for
rules that are drawn or strange, `solo` for points alone, beside those of other bots, `table` for how long a turn of
three scientists takes at Abbott's table.

Every share has its 95 % interval (Wilson); the rounds are the same each time.
"""

from __future__ import annotations

import argparse
import math
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

import attrs

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player, play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Move
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.chance import stream
from eleusis.minds.players.registry import make_player
from eleusis.minds.players.scientist.player import Scientist
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import library, same_as
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")
DEALER = "Dan"
LONGEST = 1500


@attrs.define
class Setting:
    """Who plays: the options of the scientist, and how often the other two use that they know the rule."""

    options: dict[str, float]
    skill: float | None = None


SETTING = Setting({})


@attrs.define
class Timed:
    """A player whose moves are timed, by the processor: others may be at work on the machine."""

    inner: Player
    times: list[tuple[float, int]]

    def move(self, view: View) -> Move:
        start = time.process_time()
        move = self.inner.move(view)
        alive = self.inner.mind.few.alive if isinstance(self.inner, Scientist) else 0
        self.times.append((time.process_time() - start, alive))
        return move


@attrs.define
class ByTurn:
    """A player whose moves are timed, by the processor, and summed up by the turn of the round."""

    inner: Player
    seconds: defaultdict[int, float]

    def move(self, view: View) -> Move:
        start = time.process_time()
        move = self.inner.move(view)
        self.seconds[view.turn] += time.process_time() - start
        return move


def interval(hits: int, of: int) -> str:
    """A share with its 95 % interval by Wilson."""
    z, p = 1.96, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return f"{p:.1%} ({middle - half:.1%} to {middle + half:.1%}; {hits} of {of})"


def played(edition: str, rule: Rule, seed: int, times: list[tuple[float, int]], seat: str) -> Round:
    """A round of one scientist on `seat` and two others."""
    variant = load_variant(edition)
    round_ = deal(variant, PLAYERS, dealer=DEALER, seed=seed, rule=rule)
    players: dict[str, Player] = {}
    for name in PLAYERS:
        chance = stream(seed, "bench", name)
        if name == seat:
            players[name] = make_player("scientist", name, variant, chance, options=SETTING.options)
        elif SETTING.skill is None:
            players[name] = make_player("random", name, variant, chance)
        else:
            players[name] = make_player(
                "knower", name, variant, chance, rule=rule, options={"skill": SETTING.skill}
            )
    players[seat] = Timed(players[seat], times)
    players[DEALER] = RuleDealer(rule, variant)
    play_round(round_, players, LONGEST)
    return round_


def rounds(rules: list[tuple[str, Rule]], count: int) -> Iterator[tuple[int, str, str, Rule]]:
    """Seeds, seats and rules in turn."""
    for n in range(count):
        name, rule = rules[n % len(rules)]
        yield 1000 + n, PLAYERS[(n // len(rules) + n) % 3], name, rule


def library_rules() -> list[tuple[str, Rule]]:
    """The library without its doubles, in an order drawn once."""
    doubles = same_as()
    rules = [(name, rule) for name, rule in library().items() if name not in doubles]
    Random(5).shuffle(rules)
    return rules


def abbott(count: int, verbose: bool, edition: str = "abbott", rules: list[tuple[str, Rule]] | None = None) -> None:
    """How often the scientist has the top score of the three players (a tie for it counts by its share)."""
    times: list[tuple[float, int]] = []
    alone = tied = 0
    margins = []
    for seed, seat, name, rule in rounds(rules or library_rules(), count):
        round_ = played(edition, rule, seed, times, seat)
        scores = round_.scores or {}
        others = [scores[who] for who in PLAYERS if who not in (seat, DEALER)]
        alone += scores[seat] > max(others)
        tied += scores[seat] == max(others)
        margins.append(scores[seat] - max(others))
        if verbose:
            turns = sum(event.type in ("accepted", "rejected") for event in round_.events)
            prophet = round_.state.prophet
            print(f"{name:22} {scores[seat]:4} {others} {round_.ended} turns {turns} prophet {prophet}")
    print(f"{edition}: top score alone {interval(alone, count)}; tied for it {tied}")
    print(f"{edition}: points ahead of the better of the others, median {statistics.median(margins)}")
    tell_times(times)


def express(count: int, verbose: bool) -> None:
    """How often the scientist names a rule of the library of difficulty 1 or 2."""
    rules = [(name, rule) for name, rule in library_rules() if rule.difficulty <= 2]
    names("express, library rules of difficulty 1 and 2", rules, count, verbose)


def names(title: str, rules: list[tuple[str, Rule]], count: int, verbose: bool) -> None:
    times: list[tuple[float, int]] = []
    named, turns, top = 0, [], 0
    for seed, seat, name, rule in rounds(rules, count):
        round_ = played("express", rule, seed, times, seat)
        hit = round_.state.guesser == seat
        named += hit
        judged = sum(e.type in ("accepted", "rejected", "no_play_upheld", "card_forced") for e in round_.events)
        if hit:
            turns.append(judged)
        scores = round_.scores or {}
        top += scores[seat] > max(scores[who] for who in PLAYERS if who not in (seat, DEALER))
        if verbose:
            print(f"{name:22} {'named' if hit else round_.ended:14} turns {judged} {scores}")
    print(f"{title}: named {interval(named, count)}, after {statistics.median(turns or [0])} turns (median)")
    print(f"{title}: top score alone {interval(top, count)}")
    tell_times(times)


def outside(count: int, verbose: bool) -> None:
    """Rules drawn by chance, and rules that are not in the family: the scientist plays on."""
    drawn = [(f"difficulty {1 + n % 3}", draw(stream(9, "outside", n), 1 + n % 3)) for n in range(count)]
    names("express, drawn rules of difficulty 1 to 3", drawn, count, verbose)
    strange = [
        "rank + last.rank in {5, 9, 13, 17, 21} or suit == back(3).suit",
        "gcd(rank, position) == 1",
        "if line.count(ace) > 0 then rank > first.rank else abs(rank - back(2).rank) in {1, 4, 6}",
        "(rank * last.rank) % 5 in {1, 2}",
        "line.sum(rank) % 7 < 4",
        "any",
        "none",
    ]
    rules = [(text[:22], Rule(text)) for text in strange]
    abbott(count, verbose, rules=rules)


def solo(count: int, verbose: bool) -> None:
    """The points of one player alone: the scientist over the library and over drawn rules, and other bots."""
    drawn = [(f"difficulty {1 + n % 3}", draw(stream(9, "outside", n), 1 + n % 3)) for n in range(count)]
    bots: list[tuple[str, dict[str, float], list[tuple[str, Rule]]]] = [
        ("scientist", SETTING.options, library_rules()),
        ("scientist", SETTING.options, drawn),
        ("knower", {"skill": 0.3}, library_rules()),
        ("random", {}, library_rules()),
    ]
    variant = load_variant("solo")
    for kind, options, rules in bots:
        points, turns, missed, times = [], [], 0, list[tuple[float, int]]()
        for seed, _, name, rule in rounds(rules, count):
            round_ = deal(variant, ("Ann", DEALER), dealer=DEALER, seed=seed, rule=rule)
            chance = stream(seed, "bench", "Ann")
            ann = Timed(make_player(kind, "Ann", variant, chance, rule=rule, options=options), times)
            play_round(round_, {"Ann": ann, DEALER: RuleDealer(rule, variant)}, LONGEST)
            points.append((round_.scores or {})["Ann"])
            if round_.state.guesser is None:
                missed += 1
            else:
                turns.append(round_.state.turn)
            if verbose:
                print(f"{name:22} {points[-1]:4} {round_.ended} after {round_.state.turn} turns")
        half = 1.96 * statistics.stdev(points) / math.sqrt(count)
        print(f"solo, {kind} {options}, {rules[0][0]} and so on: {statistics.mean(points):.1f} ± {half:.1f} points")
        print(f"  not found: {missed} of {count}; else after {statistics.median(turns or [0])} turns (median)")
        tell_times(times)


def table(count: int) -> None:
    """How long a turn takes where three scientists play, declarations included; over rules of the library."""
    variant, turns = load_variant("abbott"), list[float]()
    for seed, _, _, rule in rounds(library_rules(), count):
        seconds: defaultdict[int, float] = defaultdict(float)
        players: dict[str, Player] = {DEALER: RuleDealer(rule, variant)}
        for name in PLAYERS[:3]:
            players[name] = ByTurn(make_player("scientist", name, variant, stream(seed, "bench", name)), seconds)
        play_round(deal(variant, PLAYERS, dealer=DEALER, seed=seed, rule=rule), players, LONGEST)
        turns += seconds.values()
    turns.sort()
    print(
        f"abbott, three scientists: a turn takes {statistics.median(turns):.3f} s (median of {len(turns)} turns),"
    )
    print(f"  nine in ten less than {turns[len(turns) * 9 // 10]:.2f} s, the longest {turns[-1]:.2f} s")


def tell_times(times: list[tuple[float, int]]) -> None:
    many = [seconds for seconds, alive in times if alive >= 50_000]
    every = [seconds for seconds, _ in times]
    slow = sorted(every)[int(len(every) * 0.99)]
    print(f"  a move: median {statistics.median(every):.3f} s, 99 % within {slow:.3f} s, of {len(every)} moves")
    if many:
        print(f"  with 50,000 rules alive or more: median {statistics.median(many):.3f} s of {len(many)}")
    print(f"  memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench scientist", description=__doc__)
    parser.add_argument("what", nargs="*", default=["abbott", "express", "outside"], metavar="WHAT")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--skill", type=float, help="the others know the rule, and use that so often")
    parser.add_argument("--no-library", action="store_true", help="the scientist does not know the library")
    asked = parser.parse_args(arguments)
    SETTING.skill = asked.skill
    SETTING.options = {"library": 0} if asked.no_library else {}
    for what in asked.what:
        if what == "express":
            express(asked.rounds, asked.verbose)
        elif what == "solo":
            solo(asked.rounds, asked.verbose)
        elif what == "outside":
            outside(asked.rounds, asked.verbose)
        elif what == "table":
            table(asked.rounds)
        else:
            abbott(asked.rounds, asked.verbose, what)
