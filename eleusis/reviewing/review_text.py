"""A review as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.page.ink import BOLD, Ink
from eleusis.reviewing.reviewed import RoundReview


def game_text(title: str, rounds: Sequence[RoundReview], width: int, ink: Ink) -> str:
    """All rounds of a game."""
    lines = [BOLD + ink.safe(title, width)]
    for record in rounds:
        lines += ["", *round_lines(record, width, ink)]
    return "\n".join(ink.finish(lines)) + "\n"


def round_lines(record: RoundReview, width: int, ink: Ink) -> list[str]:
    """One round."""
    lines = [f"Round {record.number}: {record.dealer} deals", ""]
    for turn in record.turns:
        gained = "" if turn.bits_gained is None else f"{turn.bits_gained:.2f}"
        lines.append(f"{turn.n:3} {turn.seat} {turn.move} {turn.verdict} {gained} {turn.bits_left:.2f} left")
    return [*lines, "", *(player.saying for player in record.players.values())]
