"""Options and arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis import exits

if TYPE_CHECKING:
    from eleusis.players.program.command import Program
    from eleusis.secret.rule import Rule


def complete_variant(incomplete: str) -> list[str]:
    """The variants whose names begin so, for the shell."""
    from eleusis.variant import variant_names

    return [name for name in variant_names() if name.startswith(incomplete)]


Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to print it.")]

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KNOB=VALUE", help="Set one knob, as expulsion.layout=50; may be repeated."),
]

# What `play` and `serve` take alike, to set a table.

Edition = Annotated[
    str | None, typer.Option(help="The edition: a name or a path.", autocompletion=complete_variant)
]

FirstDealer = Annotated[str | None, typer.Option(help="Who deals first.")]

DealtRules = Annotated[
    list[str] | None, typer.Option(help="The secret rule: an id or a text; several are taken in turn.")
]

Difficulty = Annotated[
    int | None, typer.Option(min=1, max=5, help="How hard the rules are that bots draw from the library.")
]

Rounds = Annotated[
    int | None, typer.Option(min=1, max=1000, help="End the game after so many; otherwise as the edition says.")
]

KeptIn = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where the game is kept; otherwise eleusis-1.yaml or the next."),
]

ByHand = Annotated[
    bool, typer.Option("--by-hand", help="Keep score for a real table: real cards, a dealer who judges.")
]

OtherPlayers = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=KIND", help="With --resume: who sits there from now on, as Ann=random."),
]

VariantName = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="The name of a variant, or the path of its file.",
        autocompletion=complete_variant,
    ),
]

RuleFiles = Annotated[
    list[str] | None,
    typer.Option("--rules", metavar="FILE", help="A file of rules to know besides; may be repeated."),
]

Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=256, help="Processes; otherwise one for each processor, if the files are worth it."),
]

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME=COMMAND",
        help="A program that plays, as a kind: --bot mine='python3 mybot.py' --players Ann:mine; may be repeated.",
    ),
]


def check_seconds(seconds: float) -> float:
    """Refuses what is no number, which every bound lets pass."""
    if seconds != seconds:
        raise typer.BadParameter("this is no number of seconds")
    return seconds


MoveTime = Annotated[
    float,
    typer.Option(
        min=0.01, max=86_400, callback=check_seconds, help="Seconds that a program of --bot has for a move."
    ),
]


def programs_of(bots: list[str] | None, move_time: float) -> dict[str, Program]:
    """The programs given with `--bot`, by name. Raises NotationError (`notation/bot`)."""
    if not bots:
        return {}
    from eleusis.players.kinds import read_programs

    return read_programs(bots, move_time)


def read_others(texts: list[str] | None, resume: str | None) -> dict[str, str]:
    """Who sits on which seat from now on, from `--seat NAME=KIND`. Raises NotationError and ScriptError."""
    from eleusis.errors import NotationError, ScriptError, quote

    others: dict[str, str] = {}
    for text in texts or ():
        name, equals, how = text.partition("=")
        if not equals or not how.strip():
            raise NotationError("notation/option", f"write --seat NAME=KIND, such as Ann=random, not {quote(text)}")
        others[name.strip()] = how
    if others and resume is None:
        raise ScriptError("script/resume", "--seat goes with --resume: for a new game say it with --players")
    return others


def extra_rules(files: list[str] | None) -> dict[str, Rule]:
    """The rules of the files given with `--rules`, by id; a later file wins. Raises as `load_rules`."""
    if not files:
        return {}
    from eleusis.secret.library import load_rules

    return {name: rule for file in files for name, rule in load_rules(file).items()}


def games_of(files: list[str]) -> tuple[list[Path], int]:
    """The game files that are named, with those of folders, and the exit code so far.

    A folder without games is told on stderr, and is bad input.
    """
    from eleusis.cli.common.output import warn
    from eleusis.errors import visible
    from eleusis.gamefile.folders import game_files, is_folder

    paths, code = list(game_files(files)), exits.FINE
    for folder in files:
        if is_folder(folder) and not any(path.is_relative_to(folder) for path in paths):
            warn(f"{visible(folder)}: no game files in this folder")
            code = exits.BAD_INPUT
    return paths, code
