"""The law of exact comparison: after any line that can be built, the machine's mask is the rule's mask.

Over random rules that nest counters in remainders, extremes, sums and products (nesting.py). A machine knows
counters only by their remainders and up to limits; what this shows is that it knows enough of them. `make soak`
tries many more.
"""

from __future__ import annotations

from random import Random

import pytest

from eleusis.ground.cards import text_of
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.walk import MAX_WORK, decide
from eleusis.secret.rule import Rule

from . import naive
from .nesting import grown, nested, sticky
from .rewriting import mutant, rewritten
from .test_pairs import hold

pytestmark = pytest.mark.long

PARTS = 4
RULES = 80
"""Pairs of rules whose machine is held against them, part by part."""
PAIRS = 16
"""Pairs that are compared, part by part."""


@pytest.mark.parametrize("part", range(PARTS))
def test_a_machine_of_nested_counters_says_what_its_rules_say(part: int) -> None:
    finite = _masks_agree(f"machine {part}", RULES)
    assert finite > RULES // 5, "the others count without a bound, and are known exactly"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_many_machines_of_nested_counters_say_what_their_rules_say(part: int) -> None:
    _masks_agree(f"soak {part}", 2_000)


def _masks_agree(seed: str, count: int) -> int:
    """Holds machines against their rules, card by card; how many of them had a finite memory."""
    finite = 0
    for n in range(count):
        chance = Random(f"{seed} {n}")
        pair = [nested(chance), nested(chance)]
        machine = Machine([rule.meaning for rule in pair])
        finite += machine.finite
        line = sticky(chance, 30) if n % 3 == 0 else grown(chance, [pair[n % 3 - 1]], 30)
        state = machine.empty
        for i, card in enumerate(line, start=1):
            state = machine.step(state, card.index)
            assert machine.masks(state) == [rule.mask(line[:i]) for rule in pair], (
                text_of(line[:i]), *[rule.text for rule in pair],
            )  # fmt: skip
        if n % 10 == 0:
            short = line[: chance.randint(1, 8)]
            assert pair[0].mask(short) == naive.right(pair[0].tree, short), (text_of(short), pair[0].text)
    return finite


@pytest.mark.parametrize("part", range(PARTS))
def test_every_verdict_on_nested_counters_holds(part: int) -> None:
    seen = _verdicts_hold(f"pairs {part}", PAIRS, 600_000)
    assert {True, False, None} == set(seen)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_every_one_of_many_verdicts_on_nested_counters_holds(part: int) -> None:
    _verdicts_hold(f"soak {part}", 500, MAX_WORK)


def _verdicts_hold(seed: str, count: int, max_work: int) -> dict[bool | None, int]:
    """Compares nested rules with `any`, each other, mutants and rewritings; how many verdicts of each kind."""
    seen: dict[bool | None, int] = {}
    for n in range(count):
        chance = Random(f"{seed} {n}")
        a, b = nested(chance), nested(chance)
        texts = ("any", b.text, mutant(a.text, chance), rewritten(a.text, chance, b.text))
        text = texts[n % len(texts)]
        try:
            b = Rule(text or "any")
        except RuleError:  # too long or too deep
            continue
        verdict = decide(a.meaning, b.meaning, None, a.starters(), max_work=max_work)
        seen[verdict.same] = seen.get(verdict.same, 0) + 1
        _verdict_holds(verdict, a, b, chance)
        assert n % 4 < 3 or text is None or verdict.same is not False, ("a rewriting", a.text, text)
    return seen


def _verdict_holds(verdict: Comparison, a: Rule, b: Rule, chance: Random) -> None:
    """The witness is real; where there is none, no line up to the bound that can be built tells the rules apart."""
    if verdict.same is False:
        hold(verdict, a, b)
        return
    for _ in range(6):
        line = grown(chance, [a, b], 30)
        for i in range(1, len(line) + 1 if verdict.same else min(len(line), verdict.bound or 0) + 1):
            assert a.mask(line[:i]) == b.mask(line[:i]), (text_of(line[:i]), a.text, b.text)
