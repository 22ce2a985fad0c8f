"""Where the table meets people: a terminal that is redrawn, or plain lines in a pipe."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from eleusis.script.ink import Ink, cut, wrap

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

Paint = Callable[[int, int | None], list[str]]
"""Draws a screen for a width and a height (None: as long as it is)."""

PLAIN_WIDTH = 80
"""The columns of plain lines."""


class Desk(Protocol):
    """Shows screens and asks for lines. `live` says whether a person sits at a screen that is redrawn."""

    live: bool
    ink: Ink

    @property
    def size(self) -> tuple[int, int | None]:
        """The columns, and the lines that a screen may have above a question (None: as many as it likes)."""

    def say(self, lines: Sequence[str]) -> None:
        """Print lines below what is there."""

    def show(self, paint: Paint) -> None:
        """Draw a screen in place of what is there."""

    def ask(
        self, prompt: str, paint: Paint | None = None, *, words: Sequence[str] = (), keys: Mapping[str, str] = {}
    ) -> str:
        """A line that is typed, asked for below a screen; `words` complete it, one of `keys` alone answers it.

        Raises EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
        """

    def ask_unseen(self, prompt: str) -> str:
        """A line that nobody sees on the screen. Raises as `ask` does."""


class PlainDesk:
    """Plain lines from one stream to another: a pipe, or a terminal of which nothing is known."""

    live = False

    def __init__(self, source: TextIO, out: TextIO, ink: Ink | None = None) -> None:
        self.source = source
        self.out = out
        self.ink = ink or Ink()

    @property
    def size(self) -> tuple[int, int | None]:
        return PLAIN_WIDTH, None

    def say(self, lines: Sequence[str]) -> None:
        self.out.write("".join(f"{line}\n" for line in lines))
        self.out.flush()

    def show(self, paint: Paint) -> None:
        """Nothing: what happens is said line by line."""

    def ask(
        self, prompt: str, paint: Paint | None = None, *, words: Sequence[str] = (), keys: Mapping[str, str] = {}
    ) -> str:
        if paint is not None:
            self.say(["", *paint(PLAIN_WIDTH, None)])
        self.out.write(f"{prompt} ")
        self.out.flush()
        line = self.source.readline(100_000)
        if not line:
            self.out.write("\n")
            raise EOFError
        if not self.source.isatty():
            self.out.write(cut(line.strip(), 200) + "\n" if line.isprintable() or line[:-1].isprintable() else "\n")
        return line.strip()

    def ask_unseen(self, prompt: str) -> str:
        if self.source.isatty():
            from getpass import getpass

            return getpass(f"{prompt} ", self.out).strip()
        self.out.write(f"{prompt} \n")
        line = self.source.readline(100_000)
        if not line:
            raise EOFError
        return line.strip()


class TerminalDesk:
    """A terminal whose screen is drawn anew, also when its size changes; the line has history and completion."""

    live = True

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self._session: _Session | None = None

    @property
    def size(self) -> tuple[int, int | None]:
        size = shutil.get_terminal_size()
        return size.columns, max(1, size.lines - _BELOW)

    def say(self, lines: Sequence[str]) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def show(self, paint: Paint) -> None:
        size = shutil.get_terminal_size()
        lines = paint(size.columns, size.lines - 1)
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" + "\n".join(lines) + "\n")
        sys.stdout.flush()

    def ask(
        self, prompt: str, paint: Paint | None = None, *, words: Sequence[str] = (), keys: Mapping[str, str] = {}
    ) -> str:
        if paint is None and self._session is None:
            return input(f"{prompt} ").strip()  # the first questions need no more, and nothing is imported for them
        if self._session is None:  # the question stands there while its editor is being imported
            *above, below = prompt.split("\n")

            def first(width: int, height: int | None) -> list[str]:
                room = (height or 24) - 1 - len(above) - (_MENU - 1 if words else 0)
                return [*(paint(width, room) if paint else []), "", *above]

            self.show(first)
            if not has_line_editor():
                return input(f"{below} ").strip()
            sys.stdout.write(f"{below} ")
            sys.stdout.flush()
            self._session = _Session(bool(self.ink.colour))
        return self._session.ask(prompt, paint, words, keys)

    def ask_unseen(self, prompt: str) -> str:
        from getpass import getpass

        return getpass(f"{prompt} ").strip()


_MENU = 3
"""Lines below the prompt, for what completes a word."""
_BELOW = 3
"""Lines that a question takes: the blank one above it, its own, and the cursor's."""
_ALONE = 0.4
"""Seconds after which a key that is followed by none answers by itself."""
_TWICE = 0.5
"""Seconds in which Enter still belongs to the key that has answered before: nobody means to answer twice."""


class _Session:
    """prompt_toolkit, imported when a line is first wanted of it."""

    def __init__(self, colour: bool) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import ColorDepth

        self.colour = colour
        self.by_key = False
        """Whether a single key has answered the last question."""
        self.history = InMemoryHistory()
        depth = ColorDepth.DEPTH_4_BIT if colour else ColorDepth.DEPTH_1_BIT
        self.session: PromptSession[str] = PromptSession(
            history=self.history, color_depth=depth, complete_while_typing=False, reserve_space_for_menu=_MENU
        )
        app = self.session.app

        def resized() -> None:
            app.renderer.clear()
            app._redraw()

        if hasattr(app, "_on_resize") and hasattr(app, "_redraw"):
            app._on_resize = resized  # type: ignore[method-assign]  # else it draws below what is there

    def ask(self, prompt: str, paint: Paint | None, words: Sequence[str], keys: Mapping[str, str]) -> str:
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.shortcuts import CompleteStyle

        menu = _MENU if words else 0

        def message() -> ANSI:
            size = self.session.app.output.get_size()
            *above, below = prompt.split("\n")
            asked = [line for text in above for line in wrap([text], size.columns)]
            room = max(1, size.rows - 1 - len(asked) - max(1, menu))
            lines = [] if paint is None else [*paint(size.columns, room), ""]
            return ANSI("\n".join([*lines, *asked, f"{below} "]))

        if paint is not None:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()
        completer = WordCompleter(list(words), ignore_case=True)
        helps = ("\x1b[2m? helps\x1b[0m" if self.colour else "? helps") if words else ""
        return self.session.prompt(
            message,
            completer=completer,
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=menu,
            key_bindings=self._bindings(keys),
            placeholder=ANSI(helps),
        ).strip()

    def _bindings(self, keys: Mapping[str, str]) -> KeyBindings:
        """One key answers, where nothing stands before it and nothing follows (`w` may become `why`).

        An Enter right after it is no second answer.
        """
        import asyncio

        from prompt_toolkit.application import get_app
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.keys import Keys

        bound = KeyBindings()
        empty = Condition(lambda: not get_app().current_buffer.text)
        until = time.monotonic() + _TWICE if self.by_key else 0.0
        self.by_key = False

        async def settle(app: Application[str], key: str, answer: str) -> None:
            await asyncio.sleep(_ALONE)
            if app.current_buffer.text == key:
                self.by_key = True
                app.current_buffer.text = answer
                app.current_buffer.validate_and_handle()

        for key, answer in keys.items():

            def accept(event: KeyPressEvent, key: str = key, answer: str = answer) -> None:
                event.current_buffer.insert_text(key)
                event.app.create_background_task(settle(event.app, key, answer))

            bound.add(key, filter=empty)(accept)

        def once(event: KeyPressEvent) -> None:
            nonlocal until
            until = 0.0

        def nothing(event: KeyPressEvent) -> None:
            """A pasted colour can look like a mouse, on which the editor would stumble."""

        bound.add("enter", filter=empty & Condition(lambda: time.monotonic() < until))(once)
        bound.add(Keys.Vt100MouseEvent)(nothing)
        return bound


def has_line_editor() -> bool:
    """Whether the extra `play` is installed."""
    from importlib.util import find_spec

    return find_spec("prompt_toolkit") is not None


def the_desk() -> Desk:
    """The desk for the streams that there are: a terminal if both are one, and plain lines otherwise."""
    plain_ink = Ink()
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if sys.stdin is None:
        raise EOFError
    if reconfigure is not None:
        reconfigure(errors="replace")
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return PlainDesk(sys.stdin, sys.stdout, plain_ink)
    colour = not os.environ.get("NO_COLOR")
    ascii_ = (sys.stdout.encoding or "").casefold().replace("-", "") not in ("utf8", "utf16")
    return TerminalDesk(Ink(colour, ascii_))
