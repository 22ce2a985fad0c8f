"""What an evening knows of its seats: which are held, and FILE.seats, in which that and the plan are kept."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path

from msgspec.structs import replace

from eleusis.doors.web.seats.seat_file import SEATS_VERSION, SeatState, read_seat_file, write_seat_file
from eleusis.ground.data import Json


def new_seat_file(path: Path) -> SeatState:
    """A new file, in place of an older one of seats, with a new key.

    Raises ScriptError `script/cannot-write`, and as `read_seat_file` where what stands there is no file of seats.
    """
    if path.exists():
        read_seat_file(path)  # what is somebody else's is not overwritten
    state = SeatState(SEATS_VERSION, secrets.token_urlsafe(24), {}, {})
    write_seat_file(path, state)
    return state


class KeptSeats(ABC):
    """The seats of an evening; every change is in the file before it counts. Used by one thread at a time.

    Every method that changes something raises ScriptError `script/cannot-write` where the file can't be, and
    nothing has changed then.
    """

    def __init__(self, path: Path, state: SeatState) -> None:
        """Seats as they stand in a file."""
        self.path = path
        self._state = state

    @abstractmethod
    def check_new_name(self, name: str, names: Sequence[str]) -> None:
        """See that a name can stand beside those at the table. Raises SeatError: `seat/scripts`, `seat/alike`."""

    @property
    @abstractmethod
    def held(self) -> tuple[str, ...]:
        """The seats that somebody holds."""

    @abstractmethod
    def generation(self, seat: str) -> int:
        """A number that changes whenever somebody else gets the seat; 0 while nobody holds it."""

    @abstractmethod
    def remove(self, seat: str) -> None:
        """Take a seat from who holds it: it may be taken anew. Raises SeatError `seat/not-held`."""

    @abstractmethod
    def keep_only(self, seats: Iterable[str]) -> None:
        """Take all seats but these from who holds them."""

    @property
    def settings(self) -> dict[str, Json]:
        """What the host has set, as data; a copy."""
        return deepcopy(self._state.settings)

    def keep_settings(self, settings: Mapping[str, Json]) -> None:
        """Keep what the host has set, in place of what was set before."""
        self._save(replace(self._state, settings=deepcopy(dict(settings))))

    def go_on_in(self, path: Path, settings: Mapping[str, Json] | None = None) -> None:
        """Go on in another file, with the same seats and the same key; the old one stays as it is.

        `settings` are kept there, if given, in place of those of the old one. Raises ScriptError
        `script/cannot-write`.
        """
        state = self._state if settings is None else replace(self._state, settings=deepcopy(dict(settings)))
        write_seat_file(path, state)
        self._state, self.path = state, path

    def _save(self, state: SeatState) -> None:
        """Let this be the state: on the disk first, and then here."""
        write_seat_file(self.path, state)
        self._state = state
