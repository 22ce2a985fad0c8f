"""FILE.seats: who holds which seat, the host's key and what the host has set, beside the game file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import attrs

from eleusis.door import NotAFile, read_bytes, write_whole
from eleusis.errors import Place, name_value
from eleusis.values import Json
from eleusis.web.seats.seat_names import SeatError, check_seat_name, seat_called

SEATS_VERSION = 1
"""The version of FILE.seats."""
_LONGEST = 1 << 20
"""Bytes of FILE.seats; fifty seats take ten thousand."""


@attrs.frozen
class Chair:
    """A seat that somebody holds."""

    pin: str = attrs.field(repr=False)
    """By which it can be taken over: six digits."""
    token: str = attrs.field(repr=False)
    """The hash of its token."""


@attrs.frozen
class SeatState:
    """What stands in a file."""

    key: str = attrs.field(repr=False)
    """The host's key."""
    chairs: dict[str, Chair]
    """The seats that somebody holds, by name."""
    settings: dict[str, Json]
    """What the host has set."""


def read_seat_file(path: Path) -> SeatState:
    """What a file holds. Raises SeatError: `seat/missing`, `seat/unreadable`, `seat/version`, `seat/broken`."""
    place = Place(str(path))
    try:
        raw = read_bytes(path, _LONGEST + 1)
    except FileNotFoundError:
        raise SeatError("seat/missing", "there is no such seats file", place) from None
    except (NotAFile, OSError, ValueError) as error:
        why = str(getattr(error, "strerror", None) or error).lower()
        raise SeatError("seat/unreadable", f"the seats can't be read: {why}", place) from None
    try:
        data = json.loads(raw.decode("utf-8") if len(raw) <= _LONGEST else "")
        version = data["seats_of_eleusis"]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise SeatError("seat/broken", "this isn't a seats file, or it is damaged", place) from None
    if version != SEATS_VERSION:
        message = f"the seats were kept by another version of eleusis ({name_value(version)}, not {SEATS_VERSION})"
        raise SeatError("seat/version", message, place)
    try:
        return _state_of(data)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise SeatError("seat/broken", "this seats file is damaged", place) from None
    except SeatError as error:
        raise SeatError("seat/broken", f"this seats file is damaged: {error.message}", place) from None


def _state_of(data: dict[str, object]) -> SeatState:
    """Raises SeatError, LookupError, TypeError, ValueError or AttributeError where it isn't what we write."""
    key, seats, settings = data["key"], data["seats"], data["settings"]
    if not isinstance(key, str) or len(key) < 32 or not isinstance(settings, dict) or not isinstance(seats, dict):
        raise ValueError
    chairs: dict[str, Chair] = {}
    for seat, chair in seats.items():
        pin, token = chair["pin"], chair["token"]
        if check_seat_name(seat) != seat or seat_called(seat, chairs):
            raise ValueError
        if not (re.fullmatch("[0-9]{6}", pin) and re.fullmatch("[0-9a-f]{64}", token)):
            raise ValueError
        chairs[seat] = Chair(pin, token)
    return SeatState(key, chairs, settings)


def write_seat_file(path: Path, state: SeatState) -> None:
    """Write a file that only its owner may read: it is there in whole, and on the disk, or as it was before.

    Raises ScriptError `script/cannot-write`.
    """
    seats: dict[str, Json] = {
        name: {"pin": chair.pin, "token": chair.token} for name, chair in state.chairs.items()
    }
    data: Json = {"seats_of_eleusis": SEATS_VERSION, "key": state.key, "seats": seats, "settings": state.settings}
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    write_whole(path, text, mode=0o600, lasting=True)
