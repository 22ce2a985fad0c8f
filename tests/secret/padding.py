"""Guesses that are made long so that the judge gives up: what judging must hold against.

A wrong guess is a simpler rule than the secret one, joined to conditions that are nearly always true and that take
much to reckon or to remember. A right one is the secret rule in twice as many characters.

`python -m tests.secret.padding 2000` judges so many of each and says what came of them, and how long it took.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess
from tests.helpers.places import read_tables

from .nesting import grown
from .rewriting import rewritten

LATE: dict[str, str] = read_tables(__file__)["late"]
"""Rules whose bite comes late, in the twelfth card or later or after many cards of a kind; each with what somebody
guesses who has not felt it."""

FEATURES = ("red", "odd", "face", "high", "prime", "spade", "ace")


def _windows(chance: Random) -> str:
    """A window inside a window."""
    wide, narrow = chance.randint(12, 16), chance.randint(2, 6)
    kind, other = chance.sample(FEATURES, 2)
    inside = f"last{narrow}.any(card.{other} and rank > {chance.randint(1, 9)})"
    return f"last{wide}.count({kind} == {inside}) != {wide + 1}"


def _counts(chance: Random) -> str:
    """Counts of the whole line, held against one another."""
    kind, other = chance.sample(FEATURES, 2)
    a, b, ahead = chance.randint(2, 9), chance.randint(2, 9), chance.randint(60, 99)
    return f"line.count({kind}) * {a} + rank != line.count({other}) * {b} + {ahead}"


def _cycles(chance: Random) -> str:
    """Counters that go round, each at its own pace."""
    entries = ", ".join(
        chance.choice(("any", f"rank < {chance.randint(14, 30)}")) for _ in range(chance.randint(7, 19))
    )
    paces = [chance.choice((7, 11, 13, 17, 19, 23)) for _ in range(2)]
    line = f"(line.sum(rank) % {paces[0]} + line.count({chance.choice(FEATURES)}) % {paces[1]} < {sum(paces)})"
    return f"(cycle({entries}) and {line})"


def _maxima(chance: Random) -> str:
    """Sums of maxima over a long window."""
    wide, factor, miss = chance.randint(12, 16), chance.randint(1, 9), chance.randint(10, 17)
    return f"last{wide}.sum(max(rank, card.rank) * {factor}) != {miss}"


def _always(chance: Random) -> str:
    """Arithmetic that is always true, and long to reckon."""
    n = chance.randint(2, 9)
    return f"last{chance.randint(9, 16)}.sum(gcd(rank * {n}, card.rank * {n}) % {n}) == 0"


GRAMMARS: dict[str, tuple[Callable[[Random], str], ...]] = {
    "nested windows": (_windows,),
    "counts and cycles": (_counts, _cycles),
    "sums of maxima": (_maxima,),
    "arithmetic": (_always, _maxima, _counts),
}


def padded(text: str, grammar: str, chance: Random) -> Rule:
    """A guess with padding of one grammar, of 300 to 4,900 characters."""
    size, parts = chance.randint(300, 4_900), [f"({text})"]
    while True:
        part = chance.choice(GRAMMARS[grammar])(chance)
        if sum(map(len, parts)) + 5 * len(parts) + len(part) > size:
            break
        parts.append(part)
    if chance.randrange(2):
        chance.shuffle(parts)
    return Rule(" and ".join(parts))


def lengthened(text: str, chance: Random) -> Rule:
    """A rule of the same meaning in at least twice as many characters: reordered, negated twice, turned round."""
    longer = text
    while len(longer) < 2 * len(text):
        for _ in range(20):
            try:
                longer = Rule(rewritten(longer, chance) or longer).text
            except RuleError:  # too long or too deep
                continue
            break
    return Rule(longer)


class Trial(NamedTuple):
    """A guess to be judged."""

    secret: Rule
    guess: Rule
    line: list[Card]
    """The mainline as it lies, short or long."""
    agrees_from: list[Card] | None
    """From where on the guess must agree: everywhere, from this round's starter or from here."""


def wrong_guess(n: int) -> Trial:
    """The n-th padded guess that is wrong."""
    chance = Random(f"wrong {n}")
    text, simpler = list(LATE.items())[n % len(LATE)]
    grammar = list(GRAMMARS)[n // len(LATE) % len(GRAMMARS)]
    return _trial(n, text, padded(simpler, grammar, chance), chance)


def right_guess(n: int) -> Trial:
    """The n-th guess that is right, at length."""
    chance = Random(f"right {n}")
    text = list(LATE)[n % len(LATE)]
    return _trial(n, text, lengthened(text, chance), chance)


def _trial(n: int, text: str, guess: Rule, chance: Random) -> Trial:
    line = grown(chance, [Rule(text)], chance.choice((1, 8, 20, 60, 150)))
    return Trial(Rule(text), guess, line, (None, line[:1], line)[n % 3])


def main(count: int) -> None:
    """Judges so many guesses of each kind, and prints what came of them."""
    for kind, make in (("padded", wrong_guess), ("at length", right_guess)):
        outcomes: Counter[str] = Counter()
        slowest = 0.0
        for n in range(count):
            trial = make(n)
            begun = time.process_time()
            verdict = judge_guess(trial.secret, trial.guess, trial.line, trial.agrees_from)
            slowest = max(slowest, time.process_time() - begun)
            judged = "wrong" if verdict.same is False else "refused" if verdict.dear else "right"
            outcomes[judged if verdict.same is not None or verdict.dear else "right, not proved"] += 1
        print(f"{count} {kind}: {dict(outcomes)}; {slowest:.2f} s of processor time at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
