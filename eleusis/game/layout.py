"""The layout: one mainline of right cards, and under each of them the wrong plays made after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from eleusis.ground.cards import Card, card
from eleusis.ground.values import Compared, Json


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
        order = [wrong for play in self.before for wrong in play]
        for right, plays in zip(self.mainline, self.sidelines, strict=True):
            order.append(right)
            for play in plays:
                order.extend(play)
        return order

    def to_json(self) -> dict[str, Json]:
        """The layout as data, cards as `10D`: the mainline, the sidelines under its cards, the plays before it."""
        return {
            "mainline": [card.text for card in self.mainline],
            "sidelines": [[[card.text for card in play] for play in plays] for plays in self.sidelines],
            "before": [[card.text for card in play] for play in self.before],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Layout:
        """The layout that `to_json` printed.

        Raises KeyError, TypeError and ValueError for what is no such data, NotationError for what is no card.
        """
        layout = cls(before=[_read_play(play) for play in data["before"]])
        layout.count = sum(map(len, layout.before))
        for text, plays in zip(data["mainline"], data["sidelines"], strict=True):
            layout.accept((card(text),))
            for play in plays:
                layout.reject(_read_play(play))
        return layout


def _read_play(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple([card(text) for text in texts])
