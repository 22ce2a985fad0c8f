"""The layout of the start page, as cards on a table: drawn from docs/pictures/odd-and-even.yaml."""

from __future__ import annotations

from pathlib import Path

from bench.svg import make_svg
from eleusis import Card, Layout, Suit, replay
from eleusis.words.page.notebook import name_card

_GAME = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "odd-and-even.yaml"

_WIDTH, _HEIGHT = 66, 92
"""A card."""
_ACROSS, _CLOSE, _DOWN = 92, 71, 38
"""From one card of the mainline to the next, on a phone too, and from one wrong card to the next below it."""
_LETTER, _LARGE = 15, 19
"""The letters beside the cards; on a phone, where the picture is made smaller, they are larger."""
_MARGIN, _TOP = 26, 52

_PIPS = {
    Suit.SPADE: "M0-10C5-4 10 0 10 5C10 9 4 10 1.5 6.5L3 11H-3L-1.5 6.5C-4 10-10 9-10 5C-10 0-5-4 0-10Z",
    Suit.HEART: "M0 10C-5 4-10 1-10-4C-10-9-3-11 0-5C3-11 10-9 10-4C10 1 5 4 0 10Z",
    Suit.DIAMOND: "M0-11C2-7 5-3 8 0C5 3 2 7 0 11C-2 7-5 3-8 0C-5-3-2-7 0-11Z",
    Suit.CLUB: "M0-10A4.6 4.6 0 0 1 4-3.2A4.7 4.7 0 1 1 1.5 4.6L3 11H-3L-1.5 4.6"
    "A4.7 4.7 0 1 1-4-3.2A4.6 4.6 0 0 1 0-10Z",
}
"""The signs of the suits, drawn: not every machine has them in its type."""

_STYLE = (
    ".felt{{fill:{felt}}}.line{{stroke:{line};stroke-width:3}}.said{{fill:{said};font:600 {letter}px sans-serif}}"
    ".card{{fill:{card};stroke:#7d8a83}}.wrong{{fill:{wrong}}}.r{{fill:#b3121d}}.b{{fill:#1b1f24}}"
    ".rank{{font:700 21px sans-serif}}"
)
_LIGHT = {"felt": "#e3efe7", "line": "#5b7767", "said": "#29493a", "card": "#fff", "wrong": "#f7f1ea"}
_DARK = {"felt": "#173226", "line": "#7fa08f", "said": "#cfe5d8", "card": "#f4f4f1", "wrong": "#dcd6cd"}


def draw_layout(layout: Layout, words: str, *, dark: bool = False, narrow: bool = False) -> str:
    """A layout as real cards: the mainline across, below each of its cards the wrong ones."""
    across, letter = (_CLOSE, _LARGE) if narrow else (_ACROSS, _LETTER)
    deepest = max(sum(map(len, plays)) for plays in layout.sidelines)
    width = 2 * _MARGIN + (len(layout.mainline) - 1) * across + _WIDTH
    height = _TOP + _HEIGHT + (12 + _HEIGHT + (deepest - 1) * _DOWN if deepest else 0) + _MARGIN
    middle = _TOP + _HEIGHT // 2
    parts = [
        f'<rect class="felt" width="{width}" height="{height}" rx="16"/>',
        f'<path class="line" d="M{_MARGIN + _WIDTH} {middle}H{width - _MARGIN - _WIDTH}"/>',
        f'<text class="said" x="{_MARGIN}" y="34">the mainline: right cards</text>',
    ]
    for number, (head, plays) in enumerate(zip(layout.mainline, layout.sidelines, strict=True)):
        left = _MARGIN + number * across
        parts.append(_draw_card(head, left, _TOP))
        wrong = [card for play in plays for card in play]
        tops = range(_TOP + _HEIGHT + 12, height, _DOWN)
        parts += [_draw_card(card, left, top, " wrong") for card, top in zip(wrong, tops, strict=False)]
    below = _TOP + _HEIGHT + 36
    first = next(number for number, plays in enumerate(layout.sidelines) if plays)
    said = ("below the card that", "they followed") if narrow else ("below the card that they followed",)
    parts += [
        f'<text class="said" x="{_MARGIN + (first + 1) * across}" y="{below + number * (letter + 6)}">{line}</text>'
        for number, line in enumerate(("a sideline: wrong cards,", *said))
    ]
    return make_svg(
        width, height, "The layout", words, _STYLE.format(**(_DARK if dark else _LIGHT), letter=letter), parts
    )


def _draw_card(card: Card, left: int, top: int, more: str = "") -> str:
    """A card: its rank and suit at the corner, where they are seen under another card too, and a large sign."""
    assert card.suit is not None
    ink = "r" if card.red else "b"
    pip = _PIPS[card.suit]
    return (
        f'<g transform="translate({left} {top})">'
        f'<rect class="card{more}" width="{_WIDTH}" height="{_HEIGHT}" rx="7"/>'
        f'<text class="rank {ink}" x="8" y="26">{card.text[:-1]}</text>'
        f'<path class="{ink}" transform="translate({_WIDTH - 16} 18) scale(.9)" d="{pip}"/>'
        f'<path class="{ink}" transform="translate({_WIDTH // 2} {_HEIGHT - 29}) scale(1.7)" d="{pip}"/></g>'
    )


def layout_picture(*, dark: bool = False, narrow: bool = False) -> str:
    """The layout of the start page."""
    (game,) = replay(_GAME)
    layout = game.rounds[0].round.state.layout
    sidelines = zip(layout.mainline, layout.sidelines, strict=True)
    wrong = [
        f"below the {name_card(head)} the {' and the '.join(name_card(card) for play in plays for card in play)}"
        for head, plays in sidelines
        if plays
    ]
    words = f"The mainline: {', '.join(map(name_card, layout.mainline))}. Wrong cards: {'; '.join(wrong)}."
    return draw_layout(layout, words, dark=dark, narrow=narrow)
