"""What a seat made of its right to guess, turn by turn: what it guessed, and what it might have guessed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from eleusis.benchmark.entries import OwnGuess
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


def read_offer(turn: int, view: View, move: Move, rules: Mapping[str, Rule]) -> Offer:
    """What a seat that may guess has answered in that turn of its own.

    A guess that is no rule will be refused, and counts as none.
    """
    line = tuple(view.mainline)
    if isinstance(move, Guess):
        try:
            rule = find_rule(move.rule, rules)
        except RuleError:
            return Offer(turn, line)
        refuted = any(contradict(rule, clue) is not None for _, clue in read_clues(view.events))
        return Offer(turn, line, rule, refuted)
    return Offer(turn, line)


def list_guesses(offers: Mapping[int, Offer], wrong_guesses: int, solved: bool) -> tuple[OwnGuess, ...]:
    """The guesses of a seat in their order: so many that were wrong, then a right one if it solved the round.

    One that was not judged, because the round was broken off, is left out.

    A guess is repeated if it is the same as one that was called wrong before, from the mainline on as it lay then.
    """
    guesses: list[OwnGuess] = []
    wrong: list[tuple[Rule, Sequence[Card]]] = []
    for offer in offers.values():
        if offer.rule is None or len(guesses) == wrong_guesses + solved:
            continue
        rule, right = offer.rule, len(guesses) == wrong_guesses
        repeated = any(judge_guess(before, rule, line, line).same for before, line in wrong)
        guesses.append(OwnGuess(offer.turn, rule.text, right, repeated, offer.refuted))
        if not right:
            wrong.append((rule, offer.line))
    return tuple(guesses)


def count_waits(offers: Mapping[int, Offer], right: Collection[int], solved: bool) -> int:
    """In how many turns a seat might have guessed and held the right rule, but didn't guess it.

    `right` are the turns of the table whose last statement was right.
    """
    last = max(offers, default=None)
    return sum(turn in right and not (solved and turn == last) for turn in offers)
