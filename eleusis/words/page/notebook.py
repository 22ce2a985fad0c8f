"""Layouts, rounds, views and rules as a notebook shows them: sentences and tables in HTML.

A round shows what all at the table know, and no more: it is told from the dealer's view, who holds no hand. A view
adds its seat's own hand. Whatever people wrote (names, rules) is escaped.
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

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def layout_html(layout: Layout) -> str:
    """A layout in words: the mainline, and after each of its cards the wrong plays."""
    return f"<p>{_layout_in_words(layout)}</p>"


def _layout_in_words(layout: Layout) -> str:
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


def round_html(round_: Round) -> str:
    """A round: the layout, who holds how many cards, what is due. No hand, no stock and no secret is in it."""
    return _table_html(round_.view(round_.dealer), round_.variant.title, round_.scores)


def view_html(view: View) -> str:
    """A round as one seat may see it: as `round_html`, and its own hand."""
    return _table_html(view, f"{view.seat}'s view", None)


def _table_html(view: View, title: str, scores: dict[str, int] | None) -> str:
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
    cards = {"Played, not judged yet": view.pending, f"The hand of {view.seat}": view.hand}
    paragraphs = [f"<p>{_safe(what)}: {_in_words(held)}</p>" for what, held in cards.items() if held]
    return (
        f"<div><p><strong>{_safe(title)}</strong><br/>{_safe(' · '.join(facts))}</p>{layout_html(view.layout)}"
        f"{''.join(paragraphs)}{_table(head, rows)}</div>"
    )


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
