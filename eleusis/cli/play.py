"""`eleusis play`: sit down at a table, people and bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eleusis.cli import exits
from eleusis.cli.options import RuleFiles, Settings, complete_variant, extra_rules
from eleusis.cli.output import silence, warn

if TYPE_CHECKING:
    from eleusis.table.game_table import Rules, Table
    from eleusis.terminal.desk import Desk
    from eleusis.terminal.setting_up import Arrangement
    from eleusis.terminal.signals import Ending


def register(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command("play")(play)


def play(
    players: Annotated[
        str | None,
        typer.Option(help="Who sits there, clockwise: names; a bot with its kind, as Bob:knower(skill=0.8)."),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(help="The edition: a name or a path.", autocompletion=complete_variant)
    ] = None,
    set_: Settings = None,
    dealer: Annotated[str | None, typer.Option(help="Who deals first.")] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help="The secret rule: an id or a text; several are taken in turn.")
    ] = None,
    rules: RuleFiles = None,
    difficulty: Annotated[
        int | None, typer.Option(min=1, max=5, help="How hard the rules are that bots draw from the library.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Decides the cards, the rules that are drawn, the bots.")] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=1000, help="End the game after so many; otherwise as the edition says.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where the game is kept; otherwise eleusis-1.yaml or the next."),
    ] = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Keep score for a real table: real cards, a dealer who judges.")
    ] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a game that was left, or broken off.")
    ] = None,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="Seconds that a bot's move stays on the screen.")
    ] = 0.5,
) -> None:
    """Play at the terminal: people at one keyboard, bots, or both; what is not told is asked.

    Every move is on the disk before its result is shown, so nothing is lost whatever happens; go on with --resume.
    Type ? at any time. Exit 130 after Ctrl-C, 128 and its number after SIGTERM or SIGHUP.

    Example: eleusis play --variant express --players "Rosa,Ann:random,Bob:knower(skill=0.6)"
    """
    from eleusis.terminal.desk import has_line_editor, the_desk
    from eleusis.terminal.signals import Ended, ended_by_signals

    with ended_by_signals() as ending, _no_terminal_left(ending):
        desk = the_desk()
        notes: list[str] = []
        try:
            more = extra_rules(rules)
            arrangement = _arrange(dealer, rule, more, difficulty, rounds, by_hand, pace)
            if resume is not None:
                table = _resume(
                    resume, more, desk, arrangement, notes, players or variant or seed is not None or file or set_
                )
            else:
                table = _new(players, variant, set_ or [], seed, file, more, desk, arrangement, notes)
        except (EOFError, KeyboardInterrupt) as end:
            by = f"ended by {end.signal}: " if isinstance(end, Ended) else ""
            warn(f"\n{by}nothing has been dealt yet")
            stopped = ending.exit_code or exits.INTERRUPTED
            raise typer.Exit(exits.FINE if isinstance(end, EOFError) else stopped) from None
        if desk.live and not has_line_editor():
            notes.append("For history and completion: pip install 'eleusis[play]'")
        for note in notes:
            warn(note)
        raise typer.Exit(_sit(table, desk, arrangement, notes if desk.live else [], ending))


@contextmanager
def _no_terminal_left(ending: Ending) -> Iterator[None]:
    """After a signal, a terminal that is gone takes no words any more: nothing that fails then is worth one."""
    try:
        yield
    except typer.Exit:
        raise
    except Exception:
        if ending.exit_code is None:
            raise
        silence()
        raise typer.Exit(ending.exit_code) from None


def _sit(table: Table, desk: Desk, arrangement: Arrangement, notes: list[str], ending: Ending) -> int:
    from eleusis.errors import PlayerError, visible
    from eleusis.terminal.setting_up import Left
    from eleusis.terminal.signals import Ended
    from eleusis.terminal.sitting import Sitting

    path = "" if table.file is None else visible(str(table.file.path))
    code = exits.FINE
    try:
        Sitting(table, desk, arrangement, notes).run()
        warn(f"The game is over; it is kept in {path}")
    except Left:
        warn(f"\nThe game is kept; go on with: {_go_on(table, arrangement)}")
    except Ended as end:
        warn(f"\nEnded by {end.signal}; the game is kept, go on with: {_go_on(table, arrangement)}")
    except KeyboardInterrupt:
        warn(f"\nThe game is kept; go on with: {_go_on(table, arrangement)}")
        code = exits.INTERRUPTED
    except PlayerError:
        warn(f"\nThe game is kept; go on with: {_go_on(table, arrangement)}")
        raise
    finally:
        if table.file is not None:
            table.file.close()
    return ending.exit_code or code


def _go_on(table: Table, arrangement: Arrangement) -> str:
    """The command that goes on with the game: with what its file does not keep, and no rule, which is secret."""
    import shlex

    from eleusis.errors import visible

    words = ["eleusis", "play", "--resume", "" if table.file is None else str(table.file.path)]
    if arrangement.by_hand and not table.rounds:
        words.append("--by-hand")
    if arrangement.dealer is not None and not table.rounds and arrangement.dealer != table.players[0]:
        words += ["--dealer", arrangement.dealer]
    if arrangement.difficulty is not None:
        words += ["--difficulty", str(arrangement.difficulty)]
    if arrangement.rounds is not None:
        words += ["--rounds", str(arrangement.rounds)]
    return visible(shlex.join(words))


def _arrange(
    dealer: str | None,
    rule: list[str] | None,
    rules: Rules,
    difficulty: int | None,
    rounds: int | None,
    by_hand: bool,
    pace: float,
) -> Arrangement:
    from eleusis.table.dealers_rules import given_rules
    from eleusis.terminal.setting_up import Arrangement

    return Arrangement(dealer, given_rules(rule or (), rules, difficulty), rules, difficulty, rounds, by_hand, pace)


def _new(
    players: str | None,
    variant: str | None,
    overrides: list[str],
    seed: int | None,
    file: str | None,
    rules: Rules,
    desk: Desk,
    arrangement: Arrangement,
    notes: list[str],
) -> Table:
    from eleusis.driving.dealing import check_players
    from eleusis.errors import ScriptError, visible
    from eleusis.gamefile.appending import check_free
    from eleusis.players.registry import read_seats
    from eleusis.table.game_head import first_dealer, game_head
    from eleusis.table.game_table import new_table
    from eleusis.terminal import setting_up as setting

    if file is not None:
        check_free(Path(file))  # before anything is asked
    seats = setting.ask_seats(desk) if players is None else read_seats(players)
    names = check_players([seat.name for seat in seats])
    if variant is None:
        variant = setting.ask_variant(desk, len(seats))
    if arrangement.dealer is None and players is None:
        arrangement.dealer = setting.ask_dealer(desk, seats)
    arrangement.dealer = first_dealer(names, arrangement.dealer)
    if arrangement.by_hand and any(seat.bot for seat in seats):
        raise ScriptError(
            "script/by-hand", "a bot can't see the cards of a real table: --by-hand takes people only"
        )
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000)
    path = Path(file) if file is not None else _free()
    script = game_head(variant, seats, seed, overrides, path)
    table = new_table(script, seats, rules, path)
    notes += [*setting.remarks(table.variant, len(names)), f"The game is kept in {visible(str(path))}"]
    return table


def _resume(
    path: str, rules: Rules, desk: Desk, arrangement: Arrangement, notes: list[str], other: object
) -> Table:
    from eleusis.errors import EleusisError, ScriptError, visible
    from eleusis.table.game_head import first_dealer
    from eleusis.table.game_table import resume

    if other:
        raise ScriptError("script/resume", "--resume takes players, edition, seed and cards from the file")
    table, dropped = resume(Path(path), rules)
    try:
        if arrangement.dealer is not None and table.rounds:
            raise ScriptError(
                "script/resume", "who deals stands in the file: --resume takes a dealer before the first round"
            )
        arrangement.dealer = (
            first_dealer(table.players, arrangement.dealer) if arrangement.dealer is not None else None
        )
    except EleusisError:
        if table.file is not None:
            table.file.close()
        raise
    if dropped:
        notes.append(f"{visible(path)}: its end was torn and has been dropped: {desk.ink.safe(dropped, 200)}")
    if table.rounds and table.by_hand:
        arrangement.by_hand = True
    return table


def _free() -> Path:
    """The first name that is free in this folder."""
    number = 1
    while (path := Path(f"eleusis-{number}.yaml")).exists():
        number += 1
    return path
