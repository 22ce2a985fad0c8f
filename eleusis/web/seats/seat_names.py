"""What seats may be called, which names mean the same seat, and how often one may guess a secret of a seat."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable

from eleusis.driving.dealing import MAX_NAME
from eleusis.errors import NOWHERE, EleusisError, Place, name_value, quote

_STYLE_OF_EMOJI = re.compile("[\ufe0e\ufe0f]")
"""What a phone's keyboard puts behind an emoji: it says how to draw it and nothing else."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0d\U000e0100-\U000e01ef]"
)
"""Characters that count as printable, and show nothing."""
_TOWER = 3
"""Marks that may stand on one letter: more would climb over the page."""


class SeatError(EleusisError):
    """A seat that can't be taken, or a file of seats that can't be read or written: codes `seat/…`.

    `wait` is after how many seconds it may be tried again, 0 where waiting doesn't help.
    """

    def __init__(self, code: str, message: str, place: Place = NOWHERE, wait: float = 0) -> None:
        super().__init__(code, message, place)
        self.wait = wait

    def at(self, place: Place) -> SeatError:
        """The same error at another place."""
        return SeatError(self.code, self.message, place, self.wait)


def check_seat_name(name: object) -> str:
    """A name as it is kept: in Unicode's composed form, no blanks at its ends and none in a row.

    Raises SeatError `seat/name`: no text, nothing to see, too long, unseen characters, or a tower of marks.
    """
    if not isinstance(name, str):
        raise SeatError("seat/name", f"a name is a text, not {name_value(name)}")
    plain = _STYLE_OF_EMOJI.sub("", unicodedata.normalize("NFC", name[: 10 * MAX_NAME]))
    clean = " ".join(part for part in plain.split(" ") if part)
    if not 0 < len(clean) <= MAX_NAME or not clean.isprintable() or _BLANK.search(clean) or _is_tower(clean):
        message = f"{quote(name)} can't be a name: a name has 1 to {MAX_NAME} visible characters"
        raise SeatError("seat/name", message)
    return clean


def _is_tower(text: str) -> bool:
    """Whether marks are stacked on one letter, or stand on none."""
    stacked = _TOWER  # in front of the first letter there is nothing that could bear one
    for character in text:
        stacked = stacked + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if stacked > _TOWER:
            return True
    return False


def seat_called(name: str, seats: Iterable[str]) -> str | None:
    """The seat of these that a name means, as it is written there: `ann` means `Ann`."""
    wanted = _fold(name)
    return next((seat for seat in seats if _fold(seat) == wanted), None)


def _fold(name: str) -> str:
    """What two names have in common that nobody could tell apart by ear."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Tries:
    """Counts wrong tries, by any kind of key: after this many of them nobody gets another for a while."""

    def __init__(self, most: int = 5, pause: float = 60, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._pause = pause
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}

    def wait(self, key: str) -> float:
        """For how many seconds there is no further try; 0 where there is."""
        count, since = self._wrong.get(key, (0, 0.0))
        if count < self._most:
            return 0
        left = since + self._pause - self._clock()
        if left <= 0:
            del self._wrong[key]
        return max(0.0, left)

    def miss(self, key: str) -> None:
        """A wrong try."""
        if len(self._wrong) >= 10_000:  # counting can't stop somebody with this many keys; memory is what counts
            self._wrong.clear()
        self._wrong[key] = (self._wrong.get(key, (0, 0.0))[0] + 1, self._clock())

    def forget(self, key: str) -> None:
        """Begin anew: the try was right."""
        self._wrong.pop(key, None)
