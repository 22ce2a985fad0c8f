"""The rules that dealers deal by: drawn from the library, or made up and looked at before they are accepted."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.chance import stream
from eleusis.secret.rule import Rule

TO_AVOID = ("too restrictive", "too permissive", "wild cards, to avoid")
"""What the sources call the rules that are there as a warning."""


def draw_rule(
    seed: int, number: int, rules: Mapping[str, Rule] | None = None, difficulty: int | None = None
) -> Rule:
    """The rule of the round `number`, drawn by the seed: one of `rules`, or of the library.

    No rule is drawn twice before all have been. With a `difficulty` (1 to 5) it is one of those that come
    nearest to it.
    """
    found = list((rules or _library()).values())
    if difficulty is not None:
        nearest = min(abs(rule.difficulty - difficulty) for rule in found)
        found = [rule for rule in found if abs(rule.difficulty - difficulty) == nearest]
    turn, place = divmod(number - 1, len(found))
    chance = stream(seed, "rules", turn)
    for i in range(place + 1):
        j = i + int(chance.random() * (len(found) - i))
        found[i], found[j] = found[j], found[i]
    return found[place]


def _library() -> dict[str, Rule]:
    """The library without what is there twice, or as a warning."""
    from eleusis.secret.library import library, same_as

    twice = same_as()
    rules = {name: rule for name, rule in library().items() if name not in twice}
    return {name: r for name, r in rules.items() if r.source is None or r.source.label not in TO_AVOID}


def about_rule(rule: Rule) -> tuple[list[str], bool]:
    """What a dealer should know of a rule before it is accepted (how it reads, how it plays); is it a fair one?"""
    from eleusis.secret.english import explain
    from eleusis.secret.measure import measure

    found = measure(rule)
    told = [explain(rule), found.verdict[0].upper() + found.verdict[1:]]
    if 0 < len(found.never) <= 8:
        told.append(f"Never right: {' '.join(card.pretty for card in found.never)}")
    return told, not found.findings
