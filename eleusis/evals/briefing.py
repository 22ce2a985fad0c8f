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
"""So many answers in one move that can't be taken cost the round."""


def write_briefing(variant: Variant, players: Sequence[str], dealer: str, seat: str) -> str:
    """All that a model must know before a round: the rules of the edition, the notation, the form of an answer."""
    count = len(players)
    last = _ORDINALS[MOST_ERRORS]
    errors = (
        f"If an answer can't be used, you are told why; the {last} unusable answer in one move loses the round."
    )
    return write_chapters(
        variant.title or variant.name,
        [
            *tell_rules(variant, count),
            tell_notation(variant, count),
            tell_rule_language(),
            Chapter("Your part", (_seats(players, dealer, seat), *FORM, errors), False),
        ],
    )


_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


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
