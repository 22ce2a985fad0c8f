"""`eleusis deal`: bots play a game by themselves, to a file."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.given import extra_rules
from eleusis.doors.cli.common.output import warn, write

if TYPE_CHECKING:
    from eleusis.minds.players.registry import Seat


@attrs.frozen
class DealtGame:
    """Which game is dealt."""

    variant: Annotated[str, options.variant_option("The variant: a name, or the path of a file.")] = "abbott"
    set_: options.Settings = None
    seed: Annotated[int, typer.Option(metavar="N", help="Decides the cards, the rules and what the bots do.")] = 1
    rounds: options.Rounds = None
    dealer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who deals first. Default: the first seat.")
    ] = None
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="The secret rule, or several to use in turn. Default: the seed decides."),
    ] = None
    rules: options.RuleFiles = None
    difficulty: Annotated[
        int | None,
        options.number_option(1, 5, "The difficulty of the rules that the seed picks."),
    ] = None


def deal(
    *,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Who plays, clockwise, separated by commas: Ann:beginner, Ann:good, Ann:expert, Ann:random or "
            "Ann:knower(skill=0.8).",
        ),
    ] = "Ann,Bob,Cleo,Dan",
    game: DealtGame,
    programs: options.ProgramOptions,
    expect: Annotated[bool, typer.Option("--expect", help="Also write down how each round came out.")] = False,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="The file to write. Default: stdout.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there already.")] = False,
) -> None:
    """Let bots play a whole game, and print it as a game file that replays to the same scores.

    If --rounds ends the game before everyone has dealt, it is over for good. If a bot fails, the game so far goes
    to FILE.part (without a file, to stdout), the exit code is 1, and you are told how to carry on.

    Examples:
      eleusis deal --seed 7 --out game.yaml
      eleusis deal --variant express --players "Ann:good,Bob:expert,Cleo:random"
    """
    from eleusis.doors.terminal.desk import thinking
    from eleusis.ground.errors import ScriptError, visible
    from eleusis.ground.files import write_whole
    from eleusis.minds.players.registry import read_seats
    from eleusis.table.bots_only import deal_game

    def keep(unfinished: str, due: str | None) -> None:
        """What was played before a failure or an interruption: beside the file that it was to be, or to stdout."""
        if file is None:
            write(unfinished.rstrip("\n"))
            return
        part = f"{out}.part"
        try:
            write_whole(_place(Path(part), force), unfinished)
        except ScriptError as error:
            warn(str(error))
        else:
            warn(f"{visible(part)}: the game so far is saved here; carry on with")
            warn(f"  {_resume(part, seats, due)}")

    file = None if out in (None, "-") else Path(str(out))
    if file is not None:
        for wanted in (file, Path(f"{out}.part")):
            _place(wanted, force)
    seats = read_seats(players, default="random", programs=programs.read())
    text = deal_game(
        game.variant,
        seats,
        seed=game.seed,
        rounds=game.rounds,
        dealer=game.dealer,
        given=game.rule or (),
        rules=extra_rules(game.rules),
        difficulty=game.difficulty,
        overrides=game.set_ or (),
        expect=expect,
        beside=file,
        keep=keep,
        say=lambda remark: warn(f"note: {remark}"),
        watch=partial(thinking, sys.stderr) if sys.stderr.isatty() else None,
    )
    if file is None:
        write(text.rstrip("\n"))
    else:
        write_whole(_place(file, force), text)
        warn(f"{visible(str(out))}: written")


def _place(path: Path, force: bool) -> Path:
    """Where that is written which is to stand at a path, behind a link too; with `force` it may replace a file.

    Raises ScriptError: `script/file-exists`, or `script/in-use` for a game that is being played.
    """
    from eleusis.ground.errors import Place, ScriptError
    from eleusis.record.gamefile.appending import check_unused

    if not os.path.lexists(path) or (path.exists() and not path.is_file()):
        return path
    if not force:
        message = "this file already exists: choose another name, or replace it with --force"
        raise ScriptError("script/file-exists", message, Place(str(path)))
    if path.exists():
        check_unused(path)
    return path.resolve()


def _resume(file: str, seats: Sequence[Seat], failed: str | None) -> str:
    """The command that goes on with a game: a random player on the seat that failed, other programs as before."""
    programs = {seat.program.name: seat.program for seat in seats if seat.program and seat.name != failed}
    words = ["eleusis", "play", "--resume", file]
    for program in programs.values():
        words += ["--bot", f"{program.name}={shlex.join(program.argv)}"]
    return shlex.join([*words, *(() if failed is None else ("--seat", f"{failed}=random"))])
