"""The events of a game, numbered through all of its rounds: what a page has seen, it can name by one number.

The numbers are those of the game file: a server that goes on with it counts the same. What is taken back keeps its
numbers, and that it was taken back is an event of its own, so a number never means two things.

    1 round_began   2 played   3 rejected   4 undone (to 1)   5 played   …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from eleusis.driving.replayed import RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.ground.data import Json


@attrs.frozen
class Numbered:
    """An event with its number; or, without one, that everything after the number `to` was taken back."""

    n: int
    """Its number in the game, from 1."""
    event: AnyEvent | None
    """What happened; None where it was taken back."""
    to: int = 0
    """The number of the last event that still stands; 0 for an event."""

    def seen_by(self, seat: str | None) -> dict[str, Json]:
        """It as data, as that seat may know it (None: a spectator)."""
        if self.event is None:
            return {"type": "undone", "to": self.to}
        return self.event.seen_by(seat).to_json()


@attrs.define(eq=False)
class Chronicle:
    """All that has happened in a game, in its order; `before` is the last number of the game before it.

    What is new in the `rounds` gets its numbers when somebody asks.
    """

    before: int = 0
    rounds: Sequence[RoundReplay] = ()
    """The rounds of the game, to which others are added."""
    _numbered: list[list[Numbered]] = attrs.field(factory=list, init=False)
    """The entries of each round so far."""
    _seen: tuple[int, ...] = attrs.field(default=(), init=False)
    """How many rounds were taken in, how many events of the last one, and how many times some were taken back."""

    @property
    def entries(self) -> list[Numbered]:
        """All events with their numbers."""
        return [entry for numbered in self._take_in() for entry in numbered]

    @property
    def last(self) -> int:
        """The number of the last event; that of the game before where nothing has happened."""
        return self.before + sum(map(len, self._take_in()))

    @property
    def round_start(self) -> int:
        """The number before the deal of the last round."""
        return self.before + sum(map(len, self._take_in()[:-1]))

    def since(self, n: int) -> list[Numbered]:
        """The entries after the number `n`."""
        return self.entries[max(0, n - self.before) :]

    def standing(self, number: int) -> list[int]:
        """The numbers of the events of a round that have not been taken back, in order."""
        numbers: list[int] = []
        for entry in self._take_in()[number - 1] if number <= len(self.rounds) else ():
            if entry.event is None:
                numbers = [n for n in numbers if n <= entry.to]
            else:
                numbers.append(entry.n)
        return numbers

    def _take_in(self) -> list[list[Numbered]]:
        """Number what has happened since; a round that is over takes no more, but for an undo of its end."""
        rounds, numbered = self.rounds, self._numbered
        seen = (len(rounds), len(rounds[-1].round.events), len(rounds[-1].undone)) if rounds else ()
        if seen != self._seen:
            self._seen = seen
            del numbered[-1:]
            for record in rounds[len(numbered) :]:
                numbered.append([*self._number(record, self.before + sum(map(len, numbered)))])
        return numbered

    @staticmethod
    def _number(record: RoundReplay, before: int) -> Iterator[Numbered]:
        """The entries of a round: what was taken back stands where it happened."""
        standing: list[int] = []
        n = before
        for event in _as_happened(record):
            n += 1
            if isinstance(event, int):
                del standing[event:]
                yield Numbered(n, None, standing[-1])
            else:
                standing.append(n)
                yield Numbered(n, event)


def _as_happened(record: RoundReplay) -> list[AnyEvent | int]:
    """The events of a round in the order in which they happened; a number says how many were left by an undo."""
    runs: list[tuple[int, list[AnyEvent]]] = []
    stood: list[AnyEvent] = list(record.round.events)
    for undone in reversed(record.undone):  # from the end back to the first: what stood before each undo
        runs.append((undone.left, stood[undone.left :]))
        stood = [*stood[: undone.left], *undone.events]
    happened: list[AnyEvent | int] = [*stood]
    for left, after in reversed(runs):
        happened += [left, *after]
    return happened
