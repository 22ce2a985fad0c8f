"""What a command says of one file, wherever that is worked out, and the page that it is made for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Literal, NamedTuple

from eleusis.doors.cli.common.output import json_text, warn, write


class PageForm(NamedTuple):
    """What a page is made for."""

    width: int
    """How many columns it may have."""
    colour: bool
    """Whether it may have colours."""


def page_on_stdout() -> PageForm:
    """What stdout can take: as wide and as colourful."""
    from eleusis.words.page.ink import page_for

    return PageForm(*page_for(sys.stdout))


class Outcome:
    """What a command has to say of one file, kept until its turn comes, and the exit code of that.

    It may come from another process, which doesn't know the terminal, so its maker is told the width.
    """

    def __init__(self) -> None:
        self.code = 0
        self._texts: list[tuple[Literal["plain", "coloured", "warning"], str]] = []

    def write(self, text: str, coloured: bool = False) -> None:
        """One text to stdout, with a line end; a `coloured` one keeps its colours."""
        self._texts.append(("coloured" if coloured else "plain", text))

    def write_page(self, text: Callable[..., str], page: PageForm) -> None:
        """A page to stdout; `text` is called with `width` and `colour`."""
        self.write(text(**page._asdict()).rstrip("\n"), coloured=page.colour)

    def write_json(self, data: object) -> None:
        """One object to stdout as JSON, on one line."""
        self.write(json_text(data))

    def warn(self, text: str) -> None:
        """One message to stderr."""
        self._texts.append(("warning", text))

    def print(self, lead: str = "") -> int:
        """Lets all of it out, the `lead` before what goes to stdout; returns the exit code."""
        for kind, text in self._texts:
            if kind == "warning":
                warn(text)
            else:
                write(lead + text, coloured=kind == "coloured")
                lead = ""
        return self.code
