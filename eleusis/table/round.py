"""The table: seats players at a round, and drives it to its end."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.errors import ScriptError
from eleusis.game.round import Round
from eleusis.players.protocol import Player
from eleusis.script.record import Step

MAX_STEPS = 100_000
"""No real round comes near; it stops a round in which nobody ever gets rid of a card."""


def play_round(round_: Round, players: Mapping[str, Player], max_steps: int = MAX_STEPS) -> list[Step]:
    """Let the players play a round to its end, the dealer among them; returns the steps.

    A round that is not over after `max_steps` steps is abandoned when the turn is over, and scored as it stands.
    Raises ScriptError (`script/no-player`) for a seat without a player, and IllegalMove where a player breaks the
    rules.
    """
    steps: list[Step] = []
    while (seat := round_.to_act) is not None:
        if seat not in players:
            raise ScriptError("script/no-player", f"nobody plays for {seat}")
        if len(steps) >= max_steps and round_.state.phase == "play":
            round_.abandon()
            break
        move = players[seat].move(round_.view(seat))
        steps.append(Step(len(steps) + 1, move, tuple(round_.step(move))))
    return steps
