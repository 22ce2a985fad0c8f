"""What a model is told: once the rules and the notation, then only what is new."""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.evals.answers import FORM
from eleusis.game.moves import Call, Declare, Guess, Judge, Move
from eleusis.game.view import View
from eleusis.ground.cards import text_of
from eleusis.variant import Variant
from eleusis.words.page.plain_lines import plain_lines
from eleusis.words.rulebook import Chapter, tell_notation, tell_rule_language, tell_rules, write_chapters

MOST_ERRORS = 3
"""So many answers in one move that can't be taken cost the round; the briefing says it in words."""


def write_briefing(variant: Variant, players: Sequence[str], dealer: str, seat: str) -> str:
    """All that a model must know before a round: the rules of the edition, the notation, the form of an answer."""
    errors = "If an answer can't be used, you are told why; the third unusable answer in one move loses the round."
    part = Chapter("Your part", (_seats(players, dealer, seat), *FORM, errors), False)
    return write_rules(variant, len(players), part)


def write_rules(variant: Variant, players: int | None, *more: Chapter, dealing: bool = False) -> str:
    """The rules of an edition, the notation and the rule language in words; with `dealing`, the dealer's too."""
    notation = tell_notation(variant, players, dealing=dealing)
    chapters = [*tell_rules(variant, players), notation, tell_rule_language(), *more]
    return write_chapters(variant.title or variant.name, chapters)


def _seats(players: Sequence[str], dealer: str, seat: str) -> str:
    others = [player for player in players if player not in (dealer, seat)]
    beside = f" Clockwise sit {', '.join(players)}." if others else ""
    return f"You are {seat}, and {dealer} is the dealer.{beside} Score as much as you can."


def write_question(view: View, heard: int) -> str:
    """What has happened since the first `heard` events, and what the seat is asked for now."""
    lines = plain_lines(view.events[heard:])
    due = _DUE.get(view.due or Move)
    if due is None:
        lines.append(f"Hand: {text_of(view.hand) or 'none'}. Your play.")
    else:
        lines.append(due)
    return "\n".join(lines)


_DUE: dict[type[Move], str] = {
    Guess: "Guess the rule, or pass.",
    Declare: "Declare, or pass.",
    Call: "Call it right or wrong.",
    Judge: "Judge it right or wrong.",
}
"""What a seat is asked for, where that is no play."""


def write_refusal(message: str) -> str:
    """That an answer can't be taken, and why."""
    return f"Not taken: {message}. Answer again."
