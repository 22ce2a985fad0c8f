"""The curve of what was left to know, as a picture: each verdict on it with its player, turning points in words.

It is drawn twice, across for wide screens and for paper, and downwards for phones, where it says the cards as well;
the page's style shows one of the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

import attrs

from eleusis.ground.errors import visible
from eleusis.reviewing.marks import colour_class, mark_path
from eleusis.words.page.letter_widths import ems, wrap_ems

_At = Callable[[int], tuple[float, float]]
"""Where a point of the curve lies, by its place; −1 is where the curve begins."""


JOINT = " · "
"""What stands between the words for what happened in one turn."""


@attrs.frozen
class CurvePoint:
    """A verdict on the curve."""

    number: int
    """The number of its turn, as the page tells it."""
    seat: int
    """Whose play it was judging: a place among the players."""
    right: bool
    """Whether the play was right."""
    bits: float
    """What was left to know after it."""
    cards: str
    """What was played, in short."""
    words: str
    """The verdict in a sentence."""


@attrs.frozen
class TurningPoint:
    """A turn to look at."""

    place: int
    """Which point of the curve it is, from 0; −1 for where it begins."""
    words: str
    """What happened there, in a few words."""
    decisive: bool = False
    """Whether the rule could be known from here on."""


@attrs.frozen
class Curve:
    """All that the picture shows."""

    began: float
    """The bits that were left to know before the first turn."""
    points: tuple[CurvePoint, ...]
    """The verdicts, in their order."""
    turning: tuple[TurningPoint, ...]
    """The turning points, in their order."""
    words: str
    """What the picture shows, for those who listen."""
    lost: int | None = None
    """The place of the point from which on no rule fits, so that nothing can be reckoned."""
    anchor: str = ""
    """What the ids of the rows of turns begin with; each mark leads to its row."""

    @property
    def height(self) -> int:
        """The bits that the picture has room for."""
        return max(1, math.ceil(max([self.began, *(point.bits for point in self.points)]) - 1e-9))

    def bits(self, place: int) -> float:
        """What was left to know after a point; before the first with −1."""
        return self.points[place].bits if place >= 0 else self.began


def draw_curve(curve: Curve) -> str:
    """The picture, across and downwards."""
    return _draw_across(curve) + _draw_down(curve)


def _ticks(height: int) -> range:
    """The bits that have a line and a number."""
    return range(0, height + 1, 1 if height <= 6 else 2 if height <= 12 else 4)


def count_rules(bits: float) -> str:
    """Among how many equally likely rules one would look, for as many bits: `1,024` for ten."""
    number = 2.0**bits
    digits = math.floor(math.log10(number)) - 1 if number > 5000 else 0
    return f"{round(number, -digits):,.0f}"


def _head(curve: Curve, kind: str, width: float, height: float) -> str:
    return (
        f'<svg class="curve {kind}" role="img" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' aria-label="{escape(visible(curve.words))}">'
    )


def _mark(curve: Curve, point: CurvePoint, x: float, y: float, size: float) -> str:
    """The mark of a verdict, which tells it when pointed at, and leads to its turn."""
    kind = "full" if point.right else "empty"
    return (
        f'<a href="#{curve.anchor}{point.number}" tabindex="-1" class="{colour_class(point.seat)}">'
        f"<title>{escape(visible(point.words))}</title>"
        f'<path class="{kind}" d="{mark_path(point.seat, x, y, size)}"/></a>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(visible(words))}</text>'


def _stroke(curve: Curve, points: Sequence[tuple[float, float]]) -> str:
    """The line through the points; where no rule fits any more, it is broken."""
    end = len(points) if curve.lost is None else curve.lost + 1
    rest = f'<path class="line lost" d="{_path(points[end - 1 :])}"/>' if end < len(points) else ""
    return f'<path class="line" d="{_path(points[:end])}"/>{rest}'


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


# Across

_WIDE, _LEFT, _RIGHT, _HIGH, _ROW = 960.0, 40.0, 84.0, 270.0, 22.0
_LETTER = 14.0
"""The size of the letters of a turning point's words."""
_LONGEST = (33.0, 24.0, 16.0)
"""So many of these sizes wide is a line of such words, at most; less where they would stand in each other's way.

From any point the longest line has room to one side at least.
"""
_APART = 30.0
"""So far apart are the words of two turning points in a row, at least: nobody reads them as one sentence."""


@attrs.frozen
class _Label:
    """The words of a turning point above the curve."""

    turning: TurningPoint
    lines: tuple[str, ...]
    """Its words, in as many lines as they take."""
    x: float
    """Where its line leads down."""
    leftwards: bool
    """Whether the words end at the line, rather than begin there."""
    row: int = 0
    """How high the last line of them stands, 0 being the lowest row."""

    @property
    def top(self) -> int:
        """How high the first line stands."""
        return self.row + len(self.lines) - 1

    @property
    def start(self) -> float:
        """Where the words begin."""
        return self.x - 7 - self._size if self.leftwards else self.x + 7

    @property
    def end(self) -> float:
        """Where they end."""
        return self.x - 7 if self.leftwards else self.x + 7 + self._size

    @property
    def _size(self) -> float:
        return _LETTER * max(ems(visible(line), bold=True) for line in self.lines)

    def covers(self, other: _Label) -> bool:
        """Whether the line of another label would lead through these words."""
        return self.row <= other.top and self.start - 5 < other.x < self.end + 5

    def touches(self, other: _Label) -> bool:
        """Whether its words stand on those of another, in the same rows."""
        apart = self.row > other.top or other.row > self.top
        return not apart and self.start < other.end + _APART and other.start < self.end + _APART


def _draw_across(curve: Curve) -> str:
    count = max(1, len(curve.points))
    step = (_WIDE - _LEFT - _RIGHT) / count
    labels = _place_labels(curve, step)
    top = 28 + _ROW * (1 + max([label.top for label in labels], default=-1))
    bottom = top + _HIGH
    height = curve.height
    end = _WIDE - _RIGHT

    def at(place: int) -> tuple[float, float]:
        return _LEFT + step * (place + 1), bottom - _HIGH * curve.bits(place) / height

    return "".join(
        [
            _head(curve, "wide", _WIDE, bottom + 44),
            *_zone(curve, at, top, end),
            *_frame_across(curve, top, bottom, step),
            *_leaders(labels, at, top),
            *_line(curve, at, bottom),
            f'<circle class="began" cx="{_LEFT}" cy="{at(-1)[1]:.1f}" r="3.5"/>',
            *(_mark(curve, point, *at(n), max(3.0, min(6.0, 0.4 * step))) for n, point in enumerate(curve.points)),
            "</svg>",
        ]
    )


def _zone(curve: Curve, at: _At, top: float, end: float) -> Iterator[str]:
    """A tinted ground from where on the rule could be known."""
    for turning in curve.turning:
        if turning.decisive:
            x = at(turning.place)[0]
            yield f'<rect class="zone" x="{x:.1f}" y="{top:.1f}" width="{end - x:.1f}" height="{_HIGH:.1f}"/>'


def _frame_across(curve: Curve, top: float, bottom: float, step: float) -> Iterator[str]:
    end = _WIDE - _RIGHT
    for bits in _ticks(curve.height):
        y = bottom - _HIGH * bits / curve.height
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{end}"/>'
        yield _text(_LEFT - 8, y + 5, str(bits), "end")
        yield _text(end + 8, y + 5, count_rules(bits))
    yield _text(0, 14, "bits left to know", kind="axis")
    yield _text(_WIDE, 14, "as one of so many rules", "end", "axis")
    shown = next(every for every in (1, 2, 5, 10, 20, 50, 100, 1000) if every * step >= 30 or every == 1000)
    for n, point in enumerate(curve.points):
        if (n + 1) % shown == 0 or (n == 0 and shown <= 5):
            x = _LEFT + step * (n + 1)
            yield f'<path class="grid" d="M{x:.1f} {bottom:.1f}v5"/>'
            yield _text(x, bottom + 20, str(point.number), "middle")
    yield _text((_LEFT + end) / 2, bottom + 40, "turn", "middle", "axis")


def _place_labels(curve: Curve, step: float) -> list[_Label]:
    """The words of the turning points above the curve, in rows: none on another, none across another's line.

    Those at the left go to the right of their lines, the others to the left: where that turns is tried.
    """
    count = len(curve.turning)
    best: list[list[_Label]] = []
    for longest in _LONGEST:
        arranged = [_arrange(curve, step, turned, longest) for turned in range(count, -1, -1)]
        best.append(min(arranged, key=_count_faults))
        if not _count_faults(best[-1])[0]:
            return best[-1]
    return min(best, key=_count_faults)


def _arrange(curve: Curve, step: float, turned: int, longest: float) -> list[_Label]:
    """The labels, those from a place on leftwards; each as low as those allow that are nearer to that place."""
    labels = [
        _Label(turning, _lay_out(turning.words, longest), _LEFT + step * (turning.place + 1), n >= turned)
        for n, turning in enumerate(curve.turning)
    ]
    placed: list[_Label] = []
    for n in [*range(turned - 1, -1, -1), *range(turned, len(labels))]:
        own = labels[n]
        others = [other for other in labels[:n] + labels[n + 1 :] if own.start - 5 < other.x < own.end + 5]
        own = attrs.evolve(own, row=max([other.top + 1 for other in others], default=0))
        while any(own.touches(other) for other in placed):
            own = attrs.evolve(own, row=own.row + 1)
        labels[n] = own
        placed.append(own)
    return labels


def _lay_out(words: str, longest: float) -> tuple[str, ...]:
    """The words of a turning point in lines, which break between two things that happened where they can."""
    lines: list[str] = []
    for part in visible(words).split(JOINT):
        joined = f"{lines[-1]}{JOINT}{part}" if lines else part
        if ems(joined, bold=True) <= longest:
            lines[-1:] = [joined]
            continue
        lines[-1:] = [f"{line}{JOINT.rstrip()}" for line in lines[-1:]]
        lines += wrap_ems(part, longest - 1, bold=True)  # behind it another joint may come
    return tuple(lines)


def _count_faults(labels: Sequence[_Label]) -> tuple[float, int]:
    """How bad an arrangement is: words beyond the edge, on others or across lines; then how high it is."""
    pairs = [(own, other) for own in labels for other in labels if own is not other]
    faults = sum(own.covers(other) + own.touches(other) for own, other in pairs)
    beyond = sum(max(0.0, -label.start) + max(0.0, label.end - _WIDE) for label in labels)
    cut_off = 1000 if beyond else 0  # what is beyond the edge can't be read at all
    return 100 * faults + beyond + cut_off, max([label.top for label in labels], default=0)


def _leaders(labels: Sequence[_Label], at: _At, top: float) -> Iterator[str]:
    """The words above the curve, each with a line down to its point."""
    for label in labels:
        ys = [top - 12 - _ROW * row for row in range(label.top, label.row - 1, -1)]
        kind = "leader known" if label.turning.decisive else "leader"
        yield f'<path class="{kind}" d="M{label.x:.1f} {ys[0] - 11:.1f}V{at(label.turning.place)[1]:.1f}"/>'
        x, anchor = (label.end, "end") if label.leftwards else (label.start, "start")
        for y, line in zip(ys, label.lines, strict=True):
            yield _text(x, y, line, anchor, "point")


def _line(curve: Curve, at: _At, bottom: float) -> Iterator[str]:
    """The curve itself, and the ground below it."""
    points = [at(place) for place in range(-1, len(curve.points))]
    ground = [(points[0][0], bottom), *points, (points[-1][0], bottom)]
    yield f'<path class="ground" d="{_path(ground)}Z"/>{_stroke(curve, points)}'


# Downwards

_NARROW, _NUMBERS, _PLOT, _STEP, _HEAD = 340.0, 30.0, 196.0, 24.0, 48.0
_SMALL, _LINE = 12.0, 15.0
"""The size of the letters, and how far apart two lines of one text are."""


def _draw_down(curve: Curve) -> str:
    """Time goes down; at the right of each verdict stands what was played."""
    words: dict[int, list[TurningPoint]] = {}
    for turning in curve.turning:
        words.setdefault(turning.place, []).append(turning)
    beside = _NUMBERS + _PLOT + 22
    cards = [wrap_ems(visible(point.cards), (_NARROW - beside) / _SMALL) for point in curve.points]
    places: list[float] = []
    notes: list[tuple[float, list[str], bool]] = []
    y = _HEAD
    for place in range(-1, len(curve.points)):
        places.append(y)
        y += _STEP + (_LINE * (len(cards[place]) - 1) if place >= 0 else 0)
        for turning in words.get(place, []):
            for part in turning.words.split(JOINT):
                lines = wrap_ems(visible(part), (_NARROW - 14) / _SMALL, bold=True)
                notes.append((y, lines, turning.decisive))
                y += _STEP + _LINE * (len(lines) - 1)
    bottom, height = y - _STEP / 2, curve.height

    def at(place: int) -> tuple[float, float]:
        return _NUMBERS + 8 + _PLOT * curve.bits(place) / height, places[place + 1]

    parts = [_head(curve, "tall", _NARROW, bottom + 8)]
    edges = [at(turning.place)[1] for turning in curve.turning if turning.decisive]
    parts += [
        f'<rect class="zone" x="{_NUMBERS + 8}" y="{y:.1f}" width="{_PLOT}" height="{bottom - y:.1f}"/>'
        for y in edges
    ]
    for bits in _ticks(height):
        x = _NUMBERS + 8 + _PLOT * bits / height
        parts += [f'<path class="grid" d="M{x:.1f} {_HEAD - 14}V{bottom:.1f}"/>', _text(x, 30, str(bits), "middle")]
    parts += [_text(_NUMBERS + 8, 13, "bits left to know", kind="axis"), _text(0, 30, "turn", kind="axis")]
    points = [at(place) for place in range(-1, len(curve.points))]
    ground = [(_NUMBERS + 8, points[0][1]), *points, (_NUMBERS + 8, points[-1][1])]
    parts.append(f'<path class="ground" d="{_path(ground)}Z"/>{_stroke(curve, points)}')
    parts.append(f'<circle class="began" cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="3.5"/>')
    for n, point in enumerate(curve.points):
        x, y = at(n)
        parts.append(_text(_NUMBERS - 4, y + 5, str(point.number), "end"))
        parts.append(_mark(curve, point, x, y, 6.0))
        parts += [_text(beside, y + 5 + _LINE * at, line, kind="cards") for at, line in enumerate(cards[n])]
    for y, lines, decisive in notes:
        kind = "note known" if decisive else "note"
        high = 21 + _LINE * (len(lines) - 1)
        parts.append(f'<rect class="{kind}" x="0" y="{y - 11:.1f}" width="{_NARROW}" height="{high:.0f}" rx="4"/>')
        parts += [_text(6, y + 5 + _LINE * at, line, kind="point") for at, line in enumerate(lines)]
    return "".join([*parts, "</svg>"])
