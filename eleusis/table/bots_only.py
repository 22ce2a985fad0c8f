"""A whole game played by bots, as the text of its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from eleusis.driving.dealing import unusual
from eleusis.ground.errors import PlayerError, ScriptError, quote
from eleusis.minds.players.registry import Seat
from eleusis.record.gamefile.writing import write_checked
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import given_rules
from eleusis.table.game_head import first_dealer, game_head
from eleusis.table.game_table import Rules, Table, Watch, new_table, play_on
from eleusis.table.permissions import is_last_round, next_dealer, settle_rule


def deal_game(
    variant: str,
    seats: Sequence[Seat],
    *,
    seed: int,
    rounds: int | None = None,
    dealer: str | None = None,
    given: Sequence[str] = (),
    rules: Rules | None = None,
    difficulty: int | None = None,
    overrides: Sequence[str] = (),
    expect: bool = False,
    beside: Path | None = None,
    keep: Callable[[str, str | None], None] | None = None,
    say: Callable[[str], None] | None = None,
    watch: Watch | None = None,
) -> str:
    """A game of bots alone, played to its end (or for `rounds` rounds), as a game file.

    The rules `given` (ids or texts) are dealt in turn; without any they are drawn by the seed. `keep` is given the
    file so far where a bot fails, and whose bot that was, or where somebody interrupts; `say` what is unusual about
    the table; within what `watch` makes of a seat, its bot thinks. Raises PlayerError then, ScriptError
    (`script/no-bot`) for a seat without a bot, and what reading any of it raises.
    """
    table = bots_table(variant, seats, seed=seed, rules=rules, overrides=overrides, beside=beside)
    if say is not None:
        for remark in unusual(table.variant, len(seats)):
            say(remark)
    first, in_turn = first_dealer(table.players, dealer), given_rules(given, rules, difficulty)
    with table.crew:
        try:
            play_game(table, first, in_turn, rounds, difficulty, watch)
        except (PlayerError, KeyboardInterrupt) as error:
            if keep is not None and table.rounds:
                whose = table.now.round.to_act if isinstance(error, PlayerError) else None
                keep(write_played(table, expect), whose)
            raise
    return write_played(table, expect)


def write_played(table: Table, expect: bool = False, *, full: bool = False) -> str:
    """What has been played at a table, as a game file.

    With `expect` it says what must come out, and in `full` what each seat was dealt. Raises ScriptError.
    """
    scripts = [script_of(record, rule, full=full) for record, rule in zip(table.rounds, table.dealt, strict=True)]
    rounds = tuple(script if expect else attrs.evolve(script, expected=()) for script in scripts)
    return write_checked(attrs.evolve(table.script, stopped=table.match.stopped, rounds=rounds))


def bots_table(
    variant: str,
    seats: Sequence[Seat],
    *,
    seed: int,
    rules: Rules | None = None,
    overrides: Sequence[str] = (),
    beside: Path | None = None,
) -> Table:
    """A table of bots alone, at which nothing has been dealt yet. Raises as `deal_game`."""
    person = next((seat.name for seat in seats if not seat.bot), None)
    if person is not None:
        message = f"only bots play here, and {quote(person)} is a person: try eleusis play"
        raise ScriptError("script/no-bot", message)
    return new_table(game_head(variant, seats, seed, overrides, beside), seats, rules)


def play_game(
    table: Table,
    first: str,
    given: Sequence[Rule] = (),
    rounds: int | None = None,
    difficulty: int | None = None,
    watch: Watch | None = None,
) -> None:
    """Let bots play a game to its end, or for `rounds` rounds. `first` deals first. Raises as `deal_game`."""
    while not is_last_round(table, rounds):
        dealer = next_dealer(table, first)
        rule = settle_rule(table, dealer, given, difficulty)
        table.begin_round(dealer, rule)
        play_on(table, watch=watch)
    if not table.match.complete:
        table.stop()
