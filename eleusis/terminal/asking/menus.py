"""Lists to pick from by a number: on pages that fit the screen, with a way back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from eleusis.page.ink import cells, fill, wrap
from eleusis.terminal.asking.until_answered import HELP, lay_out, leave_if, show_pages
from eleusis.terminal.desk import Desk
from eleusis.terminal.question import Paint, Question

_BACK = ("", "b", "back", "0")
_HELP = (
    "Type the number in front of what you want, and Enter. Enter alone, or b, goes back a step.",
    "Two examples:",
    "  2  takes what has the number 2",
    "  b  goes back a step",
)


def pick(desk: Desk, head: Sequence[str], items: Sequence[str], back: str = "back") -> int | None:
    """Which of the items, from 0; None where a step back is wanted, which `back` says in the prompt.

    Raises Left and Stopped, where that is what is typed.
    """
    keys = [str(number) for number in range(1, len(items) + 1)]
    labels = dict(zip(keys, items, strict=True))
    page = 0
    notice: list[str] = []
    while True:
        pages = _split(desk, head, items)
        page %= len(pages)
        more = str(len(items) + 1) if len(pages) > 1 else None
        lines = [*head, *_list(desk, pages[page], items)]
        if more is not None:
            lines.append(f"{more:>3}  more of them (this is page {page + 1} of {len(pages)})")
        text = _ask_below(desk, [*lines, *notice], f"a number (Enter: {back})>")
        notice = []
        if text in _BACK:
            return None
        if text in HELP:
            show_pages(desk, lay_out(_HELP, desk.size[0]))
        elif text == more:
            page += 1
        elif text in labels:
            return keys.index(text)
        else:
            notice = _notice(desk, f"Type a number from 1 to {more or len(items)}, or Enter alone: {back}")


def pick_value(desk: Desk, head: Sequence[str], values: Sequence[str]) -> int | None:
    """Which of the values that are numbers themselves, as they are typed; None where a step back is wanted."""
    notice: list[str] = []
    names = [value.casefold() for value in values]
    while True:
        lines = [*head, *wrap([" ".join(values)], desk.size[0], "  ", 2), *notice]
        notice = []
        text = _ask_below(desk, lines, "one of these numbers (Enter: back)>")
        if text in _BACK:
            return None
        if text in names:
            return names.index(text)
        if text in HELP:
            show_pages(desk, lay_out(_HELP, desk.size[0]))
        else:
            notice = _notice(desk, f"Type a number from {values[0]} to {values[-1]}, or Enter alone: back")


def _ask_below(desk: Desk, lines: Sequence[str], prompt: str) -> str:
    """The answer to a question below these lines, on a screen of their own where there is one."""
    lines = desk.ink.plain(lines)
    paint: Paint | None = (lambda width, height: list(lines)) if desk.live else None
    if paint is None:
        desk.say(["", *lines])
    text = desk.ask(Question(prompt, paint)).casefold()
    leave_if(text)
    return text


def _notice(desk: Desk, message: str) -> list[str]:
    """What is said below a list of an answer that isn't on it."""
    return ["", *wrap([message], desk.size[0], "! ", 2)]


def _split(desk: Desk, head: Sequence[str], items: Sequence[str]) -> list[range]:
    """The items of each page."""
    width, height = desk.size
    if height is None:
        return [range(len(items))]
    room = max(3, height - len(head) - 1)
    if _columns(items, width) == 2 and len(items) > room:
        return [range(start, min(start + 2 * room, len(items))) for start in range(0, len(items), 2 * room)]
    if sum(len(_item(items, number, width)) for number in range(len(items))) <= room + 1:
        return [range(len(items))]
    pages, used = [range(0)], 0
    for number in range(len(items)):
        size = len(_item(items, number, width))
        if used + size > room and pages[-1]:
            pages.append(range(number, number))
            used = 0
        pages[-1] = range(pages[-1].start, number + 1)
        used += size
    return pages


def _list(desk: Desk, page: range, items: Sequence[str]) -> list[str]:
    """The items of a page, in two columns where they are many and short."""
    width, height = desk.size
    if height is None or len(page) <= height - 4 or _columns(items, width) == 1:
        return [line for number in page for line in _item(items, number, width)]
    lines = [_item(items, number, width)[0] for number in page]
    half = (len(lines) + 1) // 2
    return [fill(left, width // 2) + right for left, right in zip_longest(lines[:half], lines[half:], fillvalue="")]


def _columns(items: Sequence[str], width: int) -> int:
    return 2 if max(map(cells, items)) + 5 < width // 2 else 1


def _item(items: Sequence[str], number: int, width: int) -> list[str]:
    """An item behind its number."""
    return wrap([items[number]], width, f"{number + 1:>3}  ", 5)
