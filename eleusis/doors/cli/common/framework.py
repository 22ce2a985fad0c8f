"""The command line as typer builds it: commands, options, their help, what is wrong with a line.

A command is the function of its file's name (of a group of commands, `register` adds them all). It imports what it
works with inside itself, so that no other command pays for it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from eleusis.doors.cli.common.given import version_line

COMMANDS = {
    "variants": "The variants of the game: list, show, compare, choose.",
    "check": "Check variant, game and rule files, and see every error at once.",
    "replay": "Replay games, with every move, judgement and score checked.",
    "review": "Look back on a game: what could you have known?",
    "rule": "Secret rules: judge, compare, measure, explain, list.",
    "play": "Sit down and play, or keep score for a real table.",
    "serve": "Open a table in the browser: everyone on a phone.",
    "site": "Write the game as a web page that plays by itself.",
    "deal": "Let bots play a whole game, and write it down.",
    "diff": "See what a rule change does to games you have.",
    "simulate": "See what a rule change does to thousands of bot games.",
    "bot": "List the kinds of bot, or check a program that plays.",
    "benchmark": "Measure how well a player finds rules.",
    "mcp": "Let an AI assistant deal and play, over MCP.",
    "schema": "Print a JSON Schema, for your editor or your program.",
}
"""The files of eleusis/doors/cli/ that hold a command each (or a group of them), and what `--help` says of it.

A file is imported when its command is asked for.
"""


_NUMBERS = {"int": "whole number", "integer": "whole number", "float": "number"}
"""What to call the kinds of number of typer."""


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
    from eleusis.doors.cli.common.groups import in_groups  # attrs, which `--help` needs not

    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback()(_root)
    module = importlib.import_module(f"eleusis.doors.cli.{name}")
    if hasattr(module, "register"):
        module.register(app)
    else:
        app.command(name)(in_groups(getattr(module, name)))
    command = typer.main.get_group(app).commands[name]
    for each in (command, *getattr(command, "commands", {}).values()):
        _speak_plainly(each)
    return command


def _speak_plainly(command: Any) -> None:
    """Let the help of a command keep its examples line by line, and cut nothing short.

    Errors call a number what people call it, and an option that takes one value is refused where it is given twice.
    """
    command.parse_args = partial(_parse_once, command, command.parse_args)
    command.short_help = " ".join(command.help.partition("\n\n")[0].split())
    command.help = keep_examples(command.help)
    for param in command.params:
        if hasattr(param.type, "choices"):
            param.type.get_missing_message = partial(_offer, param.type)
        param.type.name = _NUMBERS.get(param.type.name, param.type.name)


def _parse_once(command: Any, parse: Callable[[Any, list[str]], list[str]], ctx: Any, args: list[str]) -> list[str]:
    """The arguments parsed, unless an option stands twice: of two values one would be lost without a word."""
    given = command.make_parser(ctx).parse_args(list(args))[2]
    for param in given if not ctx.resilient_parsing else ():
        single = param.param_type_name == "option" and not (param.multiple or param.is_flag)
        if single and given.count(param) > 1:
            ctx.fail(f"Option '{param.opts[0]}' is given {given.count(param)} times, and takes one value.")
    return parse(ctx, args)


def keep_examples(text: str) -> str:
    """A help text with the mark before its examples by which typer leaves lines as they are."""
    return text.replace("\nExamples:\n", "\n\b\nExamples:\n")


def _offer(kind: Any, **_: object) -> str:
    """What there is to choose from, on one line."""
    return f"Choose from {', '.join(kind.choices)}"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Eleusis, the card game of the dealer's secret rule: play it, replay it, compare its variants.

    Examples:
      eleusis play
      eleusis variants choose --players 5 --minutes 30

    Data goes to stdout, messages to stderr. Exit codes: 0 all is well, 1 something to report (a failed
    expectation, an illegal move, a difference), 2 bad input, 130 interrupted.
    """


def build() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        name="eleusis", cls=_Lazy, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    app.callback()(_root)
    return app


@cache
def command_line() -> Any:
    """The whole command line, ready to be called."""
    command = typer.main.get_command(build())
    _speak_plainly(command)
    return command
