"""What is said of a turn and of a player, in words: luck told apart from skill."""

from __future__ import annotations

import math
from collections.abc import Sequence

from eleusis.reviewing.reviewed import TurnReview
from eleusis.variant.saying import count


def say_player(seat: str, turns: Sequence[TurnReview], efficiency: float | None) -> str:
    """A line that a friend would read out."""
    gained = math.fsum(turn.bits_gained or 0.0 for turn in turns)
    return f"{seat}: {count(len(turns), 'turn')}, {gained:.1f} bits learnt."
