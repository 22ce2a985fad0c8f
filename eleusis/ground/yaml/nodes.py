"""The tree of a YAML text: scalars, lists and maps, each with the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TypeAlias

import attrs

from eleusis.ground.errors import Place

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


_PLAIN_CHARACTER = re.compile(".")
_CHARACTERS = {"'": re.compile("''|."), '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|.)|.")}
"""What stands in a file for one character of a text, by its quotes."""


@attrs.frozen(slots=False)
class SourceText:
    """The text that a tree was read from, for places inside its values."""

    text: str
    file: str | None

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without their ends."""
        return self.text.split("\n")

    def place(self, index: int) -> Place:
        """The place of the character at an index."""
        before = self.text.rfind("\n", 0, index) + 1
        return Place(self.file, self.text.count("\n", 0, index) + 1, index - before + 1)


@attrs.frozen
class Scalar:
    """One value as it was written."""

    text: str
    """Its content, without quotes."""
    place: Place
    """Where its first character stands, or its quote."""
    quoted: bool = False
    """True for '…', "…" and for the block forms | and >: then it is text, whatever it looks like."""
    _source: SourceText | None = attrs.field(default=None, eq=False, repr=False)
    _index: int = attrs.field(default=0, eq=False, repr=False)
    _literal: bool = attrs.field(default=False, eq=False, repr=False)

    @property
    def null(self) -> bool:
        """Whether it is `null`, `~` or nothing at all."""
        return not self.quoted and self.text in NULLS

    def lines(self) -> list[tuple[str, Place]]:
        """Each line of the text with the place of its first character in the file.

        For a block (`moves: |`) the first is on the line after the `|`, past the indentation; column n of a
        line stands at `place.column + n - 1` of the file. In other forms YAML folds line ends away, so there is
        one line, unless the text holds escaped ones.
        """
        rows = self.text.split("\n")
        if rows[-1] == "" and len(rows) > 1:
            rows.pop()
        if self._literal and self._source is not None and self.place.line is not None:
            first, file, source = self.place.line, self.place.file, self._source.lines
            below = zip(rows, range(first, len(source)), strict=False)
            return [(line, Place(file, row + 1, len(source[row]) - len(line) + 1)) for line, row in below]
        return [(line, self.at(row, 1)) for row, line in enumerate(rows, start=1)]

    def at(self, line: int, column: int) -> Place:
        """The place in the file of a line and column (from 1) of the text; of a folded one, that of the value."""
        if self._literal:
            lines = self.lines()
            return lines[min(max(line, 1), len(lines)) - 1][1].right(column - 1) if lines else self.place
        if self._source is None:
            return self.place
        source, begin = self._source.text, self._index + self.quoted
        before = len("\n".join([*self.text.split("\n")[: line - 1], ""])) + column - 1
        # As many characters of the text as stand before that one are taken from the source, escapes as they stand.
        character = _CHARACTERS.get(source[self._index] if self.quoted else "", _PLAIN_CHARACTER)
        spot = max((match.end() for match in islice(character.finditer(source, begin), before)), default=begin)
        folded = "\n" in source[begin:spot] or source.startswith(">", self._index)
        return self.place if folded else self.place.right(spot - self._index)


@attrs.frozen
class Sequence:
    """A list of nodes."""

    items: list[YamlNode]
    place: Place

    def __iter__(self) -> Iterator[YamlNode]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@attrs.frozen
class Mapping:
    """A map: each key with its own place, in the order of the file."""

    entries: dict[str, tuple[Scalar, YamlNode]]
    place: Place

    def get(self, name: str) -> YamlNode | None:
        """The value of a key; None where there is none."""
        entry = self.entries.get(name)
        return entry[1] if entry else None

    def key_place(self, name: str) -> Place:
        """Where the key stands; the map's own place where there is none."""
        entry = self.entries.get(name)
        return entry[0].place if entry else self.place

    def items(self) -> Iterator[tuple[str, Place, YamlNode]]:
        """Each key, the key's place and its value, in the order of the file."""
        return ((name, key.place, value) for name, (key, value) in self.entries.items())

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __len__(self) -> int:
        return len(self.entries)


YamlNode: TypeAlias = Scalar | Sequence | Mapping
