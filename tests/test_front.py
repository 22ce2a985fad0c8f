"""What is answered without typer: the same as what typer answers, and what is imported for it."""

from __future__ import annotations

import functools
import inspect
import itertools
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eleusis.cli import main
from eleusis.cli.common import framework
from eleusis.cli.front import answering, completing, kept
from eleusis.cli.front.plain_line import read_line
from tests.front_text import FOLDER, HEAD, help_text, width_of, words_text

ROOT = Path(__file__).parent.parent
GAME = str(ROOT / "tests" / "games" / "abbott-cleo-forecasts.yaml")
Said = tuple[str, str, int | None]


def by_typer(line: list[str], capsys: pytest.CaptureFixture[str]) -> Said:
    """What typer prints for a line, and its exit code."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        framework.command_line()(args=line, prog_name=kept.PROGRAM)
    return *capsys.readouterr(), stop.value.code  # type: ignore[return-value]  # typer's codes are numbers


def by_the_front(line: list[str], capsys: pytest.CaptureFixture[str]) -> Said:
    """What is printed for a line without typer."""
    capsys.readouterr()
    code = answering.answer(line)
    return *capsys.readouterr(), code


def lines_of_help() -> list[list[str]]:
    """The lines for which a page is kept."""
    heads = [line for line in (FOLDER / "help.txt").read_text(encoding="utf-8").splitlines() if line[:2] == "$ "]
    return [head.removesuffix(kept.BARE).split()[2:] for head in heads]


of_this_typer = pytest.mark.skipif(
    not (FOLDER / "help.txt").read_text(encoding="utf-8").startswith(HEAD),
    reason="the pages are those of another typer; an earlier one writes RULE for {RULE}",
)


@of_this_typer
def test_the_kept_texts_are_what_typer_makes() -> None:
    """After a change of the commands: `python -m tests.front_text`."""
    for columns in (80, 200):
        with width_of(columns):
            assert (FOLDER / "help.txt").read_text(encoding="utf-8") == help_text()
    assert (FOLDER / "words.txt").read_text(encoding="utf-8") == words_text()


@of_this_typer
def test_every_page_of_help_is_what_typer_prints(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of_help()
    assert [] in lines
    assert ["rule"] in lines
    with width_of(80):
        for line in lines:
            assert by_the_front(line, capsys) == by_typer(line, capsys), line
    with width_of(79):
        assert all(answering._help(line) is None for line in lines)
        assert main(["--help"]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 77


def test_lines_without_a_page_are_left_to_typer() -> None:
    odd = [
        "nosuch --help",
        "--help replay",
        "replay --help --help",
        "rule nosuch",
        "- --help",
        "$ --help",
        "variants",
    ]
    for line in [*odd, "replay  --help", "replay", "--version --help", "rule judge"]:
        assert answering._help(line.split(" ")) is None, line


def test_the_width_is_the_library_s(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "0", "-5", "x", "79", "80", "120", " 90 ", "1e3", "٩٠"):
        monkeypatch.setenv("COLUMNS", text)
        assert answering._columns() == shutil.get_terminal_size().columns, text
    monkeypatch.delenv("COLUMNS")
    for columns in (0, 60, 132):
        monkeypatch.setattr(os, "get_terminal_size", lambda *_, c=columns: os.terminal_size((c, 30)))
        monkeypatch.setattr(sys, "__stdout__", SimpleNamespace(fileno=lambda: 1))
        assert answering._columns() == shutil.get_terminal_size().columns, columns


def test_the_version_is_what_typer_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert by_the_front(["--version"], capsys) == by_typer(["--version"], capsys)


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What typer gives to the functions of commands, which are not run."""
    received: list[dict[str, Any]] = []
    for _, entry in kept.entries():
        if entry.call:
            module, _, name = entry.call.partition(":")
            function = getattr(import_module(module), name)

            def note(*_: object, **given: object) -> None:
                received.append(given)

            monkeypatch.setattr(f"{module}.{name}", functools.wraps(function)(note))
    framework._command.cache_clear()
    yield received
    framework._command.cache_clear()


def values(word: kept.Word, chance: random.Random) -> str:
    """A text for an option or an argument, right or not."""
    kind, *bounds = word.kind
    wild = ["", "-", "-x", "--", "--format", "a=b", "7", "٣", "1_0", " 2 ", "nan", "1e1", "A b", "é", "text"]
    usual = {"choice": bounds, "int": ["1", "2", "+3", *bounds], "float": ["0.5", "7", *bounds]}.get(
        kind, ["x", "y.z"]
    )
    return chance.choice(usual if chance.random() < 0.8 else wild)


def lines_for(path: list[str], words: list[kept.Word], chance: random.Random) -> Iterator[list[str]]:
    """Lines that call a command, most of them right."""
    for _ in range(40):
        line = list(path)
        for word in chance.sample(words, chance.randrange(min(4, len(words)) + 1)):
            for _ in range(1 + (chance.random() < 0.2)):
                if not word.options:
                    line.append(values(word, chance))
                elif word.kind == ["flag"]:
                    line.append(word.options[0] + chance.choice(["", "", "", "=x"]))
                elif chance.random() < 0.3:
                    line.append(f"{chance.choice(word.options)}={values(word, chance)}")
                else:
                    line += [chance.choice(word.options), values(word, chance)]
        yield [*line, *(values(word, chance) for word in words if "required" in word.traits and not word.options)]


def test_a_plain_line_gives_what_typer_gives(
    received: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(7)
    plain: dict[str, int] = {}
    for path, entry in kept.entries():
        words = [word for word in entry.words() if "own" not in word.traits]
        for line in lines_for(path, words, chance) if entry.call else ():
            read = read_line(line)
            if read is None:
                continue
            module, _, name = read[0].partition(":")
            bound = inspect.signature(getattr(import_module(module), name)).bind(**read[1])
            bound.apply_defaults()
            received.clear()
            assert by_typer(line, capsys)[2] == 0, line
            assert [repr(sorted(given.items())) for given in received] == [repr(sorted(bound.arguments.items()))], (
                line
            )
            plain[read[0]] = plain.get(read[0], 0) + 1
    assert len(plain) == sum(bool(entry.call) for _, entry in kept.entries()) > 15
    assert min(plain.values()) >= 5, plain


@pytest.mark.parametrize(
    "line",
    [
        ["replay"],
        ["replay", "x", "--"],
        ["replay", "x", "--form", "json"],
        ["replay", "x", "--format", "yaml"],
        ["replay", "x", "--format"],
        ["replay", "x", "--set", "-1"],
        ["replay", "x", "--help"],
        ["replay", "x", "-v"],
        ["variants", "show"],
        ["variants", "show", "a", "b"],
        ["variants", "--format", "json", "list"],
        ["variants", "list", "--format=json=json"],
        ["rule", "judge", "red", "x"],
        ["rule", "list", "--random=1"],
        ["rule", "list", "--difficulty", "6"],
        ["simulate", "--jobs", "1.5"],
        ["deal", "--move-time", "3"],
        ["deal", "-ox"],
        ["deal", "-o=x"],
        ["nosuch"],
        ["--version", "replay", "x"],
    ],
)
def test_what_is_not_plain_is_left_to_typer(line: list[str]) -> None:
    assert read_line(line) is None


def test_what_a_command_refuses_is_told_as_typer_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    no_card = "--card: a card must be named, like JC"
    for line, usage, wrong in (
        (["rule", "judge", "red", "--card", ""], "judge [OPTIONS] RULE", no_card),
        (["rule", "judge", "--card", "", "--", "red"], "judge [OPTIONS] RULE", no_card),
        (["rule", "compare", "-", "-"], "compare [OPTIONS] A B", "A B: only one rule can come from stdin"),
    ):
        assert main(line) == 2
        usage_text = f"Usage: eleusis rule {usage}\nTry 'eleusis rule {line[1]} --help' for help.\n\n"
        out, err = capsys.readouterr()
        assert (out, err.translate({123: None, 125: None})) == (
            "",
            f"{usage_text}Error: Invalid value for {wrong}\n",
        )


TYPED = """|v|variants |variants l|replay |replay -|replay --|replay --v|replay --variant |replay --variant a|
replay --variant=a|replay --format |replay --format=j|replay a.yaml --set x=1 --|replay --format json --|rule |
rule explain abb-1|rule explain abb-1 |rule --|variants diff ab|variants diff abbott guyton |-|schema v|deal -|
deal -o |deal -o x --|serve --p|rule list --random --|mcp -|replay = |replay --variant =|benchmark --|
replay --set=a --se|simulate --|play --bot|bot check """.replace("\n", "").split("|")
LEFT = """--version |nosuch |replay -- |replay --nope x|replay --set --format |replay 'a b' --|variants --format |
replay --format=-""".replace("\n", "").split("|")


def shells(typed: str, columns: int) -> Iterator[tuple[str, dict[str, str]]]:
    """How each shell asks what may follow: the instruction, and its environment."""
    line, common = f"{kept.PROGRAM} {typed}", {"COLUMNS": str(columns), "TERM": "xterm"}
    cursor = len(line.split()) - (not line.endswith(" "))
    yield "complete_bash", {**common, "COMP_WORDS": line, "COMP_CWORD": str(cursor)}
    yield "complete_zsh", {**common, "_TYPER_COMPLETE_ARGS": line}
    for action in ("get-args", "is-args"):
        yield "complete_fish", {**common, "_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": action}


def test_shells_are_answered_as_typer_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, typed in enumerate((*TYPED, *LEFT)):
        for instruction, variables in shells(typed, (50, 80, 200)[number % 3]):
            with monkeypatch.context() as patch:
                for name, value in {**variables, "_ELEUSIS_COMPLETE": instruction}.items():
                    patch.setenv(name, value)
                answered = completing.complete(instruction)
                assert (answered is None) == (typed in LEFT), (typed, instruction)
                if answered is not None:
                    assert by_the_front([], capsys) == by_typer([], capsys), (typed, variables)


def test_other_asking_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    for instruction in ("source_bash", "complete_powershell", "complete_", "complete", "x"):
        assert completing.complete(instruction) is None
    for words, cursor in itertools.product(("", "eleusis"), ("", "x", "-1", "0")):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", cursor)
        assert completing.complete("complete_bash") is None


def imported_by(*line: str, **variables: str) -> set[str]:
    """The modules that a process has imported when it has answered a line."""
    code = "import sys; from eleusis.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **variables}
    done = subprocess.run(
        [sys.executable, "-c", code, *line], capture_output=True, text=True, env=variables, check=True, cwd=ROOT
    )
    return set(done.stderr.split())


FRAMEWORK = {
    "typer",
    "rich",
    "inspect",
    "shellingham",
    "eleusis.cli.common.framework",
    "eleusis.cli.common.options",
}


def test_help_and_completion_import_next_to_nothing() -> None:
    lean = FRAMEWORK | {
        "typing",
        "re",
        "enum",
        "pathlib",
        "json",
        "yaml",
        "attr",
        "eleusis.errors",
        "eleusis.values",
    }
    assert not lean & imported_by("--help")
    assert not lean & imported_by("rule", "explain", "--help")
    asked = {"_ELEUSIS_COMPLETE": "complete_bash", "COMP_WORDS": "eleusis replay --", "COMP_CWORD": "2"}
    assert not lean & imported_by(**asked)
    assert not FRAMEWORK & imported_by(**{**asked, "COMP_WORDS": "eleusis variants show a", "COMP_CWORD": "3"})


def test_a_replay_imports_what_it_uses() -> None:
    modules = imported_by("replay", GAME)
    assert "eleusis.replaying.replay" in modules
    heavy = {"attr", "yaml", "shutil", "textwrap", "json", "importlib.metadata", "asyncio", "numpy", "eleusis.lab"}
    assert not (FRAMEWORK | heavy) & modules
