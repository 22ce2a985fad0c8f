"""Phrases of which a rule is made by one who doesn't write rules: sentences with holes, and what may stand in each.

    shape     After {0} play {1}; otherwise {2}.      if {0} then {1} else {2}
    choices   0 last cards   1 cards   2 cards or any
    chosen    an odd card, black, red                 if last.odd then black else red

A hole has a list of choices by its name; each choice is a label, as it reads in the sentence, and a text, as it
stands in the rule. The number of a hole may come twice in the rule: then both places get the same text. Two shapes
may be joined by "and" or "or", and a rule may get exceptions; before a rule is put into a longer one, `bracket`
sees to it that it stays whole.

As data (`phrases_json`, GET /api/phrases):

    {"choices": {"cards": [{"label": "red", "text": "red"}, …], …},
     "groups": [{"title": "…", "about": "…", "shapes": [SHAPE, …]}, …],
     "joins": [{"id": "and", "label": "and", "rule": "{0} and {1}"}, …],
     "exceptions": [SHAPE, …]}                          in the rule of these, {rule} is the rule that they go with

    SHAPE: {"id": "after", "label": "After … play …; otherwise …",
            "parts": [{"text": "After "}, {"hole": 0, "choices": "last cards", "usual": "last.odd"}, …],
            "rule": "if {0} then {1} else {2}"}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from eleusis.ground.data import Json
from eleusis.ground.yaml.shipped import load_shipped

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
class Hole:
    """A place in a sentence where something is chosen."""

    number: int = attrs.field(converter=int)
    """Which hole of the rule it fills, from 0."""
    choices: str
    """The list of what may stand there, by its name."""
    usual: str
    """The text that stands there at first."""


@attrs.frozen
class Shape:
    """A sentence with holes, and the rule that it is."""

    id: str
    """What it is called in data."""
    sentence: str
    """The sentence: a hole is its number, the list of its choices, and the text of the usual one."""
    rule: str
    """The rule, with the numbers of the holes where their texts go."""
    parts: tuple[str | Hole, ...] = attrs.field(init=False)
    """The sentence in its order: words, and holes."""

    @parts.default
    def _split(self) -> tuple[str | Hole, ...]:
        words, *others = _HOLE.split(self.sentence)
        parts: list[str | Hole] = [words]
        while others:
            number, choices, usual, words, *others = others
            parts += [Hole(number, choices, usual), words]
        return tuple([part for part in parts if part])

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes, by their numbers."""
        return tuple(sorted([part for part in self.parts if isinstance(part, Hole)], key=lambda hole: hole.number))

    @property
    def label(self) -> str:
        """The sentence with its holes left open."""
        return _HOLE.sub("…", self.sentence)

    def fill(self, texts: Sequence[str], rule: str = "") -> str:
        """The rule with these texts in its holes; for an exception, `rule` is the one that it goes with."""
        return self.rule.format(*texts, rule=bracket(rule))

    def to_json(self) -> dict[str, Json]:
        """The shape as data."""
        parts: list[Json] = [
            {"text": part}
            if isinstance(part, str)
            else {"hole": part.number, "choices": part.choices, "usual": part.usual}
            for part in self.parts
        ]
        return {"id": self.id, "label": self.label, "parts": parts, "rule": self.rule}


@attrs.frozen
class ShapeGroup:
    """Shapes that are about as hard to find as each other."""

    title: str
    """What they look at."""
    about: str
    """How hard they are, in a sentence."""
    shapes: tuple[Shape, ...]
    """The shapes, the simplest first."""


def bracket(rule: str) -> str:
    """A rule as it may stand inside of another one: in brackets, where it would fall apart there."""
    return f"({rule})" if _BINDS.search(rule) else rule


def phrases_json() -> dict[str, Json]:
    """All phrases as data, as GET /api/phrases answers."""
    return {
        "choices": {name: [attrs.asdict(choice) for choice in choices] for name, choices in CHOICES.items()},
        "groups": [
            {"title": group.title, "about": group.about, "shapes": [shape.to_json() for shape in group.shapes]}
            for group in GROUPS
        ],
        "joins": [{"id": name, "label": label, "rule": rule} for name, (label, rule) in JOINS.items()],
        "exceptions": [shape.to_json() for shape in EXCEPTIONS],
    }


def join_rules(join: str, first: str, second: str) -> str:
    """Two rules made one, by the id of a join."""
    return JOINS[join][1].format(bracket(first), bracket(second))


def _choices(labels: Mapping[str, str] | tuple[int, int]) -> tuple[Choice, ...]:
    """Choices by their labels, or numbers from the first to the last."""
    if not isinstance(labels, Mapping):
        first, last = labels
        labels = {str(number): str(number) for number in range(first, last + 1)}
    return tuple([Choice(label, text) for label, text in labels.items()])


def _kinds(of: str = "", label: int = 0) -> tuple[Choice, ...]:
    """The kinds of cards, asked of a card (`last.`; empty: of the candidate); `label` 1 is the plural."""
    return tuple([Choice(kind[label], kind[2].replace("@", of)) for kind in _BOOK["kinds"]])


def _shapes(entries: Iterable[Mapping[str, str]]) -> tuple[Shape, ...]:
    return tuple([Shape(**entry) for entry in entries])


_BOOK: Mapping[str, Any] = load_shipped(__file__, "sentences.yaml")
"""The phrasebook as its file has it."""

CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "cards": _kinds(),
    "last cards": _kinds("last."),
    "starters": _kinds("first."),
    "many cards": _kinds(label=1),
    "cards or any": (Choice("any card", "any"), *_kinds()),
    "questions": tuple([choice for choice in _kinds() if choice.text.isalpha()]),
    **{name: _choices(labels) for name, labels in _BOOK["choices"].items()},
}
"""What may stand in a hole, by the name of the list."""

JOINS: Mapping[str, tuple[str, str]] = {name: (label, rule) for name, (label, rule) in _BOOK["joins"].items()}
"""How two rules are made one: what is said, and the rule that comes out."""

GROUPS = tuple([ShapeGroup(group["title"], group["about"], _shapes(group["shapes"])) for group in _BOOK["groups"]])
"""All shapes, the easiest first."""

EXCEPTIONS = _shapes(_BOOK["exceptions"])
"""What may be said besides; `{rule}` is the rule that it is said of."""
