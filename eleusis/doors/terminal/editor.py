"""The line that is edited on a terminal, below a screen that is drawn anew: prompt_toolkit, of the extra `play`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TextIO

from eleusis.doors.terminal.question import Question
from eleusis.ground.errors import visible_lines
from eleusis.words.page.ink import wrap
from eleusis.words.page.panes import Scroll

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import Application
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.output import Output

MENU = 3
"""Lines below the prompt, for what completes a word."""
_ALONE = 0.4
"""Seconds after which a key that is followed by none answers by itself."""
_TWICE = 0.5
"""Seconds in which Enter still belongs to the question before: nobody means to answer twice."""
_SCROLLING: Mapping[str, Callable[[Scroll], bool]] = {
    **dict.fromkeys(("pageup", "s-up", "c-up"), lambda scroll: scroll.turn(-1)),
    **dict.fromkeys(("pagedown", "s-down", "c-down"), lambda scroll: scroll.turn(1)),
    "c-home": Scroll.turn_to_first,
    "c-end": Scroll.turn_to_newest,
}
"""The keys that scroll a layout, and how; not every keyboard has PgUp and PgDn."""
_SCROLLING_UNTYPED = {"home": Scroll.turn_to_first, "end": Scroll.turn_to_newest}
"""More of them, for as long as nothing is typed in which they would move the cursor."""


def _terminal() -> Output | None:
    """The terminal behind a stdout that escapes what is unseen: the editor moves the cursor by such characters."""
    from prompt_toolkit.output import create_output

    behind: TextIO | None = getattr(sys.stdout, "behind", None)
    return None if behind is None else create_output(behind)


def _complete_unseen(event: KeyPressEvent) -> None:
    """Complete a word as far as it is sure, without a menu: its words would tell what nobody is to see."""
    from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix

    buffer = event.current_buffer
    words = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
    buffer.insert_text(get_common_complete_suffix(buffer.document, words))


class _Guard:
    """Keeps an Enter that was meant for the question before from answering a new one.

    Where a key has answered by itself, the first Enter may still have been meant to go with it, however late it
    comes: it is stopped, and so are all that come at once.
    """

    def __init__(self, by_key: bool, guarded: bool) -> None:
        self.note = ""
        """What is said to a player who has been stopped."""
        self._by_key = by_key
        self._until = time.monotonic() + _TWICE if guarded else 0.0

    @property
    def stops(self) -> bool:
        """Whether an Enter is stopped now."""
        return self._by_key or time.monotonic() < self._until

    def stop(self) -> None:
        """An Enter has been stopped: one more is wanted, not at once."""
        self.note = "(press Enter again)"
        self._by_key = False
        self._until = time.monotonic() + _TWICE


class Session:
    """The line editor of prompt_toolkit, imported when a line is first wanted of it."""

    def __init__(self, colour: bool) -> None:
        import prompt_toolkit  # noqa: F401  # while the first question stands there

        self.colour = colour
        self.by_key = False
        """Whether a single key has answered the last question."""
        self.asked = False
        self.sessions: dict[str | None, PromptSession[str]] = {}
        """One for each person: what one has typed is no other's business."""

    def _editor_of(self, who: str | None) -> PromptSession[str]:
        """The editor of a person's lines; that of nobody remembers none."""
        if who in self.sessions:
            return self.sessions[who]
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import DummyHistory, InMemoryHistory
        from prompt_toolkit.output import ColorDepth

        history = DummyHistory() if who is None else InMemoryHistory()
        depth = ColorDepth.DEPTH_4_BIT if self.colour else ColorDepth.DEPTH_1_BIT
        session: PromptSession[str] = PromptSession(
            history=history,
            color_depth=depth,
            complete_while_typing=False,
            reserve_space_for_menu=MENU,
            enable_suspend=True,
            output=_terminal(),
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
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.shortcuts import CompleteStyle

        menu = MENU if question.words else 0
        session = self._editor_of(question.who)

        @lru_cache(maxsize=1)
        def draw(size: Size) -> ANSI:
            *above, below = visible_lines(question.prompt).split("\n")
            asked = [line for text in above for line in wrap([text], size.columns)]
            room = max(1, size.rows - 1 - len(asked) - max(1, menu))
            # Of a screen that is too long the end is shown, with the hand.
            lines = [] if question.paint is None else [*question.paint(size.columns, room)[-room:], ""]
            return ANSI("\n".join([*lines, *asked, f"{below} "]))

        def message() -> ANSI:
            """The same for every key but those that scroll: nothing at the table changes while it is asked."""
            return draw(session.app.output.get_size())

        if question.paint is not None:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()
        completer = WordCompleter(question.words, ignore_case=True)
        guard = _Guard(self.by_key, self.by_key or (question.fresh and self.asked))
        hint = "? for help" if question.words else ""
        hint += "; Up brings the last line back" if question.draft else ""

        def prompt_empty() -> ANSI:
            """What stands where nothing has been typed yet."""
            text = guard.note or hint
            return ANSI(f"\x1b[2m{text}\x1b[0m" if text and self.colour else text)

        if question.unseen:
            menu = 0
        bindings = self._bindings(question.keys, guard)
        if question.scroll is not None:
            _bind_scrolling(bindings, question.scroll, draw.cache_clear)
        if question.unseen:
            bindings.add("tab")(_complete_unseen)
        if question.draft:
            self._recall(bindings, question.draft)
        self.by_key, self.asked = False, True
        return session.prompt(
            message,
            completer=completer,
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=menu,
            key_bindings=bindings,
            placeholder=prompt_empty,
            is_password=question.unseen,
        )

    def _recall(self, bindings: KeyBindings, draft: str) -> None:
        """The Up key puts a line that was wrong where it can be mended."""
        from prompt_toolkit.application import get_app
        from prompt_toolkit.document import Document
        from prompt_toolkit.filters import Condition

        def put_back(event: KeyPressEvent) -> None:
            event.current_buffer.document = Document(draft)

        bindings.add("up", filter=Condition(lambda: not get_app().current_buffer.text))(put_back)

    def _bindings(self, keys: Mapping[str, str], guard: _Guard) -> KeyBindings:
        """One key answers, where nothing stands before it and nothing follows (`w` may become `why`).

        An Enter that the `guard` stops belongs to the question before.
        """
        import asyncio

        from prompt_toolkit.application import get_app
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.keys import Keys

        bound = KeyBindings()
        empty = Condition(lambda: not get_app().current_buffer.text)

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

        def stop(event: KeyPressEvent) -> None:
            guard.stop()
            event.app.invalidate()

        def nothing(event: KeyPressEvent) -> None:
            """A pasted colour can look like a mouse, on which the editor would stumble."""

        bound.add("enter", filter=empty & Condition(lambda: guard.stops))(stop)
        bound.add(Keys.Vt100MouseEvent)(nothing)
        return bound


def _bind_scrolling(bindings: KeyBindings, scroll: Scroll, forget: Callable[[], None]) -> None:
    """Let keys scroll the layout on the screen; `forget` what has been drawn."""
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Always, Condition, Filter

    def bind(key: str, turn: Callable[[Scroll], bool], when: Filter) -> None:
        def draw_anew(event: KeyPressEvent) -> None:
            if turn(scroll):
                forget()
                event.app.invalidate()

        bindings.add(key, filter=when)(draw_anew)

    for key, turn in _SCROLLING.items():
        bind(key, turn, Always())
    for key, turn in _SCROLLING_UNTYPED.items():
        bind(key, turn, Condition(lambda: not get_app().current_buffer.text))
