"""A law over every command: whatever a file is called or holds, nothing unseen reaches the terminal."""

from __future__ import annotations

import io
import json
import re
import shlex
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
import typer.main

from eleusis.doors.cli import exits, main
from eleusis.doors.cli.common.framework import build
from eleusis.ground.errors import UNSEEN, EleusisError, Place, quote, visible
from tests.helpers.places import read_tables

pytestmark = pytest.mark.long

NAMES = (
    "a\x1b[35mb\x07c\x9b2Jd\u202ee",
    "\x1b]0;title\x07\r\x08\x7f\x85 \u2066x\u2069\u061c",
    "two\nlines\u2028and\u2029more",
    "not-utf8-\udcff\udc9b[31m",
    "\U000e0041\u200e\u200f\ufeff\xad",
)
"""Names of files, seats, knobs and rules that want to be more."""

FILES = read_tables(__file__)
"""Files of all kinds, and the commands that read them."""


@attrs.frozen
class Call:
    """How a command is called: its arguments, its options, what is typed."""

    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    typed: str = ""


BOTS = "Ann:random,Bob:random,Cleo:random"
CALLS: dict[str, Call] = {
    "variants": Call(),
    "variants list": Call(),
    "variants show": Call(("express",)),
    "variants rules": Call(("express",)),
    "variants diff": Call(("express", "abbott")),
    "variants choose": Call((), ("--players", "5")),
    "check": Call(("game.yaml",)),
    "replay": Call(("game.yaml",)),
    "review": Call(("game.yaml",), ("--bits", "6")),
    "rule judge": Call(("red",), ("--line", "7S 4H")),
    "rule compare": Call(("red", "black")),
    "rule read": Call(("all red",)),
    "rule list": Call(),
    "rule words": Call(),
    "rule show": Call(("abb-1",)),
    "rule explain": Call(("red",)),
    "rule measure": Call(("red",)),
    "rule check": Call(("rules.yaml",)),
    "play": Call((), ("--players", "Ann,Bob", "--variant", "express", "--rule", "red", "--seed", "3"), "?\nquit\n"),
    "deal": Call((), ("--players", BOTS, "--variant", "express", "--rounds", "1", "--rule", "red", "--seed", "3")),
    "diff": Call(("game.yaml",), ("--variant", "abbott")),
    "simulate": Call((), ("--players", BOTS, "--variant", "express", "--rounds", "2", "--seed", "3")),
    "benchmark compare": Call(("results.jsonl", "results.jsonl")),
    "benchmark": Call((), ("--player", "random", "--generate", "1", "--seed", "1", "--difficulty", "1")),
    "bot": Call(),
    "bot list": Call(),
    "bot check": Call(("no-such-bot",)),
    "mcp": Call((), ("--help",)),  # else it waits for an assistant
    "serve": Call((), ("--help",)),  # else it serves until it is ended
    "schema": Call(("game",)),
    "site": Call((), ("--help",)),  # else it fetches what a site has from others
}
"""A call of each command that goes well; a command that is not here makes the law fail."""

COLOURS = re.compile("\x1b\\[(?:0|1|2|31|1;31)m")
"""The colours that the program itself uses; no name in NAMES asks for one of them."""


class Stream(io.TextIOWrapper):
    """A stream of bytes that can be read afterwards; a terminal, if it is said to be one."""

    def __init__(self, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, file in FILES.items():
        Path(name).write_text(file["text"], encoding="utf-8")


def run(
    monkeypatch: pytest.MonkeyPatch,
    args: Sequence[str],
    typed: str = "",
    terminal: bool = False,
    colour: bool = True,
) -> tuple[int, str, str]:
    """The exit code of a command, its stdout and its stderr."""
    out, err = Stream(terminal), Stream(terminal)
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", err)
        patch.setattr("sys.argv", ["eleusis", *args])
        if terminal:
            patch.setenv("TERM", "xterm")
            patch.delenv("NO_COLOR", raising=False) if colour else patch.setenv("NO_COLOR", "1")
        code = main(args)
    return code, out.text, err.text


def unseen(text: str) -> list[str]:
    """The characters that nobody sees, but line ends."""
    return [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def holds(monkeypatch: pytest.MonkeyPatch, args: Sequence[str], typed: str = "", terminal: bool = False) -> str:
    """Asserts the law for one call; returns all that was printed."""
    code, out, err = run(monkeypatch, args, typed, terminal)
    assert code in (exits.FINE, exits.FINDING, exits.BAD_INPUT), (args, code, err)
    printed = COLOURS.sub("", out + err) if terminal else out + err
    assert not unseen(printed), (args, unseen(printed), printed)
    return printed


def commands() -> Iterator[tuple[str, Any]]:
    """Every command that the command line has, by its words."""
    top = typer.main.get_command(build())
    context: Any = None
    for name in top.list_commands(context):  # type: ignore[attr-defined]  # it is a group
        command = top.get_command(context, name)  # type: ignore[attr-defined]  # it is a group
        below = getattr(command, "commands", {})
        if not below or command.invoke_without_command:
            yield name, command
        yield from ((f"{name} {word}", command) for word, command in below.items())


COMMANDS = dict(commands())


def takes_text(parameter: Any) -> bool:
    """Whether a parameter takes a text that anybody may write: no flag."""
    return not getattr(parameter, "is_flag", False) and parameter.name != "help"


def spoilt(command: str, hostile: str) -> Iterator[list[str]]:
    """The calls of a command with a hostile text in one place: each argument, each option."""
    call = CALLS[command]
    arguments = [parameter for parameter in COMMANDS[command].params if parameter.param_type_name == "argument"]
    for number, _ in enumerate(arguments):
        changed = list(call.arguments)
        changed[number : number + 1] = [hostile]
        yield [*command.split(), *call.options, "--", *changed]
    for parameter in COMMANDS[command].params:
        if parameter.param_type_name == "option" and takes_text(parameter):
            yield [*command.split(), *call.options, parameter.opts[0], hostile, *call.arguments]
    yield [*command.split(), *call.options, f"--{hostile}", *call.arguments]
    yield [*command.split(), *call.options, *call.arguments, hostile]


def test_every_command_is_called_here_and_goes_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(COMMANDS) == set(CALLS)
    for command, call in CALLS.items():
        printed = holds(monkeypatch, [*command.split(), *call.options, *call.arguments], call.typed)
        assert "Traceback" not in printed


@pytest.mark.parametrize("command", CALLS)
def test_a_hostile_argument_or_option(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for hostile in NAMES:
        for args in spoilt(command, hostile):
            holds(monkeypatch, args, CALLS[command].typed)
    for args in spoilt(command, NAMES[0]):
        holds(monkeypatch, args, CALLS[command].typed, terminal=True)


ALL_AT_ONCE = "x\x1b[35m\x07\x9b2J\u202e\u2067\n\u2028\udcff.yaml"
BROKEN = "eleusis: 1\nrounds: [\x1b[35m\x9b\u202e\n"


@pytest.mark.parametrize(
    "content",
    [*(file["text"] for file in FILES.values()), BROKEN, None],
    ids=["game", "variant", "rules", "broken", "folder"],
)
def test_a_file_with_a_hostile_name_wherever_one_is_named(
    content: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command, call in CALLS.items():
        for args in spoilt(command, ALL_AT_ONCE):
            path = Path(ALL_AT_ONCE)
            if content is None:
                path.mkdir(exist_ok=True)
                (path / ALL_AT_ONCE).write_text(FILES["game.yaml"]["text"], encoding="utf-8")
            else:
                path.write_text(content, encoding="utf-8")
            holds(monkeypatch, args, call.typed)


_ESCAPES = '"\\e[35m\\a\\x9b2J\\u202E\\u2067\\u2028"'
"""A hostile text as YAML has it."""
_RAW = "\u202e\u061c\u200f"
"""What may stand in a block of YAML as it is."""
_IN_QUOTES = '"\\u001b[35m\\u009b2J\\u202e"'
"""A hostile text as a line of play has it."""
_TOKEN = re.compile(r"(?<![\w.])[\w-]+(?:\.\w+)?(?![\w.])")


def hostile_contents(text: str) -> Iterator[str]:
    """The text with one word of it after the other replaced by a hostile one."""
    block = range(0)
    if "moves: |" in text:
        start = text.index("moves: |") + len("moves: |")
        block = range(start, text.index("expect:", start))
    for word in _TOKEN.finditer(text):
        for hostile in (_RAW, _IN_QUOTES) if word.start() in block else (_ESCAPES,):
            yield text[: word.start()] + hostile + text[word.end() :]


@pytest.mark.parametrize("name", FILES)
def test_hostile_words_in_a_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [shlex.split(command) for command in FILES[name]["commands"]]
    for content in hostile_contents(FILES[name]["text"]):
        for args in calls:
            Path(name).write_text(content, encoding="utf-8")
            printed = holds(monkeypatch, args, "?\nquit\n")
            assert not (args[-1] == "json" and printed.startswith("{")) or json.loads(printed.split("\n")[0])


def test_hostile_lines_typed_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ["--players", "Ann,Bob", "--variant", "express", "--dealer", "Ann", "--seed", "3"]
    for hostile in (*NAMES, ALL_AT_ONCE):
        line = hostile.replace("\n", " ").encode("utf-8", "replace").decode()
        for typed in (
            f"{line}\n\nhello\n",
            f"red\n{line}\nplay {line}\nguess {line}\nhint {line}\n{line} play 5H\nbeliefs {line}\n",
        ):
            Path("eleusis-1.yaml").unlink(missing_ok=True)
            holds(monkeypatch, ["play", *players], typed)
        holds(monkeypatch, ["play"], f"{line}\n{line},Bob\nAnn,Bob\n{line}\nexpress\n{line}\nAnn\n{line}\n")


# What the law stands on.


def test_every_character_that_nobody_sees_is_one() -> None:
    kinds = ("Cc", "Cf", "Cs", "Zl", "Zp")
    unseen = re.compile(UNSEEN)
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in kinds:
            assert unseen.fullmatch(character), hex(code)
        elif unseen.fullmatch(character):
            assert unicodedata.category(character) == "Cn", hex(code)


def test_errors_and_places_are_one_line_each() -> None:
    error = EleusisError("some/code", f"{ALL_AT_ONCE} is not so", Place(ALL_AT_ONCE, 3, 4))
    assert not unseen(str(error))
    assert "\n" not in str(error)
    assert str(error).endswith("is not so")
    assert str(error.place) == visible(ALL_AT_ONCE) + ":3:4"
    assert error.file == ALL_AT_ONCE
    assert not unseen(quote(ALL_AT_ONCE))


def test_the_report_and_its_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    name = NAMES[0] + "<b>.yaml"
    Path(name).write_text(FILES["mine.yaml"]["text"], encoding="utf-8")
    printed = holds(monkeypatch, ["simulate", *CALLS["simulate"].options, "--report", "r.html", "--variant", name])
    assert "r.html: written" in printed
    page = Path("r.html").read_text(encoding="utf-8")
    assert not unseen(page)
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
