"""Whether two rules are the same, and so whether a guess is right: the one place where that is decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs

from eleusis.errors import RuleError
from eleusis.pack import Card
from eleusis.secret.rule import Rule


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

    def told(self, a: str = "A", b: str = "B") -> str:
        """The outcome in a sentence, with the rules called as given."""
        if self.same:
            return "the same: no line of play tells them apart"
        if self.same is None:
            return f"not decided: no difference found on mainlines of up to {self.bound} cards ({self.reason})"
        return f"different: {self.difference(a, b)}"

    __str__ = told

    def difference(self, a: str = "A", b: str = "B") -> str:
        """Where two rules differ, as one would say it: after which line one takes a card and the other does not."""
        takes, refuses = (a, b) if self.right_in == "A" else (b, a)
        after = f"after {' '.join(card.pretty for card in self.line)}" if self.line else "at the start"
        card = "" if self.card is None else self.card.pretty
        return f"{after} {takes} takes {card}, {refuses} does not"


def compare(a: Rule, b: Rule, line: Sequence[Card] | None = None) -> Comparison:
    """Whether two rules accept the same cards: everywhere, or from a mainline on.

    Everywhere is after every mainline that can be built from any starter that both allow. Raises RuleError
    (`rule/no-starter`) if no starter suits both.
    """
    if line is not None:
        return _decide(a, b, line, 0)
    starters = a.starters() & b.starters()
    if not starters:
        raise RuleError("rule/no-starter", "no starter suits both rules")
    return _decide(a, b, None, starters)


def judge_guess(
    secret: Rule, guess: Rule, line: Sequence[Card], agrees_from: Sequence[Card] | None = None
) -> Comparison:
    """Whether a guess (B) is the secret rule (A): after every mainline that goes on from `agrees_from`; None:
    everywhere from the starters that the secret rule allows, `line` being the mainline as it lies.

    Raises RuleError (`rule/no-starter`) if the secret rule allows no starter.
    """
    if agrees_from is not None:
        return _decide(secret, guess, agrees_from, 0)
    starters = secret.starters()
    if not starters:
        raise RuleError("rule/no-starter", "the secret rule allows no starter")
    found = _decide(secret, guess, None, starters)
    if found.same is None and line and line[0].bit & starters:
        from eleusis.secret.automaton.equivalence import along

        return along(secret, guess, line) or found
    return found


def _decide(a: Rule, b: Rule, line: Sequence[Card] | None, starters: int) -> Comparison:
    """From a line, or from the starters of a mask."""
    if a.tree == b.tree:
        return Comparison(True)
    from eleusis.secret.automaton.equivalence import decide

    return decide(a, b, line, starters)
