"""Who sits at a table in a tab: whoever holds the device holds every person's seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from eleusis.doors.web.seats.kept_seats import KeptSeats, new_seat_file
from eleusis.doors.web.seats.seat_file import SeatState, read_seat_file
from eleusis.doors.web.seats.seat_names import SeatError
from eleusis.ground.errors import quote


class TabSeats(KeptSeats):
    """The seats of a game in a tab. There is nobody else, so nothing has to be proved."""

    def __init__(self, path: Path, state: SeatState, people: Iterable[str] = ()) -> None:
        """Seats as they stand in a file; `people` are those that persons sit on."""
        super().__init__(path, state)
        self._people = dict.fromkeys(people)

    @classmethod
    def create(cls, path: Path, people: Iterable[str]) -> TabSeats:
        """The seats of a new game. Raises as `new_seat_file`."""
        return cls(path, new_seat_file(path), people)

    @classmethod
    def load(cls, path: Path) -> TabSeats:
        """The seats as they were left; `hold` says which are held. Raises as `read_seat_file`."""
        return cls(path, read_seat_file(path))

    def hold(self, people: Iterable[str]) -> None:
        """Let these be the seats of persons."""
        self._people = dict.fromkeys(people)

    def check_new_name(self, name: str, names: Sequence[str]) -> None:
        """Any name does: all are given by one person, who knows them apart."""

    @property
    def held(self) -> tuple[str, ...]:
        """The seats of persons."""
        return tuple(self._people)

    def generation(self, seat: str) -> int:
        """Always the same of a seat that is held: nobody else gets it; 0 for one that isn't."""
        return int(seat in self._people)

    def remove(self, seat: str) -> None:
        """Give a seat up, as to a bot. Raises SeatError `seat/not-held`."""
        if seat not in self._people:
            raise SeatError("seat/not-held", f"nobody holds {quote(seat)}")
        del self._people[seat]

    def keep_only(self, seats: Iterable[str]) -> None:
        """Give all seats up but these."""
        kept = set(seats)
        self._people = {seat: None for seat in self._people if seat in kept}
