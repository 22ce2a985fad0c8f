"""A rule as the rest of the program has it: its text, and what it says about cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import attrs

from eleusis.ground.cards import Card, cards_in
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import Expr


@attrs.frozen
class Source:
    """Where a rule comes from, and what its source calls it."""

    author: str
    """Who gives it."""
    work: str | None = None
    """The book or article."""
    label: str | None = None
    """What it is called there."""
    note: str | None = None
    """What else there is to say."""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.author, self.work) if part)


@attrs.frozen
class Example:
    """Cards that are right, and cards that are wrong, after a line."""

    line: tuple[Card, ...]
    """The mainline."""
    right: tuple[Card, ...] = ()
    """Cards that are right after it."""
    wrong: tuple[Card, ...] = ()
    """Cards that are wrong after it."""


class Rule:
    """A secret rule. Two rules are equal if their texts say the same tree; what they mean, `compare` tells.

    >>> from eleusis import cards
    >>> rule = Rule("if last.odd then black else red", starter="red", name="odd")
    >>> rule.right(cards("7S 4H"))[:3]  # all red cards would be right next
    (Card(AH), Card(2H), Card(3H))
    >>> rule.accepts(cards("7S 4H"), cards("JH 2C"))  # a string, card by card
    True

    Raises RuleError (`rule/…`, with `.line` and `.column`) where a text is not valid.
    """

    def __init__(
        self,
        text: str,
        *,
        starter: str | None = None,
        source: Source | None = None,
        name: str | None = None,
        examples: Iterable[Example] = (),
    ) -> None:
        self.text: str = text.strip()
        """The rule as it was written."""
        self.tree: Expr = parse(text)
        self.starter: str | None = starter
        """The condition on the starter, in the same language, or None."""
        self.source: Source | None = source
        """Who gives it, and where."""
        self.name: str | None = name
        """Its id in the library or in a file of rules."""
        self.examples: tuple[Example, ...] = tuple(examples)
        """Cards that are right, and wrong, after some lines, as its file has them."""
        self._starter = None if starter is None else Meaning(parse(starter))

    @cached_property
    def meaning(self) -> Meaning:
        """The rule compiled, on first use."""
        return Meaning(self.tree)

    def mask(self, line: Sequence[Card]) -> int:
        """The cards that would be right after a mainline, as 52 bits."""
        return self.meaning.mask(line)

    def right(self, line: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that would be right after a mainline."""
        return cards_in(self.mask(line))

    def accepts(self, line: Sequence[Card], cards: Sequence[Card]) -> bool:
        """Whether a play is right: each card of a string after the ones before it."""
        grown = self.tail(line)
        for card in cards:
            if not self.mask(grown) & card.bit:
                return False
            grown.append(card)
        return True

    def tail(self, line: Sequence[Card]) -> list[Card]:
        """As much of a mainline as the rule must see to tell what is right after it, to put further cards on."""
        # A rule that has a table asks for the last card only: a long mainline is not copied for each string.
        return list(line[-1:] if self.meaning.table is not None else line)

    def starters(self) -> int:
        """The cards that may be the starter, as 52 bits."""
        return (1 << 52) - 1 if self._starter is None else self._starter.mask(())

    def fits_starter(self, card: Card) -> bool:
        """Whether a card may be the starter."""
        return bool(self.starters() & card.bit)

    @property
    def difficulty(self) -> int:
        """From 1 to 5, by the formula of docs/rule-language.md."""
        from eleusis.secret.language.shape import difficulty  # not needed in play

        return difficulty(self.tree)

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Expr, Expr | None]:
        """What makes it equal to another: the trees of the rule and of the condition on its starter."""
        return self.tree, None if self.starter is None else parse(self.starter)

    def __repr__(self) -> str:
        named = "" if self.name is None else f", name={self.name!r}"
        starter = "" if self.starter is None else f", starter={self.starter!r}"
        return f"Rule({self.text!r}{starter}{named})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        facts: dict[str, Any] = {key: getattr(self, key) for key in ("starter", "source", "name", "examples")}
        return partial(Rule, self.text, **facts), ()  # compiled anew, on first use
