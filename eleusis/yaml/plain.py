"""The YAML that nearly all files are written in, without its library, which takes as long as Python to start.

Maps and lists by indentation; values on one line: plain, in quotes, or a list or map in brackets; `|` and `>-` for
more lines. What is read here is the tree that the library's events give, place by place. Anything else, and what
is wrong, is left to them, for they have the words for it.
"""

from __future__ import annotations

import re
from typing import NoReturn

from eleusis.errors import Place
from eleusis.values import new
from eleusis.yaml.nodes import Mapping, Scalar, Sequence, SourceText, YamlNode

MAX_DEPTH = 10
"""Levels of lists and maps in each other; deeper ones are left to the library, which counts them too."""
MAX_SIZE = 100_000
"""Characters of a text; a longer one may have more values than are allowed."""
MAX_KEY = 100

_KEY = re.compile(r"(\w[\w.-]{0,60}(?: [\w.-]+)*):(?: +|$)")
"""A key with the blanks behind it, where a value may follow; long ones are not plain."""
_PLAIN = re.compile(r"(?:-(?=\w)|[^\s,\[\]{}#&*!|>'\"%@`?:-])(?:[^:#]|:(?! |$)|(?<! )#)*")
"""A value without quotes up to its end, or to its comment."""
_IN_BRACKETS = re.compile(r"(?:-(?=\w)|[^\s,\[\]{}#&*!|>'\"%@`?:-])[^,\[\]{}#:'\"]*")
"""The same in a list or a map in brackets."""
_QUOTED = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_KEY_IN_BRACKETS = re.compile(r"(\w[\w.-]{0,60}(?: [\w.-]+)*): +")
_END = re.compile(r" *(?: #.*)?$")
"""What may follow a value on its line."""


class _NotPlain(Exception):
    """Something that the library must read."""


def read_plain(source: SourceText) -> Mapping | None:
    """The tree of a text that is a map, plainly written; None for any other."""
    text = source.text
    if len(text) > MAX_SIZE or "\t" in text or not text.endswith("\n"):
        return None
    try:
        return _Reader(source).read()
    except _NotPlain:
        return None


def _give_up() -> NoReturn:
    raise _NotPlain


class _Reader:
    """Reads a text line by line; `row` is the line that comes next, counted from 0."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.file = source.file
        self.lines = source.lines[:-1]  # behind the last line end there is nothing
        self.row = 0
        self.start = 0
        """The index in the text at which that line begins."""
        self.looked_at = -1
        """The line that `find_line` was at last, and its indentation."""
        self.below = 0

    def read(self) -> Mapping:
        indent = self.find_line()
        if indent != 0:
            _give_up()
        root = self.map_at(0, 1)
        if self.row < len(self.lines):
            _give_up()
        return root

    def find_line(self) -> int:
        """Goes on to the next line with something on it but a comment; returns its indentation, -1 at the end."""
        if self.looked_at == self.row:
            return self.below
        lines = self.lines
        while self.row < len(lines):
            line = lines[self.row]
            content = line.lstrip(" ")
            if content and content[0] != "#":
                if content.startswith(("---", "...", "%")):
                    _give_up()
                self.looked_at, self.below = self.row, len(line) - len(content)
                return self.below
            self.next_line()
        return -1

    def next_line(self) -> None:
        self.start += len(self.lines[self.row]) + 1
        self.row += 1

    def place(self, column: int) -> Place:
        """The place of a character of the line, counted from 0."""
        return new(Place, (self.file, self.row + 1, column + 1))

    def scalar(self, text: str, column: int, quoted: bool = False, literal: bool = False) -> Scalar:
        place = new(Place, (self.file, self.row + 1, column + 1))
        return new(Scalar, (text, place, quoted, self.source, self.start + column, literal))

    # By indentation.

    def map_at(self, indent: int, depth: int) -> Mapping:
        """The map whose keys stand at this indentation, from the line that comes next."""
        if depth > MAX_DEPTH:
            _give_up()
        entries: dict[str, tuple[Scalar, YamlNode]] = {}
        node = Mapping(entries, self.place(indent))
        while True:
            line = self.lines[self.row]
            match = _KEY.match(line, indent)
            if match is None or match[1] in entries or len(match[1]) > MAX_KEY:
                _give_up()
            key = self.scalar(match[1], indent)
            value = match.end()
            if value == len(line) or line[value] == "#":
                if value < len(line) and line[value - 1] != " ":
                    _give_up()
                entries[key.text] = key, self.block_below(indent, depth)
            else:
                entries[key.text] = key, self.value_at(value, indent)
            below = self.find_line()
            if below < indent:
                return node
            if below > indent:
                _give_up()

    def block_below(self, indent: int, depth: int) -> YamlNode:
        """The value of a key that has none on its line: a map or a list below it."""
        self.next_line()
        below = self.find_line()
        begins_item = below >= 0 and self.lines[self.row].startswith("- ", below)
        if begins_item and below >= indent:
            return self.list_at(below, indent, depth + 1)
        if below <= indent:
            _give_up()
        return self.map_at(below, depth + 1)

    def list_at(self, indent: int, key_indent: int, depth: int) -> Sequence:
        """The list whose dashes stand at this indentation, which may be that of its key."""
        if depth > MAX_DEPTH:
            _give_up()
        items: list[YamlNode] = []
        node = Sequence(items, self.place(indent))
        while True:
            line = self.lines[self.row]
            if not line.startswith("- ", indent):
                if indent == key_indent:
                    return node
                _give_up()
            content = line[indent + 2 :].lstrip(" ")
            column = len(line) - len(content)
            if not content or content.startswith(("- ", "#")) or content == "-":
                _give_up()
            if _KEY.match(line, column):
                items.append(self.map_at(column, depth + 1))
            else:
                items.append(self.value_at(column, indent))
            below = self.find_line()
            if below < indent:
                return node
            if below > indent:
                _give_up()

    def value_at(self, column: int, indent: int) -> YamlNode:
        """The value that begins in a line at a column, of a key or a dash at this indentation; goes behind it."""
        line = self.lines[self.row]
        first = line[column]
        if first in "|>":
            return self.block_text(column, indent)
        node: YamlNode
        if first in "[{":
            node, end = self.in_brackets(line, column, 1)
        elif first in "'\"":
            node, end = self.in_quotes(line, column)
        else:
            match = _PLAIN.match(line, column)
            if match is None:
                _give_up()
            text = match[0].rstrip(" ")
            node, end = self.scalar(text, column), column + len(text)
            if match.end() == len(line):
                return self.with_more(node, indent)
        if _END.match(line, end) is None:
            _give_up()
        self.next_line()
        if self.find_line() > indent:
            _give_up()  # it goes on
        return node

    def with_more(self, node: Scalar, indent: int) -> Scalar:
        """A value without quotes, with the lines on which it goes on; goes behind them."""
        texts = [node.text]
        while True:
            self.next_line()
            row = self.row
            if self.find_line() <= indent:
                return node if len(texts) == 1 else new(Scalar, (" ".join(texts), *node[1:]))
            if self.row > row:
                _give_up()  # with an empty line or a comment in between
            content = self.lines[row].strip(" ")
            match = _PLAIN.fullmatch(content)
            if match is None or not content[0].isalnum():
                _give_up()
            texts.append(content)

    def block_text(self, column: int, indent: int) -> Scalar:
        """A text of several lines, behind `|` or `>-`."""
        line = self.lines[self.row]
        mark = line[column:]
        if mark not in ("|", ">-"):
            _give_up()
        literal = mark == "|"
        node = self.scalar("", column, quoted=True, literal=literal)
        self.next_line()
        rows: list[str] = []
        inner = 0
        while self.row < len(self.lines):
            line = self.lines[self.row]
            content = line.lstrip(" ")
            own = len(line) - len(content)
            if content and own <= indent:
                break
            if not rows:
                inner = own
                if literal and content:
                    self.take_rows(inner, rows)
                    continue
            if own < inner or not content:
                if content or not rows or mark == ">-" or len(line) > inner:
                    _give_up()
                rows.append("")
            else:
                if mark == ">-" and (own != inner or line.endswith(" ")):
                    _give_up()
                rows.append(line[inner:])
            self.next_line()
        while rows and not rows[-1]:
            rows.pop()
        if not rows:
            _give_up()
        text = "\n".join(rows) + "\n" if literal else " ".join(rows)
        return new(Scalar, (text, *node[1:]))

    def take_rows(self, inner: int, rows: list[str]) -> None:
        """Take the lines that stand at this indentation, one at least: all of a block, for most."""
        before = " " * inner
        block = re.compile(f"(?:{before}[^ \n][^\n]*\n)+").match(self.source.text, self.start)
        assert block is not None
        taken = f"\n{block[0]}".replace(f"\n{before}", "\n").split("\n")[1:-1]
        rows += taken
        self.row += len(taken)
        self.start += len(block[0])

    # On one line.

    def in_quotes(self, line: str, column: int) -> tuple[Scalar, int]:
        """A text in quotes, without escapes, and where it ends."""
        match = _QUOTED.match(line, column)
        if match is None or line.startswith("'", match.end()):
            _give_up()
        return self.scalar(match[0][1:-1], column, quoted=True), match.end()

    def in_brackets(self, line: str, column: int, depth: int) -> tuple[YamlNode, int]:
        """A list or a map in brackets, and where it ends."""
        if depth > MAX_DEPTH // 2:
            _give_up()
        place, is_map = self.place(column), line[column] == "{"
        end = "}" if is_map else "]"
        entries: dict[str, tuple[Scalar, YamlNode]] = {}
        items: list[YamlNode] = []
        at = column + 1
        while line.startswith(" ", at):
            at += 1
        if line.startswith(end, at):
            return (Mapping(entries, place) if is_map else Sequence(items, place)), at + 1
        while True:
            key: Scalar | None = None
            if is_map:
                match = _KEY_IN_BRACKETS.match(line, at)
                if match is None or match[1] in entries or len(match[1]) > MAX_KEY:
                    _give_up()
                key, at = self.scalar(match[1], at), match.end()
            node, at = self.part(line, at, depth)
            if key is None:
                items.append(node)
            else:
                entries[key.text] = key, node
            while line.startswith(" ", at):
                at += 1
            if line.startswith(end, at):
                return (Mapping(entries, place) if is_map else Sequence(items, place)), at + 1
            if not line.startswith(", ", at):
                _give_up()
            while line.startswith(" ", at + 1):
                at += 1
            at += 1

    def part(self, line: str, at: int, depth: int) -> tuple[YamlNode, int]:
        """A value in brackets, and where it ends."""
        first = line[at : at + 1]
        if first in ("[", "{"):
            return self.in_brackets(line, at, depth + 1)
        if first in ("'", '"'):
            return self.in_quotes(line, at)
        match = _IN_BRACKETS.match(line, at)
        if match is None:
            _give_up()
        text = match[0].rstrip(" ")
        return self.scalar(text, at), at + len(text)
