"""The line that is edited on a terminal, below a screen that is drawn anew: prompt_toolkit, of the extra `play`."""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import attrs
from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.completion import CompleteEvent, WordCompleter, get_common_complete_suffix
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always, Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.shortcuts import CompleteStyle

from eleusis.doors.terminal.question import CLEAR, MENU, Question
from eleusis.ground.errors import visible_lines
from eleusis.words.page.ink import wrap_each
from eleusis.words.page.panes import Scroll

_ALONE = 0.4
"""Seconds after which a key that is followed by none answers by itself."""
_TWICE = 0.5
"""Seconds in which Enter still belongs to the question before: nobody means to answer twice."""
_SCROLLING: Mapping[str, Callable[[Scroll], bool]] = {
    **dict.fromkeys(("pageup", "s-up", "c-up"), lambda scroll: scroll.turn(-1)),
    **dict.fromkeys(("pagedown", "s-down", "c-down"), lambda scroll: scroll.turn(1)),
    **dict.fromkeys(("home", "c-home"), Scroll.turn_to_first),
    **dict.fromkeys(("end", "c-end"), Scroll.turn_to_newest),
}
"""The keys that scroll a layout, and how; not every keyboard has PgUp and PgDn."""
_UNTYPED = ("home", "end")
"""Those that scroll for as long as nothing is typed in which they would move the cursor."""
_EMPTY = Condition(lambda: not get_app().current_buffer.text)


@attrs.define
class _Guard:
    """Keeps an Enter that was meant for the question before from answering a new one, `until` a moment.

    Where a key has answered by itself, the first Enter may still have been meant to go with it, however late it
    comes: it is stopped, and so are all that come at once.
    """

    until: float
    note: str = ""
    """What is said to a player who has been stopped."""

    def stop(self, event: KeyPressEvent) -> None:
        """An Enter has been stopped: one more is wanted, not at once."""
        self.note, self.until = "(press Enter again)", time.monotonic() + _TWICE
        event.app.invalidate()


class Session:
    """The line editors of a terminal, one for each person: what one has typed is no other's business."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.by_key = False
        """Whether a single key has answered the last question."""
        self.asked = False
        self.pasted: list[str] = []
        """The lines of a pasted block that have answered nothing yet; the last has no end, and can be mended."""
        self.sessions: dict[str | None, PromptSession[str]] = {}

    def _editor_of(self, who: str | None) -> PromptSession[str]:
        """The editor of a person's lines; that of nobody remembers none."""
        if who in self.sessions:
            return self.sessions[who]
        # A stdout that escapes what is unseen has the terminal behind it: the cursor is moved by such characters.
        behind = getattr(sys.stdout, "behind", None)
        session: PromptSession[str] = PromptSession(
            history=DummyHistory() if who is None else InMemoryHistory(),
            color_depth=ColorDepth.DEPTH_4_BIT if self.colour else ColorDepth.DEPTH_1_BIT,
            complete_while_typing=False,
            reserve_space_for_menu=MENU,
            enable_suspend=True,
            output=None if behind is None else create_output(behind),
        )
        app = session.app

        def redraw() -> None:
            app.renderer.clear()
            app._redraw()

        if hasattr(app, "_on_resize") and hasattr(app, "_redraw"):
            app._on_resize = redraw  # type: ignore[method-assign]  # else it draws below what is there
        self.sessions[who] = session
        return session

    def ask(self, question: Question) -> str:
        """The line that is typed in answer. Raises EOFError and KeyboardInterrupt."""
        # What is to be `fresh` was pasted by nobody who had seen the question.
        default = "" if question.fresh or not self.pasted else self.pasted.pop(0)
        if self.pasted and not question.fresh:
            return default
        menu = MENU if question.words else 0
        session = self._editor_of(question.who)

        @lru_cache(maxsize=1)  # nothing at the table changes while it is asked, whatever key is pressed
        def draw(size: Size) -> ANSI:
            *above, below = visible_lines(question.prompt).split("\n")
            asked = wrap_each(above, size.columns)
            room = max(1, size.rows - 1 - len(asked) - max(1, menu))
            # Of a screen that is too long the end is shown, with the hand.
            lines = [] if question.paint is None else [*question.paint(size.columns, room)[-room:], ""]
            return ANSI("\n".join([*lines, *asked, f"{below} "]))

        if question.paint is not None:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
        # An Enter may still be on its way that was meant for the last question, or for the key that answered it.
        guarded = question.fresh and self.asked
        guard = _Guard(math.inf if self.by_key else time.monotonic() + _TWICE if guarded else 0)
        hint = "? for help" if question.words else ""
        hint += "; Up brings the last line back" if question.draft else ""

        def prompt_empty() -> ANSI:
            """What stands where nothing has been typed yet."""
            text = guard.note or hint
            return ANSI(f"\x1b[2m{text}\x1b[0m" if text and self.colour else text)

        self.by_key, self.asked = False, True
        return session.prompt(
            lambda: draw(session.app.output.get_size()),
            completer=WordCompleter(question.words, ignore_case=True),
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=0 if question.unseen else menu,
            key_bindings=self._bind(question, guard, draw.cache_clear),
            placeholder=prompt_empty,
            default=default,
            is_password=question.unseen,
        )

    def _bind(self, question: Question, guard: _Guard, forget: Callable[[], None]) -> KeyBindings:
        """What keys do besides editing; those that scroll `forget` what has been drawn."""
        bound = KeyBindings()
        bound.add("enter", filter=_EMPTY & Condition(lambda: time.monotonic() < guard.until))(guard.stop)
        bound.add(Keys.Vt100MouseEvent)(_ignore)
        bound.add(Keys.BracketedPaste)(self._paste)
        for key, answer in question.keys.items():
            bound.add(key, filter=_EMPTY)(partial(self._answer, key=key, answer=answer))
        if question.unseen:
            bound.add("tab")(_complete_unseen)
        if question.draft:
            bound.add("up", filter=_EMPTY)(partial(_put_back, draft=question.draft))
        if question.scroll is not None:
            for key, turn in _SCROLLING.items():
                scroll = partial(_scroll, scroll=question.scroll, turn=turn, forget=forget)
                bound.add(key, filter=_EMPTY if key in _UNTYPED else Always())(scroll)
        return bound

    def _paste(self, event: KeyPressEvent) -> None:
        """Of a pasted block the first line answers this question, and the others those that follow."""
        first, *others = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        event.current_buffer.insert_text(first)
        if others:
            self.pasted = others
            event.current_buffer.validate_and_handle()

    def _answer(self, event: KeyPressEvent, key: str, answer: str) -> None:
        """One key answers, where nothing stands before it and nothing follows (`w` may become `why`)."""

        async def settle(app: Application[str]) -> None:
            await asyncio.sleep(_ALONE)
            if app.current_buffer.text == key:
                self.by_key = True
                app.current_buffer.text = answer
                app.current_buffer.validate_and_handle()

        event.current_buffer.insert_text(key)
        event.app.create_background_task(settle(event.app))


def _ignore(event: KeyPressEvent) -> None:
    """A pasted colour can look like a mouse, on which the editor would stumble."""


def _put_back(event: KeyPressEvent, draft: str) -> None:
    """Put a line that was wrong where it can be mended."""
    event.current_buffer.document = Document(draft)


def _scroll(
    event: KeyPressEvent, scroll: Scroll, turn: Callable[[Scroll], bool], forget: Callable[[], None]
) -> None:
    """Scroll the layout on the screen."""
    if turn(scroll):
        forget()
        event.app.invalidate()


def _complete_unseen(event: KeyPressEvent) -> None:
    """Complete a word as far as it is sure, without a menu: its words would tell what nobody is to see."""
    buffer = event.current_buffer
    words = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
    buffer.insert_text(get_common_complete_suffix(buffer.document, words))
