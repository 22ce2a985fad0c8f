"""Who holds which seat of the table in the browser: tokens, PINs and the host's key, kept in FILE.seats.

A seat belongs to the person with its token, which only their browser knows: here it is kept as a hash. Its PIN
moves the seat to another device. What a browser is told is on disk first: a server that is killed forgets nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import os
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Self

import attrs
from msgspec.structs import replace

from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_file import SEATS_VERSION, Chair, SeatState, read_seat_file, write_seat_file
from eleusis.doors.web.seats.seat_names import PIN_LIMITS, Tries, check_seat_name, seat_called
from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.ground.data import Json
from eleusis.ground.errors import quote


@attrs.frozen
class Sat:
    """A seat that has just been taken."""

    seat: str
    """Its name, as it is written at the table."""
    pin: str
    """By which it can be taken over: six digits."""
    token: str = attrs.field(repr=False)
    """What its browser keeps."""


class Seating:
    """Who holds which seat; every change is in the file before it counts. Used by one thread at a time.

    Every method that changes something raises ScriptError `script/cannot-write` where the file can't be, and
    nothing has changed then.
    """

    def __init__(self, path: Path, state: SeatState, clock: Callable[[], float] = time.monotonic) -> None:
        """Seats as they stand in a file: see `create` and `load`. `clock` counts seconds."""
        self.path = path
        self._state = state
        self._tries = Tries(PIN_LIMITS, clock=clock)
        self.forbidden: Collection[str] = ()
        """Names, and words of names, that nobody may use from now on."""

    @classmethod
    def create(cls, path: Path, clock: Callable[[], float] = time.monotonic) -> Self:
        """A new file, in place of an older one of seats, with a new key.

        Raises ScriptError `script/cannot-write`, and as `load` does where what stands there is no file of seats.
        """
        if path.exists():
            read_seat_file(path)  # what is somebody else's is not overwritten
        state = SeatState(SEATS_VERSION, secrets.token_urlsafe(24), {}, {})
        write_seat_file(path, state)
        return cls(path, state, clock)

    @classmethod
    def load(cls, path: Path, clock: Callable[[], float] = time.monotonic) -> Self:
        """The seats as they were left.

        Raises WebError, or ManyErrors for several: `seat/missing`, `seat/unreadable`, `seat/version`,
        `seat/broken`.
        """
        state = read_seat_file(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            _close_to_others(path, state)
        return cls(path, state, clock)

    @property
    def key(self) -> str:
        """The host's key."""
        return self._state.key

    def check_new_name(self, name: str, names: Sequence[str]) -> None:
        """See that a stranger's name can be told from those at the table, and that nobody has forbidden it.

        Raises as `lookalikes.check_new_name`, and WebError `seat/name`.
        """
        from eleusis.doors.web.seats import lookalikes  # which needs a library that a tab hasn't

        if lookalikes.has_word(name, self.forbidden):
            raise WebError("seat/name", f"{quote(name)} can't be used here: choose another name")
        lookalikes.check_new_name(name, names)

    @property
    def held(self) -> tuple[str, ...]:
        """The seats that somebody holds, in the order in which they were first taken."""
        return tuple(self._state.seats)

    def is_key(self, text: str) -> bool:
        """Whether this is the host's key; the time that takes tells nothing."""
        return hmac.compare_digest(_hash(text), _hash(self.key))

    def sit(
        self,
        name: str,
        *,
        pin: str | None = None,
        seats: Iterable[str] = (),
        tokens: Iterable[str] = (),
        network: str = "",
    ) -> Sat:
        """Take a seat: a free one, or with its PIN one that is held, whose old token ends then.

        `seats` are the names at the table: a name like one of them means that seat. Wrong PINs are counted by the
        `network` that they come from; never those of somebody whose `tokens` hold the seat anyway.

        Raises WebError: `seat/name`, `seat/full`, `seat/taken`, `seat/wrong-pin`, `seat/locked`.
        """
        clean = check_seat_name(name)
        chairs = self._state.seats
        seat = seat_called(clean, chairs) or seat_called(clean, seats) or clean
        held = chairs.get(seat)
        if held is not None:
            if pin is None:
                raise WebError("seat/taken", f"{quote(seat)} is taken; enter its PIN to take it over")
            right = hmac.compare_digest(_hash(pin), _hash(held.pin))
            if seat not in self.seats_of(tokens):
                self._count_try(seat, network, right)
            if not right:
                raise WebError("seat/wrong-pin", f"that is not the PIN of {quote(seat)}")
        elif len(chairs) >= MAX_PLAYERS:
            raise WebError("seat/full", f"all {MAX_PLAYERS} seats are taken")
        chair, token = new_chair(held)
        self._seat({**chairs, seat: chair})
        return Sat(seat, chair.pin, token)

    def _count_try(self, seat: str, network: str, right: bool) -> None:
        """Count a PIN that a network tries. Raises WebError `seat/locked` where it has to wait, whatever it is."""
        if wait := self._tries.wait(network, seat):
            message = f"too many wrong PINs for {quote(seat)}; try again in {math.ceil(wait)} seconds"
            raise WebError("seat/locked", message, wait=wait)
        (self._tries.forget if right else self._tries.miss)(network, seat)

    def seats_of(self, tokens: Iterable[str]) -> tuple[str, ...]:
        """The seats whose tokens these are. Each is compared with each, whatever fits: time tells nothing."""
        hashes = [_hash(token) for token in tokens]
        fits = {
            seat: sum(hmac.compare_digest(text, chair.token) for text in hashes)
            for seat, chair in self._state.seats.items()
        }
        return tuple(seat for seat, count in fits.items() if count)

    def pin_of(self, seat: str) -> str:
        """The PIN of a seat. Raises WebError `seat/not-held`."""
        return self._chair(seat).pin

    def holder(self, seat: str) -> str:
        """What is another text whenever the seat gets another token; empty while nobody holds it."""
        chair = self._state.seats.get(seat)
        return "" if chair is None else chair.token

    def remove(self, seat: str) -> None:
        """Void the token and the PIN of a seat: it may be taken anew. Raises WebError `seat/not-held`."""
        self._chair(seat)
        self.keep_only(held for held in self.held if held != seat)

    def keep_only(self, seats: Iterable[str]) -> None:
        """Void the tokens and PINs of all seats but these."""
        kept = set(seats)
        self._seat({seat: chair for seat, chair in self._state.seats.items() if seat in kept})

    def _chair(self, seat: str) -> Chair:
        """Who holds a seat. Raises WebError `seat/not-held`."""
        chair = self._state.seats.get(seat)
        if chair is None:
            raise WebError("seat/not-held", f"nobody holds {quote(seat)}")
        return chair

    def _seat(self, chairs: dict[str, Chair]) -> None:
        """Let these be the holders."""
        self._save(replace(self._state, seats=chairs))

    # What the host has set

    @property
    def settings(self) -> dict[str, Json]:
        """What the host has set, as data; a copy."""
        return deepcopy(self._state.settings)

    def keep_settings(self, settings: Mapping[str, Json]) -> None:
        """Keep what the host has set, in place of what was set before."""
        self._save(replace(self._state, settings=deepcopy(dict(settings))))

    def go_on_in(self, path: Path, settings: Mapping[str, Json]) -> None:
        """Go on in another file, with the same seats and the same key; the old one stays as it is."""
        state = replace(self._state, settings=deepcopy(dict(settings)))
        write_seat_file(path, state)
        self._state, self.path = state, path

    def _save(self, state: SeatState) -> None:
        """Let this be the state: on the disk first, and then here."""
        write_seat_file(self.path, state)
        self._state = state


def _close_to_others(path: Path, state: SeatState) -> None:
    """Of a copy that others may read: from now on only its owner may. Raises ScriptError `script/cannot-write`."""
    try:
        path.chmod(0o600)
    except OSError:  # somebody else's: a file of one's own takes its place
        write_seat_file(path, state)


def new_chair(old: Chair | None = None) -> tuple[Chair, str]:
    """A seat with a PIN, which is not the one that was there before, and its token."""
    token = secrets.token_urlsafe(24)
    while True:
        pin = f"{secrets.randbelow(1_000_000):06}"
        if old is None or pin != old.pin:
            return Chair(pin, _hash(token)), token


def _hash(token: str) -> str:
    """What is kept of a token. It has 192 bits of chance: no salt and no slow hash is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
