"""What seats may be called, which names mean the same seat, and how often one may guess a secret of a seat."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable

import attrs

from eleusis.doors.web.refused import WebError
from eleusis.driving.dealing import MAX_NAME
from eleusis.ground.errors import name_value, quote

_STYLE_OF_EMOJI = re.compile("[\ufe0e\ufe0f]")
"""What a phone's keyboard puts behind an emoji: it says how to draw it and nothing else."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0d\U000e0100-\U000e01ef]"
)
"""Characters that count as printable, and show nothing."""
_TOWER = 3
"""Marks that may stand on one letter: more would climb over the page."""


def check_seat_name(name: object) -> str:
    """A name as it is kept: in Unicode's composed form, no blanks at its ends and none in a row.

    Raises WebError `seat/name`: no text, nothing to see, too long, unseen characters, or a tower of marks.
    """
    if not isinstance(name, str):
        raise WebError("seat/name", f"a name is a text, not {name_value(name)}")
    plain = _STYLE_OF_EMOJI.sub("", unicodedata.normalize("NFC", name[: 10 * MAX_NAME]))
    clean = " ".join(part for part in plain.split(" ") if part)
    if not 0 < len(clean) <= MAX_NAME or not clean.isprintable() or _BLANK.search(clean) or _is_tower(clean):
        message = f"{quote(name)} can't be a name: a name has 1 to {MAX_NAME} visible characters"
        raise WebError("seat/name", message)
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


@attrs.frozen
class TryLimits:
    """How often one may be wrong about a secret."""

    most: int
    """Wrong tries of a network before its first pause."""
    pause: float
    """Seconds of that pause."""
    memory: float
    """Seconds without a wrong try after which those of a network are forgotten; no pause of it is longer."""
    most_of_all: int
    """Wrong tries of all networks together before a pause; first tries and further ones are counted apart."""
    pause_of_all: float
    """Seconds of that pause, which gives one further try."""


PIN_LIMITS = TryLimits(5, 60, 1800, 100, 60)
"""Of a million PINs one network tries 13 an hour at most: a chance of 1 in 75,000. As many networks as one likes
try 320 in the first hour (100 and 60 more, twice), 1 in 3,000, and from then on 120 an hour, 1 in 8,000."""
CODE_LIMITS = TryLimits(20, 60, 120, 100, 4)
"""A class that comes through a proxy is one network, so pauses stay short. Of ten thousand codes of four digits one
network tries 600 an hour, 1 in 17; as many as one likes 1,800 an hour, 1 in 6: a longer code is safer."""


class Tries:
    """Counts wrong tries at secrets, by the network that they come from and from everywhere together.

    A network may be wrong some times. Then it pauses, twice as long after each further wrong try, and begins anew
    once it has let some time pass without one. All networks together pause shortly when there were very many, and
    that apart for those that have not been wrong: however long a few networks try, others get in.
    """

    def __init__(self, limits: TryLimits, *, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` counts seconds."""
        self._limits = limits
        self._clock = clock
        self._wrong: dict[tuple[str, str], tuple[int, float]] = {}
        self._settled: dict[tuple[str, bool], float] = {}
        """When the wrong tries from everywhere will all have had their pause."""

    def wait(self, network: str, secret: str = "") -> float:
        """For how many seconds a network has no further try at this secret; 0 where it has."""
        limits, now = self._limits, self._clock()
        count, last = self._count(network, secret)
        own = 0.0
        if count >= limits.most:
            own = last + min(limits.pause * 2 ** (count - limits.most), limits.memory) - now
        of_all = self._settled.get((secret, count > 0), now) - now - (limits.most_of_all - 1) * limits.pause_of_all
        return max(0.0, own, of_all)

    def miss(self, network: str, secret: str = "") -> None:
        """A wrong try, for which there was no need to wait."""
        limits, now = self._limits, self._clock()
        count, _ = self._count(network, secret)
        which = secret, count > 0
        self._settled = {key: then for key, then in self._settled.items() if then > now}
        self._settled[which] = self._settled.get(which, now) + limits.pause_of_all
        # What is forgotten takes no memory: the limit for all bounds the rest.
        self._wrong = {key: value for key, value in self._wrong.items() if value[1] + limits.memory > now}
        self._wrong[network, secret] = count + 1, now

    def forget(self, network: str, secret: str = "") -> None:
        """Let a network begin anew: its try was right."""
        self._wrong.pop((network, secret), None)

    def _count(self, network: str, secret: str) -> tuple[int, float]:
        """How often a network was wrong, and when it last was; what is long ago doesn't count."""
        count, last = self._wrong.get((network, secret), (0, 0.0))
        return (count, last) if last + self._limits.memory > self._clock() else (0, 0.0)
