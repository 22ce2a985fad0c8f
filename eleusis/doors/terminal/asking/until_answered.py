"""Answers to a question: asked again until one can be read; `?` helps with that question, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.pager import break_pages, turn_pages
from eleusis.doors.terminal.question import NO, YES, Question, paint_still
from eleusis.ground.errors import EleusisError
from eleusis.words.page.ink import cells, fill, wrap

T = TypeVar("T")

HELP = ("?", "help")
"""What asks for help."""
END = "End the game for good?"
"""What `stop` is asked before a round."""


class Left(Exception):
    """Somebody left the table; the game is kept."""


class Stopped(Exception):
    """The table ended the game for good; `meant` says that this has been asked already."""

    def __init__(self, meant: bool = False) -> None:
        super().__init__()
        self.meant = meant


def ask(desk: Desk, question: Question, helps: Sequence[str]) -> str:
    """The answer to a question; where `?` is typed, `helps` are said first: what may be answered, with examples."""
    asked = question
    while (text := desk.ask(asked)).casefold() in HELP:
        asked = help_with(desk, question, helps)
    return text


def help_with(desk: Desk, question: Question, helps: Sequence[str]) -> Question:
    """Say what may be answered; the question as it is to be asked now, with that on its screen if it has one."""
    paint = question.paint
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


def ask_until(desk: Desk, question: Question, helps: Sequence[str], read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; asked again as long as that is an error, which is told."""
    while True:
        text = ask(desk, question, helps)
        try:
            return read(text)
        except EleusisError as error:
            complain(desk, error.message)


def complain(desk: Desk, message: str) -> None:
    """Say what is wrong with an answer."""
    desk.say(wrap([desk.ink.safe(message, 300)], desk.size[0], "! ", 2))


def leave_if(text: str) -> None:
    """Raises Left or Stopped, where that is what was typed."""
    if text.casefold() == "quit":
        raise Left
    if text.casefold() == "stop":
        raise Stopped


def is_staying(desk: Desk, text: str) -> bool:
    """Whether somebody who typed `stop` before a round stays after all: then the same question comes again.

    Raises Left where `quit` was typed, and Stopped where `stop` was and is meant; a script means what it says.
    """
    if text.casefold() == "stop" and desk.attended:
        if is_meant(desk, END, "for no"):
            raise Stopped(meant=True)
        return True
    leave_if(text)
    return False


def is_meant(desk: Desk, question: str, enter: str) -> bool:
    """Whether a person means what has been typed: `y` says so, and Enter does what `enter` says.

    Raises Left and Stopped, where that is what is typed.
    """
    asked, helps = Question(f"{question}\n(y, or Enter {enter})>"), (f"Type y for yes, or press Enter {enter}.",)
    while (answer := ask(desk, asked, helps).casefold()) not in (*YES, *NO, ""):
        leave_if(answer)
        complain(desk, helps[0])
    return answer in YES


def is_accepted(desk: Desk, about: Sequence[str], prompt: str, helps: Sequence[str], usual: bool = True) -> bool:
    """Shows something to the dealer alone and asks whether it is to be; the screen is cleared after it.

    Enter says yes where that is `usual`. Raises Left and Stopped, where that is what is typed.
    """

    def paint(width: int, height: int | None) -> list[str]:
        return ["", *(line for text in about for line in wrap([text], width, "  ", 4))]

    try:
        if not desk.live:
            desk.say([*paint(desk.size[0], None), ""])
        question = Question(prompt, paint if desk.live else None)
        while (answer := ask(desk, question, helps).casefold()) not in ((*YES, *NO, "") if usual else (*YES, *NO)):
            leave_if(answer)
    finally:
        wipe(desk)
    return answer in ("", *YES)


def wipe(desk: Desk) -> None:
    """Clear a screen of what was for the dealer alone."""
    if desk.live:
        desk.show(paint_still(()))


def show_pages(desk: Desk, lines: Sequence[str]) -> None:
    """Lines that are longer than a screen, page by page; all at once in a pipe.

    Raises Left and Stopped, where that is what is typed below a page.
    """
    if not desk.live:
        desk.say(lines)
        return
    width, height = desk.size
    leave_if(turn_pages(desk.ask, break_pages(lines, height or len(lines)), width))
    wipe(desk)
