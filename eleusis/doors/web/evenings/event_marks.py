"""What is kept of a game beside its file, which has no place for it: moves of the clock, hints that are hidden."""

from __future__ import annotations

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
        if not self.by_clock:
            return set()
        return {step.n for n, step in self._steps_by_number(record).items() if n in self.by_clock}

    def find_hidden(self, record: RoundReplay) -> list[int]:
        """Which hints of a round are hidden, by their numbers among its hints, from 0."""
        if not self.hidden:
            return []
        return [place for place, n in enumerate(self._hints(record)) if n in self.hidden]

    def without_hidden(self, record: RoundReplay) -> RoundReplay:
        """A round as it is told: without the hints that the host has hidden."""
        if not self.hidden:
            return record
        hidden = [step for n, step in self._steps_by_number(record).items() if n in self.hidden]
        first = None if Hint(record.dealer, record.hint or "") in [step.move for step in hidden] else record.hint
        return attrs.evolve(record, hint=first, steps=[step for step in record.steps if step not in hidden])

    def tell_event(self, entry: Numbered, seat: str | None) -> dict[str, Json]:
        """An event as data, as that seat may know it (None: a spectator)."""
        data = entry.seen_by(seat)
        return {**data, "hint": UNSAID} if entry.n in self.hidden else data

    def hide_hints(self, record: RoundReplay) -> bool:
        """Take all hints of a round from the pages; whether there was any to take."""
        new = {*self._hints(record)} - self.hidden
        self.hidden |= new
        return bool(new)

    def _hints(self, record: RoundReplay) -> list[int]:
        return [n for n, step in self._steps_by_number(record).items() if isinstance(step.move, Hint)]

    def _steps_by_number(self, record: RoundReplay) -> dict[int, Step]:
        """The steps of a round by the numbers of the events with which they begin."""
        # An event says not whose number it has, and two may be equal: each is told by what it is in memory.
        numbered = zip(self.chronicle.standing(record.number), record.round.events, strict=False)
        numbers = {id(event): n for n, event in numbered}
        return {numbers[id(step.events[0])]: step for step in record.steps if step.events}

    def to_json(self) -> dict[str, Json]:
        """The marks as data, to be kept."""
        return {
            "before": self.chronicle.before,
            "by_host": {str(number): [*hints] for number, hints in self.by_host.items()},
            "remarks": {"by_clock": [*sorted(self.by_clock)], "hidden": [*sorted(self.hidden)]},
        }
