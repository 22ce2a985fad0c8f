"""The tutors of a table: who has asked for one, and what each says; they stand in no file and see one hand each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from eleusis.ground.agreement import say, say_within
from eleusis.ground.errors import NotationError, nobody_called, quote
from eleusis.minds.players.registry import Seat
from eleusis.reviewing.review import check_numpy, usual_family
from eleusis.table.daily_puzzle import day_of
from eleusis.table.game_table import Table

if TYPE_CHECKING:
    from eleusis.table.tutor import Tutor


AT_A_REAL_TABLE = "a tutor can't see the cards of a real table"


def check_tutored(names: Iterable[str], seats: Sequence[Seat]) -> None:
    """Raises NotationError (`notation/seat`) where one of these names is nobody's, or a bot's."""
    people = [seat.name for seat in seats if not seat.bot]
    for name in names:
        if name in people:
            continue
        if any(seat.name == name for seat in seats):
            raise NotationError("notation/seat", f"{quote(name)} is a bot: a tutor is for people")
        raise NotationError("notation/seat", nobody_called(name, people))


def why_no_tutor(table: Table) -> str | None:
    """Why nobody at a table may have a tutor; None if they may."""
    if table.rounds and table.by_hand:
        return AT_A_REAL_TABLE
    return None if day_of(table) is None else "a daily puzzle has no tutor"


def check_tutor() -> None:
    """Raises LabError (`lab/no-numpy`) where numpy is missing, by which a tutor reckons."""
    check_numpy("a tutor")


@attrs.define
class Tutors:
    """The tutors of `table`; `seats` are those who have one."""

    table: Table
    seats: set[str]
    _tutors: dict[str, Tutor] = attrs.field(factory=dict)

    def switch(self, seat: str, on: bool) -> str:
        """Give a seat a tutor, or take it away; says what is so now.

        Raises NotationError (`notation/word`) where there can be none, and as `check_tutor`.
        """
        if not on:
            self.seats.discard(seat)
            return f"{say(seat, 'play')} without a tutor now"
        why_not = why_no_tutor(self.table)
        if why_not is not None:
            raise NotationError("notation/word", why_not)
        check_tutor()
        self.seats.add(seat)
        plays = say_within(seat, "play")
        return f"{say(seat, 'have')} a tutor now: a hint at the cards that tell you most, while {plays}"

    def hint(self, seat: str) -> str | None:
        """What the tutor of a seat says of its hand; None where it has none, or nothing is to be said."""
        if seat not in self.seats or self.table.by_hand:
            return None
        if seat not in self._tutors:
            from eleusis.table.tutor import Tutor

            self._tutors[seat] = Tutor(usual_family(), self.table.variant)
        telling = self._tutors[seat].look(self.table.now.round.view(seat))
        return None if telling is None else telling.hint
