"""The head of a game: what its file says before the first round, who sits there, and who deals first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from eleusis.driving.dealing import check_players
from eleusis.ground.errors import NOWHERE, NotationError, nobody_called
from eleusis.ground.yaml.parsing import Mapping, Scalar
from eleusis.minds.players.registry import Seat
from eleusis.record.gamefile.contents import GameFile
from eleusis.variant import Variant, load_variant
from eleusis.variant.load import find
from eleusis.variant.merge import override

NOBODY = "Player"
"""What a player is called who gives no name."""
_DEALERS = ("Dealer", "Bot")
"""What a bot that deals is called: the first that is not the player's name."""


def game_head(
    variant: str,
    seats: Sequence[Seat],
    seed: int,
    overrides: Sequence[str] = (),
    beside: Path | None = None,
    title: str | None = None,
) -> GameFile:
    """The head of a game: what its file says before the first round.

    The path of a variant is written relative to the file `beside` which it will stand. Raises VariantError, and
    ScriptError (`script/players`).
    """
    load_variant(variant, overrides)
    names = check_players([seat.name for seat in seats])
    path = find(variant)
    ref = variant
    if variant != "-" and path.name != f"{variant}.yaml":  # a path, not a name
        ref = os.path.relpath(path.resolve(), (beside or Path("x")).resolve().parent)
        ref = ref if "/" in ref else f"./{ref}"
    node: str | Mapping = ref
    if overrides:
        scalar = Scalar(ref, NOWHERE)
        node = override(Mapping({"extends": (Scalar("extends", NOWHERE), scalar)}, NOWHERE), overrides)
    return GameFile(
        file=str(beside) if beside else "<game>",
        variant=node,
        variant_place=NOWHERE,
        players=names,
        seats={seat.name: seat.how for seat in seats if seat.bot},
        title=title,
        seed=seed,
    )


def first_dealer(players: Sequence[str], dealer: str | None) -> str:
    """Who deals first. Raises NotationError (`notation/seat`) for a stranger."""
    if dealer is None:
        return players[0]
    for name in players:
        if name.casefold() == dealer.strip().casefold():
            return name
    raise NotationError("notation/seat", nobody_called(dealer, players))


def free_path(is_free: Callable[[Path], bool] = lambda path: not path.exists()) -> Path:
    """The first name of a game file that is free: `eleusis-1.yaml`, `eleusis-2.yaml`, … in this folder."""
    return next(path for number in count(1) if is_free(path := Path(f"eleusis-{number}.yaml")))


def is_for_two(variant: Variant) -> bool:
    """Whether an edition is for a dealer and one player."""
    return variant.players.max == 2


def seat_dealer(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats, with a bot that deals beside a player who is alone."""
    if len(seats) != 1 or not seats[0].name:
        return tuple(seats)
    (player,) = seats
    name = next(name for name in _DEALERS if name.casefold() != player.name.casefold())
    return player, Seat(name, "good")


def bot_that_deals(seats: Sequence[Seat]) -> str | None:
    """The bot that deals where nobody says who does: the last one that sits there; None where there is none."""
    return next((seat.name for seat in reversed(seats) if seat.bot), None)
