"""What is told once a round has ended: where a wrong guess differs from the dealer's rule."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from eleusis.driving.record import RoundReplay, WrongGuess
from eleusis.errors import RuleError
from eleusis.game.moves import Judge
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess


def wrong_guesses(record: RoundReplay, rule: Rule, rules: Mapping[str, Rule] | None = None) -> list[WrongGuess]:
    """The guesses that were called wrong, each with a line and a card that tell it from the rule.

    Empty while the round goes on. A guess in prose is left out, and one that does not differ after all.
    """
    if record.ended is None or not any(step.move.verb == "guess" for step in record.steps):
        return []
    # A guess is compared on the mainline that lay there when it was made, so the round is walked through once more.
    round_ = record.round.at_deal()
    state, refusal = round_.state, Judge(record.dealer, False)
    differing: list[WrongGuess] = []
    for step in record.steps:
        if state.phase == "judge guess" and step.move == refusal:
            line, guess = state.layout.mainline, state.guess or ""
            with contextlib.suppress(RuleError):  # in prose, or of no starter
                verdict = judge_guess(
                    rule,
                    find_rule(guess, rules or {}),
                    line,
                    round_.variant.guess.agrees_from(state.starters, line),
                )
                if verdict.same is False:
                    differing.append(WrongGuess(state.mover or "", guess, verdict))
        round_.step(step.move)
    return differing
