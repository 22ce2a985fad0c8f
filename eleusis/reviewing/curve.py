"""The curve of what was left to know, drawn once: for the page of a review, for a notebook and for the browser.

It reads well on a light page and on a dark one, and is as wide as there is room, with letters of one size.
"""

from __future__ import annotations

import math
from functools import partial

import attrs

from eleusis.ground.agreement import say
from eleusis.reviewing.reviewed import RoundReview
from eleusis.reviewing.sayings import name_move, say_bits
from eleusis.words.page.templating import render

_OUTLINES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
    "M-4.5 -4.5H4.5V4.5H-4.5Z",
    "M0 -6.5L5.6 3.2H-5.6Z",
    "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
    "M-2 -5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5V-2H-2Z",
    "M0 6.5L5.6 -3.2H-5.6Z",
    "M0 -6.5L1.6 -2.2L6.2 -2L2.6 0.8L3.8 5.3L0 2.7L-3.8 5.3L-2.6 0.8L-6.2 -2L-1.6 -2.2Z",
    "M0 -5.8L5 -2.9V2.9L0 5.8L-5 2.9V-2.9Z",
)
"""Circle, square, triangle, diamond, cross, turned triangle, star and hexagon, around 0, 0."""
_COLOURS = ("#0a7abf", "#d55e00", "#009e73", "#b5598f", "#9a7b00", "#5b6fd6", "#a66a5e", "#6b7680")
"""Each stands out from a white page and from a dark one."""


@attrs.frozen
class PlayerMark:
    """The mark of a player: its shape and its colour, either of which tells it from others."""

    outline: str
    """The shape around 0, 0, as the `d` of a path."""
    colour: str
    """The colour, as a page has it."""


def looks_of(record: RoundReview) -> dict[str, PlayerMark]:
    """The mark of each seat; after a round of all shapes, these come again in another colour."""
    many = len(_OUTLINES)
    return {
        seat: PlayerMark(_OUTLINES[place % many], _COLOURS[(place + place // many) % len(_COLOURS)])
        for place, seat in enumerate(record.players)
    }


def find_moments(record: RoundReview) -> dict[int, list[str]]:
    """The turns to look at, by their numbers: what happened there, in a few words each."""
    half = next((turn for turn in record.turns if turn.alive and 2 * turn.bits_left <= record.bits_at_start), None)
    moments = {}
    for turn in record.turns:
        said = [f"{say(guess.seat, 'say')} the rule" for guess in turn.guesses if guess.right]
        words = [*["half was known"] * (turn is half), *turn.turning, *said, *turn.after]
        if words:
            moments[turn.number] = words
    return moments


def draw_curve(record: RoundReview, key: str = "") -> str:
    """The figure of a round in HTML: the players' marks, the curve as SVG, its moments in words; "" before a turn.

    It needs no style. With `key`, each mark leads to the row of its turn, whose id is this, `t` and its number.
    Raises LabError (`lab/no-pages`) without jinja2.
    """
    if not record.turns:
        return ""
    bits = [bits for _, bits in record.curve]
    most = max(1, math.ceil(max(bits) - 1e-9))
    return render(
        "curve.html",
        record=record,
        key=key,
        bits=bits,
        most=most,
        ticks=range(0, most + 1, 1 if most <= 6 else 2 if most <= 12 else 4),
        every=next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if len(record.turns) <= 10 * step),
        reckoned=next((place for place, turn in enumerate(record.turns) if not turn.alive), len(record.turns)),
        known=record.turn_of_knowledge,
        moments=find_moments(record),
        looks=looks_of(record),
        name_move=name_move,
        say_bits=partial(say_bits, places=2),
        count_rules=count_rules,
    )


def count_rules(bits: float) -> str:
    """Among how many equally likely rules one would look, for as many bits: `1,024` for ten."""
    number = 2.0**bits
    digits = math.floor(math.log10(number)) - 1 if number > 5000 else 0
    return f"{round(number, -digits):,.0f}"
