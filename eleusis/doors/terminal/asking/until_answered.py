"""Answers to a question: asked again until one can be read; `?` helps with that question, whichever it is.

Where yes or no is asked for, `is_meant` asks it, so that it is confirmed in one way everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

import attrs

from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.pager import break_pages, turn_pages
from eleusis.doors.terminal.question import Question, ask_yes, paint_still, read_yes
from eleusis.ground.errors import EleusisError, NotationError
from eleusis.words.page.ink import cells, fill, wrap

T = TypeVar("T")

SHOW = "show"
"""What shows a dealer what is secret, and hides it again."""
_HIDDEN = "(hidden: others may see this screen)"
_SHOW = "  show        see what is hidden; a second show hides it again"
_YES_OR_NO = "Type y for yes or n for no, or press Enter to take the one in brackets."

HELP = ("?", "help")
"""What asks for help."""
END = "End the game for good?"
"""What `stop` is asked before a round."""
LEAVE = "Leave the table?"
"""What `q` is asked; `quit`, typed in full, means what it says."""
BACK = "back"
"""What leads back to an earlier question, where there is one."""


class Left(Exception):
    """Somebody left the table; the game is kept."""


class Stopped(Exception):
    """The table ended the game for good, and means it."""


class WentBack(Exception):
    """An earlier question is to be asked again."""


def ask(desk: Desk, question: Question, helps: Sequence[str], answers: Collection[str] = ()) -> str:
    """The answer to a question; where `?` is typed, `helps` are said first: what may be answered, with examples.

    What is among `answers` is one, even where it would mean something else. Raises Left and Stopped, where that is
    what is typed.
    """
    asked = question
    while True:
        text = desk.ask(asked)
        if text in answers:
            return text
        if text.casefold() in HELP:
            asked = help_with(desk, question, helps)
        elif not is_staying(desk, text):
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


def ask_until(
    desk: Desk,
    question: Question,
    helps: Sequence[str],
    read: Callable[[str], T],
    answers: Collection[str] = (),
    first: bool = True,
) -> T:
    """What `read` makes of the answer; asked again as long as that is an error, which is told.

    Raises Left and Stopped as `ask`, and WentBack where `back` is typed and this is not the `first` question.
    """
    while True:
        text = ask(desk, question, helps, answers)
        try:
            if text.casefold() == BACK and text not in answers:
                if not first:
                    raise WentBack
                raise NotationError("notation/word", "there is nothing here to go back to")
            return read(text)
        except EleusisError as error:
            complain(desk, error.message)


def complain(desk: Desk, message: str) -> None:
    """Say what is wrong with an answer."""
    desk.say(wrap([desk.ink.safe(message, 300)], desk.size[0], "! ", 2))


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
    prompt = f"{ask_yes(question, no)}>"
    rows = [row for line in prompt.split("\n") for row in wrap([line], desk.size[0] - 2)]
    asked = Question("\n".join(rows) if desk.live else prompt)
    while (answer := read_yes(ask(desk, asked, (_YES_OR_NO,)))) is None:
        complain(desk, _YES_OR_NO)
    return answer


def is_accepted(
    desk: Desk,
    secret: Sequence[str],
    question: str,
    no: str,
    helps: Sequence[str],
    usual: bool = True,
    shown: bool = False,
    check_other: Callable[[str], None] | None = None,
) -> bool | str:
    """Whether a dealer takes what nobody else may read: it stays hidden until `show` is typed, or is `shown`.

    What else was typed is an answer where `check_other` doesn't refuse it by an EleusisError. Raises Left and
    Stopped, where that is what is typed.
    """
    notice = ""

    def paint(width: int, height: int | None) -> list[str]:
        lines = [*(secret if shown else (_HIDDEN,)), *filter(None, [notice])]
        return ["", *(line for text in lines for line in wrap([text], width, "  ", 4))]

    try:
        while True:
            if not desk.live:
                desk.say([*paint(desk.size[0], None), ""])
            prompt = ask_yes(question, no, usual, "hide it" if shown else "see it")
            lines = "\n".join(wrap([f"{prompt}>"], desk.size[0] - 2))
            unseen = check_other is not None and not shown
            asked = Question(lines, paint if desk.live else None, fresh=shown, unseen=unseen)
            text = ask(desk, asked, (*helps, _SHOW))
            notice = ""
            if text.casefold() == SHOW:
                shown = not shown
            elif (answer := read_yes(text, usual)) is not None:
                return answer
            elif check_other is None:
                notice = f"! {_YES_OR_NO}"
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
    is_staying(desk, turn_pages(desk.ask, break_pages(lines, height or len(lines)), width))
    wipe(desk)
