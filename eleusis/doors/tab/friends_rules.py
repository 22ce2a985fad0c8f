"""A rule that somebody has sent: it is taken only where playing it keeps nobody waiting."""

from __future__ import annotations

from typing import Final

from eleusis.doors.tab.tab_messages import RuleRated
from eleusis.ground.errors import RuleError, SaidInEnglish
from eleusis.secret.automaton.analysis import analysis_of
from eleusis.secret.language.tree import size
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.daily_puzzle import EDITION, play_alone
from eleusis.variant import load_variant

MAX_PARTS: Final = 60
"""Twice as many parts as any rule of the library has."""
_MAX_WORK: Final = 2_000
"""Units of work for one card of a long line: twenty times that of any rule of the library."""
_LINE: Final = 20
_TRIALS: Final = 5
"""In how many games a bot tries a rule."""
_RATED_BY: Final = "good"


def read_friends_rule(text: str) -> Rule:
    """The rule of a text, or of an id of the library; an old link may say it in English.

    Raises RuleError for what is no rule, and (`rule/too-long`) for one that is too long, or too much work.
    """
    try:
        rule = find_rule(text)
    except SaidInEnglish as said:  # its maker has seen the reading, which its finder must not see
        rule = Rule(said.readings[0][0])
    if size(rule.tree) > MAX_PARTS:
        message = f"this rule has {size(rule.tree)} parts, and nobody would find it: a puzzle may have {MAX_PARTS}"
        raise RuleError("rule/too-long", message)
    if analysis_of(rule.meaning).work.at_most(_LINE) > _MAX_WORK:
        message = "this rule takes too long to reckon for each card: look at fewer cards, or nest less"
        raise RuleError("rule/too-long", message)
    return rule


def rate(text: str) -> RuleRated:
    """How a bot does at a rule, in some games with cards of their own. Raises RuleError."""
    rule, variant = read_friends_rule(text), load_variant(EDITION)
    turns = [play_alone(rule, seed, _RATED_BY) for seed in range(1, _TRIALS + 1)]
    return RuleRated(_RATED_BY, turns, variant.turn_limit.count_left(0) or 0)
