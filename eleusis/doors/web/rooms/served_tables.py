"""A table of a server: laid anew, or taken up as it was left; no other server may open it meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.evenings.lobby import resume_evening, set_up
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.seats.seating import Seating
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS
from eleusis.secret.rule import Rule


class Extras(NamedTuple):
    """What the command line adds to all games: rules and programs by name."""

    rules: Mapping[str, Rule] = {}
    programs: Mapping[str, Program] = NO_PROGRAMS


def lay_table(
    path: Path,
    plan: EveningPlan,
    settings: Mapping[str, object],
    extras: Extras,
    *,
    forbidden: Collection[str] = (),
    **more: Any,
) -> Evening:
    """A new table with this plan and these `settings`, which may name its players; `more` is the evening's own.

    Raises what any of it raises; then nothing is left of it.
    """
    with ExitStack() as failing:
        lock = failing.enter_context(SeatLock(seats_path(path)))
        seating = Seating.create(seats_path(path))
        seating.forbidden = forbidden
        evening = Evening(path, seating, plan, lock=lock, **extras._asdict(), **more)
        failing.callback(evening.clear_up)
        if settings:
            set_up(evening, settings)
        failing.pop_all()
    return evening


def take_up(
    path: Path,
    extras: Extras,
    *,
    forbidden: Collection[str] = (),
    others: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
) -> tuple[Evening, str]:
    """A table as it was left, and what was dropped from the end of its file; with other `settings`, where given.

    Raises as `resume_evening`.
    """
    beside = seats_path(path)
    with ExitStack() as failing:
        lock = failing.enter_context(SeatLock(beside))
        if not beside.exists():
            failing.callback(beside.unlink, missing_ok=True)
            Seating.create(beside)
        seating = Seating.load(beside)
        seating.forbidden = forbidden
        evening, dropped = resume_evening(path, seating, others=others, **extras._asdict())
        evening.lock = lock
        if settings:
            set_up(evening, settings)
        failing.pop_all()
    return evening, dropped
