"""What a rule means on a few typical mainlines: a small table of the cards that are right."""

from __future__ import annotations

from eleusis.chance import stream
from eleusis.pack import ALL, Card, card, cards_in
from eleusis.secret.english.card_sets import cards_text
from eleusis.secret.rule import Rule
from eleusis.values import Value

_FIRST = ("4H", "9D", "3S", "10C", "QH", "KS", "7C", "2D", "AS", "JD", "8H", "6S", "5C", "7D", "8C", "AH")
"""Last cards to show, those first that differ most: red low, red high, black low, black high, face cards, …"""
_ROWS = 8
_LENGTH = 6


class After(Value):
    """One row: a mainline and the cards that are right after it."""

    line: tuple[Card, ...]
    mask: int

    @property
    def told(self) -> str:
        """The line as people read it."""
        return " ".join([one.pretty for one in self.line])

    @property
    def right(self) -> str:
        """The right cards in few words."""
        return cards_text(self.mask)


def typical(rule: Rule) -> tuple[After, ...]:
    """Up to eight mainlines that show what the rule makes a difference of, and the right cards after each.

    The lines can be built under the rule. For a rule on the last card they are single cards; else they also grow.
    """
    firsts = [card(text) for text in _FIRST]
    firsts = [one for one in firsts if rule.fits_starter(one)] or list(cards_in(rule.starters()))[:4]
    rows: list[After] = []
    seen: set[int] = set()
    for one in firsts:
        mask = rule.mask((one,))
        if mask not in seen and len(rows) < (_ROWS if rule.meaning.table is not None else 3):
            seen.add(mask)
            rows.append(After((one,), mask))
    if rule.meaning.table is None:
        rows += _grown(rule, firsts, seen)
    return tuple(rows)


def _grown(rule: Rule, firsts: list[Card], seen: set[int]) -> list[After]:
    """Longer lines, each card right after the ones before: those after which other cards are right than so far."""
    rows: list[After] = []
    lines: list[tuple[Card, ...]] = [(one,) for one in firsts]
    for length in range(2, _LENGTH + 1):
        longer = []
        for n, line in enumerate(lines):
            chance = stream(0, "typical", length, n)
            right = cards_in(rule.mask(line) & ALL)
            some = [one for one in right if one not in line] or list(right)
            if some:
                longer.append((*line, some[int(chance.random() * len(some))]))
        for line in longer:
            mask = rule.mask(line)
            if len(rows) < _ROWS - 3 and (mask not in seen or (length == 3 and not rows)):
                seen.add(mask)
                rows.append(After(line, mask))
        lines = longer
    return rows
