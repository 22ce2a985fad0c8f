"""After a round, and after the game: what is told then, and the next game of the same people."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Literal

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.evening import Evening, is_free, seats_path
from eleusis.doors.web.evenings.event_marks import EventMarks
from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.doors.web.refused import WebError
from eleusis.ground.data import Json
from eleusis.reviewing.reviewed import RoundReview

MAX_GAMES_IN_ROOM = 100
"""The most games at a table of a room: a stranger can't fill the disk."""
HowTold = Literal["round", "transcript"]
"""How a round that is over is told."""


def tell_round(evening: Evening, number: int, how: HowTold, seat: str | None = None) -> object:
    """A round that is over: told in whole, or as a transcript.

    It changes nothing but that the round can't be taken up again by an undo. Raises WebError
    (`web/told-later`), and what the telling raises.
    """
    teller = reveal(evening, number)
    return teller.tell(number) if how == "round" else teller.transcript(number, seat)


def prepare_review(evening: Evening, number: int) -> Callable[[], RoundReview]:
    """How to look back upon a round that is over; that takes seconds, and the game may go on meanwhile.

    Raises WebError (`web/told-later`); what is given raises what a review raises.
    """
    return reveal(evening, number).prepare_review(number)


def reveal(evening: Evening, number: int) -> RoundTeller:
    """Who tells of a round that is over, and from now on may not be taken up again."""
    if evening.teller is None or not evening.teller.is_over(number):
        raise WebError("web/told-later", f"round {number} stays secret until it is over")
    evening.the_table().revealed.add(number)
    return evening.teller


def play_again(evening: Evening) -> None:
    """Clear the table for a new game of the same people.

    Raises WebError (`web/round-on`) before the end, and ScriptError where its file is another server's.
    """
    if evening.phase != "over" or evening.table is None:
        raise WebError("web/round-on", "the game is not over: stop it first")
    if evening.room is not None and evening.game >= MAX_GAMES_IN_ROOM:
        raise WebError("web/not-now", f"{MAX_GAMES_IN_ROOM} games were played at this table: make another")
    path, marks = _next_path(evening.path), EventMarks(Chronicle(evening.chronicle.last))
    if evening.lock is not None:
        evening.lock.go_on_to(seats_path(path))
    kept = evening.settings()
    seed = evening.next_seed
    begun: dict[str, Json] = {"seed": seed, "choosing": None, "paused": False, "game": evening.game + 1}
    evening.seating.keep_settings({**kept, "next": path.name})  # so the first file leads to the last
    evening.seating.go_on_in(seats_path(path), {**kept, **begun, **marks.to_json()})
    evening.table.close()
    evening.seats = tuple(evening.table.seats.values())
    evening.table = evening.teller = evening.broken = None
    evening.seed = seed
    evening.marks = marks
    evening.paused = False
    evening.game += 1
    evening.path = path


def _next_path(path: Path) -> Path:
    """The file of the next game: `evening.yaml`, `evening-2.yaml`, `evening-3.yaml`, …, the first that is free."""
    stem, _, number = path.stem.rpartition("-")
    stem, first = (stem, int(number) + 1) if stem and number.isdecimal() else (path.stem, 2)
    return next(free for at in count(first) if is_free(free := path.with_name(f"{stem}-{at}{path.suffix}")))
