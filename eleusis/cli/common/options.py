"""Options and arguments that several commands share: what stands in the signatures of commands.

Only typer reads those, and only it needs this module: the files of the commands import from here for type checkers,
and `framework.py` hands them these names when typer is to read them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from eleusis.cli.common.given import complete_rule, complete_variant

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

RuleText = Annotated[
    str,
    typer.Argument(
        metavar="RULE",
        help="An id of the library, or the text of a rule; - reads it from stdin.",
        autocompletion=complete_rule,
    ),
]

LooksAt = Literal["last", "back", "position", "streak", "line"]

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


def check_seconds(seconds: float | None) -> float | None:
    """Refuses what is no number, which every bound lets pass; None is for nothing."""
    if seconds != seconds:
        raise typer.BadParameter("this is no number of seconds")
    return seconds


MoveTime = Annotated[
    float,
    typer.Option(
        min=0.01, max=86_400, callback=check_seconds, help="Seconds that a program of --bot has for a move."
    ),
]
