"""A question at the table, as a value: what a desk is handed to ask a person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import attrs

from eleusis.words.page.panes import Scroll

Paint = Callable[[int, int | None], list[str]]
"""Draws a screen for a width and a height (None: as long as it is)."""

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a screen, and what had scrolled away."""
MENU = 3
"""Lines below a prompt, for what completes a word."""

Words = Sequence[str] | Callable[[], Sequence[str]]
"""What completes a line, or what finds that out when it is wanted."""

_YES = ("y", "yes")
NO = ("n", "no", "b", "back")
"""What declines, wherever something may be declined, in any case of letters."""


def ask_yes(question: str, no: str, usual: bool = False, show: str = "") -> str:
    """A question for yes or no with what answers it: Enter takes the `usual` answer, which is printed.

    `no` says what a no does, and `show` what that word does.
    """
    ways = f"Enter: yes, n: {no}" if usual else f"y: yes, Enter: {no}"
    return f"{question} ({ways}{show and f', show: {show}'})"


def read_yes(text: str, usual: bool = False) -> bool | None:
    """What an answer means; None where it is neither yes nor no."""
    word = text.casefold()
    return usual if not word else True if word in _YES else False if word in NO else None


@attrs.frozen
class Question:
    """A line that is asked for, below a screen that is painted for it (None: below what is there).

    Where `?` is typed, `helps` are said: what may be answered, with examples. What is among `answers` is one,
    even where it would mean something else. `words` complete the line; one of `keys`, typed alone, answers it by
    the word that it stands for. Each person has a history of lines: that of `who`; without one nothing is kept.
    To a `fresh` question an Enter that was meant for the one before it is no answer. Keys scroll the layout of
    its screen by `scroll`, where that is given. Of an `unseen` line only the length is seen; the Up key brings a
    `draft` back, to be mended.
    """

    prompt: str
    paint: Paint | None = None
    helps: Sequence[str] = ()
    answers: Collection[str] = ()
    words: Words = ()
    keys: Mapping[str, str] = attrs.field(factory=dict)
    who: str | None = None
    fresh: bool = False
    scroll: Scroll | None = None
    unseen: bool = False
    draft: str = ""


def paint_still(lines: Sequence[str]) -> Paint:
    """A screen of these lines, whatever its size."""
    return lambda width, height: list(lines)
