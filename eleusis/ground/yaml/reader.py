"""Asking a YAML tree for texts, numbers and maps, every error of a file at once."""

from __future__ import annotations

import re
from collections.abc import Iterable

from eleusis.ground.errors import EleusisError, Place, did_you_mean, quote, raise_all
from eleusis.ground.yaml.nodes import Mapping, Scalar, Sequence, YamlNode

VERSION = 1
"""The version of the format that this program reads: the first line of every file is `eleusis: 1`."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"[0-9.]{1,9}", re.ASCII)
_LATER = re.compile(r"[2-9]|[1-9][0-9]{1,8}", re.ASCII)

GAME, RULES, VARIANT = "a game file", "a file of rules", "a variant file"
"""What the kinds of files are called in messages."""


def kind_of_file(node: Mapping) -> str | None:
    """Which kind of file of ours a map is, by its keys; None where they don't tell, and for a file of anybody."""
    if "eleusis" not in node:
        return None
    if "rounds" in node:
        return GAME
    if "rules" in node:
        return RULES
    return VARIANT if "extends" in node or ("deal" in node and "scoring" in node) else None


class YamlReader:
    """Asks nodes for texts, numbers and maps, and keeps every error until `done`.

    Each question takes the node and, in the words of the message, what is asked for. A node of None (the
    key is absent) is no error: the answer is None. A wrong node is an error at its place, and the answer
    again None. Codes: `PREFIX/unknown-key`, and so on for missing-key, type, range, choice.
    """

    def __init__(self, error: type[EleusisError], prefix: str) -> None:
        self.errors: list[EleusisError] = []
        self._error = error
        self._prefix = prefix

    def error(self, code: str, message: str, place: Place) -> None:
        """Notes an error of the reader's class; `code` goes behind the prefix."""
        self.add(self._error(f"{self._prefix}/{code}", message, place))

    def add(self, error: EleusisError) -> None:
        """Notes an error that something else raised."""
        self.errors.append(error)

    def finish(self) -> None:
        """Raises what was noted: one error as itself, several as ManyErrors; nothing if there is none."""
        if self.errors:
            raise_all(self.errors)

    def document(self, node: YamlNode, keys: Iterable[str], what: str, code: str = "version") -> Mapping:
        """The map that a file is: it has `eleusis: 1`, and no other keys than these.

        A file without that may be anybody's. So that it isn't one is raised at once, and nothing of it is quoted.
        """
        if not isinstance(node, Mapping):
            message = f"{what} must be a map (key: value), not {'text' if isinstance(node, Scalar) else 'a list'}"
            raise self._error(f"{self._prefix}/type", message, node.place)
        version = self.require(node, "eleusis", what)
        self.finish()
        self.version(version, code)
        kind = kind_of_file(node)
        if kind not in (None, what):
            raise self._error(f"{self._prefix}/type", f"this is {kind}, not {what}", node.place)
        self.mapping(node, keys, what)
        return node

    def version(self, node: YamlNode | None, code: str = "version", quotes: bool = True) -> None:
        """The version of the format: 1, which may stand in quotes unless `quotes` is False.

        Of another one that is all that is told, so it is raised at once: what else seems wrong may be right there.
        """
        if node is None:
            return
        written = node.text if isinstance(node, Scalar) and (quotes or not node.quoted) else ""
        if _LATER.fullmatch(written):
            message = f"this file is of version {written} of the format, and this program reads version {VERSION}"
            raise self._error(f"{self._prefix}/{code}", f"{message}: a later eleusis can read it", node.place)
        if written != str(VERSION):
            foreign = isinstance(node, Scalar) and not node.null and not _NUMBER.fullmatch(node.text)
            given = "this" if foreign else describe(node)
            message = f"eleusis: {given} is not a version that can be read here: write eleusis: {VERSION}"
            raise self._error(f"{self._prefix}/{code}", message, node.place)

    def mapping(self, node: YamlNode | None, keys: Iterable[str] | None, what: str) -> Mapping | None:
        """A map that has no other keys than these (None: any keys)."""
        if node is None:
            return None
        if not isinstance(node, Mapping):
            self._wrong(node, what, "a map (key: value)")
            return None
        if keys is not None:
            names = list(keys)
            for name, place, _ in node.items():
                if name not in names:
                    self.error("unknown-key", f"{what} has no {quote(name)}{did_you_mean(name, names)}", place)
        return node

    def require(self, mapping: Mapping, key: str, what: str) -> YamlNode | None:
        """The value of a key that must be there."""
        node = mapping.get(key)
        if node is None:
            self.error("missing-key", f"{what} needs {quote(key)}", mapping.place)
        return node

    def sequence(self, node: YamlNode | None, what: str) -> Sequence | None:
        """A list."""
        if node is None or isinstance(node, Sequence):
            return node
        self._wrong(node, what, "a list ([a, b] or lines with '-')")
        return None

    def scalar(self, node: YamlNode | None, what: str, wanted: str = "text") -> Scalar | None:
        """A single value that is not null: for text whose places matter."""
        if node is None:
            return None
        if not isinstance(node, Scalar) or node.null:
            self._wrong(node, what, wanted)
            return None
        return node

    def text(self, node: YamlNode | None, what: str, longest: int = 2000) -> str | None:
        """Text as written: `no`, `010` and `12:30` too."""
        scalar = self.scalar(node, what)
        if scalar is None:
            return None
        if len(scalar.text) > longest:
            self.error("range", f"{what} is too long: at most {longest:,} characters", scalar.place)
            return None
        return scalar.text

    def integer(self, node: YamlNode | None, what: str, low: int, high: int) -> int | None:
        """A whole number in decimal digits (18 at most), from `low` to `high`."""
        if node is None:
            return None
        if not isinstance(node, Scalar) or node.quoted or not _INTEGER.fullmatch(node.text):
            self._wrong(node, what, "a whole number")
            return None
        number = int(node.text)
        if not low <= number <= high:
            self.error("range", f"{what} must be from {low} to {high}, not {number}", node.place)
            return None
        return number

    def boolean(self, node: YamlNode | None, what: str) -> bool | None:
        """`true` or `false`."""
        if node is None:
            return None
        if isinstance(node, Scalar) and not node.quoted and node.text in ("true", "false"):
            return node.text == "true"
        self._wrong(node, what, "true or false")
        return None

    def choice(self, node: YamlNode | None, what: str, choices: Iterable[str]) -> str | None:
        """One word of a closed list."""
        words = list(choices)
        scalar = self.scalar(node, what, f"one of {', '.join(words)}")
        if scalar is None:
            return None
        if scalar.text not in words:
            hint = did_you_mean(scalar.text, words)
            message = f"{what} can't be {quote(scalar.text)}{hint}: one of {', '.join(words)}"
            self.error("choice", message, scalar.place)
            return None
        return scalar.text

    def _wrong(self, node: YamlNode, what: str, wanted: str) -> None:
        self.error("type", f"{what} must be {wanted}, not {describe(node)}", node.place)


def describe(node: YamlNode) -> str:
    """What a node is, in the words of a message."""
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node, Sequence):
        return "a list"
    if node.null:
        return "nothing" if not node.text else quote(node.text)
    if node.quoted:
        return f"the text {quote(node.text, 40)}"
    return quote(node.text, 40)
