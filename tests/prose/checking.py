"""The three checkers, over the prose of the pages and of the modules: each finding with its file and its line."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs
import yaml

from tests.prose.reading import ROOT, prose

HERE = Path(__file__).parent
WORDS = HERE / "words.txt"
PHRASES = HERE / "phrases.yaml"


@attrs.frozen(order=True)
class Finding:
    """Something to change: where it stands, and what to do about it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


@attrs.frozen
class Phrase:
    """A phrase that we don't write, and what to say instead; `only` narrows it to the files that match."""

    pattern: re.Pattern[str]
    instead: str
    only: re.Pattern[str]


def phrases() -> list[Phrase]:
    """The phrases of phrases.yaml."""
    entries = yaml.safe_load(PHRASES.read_text(encoding="utf-8"))
    return [
        Phrase(
            re.compile(r"(?<!\w)(?:{})(?!\w)".format(entry["phrase"].replace(" ", r"\s+")), re.I),
            entry["instead"],
            re.compile(entry.get("only", "")),
        )
        for entry in entries
    ]


def name_of(path: Path, root: Path) -> str:
    """A file's name in a finding."""
    return path.relative_to(root).as_posix()


def line_of(text: str, place: int) -> int:
    """The line of a place in a text, from 1."""
    return text.count("\n", 0, place) + 1


def banned(paths: Iterable[Path], root: Path = ROOT) -> Iterator[Finding]:
    """The phrases that we don't write, where they stand."""
    ours = phrases()
    for path in paths:
        text, name = prose(path), name_of(path, root)
        for phrase in ours:
            if phrase.only.search(name):
                for match in phrase.pattern.finditer(text):
                    words = " ".join(match[0].split())
                    yield Finding(name, line_of(text, match.start()), f'not "{words}": {phrase.instead}')


def write_prose(paths: Iterable[Path], root: Path, folder: Path) -> dict[str, str]:
    """Write the prose of files to a folder, for the checkers that read files; each file by its path there."""
    names = {}
    for path in paths:
        there = folder / f"{name_of(path, root)}.txt"
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(prose(path), encoding="utf-8")
        names[str(there)] = name_of(path, root)
    return names


def misspelt(names: dict[str, str], folder: Path) -> Iterator[Finding]:
    """The words that neither aspell's British list nor ours has."""
    from pyspelling import spellcheck

    with contextlib.chdir(ROOT):
        for result in spellcheck(str(HERE / "pyspelling.yml"), names={"prose"}, sources=[f"{folder}/**/*.txt"]):
            if result.error:
                raise RuntimeError(result.error)
            path = result.context.partition(" ")[0]
            text = Path(path).read_text(encoding="utf-8")
            for word in result.words:
                for match in re.finditer(rf"(?<![\w']){re.escape(word)}(?!\w)", text):
                    yield Finding(
                        names[path], line_of(text, match.start()), f'"{word}" is misspelt, or for words.txt'
                    )


def doubtful(names: dict[str, str]) -> Iterator[Finding]:
    """What proselint would change."""
    command = [sys.executable, "-m", "proselint", "check", "--config", str(HERE / "proselint.json"), *names]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    places = re.findall(r"^(\S+):(\d+):\d+: \S+: (.*)", answer.stdout, re.M)
    if answer.returncode and not places:
        raise RuntimeError(f"proselint failed: {answer.stderr or answer.stdout}")
    for path, line, message in places:
        yield Finding(names[path], int(line), message)


def own_words() -> list[str]:
    """Our words, as the list has them."""
    return WORDS.read_text(encoding="utf-8").split()
