"""Layouts, rounds, views and rules as a notebook shows them: pictures in SVG, tables in HTML.

A round shows what all at the table know, and no more: it is drawn from the dealer's view, who holds no hand. A view
adds its seat's own hand. Whatever people wrote (names, rules) is escaped. The pictures bear their own colours and
read well on a light and on a dark page; each says in words what it shows, for those who listen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from eleusis.game.layout import Layout
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import RANK_NAMES, Card
from eleusis.ground.errors import visible
from eleusis.secret.english.explaining import explain
from eleusis.secret.english.typical_lines import typical_lines
from eleusis.secret.rule import Rule

_WIDTH, _HEIGHT = 44, 30
"""A card, in pixels."""
_ACROSS, _DOWN = 14, 8
"""From one card of the mainline to the next, and from a play to what hangs below it."""
_EDGE = 4
_PER_BAND = 12
"""Cards of the mainline that stand side by side; a longer one goes on below."""
_RED, _BLACK, _LINE = "#c1121f", "#1b1f24", "#8a8f98"
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

_Column = tuple[Card | None, Sequence[tuple[Card, ...]]]
"""A card of the mainline, None for the empty one, and the plays that hang below it."""


def layout_svg(layout: Layout) -> str:
    """A layout as it lies on the table: the mainline across, below each of its cards the wrong plays made after it.

    The cards of one play touch each other, and a bar at their left holds them together.
    """
    columns: list[_Column] = [(None, layout.before)] if layout.before else []
    columns += zip(layout.mainline, layout.sidelines, strict=True)
    bands = [columns[start : start + _PER_BAND] for start in range(0, len(columns), _PER_BAND)]
    parts: list[str] = []
    top = _EDGE
    for number, band in enumerate(bands):
        goes_on = number + 1 < len(bands)
        parts += _band(band, top, goes_on)
        depth = max(sum(_DOWN + len(play) * _HEIGHT for play in plays) for _, plays in band)
        top += _HEIGHT + depth + (2 * _DOWN if goes_on else 0)
    width = 2 * _EDGE + max(1, *map(len, bands or [[]]), 1) * (_WIDTH + _ACROSS)
    return _svg(width, max(top, _HEIGHT) + _EDGE, "Layout", _layout_in_words(layout), parts)


def _band(band: Sequence[_Column], top: int, goes_on: bool) -> Iterator[str]:
    """The pieces of one stretch of the mainline; where it goes on, a line leads out of it."""
    middle = top + _HEIGHT // 2
    reach = _WIDTH + _ACROSS if goes_on else 0
    end = _EDGE + (len(band) - 1) * (_WIDTH + _ACROSS) + reach
    yield f'<path d="M{_EDGE} {middle}H{max(end, _EDGE)}" stroke="{_LINE}" stroke-width="2"/>'
    for number, (head, plays) in enumerate(band):
        left = _EDGE + number * (_WIDTH + _ACROSS)
        if head is None:
            yield (
                f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="none"'
                f' stroke="{_LINE}" stroke-dasharray="4 3"/>'
            )
        else:
            yield _card(head, left, top)
        below = top + _HEIGHT
        for play in plays:
            below += _DOWN
            if len(play) > 1:
                bar = f"M{left + 2} {below}V{below + len(play) * _HEIGHT}"
                yield f'<path d="{bar}" stroke="{_LINE}" stroke-width="4"/>'
            for card in play:
                yield _card(card, left + 6, below)
                below += _HEIGHT


def _card(card: Card, left: int, top: int) -> str:
    """A card: white with a border, whatever is behind it."""
    colour = _RED if card.red else _BLACK
    return (
        f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="#fff" stroke="{_LINE}"/>'
        f'<text x="{left + _WIDTH // 2}" y="{top + _HEIGHT // 2 + 6}" text-anchor="middle" font-size="16"'
        f' font-family="sans-serif" fill="{colour}">{escape(card.pretty)}</text>'
    )


def _svg(width: int, height: int, title: str, words: str, parts: Sequence[str]) -> str:
    """A picture with its name, and what it shows in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" style="max-width:100%;height:auto">'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg>"
    )


def _layout_in_words(layout: Layout) -> str:
    """What is on the table, for somebody who listens."""
    if not layout.count:
        return "No card is on the table."
    sentences = [f"Mainline: {_in_words(layout.mainline)}."] if layout.mainline else ["The mainline is empty."]
    if layout.before:
        sentences.append(f"Wrong on the empty mainline: {_plays_in_words(layout.before)}.")
    for number, (head, plays) in enumerate(zip(layout.mainline, layout.sidelines, strict=True), start=1):
        if plays:
            sentences.append(f"Wrong after card {number}, the {name_card(head)}: {_plays_in_words(plays)}.")
    return " ".join(sentences)


def _plays_in_words(plays: Sequence[tuple[Card, ...]]) -> str:
    return "; ".join(_in_words(play) for play in plays)


def _in_words(cards: Sequence[Card]) -> str:
    return ", ".join(map(name_card, cards))


def name_card(card: Card) -> str:
    """A card as one says it: `10 of diamonds`."""
    if card.suit is None:
        return "unknown card"
    rank = RANK_NAMES[card.rank - 1]
    return f"{_RANKS.get(rank, rank)} of {card.suit.value}s"


def _cards_svg(cards: Sequence[Card], title: str) -> str:
    """Cards side by side, in rows."""
    across, down = _WIDTH + 2, _HEIGHT + 2
    places = [divmod(number, _PER_BAND) for number in range(len(cards))]
    parts = [
        _card(card, _EDGE + column * across, _EDGE + row * down)
        for card, (row, column) in zip(cards, places, strict=True)
    ]
    width = 2 * _EDGE + min(len(cards), _PER_BAND) * across
    return _svg(width, 2 * _EDGE + (places[-1][0] + 1) * down, title, _in_words(cards), parts)


def round_html(round_: Round) -> str:
    """A round: the layout, who holds how many cards, what is due. No hand, no stock and no secret is in it."""
    return _table_html(round_.view(round_.dealer), round_.variant.title, round_.scores)


def view_html(view: View) -> str:
    """A round as one seat may see it: as `round_html`, and its own hand."""
    hand = _cards_svg(view.hand, f"The hand of {visible(view.seat)}") if view.hand else ""
    return _table_html(view, f"{view.seat}'s view", None, hand)


def _table_html(view: View, title: str, scores: dict[str, int] | None, more: str = "") -> str:
    """What lies open, as a seat sees it."""
    head = ("seat", "cards", "role", "score") if scores else ("seat", "cards", "role")
    rows = []
    for seat in view.players:
        size = "–" if seat == view.dealer else str(len(view.hands[seat]))
        row = [_safe(seat), size, ", ".join(_roles(view, seat))]
        rows.append([*row, str(scores[seat])] if scores else row)
    state = f"over: {view.ended}" if view.ended else f"{view.to_act} is to act"
    facts = [state, f"cards on the layout: {view.layout.count}", f"in the stock: {view.stock}"]
    if view.set_aside:
        facts.append(f"set aside: {' '.join(card.pretty for card in view.set_aside)}")
    if view.turns_left is not None:
        facts.append(f"turns played: {view.turn} of {view.turn + view.turns_left}")
    pending = _cards_svg(view.pending, "Played, not judged yet") if view.pending else ""
    return (
        f"<div><p><strong>{_safe(title)}</strong><br/>{_safe(' · '.join(facts))}</p>{layout_svg(view.layout)}"
        f"{_beside('Played:', pending)}{_beside('Hand:', more)}"
        f"{_table(head, rows)}</div>"
    )


def _beside(words: str, cards: str) -> str:
    """Words at the left of the first row of cards; nothing where there are none."""
    return f'<p style="display:flex;align-items:flex-start;gap:6px">{words} {cards}</p>' if cards else ""


def _roles(view: View, seat: str) -> Iterator[str]:
    """What a seat is at the moment, besides a player."""
    if seat == view.dealer:
        yield "deals"
    if seat == view.prophet:
        yield "is the prophet"
    if seat in view.expelled:
        yield "is expelled"
    if seat == view.to_act:
        yield "is to act"


def rule_html(rule: Rule) -> str:
    """A rule: its text, what it says in English, and the right cards after a few typical mainlines."""
    rows = [(_safe(row.line_text) or "an empty mainline", _safe(row.right_text)) for row in typical_lines(rule)]
    return (
        f"<div><p><code>{_safe(rule.text)}</code></p><p>{_safe(explain(rule))}</p>"
        f"{_table(('after', 'right are'), rows)}</div>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    heads = "".join(f'<th scope="col" style="text-align:left">{cell}</th>' for cell in head)
    lines = ["".join(f'<td style="text-align:left">{cell}</td>' for cell in row) for row in rows]
    return f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{'</tr><tr>'.join(lines)}</tr></tbody></table>"


def _safe(text: str) -> str:
    """A text that people wrote, as HTML: nothing in it is markup, and nothing unseen."""
    return escape(visible(text))
