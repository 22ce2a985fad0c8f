"""One person alone: a bot sits down too, and deals."""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.minds.players.registry import Seat
from eleusis.variant import Variant

NOBODY = "Player"
"""What a player is called who gives no name."""
_DEALERS = ("Dealer", "Bot")
"""What a bot that deals is called: the first that is not the player's name."""


def is_for_two(variant: Variant) -> bool:
    """Whether an edition is for a dealer and one player."""
    return variant.players.max == 2


def seat_dealer(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats, with a bot that deals beside a player who is alone."""
    if len(seats) != 1 or not seats[0].name:
        return tuple(seats)
    (player,) = seats
    name = next(name for name in _DEALERS if name.casefold() != player.name.casefold())
    return player, Seat(name, "random")


def bot_that_deals(seats: Sequence[Seat]) -> str | None:
    """The bot that deals where nobody says who does: the last one that sits there; None where there is none."""
    return next((seat.name for seat in reversed(seats) if seat.bot), None)
