"""The layout: one mainline of right cards, and under each of them the wrong plays made after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from eleusis.ground.cards import Card
from eleusis.ground.data import Json, ListSoFar, to_data

Plays = Sequence[tuple[Card, ...]]
"""Wrong plays in one place, each the cards of one play."""


class Layout(msgspec.Struct, frozen=True):
    """The cards on the table.

    >>> from eleusis import cards
    >>> layout = GrowingLayout([], [], [])
    >>> layout.accept(cards("7S 4H"))
    >>> layout.reject(cards("8C"))
    >>> layout.now().to_json()
    {'mainline': ['7S', '4H'], 'sidelines': [[], [['8C']]], 'before': []}
    """

    mainline: Annotated[Sequence[Card], Meta(description="The right cards, in order.")]
    sidelines: Annotated[
        Sequence[tuple[tuple[Card, ...], ...]],
        Meta(description="For each card of the mainline the wrong plays under it."),
    ]
    before: Annotated[Plays, Meta(description="The wrong plays made while the mainline was empty.")]

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    @property
    def count(self) -> int:
        """The cards on the layout, starters included."""
        return len(self.cards())

    def cards(self) -> list[Card]:
        """Every card on the layout, in the order in which it came to it.

        A wrong play lies under the mainline card that was the last one then, so the order of the plays can be
        read off the layout itself: each mainline card, then what hangs below it, then the next.
        """
        order = [wrong for play in self.before for wrong in play]
        for right, plays in zip(self.mainline, self.sidelines, strict=True):
            order.append(right)
            for play in plays:
                order.extend(play)
        return order

    def to_json(self) -> dict[str, Json]:
        """The layout as data, cards as `10D`: the mainline, the sidelines under its cards, the plays before it."""
        data: dict[str, Json] = to_data(self)
        return data


class GrowingLayout(Layout, frozen=True):
    """The layout of a round that goes on."""

    mainline: list[Card] = []
    sidelines: list[tuple[tuple[Card, ...], ...]] = []
    before: list[tuple[Card, ...]] = []

    def accept(self, cards: Sequence[Card]) -> None:
        """Put right cards on the mainline, in order."""
        self.mainline.extend(cards)
        for _ in cards:
            self.sidelines.append(())

    def reject(self, cards: tuple[Card, ...]) -> None:
        """Put a wrong play under the last mainline card, kept together as one string."""
        if self.sidelines:
            self.sidelines[-1] = (*self.sidelines[-1], cards)
        else:
            self.before.append(cards)

    def now(self) -> Layout:
        """The layout as it lies now, and will stay: a window on it, and the column that may still grow."""
        sidelines = ListSoFar(self.sidelines, max(len(self.sidelines) - 1, 0), tuple(self.sidelines[-1:]))
        return Layout(ListSoFar(self.mainline, len(self.mainline)), sidelines, [*self.before])

    def copy(self) -> GrowingLayout:
        """The same layout, sharing nothing that can change."""
        return GrowingLayout([*self.mainline], [*self.sidelines], [*self.before])
