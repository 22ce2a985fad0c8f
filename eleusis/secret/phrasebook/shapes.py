"""Sentences with holes, and the rules that they are when the holes are filled: what a phrasebook is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from eleusis.ground.data import Json

_HOLE = re.compile(r"\{(\d): ([a-z ]+) = ([^}]+(?:\{[^}]*\})?[^}]*)\}")
_BINDS = re.compile(r"\b(?:if|and|or|not)\b")


@attrs.frozen
class Choice:
    """What may stand in a hole."""

    label: str
    """As the sentence has it."""
    text: str
    """As the rule has it."""


@attrs.frozen
class Shape:
    """A sentence with holes, and the rule that it is."""

    id: str
    """What it is called in data."""
    sentence: str
    """The sentence: a hole is its number, the list of its choices, and the text of the usual one."""
    rule: str
    """The rule, with the numbers of the holes where their texts go."""

    @property
    def parts(self) -> tuple[str | Hole, ...]:
        """The sentence in its order: words, and holes."""
        return tuple(_split(self.sentence))

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes, by their numbers."""
        return tuple(sorted([part for part in self.parts if isinstance(part, Hole)], key=lambda hole: hole.number))

    @property
    def label(self) -> str:
        """The sentence with its holes left open."""
        return "".join("…" if isinstance(part, Hole) else part for part in self.parts)

    def fill(self, texts: Sequence[str], rule: str = "") -> str:
        """The rule with these texts in its holes; for an exception, `rule` is the one that it goes with."""
        return self.rule.format(*texts, rule=bracket(rule))

    def to_json(self) -> dict[str, Json]:
        """The shape as data."""
        parts: list[Json] = [
            {"hole": part.number, "choices": part.choices, "usual": part.usual}
            if isinstance(part, Hole)
            else {"text": part}
            for part in self.parts
        ]
        return {"id": self.id, "label": self.label, "parts": parts, "rule": self.rule}


@attrs.frozen
class Hole:
    """A place in a sentence where something is chosen."""

    number: int
    """Which hole of the rule it fills, from 0."""
    choices: str
    """The list of what may stand there, by its name."""
    usual: str
    """The text that stands there at first."""


@attrs.frozen
class ShapeGroup:
    """Shapes that are about as hard to find as each other."""

    title: str
    """What they look at."""
    about: str
    """How hard they are, in a sentence."""
    shapes: tuple[Shape, ...]
    """The shapes, the simplest first."""


def _split(sentence: str) -> Iterator[str | Hole]:
    """The words and holes of a sentence."""
    at = 0
    for match in _HOLE.finditer(sentence):
        if match.start() > at:
            yield sentence[at : match.start()]
        yield Hole(int(match[1]), match[2], match[3])
        at = match.end()
    if at < len(sentence):
        yield sentence[at:]


def bracket(rule: str) -> str:
    """A rule as it may stand inside of another one: in brackets, where it would fall apart there."""
    return f"({rule})" if _BINDS.search(rule) else rule
