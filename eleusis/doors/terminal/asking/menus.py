"""Lists to pick from by a number: on pages that fit the screen, with a way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

import attrs

from eleusis.doors.terminal.asking.until_answered import HELP, is_staying, lay_out, show_pages
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import NO, Question
from eleusis.words.page.ink import cells, fill, wrap
from eleusis.words.page.panes import Scroll

_BACK = ("", "0", *NO)
_HELP = (
    "Type the number in front of what you want, and press Enter. Enter alone, or b, goes back a step.",
    "Two examples:",
    "  2  takes number 2",
    "  b  goes back a step",
)


@attrs.frozen
class Aside:
    """The layout of the table, to be looked at while something is picked from a list, which comes back."""

    show: Callable[[str], bool]
    """Shows what a line asks for; False where it asks for nothing that can be shown here."""
    pages: Callable[[int | None], list[list[str]]]
    """The layout as pages of at most so many lines."""
    how: str
    """What is said of it."""


def pick(
    desk: Desk,
    head: Sequence[str],
    items: Sequence[str],
    back: str = "back",
    aside: Aside | None = None,
    numbers: bool = False,
) -> int | None:
    """Which of the items, from 0; None where a step back is wanted, which `back` says in the prompt.

    Items that are `numbers` themselves are typed as they are. What is to be seen `aside` can be looked at
    meanwhile, by a word and by the keys that scroll. Raises Left and Stopped, where that is what is typed.
    """
    keys = [*items] if numbers else [str(number) for number in range(1, len(items) + 1)]
    page = 0
    notice: list[str] = []
    while True:
        pages = [wrap([" ".join(items)], desk.size[0], "  ", 2)] if numbers else _pages(desk, head, items)
        page %= len(pages)
        more = str(len(items) + 1) if len(pages) > 1 else None
        lines = [*head, *pages[page]]
        if more is not None:
            lines.append(f"{more:>3}  more of them (this is page {page + 1} of {len(pages)})")
        which = "one of these numbers" if numbers else "a number"
        text = _ask_below(desk, [*lines, *notice], f"{which} (Enter: {back})>", aside)
        notice = []
        if text in _BACK and text not in keys:
            return None
        if text in HELP:
            show_pages(desk, lay_out(_HELP, desk.size[0]))
        elif text == more:
            page += 1
        elif text in keys:
            return keys.index(text)
        else:
            last = more or keys[-1]
            message = f"Type a number from {keys[0]} to {last}, or Enter alone: {back}"
            notice = ["", *wrap([message], desk.size[0], "! ", 2)]


def _ask_below(desk: Desk, lines: Sequence[str], prompt: str, aside: Aside | None) -> str:
    """The answer to a question below these lines, on a screen of their own where there is one."""
    lines = desk.ink.plain(lines)
    while True:
        scroll = Scroll(desk.scrolls)

        def paint(width: int, height: int | None, scroll: Scroll = scroll) -> list[str]:
            above = [] if aside is None else aside.pages(None if height is None else max(1, height - 2))
            scroll.limit(-len(above), 0, 0)
            return [*above[scroll.place], "", "(PgDn: back to the list)"] if scroll.place else list(lines)

        if not desk.live:
            desk.say(["", *lines])
        text = desk.ask(Question(prompt, paint if desk.live else None, scroll=scroll)).casefold()
        if not is_staying(desk, text) and (aside is None or not aside.show(text)):
            return text


def _pages(desk: Desk, head: Sequence[str], items: Sequence[str]) -> list[list[str]]:
    """The items as lines, page by page below the head: in two columns where they are many and short."""
    width, height = desk.size
    numbered = [wrap([item], width, f"{number:>3}  ", 5) for number, item in enumerate(items, 1)]
    whole = [line for lines in numbered for line in lines]
    if height is None or len(head) + len(whole) <= height:
        return [whole]
    room = max(3, height - len(head) - 1)  # a line goes to the number for more
    if _columns(items, width) == 2:
        fits = len(items) <= 2 * (room + 1)
        size = len(items) if fits else 2 * room
        return [_side_by_side(whole[start : start + size], width) for start in range(0, len(items), size)]
    pages: list[list[str]] = [[]]
    for lines in numbered:
        if pages[-1] and len(pages[-1]) + len(lines) > room:
            pages.append([])
        pages[-1] += lines
    return pages


def _side_by_side(lines: Sequence[str], width: int) -> list[str]:
    half = (len(lines) + 1) // 2
    return [fill(left, width // 2) + right for left, right in zip_longest(lines[:half], lines[half:], fillvalue="")]


def _columns(items: Sequence[str], width: int) -> int:
    return 2 if max(map(cells, items)) + 5 < width // 2 else 1
