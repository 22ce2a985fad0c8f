"""The rules of the daily puzzle: a list of their own, in seven levels, that no later version changes.

Which rule a day has is promised: it depends on this list and its order, on the streams of chance.py, and on nothing
else. So a rule of the list is never corrected, moved or taken away; what is wrong with one stays wrong. Each level
has as many, and every week takes one of each: the rules of a level come in an order that chance draws anew when all
of them have been.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from eleusis.ground.chance import shuffle, stream
from eleusis.secret.library import rule_from_node, rule_nodes
from eleusis.secret.rule import Rule

FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle."""
LEVELS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""What the ids of the list begin with, from the easiest level to the hardest: one for each day of the week."""
_FIRST_MONDAY = date(2025, 12, 29)
_SEED = 1977
_LIST = Path(__file__).with_name("daily_rules.yaml")


def rule_of_day(day: date) -> Rule:
    """The rule of a day's puzzle, by its id in the list. Raises ValueError for a day before the first."""
    if day < FIRST_DAY:
        raise ValueError(f"the first day is {FIRST_DAY}, not {day}")
    week, weekday = divmod((day - _FIRST_MONDAY).days, 7)
    level = LEVELS[weekday]
    nodes = rule_nodes(_LIST)
    ids = [name for name in nodes if name.startswith(f"{level}-")]
    cycle, place = divmod(week, len(ids))
    name = shuffle(ids, stream(_SEED, "daily", level, cycle))[place]
    return rule_from_node(nodes[name])
