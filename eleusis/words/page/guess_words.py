"""A guess in words, for those who don't read the rule language."""

from __future__ import annotations

from functools import lru_cache

from eleusis.ground.errors import RuleError
from eleusis.secret.library import find_rule


@lru_cache(maxsize=512)
def explain_guess(guess: str) -> str | None:
    """A guess in plain English, without the stop of a single sentence; None for one that is no rule.

    An id is looked for in the library alone: what stands in a file of rules is the dealer's.
    """
    from eleusis.secret.english.explaining import explain  # few stories need it, and it takes a while to import

    try:
        words = explain(find_rule(guess))
    except RuleError:
        return None
    return words.removesuffix(".") if ". " not in words else words


def is_named(guess: str) -> bool:
    """Whether a guess is the name of a rule, as `last-sum-9-to-17`, and not its text."""
    try:
        return find_rule(guess).name is not None
    except RuleError:
        return False
