"""The command line: one thin file per group of commands, found by the table COMMANDS.

A command is the function of its file's name (of a group of commands, `register` adds them all). It imports what it
works with inside itself, so that `--help` pays for none of it.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from eleusis import exits as exits  # commands and tests know them by `eleusis.cli`
from eleusis.cli.common.output import prepare_streams, silence_stdout

COMMANDS = {
    "variants": "The editions of the game: list, show, tell, compare, choose.",
    "check": "Check variant, game and rule files, all errors at once.",
    "replay": "Replay games: every move, judgement and score checked.",
    "review": "Look back on games: what could have been known.",
    "rule": "Secret rules: judge, compare, measure, explain, list.",
    "play": "Sit down at a table: people, bots, or a score-keeper.",
    "serve": "A table in browsers: everyone on a phone.",
    "deal": "Let bots play a whole game to a file.",
    "diff": "What a rule change does to recorded games.",
    "simulate": "What a rule change does to many games of bots.",
    "bot": "Players that are no people: list the kinds, check a program.",
    "benchmark": "How well a player finds rules, and knows it.",
    "mcp": "Let an assistant deal and play: an MCP server.",
    "schema": "Print a JSON Schema, for an editor that helps.",
}
"""The files of eleusis/cli/ that hold a command each (or a group of them), and what `--help` says of it.

A file is imported when its command is asked for.
"""


class _Lazy(typer.core.TyperGroup):
    """The commands of the table, each built when it is asked for: `--help` and every command pay for no other."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]  # only the names, for a suggestion
            return None
        return _command(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@cache
def _command(name: str) -> Any:
    """A command of the table. Building one takes ten times what it takes to be called, so it is done once."""
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback()(_root)
    module = importlib.import_module(f"eleusis.cli.{name}")
    if hasattr(module, "register"):
        module.register(app)
    else:
        app.command(name)(getattr(module, name))
    return typer.main.get_group(app).commands[name]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("eleusis")
        except PackageNotFoundError:
            number = "(not installed)"
        typer.echo(f"eleusis {number}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Eleusis, the card game of the dealer's secret rule: play it, replay it, compare its editions.

    Example: eleusis variants

    Data goes to stdout, messages to stderr. Exit codes: 0 fine, 1 a finding (an expectation that failed, an
    illegal move, things that differ), 2 bad input, 130 interrupted.
    """


def build() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        name="eleusis", cls=_Lazy, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    app.callback()(_root)
    return app


@cache
def _command_line() -> Any:
    return typer.main.get_command(build())


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; whatever goes wrong is a sentence on stderr.

    A reader that goes away (`| head`) is no error: the exit is quiet and 0.
    """
    # A command makes few cycles and many small values: collecting less often saves a twentieth of its time.
    gc.set_threshold(50_000)
    before = sys.stdout, sys.stderr
    prepare_streams()
    try:
        code = _run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say_interrupted()
    except BrokenPipeError:
        silence_stdout()
        return exits.FINE
    except Exception as error:
        return _report(error)
    finally:
        sys.stdout, sys.stderr = before  # who calls from Python has streams of his own


def _run(args: Sequence[str] | None) -> int:
    try:
        _command_line()(args=args, prog_name="eleusis")
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        if stop.code == exits.INTERRUPTED:
            return _say_interrupted()
        return stop.code if isinstance(stop.code, int) else exits.FINE
    return exits.FINE


def _say_interrupted() -> int:
    print("interrupted", file=sys.stderr)
    return exits.INTERRUPTED


def _report(error: Exception) -> int:
    """Says an error on stderr; returns the exit code. With ELEUSIS_DEBUG a mistake in a program is raised."""
    from eleusis.errors import EleusisError, PlayerError, visible

    if isinstance(error, PlayerError) and error.__cause__ is not None and os.environ.get("ELEUSIS_DEBUG"):
        raise error
    if isinstance(error, EleusisError):
        code, message = error.exit_code, str(error)
    elif isinstance(error, OSError):
        silence_stdout()
        where = f"{visible(str(error.filename))}: " if error.filename else ""
        code, message = exits.BAD_INPUT, f"eleusis: {where}{error.strerror or error}"
    elif os.environ.get("ELEUSIS_DEBUG"):
        raise error
    else:
        silence_stdout()
        what = visible(f"{type(error).__name__}: {error}".splitlines()[0][:200])
        code, message = exits.BUG, f"eleusis: a mistake in eleusis itself ({what}); ELEUSIS_DEBUG=1 shows where"
    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()
    print(message, file=sys.stderr)
    return code
