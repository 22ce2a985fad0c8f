"""An unfinished game of this folder, offered before anything else is asked."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from eleusis.doors.terminal.asking.until_answered import complain, is_meant
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.setting_up import Arrangement, resume_game
from eleusis.ground.errors import EleusisError
from eleusis.record.gamefile.unfinished import UnfinishedGame, find_unfinished
from eleusis.table.game_table import Table
from eleusis.variant.saying import count
from eleusis.words.page.ink import wrap

_NAMES = 6
"""The most players that are named."""


def offer_unfinished(desk: Desk, arrangement: Arrangement) -> tuple[Table, list[str]] | None:
    """The table of an unfinished game that is continued, and what is to be noted about it, else None.

    Nothing is offered in a pipe.
    """
    if not desk.live:
        return None
    game = find_unfinished(Path())
    if game is None:
        return None
    desk.say(wrap([_describe(game, desk)], desk.size[0]))
    if not is_meant(desk, "Continue it?", "a new game"):
        return None
    try:
        return resume_game(desk, arrangement, str(game.path))
    except EleusisError as error:
        complain(desk, f"{error.message}; so it's a new game")
        return None


def _describe(game: UnfinishedGame, desk: Desk) -> str:
    names = [desk.ink.safe(name, 20) for name in game.players[:_NAMES]]
    more = len(game.players) - len(names)
    who = ", ".join(names) + (f" and {count(more, 'other')}" if more else "")
    when = datetime.fromtimestamp(game.changed)
    today = when.date() == datetime.now().date()
    day = f"today at {when:%H:%M}" if today else f"on {when.day} {when:%B %Y}"
    path = desk.ink.safe(str(game.path), 60)
    return f"The game in {path} isn't over ({who}; round {game.round}, last played {day})."
