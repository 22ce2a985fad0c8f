"""What comes out of a comparison of two rules."""

from __future__ import annotations

from typing import Literal

import attrs

from eleusis.pack import Card


@attrs.frozen
class Comparison:
    """What is known of two rules, A and B.

    `same` is None where it is not decided; then `bound` says up to which length of the mainline no difference
    was found. Where they differ, after `line` one of them takes `card` and the other does not: `right_in`.
    """

    same: bool | None
    line: tuple[Card, ...] = ()
    card: Card | None = None
    right_in: Literal["A", "B"] | None = None
    bound: int | None = None
    states: int = attrs.field(default=0, eq=False)
    """How many states were looked at."""
    work: int = attrs.field(default=0, eq=False)
    """How much work that was, in the units of work.py."""
    reason: str | None = attrs.field(default=None, eq=False)
    """Why it is not decided."""

    @property
    def witness(self) -> tuple[Card, ...]:
        """The line that tells the rules apart and then the card; empty where there is none."""
        return () if self.card is None else (*self.line, self.card)

    def describe(self, a: str = "A", b: str = "B") -> str:
        """The outcome in a sentence, with the rules called as given."""
        if self.same:
            return "the same: no line of play tells them apart"
        if self.same is None:
            return f"not decided: no difference found on mainlines of up to {self.bound} cards ({self.reason})"
        return f"different: {self.difference(a, b)}"

    __str__ = describe

    def difference(self, a: str = "A", b: str = "B") -> str:
        """Where two rules differ, as one would say it: after which line one takes a card and the other does not."""
        takes, refuses = (a, b) if self.right_in == "A" else (b, a)
        after = f"after {' '.join(card.pretty for card in self.line)}" if self.line else "at the start"
        card = "" if self.card is None else self.card.pretty
        return f"{after} {takes} takes {card}, {refuses} does not"
