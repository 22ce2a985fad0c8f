"""What a bot believed after a turn, to be told when the round is over."""

from __future__ import annotations

from collections.abc import Callable

import attrs


@attrs.frozen
class Belief:
    """What was believed after a turn."""

    turn: int
    """How many plays and no plays had been judged."""
    alive: int
    """How many rules that it thought of fitted everything that was seen, or remembered."""
    outside: float
    """How probable it was that the rule is none of these."""
    text: Callable[[int], str] = attrs.field(repr=False)
    """The text of a rule by its number."""
    numbers: list[int]
    """The most probable rules, by their numbers."""
    chances: list[float]
    """Their probabilities, if the rule is one of those."""

    @property
    def rules(self) -> tuple[tuple[str, float], ...]:
        """The most probable rules as texts, each with its probability."""
        inside = [chance * (1 - self.outside) for chance in self.chances]
        return tuple(zip(map(self.text, self.numbers), inside, strict=True))
