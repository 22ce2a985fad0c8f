"""What a seat made of its right to guess, turn by turn: what it guessed, and what it might have guessed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from eleusis.benchmark.entries import OwnGuess
from eleusis.game.events import NoPlayDeclared, Played
from eleusis.game.moves import Guess, Move
from eleusis.game.view import View
from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess
from eleusis.table.contradicting import contradict, read_clues


@attrs.frozen(eq=False)
class Offer:
    """A right to guess, and what a seat made of it."""

    turn: int
    """In which of its own turns it was, from 1."""
    line: tuple[Card, ...]
    """The mainline then."""
    rule: Rule | None = None
    """What it guessed; None: it passed."""
    refuted: bool = False
    """Whether that contradicts a verdict on the table."""


def read_offer(view: View, move: Move, rules: Mapping[str, Rule]) -> Offer:
    """What a seat that may guess has answered; a guess that is no rule will be refused, and counts as none."""
    turn = sum(isinstance(event, Played | NoPlayDeclared) and event.seat == view.seat for event in view.events)
    line = tuple(view.mainline)
    if isinstance(move, Guess):
        try:
            rule = find_rule(move.rule, rules)
        except RuleError:
            return Offer(turn, line)
        refuted = any(contradict(rule, clue) is not None for _, clue in read_clues(view.events))
        return Offer(turn, line, rule, refuted)
    return Offer(turn, line)


def list_guesses(offers: Mapping[int, Offer], verdicts: Sequence[bool]) -> tuple[OwnGuess, ...]:
    """The guesses of a seat in their order, with the dealer's verdicts; one that was not judged is left out.

    A guess is repeated if it is the same, from the mainline on as it lies, as one that was called wrong before.
    """
    guesses: list[OwnGuess] = []
    wrong: list[Rule] = []
    for offer in offers.values():
        if offer.rule is None or len(guesses) == len(verdicts):
            continue
        rule, right = offer.rule, verdicts[len(guesses)]
        repeated = any(judge_guess(before, rule, offer.line, offer.line).same for before in wrong)
        guesses.append(OwnGuess(offer.turn, rule.text, right, repeated, offer.refuted))
        if not right:
            wrong.append(rule)
    return tuple(guesses)


def count_waits(offers: Mapping[int, Offer], right: Collection[int], solved: bool) -> int:
    """In how many turns a seat might have guessed and held the right rule, but didn't guess it.

    `right` are the turns of the table whose last statement was right.
    """
    last = max(offers, default=None)
    return sum(turn in right and not (solved and turn == last) for turn in offers)
