"""The arguments of a simulation as a program gives them: what is of another kind is told as one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, cast

from eleusis.ground.errors import LabError, did_you_mean, name_value
from eleusis.minds.players.registry import Seat

T = TypeVar("T")

ENGINES = ("auto", "python", "kernel")
"""Who plays: the engine with the kernel where that pays, the engine alone, the kernel in any case."""
MAX_JOBS = 256
"""More processes than this are a slip."""


def check_number(name: str, value: object, low: int | None = None, high: int | None = None) -> None:
    """Raises LabError (`lab/argument`) for what is no whole number, or out of bounds; None is the default."""
    bounds = f" from {low} to {high}" if low is not None and high is not None else ""
    if value is not None and not _is_whole(value, low, high):
        raise _refuse(name, f"a whole number{bounds}", value)


def check_engine(engine: object) -> None:
    """Raises LabError (`lab/argument`) for what is none of `auto`, `python` and `kernel`."""
    if engine not in ENGINES:
        hint = did_you_mean(engine, ENGINES) if isinstance(engine, str) else ""
        raise LabError("lab/argument", f"engine takes 'auto', 'python' or 'kernel', not {name_value(engine)}{hint}")


def check_seed(seed: object) -> None:
    """Raises LabError (`lab/argument`) for a seed that is no whole number; one that is written in digits is."""
    if not (_is_whole(seed) or (isinstance(seed, str) and seed.isdecimal())):
        raise _refuse("seed", "a whole number", seed)


def check_text(name: str, value: object, takes: str) -> None:
    """Raises LabError (`lab/argument`) for what is no text; None is for nothing."""
    if value is not None and not isinstance(value, str):
        raise _refuse(name, takes, value)


def read_several(name: str, value: T | Iterable[T], kinds: tuple[type, ...], takes: str) -> tuple[T, ...]:
    """What is given alone or as several, as several. Raises LabError (`lab/argument`) for other kinds of things."""
    if isinstance(value, kinds):
        return (cast(T, value),)
    if not isinstance(value, Iterable):
        raise _refuse(name, takes, value)
    members = tuple(value)
    strangers = [member for member in members if not isinstance(member, kinds)]
    if strangers:
        raise _refuse(name, takes, strangers[0], f"{type(value).__name__} with ")
    return members


def check_seats(seats: Iterable[Seat]) -> None:
    """Raises LabError (`lab/argument`) for a seat whose name or kind is no text."""
    for seat in seats:
        for field, value in (("name", seat.name), ("kind", seat.kind)):
            if not isinstance(value, str):
                raise _refuse(f"the {field} of a Seat", "a text", value)


def _is_whole(value: object, low: int | None = None, high: int | None = None) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def _refuse(name: str, takes: str, value: object, within: str = "") -> LabError:
    """What an argument takes, and what it was given instead."""
    return LabError("lab/argument", f"{name} takes {takes}, not {within}{name_value(value)}")
