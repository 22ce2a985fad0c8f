"""What is answered about the text of a rule that somebody sends: in words, on the present line, against the table.

Only the text and what everyone at the table has seen is looked at: nothing here is ever handed the secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from eleusis.doors.web.web_messages import Contradiction, LineShown, LookedAt
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card, cards_in
from eleusis.minds.induction.clues import Clue, ClueReader, NoneRight, Right, SomeRight, Starter, Wrong
from eleusis.reviewing.reviewed import Verdict
from eleusis.secret.english.typical_lines import typical_lines
from eleusis.secret.language.tree import size
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule

_STATES = 2_500
"""The most states on which a rule is measured: as many as the library's rules have, done in a blink."""
_NODES = 60_000
"""The most nodes that are worked out for that in all: a rule of 500 nodes is measured on 120 states."""
_JUDGED = 8_000
"""Likewise for the plays that a rule is held against: of a rule of 40 nodes the last 200, more than rounds have."""
_ROWS = 4
"""After how many lines the right cards are shown, if no card has been played yet."""
_NAMED = 8
"""The most cards of a hand that are named in a sentence."""


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
    about, fair = _measure(rule)
    contradicts, judged, unchecked = _hold_against(rule, events)
    return {
        "rule": rule.text,
        "english": about[0],
        "line": [card.text for card in line],
        "right": [card.text for card in rule.right(line)],
        "fair": fair,
        "about": list(about[1:]),
        "after": [] if line else _tell_typical(rule),
        "contradicts": contradicts,
        "judged": judged,
        "unchecked": unchecked,
    }


@lru_cache(maxsize=256)
def _measure(rule: Rule) -> tuple[tuple[str, ...], bool]:
    """The rule in words, and how it plays; whether it is fair. The same text is often asked about again."""
    about, fair = about_rule(rule, max(1, min(_STATES, _NODES // size(rule.tree))))
    return tuple(about), fair


def _tell_typical(rule: Rule) -> list[LineShown]:
    """What the rule makes a difference of: the right cards after a few lines."""
    rows = typical_lines(rule)[:_ROWS]
    return [
        {"line": [card.text for card in row.line], "right": [card.text for card in cards_in(row.mask)]}
        for row in rows
    ]


def _hold_against(rule: Rule, events: Iterable[AnyEvent]) -> tuple[list[Contradiction], int, int]:
    """The plays that the rule judges otherwise than the dealer did; how many were looked at, and how many not."""
    clues = [
        (turn, clue) for turn, clue in _read(events) if isinstance(clue, Right | Wrong | NoneRight | SomeRight)
    ]
    most = max(1, _JUDGED // size(rule.tree))
    unchecked = max(0, len(clues) - most)
    differing: list[Contradiction] = []
    for turn, clue in clues[unchecked:]:
        objection = _object(rule, clue)
        if objection is not None:
            said, words = objection
            differing.append({
                "turn": turn,
                "cards": [card.text for card in clue.cards],
                "after": [card.text for card in clue.line],
                "said": said,
                "text": words,
            })  # fmt: skip
    return differing, len(clues) - unchecked, unchecked


def _read(events: Iterable[AnyEvent]) -> Iterator[tuple[int, Clue]]:
    """The clues of a round, each with its turn."""
    reader = ClueReader()
    for event in events:
        for clue in reader.read(event):
            if not isinstance(clue, Starter):
                yield reader.turns, clue


def _object(rule: Rule, clue: Right | Wrong | NoneRight | SomeRight) -> tuple[Verdict, str] | None:
    """What the dealer said and, in a sentence, that this rule says otherwise; None where it doesn't."""
    line, played = clue.line, clue.cards
    if isinstance(clue, Right | Wrong):
        right = isinstance(clue, Right)
        if rule.accepts(line, played) == right:
            return None
        other = "wrong" if right else "right"
        said: Verdict = "right" if right else "wrong"
        return said, f"{_after(line)} {_cards(played)} was {said}; by this rule it is {other}"
    fitting = [card for card in played if card.bit & rule.mask(line)]
    if isinstance(clue, NoneRight):
        if not fitting:
            return None
        return "wrong", f"{_after(line)} no card of the hand was right; by this rule {_cards(fitting)} would be"
    if fitting or not played:
        return None
    return "right", f"{_after(line)} a card of {_cards(played)} was right; by this rule none is"


def _after(line: Sequence[Card]) -> str:
    return f"After {line[-1].pretty}," if line else "At the start"


def _cards(cards: Sequence[Card]) -> str:
    named = " ".join(card.pretty for card in cards[:_NAMED])
    return f"{named} …" if len(cards) > _NAMED else named
