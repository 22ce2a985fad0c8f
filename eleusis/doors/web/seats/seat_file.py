"""FILE.seats: who holds which seat, the host's key and what the host has set, beside the game file.

It is written as JSON, and read as the YAML that JSON is: bounded, with a place for whatever is wrong. No error
quotes a PIN, a token or the key.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import attrs

from eleusis.doors.web.seats.seat_names import SeatError, seat_called
from eleusis.driving.dealing import MAX_NAME, MAX_PLAYERS
from eleusis.ground.data import Json
from eleusis.ground.errors import EleusisError, Place, YamlError, quote, raise_all
from eleusis.ground.files import write_whole
from eleusis.ground.yaml.parsing import Mapping, Scalar, Sequence, YamlNode, YamlReader, read, read_file, unreadable
from eleusis.ground.yaml.reader import describe

SEATS_VERSION = 1
"""The version of FILE.seats."""
_KEYS = ("seats_of_eleusis", "key", "seats", "settings")
_LONGEST = 1 << 20
"""Characters of FILE.seats; fifty seats take ten thousand."""
_MOST_ERRORS = 50
_CODES = {
    "file/missing": "seat/missing",
    "file/folder": "seat/unreadable",
    "file/not-a-file": "seat/unreadable",
    "file/unreadable": "seat/unreadable",
}
"""The codes of a file that isn't there to be read; any other error is `seat/broken`."""
_WORDS = {"null": None, "true": True, "false": False}
_INTEGER = re.compile("-?[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:e[+-]?[0-9]{1,3})?", re.ASCII | re.IGNORECASE)


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
    written: Mapping | None = attrs.field(default=None, eq=False, repr=False)
    """The settings as they stood in the file that was read, each value with its place; None for a new file."""


class SeatsReader(YamlReader):
    """Asks for what stands in a file of seats, which is JSON: whatever is wrong with it is `seat/broken`."""

    def __init__(self) -> None:
        super().__init__(SeatError, "seat")

    def error(self, code: str, message: str, place: Place) -> None:
        """Notes an error; that the file is damaged is all that its code says."""
        self.note(message, place)

    def note(self, message: str, place: Place) -> None:
        """Notes what is wrong."""
        self.add(SeatError("seat/broken", message, place))

    def add(self, error: EleusisError) -> None:
        """Notes an error; raises them all as soon as that is more than anyone will read."""
        super().add(error)
        if len(self.errors) >= _MOST_ERRORS:
            self.finish()

    def string(self, node: YamlNode | None, what: str, longest: int = 2000) -> str | None:
        """A text in quotes. What stands there instead is not told: it may be a secret in the wrong place."""
        if node is None or (isinstance(node, Scalar) and node.quoted):
            return self.text(node, what, longest)
        self.note(f"{what} must be a text in quotes", node.place)
        return None

    def maybe_string(self, node: YamlNode | None, what: str, longest: int = 2000) -> str | None:
        """A text in quotes, or null."""
        return None if isinstance(node, Scalar) and node.null else self.string(node, what, longest)

    def maybe_integer(self, node: YamlNode | None, what: str, low: int, high: int) -> int | None:
        """A whole number, or null."""
        return None if isinstance(node, Scalar) and node.null else self.integer(node, what, low, high)

    def name(self, text: str | None, what: str, place: Place) -> str | None:
        """A name that can sit at a table, whoever gave it."""
        if text is not None and not (text.strip() and len(text) <= MAX_NAME and text.isprintable()):
            message = f"{what} can't be {quote(text)}: a name has 1 to {MAX_NAME} visible characters"
            self.note(message, place)
            return None
        return text

    def value(self, node: YamlNode) -> Json:
        """Any value of JSON; null stands for what can't be read."""
        if isinstance(node, Mapping):
            return {key: self.value(inner) for key, _, inner in node.items()}
        if isinstance(node, Sequence):
            return [self.value(inner) for inner in node]
        if node.quoted:
            return node.text
        if node.text in _WORDS:
            return _WORDS[node.text]
        if _INTEGER.fullmatch(node.text):
            return int(node.text)
        if _NUMBER.fullmatch(node.text) and math.isfinite(float(node.text)):
            return float(node.text)
        self.note(f"{describe(node)} is neither a text in quotes nor a number that can be kept", node.place)
        return None


def read_seat_file(path: Path) -> SeatState:
    """What a file holds; of the settings, no more is checked than that they are data.

    Raises SeatError, or ManyErrors for several: `seat/missing`, `seat/unreadable`, `seat/version`, `seat/broken`.
    """
    reader = SeatsReader()
    top = _load(path)
    version = top.get("seats_of_eleusis") if isinstance(top, Mapping) else None
    if version is None or not isinstance(top, Mapping):
        raise SeatError("seat/broken", "this isn't a seats file, or it is damaged", top.place)
    if not isinstance(version, Scalar) or version.quoted or version.text != str(SEATS_VERSION):
        message = f"the seats were kept by another version of eleusis ({describe(version)}, not {SEATS_VERSION})"
        raise SeatError("seat/version", message, version.place)
    reader.mapping(top, _KEYS, "a seats file")
    key = reader.string(reader.require(top, "key", "a seats file"), "the key")
    if key is not None and len(key) < 32:
        reader.note("the key is too short", top.key_place("key"))
    chairs = _read_chairs(reader, reader.require(top, "seats", "a seats file"))
    written = reader.mapping(reader.require(top, "settings", "a seats file"), None, "settings")
    settings = {name: reader.value(node) for name, _, node in written.items()} if written is not None else {}
    reader.finish()
    assert key is not None
    return SeatState(key, chairs, settings, written)


def _load(path: Path) -> YamlNode:
    """The tree of a file. Raises SeatError, or ManyErrors for several."""
    try:
        text = read_file(path, streams=False)
        if len(text) > _LONGEST:
            raise YamlError("file/too-big", f"more than {_LONGEST:,} characters", Place(str(path)))
        return read(text, str(path))
    except EleusisError as error:
        raise_all([_as_seat_error(part) for part in error.errors])


def _as_seat_error(error: EleusisError) -> SeatError:
    code = _CODES.get(error.code, "seat/broken")
    about = "this isn't a seats file, or it is damaged" if code == "seat/broken" else "the seats can't be read"
    return SeatError(code, f"{about}: {error.message}", error.place)


def _read_chairs(reader: SeatsReader, node: YamlNode | None) -> dict[str, Chair]:
    """The seats that somebody holds."""
    chairs: dict[str, Chair] = {}
    written = reader.mapping(node, None, "seats")
    for name, place, below in () if written is None else written.items():
        if reader.name(name, "a seat", place) and seat_called(name, chairs):
            reader.note(f"two seats are called {quote(name)}", place)
        chair = reader.mapping(below, ("pin", "token"), "a seat")
        if chair is None:
            continue
        pin = reader.string(reader.require(chair, "pin", "a seat"), "a PIN")
        if pin is not None and not re.fullmatch("[0-9]{6}", pin):
            reader.note("a PIN has six digits", chair.key_place("pin"))
        token = reader.string(reader.require(chair, "token", "a seat"), "a token")
        if token is not None and not re.fullmatch("[0-9a-f]{64}", token):
            reader.note("a token is kept as 64 digits from 0 to f", chair.key_place("token"))
        chairs[name] = Chair(pin or "", token or "")
    if node is not None and len(chairs) > MAX_PLAYERS:
        reader.note(f"more than {MAX_PLAYERS} seats", node.place)
    return chairs


def write_seat_file(path: Path, state: SeatState) -> None:
    """Write a file that only its owner may read: it is there in whole, and on the disk, or as it was before.

    Raises ScriptError `script/cannot-write`.
    """
    seats: dict[str, Json] = {
        name: {"pin": chair.pin, "token": chair.token} for name, chair in state.chairs.items()
    }
    data: Json = {"seats_of_eleusis": SEATS_VERSION, "key": state.key, "seats": seats, "settings": state.settings}
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    if unreadable(text):
        text = "".join(json.dumps(character)[1:-1] if unreadable(character) else character for character in text)
    write_whole(path, text, mode=0o600, lasting=True)
