"""The learner at the table."""

from __future__ import annotations

import random

from eleusis.game.moves import Declare, Guess, Move, Pass, Play
from eleusis.game.view import View
from eleusis.ground.chance import choose
from eleusis.minds.players.knower import Knower
from eleusis.minds.players.learner.thoughts import Capacity, Thoughts
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.variant import Variant


class Learner:
    """Plays cards that test its idea of the rule until it believes in one, and then as if it knew that one.

    A function of the view, of `chance` and of what it was made with.
    """

    def __init__(self, seat: str, variant: Variant, chance: random.Random, capacity: Capacity) -> None:
        self.variant = variant
        self.chance = chance
        self.thoughts = Thoughts(seat, capacity, variant.deal.sets_aside)
        self.ignorant = RandomPlayer(variant, chance, strings=0, no_plays=0, declares=0, guesses=0)

    def move(self, view: View) -> Move:
        """The move of its seat."""
        thoughts, due = self.thoughts, view.due
        thoughts.see(view.events)
        believed = thoughts.believed
        if due in (Guess, Declare) and believed is None:
            return Pass(view.seat)
        if due is Play and (believed is None or self.chance.random() < thoughts.capacity.slips):
            return self._try_out(view)
        favourite = thoughts.favourite
        rule = believed or (None if favourite is None else favourite.rule)
        return Knower(self.variant, self.chance, rule).move(view)

    def _try_out(self, view: View) -> Move:
        """A card that its favourite idea allows, best one that the next idea forbids; else any card."""
        ideas = self.thoughts.ideas
        if not ideas or self.chance.random() < self.thoughts.capacity.slips:
            return self.ignorant.move(view)
        line = view.mainline
        masks = [idea.rule.mask(line) for idea in ideas]
        right = [card for card in view.playable if masks[0] & card.bit]
        telling = [card for card in right if len(masks) > 1 and not masks[1] & card.bit]
        if right:
            return Play(view.seat, (choose(telling or right, self.chance),))
        return self.ignorant.move(view)

    def belief(self, view: View) -> tuple[str, float] | None:
        """Its favourite idea, and how much it trusts it; nothing where it has none."""
        self.thoughts.see(view.events)
        idea = self.thoughts.favourite
        return None if idea is None else (idea.rule.text, idea.foretold / (idea.foretold + 2))
