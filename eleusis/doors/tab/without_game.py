"""What a tab is asked where no game is open, as by the page on which one is set up, or by that of a rule."""

from __future__ import annotations

from typing import Final

from eleusis.doors.web import wire
from eleusis.doors.web.answering import Asked
from eleusis.doors.web.evenings.rule_talk import look
from eleusis.doors.web.looking_up import tell_editions, tell_kinds, tell_rulebook
from eleusis.doors.web.web_messages import LookAtRule
from eleusis.doors.web.wire import WebAnswer, read_body, send_data
from eleusis.ground.errors import NotationError, RuleError, quote
from eleusis.secret.phrasebook.sentences import phrases_json
from eleusis.variant import load_variant
from eleusis.variant.shelves import is_path

_USUAL: Final = "express"


def answer_without_game(asked: Asked) -> WebAnswer | None:
    """The answer to what can be told without a game; None where it takes one.

    `?variant=` names the edition whose rules are asked for. Raises VariantError where there is no such edition,
    NotationError for what is no name.
    """
    match asked.method, asked.path.removeprefix("/api/"):
        case "GET", "editions":
            return send_data(tell_editions(None))
        case "GET", "kinds":
            return send_data(tell_kinds())
        case "GET", "rules":
            return _tell_rules(asked.query.get("variant", _USUAL))
        case "GET", "phrases":
            return send_data(phrases_json())
        case "POST", "rules/look":
            return _look(read_body(asked.body, LookAtRule).rule)
    return None


def _tell_rules(name: str) -> WebAnswer:
    if is_path(name) or name == "-":
        raise NotationError("notation/option", f"give an edition's name here, not {quote(name)}")
    return send_data(tell_rulebook(load_variant(name), None))


def _look(text: str) -> WebAnswer:
    try:
        return send_data(look(text, ()))
    except RuleError as error:
        # An answer, not a refusal, as at a table.
        return send_data({"error": wire.say_error(error)})
