"""The daily puzzle at a desk: nothing is asked but a name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, count
from pathlib import Path

from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.setting_up import Arrangement, ask_player, resume_game
from eleusis.driving.dealing import check_players
from eleusis.ground.errors import NotationError, visible
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.record.gamefile.appending import check_free
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.unfinished import load_kept
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table import daily_puzzle
from eleusis.table.game_head import bot_that_deals, game_head, seat_dealer
from eleusis.table.game_table import Table, finished_table, new_table
from eleusis.words.page.ink import Ink

_ELSE = (
    "--date DAY is the puzzle of another day, --players NAME is for somebody else,",
    "and --file FILE plays it once more.",
)


def check_daily(daily: bool, day: str | None, others: Mapping[str, object]) -> None:
    """Refuse what does not go with a daily puzzle: `others` are the options that were given, by name.

    Raises NotationError (`notation/option`).
    """
    given = next(iter(others), None)
    if not daily and day is not None:
        raise NotationError("notation/option", "--date picks a daily puzzle: add --daily")
    if daily and given is not None:
        why = "the day decides the edition, the rule, the cards and who deals"
        why = "the puzzle is solved without one" if given == "--tutor" else why
        raise NotationError("notation/option", f"{given} can't be used with --daily: {why}")


def tell_finished(day: str | None, plan: Arrangement, ink: Ink) -> list[str]:
    """What is said of the puzzle of a day that has been played here to its end; nothing where it has not.

    Raises NotationError as `begin_daily` does.
    """
    date_ = _date_of(day)
    games = list(_find_games(date_, plan))
    if not games or any(not game.stopped for _, game in games):
        return []
    path = games[0][0]
    table = finished_table(path)
    said = [] if table is None else tell_result(table, ink)
    return [f"The puzzle of {date_} is over, in {visible(str(path))}.", *said, *_ELSE]


def _find_games(day: date, plan: Arrangement) -> Iterator[tuple[Path, GameFile]]:
    """The games of a day's puzzle that are kept here, or in the one file: of this player, where one is named."""
    names = {seat.name for seat in read_seats(plan.players)} if plan.players is not None else set()
    for path in sorted(Path().glob(f"eleusis-{day}*.yaml")) if plan.file is None else [Path(plan.file)]:
        game = load_kept(path)
        if game is not None and daily_puzzle.day_of_script(game) == day and names.issubset(game.players):
            yield path, game


def _date_of(day: str | None) -> date:
    """A day as it is given; without one today, by the local date."""
    return daily_puzzle.read_day(date.today().isoformat() if day is None else day)


def begin_daily(desk: Desk, plan: Arrangement, day: str | None) -> tuple[Table, list[str]]:
    """A table for the puzzle of a day (None: today, by the local date), and what is to be noted about it.

    One that is not over goes on. Raises NotationError for a date that is none or comes before the first and for
    several players, else as `begin_game` does.
    """
    date_ = _date_of(day)
    seats = None if plan.players is None else _check_alone(read_seats(plan.players))
    unfinished = next((path for path, game in _find_games(date_, plan) if not game.stopped), None)
    if unfinished is not None:
        table, notes = resume_game(desk, plan, str(unfinished))
        arrange_resumed(plan, table)
        return table, [*notes, f"The puzzle of {date_} goes on, in {visible(str(unfinished))}"]
    if plan.file is not None:
        check_free(Path(plan.file))  # before anything is asked
    seats = seat_dealer(seats or _check_alone(ask_player(desk)))
    check_players([seat.name for seat in seats])
    _arrange(plan, date_, seats)
    path = Path(plan.file) if plan.file is not None else _free_path(Path(f"eleusis-{date_}.yaml"))
    seed, title = daily_puzzle.seed_of_day(date_), daily_puzzle.title_of_day(date_)
    head = game_head(daily_puzzle.EDITION, seats, seed, beside=path, title=title)
    return new_table(head, seats, None, path), [f"The game is kept in {visible(str(path))}"]


def _check_alone(seats: Sequence[Seat]) -> Sequence[Seat]:
    """These seats. Raises NotationError (`notation/option`) for several players."""
    if len(seats) != 1:
        message = f"the daily puzzle is for one player, not {len(seats)}: --players Rosa"
        raise NotationError("notation/option", message)
    return seats


def arrange_resumed(plan: Arrangement, table: Table) -> None:
    """Arrange for the day's rule and its dealer where a daily puzzle is continued that was not dealt yet."""
    day = daily_puzzle.day_of(table)
    if day is not None and not table.rounds:
        _arrange(plan, day, list(table.seats.values()))


def _arrange(plan: Arrangement, day: date, seats: Sequence[Seat]) -> None:
    """The day's rule, dealt by the bot as the seed deals it."""
    plan.given, plan.dealer = (rule_of_day(day),), bot_that_deals(seats)


def tell_result(table: Table, ink: Ink) -> list[str]:
    """The result of a daily puzzle that is over, on lines of its own to be shared; none of another game."""
    day = daily_puzzle.day_of(table)
    if day is None or not table.rounds or table.playing:
        return []
    return ["", *ink.plain(daily_puzzle.result_lines(day, table.now)), ""]


def _free_path(first: Path) -> Path:
    """The name of a day's game file, or the first such name with a number that is free in this folder."""
    numbered = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(path for path in chain([first], numbered) if not os.path.lexists(path))
