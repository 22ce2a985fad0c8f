"""Options and arguments that several commands share: what stands in the signatures of commands."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from eleusis.doors.cli.common.given import complete_rule, complete_variant

Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to print it.")]

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KNOB=VALUE", help="Change one knob, such as expulsion.layout=50. Repeatable."),
]

# What `play` and `serve` take alike, to set a table.

Edition = Annotated[
    str | None,
    typer.Option(
        metavar="EDITION", help="The edition: a name, or the path of a file.", autocompletion=complete_variant
    ),
]

FirstDealer = Annotated[str | None, typer.Option(metavar="NAME", help="Who deals first.")]

DealtRules = Annotated[
    list[str] | None,
    typer.Option(metavar="RULE", help="The secret rule: an id or its text. Give several to use them in turn."),
]

Difficulty = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=5, help="The difficulty of the rules that bots take from the library."),
]

Rounds = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=1000, help="End the game after N rounds, whatever the edition says."),
]

KeptIn = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where to save the game. Default: eleusis-1.yaml, or the next free number."),
]

ByHand = Annotated[
    bool, typer.Option("--by-hand", help="Keep score for a real table: real cards, a dealer who judges.")
]

OpenHands = Annotated[
    bool, typer.Option("--open-hands", help="Show everyone's hand, for a class that plays at the board.")
]

OtherPlayers = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=KIND", help="With --resume: who takes this seat from now on, such as Ann=random."),
]

VariantName = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="The name of an edition, or the path of its file.",
        autocompletion=complete_variant,
    ),
]

RuleText = Annotated[
    str,
    typer.Argument(
        metavar="RULE",
        help="An id from the library or the text of a rule; - reads it from stdin.",
        autocompletion=complete_rule,
    ),
]

LooksAt = Literal["last", "back", "position", "streak", "line"]

RuleFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="A file with rules of your own, or lesson: easy rules for a class. Repeatable.",
    ),
]

Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=256, help="How many processes to use. Default: one per processor, if it pays off."
    ),
]

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME=COMMAND",
        help="Let a program play, under a name: --bot mine='python3 mybot.py' --players Ann:mine. Repeatable.",
    ),
]


def check_seconds(seconds: float | None) -> float | None:
    """Refuses what is no number, which every bound lets pass; None is for nothing."""
    if seconds != seconds:
        raise typer.BadParameter("that isn't a number of seconds")
    return seconds


MoveTime = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        min=0.01,
        max=86_400,
        callback=check_seconds,
        help="How long a program given with --bot has for a move.",
    ),
]
