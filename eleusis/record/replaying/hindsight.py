"""What is told once a round has ended: where a wrong guess differs from the dealer's rule."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from eleusis.driving.replayed import RoundReplay, WrongGuess
from eleusis.game.moves import Judge
from eleusis.game.state import State
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess
from eleusis.variant import Variant


def wrong_guesses(record: RoundReplay, rule: Rule, rules: Mapping[str, Rule] | None = None) -> list[WrongGuess]:
    """The guesses that were called wrong, each with a line and a card that tell it from the rule; if there are any,
    such as could have been played in this round.

    Empty while the round goes on. A guess in prose is left out, one that does not differ after all, and one that is
    so long to reckon that no card was found in good time.
    """
    if record.ended is None or not any(step.move.verb == "guess" for step in record.steps):
        return []
    # A guess is compared on the mainline that lay there when it was made, so the round is walked through once more.
    round_ = record.round.at_deal()
    state, refusal = round_.state, Judge(record.dealer, False)
    differing: list[WrongGuess] = []
    for step in record.steps:
        if state.phase == "judge guess" and step.move == refusal:
            with contextlib.suppress(RuleError):  # in prose, or of no starter
                verdict, elsewhere = _compare(
                    rule, find_rule(state.guess or "", rules or {}), state, round_.variant
                )
                if verdict.card is not None:
                    differing.append(WrongGuess(state.mover or "", state.guess or "", verdict, elsewhere))
        round_.step(step.move)
    return differing


def _compare(rule: Rule, guess: Rule, state: State, variant: Variant) -> tuple[Comparison, bool]:
    """A guess against the rule as this edition judges it; where they differ, with a line of this round if there is
    such a difference. And whether the line is of another round: it begins with another starter.
    """
    line, starters = state.layout.mainline, state.starters
    agrees_from = variant.guess.agrees_from(starters, line)
    verdict = judge_guess(rule, guess, line, agrees_from)
    if verdict.same is not False or agrees_from is not None:
        return verdict, False
    here = judge_guess(rule, guess, line, starters)
    if here.same is False:
        return here, False
    return verdict, not starters or verdict.line[: len(starters)] != starters
