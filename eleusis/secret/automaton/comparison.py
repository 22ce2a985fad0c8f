"""What comes out of a comparison of two rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs

from eleusis.ground.cards import Card, text_of


@attrs.frozen
class Comparison:
    """The outcome for two rules, A and B: they are the same, they differ (and where), or it is not decided.

    `same` is None where it is not decided; then `bound` says up to which length of the mainline no difference
    was found. Where they differ, after `line` one of them takes `card` and the other does not: `right_in`.

    >>> from eleusis import Rule, compare
    >>> comparison = compare(Rule("red"), Rule("color == last.color"))
    >>> print(comparison)
    different: after 2♠ B takes A♠, A does not
    >>> comparison.witness
    (Card(2S), Card(AS))

    As a condition (`if compare(a, b):`) it is true if the rules are the same and false if they differ; where that
    is not decided it can be neither, and raises TypeError. `.same` never does.
    """

    same: bool | None
    """True: the same; False: they differ; None: not decided."""
    line: tuple[Card, ...] = ()
    """The mainline after which they differ."""
    card: Card | None = None
    """The card that one of them takes there and the other does not; None where no difference is known."""
    right_in: Literal["A", "B"] | None = None
    """Which of the two takes that card."""
    bound: int | None = None
    """Where it is not decided: no difference was found on mainlines of up to this many cards."""
    states: int = attrs.field(default=0, eq=False)
    """How many states were looked at."""
    work: int = attrs.field(default=0, eq=False)
    """How much work that was: 8,000,000 is about a second."""
    reason: str | None = attrs.field(default=None, eq=False)
    """Why it is not decided."""
    dear: bool = attrs.field(default=False, eq=False)
    """Where it is not decided: whether B is why, which remembers more than A or is far more work to reckon."""

    @classmethod
    def differing(
        cls, line: Sequence[Card], right_a: int, card: Card, states: int = 0, work: int = 0
    ) -> Comparison:
        """Two rules that differ about a card after a line; `right_a` is what A takes there."""
        return cls(False, tuple(line), card, "A" if right_a & card.bit else "B", states=states, work=work)

    @property
    def witness(self) -> tuple[Card, ...]:
        """The line after which the rules differ, and then the card; empty if there is none."""
        return () if self.card is None else (*self.line, self.card)

    def describe(self, a: str = "A", b: str = "B") -> str:
        """The outcome in a sentence, with these names for the rules."""
        if self.same is None:
            return f"not decided: no difference found on mainlines of up to {self.bound} cards ({self.reason})"
        return "the same: no line of play tells them apart" if self.same else f"different: {self.difference(a, b)}"

    def difference(self, a: str = "A", b: str = "B") -> str:
        """Where two rules differ, as one would say it: after which line one takes a card and the other does not."""
        takes, refuses = (a, b) if self.right_in == "A" else (b, a)
        after = f"after {' '.join(card.pretty for card in self.line)}" if self.line else "at the start"
        card = "" if self.card is None else self.card.pretty
        return f"{after} {takes} takes {card}, {refuses} does not"

    def to_json(self) -> dict[str, object]:
        """The outcome as `rule compare --format json` prints it, cards as files have them."""
        line, card = [card.text for card in self.line], self.card and self.card.text
        return {"same": self.same, "line": line, "card": card, "right_in": self.right_in, "bound": self.bound}

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        facts = f"same={self.same}"
        if self.card is not None:
            facts += f", line={text_of(self.line)!r}, card={self.card.text!r}, right_in={self.right_in!r}"
        if self.same is None:
            facts += f", bound={self.bound}, reason={self.reason!r}"
        return f"Comparison({facts})"

    def __bool__(self) -> bool:
        if self.same is None:
            raise TypeError(f"neither true nor false: {self}; ask for .same, which is None then")
        return self.same
