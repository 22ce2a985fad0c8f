"""A review as a notebook shows it: the curve of what was left to know, and a line for each player.

The picture bears its own colours and reads well on a light and on a dark page; it says in words what it shows, for
those who listen. The page of `review --report` tells all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from eleusis.ground.agreement import say_within
from eleusis.ground.errors import visible
from eleusis.reviewing.marks import mark_path
from eleusis.reviewing.review import Review
from eleusis.reviewing.reviewed import RoundReview, TurnReview
from eleusis.variant.saying import count

_WIDTH, _HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 12, 26, 34
"""What stands free around the curve, in pixels."""
_GREY, _GROUND = "#8a8f98", "#7fb069"
_COLOURS = ("#0a7abf", "#d55e00", "#009e73", "#b5598f", "#9a7b00", "#5b6fd6", "#8c564b", "#6b7680")
"""One for each player, and from the first one again."""
_SIZE = 4.5
"""From the middle of a mark to its edge."""

_Point = tuple[float, float]


def review_html(review: Review) -> str:
    """A game: each of its rounds."""
    return f"<div>{''.join(map(round_review_html, review.rounds))}</div>"


def round_review_html(record: RoundReview) -> str:
    """A round: whether its rule could be known, the curve, and what is said of each player."""
    sayings = [
        f"<li>{_sample(record, seat)} {_safe(player.saying)}</li>" for seat, player in record.players.items()
    ]
    list_ = f'<ul style="list-style:none;padding-left:0">{"".join(sayings)}</ul>' if sayings else ""
    rule = f"<br/><code>{_safe(record.rule)}</code>" if record.rule is not None else ""
    heading = f"Round {record.number}: {say_within(record.dealer, 'deal')}"
    return (
        f"<div><p><strong>{_safe(heading)}</strong>{rule}<br/>"
        f"{_safe(_in_words(record))}</p>{curve_svg(record)}{list_}</div>"
    )


def curve_svg(record: RoundReview) -> str:
    """The curve: the bits that were left to know after each verdict.

    A full mark is a right play, an empty one a wrong one. Each has its player's shape and colour, and tells its
    turn when it is pointed at.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{_HEIGHT}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" style="max-width:100%;height:auto"'
        ' font-family="sans-serif" font-size="12">'
        f"<title>{_safe(f'What was left to know in round {record.number}')}</title>"
        f"<desc>{_safe(_in_words(record))}</desc>{''.join(_parts(record))}</svg>"
    )


def _parts(record: RoundReview) -> Iterator[str]:
    """The pieces of the picture, what lies behind first."""
    points, bottom, end = _points(record), _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    first = next((place for place, turn in enumerate(record.turns) if turn.n == record.known_at), None)
    if first is not None:
        x = points[first + 1][0]
        yield (
            f'<rect x="{x:.1f}" y="{_TOP}" width="{end - x:.1f}" height="{bottom - _TOP}" fill="{_GROUND}"'
            ' fill-opacity="0.25"/>'
        )
    most = _most(record)
    for bits in range(0, most + 1, max(1, most // 5)):
        y = bottom - (bottom - _TOP) * bits / most
        yield f'<path d="M{_LEFT} {y:.1f}H{end}" stroke="{_GREY}" stroke-opacity="0.35"/>'
        yield _text(_LEFT - 6, y + 4, str(bits), "end")
    yield _text(_LEFT - 6, 12, "bits left to know", "start")
    yield _text((_LEFT + end) / 2, _HEIGHT - 4, "turn", "middle")
    every = max(1, round(len(record.turns) / 12))
    for place in range(every, len(points), every):
        yield _text(points[place][0], bottom + 15, str(place), "middle")
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path d="M{path}" fill="none" stroke="{_GREY}" stroke-width="1.5"/>'
    for turn, (x, y) in zip(record.turns, points[1:], strict=True):
        colour = _colour(record, turn.seat)
        fill = f'fill="{colour}"' if turn.verdict == "right" else 'fill="#fff" fill-opacity="0.9"'
        yield (
            f"<g><title>{_safe(_tell(turn))}</title>"
            f'<path d="{mark_path(_place(record, turn.seat), x, y, _SIZE)}" {fill} stroke="{colour}"'
            ' stroke-width="2"/></g>'
        )


def _points(record: RoundReview) -> Sequence[_Point]:
    """Where the curve goes through: the beginning, and each verdict."""
    bottom, most = _HEIGHT - _BOTTOM, _most(record)
    step = (_WIDTH - _RIGHT - _LEFT - _SIZE) / max(1, len(record.turns))
    return [
        (_LEFT + step * place, bottom - (bottom - _TOP) * bits / most)
        for place, (_, bits) in enumerate(record.curve)
    ]


def _most(record: RoundReview) -> int:
    """The bits that the picture has room for."""
    return max(1, int(max(bits for _, bits in record.curve) + 1))


def _place(record: RoundReview, seat: str) -> int:
    return list(record.players).index(seat)


def _colour(record: RoundReview, seat: str) -> str:
    return _COLOURS[_place(record, seat) % len(_COLOURS)]


def _sample(record: RoundReview, seat: str) -> str:
    """A player's mark, to stand before a line of text."""
    return (
        '<svg width="16" height="14" viewBox="0 0 16 14" aria-hidden="true">'
        f'<path d="{mark_path(_place(record, seat), 8, 7, _SIZE)}" fill="{_colour(record, seat)}"/></svg>'
    )


def _tell(turn: TurnReview) -> str:
    gained = "" if turn.bits_gained is None else f", {turn.bits_gained:.1f} bits learnt"
    return f"{turn.seat}: {turn.move}, {turn.verdict}{gained}, {turn.bits_left:.1f} left"


def _in_words(record: RoundReview) -> str:
    """Where the curve begins and ends, and whether the rule could be known."""
    turns = count(len(record.turns), "turn")
    went = f"From {record.bits_at_start:.1f} bits to {record.bits_left:.1f} in {turns}."
    if record.rule is None or record.rule_in_family is None:
        return went
    if not record.rule_in_family:
        return f"{went} The rule is none of those that were looked at."
    first = next((place for place, turn in enumerate(record.turns, start=1) if turn.n == record.known_at), None)
    return f"{went} The rule could " + ("not be known." if first is None else f"be known from turn {first} on.")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{_GREY}">{escape(words)}</text>'


def _safe(text: str) -> str:
    """A text that people wrote, as HTML: nothing in it is markup, and nothing unseen."""
    return escape(visible(text))
