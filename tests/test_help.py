"""What `--help` owes its readers: two examples a command that can be typed, kinds of bots by name, nothing cut."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest

from eleusis.cli.common.framework import command_line
from eleusis.players.kinds import KINDS
from tests.front_text import commands, width_of

CONTEXTS = dict(commands())
each_command = pytest.mark.parametrize("words", CONTEXTS, ids=" ".join)


def page(words: tuple[str, ...], columns: int = 80) -> str:
    """The help of a command."""
    with width_of(columns):
        text: str = CONTEXTS[words].get_help()
    return text


def examples(words: tuple[str, ...]) -> list[str]:
    """The lines under "Examples:"."""
    return [line.strip() for line in page(words).partition("  Examples:\n")[2].partition("\n\n")[0].splitlines()]


def parse(line: str) -> None:
    """Reads a line as typer does, and calls nothing; raises what is wrong with it."""
    command, words = command_line(), shlex.split(line.partition(" > ")[0])[1:]
    context: Any = command.make_context("eleusis", [], resilient_parsing=True)
    while words and hasattr(command, "get_command"):
        name, *words = words
        command = command.get_command(context, name)
        assert command is not None, name
        has_more = hasattr(command, "get_command")
        context = command.make_context(name, [] if has_more else words, parent=context, resilient_parsing=has_more)


@each_command
def test_two_examples_that_can_be_typed(words: tuple[str, ...]) -> None:
    lines = examples(words)
    assert len(lines) >= 2
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert line.startswith(" ".join(["eleusis", *words])) or line == "python3 -m eleusis mcp"
        assert len(line) <= 76  # a page of 80 columns shows it on one line
        if line.startswith("eleusis "):
            parse(line)


@pytest.mark.parametrize(
    "line", ["eleusis replay", "eleusis deal --round 2", "eleusis deal --rounds 0", "eleusis dael"]
)
def test_a_line_that_is_wrong_is_noticed(line: str) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011  # whatever typer has for it
        parse(line)


@each_command
def test_nothing_is_cut_and_no_kind_of_python_s_is_named(words: tuple[str, ...]) -> None:
    for columns in (60, 80):
        text = page(words, columns)
        assert "…" not in text
        assert not re.search(r"[a-z]\.\.\.", text), "a sentence is cut"
        assert not re.search(r"<(int|str|float)\b", text), "an option doesn't say what it takes"
        assert not re.search(r"[<>]=?x|x[<>]=?", text), "bounds are said in words"


@pytest.mark.parametrize("command", ["play", "serve", "deal", "simulate", "benchmark"])
def test_who_may_play_is_named_where_players_are_asked_for(command: str) -> None:
    assert all(re.search(rf"\b{kind}\b", page((command,))) for kind in KINDS)
