"""The docs are held to the program: what they show is run, and their tables are what the code says.

A block of `sh` is run line by line, in a folder of the page's own; of a block of `console` the output is compared
too (`…` stands for anything). Python examples of a page are run one after the other. What else a block is, an
HTML comment before it says:

    <!-- file: NAME -->            a file of the reader's folder
    <!-- output of: COMMAND -->    a part of what the command prints
    <!-- prints -->                what the Python example above it prints
    <!-- fragment -->              YAML that is no whole file
    <!-- not run: WHY -->          nothing to run, and why

`<!-- copy: DIR … -->` on a page makes its folder a copy of these parts of the project; a block of `diff` is then
applied. What stands between `<!-- table: NAME -->` and `<!-- end -->` is written by `python -m tests.test_docs`.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.cli import main
from eleusis.errors import NOWHERE
from eleusis.game.events import EVENTS
from eleusis.game.scoring import score
from eleusis.script.expect import ROUND_KEYS as EXPECT_KEYS
from eleusis.script.facts import REASONS
from eleusis.script.lines import _VERBS, read_line
from eleusis.script.reading import GAME_KEYS, ROUND_KEYS
from eleusis.script.replay import replay
from eleusis.strict_yaml import read
from eleusis.variant import knobs, load_variant
from eleusis.variant.knobs import Knob, described
from eleusis.variant.model import HEADER, Variant
from eleusis.variant.write import ABSENT, shown
from tests.test_layers import FLOORS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
EDITIONS = ("abbott", "guyton", "matuszek", "express")

# Reading a page


@attrs.frozen
class Block:
    """A fenced block: its language, what the comment before it says, its text, its first line in the page."""

    language: str
    mark: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    lines = page.splitlines()
    at, mark = 0, ""
    while at < len(lines):
        line = lines[at]
        if fence := re.fullmatch(r"( *)```(\w*)", line):
            end = lines.index(f"{fence[1]}```", at + 1)
            inside = "".join(f"{one.removeprefix(fence[1])}\n" for one in lines[at + 1 : end])
            yield Block(fence[2], mark, inside, at + 1)
            at, mark = end, ""
        elif comment := re.fullmatch(r" *<!-- (.*) -->", line):
            mark = comment[1]
        elif line.strip():
            mark = ""
        at += 1


def marked(page: str, name: str) -> list[list[str]]:
    """The cells of the table that follows the comment `name`."""
    rest = page.partition(f"<!-- {name} -->\n")[2].lstrip("\n")
    rows = [line for line in rest.partition("\n\n")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows if "---" not in row]


def words_in(page: str, name: str) -> list[str]:
    """What stands in code style in the first column of a table."""
    return [found for row in marked(page, name)[1:] for found in re.findall(r"`([^`]+)`", row[0])]


# Running what it shows


class Differs(Exception):
    """A page shows something that is not so."""


def hold(true: object, else_: str) -> None:
    if not true:
        raise Differs(else_)


class Reader:
    """Somebody who follows a page word by word, in a folder of his own."""

    def __init__(self, folder: Path, page: str) -> None:
        self.folder = folder
        self.code = 0
        self.names: dict[str, Any] = {"__name__": "__docs__"}
        self.printed = ""
        self.later: list[tuple[str, Block]] = []
        """Outputs that are looked at when all files of the page are there."""
        copied = re.search(r"<!-- copy: (.*) -->", page)
        self.copied = copied[1].split() if copied else []
        for name in self.copied:
            source = ROOT / name
            target = folder / name
            target.parent.mkdir(exist_ok=True, parents=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        for name in () if copied else ("tests", "variants"):
            (folder / name).symlink_to(ROOT / name)

    def follow(self, block: Block) -> None:
        """Do what a block says; raises Differs if it doesn't come out so."""
        kind, _, what = block.mark.partition(": ")
        if kind == "not run":
            hold(what, "a block that is not run must say why")
        elif kind == "file":
            path = self.folder / what
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(block.text, encoding="utf-8")
        elif kind == "output of":
            self.later.append((what, block))
        elif kind == "prints":
            compare(block.text, self.printed)
        elif block.language == "sh":
            for command in block.text.splitlines():
                if command.strip() and not command.startswith("#"):
                    told = self.run(command)
                    hold(self.code in (0, 1), f"{command}: exit code {self.code}\n{told}")
        elif block.language == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
                command, _, expected = part.partition("\n")
                compare(expected, self.run(command))
        elif block.language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.chdir(self.folder):
                exec(compile(block.text, f"line {block.line}", "exec"), self.names)
            self.printed = out.getvalue()
        elif block.language == "diff":
            self.patch(block.text)
        elif block.language in ("yaml", "json"):
            hold(kind == "fragment", f"this block must say what it is:\n{block.text}")
            read(block.text)
        elif block.language == "text":
            raise Differs(f"this block must say where it comes from:\n{block.text}")

    def finish(self) -> None:
        """Look at what had to wait."""
        for command, block in self.later:
            told = self.run(command)
            hold(f"\n{block.text}" in f"\n{told}", f"line {block.line}: {command} prints\n{told}")

    def run(self, command: str) -> str:
        """What a command prints, on both streams; its exit code is kept."""
        if command == "echo $?":
            return f"{self.code}\n"
        words = shlex.split(command, comments=True)
        if words[0] == "make":
            targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M)
            hold(set(words[1:]) <= set(targets), f"the Makefile has no {words[1:]}")
            return ""
        if words[0] == "eleusis" and not self.copied and not {"|", ">", "<", "&&"} & set(words):
            out = io.StringIO()
            with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                self.code = main(words[1:])
            return out.getvalue()
        bash = 'eleusis() { python -m eleusis "$@"; }; pytest() { python -m pytest "$@"; }\n' + command
        done = subprocess.run(
            ["bash", "-c", bash], cwd=self.folder, env=self.environment(), text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip
        self.code = done.returncode
        return done.stdout

    def environment(self) -> dict[str, str]:
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
        path = f"{Path(sys.executable).parent}{os.pathsep}{plain.get('PATH', '')}"
        options = "-p no:cacheprovider -p syrupy -p eleusis.pytest_plugin"
        return plain | {
            "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTEST_ADDOPTS": options,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "" if self.copied else "1", "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": str(self.folder if self.copied else ROOT),
        }  # fmt: skip

    def patch(self, diff: str) -> None:
        """Apply a diff: what it takes away, with the lines around it, must stand in the file exactly once."""
        head, *lines = diff.splitlines(keepends=True)
        path = self.folder / head.removeprefix("--- ").strip()
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        text = path.read_text(encoding="utf-8")
        hold(text.count(old) == 1, f"{path.name} has this {text.count(old)} times:\n{old}")
        path.write_text(text.replace(old, new), encoding="utf-8")


def compare(expected: str, found: str) -> None:
    """Hold an output against what a page shows; a `…` alone is any lines, one in a line any characters."""
    lines = expected.rstrip("\n").split("\n")
    parts = ["(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n" for line in lines]
    hold(re.fullmatch("".join(parts), found.rstrip("\n") + "\n"), f"the page shows\n{expected}\nbut it is\n{found}")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_a_page_shows_is_so(path: Path, tmp_path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    reader = Reader(tmp_path, page)
    try:
        for block in blocks(page):
            where = f"{path.name}:{block.line}"
            reader.follow(block)
        where = path.name
        reader.finish()
    except Differs as error:
        raise pytest.fail.Exception(f"{where}: {error}", pytrace=False) from None


def test_the_readme_shows_what_make_demo_prints(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = next(block.text for block in blocks(page) if not block.language)
    demo = re.search(r"^demo:.*\n\t\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert demo is not None
    compare(f"{picture}…\n", Reader(tmp_path, "").run(demo[1]))


# Links


def anchors(page: str) -> set[str]:
    """The places of a page that a link may name."""
    bare = re.sub(r"^( *)```.*?^\1```$", "", page, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", bare, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    page = re.sub(r"^( *)```.*?^\1```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", page):
        assert "://" not in target, f"{target}: the docs need no network"
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), f"{path.name} links to {target}, which is not there"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name}: no {target}"


def test_every_page_is_in_the_contents() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r": ([\w-]+\.md)$", text, re.M)
    assert sorted(listed) == sorted(path.name for path in DOCS.glob("*.md"))


# Tables that the code writes


def knob_tables() -> str:
    """Every knob with its values, its meaning and its source, section by section."""
    parts = []
    for name, (field, knob) in described(Variant).items():
        if name in HEADER:
            continue
        parts.append(f"### {name}\n\n{knob.doc}")
        if knob.form != "section":
            parts.append(_rows([(name, field, knob)]))
            continue
        for cls in knob.kinds:
            if knob.kind_names:
                parts.append(f"`kind: {cls.kind}`. {_first(cls)}")
            if rows := list(_flat(name, cls)):
                parts.append(_rows(rows))
    return "\n\n".join(parts)


def header_table() -> str:
    """What an edition says of itself."""
    rows: list[tuple[str, Any, Knob]] = []
    for name in HEADER:
        field, knob = described(Variant)[name]
        rows += _flat(name, knob.kinds[0]) if knob.form == "section" else [(name, field, knob)]
    return _rows(rows)


def _flat(path: str, cls: type[Any]) -> Iterator[tuple[str, Any, Knob]]:
    for name, (field, knob) in described(cls).items():
        if knob.form == "section" and knob.word is None:
            yield from _flat(f"{path}.{name}", knob.kinds[0])
        else:
            yield f"{path}.{name}", field, knob


def _rows(rows: list[tuple[str, Any, Knob]]) -> str:
    lines = ["| knob | value | meaning, and where it stands |", "|---|---|---|"]
    for path, field, knob in rows:
        value = {
            "whole": f"{knob.low}–{knob.high}",
            "flag": "`true`, `false`",
            "word": ", ".join(f"`{word}`" for word in knob.choices),
            "text": f"text, at most {knob.high} characters",
            "section": f"`{knob.word}`, or {{from: N}}",
        }[knob.form] + (", `null`" if knob.null else "")
        if field.default is not attrs.NOTHING and (knob.null or field.default is not None):
            value += f"; default `{shown(field.default)}`"
        lines.append(f"| `{path}` | {value} | {knob.doc} |")
    return "\n".join(lines)


def _first(thing: type[Any]) -> str:
    """The first sentence of a docstring, on one line."""
    return " ".join((thing.__doc__ or "").split("\n\n")[0].split())


_AS_JSON = {
    "str": "text", "int": "number", "bool": "true or false", "Card": "card", "Card | None": "card or null",
    "tuple[Card, ...]": "[card]", "tuple[str, ...]": "[seat]", "dict[str, tuple[Card, ...]]": "{seat: [card]}",
    "Why": '"wrong play", "wrong no play" or "overthrown"',
}  # fmt: skip


def event_table() -> str:
    """Every kind of event with its fields."""
    lines = ["| `type` | fields | what happened |", "|---|---|---|"]
    for event in EVENTS:
        fields = []
        for name in event._fields:
            kind = event.__annotations__[name]
            words = " or ".join(f'"{one}"' for one in re.findall(r"'([^']+)'", kind)) or _AS_JSON[kind]
            fields.append(f"`{name}`: {'seat' if name in ('seat', 'dealer', 'first') else words}")
        lines.append(f"| `{event.type}` | {'; '.join(fields) or '–'} | {_first(event)} |")
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"knobs": knob_tables, "header": header_table, "events": event_table}
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n\n)(.*?)(\n\n<!-- end -->)", re.S)


def written(page: str) -> str:
    """A page with its tables as they should be."""
    return _TABLE.sub(lambda found: found[1] + TABLES[found[2]]() + found[4], page)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_tables_are_what_the_code_says(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page == written(page), f"python -m tests.test_docs writes the tables of {path.name} anew"


# Tables that people write, and the code checks


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_editions_side_by_side() -> None:
    head, *rows = marked(page("rules.md"), "editions")
    assert tuple(head[1:]) == EDITIONS
    flat = [knobs(load_variant(name)) for name in EDITIONS]
    told = {row[0].rpartition("(`")[2].removesuffix("`)"): row[1:] for row in rows}
    every = {path for one in flat for path in one}
    assert set(told) == every, f"not in the table, or no knob: {sorted(set(told) ^ every)}"
    for path, cells in told.items():
        assert cells == [shown(one.get(path, ABSENT)).replace("_", " ") for one in flat], path


@pytest.mark.parametrize("edition", ["abbott", "guyton", "express"])
def test_the_scores_that_are_worked_out(edition: str) -> None:
    head, *rows = marked(page("rules.md"), f"scores: {edition}")
    told = {row[0].partition(":")[0]: row[1:] for row in rows}
    seats, variant = head[1:], load_variant(edition)
    sizes = {seat: int(cell) for seat, cell in zip(seats, told["cards left"], strict=True) if cell}
    bonuses = {
        seat: sum(map(int, re.findall(r"[+-]\d+", cell))) for seat, cell in zip(seats, told["bonus"], strict=True)
    }
    before = next((int(cell) for cell in told.get("cards before the marker", ()) if cell), None)
    for cell in told.get("since the declaration", ()):
        if cell:
            right, wrong = map(int, re.findall(r"\d+", cell))
            assert variant.prophet.points(right, wrong) in bonuses.values()
    base = variant.scoring.base.base(list(sizes.values()))
    assert [int(cell) for cell in told["base"] if cell] == base
    scores = score(variant, sizes, bonuses, seats[-1], before)
    assert [int(cell) for cell in told["score"]] == [scores[seat] for seat in seats]


def test_the_game_file_from_a_to_z() -> None:
    text = page("game-file.md")
    assert words_in(text, "keys of a game") == list(GAME_KEYS)
    assert words_in(text, "keys of a round") == list(ROUND_KEYS)
    assert words_in(text, "keys of expect") == list(EXPECT_KEYS)
    assert [found.split()[0] for found in words_in(text, "verbs")] == list(_VERBS)
    assert words_in(text, "reasons") == list(REASONS)
    for phrase in words_in(text, "phrases"):
        for word, example in (("SEAT", "Ann"), ("CARD", "4H"), ("REASON", "cutoff"), (" N", " 2")):
            phrase = phrase.replace(word, example)
        line = read_line(f"Ann pass => {phrase}", ["Ann"], NOWHERE)
        assert line is not None
        assert [one.text for one in line.expected] == [phrase]


def test_the_json_of_a_replay_field_by_field() -> None:
    text = page("game-file.md")
    game: Any = next(replay(ROOT / "tests/games/abbott-cleo-forecasts.yaml")).to_json()
    assert words_in(text, "json of a game") == list(game)
    assert words_in(text, "json of a round") == list(game["rounds"][0])
    assert words_in(text, "json of a step") == list(game["rounds"][0]["steps"][0])


def test_the_house_is_the_one_that_the_layers_are_tested_by() -> None:
    assert words_in(page("architecture.md"), "floors") == [room for floor in FLOORS for room in floor]


def test_every_error_code_has_its_cause_and_cure() -> None:
    told = re.findall(r"^\| `([a-z-]+(?:/[a-z-]+)?)` \| [^|]+ \| [^|]+ \|$", page("errors.md"), re.M)
    known = codes()
    assert not known - set(told), f"docs/errors.md lacks {sorted(known - set(told))}"
    assert not set(told) - known, f"docs/errors.md has what no code raises: {sorted(set(told) - known)}"
    assert len(told) == len(set(told)), "a code stands there twice"


_SPACES = ("file", "yaml", "variant", "script", "notation", "rule", "move", "lab")
_SHORT = {  # where a call names a code without its space, by the file
    "strict_yaml.py": "yaml", "variant/": "variant", "script/lines.py": "notation", "script/": "script",
    "game/": "move", "secret/": "rule", "lab/": "lab",
}  # fmt: skip
_CALLS = {"error", "_error", "refuse", "fail", "_fail"}


def codes() -> set[str]:
    """Every code that the source can give: of errors, and of findings."""
    found = set()
    for path in sorted((ROOT / "eleusis").rglob("*.py")):
        name = path.relative_to(ROOT / "eleusis").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(rf"(?:{'|'.join(_SPACES)})/[a-z-]+", node.value):
                    found.add(node.value)
            elif isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                texts = [one.value for one in node.args[:3] if isinstance(one, ast.Constant)]
                slugs = [
                    text for text in texts if isinstance(text, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", text)
                ]
                if called == "Finding" and slugs:
                    found.add(slugs[0])
                elif called in _CALLS and slugs and name != "yaml_reader.py":
                    space = next((space for part, space in _SHORT.items() if name.startswith(part)), None)
                    assert space, f"{name}:{node.lineno}: whose code is {slugs[0]!r}? (see _SHORT)"
                    found.add(f"{space}/{slugs[0]}")
                elif called == "error" and slugs:  # the reader that several rooms share
                    found |= {f"{space}/{slugs[0]}" for space in ("script", "variant", "rule")}
    return found - {"variant/unknown-key", "variant/missing-key", "script/choice"}  # nobody asks for these


if __name__ == "__main__":
    for one in PAGES:
        before = one.read_text(encoding="utf-8")
        if (after := written(before)) != before:
            one.write_text(after, encoding="utf-8")
            print(f"{one.relative_to(ROOT)}: tables written anew")
