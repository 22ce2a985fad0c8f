"""`eleusis play`: sit down at a table, people and bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.given import extra_rules, read_others
from eleusis.doors.cli.common.output import silence, warn
from eleusis.ground import exits

if TYPE_CHECKING:
    from eleusis.doors.terminal.desk import Desk
    from eleusis.doors.terminal.setting_up import Arrangement
    from eleusis.doors.terminal.signals import Ending
    from eleusis.table.game_table import Table


@attrs.frozen
class SittingOptions:
    """How the table is played at, besides the game itself."""

    seat: options.OtherPlayers = None
    tutor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Show this player, and no one else, which cards would tell them most. Repeatable."
        ),
    ] = None
    by_hand: options.ByHand = False
    open_hands: options.OpenHands = False
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Carry on with a game that was interrupted.")
    ] = None
    pace: Annotated[float, options.seconds_option(0, 10, "How long a bot's move stays on the screen.", 0.5)] = 0.5


@attrs.frozen
class PuzzleOptions:
    """Which daily puzzle is played, if one is."""

    daily: Annotated[
        bool, typer.Option("--daily", help="Today's puzzle: a game for one, easy on Mondays, hard on Sundays.")
    ] = False
    date: Annotated[
        str | None, typer.Option(metavar="DAY", help="The puzzle of another day, such as 2026-01-31.")
    ] = None


def play(
    *,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Who plays, clockwise, separated by commas. Bots are Bob:beginner, Bob:good or Bob:expert.",
        ),
    ] = None,
    game: options.GameOptions,
    programs: options.ProgramOptions,
    at_table: SittingOptions,
    puzzle: PuzzleOptions,
) -> None:
    """Play at the terminal: people at one keyboard, bots, or both. It asks for whatever you leave out.

    Every move is saved before you see what came of it, so nothing is ever lost: carry on with --resume. Type ? at
    any time for help. Exit 130 after Ctrl-C, 128 plus the signal's number after SIGTERM or SIGHUP.

    Examples:
      eleusis play
      eleusis play --variant express --players "Rosa,Ann:beginner,Bob:good"
      eleusis play --by-hand --variant abbott --players "Ann,Ben,Cleo,Dan"
    """
    from eleusis.doors.terminal.asking import Left, Stopped
    from eleusis.doors.terminal.daily_game import tell_finished
    from eleusis.doors.terminal.desk import has_line_editor, the_desk
    from eleusis.doors.terminal.signals import Ended, ended_by_signals

    with ended_by_signals() as ending, _no_terminal_left(ending):
        desk = the_desk()
        try:
            arrangement = _arrange(players, game, programs, at_table, puzzle)
            if puzzle.daily and (said := tell_finished(puzzle.date, arrangement, desk.ink)):
                desk.say(said)
                raise SystemExit(exits.FINE)
            table, notes = _table(desk, arrangement, at_table.resume, puzzle)
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


def _arrange(
    players: str | None,
    game: options.GameOptions,
    programs: options.ProgramOptions,
    at_table: SittingOptions,
    puzzle: PuzzleOptions,
) -> Arrangement:
    """What the options decide, checked. Raises what reading any of them raises."""
    from eleusis.doors.terminal.daily_game import check_daily
    from eleusis.doors.terminal.setting_up import Arrangement
    from eleusis.table.dealers_rules import given_rules
    from eleusis.table.tutors import check_tutor

    decided = {**options.collect_given(game, but=["file"]), **options.collect_given(at_table, but=["seat", "pace"])}
    check_daily(puzzle.daily, puzzle.date, decided)
    rules = extra_rules(game.rules)
    given = given_rules(game.rule or (), rules, game.difficulty)
    if at_table.tutor:
        check_tutor()
    return Arrangement(
        dealer=game.dealer,
        given=tuple(given),
        difficulty=game.difficulty,
        rounds=game.rounds,
        by_hand=at_table.by_hand,
        pace=at_table.pace,
        players=players,
        variant=game.variant,
        overrides=game.set_ or (),
        seed=game.seed,
        file=game.file,
        rules=rules or None,
        programs=programs.read(),
        others=read_others(at_table.seat, at_table.resume),
        tutored=set(at_table.tutor or ()),
        open_hands=at_table.open_hands,
    )


def _table(
    desk: Desk, arrangement: Arrangement, resume: str | None, puzzle: PuzzleOptions
) -> tuple[Table, list[str]]:
    """The table that is played at, new or continued, and what is to be noted; what is not told is asked."""
    from eleusis.doors.terminal.daily_game import arrange_resumed, begin_daily
    from eleusis.doors.terminal.setting_up import Arrangement, begin_game, offer_unfinished, resume_game
    from eleusis.ground.errors import ScriptError

    if puzzle.daily:
        return begin_daily(desk, arrangement, puzzle.date)
    continued = None
    if resume is not None:
        decided = (arrangement.players, arrangement.variant, arrangement.overrides, arrangement.file)
        if any(decided) or arrangement.seed is not None:
            raise ScriptError("script/resume", "--resume takes players, edition, seed and cards from the file")
        continued = resume_game(desk, arrangement, resume)
    elif arrangement == Arrangement(pace=arrangement.pace):  # no option has decided anything
        continued = offer_unfinished(desk, arrangement)
    if continued is None:
        return begin_game(desk, arrangement)
    arrange_resumed(arrangement, continued[0])
    return continued


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
    from eleusis.doors.terminal.asking import Left
    from eleusis.doors.terminal.daily_game import tell_result
    from eleusis.doors.terminal.signals import Ended
    from eleusis.doors.terminal.sitting import Sitting
    from eleusis.ground.errors import PlayerError, ScriptError, visible

    path = "" if table.file is None else visible(str(table.file.path))
    code = exits.FINE
    try:
        Sitting(table, desk, arrangement, notes).run()
        desk.say(tell_result(table, desk.ink))
        seed = f" (its seed was {table.script.seed})" if arrangement.seed_drawn else ""
        warn(f"The game is over{seed}; it is saved in {path}")
    except (Left, KeyboardInterrupt, PlayerError, ScriptError) as end:
        kept = f"Ended by {end.signal}; the game is saved," if isinstance(end, Ended) else "The game is saved;"
        warn(f"\n{kept} continue with: {_go_on(table, arrangement)}")
        if isinstance(end, (PlayerError, ScriptError)):  # the game is saved as far as it went
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
