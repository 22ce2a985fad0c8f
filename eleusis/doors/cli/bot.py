"""`eleusis bot`: the kinds of player that there are, and whether a program keeps to the protocol."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from eleusis.doors.cli.common.groups import add_group
from eleusis.doors.cli.common.options import Format, MoveTime
from eleusis.doors.cli.common.output import warn, write, write_either, write_json
from eleusis.ground import exits

if TYPE_CHECKING:
    from eleusis.minds.players.kinds import Kind
    from eleusis.testing.conformance.trial import Trial


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    add_group(app, bot, (list_, check), invoke_without_command=True)


def bot(context: typer.Context, format: Format = "text") -> None:
    """List the kinds of bot, or check a program that plays. Without a command, it lists them.

    Examples:
      eleusis bot
      eleusis bot check "python3 mybot.py"
    """
    if context.invoked_subcommand is None:
        list_(format)


def list_(format: Format = "text") -> None:
    """List the kinds of bot, with their options.

    Some come with eleusis, others from packages you have installed; those say where they come from. Exit 2 if one
    of them can't be loaded.

    Examples:
      eleusis bot list
      eleusis bot list --format json
    """
    from eleusis.ground.errors import EleusisError
    from eleusis.minds.players.kinds import find_kind, offered_kinds

    kinds: list[tuple[str, str, Kind]] = []
    code = exits.FINE
    for name, offers in offered_kinds().items():
        try:
            kinds.append((name, offers[0].origin, find_kind(name)))
        except EleusisError as error:
            warn(str(error))
            code = exits.BAD_INPUT
    rows = [["kind", "from", "what it does"]]
    for name, origin, kind in kinds:
        rows.append([name, origin, kind.doc])
        rows += [
            ["", "", f"{option}={value.default:g} ({value.low:g} to {value.high:g}): {value.doc}"]
            for option, value in kind.options.items()
        ]
    write_either(format, [_summary(*kind) for kind in kinds], _columns(rows))
    if code:
        raise SystemExit(code)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns, the last of them wrapped to the page."""
    from eleusis.ground.errors import visible
    from eleusis.words.page.ink import page_for, wrap

    page, _ = page_for(sys.stdout)
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)][:-1]
    hang = sum(widths) + 2 * len(widths)
    lines: list[str] = []
    for *cells, last in shown:
        lead = "".join(f"{cell:{width}}  " for cell, width in zip(cells, widths, strict=True))
        lines += wrap([last], max(page, hang + 20), lead, hang)
    return "\n".join(line.rstrip() for line in lines)


def _summary(name: str, origin: str, kind: Kind) -> dict[str, object]:
    options = {
        option: {name: getattr(value, name) for name in ("low", "high", "default", "doc")}
        for option, value in kind.options.items()
    }
    return {"name": name, "from": origin, "doc": kind.doc, "options": options, "knows_rule": kind.knows_rule}


def check(
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND", help="How to start the program, such as 'python3 mybot.py'. No shell is involved."
        ),
    ],
    move_time: MoveTime = 30,
    format: Format = "text",
) -> None:
    """Take a program through every situation there is, and see what it gets wrong.

    It is asked to play, declare, call, guess and judge; it is sent errors on purpose, is expelled, deals, starts a
    second game in the same process, and is told when it is over. Exit 1 if it gets anything wrong.

    Examples:
      eleusis bot check ./mybot
      eleusis bot check "python3 mybot.py" --move-time 5
    """
    from eleusis.minds.players.program.command import read_program
    from eleusis.testing.conformance.situations import SITUATIONS
    from eleusis.testing.conformance.trial import FAREWELL, try_program

    program = read_program(f"bot={command}", move_time)
    _refuse_kind(program.argv[0])
    trials: list[Trial] = []
    for trial in try_program(program, warn):
        if format == "text":
            write("\n".join(_tell(trial, trials)))
        trials.append(trial)
    faulty = [trial for trial in trials if trial.faults]
    left_out = len(SITUATIONS) + 2 - len(trials)  # besides them it is told hello and bye
    if format == "json":
        faults = sum(len(trial.faults) for trial in trials)
        situations = [trial.to_json() for trial in trials]
        write_json({"command": command, "faults": faults, "left_out": left_out, "situations": situations})
    elif faulty:
        write(f"\nIt goes wrong in {len(faulty)} of {len(trials) + left_out} situations.")
        if left_out:
            write(f"{left_out} were left out, since it would be late or not ready again.")
        if any(fault.code == "player/late" for trial in faulty if trial.name != FAREWELL for fault in trial.faults):
            from eleusis.words.page.ink import page_for, wrap

            write("\n".join(["", *wrap([_BUFFERS], max(40, page_for(sys.stdout)[0]))]))
    else:
        write(f"\nIt keeps to the protocol in all {len(trials)} situations.")
    if faulty:
        raise SystemExit(exits.FINDING)


_BUFFERS = (
    "A late answer may be one that waits in a buffer: flush stdout after each line (stdbuf -oL does that for many "
    "programs), and read line by line (mawk -W interactive)."
)
"""What is most often the matter where no answer comes."""


def _refuse_kind(word: str) -> None:
    """Raises NotationError (`notation/bot`) for a kind of player where a program is wanted."""
    import shutil

    from eleusis.ground.errors import NotationError
    from eleusis.minds.players.kinds import offered_kinds

    name = word.partition("(")[0].casefold()
    if name in offered_kinds() and shutil.which(word) is None:
        message = (
            f"{name} is a kind of player, not a program: give the command that starts one, as 'python3 mybot.py'"
        )
        raise NotationError("notation/bot", message)


def _tell(trial: Trial, before: Sequence[Trial]) -> list[str]:
    """What a program did in a situation, as lines; what it did wrong `before` is told in short."""
    from eleusis.words.page.ink import page_for, wrap

    width, hang = max(40, page_for(sys.stdout)[0]), 7
    indent = " " * hang
    lines = wrap([f"{trial.name}: {trial.what}"], width, "WRONG  " if trial.faults else "fine   ", hang)
    first = {(fault.code, fault.text): earlier.name for earlier in before[::-1] for fault in earlier.faults}
    again: dict[str, list[str]] = {}
    for fault in trial.faults:
        if (fault.code, fault.text) in first:
            again.setdefault(first[fault.code, fault.text], []).append(fault.code)
            continue
        lines += wrap([f"{fault.text} [{fault.code}]"], width, indent, hang)
        lines += [
            _shorten(f"{indent}{head}: ", text, width)
            for head, text in (("sent", fault.sent), ("came", fault.came))
        ]
    for name, codes in again.items():
        lines += wrap([f"the same as above, in {name!r} [{', '.join(codes)}]"], width, indent, hang)
    return [line.rstrip() for line in lines]


def _shorten(head: str, text: str, width: int) -> str:
    """A message on one line: its beginning, and as much of its end, where the options are."""
    from eleusis.ground.errors import visible
    from eleusis.words.page.ink import cells, cut

    shown, room = visible(text) or "(nothing)", width - len(head)
    if cells(shown) > room:
        half = (room - 1) // 2
        shown = f"{cut(shown, half).removesuffix('…')} {cut(shown[::-1], room - half - 1)[::-1]}"
    return head + shown
