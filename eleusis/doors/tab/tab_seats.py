"""Who sits at a table in a tab: whoever holds the device holds every person's seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eleusis.doors.web.seats.seating import Seating, new_chair


class TabSeats(Seating):
    """The seats of a game in a tab. There is nobody else, so nothing has to be proved."""

    def hold(self, people: Iterable[str]) -> TabSeats:
        """Let these be the seats of persons."""
        self._seat({name: self._state.seats.get(name) or new_chair()[0] for name in people})
        return self

    def check_new_name(self, name: str, names: Sequence[str]) -> None:
        """Any name does: all are given by one person, who knows them apart."""
