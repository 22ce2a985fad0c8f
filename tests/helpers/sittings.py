"""Sittings for the tests: a table driven by a text, as through a pipe."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from eleusis.doors.terminal.asking import Left
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Paint, Question
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.sitting import Sitting
from eleusis.minds.players.registry import read_seats
from eleusis.secret.library import find_rule
from eleusis.table.game_head import game_head
from eleusis.table.game_table import Table, new_table, resume


def seated(
    path: Path | None, players: str, variant: str = "express", seed: int = 3, overrides: Sequence[str] = ()
) -> Table:
    """A new table, its game kept in `path`."""
    seats = read_seats(players)
    return new_table(game_head(variant, seats, seed, overrides, path), seats, None, path)


def sit(table: Table, typed: str, plan: Arrangement | None = None) -> tuple[str, bool]:
    """What a sitting says to these lines of input, and whether it was left before the end."""
    out = io.StringIO()
    left = False
    try:
        Sitting(table, Desk(io.StringIO(typed), out), plan or Arrangement()).run()
    except Left:
        left = True
    finally:
        if table.file is not None:
            table.file.close()
    return out.getvalue(), left


class FakeTerminal(Desk):
    """A screen of 80 by 24 that is redrawn, and a typist; it keeps each screen with its question.

    The typing None is Ctrl-C; after the last one the input ends.
    """

    live = True
    attended = True
    scrolls = False

    def __init__(self, typed: Sequence[str | None], size: tuple[int, int] = (80, 24)) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.typed = list(typed)
        self.screens: list[list[str]] = []
        self._size = size

    @property
    def size(self) -> tuple[int, int | None]:
        return self._size[0], self._size[1] - 3

    def show(self, paint: Paint) -> None:
        self.screens.append(paint(self._size[0], self._size[1] - 1))

    def ask(self, question: Question) -> str:
        above = (
            []
            if question.paint is None
            else [*question.paint(self._size[0], self._size[1] - (5 if question.words else 3)), ""]
        )
        self.screens.append([*above, *question.prompt.split("\n")])
        if not self.typed:
            raise EOFError
        typed = self.typed.pop(0)
        if typed is None:
            raise KeyboardInterrupt
        return typed.strip()

    @property
    def seen(self) -> str:
        """All screens, one below the other."""
        return "\n".join(line for screen in self.screens for line in screen)


def sit_at(desk: FakeTerminal, table: Table, plan: Arrangement | None = None) -> bool:
    """A sitting at a terminal; whether it was left before the end."""
    try:
        Sitting(table, desk, plan or Arrangement(pace=0)).run()
    except (Left, KeyboardInterrupt):
        return True
    finally:
        if table.file is not None:
            table.file.close()
    return False


def play(
    path: Path,
    typed: str,
    players: str = "Ann,Bob:random,Cleo:random",
    variant: str = "express",
    rule: str | None = None,
    **plan: object,
) -> str:
    """A new game driven by a text, left where the text ends."""
    given = [] if rule is None else [find_rule(rule)]
    return sit(seated(path, players, variant), typed, Arrangement(given=given, pace=0, **plan))[0]  # type: ignore[arg-type]  # the fields of Arrangement


def go_on(path: Path, typed: str = "", **plan: object) -> tuple[str, str]:
    """A game gone on with; what was dropped from its file, and what was said."""
    table, dropped = resume(path)
    return dropped, sit(table, typed, Arrangement(pace=0, **plan))[0]  # type: ignore[arg-type]  # the fields of Arrangement
