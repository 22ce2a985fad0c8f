"""What is asked about rules where no game is open: a rule is tried, or made for a friend."""

from __future__ import annotations

from eleusis.doors.web import web_messages as messages
from eleusis.doors.web import wire
from eleusis.doors.web.evenings.rule_talk import look
from eleusis.doors.web.wire import WebAnswer, read_body, send_data
from eleusis.ground.errors import RuleError
from eleusis.secret.phrasebook.sentences import phrases_json
from eleusis.table.daily_puzzle import EDITION
from eleusis.variant import load_variant
from eleusis.words.rulebook import Chapter, tell_rule_language, tell_rules


def answer_alone(method: str, path: str, body: bytes) -> WebAnswer | None:
    """The answer that needs no game, or None. Raises as reading the body does."""
    match method, path:
        case "GET", "/api/phrases":
            return send_data(phrases_json())
        case "GET", "/api/rules":
            edition = load_variant(EDITION)
            chapters = [_tell(chapter) for chapter in tell_rules(edition)]
            return send_data(messages.RulesSeen(edition.title, chapters, [_tell(tell_rule_language())]))
        case "POST", "/api/rules/look":
            try:
                return send_data(look(read_body(body, messages.LookAtRule).rule, ()))
            except RuleError as error:  # an answer, as at a table: most of what is typed is no rule yet
                return send_data({"error": wire.say_error(error)})
    return None


def _tell(chapter: Chapter) -> messages.ChapterSeen:
    return messages.ChapterSeen(chapter.title, [*chapter.lines], chapter.numbered)
