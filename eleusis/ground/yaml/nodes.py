"""The tree of a YAML text: scalars, lists and maps, each with the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

import attrs

from eleusis.ground.errors import Place

NULLS = frozenset({"", "~", "null", "Null", "NULL"})

_ESCAPE = re.compile(r"\\(x..|u.{4}|U.{8}|.)", re.DOTALL)


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
        line stands at `place.column + n - 1` of the file. In other forms line ends are folded away by YAML
        itself, so there is one line, unless the text holds escaped ones.
        """
        rows = self.text.split("\n")
        if rows[-1] == "" and len(rows) > 1:
            rows.pop()
        if self._literal and self._source is not None and self.place.line is not None:
            first, file, source = self.place.line, self.place.file, self._source.lines
            below = zip(rows, range(first, len(source)), strict=False)
            return [(line, Place(file, row + 1, len(source[row]) - len(line) + 1)) for line, row in below]
        return list(self._place_rows(rows))

    def _place_rows(self, rows: list[str]) -> Iterator[tuple[str, Place]]:
        """Lines that are not those of a block, placed in one walk through the source."""
        if self._source is None or not rows:
            yield from ((row, self.place) for row in rows)
            return
        spots = self._spots([0, *accumulate(len(row) + 1 for row in rows[:-1])])
        place, at = self._source.place(self._index), self._index
        for row, spot in zip(rows, spots, strict=True):
            ends = self._source.text.count("\n", at, spot)
            column = spot - self._source.text.rfind("\n", 0, spot) if ends else (place.column or 1) + spot - at
            place, at = Place(place.file, (place.line or 1) + ends, column), spot
            yield row, place

    def at(self, line: int, column: int) -> Place:
        """The place in the file of a line and column (from 1) of the text, exact in every form of scalar."""
        if self._source is None:
            return self.place
        if self._literal:
            lines = self.lines()
            if not lines:
                return self.place
            start = lines[min(max(line, 1), len(lines)) - 1][1]
            return start.right(column - 1)
        rows = self.text.split("\n")
        target = sum(len(row) + 1 for row in rows[: line - 1]) + column - 1
        return self._source.place(next(self._spots([min(max(target, 0), len(self.text))])))

    def _spots(self, targets: Iterable[int]) -> Iterator[int]:
        """The indices in the source of these characters of a text that is plain, in quotes, or folded, in order.

        YAML folds blanks and line ends, so the other characters are counted, one by one.
        """
        assert self._source is not None
        source, i = self._source.text, self._index
        mark = source[i : i + 1] if self.quoted else ""
        if mark in ("'", '"'):
            i += 1
        elif mark == ">":
            i = source.find("\n", i) + 1
        before = left = 0
        for target in targets:
            blank = self.text[target : target + 1].isspace()
            left += sum(not c.isspace() for c in self.text[before:target])
            before = target
            while i < len(source) and (left or not blank):
                escape = _ESCAPE.match(source, i) if mark == '"' else None
                if escape:
                    visible, step = _visible(escape.group(1)), len(escape.group())
                else:
                    visible, step = not source[i].isspace(), 2 if mark == "'" and source[i] == "'" else 1
                if visible and not left:
                    break
                left -= visible
                i += step
            yield i


def _visible(escape: str) -> bool:
    """Whether an escape (without its backslash) stands for something that is not a blank."""
    if escape[0] in "xuU" and len(escape) > 1:
        return not chr(int(escape[1:], 16)).isspace()
    return escape not in set("ntrvfLPN_ \t\n")


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
