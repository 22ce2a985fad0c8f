"""Groups of commands, and groups of options: a class whose fields are options that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import attrs
import typer


def add_group(
    app: typer.Typer, lead: Callable[..., None], commands: Iterable[Callable[..., None]], **settings: Any
) -> None:
    """Adds a group of commands to the command line; it has the name and the help of its `lead`."""
    group = typer.Typer(name=lead.__name__, rich_markup_mode=None, **settings)
    group.callback()(lead)
    for command in commands:
        group.command(command.__name__.rstrip("_"))(command)
    app.add_typer(group)


def in_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command for typer, with the options of each group in the place of the parameter that takes the group.

    A group is an attrs class; its fields are annotated as typer wants the parameters of a command.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if attrs.has(kind)}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        if parameter.name in groups:
            parameters += _options(groups[parameter.name])
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name], kind=parameter.KEYWORD_ONLY))

    def run(**options: Any) -> None:
        for name, group in groups.items():
            options[name] = group(**{field.name: options.pop(field.name) for field in attrs.fields(group)})
        command(**options)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer reads first
    return run


def _options(group: type[attrs.AttrsInstance]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in attrs.fields(group)
    ]
