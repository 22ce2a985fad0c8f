"""FILE.seats: who holds which seat, the host's key and what the host has set, beside the game file.

It is JSON, read and checked by its types. No error quotes a PIN, a token or the key.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_names import seat_called
from eleusis.doors.web.strict_json import read_object
from eleusis.driving.dealing import MAX_NAME, MAX_PLAYERS
from eleusis.ground.data import from_data
from eleusis.ground.errors import EleusisError, Place, name_value, quote
from eleusis.ground.files import write_whole
from eleusis.ground.yaml.parsing import read_file

T = TypeVar("T")
SEATS_VERSION = 1
"""The version of FILE.seats."""
_CODES = {
    "file/missing": "seat/missing",
    "file/folder": "seat/unreadable",
    "file/not-a-file": "seat/unreadable",
    "file/unreadable": "seat/unreadable",
}
"""The codes of a file that isn't there to be read; any other error is `seat/broken`."""


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that somebody holds: the PIN by which it can be taken over, and the hash of its token."""

    pin: Annotated[str, Meta(pattern="^[0-9]{6}$")]
    token: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

    def __repr__(self) -> str:
        return "Chair()"


class SeatState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file: the host's key, the seats that somebody holds, and what the host has set."""

    seats_of_eleusis: int
    key: Annotated[str, Meta(min_length=32)]
    seats: Annotated[dict[str, Chair], Meta(max_length=MAX_PLAYERS)]
    settings: dict[str, Any]


def read_seat_file(path: Path) -> SeatState:
    """What a file holds; of the settings, no more is checked than that they are data.

    Raises WebError: `seat/missing`, `seat/unreadable`, `seat/version`, `seat/broken`.
    """
    place = Place(str(path))
    try:
        data = read_object(read_file(path, streams=False).encode())
    except EleusisError as error:
        raise WebError(_CODES.get(error.code, "seat/broken"), error.message, place) from None
    except ValueError as error:
        raise WebError("seat/broken", f"this isn't a seats file, or it is damaged: {error}", place) from None
    version = data.get("seats_of_eleusis", SEATS_VERSION)
    if version != SEATS_VERSION:
        message = f"the seats were kept by another version of eleusis ({name_value(version)}, not {SEATS_VERSION})"
        raise WebError("seat/version", message, place)
    state = read_kept_data(data, SeatState, place)
    check_names(state.seats, place)
    return state


def read_kept_data(data: object, kind: type[T], place: Place) -> T:
    """Data of a file as a type. Raises WebError `seat/broken`."""
    try:
        return from_data(data, kind)
    except msgspec.ValidationError as error:
        raise WebError("seat/broken", f"this isn't a seats file, or it is damaged: {error}", place) from None


def check_names(names: Iterable[str], place: Place) -> None:
    """See that a table can have these names, whoever gave them. Raises WebError `seat/broken`."""
    before: list[str] = []
    for name in names:
        if not (name.strip() and len(name) <= MAX_NAME and name.isprintable()):
            message = f"a seat can't be called {quote(name)}: a name has 1 to {MAX_NAME} visible characters"
            raise WebError("seat/broken", message, place)
        if seat_called(name, before):
            raise WebError("seat/broken", f"two seats are called {quote(name)}", place)
        before.append(name)


def write_seat_file(path: Path, state: SeatState) -> None:
    """Write a file that only its owner may read: it is there in whole, and on the disk, or as it was before.

    Raises ScriptError `script/cannot-write`.
    """
    text = msgspec.json.format(msgspec.json.encode(state)).decode() + "\n"
    write_whole(path, text, mode=0o600, lasting=True)
