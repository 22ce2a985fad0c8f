"""What a tab is asked of a game in a file that somebody has opened to look back upon."""

from __future__ import annotations

from eleusis.doors.web.answering import Asked
from eleusis.doors.web.evenings.opened_game import GameLookedAt
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.web_messages import TranscriptSeen
from eleusis.doors.web.wire import WebAnswer, send_data
from eleusis.ground.errors import NotationError, quote


def answer_looking_back(game: GameLookedAt, asked: Asked) -> WebAnswer:
    """The answer to what is asked of its rounds.

    Raises NotationError for a round that isn't there, IllegalMove for such a seat, WebError for all else.
    """
    match asked.path.removeprefix("/api/").split("/"):
        case ["rounds", number]:
            return send_data(game.teller.tell(_read_number(number)))
        case ["rounds", number, "transcript"]:
            text = game.teller.transcript(_read_number(number), asked.query.get("seat"))
            return send_data(TranscriptSeen(text))
        case ["rounds", _, "review"]:
            raise WebError("web/no-round", "that takes eleusis on a computer: eleusis review, with this file")
    raise WebError("web/no-round", "this game is only looked at")


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise NotationError("notation/round", f"{quote(text)} is no number")
    return int(text)
