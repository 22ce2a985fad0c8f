"""A whole game played by bots, as the text of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from eleusis.driving.dealing import unusual
from eleusis.ground.errors import PlayerError, ScriptError, quote
from eleusis.minds.players.registry import Seat
from eleusis.record.gamefile.contents import RoundScript
from eleusis.record.gamefile.writing import write_checked
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import given_rules
from eleusis.table.game_head import first_dealer, game_head
from eleusis.table.game_table import Rules, Table, new_table, play_on
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
) -> str:
    """A game of bots alone, played to its end (or for `rounds` rounds), as a game file.

    The rules `given` (ids or texts) are dealt in turn; without any they are drawn by the seed. `keep` is given the
    file so far where a bot fails, and whose bot that was, or where somebody interrupts; `say` what is unusual about
    the table. Raises PlayerError then, ScriptError (`script/no-bot`) for a seat without a bot, and what reading any
    of it raises.
    """
    table = bots_table(variant, seats, seed=seed, rules=rules, overrides=overrides, beside=beside)
    if say is not None:
        for remark in unusual(table.variant, len(seats)):
            say(remark)
    with table.crew:
        return _deal_game(table, dealer, given_rules(given, rules, difficulty), rounds, difficulty, expect, keep)


def _deal_game(
    table: Table,
    dealer: str | None,
    given: Sequence[Rule],
    rounds: int | None,
    difficulty: int | None,
    expect: bool,
    keep: Callable[[str, str | None], None] | None,
) -> str:
    first = first_dealer(table.players, dealer)
    played: list[RoundScript] = []

    def text() -> str:
        rounds = played if expect else [attrs.evolve(script, expected=()) for script in played]
        return write_checked(attrs.evolve(table.script, stopped=table.match.stopped, rounds=tuple(rounds)))

    try:
        for script in play_game(table, first, given, rounds, difficulty):
            played.append(script)  # noqa: PERF402  # what was played before a bot failed is kept
    except (PlayerError, KeyboardInterrupt) as error:
        if keep is not None and table.rounds:
            if len(table.rounds) > len(played):
                played.append(script_of(table.now, table.rule, full=False))
            keep(text(), table.now.round.to_act if isinstance(error, PlayerError) else None)
        raise
    return text()


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
        raise ScriptError(
            "script/no-bot", f"only bots play here, and {quote(person)} is a person: try eleusis play"
        )
    return new_table(game_head(variant, seats, seed, overrides, beside), seats, rules)


def play_game(
    table: Table,
    first: str,
    given: Sequence[Rule] = (),
    rounds: int | None = None,
    difficulty: int | None = None,
) -> Iterator[RoundScript]:
    """Let bots play a game to its end, or for `rounds` rounds, and give what its file says of each.

    `first` deals first. Raises as `deal_game`.
    """
    while not is_last_round(table, rounds):
        dealer = next_dealer(table, first)
        rule = settle_rule(table, dealer, given, difficulty)
        table.begin_round(dealer, rule)
        play_on(table)
        yield script_of(table.now, rule, full=False)
    if not table.match.complete:
        table.stop()
