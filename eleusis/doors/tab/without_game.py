"""What a tab is asked where no game is open, as by the page on which one is set up, or by that of a rule."""

from __future__ import annotations

from typing import Final

from eleusis.doors.web import looking_up
from eleusis.doors.web.answering import Asked
from eleusis.doors.web.web_messages import LookAtRule, ReadText
from eleusis.doors.web.wire import WebAnswer, read_body, send_data
from eleusis.secret.phrasebook.sentences import phrases_json
from eleusis.variant import load_variant

_USUAL: Final = "express"


def answer_without_game(asked: Asked) -> WebAnswer | None:
    """The answer to what can be told without a game; None where it takes one.

    `?variant=` names the edition whose rules are asked for. Raises VariantError where there is no such edition,
    NotationError for what is no name.
    """
    match asked.method, asked.path.removeprefix("/api/"):
        case "GET", "editions":
            return send_data(looking_up.tell_editions(None))
        case "GET", "kinds":
            return send_data(looking_up.tell_kinds())
        case "GET", "rules":
            name = asked.query.get("variant", _USUAL)
            looking_up.check_edition_name(name)
            return send_data(looking_up.tell_rulebook(load_variant(name), None))
        case "GET", "phrases":
            return send_data(phrases_json())
        case "POST", "rules/look":
            return send_data(looking_up.tell_look(read_body(asked.body, LookAtRule).rule))
        case "POST", "rules/read":
            return send_data(looking_up.tell_readings(read_body(asked.body, ReadText).text))
    return None
