"""What the front of the command line keeps of typer's answers: `python -m tests.front_text` writes it down."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import typer

import eleusis.cli.front
from eleusis.cli.common.framework import command_line
from eleusis.cli.front.kept import BARE, PROGRAM

VERSION = ".".join(typer.__version__.split(".")[:2])
HEAD = f"Written by `python -m tests.front_text` with typer {VERSION}.\n\n"
FOLDER = Path(eleusis.cli.front.__file__).parent


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """The contexts of all commands and groups, as typer has them; the program itself first."""
    top = command_line()
    root = top.make_context(PROGRAM, [], resilient_parsing=True)
    yield (), root
    for name in top.list_commands(root):
        command = top.get_command(root, name)
        context = command.make_context(name, [], parent=root, resilient_parsing=True)
        yield (name,), context
        for inner, below in getattr(command, "commands", {}).items():
            yield (name, inner), below.make_context(inner, [], parent=context, resilient_parsing=True)


@contextmanager
def width_of(columns: int) -> Iterator[None]:
    """A terminal of this width, as far as typer can tell."""
    with mock.patch.dict("os.environ", COLUMNS=str(columns)):
        yield


def help_text() -> str:
    """All pages of help at 80 columns, each behind the lines that print it."""
    sections = []
    for words, context in commands():
        line = " ".join([f"$ {PROGRAM}", *words])
        heads = [f"{line} --help"]
        if getattr(context.command, "no_args_is_help", False):
            heads.append(line + BARE)
        sections.append("\n".join([*heads, context.get_help()]))
    return HEAD + "\n\n".join(sections) + "\n"


def words_text() -> str:
    """All commands, each with its function and short help, and with its options and arguments."""
    sections = []
    for words, context in commands():
        function = _function(context.command)
        annotations = {} if function is None else inspect.signature(function, eval_str=True).parameters
        call = "" if function is None or not _plain(function) else f"{function.__module__}:{function.__name__}"
        short = context.command.get_short_help_str() if words else ""
        lines = ["\t".join([" ".join([f"$ {PROGRAM}", *words]), call, short])]
        defaults = {} if function is None else _defaults(context, function)
        for parameter in context.command.get_params(context):
            annotation = annotations[parameter.name].annotation if parameter.name in annotations else None
            lines.append("\t".join(_fields(parameter, annotation, defaults.get(parameter.name))))
        sections.append("\n".join(lines))
    return HEAD + "\n\n".join(sections) + "\n"


def _function(command: Any) -> Any:
    """The function behind a command; None for a group, which calls another."""
    return None if hasattr(command, "commands") else inspect.unwrap(command.callback)


def _plain(function: Any) -> bool:
    """Whether a function can do without typer: it asks for no context of it, and raises none of its errors."""
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    asks = any(parameter.annotation is typer.Context for parameter in parameters)
    return not asks and "BadParameter" not in inspect.getsource(function)


def _defaults(context: Any, function: Any) -> dict[str, object]:
    """What the function gets in place of its own defaults, where that differs."""
    given = {}
    for parameter in context.command.params:
        own = inspect.signature(function).parameters[parameter.name].default
        if own is None or own is inspect.Parameter.empty:
            continue
        value = parameter.process_value(context, own)
        if type(value) is not type(own):
            given[parameter.name] = value
    return given


def _fields(parameter: Any, annotation: Any, default: object) -> list[str]:
    """The fields of an option or an argument, as `Word` reads them."""
    info = next((each for each in getattr(annotation, "__metadata__", ()) if hasattr(each, "autocompletion")), None)
    complete = getattr(info, "autocompletion", None)
    option = parameter.param_type_name == "option"
    traits = {
        "many": parameter.multiple if option else parameter.nargs == -1,
        "required": parameter.required,
        "checked": parameter.callback is not None and parameter.expose_value,
        "own": not parameter.expose_value or annotation is None,
        f"default={default!r}": default is not None,
    }
    return [
        " ".join([*parameter.opts, *parameter.secondary_opts]) if option else "",
        parameter.name,
        _kind(parameter, option),
        " ".join(trait for trait, has in traits.items() if has),
        "" if complete is None else f"{complete.__module__}:{complete.__name__}",
        parameter.help or "",
    ]


def _kind(parameter: Any, option: bool) -> str:
    """What it takes."""
    kind = parameter.type
    if option and parameter.is_flag:
        return "other" if parameter.secondary_opts else "flag"
    if parameter.envvar is not None or parameter.nargs not in (1, -1) or getattr(parameter, "prompt", None):
        return "other"
    if kind.name in ("int range", "float range"):
        if kind.min_open or kind.max_open or kind.clamp or kind.min is None or kind.max is None:
            return "other"
        return f"{kind.name.removesuffix(' range')} {kind.min} {kind.max}"
    if kind.name == "choice":
        return " ".join(["choice", *kind.choices])
    return {"str": "text", "int": "int", "float": "float"}.get(kind.name, "other")


def main() -> None:
    """Write both texts down."""
    with width_of(80):
        (FOLDER / "help.txt").write_text(help_text(), encoding="utf-8")
        (FOLDER / "words.txt").write_text(words_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
