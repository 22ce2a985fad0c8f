"""Draws the pictures of the docs again: `python -m bench pictures`; --check says which are stale.

They are SVG, with no font, script or picture from elsewhere, and each says in words what it shows. The layout is
drawn from docs/pictures/odd-and-even.yaml.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from eleusis import Card, Layout, Suit, replay
from eleusis.page.notebook import name_card

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"

# The layout, as cards on a table

_WIDTH, _HEIGHT = 66, 92
"""A card."""
_ACROSS, _DOWN = 92, 38
"""From one card of the mainline to the next, and from one wrong card to the next below it."""
_MARGIN, _TOP = 26, 52

_PIPS = {
    Suit.SPADE: "M0-10C5-4 10 0 10 5C10 9 4 10 1.5 6.5L3 11H-3L-1.5 6.5C-4 10-10 9-10 5C-10 0-5-4 0-10Z",
    Suit.HEART: "M0 10C-5 4-10 1-10-4C-10-9-3-11 0-5C3-11 10-9 10-4C10 1 5 4 0 10Z",
    Suit.DIAMOND: "M0-11C2-7 5-3 8 0C5 3 2 7 0 11C-2 7-5 3-8 0C-5-3-2-7 0-11Z",
    Suit.CLUB: "M0-10A4.6 4.6 0 0 1 4-3.2A4.7 4.7 0 1 1 1.5 4.6L3 11H-3L-1.5 4.6"
    "A4.7 4.7 0 1 1-4-3.2A4.6 4.6 0 0 1 0-10Z",
}
"""The signs of the suits, drawn: not every machine has them in its type."""

_LAYOUT_STYLE = (
    ".felt{fill:#e3efe7}.line{stroke:#5b7767;stroke-width:3}.said{fill:#29493a;font:600 15px sans-serif}"
    ".card{fill:#fff;stroke:#7d8a83}.wrong{fill:#f7f1ea}.r{fill:#b3121d}.b{fill:#1b1f24}"
    ".rank{font:700 21px sans-serif}"
    "@media(prefers-color-scheme:dark){.felt{fill:#173226}.line{stroke:#7fa08f}.said{fill:#cfe5d8}"
    ".card{fill:#f4f4f1}.wrong{fill:#dcd6cd}}"
)


def draw_layout(layout: Layout, words: str) -> str:
    """A layout as real cards: the mainline across, below each of its cards the wrong ones."""
    deepest = max(sum(map(len, plays)) for plays in layout.sidelines)
    width = 2 * _MARGIN + (len(layout.mainline) - 1) * _ACROSS + _WIDTH
    height = _TOP + _HEIGHT + (12 + _HEIGHT + (deepest - 1) * _DOWN if deepest else 0) + _MARGIN
    middle = _TOP + _HEIGHT // 2
    parts = [
        f'<rect class="felt" width="{width}" height="{height}" rx="16"/>',
        f'<path class="line" d="M{_MARGIN + _WIDTH} {middle}H{width - _MARGIN - _WIDTH}"/>',
        f'<text class="said" x="{_MARGIN}" y="34">the mainline: right cards</text>',
    ]
    for number, (head, plays) in enumerate(zip(layout.mainline, layout.sidelines, strict=True)):
        left = _MARGIN + number * _ACROSS
        parts.append(_draw_card(head, left, _TOP))
        wrong = [card for play in plays for card in play]
        tops = range(_TOP + _HEIGHT + 12, height, _DOWN)
        parts += [_draw_card(card, left, top, " wrong") for card, top in zip(wrong, tops, strict=False)]
    below = _TOP + _HEIGHT + 36
    first = next(number for number, plays in enumerate(layout.sidelines) if plays)
    parts.append(
        f'<text class="said" x="{_MARGIN + (first + 1) * _ACROSS}" y="{below}">a sideline: wrong cards,</text>'
        f'<text class="said" x="{_MARGIN + (first + 1) * _ACROSS}" y="{below + 21}">'
        "below the card that they followed</text>"
    )
    return make_svg(width, height, "The layout", words, _LAYOUT_STYLE, parts)


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


def layout_picture() -> str:
    """The layout of the start page."""
    (game,) = replay(PICTURES / "odd-and-even.yaml")
    layout = game.rounds[0].round.state.layout
    sidelines = zip(layout.mainline, layout.sidelines, strict=True)
    wrong = [
        f"below the {name_card(head)} the {' and the '.join(name_card(card) for play in plays for card in play)}"
        for head, plays in sidelines
        if plays
    ]
    words = f"The mainline: {', '.join(map(name_card, layout.mainline))}. Wrong cards: {'; '.join(wrong)}."
    return draw_layout(layout, words)


# All of them


def make_svg(width: int, height: int, title: str, words: str, style: str, parts: Sequence[str]) -> str:
    """A picture with its name, and what it shows in words."""
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}">\n<title>{escape(title)}</title>\n<desc>{escape(words)}</desc>\n'
        f"<style>{style}</style>\n{lines}\n</svg>\n"
    )


DRAWN: dict[str, Callable[[], str]] = {"layout.svg": layout_picture}
"""Each picture of docs/pictures that is drawn, and what draws it."""


def stale() -> Iterator[str]:
    """The pictures that are not as they would be drawn."""
    for name, draw in DRAWN.items():
        path = PICTURES / name
        if not path.is_file() or path.read_text(encoding="utf-8") != draw():
            yield name


def main(argv: Sequence[str]) -> None:
    """Draw all pictures again, or say which are stale."""
    parser = argparse.ArgumentParser(prog="python -m bench pictures", description=__doc__)
    parser.add_argument("--check", action="store_true", help="say which are not as they would be drawn; draw none")
    if parser.parse_args(argv).check:
        if names := list(stale()):
            sys.exit(f"not as they would be drawn: {', '.join(names)}; run make pictures")
        return
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
