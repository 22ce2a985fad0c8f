"""Pages: what is longer than a screen is read page by page, wherever at the terminal it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eleusis.doors.terminal.question import NO, Question, paint_still
from eleusis.words.page.ink import cells

_HANGING = "   "
"""With these begin lines that go on with the one above."""


def break_pages(lines: Sequence[str], room: int) -> list[list[str]]:
    """Lines as pages of at most `room` lines.

    A page that is well filled ends before a blank line, which is left out, or before a line at the margin.
    """
    pages, rest = [], list(lines)
    while len(rest) > room:
        end = _find_end(rest, room)
        pages.append(rest[:end])
        rest = rest[end + (not rest[end]) :]
    return [*pages, rest] if rest or not pages else pages


def _find_end(lines: Sequence[str], room: int) -> int:
    """How many lines the first page takes."""
    filled = range(room, room // 2, -1)
    blank = (end for end in filled if not lines[end])
    margin = (end for end in filled if not lines[end].startswith(_HANGING))
    return next(blank, next(margin, room))


def turn_pages(ask: Callable[[Question], str], pages: Sequence[list[str]], width: int) -> str:
    """Show pages by asking, the next at each Enter; q ends them. Returns what else is typed, else nothing."""
    for number, lines in enumerate(pages, 1):
        typed = ask(Question(_ask_on(len(pages) - number, width), paint_still(lines)))
        if typed:
            return "" if typed.casefold() in ("q", *NO) else typed
    return ""


def _ask_on(following: int, width: int) -> str:
    """The prompt below a page, by how many follow."""
    if not following:
        return "Enter to go on"
    ways = (
        f"Enter: next page ({following} left), q: close",
        "Enter: next page, q: close",
        "Enter: more",
    )
    return next((way for way in ways if cells(way) < width), ways[-1])
