"""Before the deal, and who sits where: sitting down, setting up, starting; going on where a server was ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs
from msgspec.structs import replace

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.evening_plan import MAX_BOTS_IN_ROOM, MAX_OWN, MAX_SEATS, PLANNED, read_players
from eleusis.doors.web.evenings.event_marks import EventMarks
from eleusis.doors.web.evenings.kept import read_kept
from eleusis.doors.web.evenings.playing import BotTurn, begin_round, play_for
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_names import check_seat_name, seat_called
from eleusis.doors.web.seats.seating import Seating
from eleusis.driving.dealing import check_players
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import NotationError, Place, ScriptError, did_you_mean, quote
from eleusis.ground.files import read_bytes
from eleusis.minds.players.kinds import find_kind
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.record.gamefile.appending import check_free
from eleusis.secret.rule import Rule
from eleusis.table.game_head import first_dealer, game_head, seat_dealer
from eleusis.table.game_table import Table, finished_table, new_table, resume

NO_RULES: Mapping[str, Rule] = {}
"""No rules but those of the library."""
_LONGEST_HEAD = 1 << 16
"""Bytes of what stands in a game file before its rounds."""
_FIXED = ("variant", "settings", "players", "open_hands", "by_hand")
"""What can't be changed any more once the game has begun."""


# Sitting down


def sit_down(evening: Evening, name: object, *, take_over: bool = False, holds: Sequence[str] = ()) -> str:
    """The seat of somebody who sits down: a free one by its name, a new one, or with `take_over` a bot's.

    `holds` are the seats that the same browser has already. Raises WebError (`web/no-seat`, `web/bots-seat`,
    `web/table-full`, `web/enough-seats`, `seat/name`, `seat/scripts`, `seat/alike`).
    """
    wanted = check_seat_name(name)
    sits = evening.find_seat(wanted)
    if holds:
        _check_more(evening, wanted if sits is None else sits.name, holds)
    if sits is None:
        _add_seat(evening, wanted)
        return wanted
    if sits.bot:
        if not take_over:
            raise WebError("web/bots-seat", f"{sits.name} is a bot: take it over, or choose another name")
        if not evening.plan.free:
            raise WebError("web/bots-seat", f"{sits.name} is a bot, and only the host may change that")
        dealer = evening.next_dealer or evening.plan.dealer or ""
        if evening.table is None and seat_called(dealer, [sits.name]):
            raise WebError("web/bots-seat", f"{sits.name} is the bot that deals: choose another seat")
        _reseat(evening, Seat(sits.name))
    return sits.name


def _check_more(evening: Evening, seat: str, holds: Sequence[str]) -> None:
    """Raises WebError (`web/enough-seats`) where a browser that holds seats may not have this one too."""
    table = evening.table
    if evening.plan.by_hand or seat in holds:
        return
    if len(holds) >= MAX_OWN:
        raise WebError("web/enough-seats", f"a browser can hold {MAX_OWN} seats at most")
    if table is not None and table.playing and seat == table.now.dealer and table.rule is not None:
        message = f"{seat} deals this round: if you play in it, sit down there when it is over"
        raise WebError("web/enough-seats", message)


def _add_seat(evening: Evening, name: str) -> None:
    nobody = f"nobody here is called {quote(name)}{did_you_mean(name, evening.players)}"
    if evening.table is not None:
        message = f"{nobody}: the game is on; take over a bot's seat, or wait for the next game"
        raise WebError("web/no-seat", message)
    if not evening.plan.free:
        raise WebError("web/no-seat", f"{nobody}: ask the host for a seat")
    if len(evening.seats) >= MAX_SEATS:
        raise WebError("web/table-full", f"all {MAX_SEATS} seats are taken")
    evening.seating.check_new_name(name, evening.players)
    evening.seats = [*evening.seats, Seat(name)]
    evening.remember()


def remove(evening: Evening, seat: str) -> None:
    """Take a seat from who holds it; its hand stays. Before the game an empty place is left to nobody."""
    evening.vacate(evening.who(seat).name)


def put_bot(evening: Evening, seat: str, kind: str) -> None:
    """Let a bot play on somebody's seat from now on.

    Raises WebError (`web/no-seat`, `web/not-now`), NotationError for the kind, PlayerError.
    """
    bot = _bot_for(evening, seat, kind)
    _check_bots(evening, [bot if sits.name == bot.name else sits for sits in evening.sitting])
    _reseat(evening, bot)


def stand_in(evening: Evening, seat: str, kind: str) -> BotTurn:
    """Let a bot play the turn that is due on somebody's seat. Raises as `put_bot`."""
    bot = _bot_for(evening, seat, kind)
    yield from play_for(evening, bot.name, bot)


def _bot_for(evening: Evening, seat: str, kind: str) -> Seat:
    bot = read_seat(evening.who(seat).name, kind, evening.programs)
    if not bot.bot:
        raise NotationError("notation/player", "a bot has a kind, such as beginner or good")
    if evening.phase == "play" and bot.program is None and find_kind(bot.kind).knows_rule:
        message = f"{bot.kind} knows the rule, and might give it away: let another bot play this round"
        raise WebError("web/not-now", message)
    return bot


def put_person(evening: Evening, seat: str) -> None:
    """Let a person play where a bot does. Raises WebError (`web/no-seat`, `web/not-now`)."""
    _reseat(evening, Seat(evening.who(seat).name))


def _reseat(evening: Evening, seat: Seat) -> None:
    table = evening.table
    if table is not None:
        if evening.plan.by_hand:
            raise WebError("web/not-now", "a bot can't see the cards of a real table")
        deals = table.now.dealer if table.playing else evening.choosing
        draws = seat.bot and seat.name == evening.choosing
        if seat.name == deals and seat.bot is not table.bot(seat.name) and not draws:
            raise WebError("web/not-now", f"{seat.name} deals this round: wait until it is over")
        table.seat_anew(seat)
        evening.broken = None  # it may have been the one who sat there
        if draws:
            evening.choosing = None
            begin_round(evening)
    evening.seats = [seat if sits.name == seat.name else sits for sits in evening.seats]
    if seat.bot:
        evening.vacate(seat.name)
    evening.remember()


# Setting up, and the start


def set_up(evening: Evening, changes: Mapping[str, object]) -> None:
    """Change the plan, and in `players` who sits there: and once dealt, only what no deal hangs on.

    Raises NotationError, VariantError, RuleError, WebError and ScriptError for what can't be.
    """
    for key in changes:
        if key not in (*PLANNED, "players"):
            hint = did_you_mean(key, (*PLANNED, "players"))
            raise NotationError("notation/option", f"there is nothing called {quote(key)} to set{hint}")
    fixed = next((key for key in changes if key in _FIXED), None)
    if evening.table is not None and fixed is not None:
        raise WebError("web/game-on", f"the game has begun: {fixed} can't be changed any more")
    seats = evening.seats
    if "players" in changes:
        given = read_players(changes["players"], evening.programs)
        seats = [attrs.evolve(seat, name=check_seat_name(seat.name)) for seat in given]
        _check_seats(seats, evening.seating)
        _check_bots(evening, seats)
    planned = {key: value for key, value in changes.items() if key != "players"}
    plan = evening.plan.change(planned, evening.rules)
    if plan.dealer is not None and "dealer" in changes:
        first_dealer([seat.name for seat in seats] or [""], plan.dealer)
    evening.plan, evening.seats = plan, [*seats]
    if evening.table is None:
        evening.seating.keep_only([seat.name for seat in seats if not seat.bot])
    evening.remember()


def _check_seats(seats: Sequence[Seat], seating: Seating) -> None:
    names = [seat.name for seat in seats]
    twice = next((name for place, name in enumerate(names) if seat_called(name, names[:place])), None)
    if twice is not None:
        raise ScriptError("script/players", f"two players are called {quote(twice)}")
    if len(seats) > MAX_SEATS:
        raise WebError("web/table-full", f"{MAX_SEATS} seats at most, not {len(seats)}")
    for place, name in enumerate(names):
        seating.check_new_name(name, names[:place])


def _check_bots(evening: Evening, seats: Sequence[Seat]) -> None:
    """Raises WebError (`web/table-full`) where a table of a room would have so many bots that all others wait."""
    if evening.room is not None and sum(seat.bot for seat in seats) > MAX_BOTS_IN_ROOM:
        raise WebError("web/table-full", f"a table of a room has {MAX_BOTS_IN_ROOM} bots at most")


def start(evening: Evening) -> None:
    """Begin the game: its file is written, and the first round dealt or its dealer asked for a rule.

    Raises ScriptError (`script/…`), WebError (`web/game-on`), PlayerError.
    """
    plan, people = evening.plan, evening.seats
    if evening.table is not None:
        raise WebError("web/game-on", "the game has begun already")
    seats = people if plan.by_hand else [*seat_dealer(people)]
    check_players([seat.name for seat in seats])
    if plan.by_hand and any(seat.bot for seat in seats):
        message = "a bot can't see the cards of a real table: a table by hand takes people only"
        raise ScriptError("script/by-hand", message)
    if len(seats) > len(people) and plan.dealer is None:
        evening.plan = replace(plan, dealer=seats[-1].name)
    seed = draw_seed() if evening.seed is None else evening.seed
    head = game_head(plan.variant, seats, seed, plan.settings, evening.path)
    check_free(evening.path)
    evening.sit_at(new_table(head, seats, evening.rules, evening.path, private=True))
    evening.seed = seed
    begin_round(evening)


# Going on


def resume_evening(
    path: Path,
    seating: Seating,
    *,
    rules: Mapping[str, Rule] = NO_RULES,
    programs: Mapping[str, Program] = NO_PROGRAMS,
    others: Mapping[str, str] | None = None,
) -> tuple[Evening, str]:
    """The evening as a server left it, however it ended, and what was dropped from a torn end of its file.

    Where the game had not begun, nothing but the seats is there yet. `others` says who sits on which seat from
    now on. Raises as `read_kept`, before anything is changed, and as `resume` of a table.
    """
    kept, plan, players = read_kept(seating.path, rules, programs)
    evening = Evening(path, seating, plan, players, seed=kept.seed, rules=rules, programs=programs)
    evening.game, evening.paused = kept.game, kept.paused
    evening.shared_seed, evening.made = kept.shared_seed, kept.made
    by_clock, hidden = {*kept.remarks.by_clock}, {*kept.remarks.hidden}
    evening.marks = EventMarks(Chronicle(kept.before), by_clock, hidden, {**kept.by_host})
    if not path.exists() or (seating.settings and _is_unbegun(path)):
        path.unlink(missing_ok=True)
        return evening, ""
    table, dropped = _reopen(evening, others)
    with ExitStack() as failing:
        failing.callback(table.close)
        _go_on_at(evening, table, kept.choosing)
        failing.pop_all()
    return evening, dropped


def _go_on_at(evening: Evening, table: Table, choosing: str | None) -> None:
    """Sit down at a table that was taken up again, where perhaps somebody was `choosing` a rule."""
    evening.sit_at(table)
    if table.rounds and table.by_hand:
        evening.plan = replace(evening.plan, by_hand=True)
    table.revealed.update(record.number for record in table.rounds if record.ended is not None)
    if not table.playing and not table.match.stopped:
        if choosing in table.players and not table.bot(choosing or ""):
            evening.choosing = choosing
        elif not table.rounds or choosing in table.players:
            begin_round(evening)
    evening.remember()


def _reopen(evening: Evening, others: Mapping[str, str] | None) -> tuple[Table, str]:
    """The table of the evening's file, and what was dropped from its end."""
    if (finished := finished_table(evening.path, evening.rules)) is not None:
        return finished, ""
    sitting = {seat.name: seat.how for seat in evening.seats}
    try:
        return resume(evening.path, evening.rules, programs=evening.programs, others={**sitting, **(others or {})})
    except NotationError as error:
        stray = others is None or others.keys() <= sitting.keys()
        raise error.at(Place(str(evening.seating.path))) if stray and not error.file else error from None


def _is_unbegun(path: Path) -> bool:
    """Whether the first lines of a game file were being written when the server was killed: nothing is dealt."""
    try:
        head = read_bytes(path, _LONGEST_HEAD)
    except (OSError, ValueError):
        return False
    first = b"eleusis: 1\n"
    return head[: len(first)] == first[: len(head)] and b"\nrounds:" not in head and len(head) < _LONGEST_HEAD
