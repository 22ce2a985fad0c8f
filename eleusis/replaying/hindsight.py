"""What is told once a round has ended: where a wrong guess differs from the dealer's rule."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.driving.record import RoundReplay, WrongGuess
from eleusis.errors import RuleError
from eleusis.game.moves import Judge
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess


def wrong_guesses(one: RoundReplay, rule: Rule, rules: Mapping[str, Rule] | None = None) -> list[WrongGuess]:
    """The guesses that were called wrong, each with a line and a card that tell it from the rule.

    Empty while the round goes on. A guess in prose is left out, and one that does not differ after all.
    """
    if one.ended is None or not any(step.move.verb == "guess" for step in one.steps):
        return []
    then = one.round.at_deal()
    state, refusal = then.state, Judge(one.dealer, False)
    differing: list[WrongGuess] = []
    for step in one.steps:
        if state.phase == "judge guess" and step.move == refusal:
            line, guess = state.layout.mainline, state.guess or ""
            try:
                guessed = find_rule(guess, rules or {})
                verdict = judge_guess(rule, guessed, line, then.variant.guess.agrees_from(line))
                if verdict.same is False:
                    differing.append(WrongGuess(state.mover or "", guess, verdict))
            except RuleError:  # in prose, or of no starter
                pass
        then.step(step.move)
    return differing
