"""The table: seats players at a round or a game, and drives it to the end."""

from eleusis.table.round import MAX_STEPS, play_round

__all__ = ["MAX_STEPS", "play_round"]
