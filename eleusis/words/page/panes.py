"""A layout that is longer than its window, in panes: each shows a few of its rows, and all of them show all.

The rows of a long layout come in bands, a blank line between them (see `drawing.draw`). A pane that begins within a
band repeats the mainline above it, so that each wrong card hangs where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from eleusis.variant.saying import count
from eleusis.words.page.ink import FAINT, cells, cut


@attrs.define
class Scroll:
    """How far a person has scrolled: `place` is 0 where it began, above it less, below it more.

    It begins at the `sought` cards, by their numbers from 0 in the order of play, else at the newest. A screen that
    is drawn says how far one may go. `by_key` says whether keys scroll at this desk.
    """

    by_key: bool = True
    sought: range = range(0)
    place: int = 0
    first: int = 0
    last: int = 0
    newest: int = 0
    """Where the newest cards are."""

    def limit(self, first: int, last: int, newest: int) -> None:
        """Note how far one may go, and go no further."""
        self.first, self.last, self.newest = first, last, newest
        self.turn(0)

    def turn_to_first(self) -> bool:
        """Go to the beginning; whether that changes anything."""
        return self.turn(self.first - self.place)

    def turn_to_newest(self) -> bool:
        """Go to the newest cards; whether that changes anything."""
        return self.turn(self.newest - self.place)

    def turn(self, panes: int) -> bool:
        """Go up (less than 0) or down by this many panes; whether that changes anything."""
        before = self.place
        self.place = min(self.last, max(self.first, self.place + panes))
        return self.place != before


@attrs.frozen
class Pane:
    """The rows from `start` up to `stop`; `head` is the mainline that is repeated above them, if any."""

    start: int
    stop: int
    head: int | None = None

    def show(self, rows: Sequence[str]) -> list[str]:
        """What stands in the pane."""
        head = [] if self.head is None else [rows[self.head]]
        return [*head, *rows[self.start : self.stop]]

    def holds(self, places: Iterable[int]) -> bool:
        """Whether these rows stand in the pane."""
        return all(self.start <= place < self.stop or place == self.head for place in places)


def newest_pane(rows: Sequence[str], newest: int, room: int) -> Pane:
    """The pane with the newest row: with its whole band if it can, else from the mainline down, else the end.

    It is empty where there is no room for a line.
    """
    if room <= 0:
        return Pane(newest + 1, newest + 1)
    band = _head(rows, len(rows) - 1)
    whole = _ending(rows, len(rows), room)
    if whole.start <= band:
        return whole
    beginning = pane_from(rows, band, room)
    return beginning if newest < beginning.stop else _ending(rows, newest + 1, room)


def pane_from(rows: Sequence[str], start: int, room: int) -> Pane:
    """The longest pane of `room` lines, one at least, that begins with `start`."""
    repeats = _repeats(rows, start, room)
    stop = min(len(rows), start + max(1, room - repeats))
    return Pane(start, stop, _head(rows, start) if repeats else None)


def pane_around(rows: Sequence[str], places: Sequence[int], room: int) -> Pane:
    """The pane of `room` lines with the rows at these places, or with the first of them where it can't hold all.

    It begins with their mainline if it can, so that no more than needed is left out.
    """
    first, last = min(places), max(places)
    ways = (pane_from(rows, _head(rows, first), room), _ending(rows, last + 1, room))
    return next((pane for pane in ways if pane.holds(places)), pane_from(rows, first, room))


def panes(rows: Sequence[str], middle: Pane, room: int, sought: Pane | None = None) -> list[Pane]:
    """All panes of `rows` from the top, among them `middle` and the `sought` one: the others have `room` lines.

    Each row but a blank one is in a pane.
    """
    upper, lower = sorted((middle, middle if sought is None else sought), key=lambda pane: pane.start)
    between: list[Pane] = []
    start = upper.stop
    while (start := start + (start < len(rows) and not rows[start])) < lower.start:
        between.append(pane_from(rows, start, room))
        start = between[-1].stop
    inner = [upper] if upper == lower else [upper, *between, lower]
    return [*_panes_above(rows, upper, room), *inner, *_panes_below(rows, lower, room)]


def _panes_above(rows: Sequence[str], pane: Pane, room: int) -> list[Pane]:
    """The panes from the top to the beginning of one."""
    above: list[Pane] = []
    stop = _skip_blank(rows, pane.start)
    while stop > 0:
        ending = _ending(rows, stop, room)
        above.append(pane_from(rows, 0, room) if ending.start == 0 else ending)
        stop = _skip_blank(rows, ending.start)
    return above[::-1]


def _panes_below(rows: Sequence[str], pane: Pane, room: int) -> list[Pane]:
    """The panes from the end of one to the end of all."""
    below: list[Pane] = []
    start = pane.stop
    while start < len(rows):
        following = pane_from(rows, start + (not rows[start]), room)
        lowest = _ending(rows, len(rows), room)
        below.append(lowest if following.stop == len(rows) and lowest.start > pane.start else following)
        start = following.stop
    return below


def say_hidden(
    rows: Sequence[str],
    pane: Pane,
    width: int,
    scroll: Scroll | None,
    besides: str = "",
    word: str = "layout",
) -> str:
    """How much lies above and below a pane, and what shows it, as far as there is room; empty if nothing does.

    `besides` names what had to make room for the pane, and comes back where one scrolls back to; `word` is what is
    typed to see it all.
    """
    place = 0 if scroll is None else scroll.place - scroll.newest
    above = sum(map(bool, rows[: pane.start])) - (pane.head is not None)
    below = sum(map(bool, rows[pane.stop :]))
    short = _say_sides((above, "above", ""), (below, "below", ""))
    full = _say_sides(
        (above, "above", besides if place > 0 else ""), (below, "below", besides if place < 0 else "")
    )
    if not full:
        return ""
    where = (", " if besides else " and ").join(full)
    keys = [
        key for key, side in (("PgUp", "above"), ("PgDn", "below")) if any(text.endswith(side) for text in full)
    ]
    if scroll is None:
        ways = [where, ", ".join(short)]
    elif not scroll.by_key:
        ways = [f"{where}: type {word}", f"type {word}"]
    else:
        pressed = " and ".join(keys)
        ways = [f"{where}: {pressed}, or type {word}", f"{where}: {pressed}"]
        ways += [f"{', '.join(short)}: {', '.join(keys)}"] if short else []
        ways.append(pressed)
    texts = [f"  ({way})" for way in ways]
    return FAINT + cut(next((text for text in texts if cells(text) <= width), texts[-1]), width)


def _say_sides(*sides: tuple[int, str, str]) -> list[str]:
    """How many rows lie on each side, and what else does; nothing of a side where nothing is."""
    texts: list[str] = []
    for many, side, other in sides:
        counted = (str(many) if texts else count(many, "row")) if many else ""
        if counted or other:
            texts.append(f"{' and '.join(filter(None, (counted, other)))} {side}")
    return texts


def _ending(rows: Sequence[str], stop: int, room: int) -> Pane:
    """The longest pane of `room` lines, one at least, that ends before `stop`."""
    start = stop - 1
    while start > 0 and stop - start + 1 + (_repeats(rows, start - 1, room)) <= max(1, room):
        start -= 1
    if not rows[start] and start < stop - 1:
        start += 1
    return Pane(start, stop, _head(rows, start) if _repeats(rows, start, room) else None)


def _repeats(rows: Sequence[str], start: int, room: int) -> bool:
    """Whether a pane that begins there repeats the mainline: not for want of room, nor where it begins with it."""
    return room > 1 and bool(rows[start]) and _head(rows, start) != start


def _head(rows: Sequence[str], place: int) -> int:
    """The mainline of the band that a row belongs to."""
    while place > 0 and rows[place - 1]:
        place -= 1
    return place


def _skip_blank(rows: Sequence[str], stop: int) -> int:
    """A stop before which no blank line stands."""
    while stop > 0 and not rows[stop - 1]:
        stop -= 1
    return stop
