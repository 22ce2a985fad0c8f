"""What is told once a round has ended: where a wrong guess differs from the dealer's rule."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.errors import RuleError
from eleusis.game.events import GuessJudged
from eleusis.script.record import RoundReplay, WrongGuess
from eleusis.secret.judging import judge_guess
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule


def wrong_guesses(one: RoundReplay, rule: Rule, rules: Mapping[str, Rule] | None = None) -> list[WrongGuess]:
    """The guesses that were called wrong, each with a line and a card that tell it from the rule.

    None while the round goes on. A guess in prose is left out, and one that does not differ after all.
    """
    events = one.round.events
    wrong = [i for i, event in enumerate(events) if isinstance(event, GuessJudged) and not event.right]
    if one.ended is None or not wrong:
        return []
    then = one.round.copy()
    found: list[WrongGuess] = []
    for i in reversed(wrong):
        then.rewind(len(then.events) - i)
        state = then.state
        try:
            guessed = find_rule(state.guess or "", rules or {})
            verdict = judge_guess(rule, guessed, state.layout.mainline, then.variant.guess.judged)
        except RuleError:
            continue
        if verdict.same is False:
            found.append(WrongGuess(state.mover or "", state.guess or "", verdict))
    return found[::-1]
