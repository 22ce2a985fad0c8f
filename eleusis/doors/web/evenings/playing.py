"""A game in the browser: its rounds begun and ended, moves made by people, bots and the clock, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager

from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.web_messages import ChooseRule
from eleusis.driving.dealing import can_begin
from eleusis.game.moves import Hint, Move, Pass, Undo, read_move
from eleusis.ground.cards import Card, cards
from eleusis.ground.data import Json
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError, RuleError
from eleusis.minds.players.registry import Seat, read_seat
from eleusis.secret.library import find_rule
from eleusis.table.dealers_rules import draw_rule
from eleusis.table.game_table import Table
from eleusis.table.permissions import check_move, may_take_back, settle_rule, take_back

MAX_HINTS = 100
"""The most hints in a round: each stands on all pages until it ends."""
_STAND_IN = "random(no_plays=0, declares=0, guesses=0)"
"""Who plays where a clock has run out."""
BotTurn = Generator[Callable[[], Move], Move | None, None]
"""A turn of a bot: it yields what is to be thought, beside all else, and is sent the move that comes of it."""

# Rounds


def next_round(evening: Evening) -> None:
    """Begin the next round, or end the game where none follows.

    Raises WebError (`web/round-on`), and as `start` does.
    """
    if evening.phase != "between" or evening.table is None:
        raise WebError("web/round-on", evening.why_no_round())
    if evening.last_round:
        evening.table.stop()
        evening.remember()
    else:
        begin_round(evening)


def begin_round(evening: Evening) -> None:
    """Deal the next round by a rule that is given or drawn, or wait for the dealer to choose one."""
    table, plan = evening.the_table(), evening.plan
    dealer, rule = evening.next_dealer, None
    assert dealer is not None
    if not plan.by_hand:
        given = [find_rule(text, evening.rules) for text in plan.rules]
        rule = settle_rule(table, dealer, given, plan.difficulty)
    if rule is None:
        evening.choosing = dealer
    else:
        table.begin_round(dealer, rule)
        table.drive(moves=0)
    evening.remember()


def choose_rule(evening: Evening, seat: str, wanted: ChooseRule) -> None:
    """The rule of the person who deals, and the round is dealt.

    Raises WebError (`web/not-dealing`), RuleError,
    NotationError, ScriptError.
    """
    table, by_hand = evening.the_table(), evening.plan.by_hand
    if evening.choosing is None or seat != evening.choosing:
        raise WebError("web/not-dealing", f"{seat} is not asked for a rule now")
    rule = None
    if wanted.draw:
        seed, number = table.script.seed or 0, len(table.rounds) + 1
        rule = draw_rule(seed, number, table.rules, evening.plan.difficulty)
    elif isinstance(wanted.rule, str):
        rule = find_rule(wanted.rule, table.rules)
    if rule is not None and not can_begin(table.variant, rule):
        raise RuleError("rule/no-starter", "no card of the pack is right as the starter by this rule")
    if wanted.hint and not table.variant.hints.ever:
        raise IllegalMove("move/no-hints", f"{table.variant.name} has no hints")
    lie, aside = _read_lying(table, wanted) if by_hand else (None, ())
    table.begin_round(seat, rule, starter=lie, set_aside=aside, unknown=by_hand)
    evening.choosing = None
    if wanted.hint:
        table.step(Hint(seat, wanted.hint[:400]))
    table.drive(moves=0)
    evening.remember()


def _read_lying(table: Table, wanted: ChooseRule) -> tuple[Sequence[Card], Sequence[Card]]:
    """The starters of a real table, and what was set aside before them. Raises NotationError (`notation/card`)."""
    lie, aside = cards(wanted.starters or ""), cards(wanted.set_aside or "")
    if not all(card.known for card in (*lie, *aside)):
        raise NotationError("notation/card", "a starter is face up: name it, such as 7S")
    if table.variant.deal.starters and not lie:
        raise NotationError("notation/card", "which card is the starter? Name the one on the table, such as 7S")
    return lie, aside if table.variant.deal.sets_aside else ()


def stop(evening: Evening) -> None:
    """End the game for good.

    Raises WebError (`web/round-on`) where none has begun, and ScriptError of the file.
    """
    if evening.table is None or evening.table.match.stopped:
        raise WebError("web/round-on", evening.why_no_round())
    evening.choosing = None
    evening.table.stop()
    evening.remember()


def pause(evening: Evening, paused: bool) -> None:
    """Stop all moves for a while, or let the game go on."""
    evening.paused = paused
    evening.broken = None if not paused else evening.broken
    evening.remember()


# Moves


def move(evening: Evening, seat: str, n: int, text: str) -> None:
    """Make a move for a seat, as its line in a game file has it; `n` is what its player had seen.

    Raises WebError (`web/moved` where more has happened, `web/paused`, `web/no-round`), NotationError,
    IllegalMove, ScriptError of the file.
    """
    if n != evening.chronicle.last:
        moved: dict[str, Json] = {"n": evening.chronicle.last}
        raise WebError("web/moved", "the table has moved on: look again", more=moved)
    table = _table_in_play(evening)
    wanted = read_move(text, seat)
    if isinstance(wanted, Undo):
        _take_back(evening, seat)
        return
    check_move(table, wanted)
    _make(evening, wanted)


def move_bot(evening: Evening) -> BotTurn:
    """Let the bot move that is due, if one still is; it thinks on what it sees now, and all may look meanwhile.

    Raises PlayerError and ScriptError; the game can't go on then.
    """
    if evening.bot_due:
        yield from _ask_bot(evening, evening.the_table())


def _ask_bot(evening: Evening, table: Table, by_clock: bool = False) -> BotTurn:
    with _failing(evening):
        thought = yield table.consult()
    assert thought is not None
    _make(evening, thought, by_clock)


def _make(evening: Evening, wanted: Move, by_clock: bool = False) -> None:
    """Make a move; `by_clock` says that the time of its seat had run out."""
    first = evening.chronicle.last + 1
    if isinstance(wanted, Hint) and len(_hints_of(evening)) >= MAX_HINTS:
        raise WebError("web/not-now", f"{MAX_HINTS} hints are enough for a round")
    with _failing(evening):
        steps = evening.the_table().step(wanted)
        if evening.teller is not None:
            evening.teller.remember()
    if by_clock:
        evening.marks.by_clock.update(range(first, first + sum(len(step.events) for step in steps)))


@contextmanager
def _failing(evening: Evening) -> Iterator[None]:
    """Where the file or a bot fails within the block, the game stops until the host lets it go on."""
    try:
        yield
    except EleusisError as error:
        if error.code.startswith(("script/", "player/", "file/")):
            evening.broken = error.message
        raise


def _table_in_play(evening: Evening, even_paused: bool = False) -> Table:
    """The table, where moves can be made. Raises WebError."""
    table = evening.the_table()
    if evening.choosing is not None or not table.rounds:
        raise WebError("web/no-round", f"there is no round now: {evening.why_no_round()}")
    if evening.broken is not None:
        raise WebError("web/broken", f"the game has stopped: {evening.broken}")
    if evening.paused and not even_paused:
        raise WebError("web/paused", "the game is paused")
    return table


# What is taken back


def undo(evening: Evening) -> None:
    """Take back the last move, for the host.

    Raises IllegalMove (`move/may-not-undo`), WebError (`web/no-round`).
    """
    _take_back(evening)


def _take_back(evening: Evening, seat: str | None = None) -> None:
    table = evening.the_table()
    if _is_over_for_good(evening, table):
        raise IllegalMove("move/may-not-undo", "can't undo: the round is over for good")
    if _is_past(evening, table, seat):
        raise IllegalMove("move/may-not-undo", "can't undo: the clock runs, and it is somebody else's turn")
    with _failing(evening):
        take_back(table, seat)


def may_undo(evening: Evening, table: Table, seat: str) -> bool:
    """Whether a seat may take back its last move."""
    return (
        not _is_over_for_good(evening, table) and not _is_past(evening, table, seat) and may_take_back(table, seat)
    )


def _is_past(evening: Evening, table: Table, seat: str | None) -> bool:
    """Whether a seat takes nothing back any more: with a turn clock, that would take the next one's time."""
    return seat is not None and evening.plan.clock is not None and table.now.round.to_act != seat


def _is_over_for_good(evening: Evening, table: Table) -> bool:
    return evening.choosing is not None or table.match.stopped


# Hints of the host


def give_hint(evening: Evening, text: str) -> None:
    """A hint of the host's, which may be given while the game is paused too. Else raises as `move`.

    The game file has it in the dealer's name, who gives hints there; the pages say whose it is.
    """
    record = _table_in_play(evening, even_paused=True).now
    number = len(_hints_of(evening))
    _make(evening, Hint(record.dealer, text))
    evening.marks.by_host.setdefault(record.number, []).append(number)
    evening.remember()


def _hints_of(evening: Evening) -> list[Hint]:
    """The hints of the present round."""
    return [step.move for step in evening.the_table().now.steps if isinstance(step.move, Hint)]


def hide_hints(evening: Evening) -> None:
    """Take the hints of the present round from all pages; the game's file keeps what was said.

    Raises WebError (`web/not-now`) where there is none.
    """
    table = evening.table
    if table is None or not table.rounds or not evening.marks.hide_hints(table.now):
        raise WebError("web/not-now", "there is no hint on the pages")
    evening.remember()


# In somebody's place


def time_out(evening: Evening, n: int) -> BotTurn:
    """The clock of a turn has run out, at which `n` was the last event: a right goes by, a turn is played."""
    table = evening.table
    if n != evening.chronicle.last or evening.phase != "play" or table is None or evening.paused:
        return
    seat = table.now.round.to_act
    if seat is None or seat == table.now.dealer or table.bot(seat) or table.by_hand:
        return
    if table.now.round.refusal(Pass(seat)) is None:
        _make(evening, Pass(seat), by_clock=True)
        evening.remember()
        return
    yield from play_for(evening, seat, read_seat(seat, _STAND_IN), by_clock=True)


def play_for(evening: Evening, seat: str, bot: Seat, *, by_clock: bool = False) -> BotTurn:
    """Let a bot make the turn that is due in somebody's place. Raises WebError (`web/not-now`), PlayerError."""
    table = evening.table
    if evening.paused:
        raise WebError("web/paused", "the game is paused")
    if table is None or not table.playing or table.now.round.to_act != seat or seat == table.now.dealer:
        raise WebError("web/not-now", f"it isn't {seat}'s turn: a bot can stand in when it is")
    before = table.seats[seat]
    table.seat_anew(bot)
    try:
        for _ in range(3):  # the turn, a guess that is offered, and after it the right to declare
            if table.playing and table.now.round.to_act == seat:
                yield from _ask_bot(evening, table, by_clock)
    finally:
        table.seat_anew(before)
        evening.remember()  # only now: the one who stood in is not to be kept as the one who sits there
