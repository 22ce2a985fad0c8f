"""Who may do what at a table: move, take back, begin the next round, choose its rule; every door asks here."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from eleusis.driving.driver import Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.driving.undo import may_undo
from eleusis.game.legality import bidders
from eleusis.game.moves import Guess, Hint, Move, NoPlay, Play
from eleusis.game.refusals import out_of_turn
from eleusis.ground.agreement import say_within
from eleusis.ground.errors import IllegalMove, RuleError
from eleusis.secret.library import find_english, find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import draw_rule
from eleusis.table.game_head import first_dealer
from eleusis.table.game_table import Table


def check_move(table: Table, move: Move) -> None:
    """Refuses what the rules of the game allow, but not this table, or not to a person.

    In a file, and at a real table of which the score is kept, another's move lets a right go by; at others a right
    stands until its seat has answered. Raises IllegalMove: `move/not-yours` for a bot's seat, `move/out-of-turn`;
    RuleError for a guess that the bot which deals can't read, SaidInEnglish where any rule has to judge English.
    """
    if move.seat in table.seats and table.bot(move.seat):
        raise IllegalMove("move/not-yours", f"{move.seat} is a bot, and plays by itself")
    # What has been played at a real table is played: the rules have the last word on how it is written down.
    if not table.by_hand:
        round_ = table.now.round
        _check_asked(table, move)
        if move.seat != round_.to_act and not isinstance(move, Hint):
            raise round_.refusal(move) or out_of_turn(round_.state, table.variant, move.seat, move.verb)
    if isinstance(move, Guess) and table.rule is not None:
        if english := find_english(move.rule, table.rules):
            raise english
        if table.bot(table.now.dealer) and not table.by_hand:
            _check_guess(table, move)


def _check_asked(table: Table, move: Move) -> None:
    """Refuse a turn before all have answered who are asked whether to declare."""
    if not isinstance(move, Play | NoPlay):
        return
    state, seat = table.now.round.state, move.seat
    following = state.successor()
    asked = [other for other in bidders(state, table.variant) if not other == seat == following]
    if asked and asked[0] == seat:
        raise IllegalMove("move/out-of-turn", f"{seat} is asked to declare: declare, or pass")
    if asked and seat == following and state.phase == "play":
        plays, others = say_within(seat, "play"), say_within(asked[0], "are")
        raise IllegalMove("move/out-of-turn", f"before {plays}, {others} asked to declare")


def _check_guess(table: Table, move: Guess) -> None:
    """Refuse a guess that the bot which deals can't judge."""
    if (refusal := table.now.round.refusal(move)) is not None:
        raise refusal
    with contextlib.suppress(RuleError):
        find_rule(move.rule, table.rules)
        dealer, view = table.driver.players[table.now.dealer], table.now.round.view(table.now.dealer)
        if isinstance(dealer, RuleDealer):
            dealer.check(move, view)
        return
    try:
        find_rule(move.rule)  # what is told of it names no rule of a file that the dealer alone may know
    except RuleError as error:
        at = f" (column {error.column} of the guess)" if error.column else ""
        message = f"{table.now.dealer} can't read that guess: {error.message}{at}"
        raise RuleError(error.code, message) from None


def why_not_undo(table: Table) -> str | None:
    """Why nobody at this table may take the last move back; None where its seat may."""
    if not table.rounds or not table.now.steps:
        return "nothing has happened yet"
    seat = table.now.steps[-1].seat
    if not table.playing and table.rule is not None:
        return "the rule has been shown"
    if table.now.number in table.revealed:
        return "what was believed or guessed has been shown"
    if table.bot(seat):
        return may_undo(table.now, seat) or f"{seat} is a bot, and takes nothing back"
    if (program := table.program_sent) is not None:
        return f"{program} is a program, and has been sent it"
    return None


def may_take_back(table: Table, seat: str) -> bool:
    """Whether a seat may take back its last move."""
    return why_not_undo(table) is None and may_undo(table.now, seat) is None


def take_back(table: Table, seat: str | None = None) -> Step:
    """Take back the last move, whoever made it; with a `seat` that seat's own.

    Raises IllegalMove (`move/may-not-undo`), and ScriptError of the file.
    """
    why_not = why_not_undo(table)
    if why_not is not None:
        raise IllegalMove("move/may-not-undo", f"can't undo: {why_not}")
    return table.undo(table.now.steps[-1].seat if seat is None else seat)


def why_no_round(table: Table, limit: int | None = None) -> str | None:
    """Why no round can begin now, of `limit` at most; None where one can."""
    if table.playing:
        return "a round is under way: the next is dealt when it is over"
    return "the game is over: no round follows" if is_last_round(table, limit) else None


def is_last_round(table: Table, limit: int | None = None) -> bool:
    """Whether no round follows that which is on or was last, of `limit` at most."""
    dealt = limit is not None and len(table.rounds) >= limit
    return dealt or table.match.stopped or table.match.complete


def next_dealer(table: Table, first: str | None = None) -> str:
    """Who deals the next round: `first` the first one. Raises NotationError (`notation/seat`) for a stranger."""
    if table.rounds:
        return table.match.next_dealer()
    planned = None if table.planned is None else table.planned.dealer
    return first_dealer(table.players, first or planned)


def settle_rule(
    table: Table, dealer: str, given: Sequence[Rule] = (), difficulty: int | None = None
) -> Rule | None:
    """The rule of the next round, where nobody is asked: the next of those `given`, planned, or drawn by a bot.

    None: the person who deals chooses. Raises RuleError as `draw_rule` does.
    """
    number = len(table.rounds)
    if given:
        return given[number % len(given)]
    if table.planned is not None and table.planned.rule is not None:
        return table.planned.rule
    return draw_rule(table.script.seed or 0, number + 1, table.rules, difficulty) if table.bot(dealer) else None
