"""The marks of the players on a page: each has its own shape and its own colour, either of which tells them apart.

A full mark is a right play, an empty one a wrong one. Colours are names of the page's style, which has them for a
light and for a dark page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_Points = tuple[tuple[float, float], ...]


def _regular(corners: int, turned: float = 0.0, size: float = 1.0) -> _Points:
    """The corners of a regular figure, the first at the top."""
    angles = [math.tau * (n + turned) / corners - math.pi / 2 for n in range(corners)]
    return tuple((size * math.cos(angle), size * math.sin(angle)) for angle in angles)


def _star() -> _Points:
    outer, inner = _regular(5, size=1.25), _regular(5, 0.5, 0.55)
    return tuple(corner for pair in zip(outer, inner, strict=True) for corner in pair)


_CROSS = ((-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4))
SHAPES: tuple[tuple[str, _Points], ...] = (
    ("circle", ()),
    ("square", _regular(4, 0.5, 1.25)),
    ("triangle", _regular(3, size=1.3)),
    ("diamond", _regular(4, size=1.3)),
    ("cross", (*_CROSS, *((-x, -y) for x, y in _CROSS))),
    ("turned triangle", _regular(3, 0.5, 1.3)),
    ("star", _star()),
    ("hexagon", _regular(6, size=1.15)),
)
"""The shapes by name, their corners around 0, 0; a circle has none."""
COLOURS = 8
"""How many colours the style has."""


def colour_class(seat: int) -> str:
    """The class that gives a seat its colour: after a round of all shapes, these come again in another one."""
    return f"p{(seat + seat // len(SHAPES)) % COLOURS}"


def shape_name(seat: int) -> str:
    """What a seat's shape is called."""
    return SHAPES[seat % len(SHAPES)][0]


def mark_path(seat: int, x: float, y: float, size: float) -> str:
    """The outline of a seat's mark around a point, as the `d` of a path."""
    corners: Sequence[tuple[float, float]] = SHAPES[seat % len(SHAPES)][1]
    if not corners:
        arc = f"a{size:.1f} {size:.1f} 0 1 0"
        return f"M{x - size:.1f} {y:.1f}{arc} {2 * size:.1f} 0{arc} {-2 * size:.1f} 0Z"
    return "M" + "L".join(f"{x + size * across:.1f} {y + size * down:.1f}" for across, down in corners) + "Z"


def small_mark(seat: int, right: bool = True) -> str:
    """A mark to stand in a line of text, beside the name that it stands for."""
    full = "full" if right else "empty"
    return (
        f'<svg class="mark {colour_class(seat)}" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">'
        f'<path class="{full}" d="{mark_path(seat, 8, 8, 5)}"/></svg>'
    )
