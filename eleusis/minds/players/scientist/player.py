"""The scientist at the table."""

from __future__ import annotations

import random

from eleusis.game.moves import Call, Declare, Guess, Move, Pass, Play
from eleusis.game.view import View
from eleusis.minds.induction.beliefs import Belief
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.mind import Mind
from eleusis.minds.players.scientist.choosing import choose
from eleusis.minds.players.scientist.forecast import worth_declaring
from eleusis.minds.players.scientist.guessing import best_guess, find_likeliest
from eleusis.variant import Variant


class Scientist:
    """Keeps all rules of a family that fit what was seen, and plays by what they say.

    A function of the view, of `chance` and of what it was made with.
    """

    def __init__(self, variant: Variant, chance: random.Random, family: Family) -> None:
        self.variant = variant
        self.chance = chance
        self.mind = Mind(family, variant.guess if variant.guess.price else None, variant.deal.sets_aside)

    def move(self, view: View) -> Move:
        """The move of its seat."""
        self.mind.see(view.events)
        due = view.due
        if due is Play:
            return choose(view, self.variant, self.mind)
        if due is Call:
            return self._call(view)
        if due is Guess:
            rule = best_guess(view, self.variant, self.mind)
            return Pass(view.seat) if rule is None else Guess(view.seat, rule)
        assert due is Declare, "a scientist doesn't deal"
        worth = worth_declaring(view, self.variant, self.mind, self.chance)
        return Declare(view.seat) if worth > 0 else Pass(view.seat)

    def _call(self, view: View) -> Move:
        """The call most probably right: by the majority for a play, by the best card for a no play."""
        if view.pending:
            return Call(view.seat, self.mind.in_turn(view.pending) >= 0.5)
        cards = [option.card for option in view.options if isinstance(option, Call) and option.card is not None]
        if not cards:
            return Call(view.seat, True)
        chances = self.mind.right_cards(cards).tolist()
        best = max(range(len(cards)), key=lambda n: (chances[n], -n))
        if self.mind.none_right(cards) >= chances[best]:
            return Call(view.seat, True)
        return Call(view.seat, False, cards[best])

    def belief(self, view: View) -> tuple[str, float]:
        """The rule that is most probable from the present mainline on, and how probable it is.

        Rules that are the same from there count as one; the doubt that it is none of the family is included.
        """
        self.mind.see(view.events)
        rule, chance = find_likeliest(self.mind, self.mind.line)
        return self.mind.few.text(rule), min(1.0, chance)

    def look(self, view: View) -> None:
        """Take in what has happened since its last move: at the end of the round, say."""
        self.mind.see(view.events)

    @property
    def beliefs(self) -> list[Belief]:
        """What it believed after each turn, as far as it has looked."""
        return list(self.mind.beliefs)
