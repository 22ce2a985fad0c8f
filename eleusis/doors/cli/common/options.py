"""Options and arguments that several commands share: what stands in the signatures of commands."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import attrs
import typer

from eleusis.doors.cli.common.given import complete_rule, complete_variant
from eleusis.doors.cli.common.output import warn
from eleusis.ground.errors import NotationError, visible

if TYPE_CHECKING:
    from eleusis.lab.run import Worker
    from eleusis.minds.players.program.command import Program


def variant_option(help: str) -> Any:
    """An option that names a variant, which the shell completes."""
    return typer.Option(metavar="VARIANT", help=help, autocompletion=complete_variant)


def number_option(
    low: float, high: float | None, help: str, *, metavar: str = "N", default: float | None = None
) -> Any:
    """An option that is a number within bounds, which its help and its errors say in words."""
    bounds = f"{low} or more" if high is None else f"{low} to {high}"

    def check(number: float | None) -> float | None:
        """Refuses what is out of bounds, and `nan`, which every bound lets pass; None is for nothing."""
        if number != number:
            raise typer.BadParameter("that isn't a number of seconds")
        if number is not None and not low <= number <= (number if high is None else high):
            raise typer.BadParameter(f"{number} is not in the range {bounds}.")
        return number

    shown = bounds if default is None else f"default: {default}; {bounds}"
    return typer.Option(metavar=metavar, callback=check, show_default=False, help=f"{help}  [{shown}]")


def seconds_option(low: float, high: float, help: str, default: float | None = None) -> Any:
    """An option that is a number of seconds."""
    return number_option(low, high, help, metavar="SECONDS", default=default)


Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to print it.")]

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="SETTING=VALUE", help="Change one setting, such as expulsion.layout=50. Repeatable."
    ),
]

Edition = Annotated[str | None, variant_option("The variant: a name, or the path of a file.")]

VariantInstead = Annotated[str | None, variant_option("Replay the games under this variant instead.")]

GameFiles = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Game files, folders of them, or - for stdin.")
]

Difficulty = Annotated[
    int | None, number_option(1, 5, "The difficulty of the rules that bots take from the library.")
]

Rounds = Annotated[int | None, number_option(1, 1000, "End the game after N rounds, whatever the variant says.")]

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
        help="The name of a variant, or the path of its file.",
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
    int | None, number_option(1, 256, "How many processes to use. Default: one per processor, if it pays off.")
]

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME=COMMAND",
        help="Let a program play, under a name: --bot mine='python3 mybot.py' --players Ann:mine. Repeatable.",
    ),
]


MoveTime = Annotated[float, seconds_option(0.01, 86_400, "How long a program given with --bot has for a move.", 30)]


@attrs.frozen
class GameOptions:
    """Which game a table plays, as `play` and `serve` are told."""

    variant: Edition = None
    set_: Settings = None
    dealer: Annotated[str | None, typer.Option(metavar="NAME", help="Who deals first.")] = None
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="The secret rule: an id or its text. Give several to use them in turn."),
    ] = None
    rules: RuleFiles = None
    difficulty: Difficulty = None
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Decides the cards, the rules and what the bots do. Default: drawn."),
    ] = None
    rounds: Rounds = None
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Where to save the game. Default: eleusis-1.yaml, or the next free number."
        ),
    ] = None


@attrs.frozen
class ProgramOptions:
    """Programs that play, and how long they may think."""

    bot: Bots = None
    move_time: MoveTime = 30

    def read(self) -> dict[str, Program]:
        """The programs by name. Raises NotationError (`notation/bot`)."""
        if not self.bot:
            return {}
        from eleusis.minds.players.kinds import read_programs

        return read_programs(self.bot, self.move_time)


@attrs.frozen
class WorkOptions:
    """Where the rounds of `simulate` and `benchmark` are played."""

    jobs: Jobs = None
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Share the work out through a dask.distributed scheduler, tcp://HOST:PORT."
        ),
    ] = None

    def check(self) -> None:
        """Raises NotationError (`notation/option`) where both are given."""
        if self.cluster is not None and self.jobs is not None:
            raise NotationError("notation/option", "--cluster and --jobs don't go together")

    def worker(self, rounds: int) -> Worker:
        """Who does the work of so many rounds. Raises LabError where the cluster is not to be reached."""
        if self.cluster is not None:
            from eleusis.lab.dask_cluster import Cluster

            return Cluster(self.cluster)
        from eleusis.lab.run import choose_worker

        return choose_worker(rounds, self.jobs)


@attrs.frozen
class ResultsOptions:
    """Where the results of `simulate` and `benchmark` go, besides stdout."""

    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the result of each round in this file, as it comes.")
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Carry on with the file given with --out.")] = False
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write a page with charts.")] = None

    def check(self) -> None:
        """Refuse what can't be carried on or written, before anything is played. Raises NotationError, LabError."""
        if self.resume and self.out is None:
            raise NotationError("notation/option", "--resume continues a file: name it with --out")
        if self.report is not None:
            from eleusis.lab.reporting.report import check_report

            check_report(self.report, self.out)

    def write_report(self, write: Callable[[str, str], None]) -> None:
        """Write the page that was asked for, if one was, and say so; `write` is told its file and the command."""
        if self.report is not None:
            write(self.report, command())
            warn(f"{visible(self.report)}: written")


def collect_given(group: attrs.AttrsInstance, but: Sequence[str] = ()) -> dict[str, object]:
    """The options of a group that say something else than their defaults, by their names; a seed of 0 does.

    Those that are called `but` don't count.
    """
    values = {field: getattr(group, field.name) for field in attrs.fields(type(group)) if field.name not in but}
    said = {field.name: value for field, value in values.items() if value not in (field.default, [])}
    return {f"--{name.strip('_').replace('_', '-')}": value for name, value in said.items()}


def command() -> str:
    """The command as it was typed."""
    return shlex.join(["eleusis", *sys.argv[1:]])
