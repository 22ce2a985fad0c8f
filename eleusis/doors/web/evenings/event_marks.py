"""What is kept of a game beside its file, which has no place for it: moves of the clock, hints that are hidden."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from eleusis.doors.web.evenings.chronicle import Chronicle, Numbered
from eleusis.driving.driver import Step
from eleusis.driving.replayed import RoundReplay
from eleusis.game.moves import Hint
from eleusis.ground.data import Json

UNSAID = "…"
"""What stands for a hint that is hidden, where an event must have a text."""


@attrs.define(eq=False)
class EventMarks:
    """Which events of a game are marked, by their numbers."""

    chronicle: Chronicle
    by_clock: set[int] = attrs.field(factory=set)
    """The events of moves that were made for a seat whose time had run out."""
    hidden: set[int] = attrs.field(factory=set)
    """The hints that the host has taken from all pages."""
    by_host: dict[int, list[int]] = attrs.field(factory=dict)
    """Of each round, by its number, which of its hints the host gave: their numbers among them, from 0."""

    def find_by_clock(self, record: RoundReplay) -> set[int]:
        """The numbers of the steps of a round that were made for a seat whose time had run out."""
        return {step.n for step in self._among(record, self.by_clock)}

    def find_hidden(self, record: RoundReplay) -> list[int]:
        """Which hints of a round are hidden, by their numbers among its hints, from 0."""
        hidden = self._among(record, self.hidden)
        hints = [step for step in record.steps if isinstance(step.move, Hint)]
        return [number for number, step in enumerate(hints) if any(step is other for other in hidden)]

    def without_hidden(self, record: RoundReplay) -> RoundReplay:
        """A round as it is told: without the hints that the host has hidden."""
        hidden = self._among(record, self.hidden)
        if not hidden:
            return record
        first = None if Hint(record.dealer, record.hint or "") in [step.move for step in hidden] else record.hint
        return attrs.evolve(record, hint=first, steps=[step for step in record.steps if step not in hidden])

    def tell_event(self, entry: Numbered, seat: str | None) -> dict[str, Json]:
        """An event as data, as that seat may know it (None: a spectator)."""
        data = entry.seen_by(seat)
        return {**data, "hint": UNSAID} if entry.n in self.hidden else data

    def hide_hints(self, record: RoundReplay) -> bool:
        """Take all hints of a round from the pages; whether there was any to take."""
        first = {id(step.events[0]) for step in record.steps if isinstance(step.move, Hint) and step.events}
        numbers = self.chronicle.standing(record.number)
        hints = {n for n, event in zip(numbers, record.round.events, strict=False) if id(event) in first}
        new = hints - self.hidden
        self.hidden |= new
        return bool(new)

    def _among(self, record: RoundReplay, numbers: Iterable[int]) -> list[Step]:
        """The steps of a round that begin with one of these events."""
        if not numbers:
            return []
        wanted = {*numbers}
        events = zip(self.chronicle.standing(record.number), record.round.events, strict=False)
        meant = {id(event) for n, event in events if n in wanted}
        return [step for step in record.steps if step.events and id(step.events[0]) in meant]

    def to_json(self) -> dict[str, Json]:
        """The marks as data, to be kept."""
        return {
            "before": self.chronicle.before,
            "by_host": {str(number): [*hints] for number, hints in self.by_host.items()},
            "remarks": {"by_clock": [*sorted(self.by_clock)], "hidden": [*sorted(self.hidden)]},
        }
