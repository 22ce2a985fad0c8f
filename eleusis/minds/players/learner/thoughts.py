"""What a learner thinks: the few ideas that it has in mind, and what it remembers of the verdicts.

It keeps an idea until a verdict contradicts it, and only then looks for another one that fits what it remembers.
All of it follows from the events: its slips and what comes to its mind are drawn from a stream of its own, so who
sees the same round again has the same thoughts again.
"""

from __future__ import annotations

from collections import deque
from random import Random

import attrs

from eleusis.game.events import AnyEvent
from eleusis.ground.chance import stream
from eleusis.minds.induction.beliefs import Belief
from eleusis.minds.induction.clues import Clue, Follower, Refused
from eleusis.minds.players.learner.ideas import Conjecture, amend, fits, think_up


@attrs.frozen
class Capacity:
    """How much a learner can keep in mind."""

    memory: int
    """How many verdicts it remembers."""
    ideas: int
    """How many rules it has in mind at once."""
    tries: int
    """How many rules it thinks of after a verdict, to find one that fits."""
    trust: int
    """How many verdicts in a row a rule must have foretold before it is believed."""
    bits: int
    """How long the rules may be that it thinks of, in bits of the measure of a rule."""
    slips: float
    """How often it doesn't notice that a verdict contradicts an idea."""


@attrs.define(eq=False)
class Idea:
    """A conjecture that came to mind, and how many verdicts it has foretold since then."""

    conjecture: Conjecture
    foretold: int = 0

    @property
    def confidence(self) -> float:
        """How probable it seems: one in three at first, then by the rule of succession."""
        return (self.foretold + 1) / (self.foretold + 3)


class Thoughts(Follower):
    """What somebody of this capacity thinks on this seat."""

    def __init__(self, seat: str, capacity: Capacity, right_starters: bool) -> None:
        self.seat = seat
        self.capacity = capacity
        super().__init__(right_starters)

    def forget(self) -> None:
        """Begin a new round."""
        super().forget()
        self.chance: Random = stream(0, "learner", self.seat)
        self.ideas: list[Idea] = []
        """The one that it holds on to, and what it doubts it for."""
        self.nearly: Conjecture | None = None
        """The last one that it held on to before a verdict contradicted it."""
        self.verdicts: deque[Clue] = deque(maxlen=self.capacity.memory)
        self.refused: list[Clue] = []
        """Guesses that were wrong: they are said aloud, and nobody forgets them."""
        self.beliefs: list[Belief] = []
        """What was thought after each turn."""

    def _begin(self, deal: AnyEvent) -> None:
        """Let chance hang on what it sees of the deal: its own hand, and the starter."""
        self.chance = stream(0, "learner", self.seat, deal.to_json())

    def _take(self, clue: Clue) -> None:
        (self.refused if isinstance(clue, Refused) else self.verdicts).append(clue)
        kept, fallen = list[Idea](), list[Idea]()
        for idea in self.ideas:
            if fits(idea.conjecture, clue):
                idea.foretold += clue.judges
                kept.append(idea)
            elif not isinstance(clue, Refused) and self.chance.random() < self.capacity.slips:
                kept.append(idea)
            else:
                fallen.append(idea)
        self.ideas = kept
        if fallen and fallen[0].foretold:
            self.nearly = fallen[0].conjecture
        for _ in range(self.capacity.tries):
            if len(self.ideas) < self.capacity.ideas:
                self._try(think_up(self.chance))
        for _ in range(self.capacity.tries):
            if not self.ideas and self.nearly is not None:
                self._try(amend(self.nearly, self.chance))
        self.ideas.sort(key=lambda idea: -idea.foretold)

    def _try(self, conjecture: Conjecture) -> None:
        """Keep it in mind if it is new and fits what is remembered."""
        new = conjecture.bits <= self.capacity.bits and all(idea.conjecture != conjecture for idea in self.ideas)
        if new and all(fits(conjecture, clue) for clue in (*self.verdicts, *self.refused)):
            self.ideas.append(Idea(conjecture))

    def _note(self) -> None:
        """Keep what is thought after a turn: the first idea first, the others as doubts of it."""
        texts = [idea.conjecture.rule.text for idea in self.ideas]
        left, chances = 1.0, list[float]()
        for idea in self.ideas:
            chances.append(left * idea.confidence)
            left -= chances[-1]
        inside = 1 - left
        shares = [chance / inside for chance in chances]
        self.beliefs.append(
            Belief(self.reader.turns, len(texts), left, texts.__getitem__, list(range(len(texts))), shares)
        )

    @property
    def favourite(self) -> Idea | None:
        """The rule that has foretold most."""
        return self.ideas[0] if self.ideas else None
