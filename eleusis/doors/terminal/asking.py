"""Answers to a question: asked again until one can be read; `?` helps with that question, whichever it is.

Also the pages on which what is longer than a screen is read, and the lists from which something is picked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TypeVar

import attrs

from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import NO, Question, ask_yes, paint_still, read_yes
from eleusis.ground.errors import EleusisError, NotationError
from eleusis.words.page.ink import cells, fill, wrap, wrap_each
from eleusis.words.page.panes import Scroll

T = TypeVar("T")

SHOW = "show"
"""What shows a dealer what is secret, and hides it again."""
_HIDDEN = "(hidden: others may see this screen)"
_SHOW = "  show        see what is hidden; a second show hides it again"
_YES_OR_NO = "Type y for yes or n for no, or press Enter to take the one in brackets."
_PICKING = (
    "Type the number in front of what you want, and press Enter. Enter alone, or b, goes back a step.",
    "Two examples:",
    "  2  takes number 2",
    "  b  goes back a step",
)

HELP = ("?", "help")
"""What asks for help."""
END = "End the game for good?"
"""What `stop` is asked before a round."""
LEAVE = "Leave the table?"
"""What `q` is asked; `quit`, typed in full, means what it says."""
BACK = "back"
"""What leads back to an earlier question, where there is one."""
_HANGING = "   "
"""With these begin lines of a page that go on with the one above."""


class Left(Exception):
    """Somebody left the table; the game is kept."""


class Stopped(Exception):
    """The table ended the game for good, and means it."""


class WentBack(Exception):
    """An earlier question is to be asked again."""


# Questions


def ask(desk: Desk, question: Question) -> str:
    """The answer to a question, which is asked again where only help was wanted.

    Raises Left and Stopped, where that is what is typed.
    """
    lines = wrap_each(question.prompt.split("\n"), desk.size[0] - 2)
    asked = question = attrs.evolve(question, prompt="\n".join(lines))
    while True:
        text = desk.ask(asked)
        if text in question.answers:
            return text
        if text.casefold() in HELP:
            asked = _help_with(desk, question)
        elif not is_staying(desk, text):
            return text


def _help_with(desk: Desk, question: Question) -> Question:
    """Say what may be answered; the question as it is to be asked now, with that on its screen if it has one."""
    paint, helps = question.paint, question.helps
    if paint is None or not desk.live:
        desk.say(lay_out(helps, desk.size[0]))
        return attrs.evolve(question, paint=None)
    return attrs.evolve(question, paint=lambda width, height: [*paint(width, height), "", *lay_out(helps, width)])


def lay_out(lines: Sequence[str], width: int) -> list[str]:
    """Lines of help in a width; what follows two blanks inside of a line stands in a column of its own."""
    laid = []
    for line in lines:
        words = line.lstrip()
        margin = len(line) - len(words)
        head, gap, _ = words.partition("  ")
        column = margin + len(words) - len(words[len(head) :].lstrip()) if gap else margin
        laid += wrap([line[column:]], width, line[:column], column if column < width // 2 else margin + 2)
    return [line.rstrip() for line in laid]


def align(examples: Sequence[tuple[str, str]]) -> list[str]:
    """What may be typed, and what it means, in two columns."""
    size = max(cells(typed) for typed, _ in examples)
    return [f"  {fill(typed, size)}  {meaning}" for typed, meaning in examples]


def ask_until(desk: Desk, question: Question, read: Callable[[str], T], first: bool = True) -> T:
    """What `read` makes of the answer; asked again as long as that is an error, which is told.

    Raises Left and Stopped as `ask`, and WentBack where `back` is typed and this is not the `first` question.
    """
    while True:
        text = ask(desk, question)
        try:
            if text.casefold() == BACK and text not in question.answers:
                if not first:
                    raise WentBack
                raise NotationError("notation/word", "there is nothing here to go back to")
            return read(text)
        except EleusisError as error:
            complain(desk, error.message)


def complain(desk: Desk, message: str) -> None:
    """Say what is wrong with an answer."""
    desk.tell(desk.ink.safe(message, 300), lead="! ", hang=2)


def is_staying(desk: Desk, text: str) -> bool:
    """Whether somebody typed a word that leaves, or stops, and stays after all: the same question comes again.

    Raises Left for `quit`, and for `q` and Stopped for `stop` where that is meant; a script means what it says.
    """
    word = text.casefold()
    doubt = {"q": (LEAVE, "stay"), "stop": (END, "no")}.get(word)
    if doubt is not None and desk.attended and not is_meant(desk, *doubt):
        return True
    if word in ("q", "quit"):
        raise Left
    if word == "stop":
        raise Stopped
    return False


def is_meant(desk: Desk, question: str, no: str) -> bool:
    """Whether the answer is yes; Enter is a no, and `no` says what that does.

    Raises Left and Stopped, where that is what is typed.
    """
    asked = Question(f"{ask_yes(question, no)}>", helps=(_YES_OR_NO,))
    while (answer := read_yes(ask(desk, asked))) is None:
        complain(desk, _YES_OR_NO)
    return answer


def _refuse_other(text: str) -> None:
    """Raises NotationError."""
    raise NotationError("notation/word", _YES_OR_NO)


def is_accepted(
    desk: Desk,
    secret: Sequence[str],
    question: str,
    helps: Sequence[str],
    usual: bool = True,
    shown: bool = False,
    check_other: Callable[[str], None] = _refuse_other,
) -> bool | str:
    """Whether a dealer takes what nobody else may read: it stays hidden until `show` is typed, or is `shown`.

    What else was typed is an answer where `check_other` doesn't refuse it by an EleusisError. Raises Left and
    Stopped, where that is what is typed.
    """
    notice = ""

    def paint(width: int, height: int | None) -> list[str]:
        lines = [*(secret if shown else (_HIDDEN,)), *filter(None, [notice])]
        return ["", *wrap_each(lines, width, "  ", 4)]

    try:
        while True:
            if not desk.live:
                desk.say([*paint(desk.size[0], None), ""])
            prompt = ask_yes(question, "another", usual, "hide it" if shown else "see it")
            unseen = check_other is not _refuse_other and not shown
            screen = paint if desk.live else None
            text = ask(desk, Question(f"{prompt}>", screen, (*helps, _SHOW), fresh=shown, unseen=unseen))
            notice = ""
            if text.casefold() == SHOW:
                shown = not shown
            elif (answer := read_yes(text, usual)) is not None:
                return answer
            else:
                try:
                    check_other(text)
                    return text
                except EleusisError as error:
                    notice = f"! {error.message}"
    finally:
        wipe(desk)


def wipe(desk: Desk) -> None:
    """Clear a screen of what was for the dealer alone."""
    desk.show(paint_still(()))


# Pages


def break_pages(lines: Sequence[str], room: int | None) -> list[list[str]]:
    """Lines as pages of at most `room` lines (None: one page for all).

    A page that is well filled ends before a blank line, which is left out, or before a line at the margin.
    """
    pages, rest = [], list(lines)
    while room is not None and len(rest) > room:
        filled = range(room, room // 2, -1)
        blank = (end for end in filled if not rest[end])
        margin = (end for end in filled if not rest[end].startswith(_HANGING))
        end = next(blank, next(margin, room))
        pages.append(rest[:end])
        rest = rest[end + (not rest[end]) :]
    return [*pages, rest] if rest or not pages else pages


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
    ways = (f"Enter: next page ({following} left), q: close", "Enter: next page, q: close", "Enter: more")
    return next((way for way in ways if cells(way) < width), ways[-1])


def show_pages(desk: Desk, lines: Sequence[str]) -> None:
    """Lines that are longer than a screen, page by page; all at once in a pipe.

    Raises Left and Stopped, where that is what is typed below a page.
    """
    if not desk.live:
        desk.say(lines)
        return
    width, height = desk.size
    is_staying(desk, turn_pages(desk.ask, break_pages(lines, height), width))
    wipe(desk)


# Lists


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
    which = "one of these numbers" if numbers else "a number"
    page = 0
    notice: list[str] = []
    while True:
        pages = [wrap([" ".join(items)], desk.size[0], "  ", 2)] if numbers else _pages(desk, head, items)
        page %= len(pages)
        more = str(len(items) + 1) if len(pages) > 1 else None
        lines = [*head, *pages[page]]
        if more is not None:
            lines.append(f"{more:>3}  more of them (this is page {page + 1} of {len(pages)})")
        text = _ask_below(desk, [*lines, *notice], f"{which} (Enter: {back})>", aside)
        notice = []
        if text in keys:
            return keys.index(text)
        if text in ("", "0", *NO):
            return None
        if text in HELP:
            show_pages(desk, lay_out(_PICKING, desk.size[0]))
        elif text == more:
            page += 1
        else:
            message = f"Type a number from {keys[0]} to {more or keys[-1]}, or Enter alone: {back}"
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
    if max(map(cells, items)) + 5 < width // 2:
        size = len(items) if len(items) <= 2 * (room + 1) else 2 * room
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
