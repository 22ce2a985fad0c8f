"""What a rule means on a few typical mainlines: a small table of the cards that are right."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eleusis.ground.cards import Card, card, cards_in
from eleusis.ground.chance import stream
from eleusis.secret.english.card_sets import cards_text
from eleusis.secret.rule import Rule

_FIRST = ("4H", "9D", "3S", "10C", "QH", "KS", "7C", "2D", "AS", "JD", "8H", "6S", "5C", "7D", "8C", "AH")
"""Last cards to show, those first that differ most: red low, red high, black low, black high, face cards, …"""
_ROWS = 8
_SINGLES = 3
"""How many of the rows are single cards, where longer lines are told too."""
_LENGTH = 6


@attrs.frozen
class TypicalLine:
    """One row: a mainline and the cards that are right after it."""

    line: tuple[Card, ...]
    mask: int

    @property
    def line_text(self) -> str:
        """The line as people read it."""
        return " ".join([card.pretty for card in self.line])

    @property
    def right_text(self) -> str:
        """The right cards in few words."""
        return cards_text(self.mask)


def typical_lines(rule: Rule) -> tuple[TypicalLine, ...]:
    """Up to eight mainlines that show what the rule makes a difference of, and the right cards after each.

    The lines can be built under the rule. For a rule on the last card they are single cards; else they also grow.
    """
    firsts = [card(text) for text in _FIRST if rule.fits_starter(card(text))] or list(cards_in(rule.starters()))[:4]
    last_only = rule.meaning.table is not None
    rows: dict[int, TypicalLine] = {}
    for first in firsts:
        mask = rule.mask((first,))
        if len(rows) < (_ROWS if last_only else _SINGLES):
            rows.setdefault(mask, TypicalLine((first,), mask))
    longer = [] if last_only else _longer_lines(rule, firsts, set(rows))
    return (*rows.values(), *longer)


def _longer_lines(rule: Rule, firsts: list[Card], seen: set[int]) -> list[TypicalLine]:
    """Longer lines, each card right after the ones before: those after which other cards are right than so far."""
    rows: list[TypicalLine] = []
    lines: list[tuple[Card, ...]] = [(first,) for first in firsts]
    for length in range(2, _LENGTH + 1):
        lines = list(_grow(rule, lines, length))
        for line in lines:
            mask = rule.mask(line)
            if len(rows) < _ROWS - _SINGLES and (mask not in seen or (length == 3 and not rows)):
                seen.add(mask)
                rows.append(TypicalLine(line, mask))
    return rows


def _grow(rule: Rule, lines: list[tuple[Card, ...]], length: int) -> Iterator[tuple[Card, ...]]:
    """Each line with one more right card, one that does not lie there yet if there is one."""
    for n, line in enumerate(lines):
        chance = stream(0, "typical", length, n)
        right = rule.right(line)
        fresh = [card for card in right if card not in line] or right
        if fresh:
            yield (*line, fresh[int(chance.random() * len(fresh))])
