"""The situations that a program is put into, each the beginning of a game; it sits as Ann, or as Ann and Bob."""

from __future__ import annotations

import attrs

from eleusis.ground.yaml.shipped import load_shipped

PROGRAM_SEATS = ("Ann", "Bob")
"""The seats on which the program is tried; in most situations only on the first."""


@attrs.frozen
class Situation:
    """A situation, as a game file from whose end the program plays on."""

    name: str
    """What it is called, in one word or a few."""
    what: str
    """What the program is asked for, or what happens to it, in a sentence."""
    game: str
    """The game so far, as a game file; each of its rounds is played on."""
    steps: int = 12
    """How many further steps each round has, before it is broken off between two turns."""
    seats: tuple[str, ...] = attrs.field(default=PROGRAM_SEATS[:1], converter=tuple)
    """The seats of the program."""
    refused: int = 0
    """How many of its answers are refused on purpose before the next is taken."""
    extended: bool = False
    """Whether its messages have keys and events that no program knows yet."""


SITUATIONS: tuple[Situation, ...] = tuple(
    [Situation(**situation) for situation in load_shipped(__file__, "situations.yaml")]
)
"""All of them, in the order in which they are played; in each the program is told hello again."""
