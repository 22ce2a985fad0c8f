"""How a game in a tab begins: a puzzle for one player, or a game of an edition among bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import attrs

from eleusis.doors.tab.tab_messages import OpenGame
from eleusis.doors.tab.tab_seats import TabSeats
from eleusis.doors.web.evenings import lobby
from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.evening_plan import EveningPlan
from eleusis.doors.web.looking_up import check_edition_name
from eleusis.doors.web.refused import WebError
from eleusis.driving.dealing import check_players
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import NotationError
from eleusis.minds.induction import lack_of_numpy
from eleusis.minds.players.registry import Seat, read_seat
from eleusis.secret.rule import Rule
from eleusis.table.daily_puzzle import EDITION
from eleusis.table.dealers_rules import USUAL_DIFFICULTY
from eleusis.table.game_head import game_head, seat_dealer
from eleusis.table.game_table import new_table

_LESSON: Final = "color != last.color"
_LESSON_SEED: Final = 26
_NEED_NUMPY: Final = ("expert", "scientist")


def lesson_rule() -> tuple[Rule, int]:
    """The rule and the seed of the first puzzle: colours take turns, which is seen after a few cards."""
    return Rule(_LESSON), _LESSON_SEED


def begin_alone(path: Path, name: str, rule: Rule, seed: int, title: str, *, by: str | None = None) -> Evening:
    """A game for one player by a rule; `by` is whose it is, where it is somebody's.

    Raises ScriptError for a name that can't be, and of the file; RuleError where no starter suits the rule. Then
    nothing has been kept.
    """
    seats = seat_dealer([Seat(name)])
    if by is not None and by.casefold() != name.casefold():
        seats = (*seats[:-1], attrs.evolve(seats[-1], name=by))
    dealer = seats[-1].name
    check_players([seat.name for seat in seats])
    seating = TabSeats.create(seats_path(path)).hold([name])
    plan = EveningPlan(variant=EDITION, dealer=dealer, rules=(rule.text,), pace=0.0)
    evening = Evening(path, seating, plan, seats, seed=seed)
    with _clearing(path):
        table = new_table(game_head(EDITION, seats, seed, beside=path, title=title), seats, None, path)
        evening.sit_at(table)
        table.begin_round(dealer, rule)
        table.drive(moves=0)
        evening.remember()
    return evening


@contextmanager
def _clearing(path: Path) -> Iterator[None]:
    """Keep nothing of a game that can't begin."""
    try:
        yield
    except BaseException:
        seats_path(path).unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise


def begin_game(path: Path, wanted: OpenGame) -> Evening:
    """A game of an edition, as it is wanted. Raises what any of it raises; then nothing has been kept."""
    check_edition_name(wanted.variant)
    seats = [read_seat(player.seat, player.kind) for player in wanted.players]
    for seat in seats:
        if seat.kind in _NEED_NUMPY and lack_of_numpy(seat.kind) is not None:
            message = f"{seat.name} would need eleusis serve: the strongest bot of a browser tab is good"
            raise NotationError("notation/player", message)
    people = [seat.name for seat in seats if not seat.bot]
    changes: dict[str, object] = {
        "variant": wanted.variant,
        "dealer": wanted.dealer,
        "rounds": wanted.rounds,
        "pace": wanted.pace,
        "rules": [] if wanted.rule is None else [wanted.rule],
        "difficulty": None if wanted.rule is not None else wanted.difficulty or USUAL_DIFFICULTY,
    }
    plan = EveningPlan().change(changes, {})
    seating = TabSeats.create(seats_path(path)).hold(people)
    evening = Evening(path, seating, plan, seats, seed=draw_seed())
    with _clearing(path):
        lobby.set_up(evening, {"players": [{"seat": seat.name, "kind": seat.how} for seat in seats]})
        lobby.start(evening)
    return evening


def begin_again(path: Path, last: Evening) -> Evening:
    """Another game of the same people, as the last was; nothing is kept of one that can't begin.

    Raises WebError (`web/round-on`) before the end of the last, and as `lobby.start`.
    """
    if last.phase != "over":
        raise WebError("web/round-on", "the game is not over: stop it first")
    seating = TabSeats.create(seats_path(path)).hold(seat.name for seat in last.sitting if not seat.bot)
    evening = Evening(path, seating, last.plan, last.sitting, seed=draw_seed())
    with _clearing(path):
        lobby.start(evening)
    return evening


def go_on(path: Path) -> Evening:
    """A game as it was left. Raises as `resume_evening`."""
    seating = TabSeats.load(seats_path(path))
    evening, _ = lobby.resume_evening(path, seating)
    seating.hold(seat.name for seat in evening.sitting if not seat.bot)
    return evening
