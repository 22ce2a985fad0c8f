"""What a player is to the table."""

from __future__ import annotations

from typing import Protocol

from eleusis.game.moves import Move
from eleusis.game.view import View


class Player(Protocol):
    """Sits on a seat, or deals: sees what that seat may see, and answers with its move."""

    def move(self, view: View) -> Move:
        """The move of the seat that is to act in this view."""
        ...
