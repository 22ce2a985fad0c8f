"""FOLDER/room.json: the owner's key, and what tables are made with."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from eleusis.doors.web.evenings.evening_plan import EveningPlan, read_players
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.lookalikes import has_word
from eleusis.doors.web.seats.seat_file import read_kept_data
from eleusis.doors.web.seats.seat_names import check_seat_name, seat_called
from eleusis.doors.web.strict_json import read_object
from eleusis.ground.chance import LARGEST_SEED, draw_seed
from eleusis.ground.data import from_data
from eleusis.ground.errors import Place, ScriptError, quote
from eleusis.ground.files import read_bytes, write_whole
from eleusis.minds.players.program.command import Program
from eleusis.secret.rule import Rule

_LONGEST = 1 << 20
"""Bytes of the file."""


class RoomKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the file."""

    key: Annotated[str, Meta(min_length=32)]
    """The owner's key."""
    room_of_eleusis: Annotated[int, Meta(ge=1, le=1)] = 1
    plan: dict[str, Any] = {}
    """How games are played, as an evening's plan."""
    players: str = ""
    """Who sits at each table besides those that it is made for, as on the command line."""
    same: bool = False
    """Whether all tables get one rule and one deal."""
    seed: Annotated[int, Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)] | None = None
    """What decides those, if they are the same."""
    anybody: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many tables a day anybody may make, from one network."""
    forbidden: Annotated[list[str], Meta(max_length=1000)] = []
    """Names, and words of names, that nobody may use."""

    def __repr__(self) -> str:
        return "RoomKept()"


def read_room(path: Path) -> RoomKept:
    """What is kept of a room; a new one, with a new key, where nothing is.

    Raises WebError (`seat/unreadable`, `seat/broken`), ScriptError (`script/cannot-write`).
    """
    place = Place(str(path))
    if not path.exists():
        write_room(path, RoomKept(secrets.token_urlsafe(24)))
    try:
        data = read_object(read_bytes(path, _LONGEST))
    except OSError as error:
        raise WebError("seat/unreadable", f"this can't be read: {error.strerror}", place) from None
    except ValueError as error:
        raise WebError("seat/broken", f"this isn't a room's file, or it is damaged: {error}", place) from None
    return read_kept_data(data, RoomKept, place)


def write_room(path: Path, room: RoomKept) -> None:
    """Keep a room, for its owner's eyes only. Raises ScriptError (`script/cannot-write`)."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(room)).decode() + "\n", mode=0o600, lasting=True)


def change_room(
    room: RoomKept, changes: Mapping[str, object], rules: Mapping[str, Rule], programs: Mapping[str, Program]
) -> RoomKept:
    """A room with some of it changed, all of it checked: what is not its own is its plan's.

    Raises NotationError, VariantError, RuleError, WebError for what can't be.
    """
    own = {name: changes[name] for name in ("players", "same", "seed", "anybody", "forbidden") if name in changes}
    planned = {name: value for name, value in changes.items() if name not in own}
    plan = EveningPlan().change({**room.plan, **planned}, rules)
    changed = from_data({**msgspec.structs.asdict(room), **own, "plan": plan.to_json()}, RoomKept)
    names: list[str] = []
    for seat in read_players(changed.players, programs) if changed.players.strip() else ():
        if seat_called(check_seat_name(seat.name), names):
            raise ScriptError("script/players", f"two players are called {quote(seat.name)}")
        if has_word(seat.name, changed.forbidden):
            raise WebError("seat/name", f"{quote(seat.name)} is to sit at every table, and is a forbidden name")
        names.append(seat.name)
    if not changed.same:
        changed = replace(changed, seed=None)
    elif changed.seed is None:
        changed = replace(changed, seed=draw_seed())
    return changed
