"""The arguments of a simulation as a program gives them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, cast

from eleusis.ground.errors import LabError, name_value

T = TypeVar("T")

MAX_JOBS = 256
"""More processes than this are a slip."""


def check_number(name: str, value: object, low: int, high: int) -> None:
    """Raises LabError (`lab/argument`) for what is no whole number within bounds; None is the default."""
    if value is not None and not (isinstance(value, int) and low <= value <= high):
        message = f"{name} takes a whole number from {low} to {high}, not {name_value(value)}"
        raise LabError("lab/argument", message)


def read_several(value: T | Iterable[T], *alone: type) -> tuple[T, ...]:
    """What is given alone, as a thing of these types, or as several, as several."""
    return (cast(T, value),) if isinstance(value, alone) else tuple(cast("Iterable[T]", value))
