"""`eleusis play`: sit down at a table, people and bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from eleusis.doors.cli.common.given import extra_rules, programs_of, read_others
from eleusis.doors.cli.common.options import (
    Bots,
    ByHand,
    DealtRules,
    Difficulty,
    Edition,
    FirstDealer,
    KeptIn,
    MoveTime,
    OpenHands,
    OtherPlayers,
    Rounds,
    RuleFiles,
    Settings,
    check_seconds,
)
from eleusis.doors.cli.common.output import silence, warn
from eleusis.ground import exits

if TYPE_CHECKING:
    from eleusis.doors.terminal.desk import Desk
    from eleusis.doors.terminal.setting_up import Arrangement
    from eleusis.doors.terminal.signals import Ending
    from eleusis.table.game_table import Table


def play(
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Who plays, clockwise, separated by commas. Bots are Bob:random, Bob:scientist or "
            "Bob:knower(skill=0.8).",
        ),
    ] = None,
    variant: Edition = None,
    set_: Settings = None,
    dealer: FirstDealer = None,
    rule: DealtRules = None,
    rules: RuleFiles = None,
    difficulty: Difficulty = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Decides the cards, the rules and what the bots do.")
    ] = None,
    rounds: Rounds = None,
    file: KeptIn = None,
    bot: Bots = None,
    move_time: MoveTime = 30,
    seat: OtherPlayers = None,
    tutor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Show this player, and no one else, which cards would tell them most. Repeatable."
        ),
    ] = None,
    by_hand: ByHand = False,
    open_hands: OpenHands = False,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Carry on with a game that was interrupted.")
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="Today's puzzle: a game for one, easy on Mondays, hard on Sundays.")
    ] = False,
    date: Annotated[
        str | None, typer.Option(metavar="DAY", help="The puzzle of another day, such as 2026-01-31.")
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=10,
            callback=check_seconds,
            help="How long a bot's move stays on the screen.",
        ),
    ] = 0.5,
) -> None:
    """Play at the terminal: people at one keyboard, bots, or both. It asks for whatever you leave out.

    Every move is saved before you see what came of it, so nothing is ever lost: carry on with --resume. Type ? at
    any time for help. Exit 130 after Ctrl-C, 128 plus the signal's number after SIGTERM or SIGHUP.

    Examples:
      eleusis play
      eleusis play --variant express --players "Rosa,Ann:random,Bob:random"
      eleusis play --by-hand --variant abbott --players "Ann,Ben,Cleo,Dan"
    """
    from eleusis.doors.terminal.asking.until_answered import Left, Stopped
    from eleusis.doors.terminal.desk import has_line_editor, the_desk
    from eleusis.doors.terminal.signals import Ended, ended_by_signals

    with ended_by_signals() as ending, _no_terminal_left(ending):
        desk = the_desk()
        try:
            from eleusis.doors.terminal.asking.unfinished_game import offer_unfinished
            from eleusis.doors.terminal.daily_game import arrange_resumed, begin_daily, check_daily, name_day
            from eleusis.doors.terminal.setting_up import Arrangement, begin_game, resume_game
            from eleusis.ground.errors import ScriptError
            from eleusis.table.dealers_rules import given_rules
            from eleusis.table.tutors import check_tutor

            others: dict[str, object] = {
                "--variant": variant, "--set": set_, "--dealer": dealer, "--rule": rule, "--rules": rules,
                "--difficulty": difficulty, "--seed": seed, "--rounds": rounds, "--by-hand": by_hand,
                "--resume": resume, "--tutor": tutor, "--open-hands": open_hands,
            }  # fmt: skip
            check_daily(daily, date, others)
            more = extra_rules(rules)
            if tutor:
                check_tutor()
            given = given_rules(rule or (), more, difficulty)
            arrangement = Arrangement(
                dealer, given, difficulty, rounds, by_hand, pace,
                programs=programs_of(bot, move_time), others=read_others(seat, resume), tutored=set(tutor or ()),
                open_hands=open_hands,
            )  # fmt: skip
            said = {**others, "--players": players, "--file": file, "--bot": bot, "--seat": seat}
            begins = f"eleusis-{name_day(date)}" if daily else "eleusis-"
            unfinished = offer_unfinished(desk, arrangement, said, begins)
            if unfinished is not None:
                table, notes = unfinished
                arrange_resumed(arrangement, table)
            elif daily:
                table, notes = begin_daily(desk, arrangement, day=date, players=players, file=file)
            elif resume is None:
                table, notes = begin_game(
                    desk,
                    arrangement,
                    players=players,
                    variant=variant,
                    overrides=set_ or (),
                    seed=seed,
                    file=file,
                    rules=more,
                )
            elif players or variant or seed is not None or file or set_:
                message = "--resume takes players, edition, seed and cards from the file"
                raise ScriptError("script/resume", message)
            else:
                table, notes = resume_game(desk, arrangement, resume, more)
                arrange_resumed(arrangement, table)
        except (EOFError, KeyboardInterrupt, Left, Stopped) as end:
            by = f"ended by {end.signal}: " if isinstance(end, Ended) else ""
            warn(f"\n{by}nothing has been dealt yet")
            stopped = ending.exit_code or exits.INTERRUPTED
            raise SystemExit(stopped if isinstance(end, KeyboardInterrupt) else exits.FINE) from None
        from eleusis.words.page.ink import wrap

        if desk.live and not has_line_editor():
            notes.append("For history, completion and keys that scroll: pip install 'eleusis[play]'")
        for note in notes:
            for line in wrap([note], desk.size[0]) if desk.live else [note]:
                warn(line)
        raise SystemExit(_sit(table, desk, arrangement, notes if desk.live else [], ending))


@contextmanager
def _no_terminal_left(ending: Ending) -> Iterator[None]:
    """After a signal, a terminal that is gone takes no words any more: nothing that fails then is worth one."""
    try:
        yield
    except Exception:
        if ending.exit_code is None:
            raise
        silence()
        raise SystemExit(ending.exit_code) from None


def _sit(table: Table, desk: Desk, arrangement: Arrangement, notes: list[str], ending: Ending) -> int:
    from eleusis.doors.terminal.asking.until_answered import Left
    from eleusis.doors.terminal.daily_game import tell_result
    from eleusis.doors.terminal.signals import Ended
    from eleusis.doors.terminal.sitting import Sitting
    from eleusis.ground.errors import PlayerError, visible

    path = "" if table.file is None else visible(str(table.file.path))
    code = exits.FINE
    try:
        Sitting(table, desk, arrangement, notes).run()
        desk.say(tell_result(table, desk.ink))
        seed = f" (its seed was {table.script.seed})" if arrangement.seed_drawn else ""
        warn(f"The game is over{seed}; it is saved in {path}")
    except (Left, KeyboardInterrupt, PlayerError) as end:
        kept = f"Ended by {end.signal}; the game is saved," if isinstance(end, Ended) else "The game is saved;"
        warn(f"\n{kept} continue with: {_go_on(table, arrangement)}")
        if isinstance(end, PlayerError):
            raise
        if isinstance(end, KeyboardInterrupt):
            code = exits.INTERRUPTED
    finally:
        table.close()
    return ending.exit_code or code


def _go_on(table: Table, arrangement: Arrangement) -> str:
    """The command that goes on with the game: with what its file does not keep, and no rule, which is secret."""
    import shlex

    from eleusis.ground.errors import visible

    words = ["eleusis", "play", "--resume", "" if table.file is None else str(table.file.path)]
    if arrangement.by_hand and not table.rounds:
        words.append("--by-hand")
    if arrangement.dealer is not None and not table.rounds and arrangement.dealer != table.players[0]:
        words += ["--dealer", arrangement.dealer]
    if arrangement.difficulty is not None:
        words += ["--difficulty", str(arrangement.difficulty)]
    for program in arrangement.programs.values():
        words += ["--bot", f"{program.name}={shlex.join(program.argv)}"]
    for name in sorted(arrangement.tutored):
        words += ["--tutor", name]
    if arrangement.rounds is not None:
        words += ["--rounds", str(arrangement.rounds)]
    if arrangement.open_hands:
        words.append("--open-hands")
    return visible(shlex.join(words))
