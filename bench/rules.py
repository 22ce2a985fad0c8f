"""How fast rules are compared: `python -m bench rules`. Three sets of pairs, timed apart, beside a sampled judge.

- *same*: rewritings of library rules, generated and drawn ones, by changes that keep the meaning;
- *mutants*: the same kinds of rules with one node changed; those that mean the same all the same are counted apart;
- *library*: all pairs of the library.

A verdict's time runs from two rules that have been read and compiled (as in play, before a guess is judged) to
the answer: what must be remembered, the machine of the two, the walk, the witness. Each is taken on rules that
were never compared before, so nothing is kept from an earlier verdict; in the library set a rule keeps its own
part, as it does in a process. *From the text* adds reading and compiling both. Each pair counts with its median
over the runs.

The sampled judge is the one that others have: 100 lines of 40 plays, each line grown by a right card, all 52 cards
judged by both rules at every step, stopping at a difference. It is timed right after the verdict on the same pair,
asking card by card, and once more with all 52 cards in one mask, which others don't have.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Iterable, Sequence
from random import Random

import attrs

from eleusis.ground.cards import PACK, Card, cards_in
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from tests.secret.rewriting import mutant, rewritten, source_of_rules

LINES, PLAYS = 100, 40
CLOCK = [time.perf_counter]
"""The clock; with --cpu the processor's, which other programs don't slow down."""

Pair = tuple[str, str]


@attrs.frozen
class Timed:
    """One pair: its verdict, the seconds of each run, and how much the two remember together."""

    verdict: Comparison
    seconds: tuple[float, ...]
    from_text: float
    window: int
    period: int

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def same_pairs(count: int, seed: int) -> list[Pair]:
    """Pairs that mean the same, by changes that keep the meaning."""
    chance, texts = Random(f"same {seed}"), source_of_rules(seed)
    pairs: list[Pair] = []
    while len(pairs) < count:
        text = next(texts)
        new = rewritten(text, chance, next(texts))
        if new is not None and new != text:
            pairs.append((text, new))
    return pairs


def mutants(count: int, seed: int) -> list[Pair]:
    """Pairs that differ in one node."""
    chance, texts = Random(f"mutants {seed}"), source_of_rules(seed + 1)
    pairs: list[Pair] = []
    while len(pairs) < count:
        text = next(texts)
        new = mutant(text, chance)
        if new is not None:
            pairs.append((text, new))
    return pairs


def timed(a: str, b: str, runs: int) -> Timed:
    """Compares fresh rules `runs` times."""
    seconds, texts = [], []
    for _ in range(runs):
        begun = CLOCK[0]()
        rule_a, rule_b = Rule(a), Rule(b)
        _ = rule_a.meaning, rule_b.meaning
        start = CLOCK[0]()
        verdict = compare(rule_a, rule_b)
        end = CLOCK[0]()
        seconds.append(end - start)
        texts.append(end - begun)
    return _timed(verdict, seconds, statistics.median(texts), rule_a, rule_b)


def timed_library(runs: int) -> list[Timed]:
    """All pairs of the library."""
    pairs = list(itertools.combinations(library().values(), 2))
    verdicts: list[Comparison] = []
    seconds: list[list[float]] = [[] for _ in pairs]
    for _ in range(runs):
        verdicts = []
        rules = {id(rule): Rule(rule.text, starter=rule.starter) for rule in library().values()}
        for rule in rules.values():
            _ = rule.meaning
        for i, (a, b) in enumerate(pairs):
            rule_a, rule_b = rules[id(a)], rules[id(b)]
            start = CLOCK[0]()
            try:
                verdict = compare(rule_a, rule_b)
            except RuleError:  # no starter suits both
                verdict = Comparison(None, reason="no starter")
            seconds[i].append(CLOCK[0]() - start)
            verdicts.append(verdict)
    return [
        _timed(verdict, spent, 0.0, a, b) for verdict, spent, (a, b) in zip(verdicts, seconds, pairs, strict=True)
    ]


def _timed(verdict: Comparison, seconds: Sequence[float], from_text: float, a: Rule, b: Rule) -> Timed:
    machine = Machine([a.meaning, b.meaning])
    period = max((counter.modulus for counter in machine.counters.values()), default=1)
    return Timed(verdict, tuple(seconds), from_text, machine.depth, period)


def sampled(a: Rule, b: Rule, chance: Random, by_card: bool) -> bool:
    """Whether a sampled judge finds no difference."""
    starters = cards_in(a.starters() & b.starters())
    for _ in range(LINES):
        line = [chance.choice(starters)]
        for _ in range(PLAYS):
            if by_card:
                right: list[Card] = []
                for card in PACK:
                    verdict = a.accepts(line, (card,))
                    if verdict is not b.accepts(line, (card,)):
                        return False
                    if verdict:
                        right.append(card)
            else:
                mask = a.mask(line)
                if mask != b.mask(line):
                    return False
                right = list(cards_in(mask))
            if not right:
                break
            line.append(chance.choice(right))
    return True


@attrs.frozen
class Beside:
    """The seconds of the verdict and of the sampled judge on one pair, taken one after the other."""

    verdict: float
    sampled: float

    @property
    def ratio(self) -> float:
        return self.sampled / self.verdict


def beside(pairs: Iterable[Pair], by_card: bool) -> list[Beside]:
    """The sampled judge beside the verdict; raises if it finds a difference in a pair that is the same."""
    timings = []
    for number, (a, b) in enumerate(pairs):
        rule_a, rule_b = Rule(a), Rule(b)
        _ = rule_a.meaning, rule_b.meaning
        start = CLOCK[0]()
        verdict = compare(rule_a, rule_b)
        middle = CLOCK[0]()
        agreed = sampled(rule_a, rule_b, Random(number), by_card)
        timings.append(Beside(middle - start, CLOCK[0]() - middle))
        assert agreed or verdict.same is not True, (a, b)
    return timings


# Printing


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f}"


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _row(name: str, many: Sequence[Timed]) -> str:
    times = [pair.median for pair in many]
    states = [pair.verdict.states for pair in many]
    runs = [statistics.median(pair.seconds[i] for pair in many) for i in range(len(many[0].seconds))]
    spread = f"{_ms(min(runs))}–{_ms(max(runs))}"
    cells = [
        _ms(statistics.median(times)),
        spread,
        _ms(quantile(times, 0.99)),
        _ms(max(max(o.seconds) for o in many)),
    ]
    counts = [f"{statistics.median(states):,.0f}", f"{quantile(states, 0.99):,.0f}", f"{max(states):,}"]
    texts = [pair.from_text for pair in many if pair.from_text]
    texted = [_ms(statistics.median(texts)), _ms(quantile(texts, 0.99))] if texts else ["–", "–"]
    widths = (9, 13, 9, 9, 8, 8, 9, 9, 9)
    row = zip([*cells, *counts, *texted], widths, strict=True)
    return f"{name:<30}{len(many):>6}" + "".join(f"{cell:>{width}}" for cell, width in row)


def _verdicts(name: str, many: Sequence[Timed]) -> str:
    counts = [sum(pair.verdict.same is same for pair in many) for same in (True, False, None)]
    return f"{name}: {counts[0]} the same, {counts[1]} different, {counts[2]} not decided"


def _kinds(name: str, many: Sequence[Timed]) -> list[str]:
    rows = []
    for window in sorted({min(pair.window, 4) for pair in many}):
        label = f"window {window}" + ("+" if window == 4 else "")
        rows.append(_row(f"  {label}", [pair for pair in many if min(pair.window, 4) == window]))
    for low, high in ((1, 1), (2, 3), (4, 9), (10, 10**9)):
        chosen = [pair for pair in many if low <= pair.period <= high]
        if chosen:
            label = f"period {low}" if low == high else f"period {low}–{high}" if high < 10**9 else f"period {low}+"
            rows.append(_row(f"  {label}", chosen))
    return [_row(name, many), *rows]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench rules", description=__doc__.splitlines()[0])
    parser.add_argument("-n", "--pairs", type=int, default=400, help="pairs that are the same, and mutants")
    parser.add_argument("-r", "--runs", type=int, default=3, help="times that each pair is compared")
    parser.add_argument("-s", "--sampled", type=int, default=40, help="pairs for the sampled judge, card by card")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--slowest", type=int, default=3, help="how many of the slowest pairs are shown")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time, not the wall's")
    chosen = parser.parse_args(arguments)
    if chosen.cpu:
        CLOCK[0] = time.process_time
    same = same_pairs(chosen.pairs, chosen.seed)
    changed = mutants(chosen.pairs, chosen.seed)
    timed(*same[0], 1)
    sets = {
        "same": [timed(*pair, chosen.runs) for pair in same],
        "mutants": [timed(*pair, chosen.runs) for pair in changed],
        "library": timed_library(chosen.runs),
    }
    head = ("median", "of the runs", "99 %", "max", "states", "99 %", "max", "text", "99 %")
    widths = (9, 13, 9, 9, 8, 8, 9, 9, 9)
    print(
        f"{'verdicts, in milliseconds':<30}{'pairs':>6}"
        + "".join(f"{h:>{w}}" for h, w in zip(head, widths, strict=True))
    )
    for name, many in sets.items():
        print("\n".join(_kinds(name, many)))
    differ = [pair for pair in sets["mutants"] if pair.verdict.same is False]
    print(_row("mutants that differ", differ))
    equal = [pair for pair in sets["mutants"] if pair.verdict.same]
    if equal:
        print(_row("mutants that are the same", equal))
    print("want: median ≤ 5 (same, mutants), ≤ 1 (library); 99 % ≤ 100; none over 5,000\n")
    for name, many in sets.items():
        print(_verdicts(name, many))
    every = [(timing, pair) for name, pairs in (("same", same), ("mutants", changed)) for timing, pair in
             zip(sets[name], pairs, strict=True)]  # fmt: skip
    for timing, pair in sorted(every, key=lambda row: -row[0].median)[: chosen.slowest]:
        print(f"slow: {_ms(timing.median)} ms, {timing.verdict.states:,} states: {pair[0]}  |  {pair[1]}")
    print(f"\nthe sampled judge, {LINES} lines of {PLAYS} plays, beside the verdict on the same pairs")
    for by_card, number, way in (
        (True, chosen.sampled, "52 cards, one by one"),
        (False, chosen.pairs, "52 cards in one mask"),
    ):
        step = max(1, len(same) // number)
        many_beside = beside(same[::step][:number], by_card)
        ratios = [pair.ratio for pair in many_beside]
        print(
            f"{way}: {len(ratios)} pairs, median {_ms(statistics.median(o.sampled for o in many_beside))} ms;"
            f" to the verdict: {statistics.median(ratios):,.0f} times at the median"
            f" (a quarter below {quantile(ratios, 0.25):,.0f}, a quarter above {quantile(ratios, 0.75):,.0f})"
        )
    print("want: ≥ 50 times, one by one")
