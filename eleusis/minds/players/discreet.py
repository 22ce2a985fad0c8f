"""The player that knows the rule, at a table with people: it keeps the rule to itself."""

from __future__ import annotations

import attrs

from eleusis.driving.driver import Player
from eleusis.game.moves import Declare, Guess, Move, Pass
from eleusis.game.view import View


@attrs.frozen(eq=False)
class Discreet:
    """Plays as `player` does, but never guesses or declares, nor says what it believes."""

    player: Player

    def move(self, view: View) -> Move:
        """The move of its seat."""
        return Pass(view.seat) if view.due in (Guess, Declare) else self.player.move(view)
