"""What `--help` owes its readers: two examples a command that can be typed, kinds of bots by name, nothing cut."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import main
from eleusis.doors.cli.common.framework import command_line
from eleusis.minds.players.kinds import KINDS, STRENGTHS
from tests.helpers.places import ROOT


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """The contexts of all commands and groups, as typer has them; the program itself first."""
    top = command_line()
    root = top.make_context("eleusis", [], resilient_parsing=True)
    yield (), root
    for name in top.list_commands(root):
        command = top.get_command(root, name)
        context = command.make_context(name, [], parent=root, resilient_parsing=True)
        yield (name,), context
        for inner, below in getattr(command, "commands", {}).items():
            yield (name, inner), below.make_context(inner, [], parent=context, resilient_parsing=True)


CONTEXTS = dict(commands())
each_command = pytest.mark.parametrize("words", CONTEXTS, ids=" ".join)


def page(words: tuple[str, ...], columns: int = 80) -> str:
    """The help of a command."""
    with mock.patch.dict("os.environ", COLUMNS=str(columns)):
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
        if command.invoke_without_command and words[0] not in command.commands:
            command.make_context("", words, parent=context.parent)  # a group that does something by itself
            return
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


@each_command
def test_nothing_is_cut_and_no_kind_of_python_s_is_named(words: tuple[str, ...]) -> None:
    for columns in (60, 80):
        text = page(words, columns)
        assert "…" not in text
        assert not re.search(r"[a-z]\.\.\.", text), "a sentence is cut"
        assert not re.search(r"<(int|str|float)\b", text), "an option doesn't say what it takes"
        assert not re.search(r"[<>]=?x|x[<>]=?", text), "bounds are said in words"


@pytest.mark.parametrize("command", ["deal", "simulate", "benchmark"])
def test_who_may_play_is_named_where_bots_are_asked_for(command: str) -> None:
    kinds = [kind for kind in KINDS if kind != "scientist"]  # the expert is one
    assert all(re.search(rf"\b{kind}\b", page((command,))) for kind in kinds)


@pytest.mark.parametrize("command", ["play", "serve"])
def test_people_are_offered_the_kinds_by_their_strength(command: str) -> None:
    assert [kind for kind in KINDS if re.search(rf":{kind}\b", page((command,)))] == [*STRENGTHS]


@each_command
def test_the_page(words: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    # An earlier typer writes RULE for {RULE}.
    assert re.sub(r"\{([A-Z]+)\}", r"\1", page(words)) == snapshot


@pytest.mark.parametrize("line", [["judge", "red", "--card", ""], ["compare", "-", "-"]])
def test_what_a_command_refuses(
    line: list[str], capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert main(["rule", *line]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.translate({123: None, 125: None}) == snapshot


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("replay --fo", "--format"),
        ("variants show abb", "abbott"),
        ("rule explain abb-", "abb-1"),
        ("rev", "review"),
    ],
)
def test_a_shell_completes(typed: str, offered: str) -> None:
    words = f"eleusis {typed}"
    asked = {"_ELEUSIS_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "eleusis"],
        capture_output=True, text=True, env={**os.environ, **asked}, check=True, cwd=ROOT,
    )  # fmt: skip
    assert offered in done.stdout.split()


def test_a_replay_imports_nothing_of_what_it_does_not_use() -> None:
    code = (
        "import sys; from eleusis.doors.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    )
    game = str(ROOT / "tests" / "games" / "abbott-cleo-forecasts.yaml")
    done = subprocess.run([sys.executable, "-c", code, "replay", game], capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert "eleusis.record.replaying.replay" in modules
    assert not {"asyncio", "numpy", "importlib.metadata", "eleusis.lab", "eleusis.doors.cli.play", "rich"} & modules
