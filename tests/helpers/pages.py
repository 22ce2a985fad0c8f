"""A page of the docs, read block by block, and what it shows run.

A block of `sh` is run line by line, in a folder of the page's own; of a block of `console` the output is compared
too (`…` stands for anything). Python examples of a page are run one after the other. Each line of a block of `rule`
must be a rule. What else a block is, an HTML comment before it says:

    <!-- file: NAME -->            a file of the reader's folder
    <!-- output of: COMMAND -->    lines of what the command prints, one after the other (`…` as above)
    <!-- prints -->                what the Python example above it prints
    <!-- fragment -->              YAML that is no whole file
    <!-- keys: 1\\n\\nquit\\n -->    what is typed while the commands run (the reader types as they like)
    <!-- not run: WHY -->          nothing to run, and why

Where a whole page needs libraries of an extra, it says so once: `<!-- needs: gymnasium -->`.

A block in braces (`{toctree}`) is for the site alone. What stands between `<!-- table: NAME -->` or
`<!-- source: PATH NAME -->` and `<!-- end -->` is written by `python -m tests.helpers.tables_of_docs`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from eleusis import Rule
from eleusis.doors.cli import main
from eleusis.ground.yaml.parsing import read
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

DOCS = ROOT / "docs"

INSPECTS_OWN = (
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",  # it asks tenacity so, for its retries
    "ignore:Unclosed <MemoryObject:ResourceWarning",  # a stream of its own that it leaves to the collector
)
"""Warnings that the library inspect-ai gives, whatever is done with it."""
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

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
        if fence := re.fullmatch(r"( *)```(\w*|\{[\w-]+\}.*)", line):
            end = lines.index(f"{fence[1]}```", at + 1)
            inside = "".join(f"{line.removeprefix(fence[1])}\n" for line in lines[at + 1 : end])
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


def needs(page: str) -> list[str]:
    """The libraries of extras without which a page can't be followed."""
    named = re.search(r"^<!-- needs: (.*) -->$", page, re.M)
    return named[1].split() if named else []


def is_long(page: str) -> bool:
    """Whether it takes so long to follow a page that it is left to `make soak`."""
    return re.search(r"^<!-- long: .* -->$", page, re.M) is not None


def words_in(page: str, name: str) -> list[str]:
    """What stands in code style after the comment `name`: in a table's first column, or before a list's colons."""
    rest = page.partition(f"<!-- {name} -->\n")[2].lstrip("\n").partition("\n\n")[0]
    heads = re.findall(r"^- (.*?`): ", rest, re.M) or [row[0] for row in marked(page, name)[1:]]
    return [word for head in heads for word in re.findall(r"`([^`]+)`", head)]


# Running what it shows


class Differs(Exception):
    """A page shows something that is not so."""


def hold(true: object, else_: str) -> None:
    if not true:
        raise Differs(else_)


class Reader:
    """Somebody who follows a page word by word, in a folder of his own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        self.names: dict[str, Any] = {"__name__": "__docs__"}
        self.printed = ""
        self.later: list[tuple[str, Block]] = []
        """Outputs that are looked at when all files of the page are there."""
        for name in ("tests", "variants", "docs"):
            (folder / name).symlink_to(ROOT / name)

    def follow(self, block: Block) -> None:
        """Do what a block says; raises Differs if it doesn't come out so."""
        kind, _, what = block.mark.partition(": ")
        if kind == "source":
            pass  # held to its file by tests/docs/test_docs_tables.py
        elif kind == "not run":
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
                    output = self.run(command, what.replace("\\n", "\n") if kind == "keys" else None)
                    hold(self.code in (0, 1), f"{command}: exit code {self.code}\n{output}")
        elif block.language == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
                command, _, expected = part.partition("\n")
                compare(expected, self.run(command))
        elif block.language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.chdir(self.folder):
                exec(compile(block.text, f"line {block.line}", "exec"), self.names)
            self.printed = out.getvalue()
        elif block.language == "rule":
            for rule in block.text.splitlines():
                Rule(rule)
        elif block.language in ("yaml", "json"):
            hold(kind == "fragment", f"this block must say what it is:\n{block.text}")
            read(block.text)
        elif block.language == "text":
            raise Differs(f"this block must say where it comes from:\n{block.text}")

    def finish(self) -> None:
        """Look at what had to wait."""
        for command, block in self.later:
            output = self.run(command)
            is_part = re.search(rf"^(?:{pattern(block.text)})", f"{output.rstrip()}\n", re.M)
            hold(is_part, f"line {block.line}: {command} prints\n{output}")

    def run(self, command: str, keys: str | None = None) -> str:
        """What a command prints, on both streams, to somebody who types these keys; its exit code is kept."""
        if command == "echo $?":
            return f"{self.code}\n"
        words = shlex.split(command, comments=True)
        if words[0] == "make":
            targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M)
            hold(set(words[1:]) <= set(targets), f"the Makefile has no {words[1:]}")
            return ""
        if words[0] == "eleusis" and keys is None and not {"|", ">", "<", "&&"} & set(words):
            out = io.StringIO()
            with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                self.code = main(words[1:])
            return out.getvalue()
        bash = 'eleusis() { python -m eleusis "$@"; }; pytest() { python -m pytest "$@"; }\n' + command
        done = subprocess.run(
            ["bash", "-c", bash], cwd=self.folder, env=self.environment(), text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, input=keys or "", timeout=patient(60),
        )  # fmt: skip
        self.code = done.returncode
        return done.stdout

    def environment(self) -> dict[str, str]:
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
        path = f"{Path(sys.executable).parent}{os.pathsep}{plain.get('PATH', '')}"
        options = "-p no:cacheprovider --assert=plain -p syrupy -p eleusis.testing.pytest_plugin"
        return plain | {
            "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTEST_ADDOPTS": options,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT),
        }  # fmt: skip


def compare(expected: str, output: str) -> None:
    """Hold an output against what a page shows; a `…` alone is any lines, one in a line any characters."""
    hold(
        re.fullmatch(pattern(expected), output.rstrip("\n") + "\n"),
        f"the page shows\n{expected}\nbut it is\n{output}",
    )


def pattern(expected: str) -> str:
    """What a page shows, as a regular expression of lines."""
    lines = expected.rstrip("\n").split("\n")
    return "".join(
        "(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n" for line in lines
    )
