"""The layout: one mainline of right cards, and under each of them the wrong plays made after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from eleusis.pack import Card
from eleusis.values import Compared


@attrs.define(eq=False, repr=False)
class Layout(Compared):
    """The cards on the table.

    `sidelines[i]` lists the wrong plays under `mainline[i]`, each a tuple of the cards of one play;
    `before` lists those made while the mainline was empty. `count` is the cards on the layout, starters
    included.
    """

    mainline: list[Card] = attrs.field(factory=list)
    """The right cards, the starter first."""
    sidelines: list[list[tuple[Card, ...]]] = attrs.field(factory=list)
    """For each card of the mainline the wrong plays made after it."""
    before: list[tuple[Card, ...]] = attrs.field(factory=list)
    """The wrong plays made while the mainline was empty."""
    count: int = 0
    """The cards on the layout, starters included."""

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_svg_(self) -> str: ...

    def accept(self, cards: Sequence[Card]) -> None:
        """Put right cards on the mainline, in order."""
        self.mainline += cards
        for _ in cards:
            self.sidelines.append([])
        self.count += len(cards)

    def reject(self, cards: tuple[Card, ...]) -> None:
        """Put a wrong play under the last mainline card, kept together as one string."""
        (self.sidelines[-1] if self.sidelines else self.before).append(cards)
        self.count += len(cards)

    def copy(self) -> Layout:
        """The same layout, sharing nothing that can change."""
        return Layout(list(self.mainline), [list(plays) for plays in self.sidelines], list(self.before), self.count)

    def cards(self) -> list[Card]:
        """Every card on the layout, in the order in which it came to it.

        A wrong play lies under the mainline card that was the last one then, so the order of the plays can be
        read off the layout itself: each mainline card, then what hangs below it, then the next.
        """
        order = [card for play in self.before for card in play]
        for card, plays in zip(self.mainline, self.sidelines, strict=True):
            order.append(card)
            for play in plays:
                order.extend(play)
        return order
