"""The rules that dealers deal by: drawn from the library, or made up and looked at before they are accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eleusis.ground.chance import stream
from eleusis.ground.errors import NotationError, RuleError
from eleusis.secret.language.tree import Mod, walk
from eleusis.secret.library import find_rule, playable
from eleusis.secret.rule import Rule
from eleusis.variant.saying import capital
from eleusis.words.page.ink import show_cards

USUAL_DIFFICULTY = 1
"""How hard the rules are that bots draw where people play, and nobody has said how hard or given a seed."""
_SELDOM_FOUND = 4
"""From which difficulty on a rule may ask for remainders: they are no help to who looks for a pattern."""
_SAID_OTHERWISE = (2, 13)
"""Remainders that aren't heard as such: odd and even; a king and an ace side by side."""


def draw_rule(
    seed: int, number: int, rules: Mapping[str, Rule] | None = None, difficulty: int | None = None
) -> Rule:
    """The rule of the round `number`, drawn by the seed: one of `rules`, or of the library.

    No rule is drawn twice before all have been; none of the library's easier ones that asks for remainders. Raises
    RuleError as `to_draw` does.
    """
    pool = [rule for rule in to_draw(rules, difficulty) if rules or not _is_arithmetic(rule)]
    turn, place = divmod(number - 1, len(pool))
    chance = stream(seed, "rules", turn)
    for i in range(place + 1):  # a shuffle, up to the rule that is wanted
        j = i + int(chance.random() * (len(pool) - i))
        pool[i], pool[j] = pool[j], pool[i]
    return pool[place]


def _is_arithmetic(rule: Rule) -> bool:
    """Whether a rule that should be easy asks for a remainder."""
    remainders = [node.by for node in walk(rule.tree) if isinstance(node, Mod) and node.by not in _SAID_OTHERWISE]
    return rule.difficulty < _SELDOM_FOUND and bool(remainders)


def to_draw(rules: Mapping[str, Rule] | None = None, difficulty: int | None = None) -> list[Rule]:
    """The rules that may be drawn: `rules` or the library's, all of them or those of a difficulty (1 to 5).

    Raises RuleError (`rule/choice`) where none has that difficulty.
    """
    every = list((rules or playable()).values())
    pool = [rule for rule in every if difficulty in (None, rule.difficulty)]
    if not pool:
        which = " or ".join(map(str, sorted({rule.difficulty for rule in every})))
        whose = "these rules" if rules else "the library's rules"
        raise RuleError("rule/choice", f"none of {whose} has the difficulty {difficulty}: choose {which}")
    return pool


def given_rules(
    texts: Sequence[str], rules: Mapping[str, Rule] | None = None, difficulty: int | None = None
) -> list[Rule]:
    """The rules of `--rule`, by their ids or texts; none where they are to be drawn by `--difficulty`.

    Raises NotationError (`notation/option`) for both at once, and RuleError for a rule that can't be read or a
    difficulty that no rule has.
    """
    if difficulty is not None:
        if texts:
            message = "--rule names rules and --difficulty picks them: use one or the other"
            raise NotationError("notation/option", message)
        to_draw(rules, difficulty)
    return [find_rule(text, rules) for text in texts]


def about_rule(rule: Rule, max_states: int | None = None) -> tuple[list[str], bool]:
    """What a dealer should know of a rule before it is accepted (how it reads, how it plays); is it a fair one?

    With `max_states` it is measured on so many states at most: for one who can't wait.
    """
    from eleusis.secret.english.explaining import explain
    from eleusis.secret.measuring.measure import MAX_STATES, measure

    measures = measure(rule, max_states or MAX_STATES)
    lines = [explain(rule), capital(show_cards(measures.verdict))]
    if 0 < len(measures.never) <= 8:
        lines.append(f"Never right: {' '.join(card.pretty for card in measures.never)}")
    return lines, not measures.findings
