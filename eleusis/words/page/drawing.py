"""The layout drawn as it lies on the table: the mainline across, under each of its cards the wrong plays."""

from __future__ import annotations

from itertools import count

import attrs

from eleusis.game.layout import Layout, Plays
from eleusis.game.round import Round
from eleusis.ground.cards import Card
from eleusis.variant import Variant
from eleusis.words.page.ink import PLAIN, Ink

PROPHET, SINCE, TENS = "●", "○", "'"
"""The prophet's marker, those on every n-th card since, and those on every n-th card of the layout."""

_EMPTY = "──"
"""Stands at the head of the column of plays that were made on an empty mainline."""


@attrs.frozen
class Marks:
    """Which cards bear a marker, by their number in the order of play, from 1 (see `Layout.cards`)."""

    prophet: int | None = None
    since: frozenset[int] = frozenset()
    tens: frozenset[int] = frozenset()

    def on(self, number: int) -> str:
        """The marker on a card; where there are several, the one that tells most."""
        if number == self.prophet:
            return PROPHET
        if number in self.since:
            return SINCE
        return TENS if number in self.tens else ""

    def __bool__(self) -> bool:
        return self.prophet is not None or bool(self.since) or bool(self.tens)


NO_MARKS = Marks()


def marks_of(round_: Round) -> Marks:
    """The markers that lie on the layout of a round."""
    state = round_.state
    return marks(round_.variant, state.layout, state.declared_at if state.prophet else None)


def marks(variant: Variant, layout: Layout, declared_at: int | None) -> Marks:
    """The markers that lie on a layout (rules.md, rows "marker drawn on" and "every 10th card").

    `declared_at` is the number of cards that lay there when the present prophet declared; None without one.
    """
    tens = variant.layout.mark_every
    regular = frozenset(range(tens, layout.count + 1, tens)) if tens else frozenset[int]()
    if declared_at is None:
        return Marks(tens=regular)
    every = variant.prophet.marker_every
    since = range(declared_at + every, layout.count + 1, every) if every else ()
    marker: int | None = declared_at or None
    if variant.prophet.marks_mainline:
        marker = _last_mainline(layout, declared_at)
    return Marks(marker, frozenset(since), regular)


def _last_mainline(layout: Layout, at: int) -> int | None:
    """The number of the card that was the last on the mainline when `at` cards lay on the layout."""
    last, number = None, 1 + sum(map(len, layout.before))
    for plays in layout.sidelines:
        if number > at:
            break
        last = number
        number += 1 + sum(map(len, plays))
    return last


@attrs.frozen
class _Cell:
    """One card in its place: `lead` is what joins it to its string, or to the mainline."""

    lead: str
    card: Card | None
    mark: str = ""

    def draw(self, lead: str, size: int, filler: str, ink: Ink, bold: bool = False) -> str:
        """The card behind its lead and with its mark, filled up to the size of a column."""
        text = self.card.pretty if self.card else _EMPTY
        drawn = ink.card(self.card, bold) if self.card else _EMPTY
        mark = ink.bold(self.mark) if self.mark else ""
        return lead + drawn + mark + filler * (size - 1 - len(text) - len(self.mark))


def draw(layout: Layout, borne: Marks = NO_MARKS, *, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The layout, with the markers that it bears, as lines of at most `width` columns (12 at least).

    A string hangs in its sideline as one bracketed unit, its first card on top. A mainline that is longer
    than a line goes on, after an arrow, below the sidelines that hang there. Plays made on an empty mainline
    hang in a column before its first card.
    """
    bands, size = _bands(layout, borne, width)
    if not bands:
        return ["  (empty)"]
    lines: list[str] = []
    for number, band in enumerate(bands):
        if number:
            lines.append("")
        lines.append(_mainline(band, size, number > 0, number < len(bands) - 1, ink))
        lines += [_row(band, row, size, ink) for row in range(1, _depth(band))]
    return ink.plain(lines)


def find_rows(layout: Layout, borne: Marks = NO_MARKS, *, width: int = 80) -> list[int]:
    """For each card, in the order of play (see `Layout.cards`), which of the lines of `draw` it lies in, from 0."""
    rows: list[int] = []
    top = 0
    for band in _bands(layout, borne, width)[0]:
        rows += [top + row for column in band for row, cell in enumerate(column) if cell.card is not None]
        top += _depth(band) + 1
    return rows


def _bands(layout: Layout, borne: Marks, width: int) -> tuple[list[list[list[_Cell]]], int]:
    """The columns of each line of the mainline that has room in a width, and how wide a column is."""
    columns = _columns(layout, borne)
    size = 5 if borne else 4
    per_band = max(1, (width - 2) // size)
    return [columns[start : start + per_band] for start in range(0, len(columns), per_band)], size


def _depth(band: list[list[_Cell]]) -> int:
    return max(map(len, band))


def _columns(layout: Layout, borne: Marks) -> list[list[_Cell]]:
    """The columns from left to right, each from the top: a mainline card, then its sideline."""
    columns = []
    numbers = count(1)
    heads: list[tuple[Card | None, Plays]] = [(None, layout.before)] if layout.before else []
    heads += zip(layout.mainline, layout.sidelines, strict=True)
    for head, plays in heads:
        column = [_Cell("─", head, borne.on(next(numbers)) if head else "")]
        for play in plays:
            leads = [_bracket(place, len(play)) for place in range(len(play))]
            column += [_Cell(lead, card, borne.on(next(numbers))) for lead, card in zip(leads, play, strict=True)]
        columns.append(column)
    return columns


def _bracket(place: int, of: int) -> str:
    if of == 1:
        return " "
    return "┌" if place == 0 else "└" if place == of - 1 else "│"


def _mainline(band: list[list[_Cell]], size: int, continued: bool, more: bool, ink: Ink) -> str:
    line = "→" if continued else " "
    for place, (cell, *_) in enumerate(band):
        last = place == len(band) - 1 and not more
        lead = cell.lead if place or continued else " "
        line += cell.draw(lead, 0 if last else size, "─", ink, bold=True)
    return line + ("→" if more else "")


def _row(band: list[list[_Cell]], row: int, size: int, ink: Ink) -> str:
    cells = [column[row] if row < len(column) else None for column in band]
    return " " + "".join(cell.draw(cell.lead, size, " ", ink) if cell else " " * size for cell in cells)
