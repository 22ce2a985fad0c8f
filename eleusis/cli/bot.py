"""`eleusis bot`: the kinds of player that there are, and whether a program keeps to the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eleusis import exits
from eleusis.cli.options import Format, MoveTime
from eleusis.cli.output import table, warn, write, write_json

if TYPE_CHECKING:
    from eleusis.conformance.trial import Trial
    from eleusis.players.kinds import Kind


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True)(bot)
    for command in (list_, check):
        group.command(command.__name__.rstrip("_"))(command)
    app.add_typer(group, name="bot")


def bot(context: typer.Context, format: Format = "text") -> None:
    """Players that are no people: list the kinds (as without a command), check a program.

    Example: eleusis bot check "python3 mybot.py"
    """
    if context.invoked_subcommand is None:
        list_(format)


def list_(format: Format = "text") -> None:
    """List the kinds of player, with their options, and where those come from that didn't come with eleusis.

    Besides those built in there are those that installed packages offer. Exit 2 if one of them can't be had.

    Example: eleusis bot list
    """
    from eleusis.errors import EleusisError
    from eleusis.players.kinds import find_kind, offered_kinds

    kinds: list[tuple[str, str, Kind]] = []
    code = exits.FINE
    for name, offers in offered_kinds().items():
        try:
            kinds.append((name, offers[0].origin, find_kind(name)))
        except EleusisError as error:
            warn(str(error))
            code = exits.BAD_INPUT
    if format == "json":
        write_json([_summary(*kind) for kind in kinds])
    else:
        rows = [["kind", "from", "what it does"]]
        for name, origin, kind in kinds:
            rows.append([name, origin, kind.doc])
            rows += [
                ["", "", f"{option}={value.default:g} ({value.low:g} to {value.high:g}): {value.doc}"]
                for option, value in kind.options.items()
            ]
        write(table(rows))
    if code:
        raise typer.Exit(code)


def _summary(name: str, origin: str, kind: Kind) -> dict[str, object]:
    options = {
        option: {"low": value.low, "high": value.high, "default": value.default, "doc": value.doc}
        for option, value in kind.options.items()
    }
    return {"name": name, "from": origin, "doc": kind.doc, "options": options, "knows_rule": kind.knows_rule}


def check(
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help="How the program is started, as 'python3 mybot.py'; no shell.")
    ],
    move_time: MoveTime = 30,
    format: Format = "text",
) -> None:
    """Play a program through every situation there is, and say what it does wrong.

    It is asked to play, declare, call, guess and judge, is told errors on purpose, is expelled, deals, begins anew
    in the same process, and is told bye. Exit 1 if it does anything wrong.

    Example: eleusis bot check "python3 mybot.py" --move-time 5
    """
    from eleusis.conformance.situations import SITUATIONS
    from eleusis.conformance.trial import try_program
    from eleusis.players.program.command import read_program

    trials = []
    for trial in try_program(read_program(f"bot={command}", move_time), warn):
        trials.append(trial)
        if format == "text":
            write(_tell(trial))
    faulty = [trial for trial in trials if trial.faults]
    left_out = len(SITUATIONS) + 2 - len(trials)  # besides them it is told hello and bye
    if format == "json":
        faults = sum(len(trial.faults) for trial in trials)
        situations = [trial.to_json() for trial in trials]
        write_json({"command": command, "faults": faults, "left_out": left_out, "situations": situations})
    elif faulty:
        rest = f" {left_out} were left out, since it would be late or not ready again." if left_out else ""
        write(f"\n{len(faulty)} of {len(trials)} situations went wrong.{rest}")
    else:
        write(f"\nIt keeps to the protocol in all {len(trials)} situations.")
    if faulty:
        raise typer.Exit(exits.FINDING)


_SHOWN = 150
"""So much is shown of the beginning of a message, and as much of its end, where the options are."""


def _tell(trial: Trial) -> str:
    lines = [f"{'WRONG' if trial.faults else 'fine ':5}  {trial.name}: {trial.what}"]
    for fault in trial.faults:
        lines.append(f"       {fault.text}  [{fault.code}]")
        for head, text in (("sent", fault.sent), ("came", fault.came)):
            shown = text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]} … {text[-_SHOWN:]}"
            lines.append(f"       {head}: {shown or '(nothing)'}")
    return "\n".join(lines)
