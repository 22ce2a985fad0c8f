"""YAML that is plainly written is read without the library, to the very tree that the library's events give."""

from __future__ import annotations

import random
from functools import cache

import pytest

from eleusis.yaml import parsing
from eleusis.yaml.nodes import Scalar, Sequence, SourceText, YamlNode
from eleusis.yaml.plain import MAX_DEPTH, read_plain
from tests.modules import ROOT

PARTS = [
    *" \n\n:-#[]{},'\"|>&*!%@`?ab1\\~.=<é\t\u00a0♥",
    *("\n  ", "\n    ", "- ", ": ", " #", "\n- ", "{a: b}", "[a, b]", "|\n", "'x'", '"y"', "null", ">-\n", "---"),
    *("...", "\n\n", "a: ", "? ", "<<: ", "-1", ": |\n  a\n"),
]
"""What is put into texts by chance."""


def flat(node: YamlNode | None) -> object:
    """All that a tree holds, places and what a scalar keeps of its source too."""
    if isinstance(node, Scalar):
        return node.text, node.place, node.quoted, node._source is not None, node._index, node._literal
    if isinstance(node, Sequence):
        return node.place, [flat(item) for item in node.items]
    if node is None:
        return None
    return node.place, [(name, flat(key), flat(value)) for name, (key, value) in node.entries.items()]


def by_the_library(text: str) -> object:
    """The tree that the events give, or the errors in the text."""
    builder = parsing._TreeBuilder(SourceText(text, "file"))
    builder.run()
    return builder.errors or flat(builder.root)


def read_without(text: str) -> bool:
    """Whether a text is read without the library; then to the same tree."""
    tree = None if parsing.unreadable(text) else read_plain(SourceText(text, "file"))
    if tree is not None:
        assert flat(tree) == by_the_library(text), text
    return tree is not None


@cache
def texts() -> dict[str, str]:
    """All YAML files of the project."""
    paths = [path for room in ("eleusis", "variants", "tests", "docs") for path in (ROOT / room).rglob("*.yaml")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        for path in paths
    }


def test_files_are_read_to_the_same_tree() -> None:
    plain = {name for name, text in texts().items() if read_without(text)}
    ours = {name for name in texts() if name.startswith(("variants/", "tests/games/"))}
    assert len(ours) > 30
    assert ours <= plain, "an edition or a game that waits for the library to be imported"
    assert len(plain) >= 0.85 * len(texts())


def spoil(text: str, chance: random.Random) -> str:
    """A piece of a text with a few characters put in, left out or exchanged."""
    lines = text.split("\n")
    first = chance.randrange(len(lines))
    piece = lines[first : first + chance.randrange(1, 12)]
    indent = len(piece[0]) - len(piece[0].lstrip(" "))
    if chance.random() < 0.8:
        piece = [line[indent:] if not line[:indent].strip() else line for line in piece]
    text = "\n".join(piece) + "\n"
    for _ in range(chance.randrange(4)):
        at, way = chance.randrange(len(text) + 1), chance.random()
        put, out = (chance.choice(PARTS), 0) if way < 0.5 else ("", chance.randrange(1, 3))
        text = text[:at] + put + text[at + (1 if way > 0.8 else out) :]
    return text


@pytest.mark.parametrize("size", [6_000, pytest.param(300_000, marks=pytest.mark.soak)])
def test_what_is_spoilt_is_read_to_the_same_tree_or_left_to_the_library(size: int) -> None:
    chance = random.Random(size)
    short = [text for text in texts().values() if len(text) < 3_000]
    plain = sum(read_without(spoil(chance.choice(short), chance)) for _ in range(size))
    assert plain > size / 10


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: b",
        "- a\n",
        "a: {b: c\n",
        "a: b\na: c\n",
        "a: 'it''s'\n",
        'a: "x\\ty"\n',
        "a: &x b\n",
        "a: |2\n  b\n",
        "a: |\n\n  b\n",
        "a:\n",
        "a: b\n  # no more\n  c\n",
        " a: b\n",
        "a: b\n---\n",
        "a:\tb\n",
        f"{'k' * 201}: a\n",
        "".join("  " * depth + "a:\n" for depth in range(MAX_DEPTH + 1)) + "  " * (MAX_DEPTH + 1) + "a: b\n",
        "a: " + "[" * 30 + "]" * 30 + "\n",
        "a: [" + ", ".join("x" * 50_000) + "]\n",
    ],
)
def test_what_is_not_plain_is_left_to_the_library(text: str) -> None:
    assert not read_without(text)


def test_forms_that_are_plain() -> None:
    forms = [
        "a: b # c\nd: -1\ne:\n- f\n- g: h\n  i: [j, {k: -l}, [], {}]\n",
        "a: |\n  b\n\n    c # d\n  e: f  \n\nb: >-\n  c\n  d\n",
        "# a\n\na:\n  b: c\n    d\n    2 e\n  # f\n  g: 'h: i' # j\nk l: \"m # n\"\n",
    ]
    assert all(map(read_without, forms))
