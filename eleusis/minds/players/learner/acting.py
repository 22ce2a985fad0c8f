"""The learner at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence

from eleusis.game.moves import Declare, Guess, Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.chance import choose
from eleusis.minds.induction.beliefs import Belief
from eleusis.minds.players.knower import Knower
from eleusis.minds.players.learner.thoughts import Capacity, Idea, Thoughts
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.variant import Variant

SURE = 2
"""A rule that has foretold so many times what it takes to be believed is lived by: for strings, to declare."""


class Learner:
    """Plays cards that test its idea of the rule, guesses it once it believes in it, and lives by it once sure.

    A function of the view, of `chance` and of what it was made with.
    """

    def __init__(self, seat: str, variant: Variant, chance: random.Random, capacity: Capacity) -> None:
        self.variant = variant
        self.chance = chance
        self.capacity = capacity
        self.thoughts = Thoughts(seat, capacity, variant.deal.sets_aside)
        self._ignorant = RandomPlayer(variant, chance, strings=0, no_plays=0, declares=0, guesses=0)

    def move(self, view: View) -> Move:
        """The move of its seat."""
        self.thoughts.see(view.events)
        due, idea = view.due, self.thoughts.favourite
        slips = self.chance.random() < self.capacity.slips
        if idea is None or (due is Play and slips):
            return self._ignorant.move(view)
        trust = self.capacity.trust
        believed, sure = idea.foretold >= trust, idea.foretold >= SURE * trust
        if due is Play and not sure:
            return self._try_out(view, self.thoughts.ideas, believed) or self._ignorant.move(view)
        says = sure or (believed and due is Guess and not self.variant.guess.price)
        if due in (Guess, Declare) and not says:
            return Pass(view.seat)
        return Knower(self.variant, self.chance, idea.conjecture.rule).move(view)

    def _try_out(self, view: View, ideas: Sequence[Idea], believed: bool) -> Move | None:
        """A card that the first idea allows, best one that the next idea forbids; None where it allows none."""
        first, *doubts = [idea.conjecture.mask(view.mainline) for idea in ideas[:2]]
        right = [card for card in view.playable if first & card.bit]
        telling = [card for card in right if doubts and not doubts[0] & card.bit]
        if right:
            return Play(view.seat, (choose(telling or right, self.chance),))
        return NoPlay(view.seat) if believed and self.variant.no_play.allowed else None

    def belief(self, view: View) -> tuple[str, float] | None:
        """Its first idea, and how far it trusts it; nothing where it has none."""
        self.look(view)
        idea = self.thoughts.favourite
        return None if idea is None else (idea.conjecture.rule.text, idea.confidence)

    def look(self, view: View) -> None:
        """Take in what has happened since its last move: at the end of the round, say."""
        self.thoughts.see(view.events)

    @property
    def beliefs(self) -> list[Belief]:
        """What it had in mind after each turn, as far as it has looked."""
        return list(self.thoughts.beliefs)
