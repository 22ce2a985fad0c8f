"""What is answered about the text of a rule that somebody sends: in words, on the present line, against the table.

Only the text and what everyone at the table has seen is looked at: nothing here is ever handed the secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from eleusis.doors.web.web_messages import Contradiction, LineShown, LookedAt
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card, cards_in
from eleusis.secret.english.typical_lines import typical_lines
from eleusis.secret.language.tree import size
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.contradicting import contradict, read_clues
from eleusis.table.dealers_rules import about_rule
from eleusis.variant.saying import capital

_STATES = 2_500
"""The most states on which a rule is measured: as many as the library's rules have, done in a blink."""
_NODES = 60_000
"""The most nodes that are worked out for that in all: a rule of 500 nodes is measured on 120 states."""
_JUDGED = 8_000
"""Likewise for the plays that a rule is held against: of a rule of 40 nodes the last 200, more than rounds have."""
_ROWS = 4
"""After how many lines the right cards are shown, if no card has been played yet."""


def look(
    text: str, line: Sequence[Card], events: Iterable[AnyEvent] = (), rules: Mapping[str, Rule] | None = None
) -> LookedAt:
    """What can be said about a rule's text, or of an id of the library or of `rules`, as /api/rules/look answers.

    `line` is the mainline as it lies; where no card does yet, `after` has the right cards after a few lines that
    show what the rule does. With `events`, those of the round as a spectator knows them, it is told which plays on
    the table the rule contradicts: `judged` plays were looked at, `unchecked` were too many for that. However long
    text and round are, it takes a second or so at most.

    Raises RuleError for what is no rule, with its place in the text.
    """
    rule = find_rule(text, rules)
    about, fair = about_rule(rule, max(1, min(_STATES, _NODES // size(rule.tree))))
    contradicts, judged, unchecked = _hold_against(rule, events)
    return {
        "rule": rule.text,
        "english": about[0],
        "line": [card.text for card in line],
        "right": [card.text for card in rule.right(line)],
        "fair": fair,
        "about": about[1:],
        "after": [] if line else _tell_typical(rule),
        "contradicts": contradicts,
        "judged": judged,
        "unchecked": unchecked,
    }


def _tell_typical(rule: Rule) -> list[LineShown]:
    """What the rule makes a difference of: the right cards after a few lines."""
    rows = typical_lines(rule)[:_ROWS]
    return [
        {"line": [card.text for card in row.line], "right": [card.text for card in cards_in(row.mask)]}
        for row in rows
    ]


def _hold_against(rule: Rule, events: Iterable[AnyEvent]) -> tuple[list[Contradiction], int, int]:
    """The plays that the rule judges otherwise than the dealer did; how many were looked at, and how many not."""
    clues = [*read_clues(events)]
    unchecked = max(0, len(clues) - max(1, _JUDGED // size(rule.tree)))
    differing: list[Contradiction] = [
        {
            "turn": turn,
            "cards": [card.text for card in clue.cards],
            "after": [card.text for card in clue.line],
            "said": said[0],
            "text": capital(said[1]),
        }
        for turn, clue in clues[unchecked:]
        if (said := contradict(rule, clue)) is not None
    ]
    return differing, len(clues) - unchecked, unchecked
