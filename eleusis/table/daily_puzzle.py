"""The daily puzzle: one solo game a day, the same for all who play it, and a line to share that gives nothing away.

A game is known to be one by the title of its file, by the seed and by the rule that belong to that day; so it is
still one when it is continued, and a file in which somebody has written another rule is none.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from eleusis.driving.replayed import RoundReplay
from eleusis.game.moves import Guess, Judge, Play
from eleusis.ground.agreement import name_owner
from eleusis.ground.data import from_data
from eleusis.ground.errors import NotationError, quote, visible
from eleusis.minds.players.registry import read_seat
from eleusis.record.gamefile.contents import GameFile
from eleusis.secret.daily_rules import FIRST_DAY, rule_of_day
from eleusis.secret.rule import Rule
from eleusis.table.game_head import NOBODY, game_head, seat_dealer
from eleusis.table.game_table import Table, new_table, play_on
from eleusis.variant.saying import count

EDITION = "solo"
"""The edition that is played."""
_TITLE = "Eleusis daily puzzle "
_TURNS_IN_A_GROUP = 10
_EXPERT: Final = Path(__file__).with_name("daily_expert.json")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""The months as a shared line has them, whatever language the computer speaks."""


def read_day(text: str) -> date:
    """The day of a date that is written as 2026-01-31. Raises NotationError (`notation/date`)."""
    day = None
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise NotationError("notation/date", f"there is no day {text} in the calendar") from None
    if day is None:
        message = f"{quote(text)} isn't a date in the form year-month-day, such as 2026-01-31"
        raise NotationError("notation/date", message)
    if day < FIRST_DAY:
        raise NotationError("notation/date", f"there was no puzzle on {day}: the first is on {FIRST_DAY}")
    return day


def seed_of_day(day: date) -> int:
    """What the cards of a day are dealt by."""
    return day.year * 10_000 + day.month * 100 + day.day


def title_of_day(day: date) -> str:
    """What the file of a day's game is called."""
    return f"{_TITLE}{day}"


def day_of_script(script: GameFile) -> date | None:
    """The day whose puzzle a file calls itself, with the cards of that day; None where it does not."""
    title = script.title or ""
    if not title.startswith(_TITLE) or script.variant != EDITION or len(script.rounds) > 1:
        return None
    try:
        day = read_day(title.removeprefix(_TITLE))
    except NotationError:
        return None
    return day if script.seed == seed_of_day(day) else None


def day_of(table: Table) -> date | None:
    """The day whose puzzle is played at a table; None where it is another game."""
    day = day_of_script(table.script) if len(table.rounds) < 2 else None
    if day is None or not table.rounds:
        return day
    return day if table.rule is not None and table.rule.text == rule_of_day(day).text else None


def result_lines(day: date, record: RoundReplay) -> list[str]:
    """How the round of a day's puzzle came out, to be shared: the result, and a picture of its turns."""
    state, variant = record.round.state, record.round.variant
    seat = next(player for player in state.players if player != state.dealer)
    limit = state.turn + (variant.turn_limit.count_left(state.turn) or 0)
    if state.guesser is not None:
        outcome = f"found in turn {state.turn} of {limit}"
    elif state.turn < limit:
        outcome = f"not found in {state.turn} of {count(limit, 'turn')}"
    else:
        outcome = f"not found in {count(limit, 'turn')}"
    wrong = count(state.wrong_guesses.get(seat, 0), "wrong guess", "wrong guesses")
    points = count((record.scores or {}).get(seat, 0), "point")
    return [f"Eleusis {day} · {outcome} · {wrong} · {points}", *_picture(record)]


class _Expert(Struct, frozen=True):
    """In which turn the bot called expert finds the rule, for each day from the first; null where it doesn't."""

    first: date = field(name="from")
    turns: list[int | None] = []


@cache
def _expert() -> _Expert:
    return from_data(msgspec.json.decode(_EXPERT.read_bytes()), _Expert)


def perfect_turn(day: date) -> int | Literal["unknown"] | None:
    """In which turn a perfect player finds the rule of a day with its cards; None where even that one doesn't.

    It was worked out beforehand, for the days of some years; of others it is unknown.
    """
    turns, number = _expert().turns, (day - _expert().first).days
    return turns[number] if 0 <= number < len(turns) else "unknown"


def play_alone(rule: Rule, seed: int, kind: str = "good") -> int | None:
    """In which turn a bot of this kind finds a rule as its only player, by this seed; None where it doesn't.

    `kind` is read as that of a seat. Raises NotationError and PlayerError for a bot that can't be had.
    """
    player, dealer = seat_dealer([read_seat(NOBODY, kind)])
    table = new_table(game_head(EDITION, (player, dealer), seed), (player, dealer))
    with table.crew:
        table.begin_round(dealer.name, rule)
        play_on(table)
    return find_turn(table.now)


def find_turn(record: RoundReplay) -> int | None:
    """In which turn the rule of a round for one player was found; None where it wasn't."""
    state = record.round.state
    return None if state.guesser is None else state.turn


def share_line(day: date, record: RoundReplay) -> str:
    """How the round of a day's puzzle came out, in one line to be shared."""
    parts = [f"Eleusis {day.day} {_MONTHS[day.month - 1]}", _outcome(record), *_picture(record, "")]
    perfect = perfect_turn(day)
    if perfect != "unknown":
        parts.append(f"a perfect player: {'not found' if perfect is None else perfect}")
    return " · ".join(parts)


def share_result(record: RoundReplay, against: str) -> str:
    """How a round for one player came out by the rule of a friend, in one line to be shared."""
    whose = visible(name_owner(against, first=True))
    return " · ".join(["Eleusis", f"{whose} rule {_outcome(record)}", *_picture(record, "")])


def _outcome(record: RoundReplay) -> str:
    """In which turn the rule was found, or in how many it was not."""
    turn = find_turn(record)
    return f"not found in {record.round.state.turn}" if turn is None else f"found in {turn}"


def _picture(record: RoundReplay, between: str = " ") -> list[str]:
    """The turns in their order: ● right, ○ wrong, and behind a turn ? for a wrong guess, ! for the right one.

    There is nothing else of the cards, so it says no more of the rule than how often a card was right.
    """
    turns: list[str] = []
    guessing = False
    for step in record.steps:
        match step.move:
            case Play() | Guess() as move:
                guessing = isinstance(move, Guess)
            case Judge(right=right) if guessing:
                turns[-1] += "!" if right else "?"
            case Judge(right=right):
                turns.append("●" if right else "○")
            case _:
                pass
    groups = ["".join(turns[n : n + _TURNS_IN_A_GROUP]) for n in range(0, len(turns), _TURNS_IN_A_GROUP)]
    return [between.join(groups)] if groups else []
