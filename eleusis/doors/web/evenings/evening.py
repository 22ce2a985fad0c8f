"""An evening: a game behind the pages, who sits there, and all that happens; one after the other changes it.

Nothing here knows of requests. What is done before the deal stands in `lobby`, what in a game in `playing`, what is
told of rounds that are over in `after`. Only one works in an evening, or looks at it, at a time: `Hub` sees to it.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import attrs

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.evenings.event_marks import EventMarks
from eleusis.doors.web.evenings.kept import read_next
from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.doors.web.evenings.story_lines import Stories
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.seats.seat_names import seat_called
from eleusis.doors.web.seats.seating import Seating
from eleusis.driving.dealing import unusual
from eleusis.ground.chance import LARGEST_SEED
from eleusis.ground.data import Json
from eleusis.ground.errors import Place, did_you_mean, quote
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat
from eleusis.secret.rule import Rule
from eleusis.table.afterwards import recall_beliefs
from eleusis.table.game_head import bot_that_deals, first_dealer, is_for_two
from eleusis.table.game_table import Table
from eleusis.table.permissions import is_last_round, next_dealer, why_no_round
from eleusis.variant import Variant

Stage = Literal["lobby", "rule", "play", "between", "over"]
"""Nobody has begun; a person who deals chooses a rule; a round is on; one is over; the game is."""


@attrs.define(eq=False)
class Evening:
    """The game that is served: its file, who sits where, how it is played, and all that happens.

    `path` is where the game is kept; `plan` and `seats` are what is decided beforehand. `rules` are those that may
    be named besides the library's, `programs` kinds of bot besides those that there are.
    """

    path: Path
    seating: Seating
    plan: EveningPlan
    seats: Sequence[Seat] = ()
    seed: int | None = attrs.field(default=None, kw_only=True)
    rules: Mapping[str, Rule] = attrs.field(factory=dict, kw_only=True)
    programs: Mapping[str, Program] = attrs.field(default=NO_PROGRAMS, kw_only=True)
    rule_files: tuple[str, ...] = ()
    """The files and sets that `rules` come from, as `--rules` names them."""
    room: Path | None = None
    """The folder of the room that it is a table of; None where it is served by itself."""
    shared_seed: int | None = None
    """The seed of the first game, where other tables play the same: later games are the same there too."""
    lock: SeatLock | None = None
    """What keeps other servers from this table, where it is served."""
    game: int = 1
    made: float = 0.0
    """When it was first laid, in seconds since 1970; 0 where nobody asks."""
    table: Table | None = None
    marks: EventMarks = attrs.field(factory=lambda: EventMarks(Chronicle()))
    stories: Stories = attrs.field(factory=Stories)
    choosing: str | None = None
    """The person who deals and has yet to say by which rule."""
    paused: bool = False
    broken: str | None = None
    """Why the game can't go on: its file, or a bot."""
    teller: RoundTeller | None = None

    # How it stands

    @property
    def chronicle(self) -> Chronicle:
        """All that has happened, in its order."""
        return self.marks.chronicle

    @property
    def phase(self) -> Stage:
        """How far the game has come; asked at any moment, also while the table is cleared for the next game."""
        if (table := self.table) is None:
            return "lobby"
        if self.choosing is not None:
            return "rule"
        if table.playing:
            return "play"
        return "over" if table.match.stopped else "between"

    @property
    def sitting(self) -> Sequence[Seat]:
        """Who or what plays on each seat, clockwise."""
        table = self.table
        return self.seats if table is None else tuple(table.seats.values())

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, clockwise."""
        return tuple(seat.name for seat in self.sitting)

    @property
    def edition(self) -> Variant:
        """The edition that is played, or is to be. Raises VariantError."""
        table = self.table
        return self.plan.edition if table is None else table.variant

    def find_seat(self, name: str) -> Seat | None:
        """Who or what plays on the seat that a name means; None for a stranger."""
        sitting = {seat.name: seat for seat in self.sitting}
        called = seat_called(name, sitting)
        return None if called is None else sitting[called]

    def who(self, seat: str) -> Seat:
        """Who or what plays on a seat. Raises WebError (`web/no-seat`) for a stranger."""
        if (sits := self.find_seat(seat)) is not None:
            return sits
        hint = did_you_mean(seat, self.players)
        raise WebError("web/no-seat", f"nobody at the table is called {quote(seat)}{hint}")

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next round; None where none follows, or nobody sits there."""
        if self.last_round or len(self.players) < 2:
            return None
        first = self._first_dealer()
        return first if self.table is None else next_dealer(self.table, first)

    def _first_dealer(self) -> str:
        names = self.players
        wanted = self.plan.dealer
        if wanted is None and is_for_two(self.plan.edition):
            wanted = bot_that_deals(self.seats)
        sits = wanted is not None and wanted.strip().casefold() in (name.casefold() for name in names)
        return first_dealer(names, wanted if sits else None)

    @property
    def last_round(self) -> bool:
        """Whether no round follows the present one."""
        table = self.table
        return table is not None and is_last_round(table, self.plan.rounds)

    @property
    def bot_due(self) -> bool:
        """Whether a bot is to move now."""
        table = self.table
        going_on = not self.broken and not self.paused and self.phase == "play"
        return going_on and table is not None and table.bot_to_act

    @property
    def clock(self) -> float | None:
        """The seconds of this turn: twice as many for a guess, since a rule takes longer to say than a card."""
        seconds, table = self.plan.clock, self.table
        guesses = table is not None and table.playing and table.now.round.state.phase == "guess"
        return seconds * 2 if seconds is not None and guesses else seconds

    @property
    def rule_in_play(self) -> Rule | None:
        """The rule of the round that is on, if one is, and its dealer has said by which."""
        table = self.table
        return table.rule if table is not None and self.phase == "play" else None

    def why_no_round(self) -> str:
        """Why no round can be begun, or ended, now."""
        if self.table is None:
            return "the game has not begun: start it"
        if self.choosing is not None:
            return f"{self.choosing} is choosing a rule"
        return why_no_round(self.table, self.plan.rounds) or "no round is under way: begin the next"

    def the_table(self) -> Table:
        """The table of a game that has begun. Raises WebError (`web/no-round`)."""
        if self.table is None:
            raise WebError("web/no-round", "the game has not begun")
        return self.table

    @property
    def how_to_resume(self) -> str:
        """The command that goes on with the game after the server has ended; empty at a table of a room."""
        if self.room is not None:
            return ""
        named = [word for file in self.rule_files for word in ("--rules", file)]
        return shlex.join(["eleusis", "serve", "--resume", str(self.path), *named])

    def notes(self) -> list[str]:
        """What is unusual about this table, each as a sentence."""
        return unusual(self.edition, len(self.players)) if len(self.players) > 1 else []

    @property
    def next_seed(self) -> int | None:
        """The seed of the game after this one; None where it is to be drawn."""
        return None if self.shared_seed is None else (self.shared_seed + self.game) % LARGEST_SEED

    # What is kept, and let go

    def sit_at(self, table: Table) -> None:
        """Go on at this table: a new one, or that of a game file."""
        self.table = table
        self.chronicle.rounds = table.rounds
        self.teller = RoundTeller(table, self.marks, recall=partial(recall_beliefs, table))
        self.seats = tuple(table.seats.values())

    def remember(self) -> None:
        """Keep beside the game file what a killed server must know to go on."""
        self.seating.keep_settings(self.settings())

    def settings(self) -> dict[str, Json]:
        """What that is, as data."""
        return {
            "plan": self.plan.to_json(),
            "players": [{"seat": seat.name, "kind": seat.how} for seat in self.sitting],
            "seed": self.seed,
            "shared_seed": self.shared_seed,
            "choosing": self.choosing,
            "paused": self.paused,
            "game": self.game,
            "made": self.made,
            **self.marks.to_json(),
        }

    def vacate(self, seat: str) -> None:
        """Take a seat from who holds it, if anybody does."""
        if seat in self.seating.held:
            self.seating.remove(seat)

    def clear_up(self) -> None:
        """Leave nothing behind of a table at which nobody has sat and nothing was dealt."""
        if self.table is None and not self.seating.held and not self.path.exists():
            seats_path(self.path).unlink(missing_ok=True)


def seats_path(path: Path) -> Path:
    """The file beside that of a game in which its seats, PINs and plan are kept."""
    return path.with_name(f"{path.name}.seats")


def last_path(path: Path) -> Path:
    """The file of the last game of an evening that began in this one.

    Raises as `read_seat_file`, and WebError (`seat/broken`) for a name that can't follow.
    """
    passed = {path.name}
    while seats_path(path).exists():
        following = read_next(seats_path(path))
        if following is None or not seats_path(path.with_name(following)).exists():
            break
        if following in passed:
            message = f"next leads back to {quote(following)}, where the evening began"
            raise WebError("seat/broken", message, Place(str(seats_path(path))))
        path = path.with_name(following)
        passed.add(following)
    return path


def is_free(path: Path) -> bool:
    """Whether no game is kept in a file, and none is about to be."""
    return not path.exists() and not seats_path(path).exists()
