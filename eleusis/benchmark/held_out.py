"""Held out: rules made up from a seed, none the same as one of the library, so that nobody can know them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from eleusis.benchmark.challenges import Challenge, make_challenge
from eleusis.ground.cards import PACK
from eleusis.ground.chance import stream
from eleusis.ground.errors import NOWHERE, LabError, RuleError
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.secret.generating.generator import draw
from eleusis.secret.language import tree as t
from eleusis.secret.library import library
from eleusis.secret.measuring.measure import measure
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.variant import Variant

MOST = 10_000
"""More rules than this are a slip."""
_TRIES = 3000
"""Draws for a rule that there is not yet; then there are no more of its difficulty."""
_LEAST_STARTERS = 7
"""So many cards at least are right on an empty mainline: one of them is in the stock, whatever is dealt."""


def name_made(seed: int, difficulties: tuple[int, int]) -> str:
    """What results call the rounds of these rules, in place of a file: `generated:7:2..4`."""
    low, high = difficulties
    return f"generated:{seed}:{low}..{high}"


def make_challenges(
    count: int, seed: int, difficulties: tuple[int, int], variant: Variant, seats: tuple[str, ...]
) -> list[Challenge]:
    """So many rounds with rules made up from a seed, the difficulties in turn; the first of the `seats` deals.

    The first rounds are the same, whatever the count. Raises LabError (`lab/no-rules`) where there are not so many
    different rules, and ScriptError where the variant can't be dealt so.
    """
    name = name_made(seed, difficulties)
    challenges = []
    for number, rule in enumerate(make_rules(count, seed, difficulties), start=1):
        own_seed = int(stream(seed, "held-out", number, "cards").random() * 2**48)
        game = GameFile(file=name, variant=variant.name, players=seats, seed=own_seed)
        script = RoundScript(NOWHERE, dealer=seats[0], rule_ref=rule.text, rule=rule)
        challenges.append(make_challenge(game, script, number, seats[0], variant))
    return challenges


def make_rules(count: int, seed: int, difficulties: tuple[int, int]) -> list[Rule]:
    """So many fair rules, no two the same, none the same as one of the library."""
    low, high = difficulties
    others = list(library().values())
    rules: list[Rule] = []
    for number in range(1, count + 1):
        wanted = low + (number - 1) % (high - low + 1)
        rule = _draw_new(stream(seed, "held-out", number), wanted, others)
        if rule is None:
            made = f"{len(rules)} different rules were made"
            raise LabError("lab/no-rules", f"no more rules of difficulty {wanted} can be made up: {made}")
        others.append(rule)
        rules.append(rule)
    return rules


def _draw_new(chance: Random, difficulty: int, others: Iterable[Rule]) -> Rule | None:
    """A fair rule that is none of the others, however it is written; None where chance finds no more."""
    for _ in range(_TRIES):
        rule = draw(chance, difficulty)
        if rule.mask(()).bit_count() < _LEAST_STARTERS or any(
            isinstance(node, t.Const) for node in t.walk(rule.tree)
        ):
            continue  # `red and any` is harder to read than to find
        if not all(is_other(rule, other) for other in others):
            continue
        if not measure(rule).findings:
            return rule
    return None


def is_other(rule: Rule, other: Rule) -> bool:
    """Whether two rules surely differ: after some line of play that can be built from a starter of both."""
    starters = rule.starters() & other.starters()
    for card in PACK:
        if starters & card.bit and rule.mask((card,)) != other.mask((card,)):
            return True
    try:
        return compare(rule, other).same is False
    except RuleError as error:
        if error.code != "rule/no-starter":
            raise
        return True  # no starter suits both
