"""What is kept of an evening beside its game file, read back from FILE.seats."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_file import check_names, read_kept_data, read_seat_file
from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.ground.chance import LARGEST_SEED
from eleusis.ground.errors import EleusisError, Place, quote, raise_all
from eleusis.ground.files import is_stream
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.secret.rule import Rule

_LONGEST_NAME = 255
"""Bytes of a file's name, on most systems."""
_Number = Annotated[int, Meta(ge=0, le=10**9)]
"""More events than any evening has."""


class PlayerKept(Struct, frozen=True, forbid_unknown_fields=True):
    """Who or what plays on a seat."""

    seat: str
    kind: str = ""


class RemarksKept(Struct, frozen=True, forbid_unknown_fields=True):
    """The events of moves that the clock has made, and the hints that the host has taken from all pages."""

    by_clock: list[_Number] = []
    hidden: list[_Number] = []


class KeptSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept, as `Evening` writes it: of each round, by its number, which of its hints the host gave."""

    plan: dict[str, Any] = {}
    players: Annotated[list[PlayerKept], Meta(max_length=MAX_PLAYERS)] = []
    seed: Annotated[int, Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)] | None = None
    shared_seed: Annotated[int, Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)] | None = None
    choosing: str | None = None
    paused: bool = False
    game: Annotated[int, Meta(ge=1, le=10**9)] = 1
    before: _Number = 0
    by_host: dict[Annotated[int, Meta(ge=1, le=9999)], list[_Number]] = {}
    remarks: RemarksKept = RemarksKept()
    next: str | None = None
    made: float = 0.0


def read_kept(
    path: Path, rules: Mapping[str, Rule] | None = None, programs: Mapping[str, Program] = NO_PROGRAMS
) -> tuple[KeptSettings, EveningPlan, tuple[Seat, ...]]:
    """What is kept in a file of seats, with its plan and who sits there; as of a new evening where that is nothing.

    Raises WebError as `read_seat_file`, also for an edition, a rule or a bot that isn't there; or ManyErrors.
    """
    settings, place = _read_settings(path), Place(str(path))
    check_names((player.seat for player in settings.players), place)
    variant = settings.plan.get("variant")
    if isinstance(variant, str) and is_stream(variant):
        raise WebError("seat/broken", f"an edition is a name or a file here, not {quote(variant)}", place)
    try:
        plan = EveningPlan().change(settings.plan, rules or {})
        players = tuple(read_seat(player.seat, player.kind, programs) for player in settings.players)
    except EleusisError as error:
        said = (str(part) if part.file else part.message for part in error.errors)
        raise_all([WebError("seat/broken", text, place) for text in said])
    return settings, plan, players


def read_next(path: Path) -> str | None:
    """The name of the file in which the evening that a file of seats is about went on; None where it didn't.

    Raises WebError as `read_seat_file`.
    """
    name = _read_settings(path).next
    if name is None:
        return None
    fits = len(os.fsencode(f"{name}.seats")) <= _LONGEST_NAME
    if not fits or not name.isprintable() or name in ("", ".", "..") or Path(name).name != name:
        message = f"next is the name of a file in the same folder, not {quote(name)}"
        raise WebError("seat/broken", message, Place(str(path)))
    return name


def _read_settings(path: Path) -> KeptSettings:
    return read_kept_data(read_seat_file(path).settings, KeptSettings, Place(str(path)))
