"""The daily puzzle at a desk: nothing is asked but a name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import chain, count
from pathlib import Path

from eleusis.doors.terminal.asking.before_game import ask_player
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.dealing import check_players
from eleusis.ground.errors import EleusisError, NotationError, visible
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.record.gamefile.appending import check_free
from eleusis.record.gamefile.reading import load_game
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.alone import bot_that_deals, seat_dealer
from eleusis.table.daily_puzzle import EDITION, day_of, read_day, result_lines, seed_of_day, title_of_day
from eleusis.table.game_head import game_head
from eleusis.table.game_table import Table, new_table
from eleusis.words.page.ink import Ink


def check_daily(daily: bool, day: str | None, others: Mapping[str, object]) -> None:
    """Refuse what does not go with a daily puzzle: `others` are the options that were given, by name.

    Raises NotationError (`notation/option`).
    """
    if not daily:
        if day is not None:
            raise NotationError("notation/option", "--date picks a daily puzzle: add --daily")
        return
    given = next(iter(others), None)
    if given == "--tutor":
        raise NotationError(
            "notation/option", "--tutor can't be used with --daily: the puzzle is solved without one"
        )
    if given is not None:
        message = (
            f"{given} can't be used with --daily: the day decides the edition, the rule, the cards and who deals"
        )
        raise NotationError("notation/option", message)


def name_day(day: str | None) -> str:
    """A day (None: today) as the file of its game is named. Raises NotationError as `begin_daily` does."""
    return str(_date_of(day))


def _date_of(day: str | None) -> date:
    """A day as it is given; without one today, by the local date."""
    return date.today() if day is None else read_day(day)


def begin_daily(
    desk: Desk, arrangement: Arrangement, *, day: str | None, players: str | None, file: str | None
) -> tuple[Table, list[str]]:
    """A table for the puzzle of a day (None: today, by the local date), and what is to be noted about it.

    Raises NotationError for a date that is none or comes before the first and for several players, else as
    `begin_game` does.
    """
    date_ = _date_of(day)
    if file is not None:
        check_free(Path(file))  # before anything is asked
    seats = ask_player(desk) if players is None else read_seats(players)
    if len(seats) != 1:
        raise NotationError(
            "notation/option", f"the daily puzzle is for one player, not {len(seats)}: --players Rosa"
        )
    seats = seat_dealer(seats)
    check_players([seat.name for seat in seats])
    _arrange(arrangement, date_, seats)
    first = Path(f"eleusis-{date_}.yaml")
    path = Path(file) if file is not None else _free_path(first)
    head = game_head(EDITION, seats, seed_of_day(date_), beside=path, title=title_of_day(date_))
    table = new_table(head, seats, None, path)
    notes = [f"The game is kept in {visible(str(path))}"]
    if file is None and path != first:
        notes.append(f"{first} already holds this day's game; {_carry_on(first)}")
    return table, notes


def _carry_on(first: Path) -> str:
    """What is to be said of a game of the same day that is there already."""
    try:
        over = load_game(first).stopped
    except EleusisError:  # whatever it is, it isn't touched
        over = False
    return (
        "it is over, and this is the same puzzle again" if over else f"to carry on: eleusis play --resume {first}"
    )


def arrange_resumed(arrangement: Arrangement, table: Table) -> None:
    """Arrange for the day's rule and its dealer where a daily puzzle is continued that was not dealt yet."""
    day = day_of(table)
    if day is not None and not table.rounds:
        _arrange(arrangement, day, list(table.seats.values()))


def _arrange(arrangement: Arrangement, day: date, seats: Sequence[Seat]) -> None:
    """The day's rule, dealt by the bot as the seed deals it."""
    arrangement.given, arrangement.dealer = (rule_of_day(day),), bot_that_deals(seats)
    arrangement.as_turned = True


def tell_result(table: Table, ink: Ink) -> list[str]:
    """The result of a daily puzzle that is over, on lines of its own to be shared; none of another game."""
    day = day_of(table)
    if day is None or not table.rounds or table.playing:
        return []
    return ["", *ink.plain(result_lines(day, table.now)), ""]


def _free_path(first: Path) -> Path:
    """The name of a day's game file, or the first such name with a number that is free in this folder."""
    numbered = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(path for path in chain([first], numbered) if not os.path.lexists(path))
