"""Renders the sounds of the table's page again: `python -m bench sounds`.

Each is a few strokes on a soft bar: a tone with two fainter ones above it, which fade. The files have 16 bits, one
channel and few samples a second: nothing in them is higher than half of that.
"""

from __future__ import annotations

import io
import math
import sys
import wave
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

SOUNDS = Path(__file__).resolve().parent.parent / "eleusis" / "doors" / "web" / "static" / "sounds"

_RATE = 11_025
_PARTIALS = ((1, 1.0, 1.0), (2, 0.22, 1.8), (3, 0.08, 3.0))
"""How many times as high as the note, how loud, and how much sooner gone."""
_ATTACK, _RELEASE = 0.006, 0.03
"""Seconds from nothing to the full, and at the end to nothing: else it clicks."""


@attrs.frozen
class Note:
    """One stroke."""

    start: float
    """Seconds from the beginning."""
    pitch: float
    """Hertz."""
    loud: float
    """From 0 to 1."""
    fade: float
    """In so many seconds it falls to a third."""

    def sample(self, time: float) -> float:
        """How far from rest it is at a time."""
        since = time - self.start
        if since < 0:
            return 0.0
        rise = self.loud * min(1.0, since / _ATTACK)
        return rise * sum(
            loud * math.exp(-since * sooner / self.fade) * math.sin(math.tau * self.pitch * high * since)
            for high, loud, sooner in _PARTIALS
        )


_E, _G, _A = 659.26, 783.99, 880.0
_C, _HIGH_C, _HIGH_D = 523.25, 1046.5, 1174.66
_LOW_E_FLAT, _LOW_B_FLAT = 311.13, 233.08

PLAYED: dict[str, tuple[float, tuple[Note, ...]]] = {
    "turn.wav": (0.5, (Note(0, _E, 0.26, 0.1), Note(0.12, _A, 0.3, 0.12))),
    "right.wav": (0.38, (Note(0, _G, 0.22, 0.07), Note(0.07, _HIGH_D, 0.28, 0.1))),
    "wrong.wav": (0.34, (Note(0, _LOW_E_FLAT, 0.36, 0.07), Note(0.1, _LOW_B_FLAT, 0.42, 0.08))),
    "found.wav": (
        0.55,
        (
            Note(0, _C, 0.22, 0.1),
            Note(0.08, _E, 0.22, 0.1),
            Note(0.16, _G, 0.22, 0.1),
            Note(0.24, _HIGH_C, 0.28, 0.13),
        ),
    ),
}
"""Each sound: how many seconds it lasts, and its notes."""


def render(name: str) -> bytes:
    """The file of a sound."""
    seconds, notes = PLAYED[name]
    samples = array("h", _samples(seconds, notes))
    if sys.byteorder == "big":
        samples.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(_RATE)
        writer.writeframes(samples.tobytes())
    return file.getvalue()


def _samples(seconds: float, notes: Sequence[Note]) -> Iterator[int]:
    for number in range(int(seconds * _RATE)):
        time = number / _RATE
        fall = min(1.0, (seconds - time) / _RELEASE)
        yield round(32_000 * fall * sum(note.sample(time) for note in notes))


def main(argv: Sequence[str]) -> None:
    """Render all sounds again."""
    if argv:
        sys.exit("python -m bench sounds takes no options")
    for name in PLAYED:
        (SOUNDS / name).write_bytes(render(name))
